"""Choosing an option: native select, combobox, listbox, radio group, chips, menu (SPEC.md, ``select``)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_uibench.spec.matching import Pattern, best_matches
from pytest_uibench.spec.steps import Select

from .actor import Actor
from .controls import control
from .errors import NotFoundError, StepError
from .hints import by_text, ranked, smallest
from .nearest import described
from .pointer import click_index, point
from .resolve import Found, resolve
from .snapshot import POINTER, Node, Snapshot

OPTIONS = frozenset({"option", "menuitem", "menuitemradio", "radio", "treeitem", "tab", "button", "checkbox", "link"})
TEXT_FIELDS = frozenset({"combobox", "textbox", "searchbox"})
SHOWN_OPTIONS = 12
GROUP_LEVELS = 3
FIRST_SHARE = 0.3
"""Share of the time in which only the control itself is waited for, not a group of choices below its name."""


def select(actor: Actor, step: Select, end: float) -> tuple[Found, tuple[str, ...]]:
    """Choose the option. Gives what the target was found as, and notes.

    Raises:
        NotFoundError: neither a control nor a group of choices that is called so.
        StepError: no such option; lists those that are there.
    """
    started = time.monotonic()
    try:
        found = actor.find(step.target, started + (end - started) * FIRST_SHARE)
    except NotFoundError:
        group = _group(actor, step)
        if group is not None:
            click_index(actor, group.index, end)
            return Found(), (f"the choices stand below the text: {described(group)} was clicked",)
        found = actor.find(step.target, end)
    node = found.first
    if node is None:
        raise StepError("the element is not visible")
    native = control(actor, found, "option")
    if native is not None and (native["native"] and node.role not in OPTIONS):
        return found, _choose(actor, native, step.option)
    return found, _open_and_choose(actor, step, found, end)


def _choose(actor: Actor, native: Mapping[str, Any], wanted: Pattern) -> tuple[str, ...]:
    labels = [label for label, _ in native["options"]]
    best = best_matches(wanted, labels)
    if native["disabled"]:
        raise StepError("the select is disabled")
    if not best:
        raise StepError(f"no option {str(wanted)!r}: {_listed(labels)}")
    if native["options"][best[0]][1]:
        raise StepError(f"the option {labels[best[0]]!r} is disabled")
    actor.ask("choose", index=native["index"], option=best[0])
    return (f"{len(best)} options match {str(wanted)!r}: the first was taken",) if len(best) > 1 else ()


def _open_and_choose(actor: Actor, step: Select, found: Found, end: float) -> tuple[str, ...]:
    node = found.nodes[0]
    before = actor.look([step.target], names=True)
    at_once = _inside(before, resolve(step.target, before).first or node, step.option)
    if at_once is not None:
        click_index(actor, at_once.index, end)
        return (f"{described(at_once)} in the group was clicked",)
    known = {(one.role, one.text) for one in before.nodes if one.shown}
    point(actor, found, end, "click", target=step.target)
    typed = node.role in TEXT_FIELDS and node.tag == "input"
    asked = False
    while True:
        actor.pause()
        option, seen = _option(actor.look([step.target], names=True), step.option, known)
        if option is not None:
            click_index(actor, option.index, end)
            return ()
        if typed and not asked and step.option.needle:
            # Long lists show what is typed for.
            actor.page.keyboard.type(step.option.source)
            asked = True
        if time.monotonic() >= end:
            raise StepError(f"no option {str(step.option)!r} after opening: {_listed(seen)}")


def _inside(snapshot: Snapshot, node: Node, wanted: Pattern) -> Node | None:
    """The choice in a group that is open already: radio buttons, chips, a listbox."""
    if node.role in ("button", "combobox", "link") or node.end == node.index + 1:
        return None
    inner = [one for one in snapshot.inside(node) if one.shown and (one.role in OPTIONS or one.flags & POINTER)]
    return next(iter(smallest(ranked(wanted, ((one, _called(one)) for one in inner)))), None)


def _option(snapshot: Snapshot, wanted: Pattern, known: set[tuple[str, str | None]]) -> tuple[Node | None, list[str]]:
    """The option that opening brought: by role, else by a text that was not there before."""
    shown = [node for node in snapshot.nodes if node.shown]
    options = [n for n in shown if n.role in ("option", "menuitemradio", "menuitem", "treeitem")]
    best = ranked(wanted, ((node, _called(node)) for node in options))
    if best:
        return best[0], []
    fresh = [node for node in shown if (node.role, node.text) not in known]
    marks = {node.index for node in fresh}
    texts = by_text(wanted, snapshot, lambda node: node.index in marks)
    texts = [node for node in texts if node.tag not in ("input", "textarea")]
    seen = [_called(node) for node in options] or [node.text or "" for node in fresh if node.end == node.index + 1]
    return (texts[0] if texts else None), seen


def _group(actor: Actor, step: Select) -> Node | None:
    """Choices that stand behind a text which is no label of theirs: "Size", then chips."""
    pattern = step.target.label or step.target.name or step.target.text
    if pattern is None:
        return None
    snapshot = actor.look([step.target], names=True)
    for text in by_text(pattern, snapshot, lambda node: node.shown):
        for _, above in zip(range(GROUP_LEVELS), snapshot.above(text), strict=False):
            chosen = _inside(snapshot, above, step.option)
            if chosen is not None and chosen.index > text.index:
                return chosen
    return None


def _called(node: Node) -> str:
    return node.extra.get("label") or node.name or node.text or node.extra.get("title", "")


def _listed(labels: Sequence[str]) -> str:
    if not labels:
        return "there are no options"
    more = f" and {len(labels) - SHOWN_OPTIONS} more" if len(labels) > SHOWN_OPTIONS else ""
    return "there are " + ", ".join(repr(label) for label in labels[:SHOWN_OPTIONS]) + more
