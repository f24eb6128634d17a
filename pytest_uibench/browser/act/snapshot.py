"""One look at a page as plain values: elements in document order, shadow roots and same-origin frames included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

SHOWN: Final = 1
ARIA_HIDDEN: Final = 2
POINTER: Final = 4
FIELD: Final = 8
NOTICE: Final = 64
FRAME: Final = 256
FIXED: Final = 512
BEHIND: Final = 1024
"""Flags of a row, as ``scripts/look.js`` sets them."""
PLAIN: Final = 7
"""Entries of a row without attributes of interest."""
BoxTuple = tuple[float, float, float, float]


@dataclass(slots=True)
class Node:
    """One element."""

    index: int
    """Position in document order, and what scripts know it by."""
    end: int
    """Index behind its last descendant."""
    parent: int
    """Index of its parent across shadow roots and frames, -1 for the root."""
    tag: str
    flags: int
    box: BoxTuple
    """Left, top, width, height in CSS pixels of the viewport."""
    role: str
    name: str
    """Accessible name; empty where it has none."""
    text: str | None
    """Visible text in one line; None for a container with much text and no words of its own."""
    extra: Mapping[str, str]
    """``label``, ``beside`` (text before a field without a label), ``placeholder``, ``alt``, ``title``, ``test``."""

    @property
    def shown(self) -> bool:
        """A person can see it, perhaps after scrolling, or sees the label or drawing that stands for it."""
        return bool(self.flags & (SHOWN | BEHIND))

    @property
    def said(self) -> str:
        """Name, else text."""
        return self.name or self.text or ""

    def holds(self, other: Node) -> bool:
        """Whether ``other`` is inside."""
        return self.index < other.index < self.end


@dataclass(slots=True)
class Snapshot:
    """All elements of a page at one moment."""

    nodes: Sequence[Node]
    selected: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Selector to the indexes it matches."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """Selector to what is wrong with it."""
    unreadable: Sequence[int] = ()
    """Visible frames of another origin."""
    full: bool = False
    """The page has more elements than are looked at."""
    address: str = ""
    view: tuple[float, float] = (0.0, 0.0)
    """Width and height of the viewport."""

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Snapshot:
        """From the answer of ``scripts/look.js``."""
        rows = answer["rows"]
        ends = [index + 1 for index in range(len(rows))]
        for index in range(len(rows) - 1, 0, -1):
            parent = rows[index][0]
            ends[parent] = max(ends[parent], ends[index])
        nodes = [
            Node(
                index,
                end,
                row[0],
                row[1],
                row[2],
                tuple(row[3]),
                row[4],
                row[5],
                row[6],
                row[7] if len(row) > PLAIN else {},
            )
            for index, (row, end) in enumerate(zip(rows, ends, strict=True))
        ]
        return cls(
            nodes,
            answer["selected"],
            answer["faults"],
            answer["unreadable"],
            answer["full"],
            answer["address"],
            tuple(answer["view"]),
        )

    def above(self, node: Node) -> Iterator[Node]:
        """Its ancestors, the nearest first."""
        while node.parent >= 0:
            node = self.nodes[node.parent]
            yield node

    def inside(self, node: Node) -> Sequence[Node]:
        """Its descendants in document order."""
        return self.nodes[node.index + 1 : node.end]


def gap(one: BoxTuple, other: BoxTuple) -> float:
    """Pixels between two boxes, 0 where they touch or overlap."""
    wide = max(one[0] - (other[0] + other[2]), other[0] - (one[0] + one[2]), 0.0)
    high = max(one[1] - (other[1] + other[3]), other[1] - (one[1] + one[3]), 0.0)
    return float((wide**2 + high**2) ** 0.5)


def apart(one: BoxTuple, other: BoxTuple) -> float:
    """Pixels between the middles of two boxes."""
    wide = one[0] + one[2] / 2 - other[0] - other[2] / 2
    high = one[1] + one[3] / 2 - other[1] - other[3] / 2
    return float((wide**2 + high**2) ** 0.5)
