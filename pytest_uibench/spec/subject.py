"""``subject:`` of a spec: overrides of what was detected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uibench.constants import SPEC_TIMEOUT_MAX_SECONDS
from pytest_uibench.model import SubjectOverrides

from .files import inside
from .records import Placed, Record, key
from .scalars import Number, Scalar, Text
from .shapes import BAD, Bad, Book, MapOf, Reader, Schema
from .yaml import Node, Place


@dataclass(frozen=True)
class _Folder:
    """A path, absolute and with links followed; it is looked for when it is needed."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text("a path").read(value, at, reader, key)
        path = BAD if text is BAD else inside(text, at, reader, key)
        return path if isinstance(path, Bad) else str(Path(path).resolve())

    def schema(self, book: Book) -> Schema:
        return Text().schema(book)


_SECONDS: Final = Number(
    above=0, high=SPEC_TIMEOUT_MAX_SECONDS, what=f"seconds above 0 and at most {SPEC_TIMEOUT_MAX_SECONDS}"
)


@dataclass(frozen=True, kw_only=True)
class _Subject(Placed):
    """How the app is built and served, where that cannot be detected."""

    build: str | None = field(default=None, metadata=key(Text(), "Build command.", null=True))
    start: str | None = field(
        default=None,
        metadata=key(Text(), "Command that starts its server; {host} and {port} are filled in.", null=True),
    )
    output: str | None = field(default=None, metadata=key(Text(), "Folder with the built site.", null=True))
    folder: str | None = field(default=None, metadata=key(Text(), "Project folder inside the app.", null=True))
    scaffold: str | None = field(
        default=None, metadata=key(_Folder(), "Project that the app started from, relative to this spec.", null=True)
    )
    timeout: float | None = field(
        default=None, metadata=key(_SECONDS, "Seconds for the build, and for the type check.", null=True)
    )
    env: Mapping[str, str] = field(
        default_factory=dict, metadata=key(MapOf(Scalar(text=True)), "Environment variables.", null=True)
    )


def _to_model(made: _Subject) -> SubjectOverrides:
    return SubjectOverrides(
        build=made.build,
        start=made.start,
        output=made.output,
        folder=made.folder,
        scaffold=made.scaffold,
        timeout=made.timeout,
        env=made.env,
    )


class _SubjectRecord(Record):
    """An app's own spec cannot override anything of this."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if isinstance(value, Node) and value and not reader.trusted:
            return reader.fault(
                next(iter(value.keys_at.values())),
                "an app's own uibench.yaml cannot set commands, environment or paths; "
                "name a spec with --uibench-spec to override how it is built",
            )
        return super().read(value, at, reader, key)


SUBJECT: Final = _SubjectRecord(_Subject, "subject", "subject", finish=_to_model)
