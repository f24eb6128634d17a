"""What a file reads at build time and nothing sets, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.checks.executability import exception_failure
from pytest_uibench.model import ConsoleLine, PageObservation, SubjectOverrides
from pytest_uibench.observe.places import with_places
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.sourcemap import SourcePlace
from pytest_uibench.subject.variables import unset_variables

CLIENT = """
// import.meta.env.VITE_NOT_READ
const url = import.meta.env.VITE_URL, key = process.env["VITE_KEY"], mode = import.meta.env.MODE;
export const client = connect(url, key, mode, import.meta.env.VITE_URL);
"""


def subject(root: Path, **files: str) -> Path:
    manifest = {"scripts": {"build": "vite build"}, "devDependencies": {"vite": "^6"}}
    for name, text in {"package.json": json.dumps(manifest), "src/client.ts": CLIENT, **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "given", "unset"),
    [
        ({}, {}, ("VITE_URL", "VITE_KEY")),
        ({".env": "VITE_URL=http://127.0.0.1:9\nVITE_KEY=\n"}, {}, ("VITE_KEY",)),
        ({".env.example": "VITE_URL=\n\nVITE_KEY=# none\nVITE_OTHER=1\n"}, {}, ("VITE_URL", "VITE_KEY")),
        ({".env.example": "VITE_URL=x\nexport VITE_KEY=y\n"}, {}, ()),
        ({}, {"VITE_KEY": "k"}, ("VITE_URL",)),
    ],
)
def test_unset_variables(files: dict[str, str], given: dict[str, str], unset: tuple[str, ...], tmp_path: Path) -> None:
    project = detect(subject(tmp_path, **files), SubjectOverrides(env=given))
    assert unset_variables(project, "src/client.ts") == unset
    assert unset_variables(project, "src/gone.ts") == ()


def test_the_failure_names_them(tmp_path: Path) -> None:
    """G05: the bundle is green and the page blank."""
    project = detect(subject(tmp_path))
    thrown = ConsoleLine(kind="pageerror", text="Error: url is required.", url="/a.js", line=1, column=9)
    seen = PageObservation(route="/", path="/", landed="/", console=(thrown,))
    found = {("/a.js", 1, 9): SourcePlace(file="src/client.ts", line=4, column=1, package=None)}
    (placed,) = with_places([seen], "react", lambda _: found, lambda: None, lambda file: unset_variables(project, file))
    failure = exception_failure(placed, blank=True)
    assert failure is not None
    assert (failure.file, failure.line) == ("src/client.ts", 4)
    assert failure.hint is not None
    assert failure.hint.startswith("VITE_URL, VITE_KEY are not set: ")
