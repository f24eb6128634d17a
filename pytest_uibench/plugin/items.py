"""The pytest item of one check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_uibench.model import ItemPlan, UibenchError, Verdict
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.report.text import clean

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_uibench.plugin.case import Case


class CheckError(Exception):
    """A defect of the app: shown as its own text, without a traceback."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(clean(verdict.reason or verdict.label or "failed"))
        self.verdict = verdict


def check(uibench_case: Case) -> None:
    """Body of every item: the values were gathered in its set-up, here they are judged."""
    verdict = uibench_case.verdict
    if verdict.status in ("blocked", "not_applicable"):
        pytest.skip(clean(verdict.reason or verdict.status))
    if verdict.status in ("failed", "partial"):
        raise CheckError(verdict)


class UibenchItem(pytest.Function):
    """One check of an app; an ordinary ``pytest.Function`` to every other plugin."""

    plan: ItemPlan

    @classmethod
    def from_plan(cls, parent: Any, plan: ItemPlan) -> UibenchItem:
        item = cls.from_parent(parent, name=plan.name, callobj=check)
        item.plan = plan
        _structure_id(item)
        item.add_marker(plan.marker)
        for name in plan.marks:
            # Known by the spec, so that --strict-markers lets it pass.
            item.config.addinivalue_line("markers", f"{name}: given in a uibench spec")
            item.add_marker(name)
        if plan.skip is not None:
            item.add_marker(pytest.mark.skip(reason=plan.skip))
        if plan.xfail is not None:
            item.add_marker(pytest.mark.xfail(reason=plan.xfail))
        return item

    def reportinfo(self) -> tuple[Path, int, str]:
        """Place in the source where there is one, the manifest otherwise."""
        app = self.parent.app  # type: ignore[union-attr]
        place = app.root / self.plan.file if self.plan.file else self.path
        # Never None: pytest shows the place of an item that a mark skips, and breaks off without a line.
        line = self.plan.line - 1 if self.plan.line else 0
        return place, line, f"{app.key}: {self.plan.name}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """Defects and user errors as text; anything else is ours and keeps its traceback."""
        if isinstance(excinfo.value, CheckError):
            app = self.parent.app  # type: ignore[union-attr]
            return failure_text(excinfo.value.verdict, shown_path(self.config, app.folder))
        if isinstance(excinfo.value, UibenchError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **kwargs)


def _structure_id(item: Any) -> None:
    """Give the item the id that pytest reads out of its printed form, brackets as parameters: ``--lf`` compares these.

    pytest 9.2 keeps ids in parts; before, the printed form was all there was.
    """
    if hasattr(item, "_id"):
        item._id = type(item._id).parse(item.nodeid)


def shown_path(config: pytest.Config, inside: str = "") -> Path:
    """A path in the output directory as a person would type it."""
    path = settings_of(config).output / inside
    start = config.invocation_params.dir
    return path.relative_to(start) if start in path.parents else path


def failure_text(verdict: Verdict, folder: Path) -> str:
    """What a person sees in pytest's FAILURES section; ``folder`` holds the app's files."""
    code = f" ({verdict.failure.code})" if verdict.failure is not None and verdict.failure.code else ""
    lines = [f"{verdict.label or verdict.status}{code}: {verdict.reason or ''}".rstrip(": ")]
    lines += [f"  {line}" for line in verdict.detail if line.strip() and line.strip() != verdict.reason]
    lines = clean("\n".join(lines)).splitlines()
    lines += [f"  {'log' if path.endswith('.log') else 'screenshot'}: {folder / path}" for path in verdict.evidence]
    return "\n".join(lines)
