"""The whole of the spec language: what loads, what is refused and with which words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pytest_uibench.spec import SpecError, load_spec
from pytest_uibench.spec import yaml as spec_yaml

from .spec_cases import VALID, WRONG, Wrong


def load(folder: Path, text: str):
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return load_spec(path)


@pytest.mark.parametrize("text", VALID.values(), ids=VALID.keys())
def test_loads(tmp_path: Path, text: str) -> None:
    spec = load(tmp_path, text)
    assert spec.task in ("shop", "spec")
    assert spec.lines == tuple(text.splitlines())


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
def test_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Wrong) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError) as error:
        load(Path(), case.text)
    told = str(error.value)
    assert case.message in told
    assert all(line.startswith("spec.yaml:") for line in told.splitlines())
    assert len(told.splitlines()) == len(set(told.splitlines()))


def test_without_libyaml_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spec must not depend on which of PyYAML's two parsers is installed."""
    monkeypatch.setattr(spec_yaml, "LOADER", yaml.SafeLoader)
    for text in VALID.values():
        load(tmp_path, text)
    for case in WRONG.values():
        with pytest.raises(SpecError):
            load(tmp_path, case.text)
