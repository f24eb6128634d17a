"""What the stages that run commands share: places, containment, how a line is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pytest_uibench import constants
from pytest_uibench.model import Failure, Project, Stage, StageReport, SubjectError, SubjectOptions

from .cache import Cache
from .diagnose import diagnose_limit, redact
from .diagnose.limits import Limit as Kind
from .diagnose.secrets import secrets_of
from .environment import build_environment, command_path
from .process import Limits, Outcome, run
from .sandbox import Mount, Room, Sandbox
from .tools import Node, find_tool, roots_of
from .workcopy import Snapshot

Status = Literal["passed", "failed", "skipped", "errored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """One subject being prepared: its working copy and everything needed to run commands in it."""

    project: Project
    options: SubjectOptions
    say: Callable[[str], None]
    cache: Cache
    sandbox: Sandbox
    snapshot: Snapshot
    key: str
    base: Path
    """Folder of this working copy in the cache."""
    node: Node | None
    mounts: tuple[Mount, ...] = ()
    """Kept dependencies that are mounted into the copy instead of being part of it."""
    meanwhile: Callable[[], None] | None = None
    """What the asking process can do while the build runs."""

    @property
    def app(self) -> Path:
        """Copy of the subject directory."""
        return self.base / "app"

    @property
    def folder(self) -> Path:
        """The project's folder in the copy."""
        return self.app / self.project.folder

    @property
    def room(self) -> Room:
        return Room(self.base)

    def log(self, stage: Stage) -> Path:
        return Path(self.options.logs) / f"{stage}.log"

    @property
    def tool_roots(self) -> tuple[Path, ...]:
        """Read-only folders without which Node and its package manager do not run."""
        manager = self.project.package_manager
        names = ("npm", *((manager.name,) if manager else ()))
        tools = [tool for tool in map(find_tool, names) if tool]
        if self.node:
            tools.append(self.node.path)
        return tuple(dict.fromkeys(root for tool in tools for root in roots_of(tool)))

    def path(self, *folders: Path) -> str:
        """PATH of a command run in the project; ``folders`` hold the modules, the nearest first."""
        manager = self.project.package_manager
        tool = find_tool(manager.name) if manager else None
        return command_path(folders or (self.folder, self.app), self.node, (tool,) if tool else ())

    def environment(self) -> dict[str, str]:
        """Environment of build, type check and server."""
        return build_environment(self.room, self.path(), self.project.env, contained=self.sandbox.program is not None)

    def _no_escape(self, stage: Stage, cwd: Path) -> None:
        """An earlier command may have put a link where a folder was: nothing is run or mounted outside the copy."""
        for place in (cwd, *(mount.target.parent for mount in self.mounts)):
            if not place.resolve().is_relative_to(self.base.resolve()):
                message = f"{place.relative_to(self.base)} was replaced by a link that leaves the working copy"
                raise SubjectError(Failure(label=f"{stage}:escape", stage=stage, message=message))

    def execute(
        self,
        argv: Sequence[str],
        *,
        what: str,
        stage: Stage,
        seconds: float,
        env: Mapping[str, str],
        cwd: Path,
        writable: Sequence[Path] = (),
        readonly: Sequence[Path] = (),
        network: bool = False,
        log: Path | None = None,
        meanwhile: Callable[[], None] | None = None,
    ) -> Outcome:
        """Run a command contained and limited; its output goes to the stage's log, below a line that names it."""
        self._no_escape(stage, cwd)
        log = log or self.log(stage)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"$ {what}\n")
        start = log.stat().st_size
        self.say(f"{self.project.name}: {what[: constants.SAY_WIDTH]}")
        line = self.sandbox.wrap(
            argv,
            room=self.room,
            cwd=cwd,
            writable=writable or (self.app,),
            readonly=(*self.tool_roots, *readonly),
            mounts=self.mounts,
            network=network,
        )
        outcome = run(
            line,
            cwd=cwd,
            env=env,
            log=log,
            limits=Limits.of(seconds),
            progress=lambda s: self.say(f"{self.project.name}: {what[: constants.SAY_WIDTH]} … {s:.0f} s"),
            meanwhile=meanwhile,
        )
        # Only what this command said: a diagnosis must not find the complaint of an earlier one.
        return replace(outcome, tail=_since(log, start))


def limit_failure(shop: Workshop, stage: Stage, outcome: Outcome, seconds: float) -> Failure:
    """The failure of a command that was ended: the app's for a limit, nobody's when the run was interrupted."""
    if outcome.limit is None or outcome.limit == "ended":
        return Failure(label="infra:interrupted", stage=stage, message=f"the {stage} step was ended from outside")
    kinds: dict[str, tuple[Kind, str]] = {
        "time": ("timeout", f"{seconds:.0f} s"),
        "cpu": ("cpu", f"{seconds * constants.CPU_TIME_FACTOR:.0f} s of processor time"),
        "memory": ("memory", f"{constants.COMMAND_MEMORY_LIMIT_BYTES >> 30} GiB"),
        "output": ("output", f"{constants.COMMAND_OUTPUT_LIMIT_BYTES >> 20} MiB"),
    }
    kind, said = kinds[outcome.limit]
    lines = [line for line in outcome.tail.splitlines() if line.strip()]
    last = redact(lines[-1], secrets_of(shop.project, shop.folder)) if lines else ""
    return diagnose_limit(stage, kind, limit=said, last=last)


def _since(log: Path, start: int) -> str:
    """What was written to a log from ``start`` on; at most what a capped log keeps of one command."""
    with log.open("rb") as file:
        file.seek(start)
        kept = constants.COMMAND_LOG_HEAD_BYTES + constants.COMMAND_LOG_TAIL_BYTES
        return file.read(kept + constants.COMMAND_TAIL_CHARACTERS).decode("utf-8", "replace")


def report(
    stage: Stage,
    *,
    seconds: float,
    failure: Failure | None,
    log: Path | None,
    degraded: Sequence[str] = (),
    notes: Sequence[str] = (),
    status: Status | None = None,
    cached: bool = False,
) -> StageReport:
    """A stage's outcome; the status follows from the failure unless it is given."""
    if status is None:
        status = "passed" if failure is None else "errored" if failure.infrastructure else "failed"
    return StageReport(
        stage=stage,
        status=status,
        seconds=seconds,
        failure=failure,
        cached=cached,
        degraded=tuple(degraded),
        notes=tuple(dict.fromkeys(notes)),
        log=log.name if log is not None and log.exists() else None,
    )
