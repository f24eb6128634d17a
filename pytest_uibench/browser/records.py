"""What was recorded around one page: bounded, repeat-free, and without what the network policy itself caused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from pytest_uibench.constants import CONSOLE_LIMIT, CONSOLE_TEXT_LIMIT
from pytest_uibench.model import ConsoleLine, RequestFault

from .network import NetworkPolicy, host_of

NETWORK_ERRORS = re.compile(r"Failed to fetch|NetworkError|Network Error|Load failed|Importing a module script failed")
ADDRESS = re.compile(r"(?:https?|wss?)://[^\s\"'<>)]+")
DialogAnswer = Literal["accept", "dismiss"]
AFTER_REFUSAL = " [after a request that the network policy refused]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one page did between :meth:`PageRecorder.mark` and :meth:`PageRecorder.drain`."""

    console: tuple[ConsoleLine, ...] = ()
    requests: tuple[RequestFault, ...] = ()
    hosts: tuple[str, ...] = ()
    """Foreign hosts asked for, in order, each once (F43)."""
    refused_hosts: tuple[str, ...] = ()
    dialogs: tuple[str, ...] = ()
    """``kind: message``."""
    popups: tuple[str, ...] = ()
    """Addresses of pages that were opened beside this one (F47)."""
    downloads: tuple[str, ...] = ()
    """Suggested file names (F48)."""
    loads: int = 0
    """Documents that the main frame loaded."""
    moves: int = 0
    """Changes of the main frame's address, those within a document included."""
    crashed: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer to one dialog."""

    answer: DialogAnswer
    text: str | None = None
    """What is entered into a prompt; None leaves what stands there."""


class Notes(NamedTuple):
    """What a page raised so far."""

    dialogs: Sequence[str]
    """``kind: message``."""
    popups: Sequence[str]
    """Addresses."""
    downloads: Sequence[str]
    """Suggested file names."""


@dataclass(slots=True)
class Tally:
    """Bounded, repeat-free notes of one observation."""

    console: dict[tuple[str, str, str | None, int | None], ConsoleLine] = field(default_factory=dict)
    requests: dict[tuple[str, str], RequestFault] = field(default_factory=dict)
    hosts: dict[str, bool] = field(default_factory=dict)
    dialogs: list[str] = field(default_factory=list)
    popups: list[str] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    started: dict[object, float] = field(default_factory=dict)
    loads: int = 0
    moves: int = 0

    def recorded(self, *, crashed: bool) -> Recorded:
        """The notes as they stand."""
        return Recorded(
            console=tuple(_without_our_doing(self)),
            requests=tuple(self.requests.values()),
            hosts=tuple(self.hosts),
            refused_hosts=tuple(host for host, refused in self.hosts.items() if refused),
            dialogs=tuple(self.dialogs),
            popups=tuple(self.popups),
            downloads=tuple(self.downloads),
            loads=self.loads,
            moves=self.moves,
            crashed=crashed,
        )

    def line(self, line: ConsoleLine) -> None:
        """Keep a console line once; errors push out warnings when there is no room."""
        key = (line.kind, line.text, line.url, line.line)
        if key not in self.console and (len(self.console) < CONSOLE_LIMIT or self._make_room(line.kind)):
            self.console[key] = line

    def fault(self, fault: RequestFault) -> None:
        """Keep a failed request once."""
        if len(self.requests) < CONSOLE_LIMIT:
            self.requests.setdefault((fault.method, fault.url), fault)

    def host(self, url: str, *, refused: bool) -> None:
        """Keep a foreign host once (F43)."""
        if len(self.hosts) < CONSOLE_LIMIT:
            self.hosts[host_of(url)] = refused

    @staticmethod
    def append(notes: list[str], text: str) -> None:
        """Keep a dialog, popup or download."""
        if len(notes) < CONSOLE_LIMIT:
            notes.append(text[:CONSOLE_TEXT_LIMIT])

    def _make_room(self, kind: str) -> bool:
        """A flood of warnings must not push out the error that explains the page."""
        rank = {"warning": 0, "error": 1, "pageerror": 2}
        lowest = min(self.console, key=lambda key: rank[key[0]])
        if rank[lowest[0]] >= rank[kind]:
            return False
        del self.console[lowest]
        return True


def with_places(recorded: Recorded, errors: Sequence[Mapping[str, Any]], policy: NetworkPolicy) -> Recorded:
    """Fill in where uncaught errors without a stack (syntax errors) happened, from the page's own ``error`` events."""

    def placed(line: ConsoleLine) -> ConsoleLine:
        if line.kind != "pageerror" or line.url:
            return line
        for error in errors:
            if policy.plain(error["text"]).endswith(line.text):
                return replace(line, url=policy.relative(error["url"]), line=error["line"], column=error["column"])
        return line

    return replace(recorded, console=tuple(placed(line) for line in recorded.console))


def _without_our_doing(tally: Tally) -> list[ConsoleLine]:
    """Errors that only say that a refused request failed become warnings: they are not the app's."""
    refused = [fault for fault in tally.requests.values() if fault.refused and fault.resource != "image"]
    own = [fault for fault in tally.requests.values() if not fault.refused]
    lines = []
    for line in tally.console.values():
        ours = bool(refused) and NETWORK_ERRORS.search(line.text) is not None
        named = list(ADDRESS.findall(line.text))
        if ours and line.kind != "warning" and (not own or any(_same(a, refused) for a in named)):
            line = replace(line, kind="warning", text=line.text + AFTER_REFUSAL)  # noqa: PLW2901
        lines.append(line)
    return lines


def _same(address: str, faults: list[RequestFault]) -> bool:
    return any(fault.url.startswith(address) or address.startswith(fault.url) for fault in faults)
