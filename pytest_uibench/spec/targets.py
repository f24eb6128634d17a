"""Targets: ways to find an element by what a person sees (SPEC.md, "Targets")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final

from pytest_uibench.constants import COUNT_LIMIT

from .matching import Pattern
from .records import Placed, Record, key
from .roles import ROLES
from .rules import Needs, Rule, SomeOf
from .scalars import Choice, Flag, Number, PatternText, Text
from .shapes import Lazy, Shape

INDEX: Final = Number(low=0, high=COUNT_LIMIT, whole=True)
HINTS: Final = (
    "test_id",
    "role",
    "label",
    "placeholder",
    "alt",
    "title",
    "text",
    "selector",
    "position",
)
"""Keys that can find an element, in the order in which they are tried."""
TARGET: Final[Shape] = Lazy(lambda: _TARGET)


@dataclass(frozen=True, kw_only=True)
class Target(Placed):
    """Hints for one element: the first that finds a visible one wins.

    They are tried in the order of :data:`HINTS`, but a ``role`` without ``name`` goes last (:attr:`hints`). ``within``,
    ``near``, ``has``, ``nth`` and ``frame`` narrow whichever hint is used. A target with ``each`` and ``part`` stands
    for one part of every element that ``each`` finds.
    """

    RULES: ClassVar[tuple[Rule, ...]] = (
        SomeOf((*HINTS, "each")),
        Needs("name", "role", "; for the words on an element use text, for a form field label"),
        Needs("each", "part"),
        Needs("part", "each"),
    )
    test_id: str | None = field(default=None, metadata=key(Text(), "Value of the data-testid attribute."))
    role: str | None = field(
        default=None, metadata=key(Choice(ROLES, "an ARIA role"), "ARIA role, explicit or implied by the element.")
    )
    name: Pattern | None = field(
        default=None, metadata=key(PatternText(), "Accessible name of the element with that role.")
    )
    label: Pattern | None = field(default=None, metadata=key(PatternText(), "Label of a form field, or aria-label."))
    placeholder: Pattern | None = field(default=None, metadata=key(PatternText(), "Placeholder of a form field."))
    alt: Pattern | None = field(default=None, metadata=key(PatternText(), "Alternative text of a picture."))
    title: Pattern | None = field(default=None, metadata=key(PatternText(), "The title attribute."))
    text: Pattern | None = field(default=None, metadata=key(PatternText(), "Visible text of the element."))
    selector: str | None = field(
        default=None,
        metadata=key(Text("a CSS selector"), "CSS selector; speaks of one implementation, so use it last."),
    )
    position: int | None = field(
        default=None,
        metadata=key(INDEX, "Index from 0 among the visible elements of the role, or of the tab bar without a role."),
    )
    within: Target | None = field(default=None, metadata=key(TARGET, "Search inside this element only."))
    near: Target | None = field(
        default=None, metadata=key(TARGET, "Of several matches, the one whose box is nearest to this element's.")
    )
    has: Target | None = field(default=None, metadata=key(TARGET, "The element must contain such an element."))
    nth: int | None = field(default=None, metadata=key(INDEX, "Of several matches, this one, from 0."))
    frame: Target | None = field(
        default=None,
        metadata=key(Lazy(lambda: _FRAME), "Search inside this frame: a target, or a CSS selector of the frame."),
    )
    exact: bool = field(
        default=False, metadata=key(Flag(), "Strings must be equal after normalisation, parts do not match.")
    )
    each: Target | None = field(default=None, metadata=key(TARGET, "Every element that this target finds …"))
    part: Target | None = field(default=None, metadata=key(TARGET, "… and of each of them this part."))

    def problems(self) -> Iterator[str]:
        if self.each is not None and self.hints:
            yield f"a target with each and part takes no {self.hints[0]} beside them: put it into part or each"
        if self.exact and not self.patterns:
            yield "a target: exact: true says nothing without a string to match"

    @property
    def hints(self) -> tuple[str, ...]:
        """Names of the hints given, in the order in which they are tried.

        ``position`` together with ``role`` is an index among that role's elements; a ``role`` without ``name`` is the
        weakest hint and goes last.
        """
        given = [hint for hint in HINTS if getattr(self, hint) is not None]
        if self.role is not None and self.name is None:
            given.remove("role")
            given.append("role")
        return tuple(given)

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """Strings that this target itself matches."""
        values = (getattr(self, entry.name) for entry in fields(self))
        return tuple(value for value in values if isinstance(value, Pattern))

    @property
    def inner(self) -> tuple[Target, ...]:
        """Targets that this one holds."""
        held = (self.within, self.near, self.has, self.frame, self.each, self.part)
        return tuple(target for target in held if target is not None)

    def __str__(self) -> str:
        """``role=button name='Add to cart' within(role=main)``, for messages."""
        plain = [f"{hint}={getattr(self, hint)!s}" for hint in HINTS if getattr(self, hint) is not None]
        if self.name is not None:
            plain.insert(plain.index(f"role={self.role}") + 1, f"name={str(self.name)!r}")
        plain += [f"nth={self.nth}"] if self.nth is not None else []
        for name in ("within", "near", "has", "frame", "each", "part"):
            held = getattr(self, name)
            plain += [f"{name}({held})"] if held is not None else []
        return " ".join(plain)


def _made_exact(target: Target) -> Target:
    """``exact: true`` reaches every string of the target."""
    if not target.exact:
        return target
    patterns: dict[str, Any] = {
        entry.name: replace(value, exact=True)
        for entry in fields(target)
        if isinstance(value := getattr(target, entry.name), Pattern)
    }
    return replace(target, **patterns)


_TARGET: Final[Shape] = Record(
    Target, "a target", "target", example="{text: Save} or {role: button, name: Save}", finish=_made_exact
)
_FRAME: Final[Shape] = Record(Target, "a frame", "frame", short="selector", finish=_made_exact)
