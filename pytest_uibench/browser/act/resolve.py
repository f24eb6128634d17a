"""Which elements of a snapshot a target stands for (SPEC.md, "Targets"). Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pytest_uibench.spec.targets import Target

from .hints import beside_label, by_family, by_hint, family_of
from .snapshot import FRAME, Node, Snapshot, apart, gap

REMARK_BESIDE = "the field has no label of its own: the text before it was read as one"
REMARK_FAMILY = "no element has this role: {found} was taken for it (people using assistive technology do not find it)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a target stands for."""

    nodes: tuple[Node, ...] = ()
    """Visible ones in document order; with ``near`` the nearest first."""
    hidden: tuple[Node, ...] = ()
    """Found but not visible, where none is visible."""
    hint: str | None = None
    """Hint that found them."""
    matched: int = 0
    """How many this hint found, hidden ones included."""
    missing: int = 0
    """With ``each`` and ``part``: elements without such a part."""
    why: str | None = None
    """Why nothing was found, where there is more to say than that."""
    notes: tuple[str, ...] = ()

    @property
    def first(self) -> Node | None:
        """The element that a step acts on."""
        return self.nodes[0] if self.nodes else None


class _NoScopeError(Exception):
    """What a target is to be searched in is not there."""


def resolve(target: Target, snapshot: Snapshot, scope: Node | None = None) -> Found:
    """The elements that ``target`` stands for, searched in ``scope`` or the whole page."""
    if target.each is not None and target.part is not None:
        return _parts(target.each, target.part, snapshot, scope)
    if target.selector is not None and target.selector in snapshot.faults:
        return Found(why=f"the selector {target.selector!r} is broken: {snapshot.faults[target.selector]}")
    try:
        areas = list(_areas(target, snapshot, scope))
    except _NoScopeError as error:
        return Found(why=str(error))
    hidden: Found | None = None
    for hint, nodes, note in _tries(target, snapshot, areas):
        if not nodes:
            continue
        shown = [node for node in nodes if node.shown]
        if not shown:
            hidden = hidden or Found(hidden=tuple(nodes), hint=hint, matched=len(nodes), why=_why_hidden(nodes))
            continue
        return _picked(target, snapshot, scope, Found(nodes=tuple(shown), hint=hint, matched=len(nodes), notes=note))
    return hidden or Found()


def selectors_of(targets: Sequence[Target]) -> list[str]:
    """CSS selectors that the targets and those in them use, each once."""
    found: dict[str, None] = {}
    for target in targets:
        if target.selector is not None:
            found[target.selector] = None
        found.update(dict.fromkeys(selectors_of(target.inner)))
    return list(found)


def named_roles(targets: Sequence[Target]) -> set[str]:
    """Roles whose elements may be asked for by name, those that may stand for them included."""
    found: set[str] = set()
    for target in targets:
        if target.role is not None and target.name is not None:
            found |= family_of(target.role) | {target.role}
        found |= named_roles(target.inner)
    return found


def asks_labels(targets: Sequence[Target]) -> bool:
    """Whether labels of fields may be asked for."""
    return any(target.label is not None or asks_labels(target.inner) for target in targets)


def _tries(
    target: Target, snapshot: Snapshot, areas: Sequence[Sequence[Node]]
) -> Iterator[tuple[str, list[Node], tuple[str, ...]]]:
    holders = None if target.has is None else resolve(target.has, snapshot).nodes

    def inside(node: Node, *, whole: bool = False) -> bool:
        if holders is not None and not any(node is one or node.holds(one) for one in holders):
            return False
        # A text stands inside the element that shows it, where that is the smallest one.
        return all(any(area.holds(node) or (whole and area is node) for area in group) for group in areas)

    for hint in target.hints:
        whole = hint == "text"
        yield hint, by_hint(hint, target, snapshot, lambda node, whole=whole: inside(node, whole=whole)), ()  # type: ignore[misc]
    if target.label is not None:
        yield "label", beside_label(target, snapshot, inside), (REMARK_BESIDE,)
    if target.role is not None and target.position is None:
        nodes = by_family(target, snapshot, inside)
        found = f"<{nodes[0].tag}{f' role={nodes[0].role}' if nodes[0].role else ''}>" if nodes else ""
        yield "role", nodes, (REMARK_FAMILY.format(found=found),)


def _areas(target: Target, snapshot: Snapshot, scope: Node | None) -> Iterator[Sequence[Node]]:
    """Groups of elements; what is searched lies in one of each group."""
    if scope is not None:
        yield (scope,)
    if target.within is not None:
        found = resolve(target.within, snapshot, scope)
        if not found.nodes:
            raise _NoScopeError(f"within({target.within}) was not found{_because(found)}")
        yield found.nodes
    if target.frame is not None:
        found = resolve(target.frame, snapshot, scope)
        frames = [node for node in found.nodes if node.flags & FRAME]
        frames += [one for node in found.nodes for one in snapshot.inside(node) if one.flags & FRAME]
        if not frames:
            raise _NoScopeError(f"frame({target.frame}) was not found{_because(found)}")
        if all(frame.index in snapshot.unreadable for frame in frames):
            raise _NoScopeError(f"frame({target.frame}) is of another origin: not inspectable")
        yield frames


def _picked(target: Target, snapshot: Snapshot, scope: Node | None, found: Found) -> Found:
    nodes, notes = found.nodes, found.notes
    if target.near is not None:
        anchor = resolve(target.near, snapshot, scope)
        if anchor.first is None:
            return Found(matched=found.matched, why=f"near({target.near}) was not found{_because(anchor)}")
        box = anchor.first.box
        others = [node for node in nodes if node is not anchor.first] or list(nodes)
        nodes = tuple(sorted(others, key=lambda node: (gap(node.box, box), apart(node.box, box))))
        if len(anchor.nodes) > 1:
            notes = (*notes, f"near({target.near}) matched {len(anchor.nodes)}: the first was taken")
    if target.nth is not None:
        if target.nth >= len(nodes):
            told = f"nth: {target.nth} counts from 0, but {len(nodes)} visible matched"
            return Found(hint=found.hint, matched=found.matched, why=told)
        nodes = nodes[target.nth : target.nth + 1]
    elif target.near is not None:
        nodes = nodes[:1]
    return replace(found, nodes=nodes, notes=notes)


def _parts(each: Target, part: Target, snapshot: Snapshot, scope: Node | None) -> Found:
    wholes = resolve(each, snapshot, scope)
    if not wholes.nodes:
        return Found(why=f"each({each}) was not found{_because(wholes)}", hint=wholes.hint, hidden=wholes.hidden)
    parts: list[Node] = []
    for node in wholes.nodes:
        found = resolve(part, snapshot, node)
        parts += found.nodes[:1]
    missing = len(wholes.nodes) - len(parts)
    why = f"{missing} of {len(wholes.nodes)} elements have no part({part})" if missing else None
    return Found(nodes=tuple(parts), hint=wholes.hint, matched=len(wholes.nodes), missing=missing, why=why)


def _because(found: Found) -> str:
    return f" ({found.why})" if found.why else ""


def _why_hidden(nodes: Sequence[Node]) -> str:
    count = f"{len(nodes)} such elements are" if len(nodes) > 1 else "such an element is"
    return f"{count} there, but not visible"
