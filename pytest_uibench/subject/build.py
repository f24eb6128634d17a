"""Bundling: the lines that make the site, with the type check beside them."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pytest_uibench import constants
from pytest_uibench.model import BuildPlan, Diagnostic, Failure, StageReport, SubjectError

from .dependencies import Installation, give_dependencies
from .diagnose import diagnose_build, diagnose_types, warnings_in
from .fonts import NEXT_FONTS, families_failed, fonts_asked, fonts_failed, write_stand_ins
from .output import find_site, has_output
from .process import Outcome
from .stage import Workshop, limit_failure, report
from .typecheck import TypesJob, planned, run_types, store_types, writes_dependencies

_NEXT_PRELOAD: Final = Path(__file__).with_name("_next_without_checks.cjs")

_UNGENERATED: Final = re.compile(r"\.prisma/client|@prisma/client did not initialize yet")
"""A build without the code that an install script generates (F13)."""


@dataclass(slots=True)
class Built:
    """What bundling gave."""

    report: StageReport
    site: Path | None = None
    job: TypesJob | None = None
    """The type check that may still run."""


@dataclass(slots=True)
class _Build:
    """State of one build."""

    shop: Workshop
    plan: BuildPlan
    done: Installation
    degraded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    job: TypesJob | None = None
    embedded: StageReport | None = None

    def line(self, line: str, **more: str) -> Outcome:
        """Run one line; once more with dependencies of its own when it wants to write into them."""
        outcome = self._line(line, more)
        if not outcome.ok and self.shop.mounts and writes_dependencies(outcome.tail):
            if self.job is not None:
                # It sees the same folder.
                self.job.checked.wait()
            give_dependencies(self.shop, self.done, copied=True)
            self.shop = replace(self.shop, mounts=())
            outcome = self._line(line, more)
        return outcome

    @property
    def seconds(self) -> float:
        """Time limit of one line of the build."""
        return self.shop.project.timeout or constants.BUILD_TIMEOUT_SECONDS

    def _line(self, line: str, more: Mapping[str, str]) -> Outcome:
        shop = self.shop
        return shop.execute(
            ["/bin/sh", "-c", line],
            what=line,
            stage="build",
            seconds=self.seconds,
            env={**shop.environment(), **self.env, **more},
            cwd=shop.folder,
            writable=(shop.app,),
            readonly=(_NEXT_PRELOAD,) if "NODE_OPTIONS" in more else (),
            meanwhile=shop.meanwhile,
        )

    def check(self, outcome: Outcome) -> None:
        """Raise the diagnosis of a line that failed."""
        if outcome.limit is not None:
            raise SubjectError(limit_failure(self.shop, "build", outcome, self.seconds))
        if not outcome.ok:
            failure = diagnose_build(self.shop.project, outcome.tail, root=self.shop.folder)
            raise SubjectError(self._without_code(failure, outcome.tail) or self._without_lock(failure))

    def _without_lock(self, failure: Failure) -> Failure:
        """A dependency that breaks in versions which the project's own lock file does not have is not its fault."""
        unused = next((text for text in self.done.degraded if "is not used" in text), None)
        inside = failure.file is None or "node_modules/" in failure.file
        if unused is None or failure.label != "build:other" or not inside or "node_modules/" not in failure.message:
            return failure
        return replace(failure, label="infra:package-manager", code=None, bucket=None, hint=unused)

    def _without_code(self, failure: Failure, log: str) -> Failure | None:
        """A build that needs a native package which this machine could not make is not the app's fault."""
        name = next((name for name in self.done.unbuilt if f"node_modules/{name}" in log or f"'{name}'" in log), None)
        if name is None and _UNGENERATED.search(log):
            hint = 'Install scripts do not run here. Generate it in the build: "build": "prisma generate && …".'
            message = "the Prisma client was not generated, which its install script does"
            label = "infra:install-script"
            return replace(failure, label=label, code=None, bucket=None, message=message, hint=hint)
        if name is None:
            return None
        hint = (
            f"See install.log. The install script of {name} downloads or compiles it: network, a compiler and Python."
        )
        return replace(
            failure,
            label="infra:native-package",
            code=None,
            bucket=None,
            message=f"{name} has no machine code for this machine: {failure.message}",
            hint=hint,
        )


def build(shop: Workshop, done: Installation) -> Built:
    """Bundle the installed working copy and find its site. Every fault is in the report."""
    shop = replace(shop, mounts=done.mounts)
    plan = shop.project.build
    if plan is None:
        site = (
            find_site(shop.project, shop.folder, shop.snapshot.files) if shop.project.serve.kind == "static" else None
        )
        skipped = report("build", seconds=0.0, failure=None, log=None, status="skipped", notes=("nothing to build",))
        return Built(skipped, site)
    started = time.monotonic()
    state, site, failure = _Build(shop, plan, done), None, None
    try:
        _bundle(state)
        site = _site(state)
        _extra(state)
    except SubjectError as error:
        failure = replace(error.failure, log=shop.log("build").name)
    if plan.embedded_types and not planned(shop):
        store_types(shop, state.embedded or _embedded_result(failure))
    outcome = report(
        "build",
        seconds=time.monotonic() - started,
        failure=failure,
        log=shop.log("build"),
        degraded=state.degraded,
        notes=state.notes,
    )
    if failure is None:
        outcome = replace(outcome, warnings=_warnings(shop))
    return Built(outcome, site if failure is None else None, state.job)


def _warnings(shop: Workshop) -> tuple[Diagnostic, ...]:
    """What the bundler let pass, but a browser may not."""
    try:
        said = shop.log("build").read_text("utf-8", errors="replace")
    except OSError:
        return ()
    return warnings_in(said, shop.project, root=shop.folder)


def _bundle(state: _Build) -> None:
    """Run the lines in order; the type check starts where the script has it, but does not hold up the bundler."""
    *before, main = state.plan.bundle or ("",)
    for line in before:
        state.check(state.line(line))
    wanted = state.shop.options.types and planned(state.shop)
    late = wanted and _types_come_last(state.plan)
    if wanted and not late:
        _start_types(state)
    outcome = state.line(main) if main else None
    if outcome is not None and not outcome.ok:
        outcome = _second_chance(state, main, outcome)
        state.check(outcome)
    if late:
        _start_types(state)


def _start_types(state: _Build) -> None:
    state.job = TypesJob(state.shop, state.done)
    state.job.start()


def _types_come_last(plan: BuildPlan) -> bool:
    """The script checks types after bundling (``vite build && tsc``): the bundler generates what the check reads."""
    bundler, check = plan.script.find(plan.bundle[-1]), plan.script.rfind(plan.types[0])
    return 0 <= bundler < check


def _second_chance(state: _Build, main: str, outcome: Outcome) -> Outcome:
    """What failed only because the type check was taken out of the script, or because of the type check itself."""
    if outcome.limit is not None:
        return outcome
    if state.job is not None:
        state.job.checked.wait()
        if state.job.emitted():
            run_types(state.shop, state.shop.app, again=True)
            second = state.line(main)
            if second.ok:
                state.degraded.append("the bundler needs what the type check writes: ran in the script's order")
            return second
    outcome = _with_fonts(state, main, outcome)
    if not outcome.ok and state.plan.embedded_types:
        return _without_checks(state, main, outcome)
    return outcome


def _with_fonts(state: _Build, main: str, outcome: Outcome) -> Outcome:
    """The same build with fonts of the system in place of those that it asks Google for (F09)."""
    asked: dict[str, None] = {}
    names: dict[str, None] = {}
    for _ in range(constants.FONT_ROUNDS):
        new = [url for url in fonts_asked(outcome.tail) if url not in asked]
        failed = fonts_failed(outcome.tail)
        if outcome.ok or not failed or state.shop.project.framework != "next" or (asked and not new):
            break
        asked |= dict.fromkeys(new or [""])
        names |= dict.fromkeys(families_failed(outcome.tail))
        file = state.shop.room.home / "google-fonts.cjs"
        write_stand_ins(file, filter(None, asked))
        state.env[NEXT_FONTS] = str(file)
        outcome = state.line(main)
    if names and not fonts_failed(outcome.tail):
        state.degraded.append(f"fonts of the system in place of Google's ({', '.join(names)}): builds have no network")
    return outcome


def _without_checks(state: _Build, main: str, outcome: Outcome) -> Outcome:
    """A framework that checks types in its build: the same build with the check off (Next, Create React App)."""
    shop = state.shop
    failure = diagnose_build(shop.project, outcome.tail, root=shop.folder)
    off = _CHECKS_OFF.get(shop.project.framework)
    if off is None or not _only_checks(failure):
        return outcome
    second = state.line(main, **off)
    if not second.ok:
        return second
    if failure.label.partition(":")[0] == "types" or failure.code == "types":
        types = diagnose_types(shop.project, outcome.tail, root=shop.folder)
        types = replace(types, log=shop.log("build").name)
        state.embedded = report("types", seconds=outcome.seconds, failure=types, log=shop.log("build"))
    # What the build looked like with its own check is not what later lines or the server should see.
    state.degraded.append(f"{main} fails by its own check ({failure.label}): built with the check off")
    return second


_CHECKS_OFF: Final = {
    "next": {"NODE_OPTIONS": f"--require {_NEXT_PRELOAD}"},
    "cra": {"TSC_COMPILE_ON_ERROR": "true", "ESLINT_NO_DEV_ERRORS": "true", "DISABLE_ESLINT_PLUGIN": "true"},
}


def _only_checks(failure: Failure) -> bool:
    return (
        failure.code == "types" or failure.label.startswith("types:") or failure.label in ("build:types", "build:lint")
    )


def _embedded_result(failure: Failure | None) -> StageReport:
    """The type check of a build that has it inside."""
    if failure is None:
        return report("types", seconds=0.0, failure=None, log=None, notes=("checked by the build itself",))
    if _only_checks(failure):
        return report("types", seconds=0.0, failure=replace(failure, stage="types"), log=None)
    return report("types", seconds=0.0, failure=None, log=None, status="skipped", notes=("the build failed before",))


def _site(state: _Build) -> Path | None:
    """The static site, None for servers.

    Raises:
        SubjectError: ``build:output-missing``.
    """
    shop = state.shop
    if shop.project.serve.kind == "server":
        if has_output(shop.project, shop.folder):
            return None
    elif (site := find_site(shop.project, shop.folder, shop.snapshot.files)) is not None:
        return site
    looked = ", ".join(shop.project.serve.outputs) or "any folder"
    raise SubjectError(
        Failure(
            label="build:output-missing",
            stage="build",
            message=f"the build ended well but left no site: no index.html in {looked}",
            hint="Name the folder with subject.output in the spec, or let the build write dist/index.html.",
        )
    )


def _extra(state: _Build) -> None:
    """Lines after the site is there: their trouble is worth a note, not a failed build (G04)."""
    for line in state.plan.extra:
        outcome = state.line(line)
        if not outcome.ok:
            why = f"hit its {outcome.limit} limit" if outcome.limit else f"ended with {outcome.returncode}"
            state.notes.append(f"after the site was built, {line[: constants.SAY_WIDTH]!r} {why}")


def add_environment_file(shop: Workshop) -> tuple[str, ...]:
    """Give the working copy the ``.env`` that only exists as an example (G03)."""
    example = shop.project.env_example
    if example is None or not (shop.folder / example).is_file():
        return ()
    shutil.copyfile(shop.folder / example, shop.folder / ".env")
    return (f"{example} was copied to .env in the working copy, as there is none",)
