"""Warnings: what is valid but perhaps not meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.spec import load_spec

from .spec_cases import HEAD, feature


def warnings(folder: Path, text: str) -> list[str]:
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return [warning.removeprefix(f"{folder}/") for warning in load_spec(path).warnings]


@pytest.mark.parametrize(
    "expect",
    [
        "[{visible: {role: status}}]",
        "[{visible: {role: alert}}]",
        "[{visible: {role: status, name: Saved}}]",
        "[{text: {of: {role: alert}, contains: Added}}]",
        "[{visible: {text: Added to your cart}}]",
        "[{visible: {text: Order, within: {role: status}}}]",
        "[{visible: {selector: .toast-success}}]",
        "[{visible: {test_id: snackbar}}]",
        "[{any_of: [{visible: {text: Success!}}, {visible: {role: alert}}]}]",
        "[{not: {visible: {role: alert}}}]",
    ],
)
def test_a_notice_alone(tmp_path: Path, expect: str) -> None:
    (found,) = warnings(tmp_path, feature(expect=expect))
    assert found.startswith("spec.yaml:13:9: cart/add: an S3 feature rests on a transient notice alone; look at")
    assert warnings(tmp_path, feature(expect=expect, item="scope: S1")) == []


@pytest.mark.parametrize(
    "expect",
    [
        "[{visible: {text: Linen shirt}}]",
        "[{visible: {role: status}}, {visible: {text: Linen shirt}}]",
        "[{visible: {role: status, name: Cart items}}]",
        "[{persists: {through: [cart], then: [{visible: {text: Linen shirt}}]}}]",
        "[{visible: {role: alert}}, {count: {of: {role: row}, at_least: 1}}]",
    ],
)
def test_not_a_notice_alone(tmp_path: Path, expect: str) -> None:
    assert warnings(tmp_path, feature(expect=expect)) == []


def test_nothing_to_compare_with(tmp_path: Path) -> None:
    (found,) = warnings(tmp_path, HEAD + "fidelity: {screens: {home: {vfs: 70}}}\n")
    assert found.startswith("spec.yaml:9:11: fidelity: there is nothing to compare the screens of home with; give")
    (found,) = warnings(tmp_path, HEAD + "fidelity: {vfs: 70}\n")
    assert "screens of home, catalog" in found
    assert warnings(tmp_path, HEAD + "fidelity: {vfs: 70}\nreference: {app: .}\n") == []


def test_number_signs_that_cut_a_text(tmp_path: Path) -> None:
    text = "uibench: 1\n# 1: a comment #2\ntitle: Order #12\ncategory: 'Order #3' # 4 of them\ntask: a #todo\n"
    (found,) = warnings(tmp_path, text)
    assert found == "spec.yaml:3:14: YAML takes '#12' for a comment; quote the text if it belongs to it"


def test_gates_on_nothing(tmp_path: Path) -> None:
    found = warnings(tmp_path, "uibench: 1\ngates: {exec: true, iis: 40, navigation: 90, nrs: 80, critique: 0}\n")
    assert [warning.partition("gates: ")[2].partition(":")[0] for warning in found] == ["iis", "navigation", "nrs"]
    assert warnings(tmp_path, feature() + "gates: {iis: 40, nrs: 1}\n") == []
