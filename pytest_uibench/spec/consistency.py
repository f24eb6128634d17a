"""Whether the parts of a spec fit together: references to screens, unique ids, remembered names, order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .document import Document
from .entries import Entry
from .expectations import Expectation, Persists, with_inner
from .interactions import Feature, InteractionItem
from .navigation import NavigationEntry
from .screens import Screen
from .shapes import Reader
from .steps import Remember, Step, WaitFor
from .words import listed, nearest
from .yaml import Items, Node, Place

_NONE = "The spec has no screens"


def check_references(data: Node, document: Document | None, reader: Reader) -> None:
    """Every screen spoken of exists, and those that entries start from can be opened."""
    ids = _screen_ids(data)
    screens = {screen.id: screen for screen in document.screens} if document else {}
    for at, key, screen, start in _all_references(data, reader):
        if screen not in ids:
            known = f"{nearest(screen, ids)} Allowed: {listed(ids)}" if ids else f" {_NONE}"
            reader.fault(at, f"{key}: there is no screen {screen!r}.{known}")
        elif start and screen in screens and not screens[screen].can_start:
            why = "its address is made at run time" if screens[screen].route else "it has no route"
            way = "an example: address" if screens[screen].route else "a route:"
            text = f"the screen {screen!r} cannot be opened: {why}. Give it {way} or reach: steps, or start elsewhere"
            reader.fault(at, f"{key}: {text}")


def check_document(document: Document, reader: Reader) -> None:
    """Everything else that one part says about another."""
    _check_unique("screens", document.screens, reader)
    _check_unique("navigation", document.navigation, reader)
    _check_unique("interactions", document.interactions, reader)
    for item in document.interactions:
        _check_unique(f"features of {item.id!r}", item.features, reader)
    _check_parents(document.screens, reader)
    known = _check_steps(document.before, set(), reader)
    for screen in document.screens:
        _check_steps(screen.reach, set(), reader)
    for entry in document.navigation:
        _check_entry(entry, known, reader)
    for item in document.interactions:
        for feature in item.features:
            names = _check_entry(feature, known, reader)
            _check_expectations(feature.expect, names, reader)


def _screen_ids(data: Node) -> list[str]:
    """Ids as written: a screen with a fault elsewhere is there all the same."""
    screens = data.get("screens")
    entries = screens if isinstance(screens, Items) else []
    return [entry["id"] for entry in entries if isinstance(entry, Node) and isinstance(entry.get("id"), str)]


def _all_references(data: Node, reader: Reader) -> Iterator[tuple[Place, str, str, bool]]:
    yield from dict.fromkeys(reader.references)
    fidelity = data.get("fidelity")
    screens = fidelity.get("screens") if isinstance(fidelity, Node) else None
    if isinstance(screens, Node):
        yield from ((screens.keys_at[name], "fidelity: screens", name, False) for name in screens)


def _check_unique(what: str, parts: Iterable[Screen | Entry | InteractionItem], reader: Reader) -> None:
    first: dict[str, Place] = {}
    for part in parts:
        if part.id not in first:
            first[part.id] = part.place
        elif first[part.id] == part.place:
            reader.fault(
                part.place, f"{what}: parametrize gives the id {part.id!r} twice: tell the ids apart with ${{name}}"
            )
        else:
            reader.fault(part.place, f"{what}: the id {part.id!r} stands here and at {first[part.id]} already")


def _check_parents(screens: Sequence[Screen], reader: Reader) -> None:
    parents = {screen.id: screen.parent for screen in screens}
    for screen in screens:
        seen, above = {screen.id}, screen.parent
        while above is not None and above not in seen:
            seen.add(above)
            above = parents.get(above)
        if above == screen.id and screen.parent != screen.id:
            reader.fault(screen.place, f"a screen: {screen.id!r} is its own parent by way of {screen.parent!r}")


def _check_entry(entry: NavigationEntry | Feature, known: set[str], reader: Reader) -> set[str]:
    """Check the steps of an entry; returns the names remembered by their end."""
    if entry.only_if is not None:
        _check_nested(entry.only_if, "only_if", reader)
        _check_names([entry.only_if], set(), reader)
    names = known if entry.before is None else _check_steps(entry.before, set(), reader)
    return _check_steps(entry.do, names, reader)


def _check_steps(steps: Sequence[Step], known: set[str], reader: Reader) -> set[str]:
    names, here = set(known), set()
    for step in steps:
        if isinstance(step, Remember):
            if step.name in here:
                reader.fault(step.place, f"remember: {step.name!r} is remembered before already: choose another name")
            here.add(step.name)
            names.add(step.name)
        elif isinstance(step, WaitFor):
            _check_nested(step.expectation, "wait_for", reader)
            _check_names([step.expectation], names, reader)
    return names


def _check_expectations(expectations: Sequence[Expectation], names: set[str], reader: Reader) -> None:
    _check_names(expectations, names, reader)
    for position, expectation in enumerate(expectations, 1):
        if not isinstance(expectation, Persists):
            _check_nested(expectation, "another expectation", reader)
            continue
        if position < len(expectations):
            reader.fault(
                expectation.place,
                "persists: walks to other screens and is judged where the walk ends: it comes last in expect:",
            )
        for inner in expectation.then:
            _check_nested(inner, "persists", reader)


def _check_nested(expectation: Expectation, where: str, reader: Reader) -> None:
    for inner in with_inner((expectation,)):
        if isinstance(inner, Persists):
            reader.fault(inner.place, f"persists: stands by itself at the end of expect:, not inside {where}")


def _check_names(expectations: Sequence[Expectation], names: set[str], reader: Reader) -> None:
    for expectation in with_inner(tuple(expectations)):
        for name in expectation.remembered if not expectation.inner else ():
            if name not in names:
                known = f"{nearest(name, names)} Remembered: {listed(sorted(names))}" if names else ""
                reader.fault(
                    expectation.place,
                    f"{name!r} is not remembered by then.{known} Put a step remember: {{as: {name}, …}} before it",
                )
