"""Small projects written to a folder, and their routes."""

from __future__ import annotations

import json
from pathlib import Path

from pytest_uibench.model import Project, RouteMap, ServePlan
from pytest_uibench.subject.routes import discover

MAIN = '<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>'


def project(place: Path, files: dict[str, str], *, depends: dict[str, str] | None = None, **fields: object) -> Project:
    """Write ``files`` and describe them as a Vite project (or what ``fields`` say)."""
    for name, text in files.items():
        target = place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    if depends is not None:
        (place / "package.json").write_text(json.dumps({"dependencies": depends}), encoding="utf-8")
    known: dict[str, object] = {
        "path": str(place),
        "folder": "",
        "manifest": "package.json",
        "name": place.name,
        "framework": "vite",
        "library": "react",
        "typescript": True,
        "package_manager": None,
        "build": None,
        "serve": ServePlan(kind="static"),
    }
    return Project(**{**known, **fields})  # type: ignore[arg-type]


def routes(folder: Path, files: dict[str, str], **fields: object) -> RouteMap:
    """Routes of a small project; ``index.html`` and ``src/main.tsx`` are put in where an app needs an entry."""
    if "src/App.tsx" in files and "index.html" not in files:
        files = {"index.html": MAIN, "src/main.tsx": "import App from './App'; render(<App />);", **files}
    return discover(project(folder, files, **fields))  # type: ignore[arg-type]


def patterns(found: RouteMap) -> list[str]:
    """Patterns in the order of the map."""
    return [route.pattern for route in found.routes]


def by_pattern(found: RouteMap) -> dict[str, object]:
    """Routes by pattern."""
    return {route.pattern: route for route in found.routes}
