"""What a person would look at next where a target was not found: the nearest visible candidates. Pure."""

from __future__ import annotations

from difflib import SequenceMatcher

from pytest_uibench.constants import ACT_NEAREST, ACT_SHOWN_TEXT
from pytest_uibench.spec.matching import normalise
from pytest_uibench.spec.targets import Target

from .hints import CLICKABLE
from .snapshot import FIELD, POINTER, Node, Snapshot

NAMED = CLICKABLE | {"heading", "checkbox", "switch", "radio", "dialog", "combobox", "textbox", "searchbox", "listitem"}
SAME_ROLE = 0.2


def nearest(target: Target, snapshot: Snapshot) -> tuple[str, ...]:
    """At most eight visible candidates as text, the likeliest first."""
    while target.each is not None:
        target = target.each
    wanted = [normalise(pattern.source.strip("/")) for pattern in target.patterns]
    wanted += [normalise(word) for word in (target.test_id,) if word]
    seen: dict[str, float] = {}
    for node in snapshot.nodes:
        if not node.shown or not _candidate(node):
            continue
        text = described(node)
        likeness = max((_likeness(word, node) for word in wanted), default=0.0)
        score = likeness + (SAME_ROLE if node.role and node.role == target.role else 0.0)
        seen[text] = max(score, seen.get(text, 0.0))
    best = sorted(seen.items(), key=lambda pair: -pair[1])
    return tuple(text for text, _ in best[:ACT_NEAREST])


def described(node: Node) -> str:
    """``button "Add to bag"``, ``textbox (placeholder "you@example.com")``, ``text "Your cart"``."""
    role = node.role or ("field" if node.flags & FIELD else f"<{node.tag}>" if node.flags & POINTER else "text")
    said = node.said or node.extra.get("beside", "")
    if said:
        return f'{role} "{_cut(said)}"'
    for key in ("placeholder", "title", "alt", "test"):
        if key in node.extra:
            return f'{role} ({key} "{_cut(node.extra[key])}")'
    return f"{role} without a name"


def _candidate(node: Node) -> bool:
    if node.role in NAMED or node.flags & (FIELD | POINTER):
        return True
    # Words that stand on the page by themselves.
    return bool(node.text) and node.end == node.index + 1 and len(node.text or "") <= ACT_SHOWN_TEXT


def _likeness(wanted: str, node: Node) -> float:
    said = normalise(" ".join(filter(None, (node.said, *node.extra.values()))))[: 2 * ACT_SHOWN_TEXT]
    if not said:
        return 0.0
    matcher = SequenceMatcher(None, wanted, said, autojunk=False)
    if matcher.real_quick_ratio() + matcher.quick_ratio() < 0.4:
        return 0.0
    shared = set(wanted.split()) & set(said.split())
    return matcher.ratio() + len(shared) / (1 + len(set(wanted.split())))


def _cut(text: str) -> str:
    return text if len(text) <= ACT_SHOWN_TEXT else f"{text[: ACT_SHOWN_TEXT - 1]}…"
