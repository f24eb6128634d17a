"""Maps that real tools wrote, and what a hostile build may write instead."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_uibench.subject.sourcemap.decode import originals, read_map

GREET = (
    "interface Person {\n  name: string;\n}\n\nexport function greet(person: Person): string {\n"
    '  const title = "Señora 🌞";\n  return `${title} ${person.name.toUpperCase()}`;\n}\n'
)
MAIN = (
    'import { greet } from "./greet";\n\nconst nobody = null as unknown as { name: string };\n'
    "document.title = greet(nobody);\n"
)
ESBUILD_CODE = "function e(n){return`Se\\xF1ora \\u{1F31E} ${n.name.toUpperCase()}`}var t=null;document.title=e(t);"
ESBUILD: dict[str, Any] = {
    "version": 3,
    "sources": ["../greet.ts", "../main.ts"],
    "sourcesContent": [GREET, MAIN],
    "mappings": (
        "AAIO,SAASA,EAAMC,EAAwB,CAE5C,MAAO,uBAAYA,EAAO,KAAK,YAAY,CAAC,EAC9C,CCLA,IAAMC,EAAS,KACf,SAAS,MAAQC,EAAMD,CAAM"
    ),
    "names": ["greet", "person", "nobody", "greet"],
}
"""``esbuild main.ts --bundle --minify --sourcemap``: one line of code, negative steps from source to source."""
ROLLUP: dict[str, Any] = {
    "version": 3,
    "file": "a.js",
    "sources": ["../b.js", "../a.js"],
    "sourcesContent": [
        "export function b(list) {\n  return list.map((one) => one.missing.value);\n}\n",
        'import { b } from "./b.js";\n\nconst list = [1, 2];\nconsole.log(b(list));\n',
    ],
    "names": [],
    "mappings": (
        "AAAO,SAAS,CAAC,CAAC,IAAI,EAAE;AACxB,EAAE,OAAO,IAAI,CAAC,GAAG,CAAC,CAAC,GAAG,KAAK,GAAG,CAAC,OAAO,CAAC,KAAK,CAAC;AAC7C;;"
        "ACAA,MAAM,IAAI,GAAG,CAAC,CAAC,EAAE,CAAC,CAAC;AACnB,OAAO,CAAC,GAAG,CAAC,CAAC,CAAC,IAAI,CAAC,CAAC"
    ),
}
"""``rollup a.js --sourcemap hidden``: several lines, an empty one among them."""


def place(fields: Any, line: int, column: int) -> tuple[str, int, int] | None:
    found = originals(fields, [(line, column)]).get((line, column))
    return None if found is None else (found.source, found.line + 1, found.column + 1)


@pytest.mark.parametrize(
    ("text", "source", "line"),
    [
        ("function e", "../greet.ts", 5),
        ("n.name", "../greet.ts", 7),
        ("toUpperCase", "../greet.ts", 7),
        ("t=null", "../main.ts", 3),
        ("document", "../main.ts", 4),
        ("e(t)", "../main.ts", 4),
    ],
)
def test_esbuild(text: str, source: str, line: int) -> None:
    found = place(ESBUILD, 0, ESBUILD_CODE.index(text))
    assert found is not None
    assert found[:2] == (source, line)


def test_rollup_over_several_lines() -> None:
    assert place(ROLLUP, 1, 33) == ("../b.js", 2, 32)
    assert place(ROLLUP, 4, 13) == ("../a.js", 3, 14)
    assert place(ROLLUP, 5, 8) == ("../a.js", 4, 9)


def test_lines_without_marks_are_unknown() -> None:
    assert place(ROLLUP, 3, 0) is None
    assert place(ROLLUP, 99, 0) is None


def test_content_comes_with_the_place() -> None:
    assert originals(ROLLUP, [(4, 0)])[(4, 0)].content == ROLLUP["sourcesContent"][1]


def test_several_places_at_once() -> None:
    wanted = [(0, 0), (1, 33), (5, 8), (3, 0)]
    assert set(originals(ROLLUP, wanted)) == {(0, 0), (1, 33), (5, 8)}


def test_source_root() -> None:
    assert place({**ROLLUP, "sourceRoot": "webpack://app"}, 0, 0) == ("webpack://app/../b.js", 1, 8)


def test_a_mark_without_source_ends_what_is_known() -> None:
    fields = {"version": 3, "sources": ["a.js"], "mappings": "AAAA,K"}
    assert place(fields, 0, 4) == ("a.js", 1, 1)
    assert place(fields, 0, 5) is None


def test_index_map() -> None:
    """Turbopack's form: sections with a place of their own, the first line of each shifted by its column."""
    sections = [
        {"offset": {"line": 0, "column": 0}, "map": ROLLUP},
        {"offset": {"line": 10, "column": 7}, "map": ESBUILD},
    ]
    index = {"version": 3, "sections": sections}
    assert place(index, 1, 33) == ("../b.js", 2, 32)
    assert place(index, 10, 7 + ESBUILD_CODE.index("document")) == place(ESBUILD, 0, ESBUILD_CODE.index("document"))
    assert place({"version": 3, "sections": sections[1:]}, 2, 0) is None


def test_reading() -> None:
    text = json.dumps(ROLLUP).encode()
    assert read_map(text) == ROLLUP
    assert read_map(b")]}'\n" + text) == ROLLUP
    assert read_map(b"\xef\xbb\xbf" + text) == ROLLUP


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'"mappings"', b'{"version": 3}', b"[" * 100_000, b"<!doctype html>", b"\xff\xfe\x00"]
)
def test_what_is_no_map(data: bytes) -> None:
    assert read_map(data) is None


@pytest.mark.parametrize(
    "fields",
    [
        {**ROLLUP, "mappings": "AA!A"},
        {**ROLLUP, "mappings": "A" + "g" * 10_000_000 + "A"},
        {**ROLLUP, "mappings": "AAg"},
        {**ROLLUP, "mappings": ",,"},
        {**ROLLUP, "mappings": None},
        {**ROLLUP, "mappings": 7},
        {**ROLLUP, "sources": [None, None]},
        {**ROLLUP, "sources": []},
        {**ROLLUP, "sources": 3},
        {**ROLLUP, "mappings": "ADDA"},
        {"version": 3, "sections": [{}]},
        {"version": 3, "sections": [{"offset": {"line": "x", "column": 0}, "map": ROLLUP}]},
        {"version": 3, "sections": [{"offset": {"line": 0, "column": 0}, "map": {"version": 3, "sections": []}}]},
        {"version": 3, "sections": [{"offset": {"line": 0, "column": 0}, "url": "http://example.org/x.map"}]},
    ],
)
def test_broken_maps_say_nothing(fields: Any) -> None:
    assert originals(fields, [(0, 0)]) == {}


def test_content_may_be_missing() -> None:
    for contents in (None, [], [None, None], [3, {}]):
        assert originals({**ROLLUP, "sourcesContent": contents}, [(0, 0)])[(0, 0)].content is None
