"""Who listens where, and whether it answers: the proof that a page is ours (F20, F21)."""

from __future__ import annotations

import errno
import http.client
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import psutil

from pytest_uibench.constants import SERVE_CONNECT_SECONDS, SERVE_PROBE_SECONDS

LOOPBACK: Final = "127.0.0.1"
_ANY: Final = frozenset({"0.0.0.0", "::", "", "*"})  # noqa: S104 - recognised here, never bound


@dataclass(frozen=True, slots=True, order=True)
class Listener:
    """One listening TCP socket of a process."""

    port: int
    address: str
    pid: int

    @property
    def hosts(self) -> tuple[str, ...]:
        """Loopback hosts under which it may be reached, the preferred first; empty for another interface only."""
        if self.address == "::":
            return (LOOPBACK, "::1")
        if self.address in _ANY or self.address.startswith(("127.", "::ffff:127.")):
            return (self.address.removeprefix("::ffff:") if self.address not in _ANY else LOOPBACK,)
        return ("::1",) if self.address == "::1" else ()

    @property
    def public(self) -> bool:
        """True when other machines can reach it."""
        return self.address in _ANY or not self.hosts


def listeners(processes: Iterable[psutil.Process]) -> list[Listener]:
    """Return the listening TCP sockets of the given processes, sorted and unique."""
    found = set()
    for process in processes:
        try:
            connections = process.net_connections(kind="tcp")
        except (psutil.Error, OSError):
            continue
        found |= {
            Listener(c.laddr.port, c.laddr.ip, process.pid)
            for c in connections
            if c.status == psutil.CONN_LISTEN and c.laddr
        }
    return sorted(found)


def free_port() -> int:
    """Return a TCP port that is free on 127.0.0.1 and, where there is IPv6, on ``::1``.

    It may be taken before the server binds it: who uses it proves afterwards that the listener is its own.
    """
    while True:
        with socket.socket() as four:
            four.bind((LOOPBACK, 0))
            port = int(four.getsockname()[1])
            if _free_on_six(port):
                return port


def _free_on_six(port: int) -> bool:
    if not socket.has_ipv6:
        return True
    try:
        with socket.socket(socket.AF_INET6) as six:
            six.bind(("::1", port))
    except OSError as error:
        # No IPv6 on this machine is as good as a free port.
        return error.errno != errno.EADDRINUSE
    return True


def answers_on(port: int, host: str = LOOPBACK) -> bool:
    """Return True when something accepts TCP connections there."""
    try:
        with socket.create_connection((host, port), timeout=SERVE_CONNECT_SECONDS):
            return True
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Reply:
    """Status line and type of an answer; the body is not read."""

    status: int
    html: bool


def ask(host: str, port: int, path: str, timeout: float = SERVE_PROBE_SECONDS) -> Reply | None:
    """GET ``path`` straight from the socket (proxy variables never matter, F30); None when nothing answers HTTP."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request("GET", path, headers={"Accept": "text/html", "Connection": "close"})
        response = connection.getresponse()
        kind = response.getheader("Content-Type", "")
    except (OSError, http.client.HTTPException, ValueError):
        return None
    else:
        return Reply(response.status, kind.startswith(("text/html", "application/xhtml")))
    finally:
        connection.close()
