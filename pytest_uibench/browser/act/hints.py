"""What each hint of a target finds in a snapshot, best match first (SPEC.md, "Targets"). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from pytest_uibench.spec.matching import SUBSTRING, Pattern
from pytest_uibench.spec.targets import Target

from .snapshot import ARIA_HIDDEN, FIELD, FIXED, POINTER, Node, Snapshot

CLICKABLE = frozenset(
    {"button", "link", "tab", "menuitem", "menuitemradio", "menuitemcheckbox", "option", "treeitem", "radio"}
)
FAMILIES = (
    CLICKABLE,
    frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    frozenset({"textbox", "searchbox", "combobox", "spinbutton"}),
    frozenset({"combobox", "listbox", "radiogroup"}),
    frozenset({"dialog", "alertdialog"}),
)
"""Roles that different implementations give to the same control."""
FIELD_ROLES = FAMILIES[2] | FAMILIES[3]
ALSO = {"combobox": frozenset({"button"}), "listbox": frozenset({"group", "list", "menu"})}
"""Further roles that stand for one, but not the other way round: a button that opens a list of choices."""
TAB_BAR_MIN = 2

Inside = Callable[[Node], bool]


def by_hint(hint: str, target: Target, snapshot: Snapshot, inside: Inside) -> list[Node]:
    """Elements that one hint finds where ``inside`` says so: the best-matching ones, in document order."""
    match hint:
        case "role":
            return by_role(target, snapshot, inside)
        case "test_id":
            return [node for node in snapshot.nodes if node.extra.get("test") == target.test_id and inside(node)]
        case "selector":
            nodes = (snapshot.nodes[index] for index in snapshot.selected.get(target.selector or "", ()))
            return [node for node in nodes if inside(node)]
        case "label":
            return _by_extra(target.label, "label", snapshot, inside)
        case "text":
            return by_text(target.text, snapshot, inside)
        case "position":
            return _by_position(target, snapshot, inside)
        case _:
            return _by_extra(getattr(target, hint), hint, snapshot, inside)


def by_role(target: Target, snapshot: Snapshot, inside: Inside) -> list[Node]:
    """Elements of the role, and of the name where one is given; what is hidden from assistive technology is none."""
    nodes = [
        node for node in snapshot.nodes if node.role == target.role and not node.flags & ARIA_HIDDEN and inside(node)
    ]
    if target.name is None:
        return nodes
    return ranked(target.name, ((node, node.name or words_of(node, snapshot)) for node in nodes))


def by_text(pattern: Pattern | None, snapshot: Snapshot, inside: Inside) -> list[Node]:
    """The smallest elements that show the text."""
    found = ranked(pattern, ((node, node.text) for node in snapshot.nodes if node.text and inside(node)))
    return smallest(found)


def smallest(nodes: Sequence[Node]) -> list[Node]:
    """Without those that hold another one of them that is as visible."""
    kept: list[Node] = []
    for node in reversed(nodes):
        # In document order descendants follow at once: those kept last.
        inner = takewhile(node.holds, reversed(kept))
        if not any(other.shown == node.shown for other in inner):
            kept.append(node)
    return kept[::-1]


def ranked(pattern: Pattern | None, said: Iterable[tuple[Node, str | None]]) -> list[Node]:
    """Those whose words match best: of the best rank among the visible ones, hidden ones of that rank with them.

    A part of a word never wins over a hidden element that fits wholly: "men's" is not "Women's" while "Men's" is in a
    closed menu.
    """
    if pattern is None:
        return []
    pairs = [(node, rank) for node, words in said if words and (rank := pattern.match_rank(words)) is not None]
    seen = min((rank for node, rank in pairs if node.shown), default=None)
    lowest = min((rank for _, rank in pairs), default=0)
    best = lowest if seen is None or (seen == SUBSTRING and lowest < SUBSTRING) else seen
    return [node for node, rank in pairs if rank == best]


def words_of(node: Node, snapshot: Snapshot) -> str:
    """What a nameless element is called by: its first heading, else its text."""
    for inner in snapshot.inside(node):
        if inner.role == "heading" and inner.shown:
            return inner.said
    return node.text or ""


def beside_label(target: Target, snapshot: Snapshot, inside: Inside) -> list[Node]:
    """Fields without a label of their own, by the text before them."""
    return _by_extra(target.label, "beside", snapshot, inside)


def family_of(role: str) -> set[str]:
    """Roles that may stand for this one."""
    return {other for group in FAMILIES if role in group for other in group} | ALSO.get(role, frozenset())


def by_family(target: Target, snapshot: Snapshot, inside: Inside) -> list[Node]:
    """A control of a related role, or of none, that is called so: a link that looks like a button, a clickable box."""
    family = family_of(target.role or "")
    if target.role in ("dialog", "alertdialog"):
        boxes = _modals(snapshot, inside)
        return boxes if target.name is None else ranked(target.name, ((n, words_of(n, snapshot)) for n in boxes))
    if not family or target.name is None:
        return []
    loose = target.role in CLICKABLE
    nodes = [
        node
        for node in snapshot.nodes
        if (node.role in family or (loose and node.flags & POINTER)) and not node.flags & ARIA_HIDDEN and inside(node)
    ]
    found = ranked(target.name, ((node, node.said) for node in nodes))
    if found or target.role not in FIELD_ROLES:
        return smallest(found)
    fields = [node for node in snapshot.nodes if node.flags & FIELD and node.role in family and inside(node)]
    return ranked(target.name, ((node, node.extra.get("beside")) for node in fields))


def _by_extra(pattern: Pattern | None, key: str, snapshot: Snapshot, inside: Inside) -> list[Node]:
    return ranked(pattern, ((node, node.extra.get(key)) for node in snapshot.nodes if node.extra and inside(node)))


def _by_position(target: Target, snapshot: Snapshot, inside: Inside) -> list[Node]:
    if target.role is not None:
        nodes = [n for n in snapshot.nodes if n.role == target.role and not n.flags & ARIA_HIDDEN and inside(n)]
    else:
        nodes = tab_bar(snapshot, inside)
    shown = [node for node in nodes if node.shown]
    wanted = target.position or 0
    return shown[wanted : wanted + 1]


def tab_bar(snapshot: Snapshot, inside: Inside) -> list[Node]:
    """Entries of the app's tab bar: of the first tab list, else of the first navigation, else of the page's head."""
    wanted = {"tablist": {"tab"}, "navigation": {"link", "button", "tab"}, "banner": {"link", "button", "tab"}}
    for holder, roles in wanted.items():
        for bar in (node for node in snapshot.nodes if node.role == holder and node.shown):
            entries = [n for n in snapshot.inside(bar) if n.shown and n.role in roles and inside(n)]
            if len(entries) >= TAB_BAR_MIN:
                return entries
    return _row_of_clickables(snapshot, inside)


def _row_of_clickables(snapshot: Snapshot, inside: Inside) -> list[Node]:
    """A bar built from plain boxes: the first parent with several clickable children."""
    children: dict[int, list[Node]] = {}
    for node in snapshot.nodes:
        if node.shown and inside(node) and (node.role in CLICKABLE or node.flags & POINTER):
            children.setdefault(node.parent, []).append(node)
    return next((entries for _, entries in sorted(children.items()) if len(entries) >= TAB_BAR_MIN), [])


def _modals(snapshot: Snapshot, inside: Inside) -> list[Node]:
    """Boxes without a role that lie above the page like a dialog: fixed, in the middle, and not the app's frame."""
    found = []
    for node in snapshot.nodes:
        outer = snapshot.nodes[node.parent] if node.parent >= 0 else None
        if not node.flags & FIXED or (outer and outer.flags & FIXED) or not inside(node):
            continue
        held = [node, *snapshot.inside(node)]
        if any(one.role in ("main", "navigation", "banner") for one in held):
            continue
        if any(one.shown and one.role in ("heading", "button", "textbox") for one in held) and _central(node, snapshot):
            found.append(node)
    return found


def _central(node: Node, snapshot: Snapshot) -> bool:
    left, top, width, height = node.box
    wide, high = snapshot.view
    if not wide or not high:
        return False
    middle = top + height / 2
    tall = height >= high * 0.5
    return width * height >= wide * high * 0.05 and (tall or high * 0.25 <= middle <= high * 0.75) and left < wide
