"""The import ranks of the package, enforced (DESIGN, "Stages and import ranks")."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pytest_uibench"
RANKS = {
    "model": 0,
    "constants": 0,
    "settings": 1,
    "spec": 1,
    "subject": 1,
    "browser": 2,
    "observe": 3,
    "checks": 4,
    "scoring": 5,
    "report": 6,
    "cli": 6,
    "plugin": 7,
}
ROOT_MODULES = {"__init__", "__main__"}
PAGE_PACKAGES = {"browser", "observe"}
FILE_LINES = 320


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Absolute dotted name, line, and whether it runs at import time of every import of a module."""
    package = ("pytest_uibench", *path.relative_to(PACKAGE).with_suffix("").parts)[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno, id(node) in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join((*base, *([node.module] if node.module else [])))
            names = [f"{name}.{alias.name}" for alias in node.names] if name == "pytest_uibench" else [name]
            yield from ((entry, node.lineno, id(node) in top) for entry in names)


def test_every_part_has_a_rank() -> None:
    assert {part(path) for path in modules()} - ROOT_MODULES <= set(RANKS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_down_the_ranks(path: Path) -> None:
    own = part(path)
    if own in ROOT_MODULES:
        return
    wrong = []
    for name, line, _ in imports(path):
        if not name.startswith("pytest_uibench."):
            continue
        other = name.split(".")[1]
        if other != own and other in RANKS and RANKS[other] >= RANKS[own]:
            wrong.append(f"{path.name}:{line} imports {name}")
    assert not wrong


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_pytest_and_playwright_stay_in_their_packages(path: Path) -> None:
    own = part(path)
    for name, line, _ in imports(path):
        top = name.split(".")[0]
        if top in ("pytest", "_pytest", "pluggy", "xdist"):
            assert own == "plugin", f"{path}:{line} imports {name}"
        if top == "playwright":
            assert own in PAGE_PACKAGES | {"plugin", "cli"}, f"{path}:{line} imports {name}"


def test_model_needs_the_standard_library_alone() -> None:
    import sys

    for path in (PACKAGE / "model").glob("*.py"):
        for name, line, _ in imports(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("pytest_uibench.model"), f"{path}:{line} {name}"


def test_files_stay_small() -> None:
    long = {path.name: len(path.read_text().splitlines()) for path in modules()}
    assert {name: lines for name, lines in long.items() if lines > FILE_LINES and name != "constants.py"} == {}


def test_loading_the_plugin_stays_light() -> None:
    """Without an option the plugin must cost nothing: no numpy, no browser driver, no parser."""
    import subprocess
    import sys

    code = (
        "import sys; before = set(sys.modules); import pytest, pytest_uibench.plugin; "
        "heavy = {'numpy', 'scipy', 'PIL', 'skimage', 'playwright', 'tree_sitter', 'psutil'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
