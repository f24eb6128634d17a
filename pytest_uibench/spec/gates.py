"""Gates: what decides the exit status with ``--uibench-gate``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from pytest_uibench.constants import COUNT_LIMIT

from .fidelity import PERCENT
from .records import Placed, Record, key
from .scalars import Choice, Number

_COUNT: Final = Number(low=0, high=COUNT_LIMIT, whole=True)


@dataclass(frozen=True, kw_only=True)
class Gates(Placed):
    """What a run must reach, or stay below; None is no gate."""

    exec: bool | Literal["strict"] | None = field(
        default=None,
        metadata=key(
            Choice((True, False, "strict"), "true, false or strict"), "It builds and renders; strict: type-checks too."
        ),
    )
    vfs: float | None = field(default=None, metadata=key(PERCENT, "Least visual fidelity of the app (vfs-paper/1)."))
    content_vfs: float | None = field(
        default=None, metadata=key(PERCENT, "Least content score of the app (vfs-content/1).")
    )
    iis: float | None = field(default=None, metadata=key(PERCENT, "Least interaction inference score."))
    navigation: float | None = field(
        default=None, metadata=key(PERCENT, "Least share of navigation entries that pass.")
    )
    nrs: float | None = field(default=None, metadata=key(PERCENT, "Least share of screens reached by clicks alone."))
    dead_controls: int | None = field(default=None, metadata=key(_COUNT, "Most controls that do nothing."))
    critique: int | None = field(default=None, metadata=key(_COUNT, "Most visible faults."))

    def given(self) -> Iterator[tuple[str, float | bool | str]]:
        """Gates that are set: name and value; ``exec: false`` is none."""
        for name in ("exec", "vfs", "content_vfs", "iis", "navigation", "nrs", "dead_controls", "critique"):
            value = getattr(self, name)
            if value is not None and value is not False:
                yield name, value


GATES: Final = Record(Gates, "gates", "gates")
