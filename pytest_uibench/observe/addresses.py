"""From declared route patterns to addresses that can be opened, and back. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pytest_uibench import constants
from pytest_uibench.model import RouteMap
from pytest_uibench.subject.routes.concrete import make_concrete, matches, specificity

from .links import shape

Values = Callable[[str, str], Sequence[str]]
"""Literals in the source that a parameter (name, in this pattern) could take."""


@dataclass(frozen=True, slots=True)
class Address:
    """A concrete path for a pattern."""

    pattern: str
    path: str
    guessed: bool = False
    """True when no link showed it: filled with a value seen in the source."""


class AddressBook:
    """Knows how a router's patterns are written in the address bar."""

    def __init__(self, routes: RouteMap, base: str, examples: Mapping[str, str] | None = None) -> None:
        """``examples``: routes of a spec to a concrete one each, ``/product/:id`` to ``/product/1``.

        Where a link shows an example it is taken before others, and one with the same values before any
        (``/shop/item/1``): the page then shows what the reference shows.
        """
        self._examples = frozenset((examples or {}).values())
        self._values = frozenset(
            value
            for route, example in (examples or {}).items()
            for part, value in zip(route.split("/"), example.split("/"), strict=False)
            if part.startswith(":")
        )
        self._patterns = [route.pattern for route in routes.routes]
        self._hash = routes.mode == "hash"
        basename = routes.basename.rstrip("/")
        self._basename = "" if basename == base.rstrip("/") else basename

    @property
    def prefix(self) -> str:
        """The router's basename where the build's base does not carry it already."""
        return self._basename

    @property
    def missing(self) -> str:
        """An address that no route has."""
        return self.path(f"/{constants.MISSING_TOKEN}")

    def declared(self, route: str) -> bool:
        """True for a concrete route that some pattern other than a catch-all stands for."""
        return any(matches(pattern, route) for pattern in self._patterns if pattern not in ("*", "/*"))

    def shape(self, path: str) -> str:
        """Declared pattern that an address belongs to, else the shape of its segments."""
        route = self.route(path)
        fitting = [pattern for pattern in self._patterns if matches(pattern, route)]
        return max(fitting, key=specificity).replace(":", "*") if fitting else shape(path)

    def path(self, pattern: str) -> str:
        """Path to open for a concrete route, without the base of the build."""
        if self._hash:
            return f"/#{pattern}"
        return f"{self._basename}{pattern}" if pattern != "/" or not self._basename else self._basename

    def route(self, path: str) -> str:
        """Concrete route for a path seen in a link: the reverse of :meth:`path`, query dropped."""
        if self._hash:
            path = path.partition("#")[2] or "/"
        path = path.split("?")[0].split("#")[0]
        if self._basename and (path == self._basename or path.startswith(f"{self._basename}/")):
            path = path[len(self._basename) :]
        return path.rstrip("/") or "/"

    def from_links(self, pattern: str, links: Iterable[str]) -> Address | None:
        """An address for ``pattern`` that a link shows."""
        others = [other for other in self._patterns if other != pattern]
        shown = [self.route(link) for link in links]
        named = [route for route in shown if route in self._examples]
        alike = [route for route in shown if self._values.intersection(route.split("/"))]
        concrete = make_concrete(pattern, [*named, *alike, *shown], others=others)
        return Address(pattern, self.path(concrete)) if concrete is not None else None

    def guesses(self, pattern: str, values: Values) -> list[Address]:
        """Addresses for ``pattern`` out of values seen in the source; none when a parameter has no value."""
        names = [part.lstrip(":").rstrip("?") for part in pattern.split("/") if part.startswith(":")]
        if not names or "*" in pattern:
            return []
        choices = {name: list(values(name, pattern))[: constants.PARAMETER_GUESSES] for name in names}
        if not all(choices.values()):
            return []
        found = []
        for index in range(max(len(options) for options in choices.values())):
            parts = [self._filled(part, choices, index) for part in pattern.split("/")]
            found.append(Address(pattern, self.path("/".join(parts)), guessed=True))
        return found

    def impossible(self, pattern: str) -> str:
        """An address of ``pattern`` that no data can have."""
        parts = [constants.MISSING_TOKEN if part[:1] in (":", "*") else part for part in pattern.split("/")]
        return self.path("/".join(parts))

    @staticmethod
    def _filled(part: str, choices: dict[str, list[str]], index: int) -> str:
        if not part.startswith(":"):
            return part
        options = choices[part.lstrip(":").rstrip("?")]
        return options[min(index, len(options) - 1)]
