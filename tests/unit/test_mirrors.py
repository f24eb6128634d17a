"""Lock files that a hosted builder wrote against its own mirror (G01)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uibench.subject.mirrors import forget_mirrors

HOST = "https://packages.example"
KEPT = {
    "node_modules/plain": {"version": "1.0.0", "resolved": f"{HOST}/plain/-/plain-1.0.0.tgz"},
    "node_modules/sheet": {"version": "2.0.0", "resolved": f"{HOST}/files/sheet-2.0.0.tgz"},
    "node_modules/git": {"version": "1.0.0", "resolved": "git+ssh://git@host.example/a/b.git#abc"},
    "node_modules/linked": {"resolved": "tool", "link": True},
}
MIRRORED = {
    "node_modules/a": {"version": "1.0.0", "resolved": f"{HOST}/team/cache/a/-/a-1.0.0.tgz", "integrity": "sha512-x"},
    "node_modules/a/node_modules/@s/b": {"version": "2.0.0", "resolved": f"{HOST}/team/cache/@s/b/-/b-2.0.0.tgz"},
    "node_modules/other": {"name": "real", "version": "3.0.0", "resolved": f"{HOST}/npm/real/-/real-3.0.0.tgz"},
}


def test_addresses_below_a_path_are_forgotten(tmp_path: Path) -> None:
    lock = tmp_path / "package-lock.json"
    lock.write_text(json.dumps({"lockfileVersion": 3, "packages": {"": {"name": "app"}, **KEPT, **MIRRORED}}))
    assert forget_mirrors(lock) == len(MIRRORED)
    packages = json.loads(lock.read_text())["packages"]
    assert {name: packages[name] for name in KEPT} == KEPT
    assert packages["node_modules/a"] == {"version": "1.0.0", "integrity": "sha512-x"}
    assert not any("resolved" in packages[name] for name in MIRRORED)
    assert forget_mirrors(lock) == 0


@pytest.mark.parametrize("text", ["", "[]", "{", '{"packages": []}', '{"packages": {"a": 1}}'])
def test_anything_else_stays_as_it_is(text: str, tmp_path: Path) -> None:
    lock = tmp_path / "package-lock.json"
    lock.write_text(text)
    assert (forget_mirrors(lock), lock.read_text()) == (0, text)
    assert forget_mirrors(tmp_path / "gone.json") == 0
