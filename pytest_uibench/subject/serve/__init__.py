"""Serving a prepared subject: a static site in this process, or the app's own server.

Public: :func:`serve`, :func:`prune`, :func:`requests`, :func:`crash`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_uibench.model import Failure, Prepared, Served, SubjectError, SubjectOptions

if TYPE_CHECKING:
    from .static import RequestLine, StaticServer

__all__ = ["base_of", "crash", "prune", "requests", "serve", "server_error"]

_static: dict[str, StaticServer] = {}
"""Static servers of this process by origin."""


def base_of(base: str) -> str:
    """Return the path in front of every route for a configured base: ``/repo/`` → ``/repo``; ``/``, ``./`` → ``""``.

    Of an absolute address (assets on another host) only the assets are meant: pages stand at the root.
    """
    if urlsplit(base).netloc or not base.startswith("/"):
        return ""
    return base.rstrip("/")


@contextlib.contextmanager
def serve(prepared: Prepared, options: SubjectOptions, say: Callable[[str], None]) -> Iterator[Served]:
    """Serve a prepared subject on this machine's loopback until the block ends.

    Static sites get a server of this process and a new origin; the app's own server is shared by the processes of a
    run and ends with the last of them.

    Args:
        prepared: a subject whose install and build passed.
        options: cache, log folder, run id and sandbox of this run.
        say: takes progress lines for a person.

    Raises:
        SubjectError: carries a :class:`Failure` of stage ``serve``; ``infra:*`` labels are not the app's fault.
    """
    base = base_of(prepared.project.base)
    if prepared.project.serve.kind == "static":
        with _serve_static(prepared, base) as served:
            yield served
        return
    if not prepared.project.serve.command:
        raise SubjectError(_no_site("the project has no start command", "give subject.start in the spec"))
    from .node import serve_node

    with serve_node(prepared, options, say, base=base) as served:
        yield served


@contextlib.contextmanager
def _serve_static(prepared: Prepared, base: str) -> Iterator[Served]:
    from .site import Site, page_count
    from .static import running

    if prepared.site is None or not Path(prepared.site).is_dir():
        raise SubjectError(_no_site("there is no built site to serve", "give subject.output in the spec"))
    began = time.monotonic()
    notes = []
    spa = prepared.project.serve.spa
    if spa and prepared.project.framework == "static" and page_count(prepared.site) > 1:
        spa = False
        notes.append("several HTML pages: unknown addresses are 404, not the home page")
    if urlsplit(prepared.project.base).netloc:
        notes.append(f"the build asks for its assets at {prepared.project.base}, the pages are served at /")
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(running(Site(prepared.site, base, spa)))
        except OSError as error:
            message = f"no port on 127.0.0.1 could be opened: {error}"
            raise SubjectError(Failure(label="infra:port", stage="serve", message=message)) from error
        _static[server.origin] = server
        stack.callback(_static.pop, server.origin)
        seconds = time.monotonic() - began
        yield Served(origin=server.origin, base=base, kind="static", seconds=seconds, notes=tuple(notes))


def _no_site(message: str, hint: str) -> Failure:
    return Failure(label="serve:no-site", stage="serve", message=message, code="serve", bucket="other", hint=hint)


def requests(served: Served) -> tuple[RequestLine, ...]:
    """Return the requests that a static server of this process answered, oldest first; empty for other servers."""
    server = _static.get(served.origin)
    return tuple(server.log) if server else ()


def crash(served: Served, options: SubjectOptions) -> Failure | None:
    """Return why a server ended while it was used (``serve:crash``), or None: it runs, or it is a static one.

    For a page that suddenly gets no answer: the cause is the server's, not the route's.
    """
    if served.kind == "static":
        return None
    from .node import crash_of

    return crash_of(served, options)


def prune(cache: Path) -> tuple[str, ...]:
    """End the servers that earlier, killed runs left; return one line for a person per thing that was done.

    Servers with a living user, of another machine or container, and reused pids are left alone.
    """
    from .registry import Registry

    return Registry(cache).prune()


def server_error(status: int, path: str, options: SubjectOptions) -> Failure:
    """Return why a page of a running server was answered with ``status`` (5xx), as the server's log has it."""
    from .diagnosis import answered
    from .node import newest_log

    return answered(status, path, newest_log(options))
