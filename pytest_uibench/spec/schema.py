"""JSON Schema (draft-07) of spec and benchmark files, written from the same tables that load them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, Literal

from .benchmark import BENCHMARK
from .document import DOCUMENT
from .records import Record
from .shapes import Book

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
Kind = Literal["spec", "benchmark"]
_TITLES: Final = {"spec": "pytest-uibench spec", "benchmark": "pytest-uibench benchmark"}


def json_schema(kind: Kind = "spec") -> dict[str, Any]:
    """The schema as plain builtins. Stricter rules that it cannot express (references, unique ids) are the loader's."""
    record: Record = DOCUMENT if kind == "spec" else BENCHMARK
    book = Book()
    body = record.body(book)
    if kind == "spec":
        body["required"] = ["uibench"]
    return {
        "$schema": DRAFT,
        "title": _TITLES[kind],
        **body,
        "definitions": {name: book.definitions[name] for name in sorted(book.definitions)},
    }


def schema_text(kind: Kind = "spec") -> str:
    """The schema as a file holds it."""
    return json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"


def shipped_schema(kind: Kind = "spec") -> Path:
    """The copy that comes with the package, for editors."""
    name = "uibench.schema.json" if kind == "spec" else "uibench-bench.schema.json"
    return Path(__file__).with_name(name)
