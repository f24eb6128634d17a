"""Lint: what is valid but perhaps not meant. Nothing here decides a score or refuses a spec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .document import Document
from .expectations import Expectation, with_inner
from .interactions import Feature, InteractionItem
from .matching import Pattern
from .on_elements import HasText, Visible
from .roles import NOTICES
from .targets import Target
from .yaml import Place

_NOTICE_NAME: Final = re.compile(r"toast|snack-?bar|notif|notice|flash|sonner|alert", re.IGNORECASE)
"""Words in selectors and test ids of notices."""
_NOTICE_TEXT: Final = re.compile(
    r"\b(success\w*|saved|added to|removed from|deleted|sent|copied|updated|subscribed|thank you|done!)", re.IGNORECASE
)
"""How English notices speak; other languages are not looked at, since this only warns (G23)."""

_NUMBER_SIGN: Final = re.compile(r"""[^#"']*:\s[^#"']*\S\s+(?P<comment>#\d\S*)""")
"""``text: Order #12``: a number sign before digits is hardly meant as a comment."""

Found = Iterator[tuple[Place, str]]


def lint(document: Document, lines: Sequence[str]) -> Found:
    """Place and text of every warning; ``lines`` are the file's."""
    yield from _cut_by_comments(document, lines)
    for item in document.interactions:
        if item.scope != "S1":
            yield from (found for feature in item.features for found in _notice_alone(item, feature))
    yield from _nothing_to_compare(document)
    yield from _gates_on_nothing(document)


def _cut_by_comments(document: Document, lines: Sequence[str]) -> Found:
    for number, line in enumerate(lines, 1):
        if found := _NUMBER_SIGN.match(line):
            place = Place(document.place.file, number, found.start("comment") + 1)
            yield place, f"YAML takes {found['comment']!r} for a comment; quote the text if it belongs to it"


def _notice_alone(item: InteractionItem, feature: Feature) -> Found:
    """G14: a success notice with nothing behind it does not show that data changed."""
    leaves = [inner for inner in with_inner(feature.expect) if not inner.inner]
    if all(_on_notice(leaf) for leaf in leaves):
        text = (
            f"{item.id}/{feature.id}: an {item.scope} feature rests on a transient notice alone; "
            "look at the data too: a list, a count, another screen (persists), a reload"
        )
        yield feature.place, text


def _on_notice(expectation: Expectation) -> bool:
    if isinstance(expectation, Visible):
        return _is_notice(expectation.target)
    if isinstance(expectation, HasText):
        return _is_notice(expectation.of)
    return False


def _is_notice(target: Target) -> bool:
    if target.role in NOTICES and (target.name is None or _speaks(target.name)):
        return True
    named = " ".join(filter(None, (target.selector, target.test_id)))
    if _NOTICE_NAME.search(named) or (target.text is not None and _speaks(target.text)):
        return True
    return target.within is not None and _is_notice(target.within)


def _speaks(pattern: Pattern) -> bool:
    return _NOTICE_TEXT.search(pattern.source) is not None


def _nothing_to_compare(document: Document) -> Found:
    if document.reference is not None or document.fidelity is None:
        return
    bare = [screen.id for screen in document.screens if screen.screenshot is None]
    asked = [name for name in document.fidelity.screens if name in bare]
    every = document.fidelity.vfs is not None or document.fidelity.content_vfs is not None
    missing = asked or (bare if every and len(bare) == len(document.screens) else [])
    if missing or (every and not document.screens):
        what = f" of {', '.join(missing)}" if missing else ""
        text = (
            f"fidelity: there is nothing to compare the screens{what} with; "
            "give reference: {app: DIR} or {capture: DIR}, or a screenshot: of each"
        )
        yield document.fidelity.place, text


def _gates_on_nothing(document: Document) -> Found:
    gates = document.gates
    if gates is None:
        return
    empty = {
        "iis": not document.interactions,
        "navigation": not document.navigation,
        "nrs": not document.screens,
        "vfs": not document.screens,
        "content_vfs": not document.screens,
    }
    needs = {"iis": "interactions", "navigation": "navigation"}
    for name, _ in gates.given():
        if empty.get(name):
            yield gates.place, f"gates: {name}: the spec has no {needs.get(name, 'screens')}, so this gate never passes"
