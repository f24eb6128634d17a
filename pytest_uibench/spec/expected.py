"""What every expectation has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pytest_uibench.constants import STEP_TIMEOUT_MAX_SECONDS, STEP_TIMEOUT_SECONDS

from .records import Placed
from .scalars import Number, Text
from .targets import Target

if TYPE_CHECKING:
    from .expectations import Expectation

NAME: Final = Text("a name (letters, digits, _)", r"[A-Za-z_][A-Za-z0-9_]*")
TIMEOUT: Final = Number(
    above=0, high=STEP_TIMEOUT_MAX_SECONDS, what=f"seconds above 0 and at most {STEP_TIMEOUT_MAX_SECONDS:g}"
)
PROPERTY: Final = Text("a CSS property", r"-{0,2}[a-z][A-Za-z0-9-]*")
ADDRESS: Final = Text("an address that starts with /", "/.*")


@dataclass(frozen=True, kw_only=True)
class Expected(Placed):
    """What every expectation has."""

    timeout: float | None = None
    """Seconds to poll; None: :attr:`deadline` is the default."""

    @property
    def deadline(self) -> float:
        """Seconds to poll."""
        return STEP_TIMEOUT_SECONDS if self.timeout is None else self.timeout

    @property
    def negative(self) -> bool:
        """Says that something is not there or did not happen: judged once the page has settled."""
        return False

    @property
    def remembered(self) -> tuple[str, ...]:
        """Names of remembered values that it needs, those of the expectations in it included."""
        return tuple(name for inner in self.inner for name in inner.remembered)

    @property
    def inner(self) -> tuple[Expectation, ...]:
        """Expectations that it holds."""
        return ()


@dataclass(frozen=True, kw_only=True)
class ExpectedOf(Expected):
    """What is expected of one element."""

    target: Target
