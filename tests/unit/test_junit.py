"""JUnit properties: flat, plain, legal XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from pytest_uibench.report import properties
from tests.scorecards import HOSTILE, item


def test_properties_are_flat_plain_and_unique() -> None:
    record = item(
        "shop",
        "route",
        "/cart",
        "failed",
        label="render:blank",
        evidence=("a.png", "b.log"),
        warnings=("w",),
        seconds=1.25,
    )
    assert properties(record) == [
        ("uibench.app", "shop"),
        ("uibench.kind", "route"),
        ("uibench.id", "/cart"),
        ("uibench.status", "failed"),
        ("uibench.label", "render:blank"),
        ("uibench.seconds", "1.250"),
        ("uibench.attempts", "1"),
        ("uibench.evidence.1", "a.png"),
        ("uibench.evidence.2", "b.log"),
        ("uibench.warning.1", "w"),
    ]


def test_hostile_text_survives_xml() -> None:
    record = item("shop", "route", HOSTILE, "failed", reason=HOSTILE + "\ud800\ufffe" + "A" * 1_000_000)
    case = ET.Element("testcase")
    for name, value in properties(record):
        assert type(value) is str
        assert len(value) <= 1_000
        ET.SubElement(case, "property", name=name, value=value)
    back = ET.fromstring(ET.tostring(case, encoding="utf-8"))
    assert [(node.get("name"), node.get("value")) for node in back] == properties(record)
