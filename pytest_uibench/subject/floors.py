"""The Node versions that build tools need, from the ``engines`` of their published packages."""

from __future__ import annotations

from .manifest import Manifest
from .semver import lowest

# Package → (first major, range). Newer majors take the last entry known to them.
_FLOORS: dict[str, tuple[tuple[int, str], ...]] = {
    "vite": (
        (3, "^14.18.0 || >=16.0.0"),
        (5, "^18.0.0 || >=20.0.0"),
        (6, "^18.0.0 || ^20.0.0 || >=22.0.0"),
        (7, "^20.19.0 || >=22.12.0"),
    ),
    "next": ((13, ">=16.8.0"), (14, ">=18.17.0"), (15, "^18.18.0 || ^19.8.0 || >=20.0.0"), (16, ">=20.9.0")),
    "astro": ((4, "^18.17.1 || ^20.3.0 || >=21.0.0"), (5, "^18.20.8 || ^20.3.0 || >=22.0.0"), (6, ">=22.12.0")),
    "@sveltejs/kit": ((1, ">=16.14"), (2, ">=18.13"), (3, ">=22.17")),
    "react-scripts": ((5, ">=14.0.0"),),
    "@vue/cli-service": ((5, "^12.0.0 || >= 14.0.0"),),
    "@react-router/dev": ((7, ">=20.0.0"),),
    "nuxt": ((3, "^18.12.0 || >=20.0.0"), (4, "^20.19.0 || >=22.12.0")),
    "@angular/cli": (
        (17, "^18.13.0 || >=20.9.0"),
        (18, "^18.19.1 || ^20.11.1 || >=22.0.0"),
        (20, "^20.19.0 || ^22.12.0 || >=24.0.0"),
    ),
}


def floor(manifest: Manifest) -> tuple[str, str] | None:
    """Return ``(package with its range, Node range)`` of the pickiest build tool that the manifest declares."""
    best: tuple[str, str] | None = None
    for package, entries in _FLOORS.items():
        wanted = manifest.declared.get(package)
        if wanted is None:
            continue
        version = lowest(wanted)
        # A tag such as "latest" installs the newest release.
        known = [text for major, text in entries if version is None or major <= version[0]]
        if known and (best is None or (lowest(known[-1]) or (0, 0, 0)) > (lowest(best[1]) or (0, 0, 0))):
            best = (f"{package} {wanted}", known[-1])
    return best


def node_range(manifest: Manifest) -> str | None:
    """``engines.node`` of the manifest where it is a range, else the floor of its build tool."""
    if manifest.engines_node and lowest(manifest.engines_node) is not None:
        return manifest.engines_node
    tool = floor(manifest)
    return tool[1] if tool else None
