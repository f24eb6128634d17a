"""Addresses in npm's lock file that name a mirror below a path of its host (G01).

npm replaces the host of such an address by that of the configured registry, but keeps the path, which is not there.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit


def forget_mirrors(lock: Path) -> int:
    """Take such addresses out of a lock file: versions and checksums stay, npm asks its own registry.

    Returns:
        How many there were; 0 also for a file that is no lock file of npm's.
    """
    try:
        data = json.loads(lock.read_text("utf-8"))
        packages = data.get("packages")
    except (OSError, ValueError, AttributeError, RecursionError):
        return 0
    if not isinstance(packages, dict):
        return 0
    found = [entry for place, entry in packages.items() if isinstance(entry, dict) and _mirrored(place, entry)]
    for entry in found:
        del entry["resolved"]
    if found:
        lock.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return len(found)


def _mirrored(place: str, entry: dict[str, object]) -> bool:
    """``https://host/some/path/NAME/-/NAME-1.0.0.tgz``; archives elsewhere (``https://host/NAME.tgz``) are meant."""
    name = str(entry.get("name") or place.rpartition("node_modules/")[2])
    resolved = entry.get("resolved")
    if not isinstance(resolved, str) or not resolved.startswith(("http:", "https:")) or not name:
        return False
    prefix, mark, _ = urlsplit(resolved).path.replace("%2f", "/").partition(f"/{name}/-/")
    return bool(mark) and prefix != ""
