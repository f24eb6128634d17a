"""Properties of a test case in JUnit XML: flat names, plain one-line values."""

from __future__ import annotations

from pytest_uibench import constants
from pytest_uibench.model import ItemRecord

from .text import one_line


def properties(record: ItemRecord) -> list[tuple[str, str]]:
    """Return ``(name, value)`` pairs for ``user_properties``: each name once, every value legal in XML 1.0."""
    pairs: list[tuple[str, object]] = [
        ("app", record.app),
        ("kind", record.kind),
        ("id", record.id),
        ("status", record.status),
        ("label", record.label),
        ("reason", record.reason),
        ("seconds", f"{record.seconds:.3f}"),
        ("attempts", record.attempts),
        *_numbered("evidence", record.evidence),
        *_numbered("warning", record.warnings),
    ]
    return [(f"uibench.{name}", _value(value)) for name, value in pairs if value is not None]


def _numbered(name: str, values: tuple[str, ...]) -> list[tuple[str, object]]:
    return [(f"{name}.{number}", value) for number, value in enumerate(values, 1)]


def _value(value: object) -> str:
    return one_line(str(value), constants.JUNIT_VALUE_LIMIT)
