"""When a server is ready: the probe decides, a "ready" line in its log is nothing (F28)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pytest_uibench.constants import (
    SERVE_OTHER_PORT_SECONDS,
    SERVE_POLL_SECONDS,
    SERVE_PROBE_SECONDS,
    SERVE_SCAN_SECONDS,
    SERVE_WARM_SECONDS,
)

from .listening import LOOPBACK, Listener, answers_on, ask

_WARMING = frozenset({502, 503, 504})
_FOREIGN_LOOKS = 3
"""Looks in a row at a foreign listener before it is believed: sockets and processes are not read at one instant."""


class Watched(Protocol):
    """A server that is starting."""

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the server; True when it ended."""

    def listeners(self) -> Sequence[Listener]:
        """Listening sockets of its process tree."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A proven answer: the listening socket belongs to the server's own process tree."""

    host: str
    port: int
    notes: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """Origin for a browser."""
        return f"http://[{self.host}]:{self.port}" if ":" in self.host else f"http://{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class NotReady:
    """Why there was no proven answer."""

    kind: Literal["exit", "timeout", "taken", "host"]
    """``taken``: another process answers on the port; ``host``: the server cannot be reached over loopback."""
    listeners: tuple[Listener, ...] = ()


@dataclass
class _Look:
    """What earlier looks saw."""

    started: float = field(default_factory=time.monotonic)
    scanned: float = 0.0
    foreign: int = 0
    elsewhere: float | None = None
    found: tuple[Listener, ...] = ()


def await_ready(server: Watched, port: int, path: str, seconds: float) -> Ready | NotReady:
    """Wait until ``server`` answers over HTTP on a socket of its own.

    Args:
        server: the starting server.
        port: the port that it was told to use.
        path: path to ask for, the base path with a trailing slash.
        seconds: one deadline for all of it.
    """
    look = _Look()
    while not server.wait(SERVE_POLL_SECONDS):
        left = seconds - (time.monotonic() - look.started)
        if left <= 0:
            return NotReady("timeout", look.found)
        answered = answers_on(port)
        if not answered and time.monotonic() - look.scanned < SERVE_SCAN_SECONDS:
            continue
        look.scanned = time.monotonic()
        look.found = tuple(server.listeners())
        verdict = _judge(look, port, path, answered=answered, timeout=min(left, SERVE_PROBE_SECONDS))
        if verdict is not None:
            return verdict
    return NotReady("exit", look.found)


def _judge(look: _Look, port: int, path: str, *, answered: bool, timeout: float) -> Ready | NotReady | None:
    told = [listener for listener in look.found if listener.port == port]
    look.foreign = look.foreign + 1 if answered and not told else 0
    if look.foreign >= _FOREIGN_LOOKS:
        return NotReady("taken", look.found)
    if any(listener.hosts for listener in told):
        return _try(look, told, path, timeout)
    if not look.found:
        return None
    look.elsewhere = look.elsewhere or time.monotonic()
    if time.monotonic() - look.elsewhere < SERVE_OTHER_PORT_SECONDS:
        return None
    reachable = [listener for listener in look.found if listener.hosts]
    return _try(look, reachable, path, timeout, told=port) if reachable else NotReady("host", look.found)


def _try(look: _Look, candidates: list[Listener], path: str, timeout: float, told: int | None = None) -> Ready | None:
    warm = time.monotonic() - look.started > SERVE_WARM_SECONDS
    choices: list[tuple[bool, bool, int, Listener, str]] = []
    for listener in candidates:
        for host in listener.hosts:
            reply = ask(host, listener.port, path, timeout)
            if reply is not None and (warm or reply.status not in _WARMING):
                # A page beats an interface; among pages the one that was asked for first on 127.0.0.1.
                choices.append((not reply.html, host != LOOPBACK, len(choices), listener, host))
                break
    if not choices:
        return None
    *_rank, listener, host = min(choices)
    return Ready(host, listener.port, _notes(listener, host, told))


def _notes(listener: Listener, host: str, told: int | None) -> tuple[str, ...]:
    notes = []
    if told is not None:
        notes.append(f"the server listens on port {listener.port} although it was told {told} (PORT)")
    if host != LOOPBACK:
        notes.append(f"the server listens on {host} only although it was told {LOOPBACK} (HOST): served there")
    if listener.public:
        notes.append("the server listens on every interface of this machine, not only on loopback")
    return tuple(notes)
