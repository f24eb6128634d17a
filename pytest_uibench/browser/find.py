"""Find a Chromium on this machine without starting a driver."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.constants import BROWSER_VERSION_SECONDS
from pytest_uibench.model import UibenchError

NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
"""Names looked for on PATH, the fastest first (DESIGN: the headless shell opens a page in half the time)."""

FIX = (
    "Install one with `python -m playwright install chromium-headless-shell`, or on Debian and Ubuntu with "
    "`apt-get install chromium-headless-shell`, or name one with --uibench-browser=PATH."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserChoice:
    """The browser that a run uses."""

    path: str
    """Absolute path of the executable."""
    name: str
    """File name of the executable, for people."""
    shell: bool
    """A headless shell: no windows, starts and renders faster."""
    tried: tuple[str, ...] = ()
    """Every place looked at, in order, with what was found there."""


def find_browser(
    explicit: str | None = None, bundled: Sequence[str] | None = None, *, headed: bool = False
) -> BrowserChoice:
    """Return the first usable browser: ``explicit``, Playwright's own, then well-known names on PATH.

    ``explicit`` is a path or a name on PATH and is never replaced by another browser. ``bundled`` overrides
    :func:`bundled_browsers`. With ``headed`` the headless shells are passed over: they have no windows.

    Raises:
        UibenchError: nothing usable; lists every place tried and the command that helps (F116).
    """
    if explicit is not None:
        return _explicit(explicit)
    tried: list[str] = []
    for place, path in _candidates(bundled_browsers() if bundled is None else bundled):
        problem = "not found" if path is None else _problem(Path(path))
        if path is not None and problem is None and headed and _is_shell(path):
            problem = "a headless shell cannot show windows"
        tried.append(f"{place}: {problem or 'used'}")
        if path is not None and problem is None:
            return BrowserChoice(path=path, name=Path(path).name, shell=_is_shell(path), tried=tuple(tried))
    listing = "\n".join(f"  {line}" for line in tried)
    raise UibenchError(f"No Chromium was found. Tried:\n{listing}\n{FIX}")


def bundled_browsers() -> tuple[str, ...]:
    """Executables that Playwright downloaded, headless shell first, the installed version's revision first."""
    root = _browsers_root()
    revisions = _revisions()
    found: list[str] = []
    for folder, product in (("chromium_headless_shell", "chromium-headless-shell"), ("chromium", "chromium")):
        exact = root / f"{folder}-{revisions.get(product, '')}"
        others = sorted(root.glob(f"{folder}-[0-9]*"), key=_revision_number, reverse=True)
        for home in dict.fromkeys([exact, *others]):
            found.extend(str(path) for path in _executables(home))
    return tuple(found)


def version(choice: BrowserChoice) -> str:
    """``Chromium 156.0.8078.114`` as the executable itself says.

    Raises:
        UibenchError: it does not start, fails or does not answer in time; says what it printed.
    """
    try:
        done = subprocess.run(
            [choice.path, "--version"], capture_output=True, text=True, timeout=BROWSER_VERSION_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise UibenchError(
            f"{choice.path} --version gave no answer in {BROWSER_VERSION_SECONDS:.0f} s. {FIX}"
        ) from None
    except OSError as error:
        raise UibenchError(f"{choice.path} does not start: {error.strerror or error}. {FIX}") from None
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise UibenchError(
            f"{choice.path} --version failed (exit {done.returncode}): {said[-1] if said else 'no output'}. {FIX}"
        )
    return lines[-1].split(" built on ")[0].strip()


def _explicit(explicit: str) -> BrowserChoice:
    path = Path(explicit).expanduser()
    if path.parent == Path() and not path.exists():
        found = shutil.which(explicit)
        if found is None:
            raise UibenchError(f"Browser {explicit!r} is neither a file nor a command on PATH. {FIX}")
        path = Path(found)
    problem = _problem(path)
    if problem is not None:
        raise UibenchError(f"Browser {explicit!r} cannot be used: {problem}. {FIX}")
    absolute = str(path.absolute())
    return BrowserChoice(path=absolute, name=path.name, shell=_is_shell(absolute), tried=(f"{explicit}: used",))


def _candidates(bundled: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    if not bundled:
        yield f"Playwright's own in {_browsers_root()}", None
    for path in bundled:
        yield f"Playwright's own {path}", path
    for name in NAMES:
        yield f"{name} on PATH", shutil.which(name)


def _problem(path: Path) -> str | None:
    if not path.exists():
        return "no such file"
    if path.is_dir():
        return "a directory, not an executable"
    if not os.access(path, os.X_OK):
        return f"not executable (chmod +x {path})"
    return None


def _is_shell(path: str) -> bool:
    return "headless-shell" in Path(path).name or "headless_shell" in Path(path).name


def _browsers_root() -> Path:
    """Where Playwright keeps its downloads (Playwright docs, "Managing browser binaries")."""
    configured = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if configured == "0":
        return _driver_package() / ".local-browsers"
    if configured:
        return Path(configured)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ms-playwright"
    if sys.platform == "win32":
        return Path.home() / "AppData/Local/ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def _driver_package() -> Path:
    from importlib.util import find_spec

    spec = find_spec("playwright")
    home = Path(spec.origin).parent if spec is not None and spec.origin else Path()
    return home / "driver" / "package"


def _revisions() -> dict[str, str]:
    try:
        data = json.loads((_driver_package() / "browsers.json").read_text(encoding="utf-8"))
        return {str(entry["name"]): str(entry["revision"]) for entry in data["browsers"]}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _revision_number(home: Path) -> int:
    digits = home.name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def _executables(home: Path) -> list[Path]:
    """The executable inside one download; folder and file names changed over the years."""
    patterns = (
        "chrome-headless-shell-*/chrome-headless-shell*",
        "chrome-*/headless_shell*",
        "chrome-linux*/chrome",
        "chrome-win*/chrome.exe",
        "chrome-mac*/*.app/Contents/MacOS/*",
    )
    found = [path for pattern in patterns for path in sorted(home.glob(pattern))]
    return [path for path in found if path.is_file() and os.access(path, os.X_OK)][:1]
