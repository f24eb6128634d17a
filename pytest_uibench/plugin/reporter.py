"""Controller side: collects the items' records and writes the report, also after Ctrl-C or a dead worker."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import platform
import shlex
import shutil
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import filelock
import pytest

from pytest_uibench import __version__, constants
from pytest_uibench.model import (
    Failure,
    FidelityRecord,
    ItemRecord,
    PageObservation,
    Prepared,
    RunCard,
    Scorecard,
    SiteObservation,
    StageReport,
    Status,
    ToolCard,
    from_wire,
)
from pytest_uibench.model.interaction import FeatureTrace
from pytest_uibench.model.navigation import NavigationTrace
from pytest_uibench.plugin.apps import App, apps_of, node_name
from pytest_uibench.plugin.interrupt import TerminationAsInterrupt
from pytest_uibench.plugin.items import shown_path
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.plugin.progress import Follower, show
from pytest_uibench.plugin.run import RECORD

T = TypeVar("T")
REPORTER = pytest.StashKey["Reporter"]()
TRAILING = ("results.json", "index.html", constants.PROGRESS_FILE)


class Reporter:
    """One per session, in the process that the user started."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.settings = settings_of(config)
        self.output = self.settings.output
        self.expected: dict[str, str] = {}
        """Node id to app key of every item that was collected and selected."""
        self.records: dict[str, ItemRecord] = {}
        self.attempts: dict[str, int] = {}
        self.card: Scorecard | None = None
        self.written: tuple[Path, ...] = ()
        self.problems: tuple[str, ...] = ()
        self._started = dt.datetime.now(dt.UTC)
        self._clock = time.perf_counter()
        self._lock = filelock.FileLock(self.output / constants.MARKER_FILE)
        self._follower: Follower | None = None
        self._termination = TerminationAsInterrupt()

    def open(self) -> None:
        """Take the output folder: empty what an earlier run left, and nothing else.

        Raises:
            pytest.UsageError: another run writes there, the folder holds somebody else's files, or it cannot be made.
        """
        try:
            self._take()
        except OSError as error:
            raise pytest.UsageError(
                f"--uibench-output={self.output}: the report cannot be written there "
                f"({error.strerror or error}): choose a folder that can be made and written"
            ) from None
        self._tidy()
        self._termination.start()
        if self.config.pluginmanager.hasplugin("dsession"):
            self._follower = Follower(self.config, self.output / constants.PROGRESS_FILE)
            self._follower.start()

    def _take(self) -> None:
        marker = self.output / constants.MARKER_FILE
        theirs = [name for name in ("apps", *TRAILING) if (self.output / name).exists()]
        if theirs and not marker.exists():
            raise pytest.UsageError(
                f"--uibench-output={self.output}: holds {', '.join(theirs)} that no uibench run wrote: "
                "choose another folder"
            )
        self.output.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise pytest.UsageError(
                f"--uibench-output={self.output}: another run is writing there: wait for it or choose another folder"
            ) from None
        shutil.rmtree(self.output / "apps", ignore_errors=True)
        for name in TRAILING:
            (self.output / name).unlink(missing_ok=True)

    def expect(self, nodeids: Iterable[str]) -> None:
        """Remember which items will run, for the list of missing ones."""
        keys = {node_name(self.config, app): app.key for app in apps_of(self.config)}
        for nodeid in nodeids:
            key = keys.get(nodeid.rpartition("::")[0])
            if key is not None:
                self.expected[nodeid] = key

    def take(self, report: pytest.TestReport) -> None:
        """Take the record out of an item's report."""
        if report.nodeid not in self.expected or report.when == "teardown":
            return
        data = next((value for name, value in report.user_properties if name == RECORD), None)
        if data is None and report.failed:
            self.records[report.nodeid] = self._errored(report)
        elif data is None and report.skipped:
            self.records[report.nodeid] = self._skipped(report)
        elif data is not None and (report.when == "call" or not report.passed):
            # A set-up that passed says nothing yet: the worker may still die in the call.
            self.records[report.nodeid] = from_wire(ItemRecord, data)

    def finish(self, exitstatus: int) -> None:
        """Build the scorecard from what is there and write every form of the report."""
        from pytest_uibench.report import write_reports

        self._termination.stop()
        if self._follower is not None:
            self._follower.stop()
        if not self._lock.is_locked:
            return
        self.card = self._scorecard(exitstatus)
        self.written, self.problems = write_reports(self.card, self.output)
        self._lock.release()
        # A full disk, or a folder that was removed meanwhile: said already by what could not be written.
        with contextlib.suppress(OSError):
            (self.output / constants.PROGRESS_FILE).unlink(missing_ok=True)
            (self.output / constants.MARKER_FILE).touch()

    def summary(self, terminal: Any) -> None:
        """Print the terminal section."""
        from pytest_uibench.report.terminal import summary_lines

        if self.card is None:
            return
        terminal.section("uibench")
        encoding = getattr(terminal._tw._file, "encoding", None)
        lines = summary_lines(
            self.card, output=str(shown_path(self.config)), width=terminal._tw.fullwidth, encoding=encoding
        )
        for line in lines:
            if any(line.text.endswith(f"/{name}") and self.output / name not in self.written for name in TRAILING):
                continue
            styles = dict.fromkeys(line.style.split(), True)
            terminal.write_line(line.text, **styles)
        for problem in self.problems:
            terminal.write_line(problem, red=True)

    def _tidy(self) -> None:
        """End servers that killed runs left, drop cache entries that no run used for long."""
        from pytest_uibench.subject.cache import Cache
        from pytest_uibench.subject.serve import prune

        try:
            for line in prune(self.settings.cache):
                show(self.config, line)
            Cache(self.settings.cache).prune()
        except OSError as error:
            raise pytest.UsageError(
                f"{self.settings.cache}: the cache of dependencies and builds cannot be written "
                f"({error.strerror or error}): set UIBENCH_CACHE to a folder of your own"
            ) from None

    def _skipped(self, report: pytest.TestReport) -> ItemRecord:
        """An item that a mark or hook of the user's project left out."""
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else getattr(report, "wasxfail", "")
        return self._unjudged(report, "not_applicable", "project:skipped", text or "skipped")

    def _errored(self, report: pytest.TestReport) -> ItemRecord:
        crash = getattr(report.longrepr, "reprcrash", None)
        text = report.longreprtext.strip().splitlines() or ["no result"]
        reason = crash.message.splitlines()[0] if crash is not None and crash.message else text[-1]
        return self._unjudged(report, "errored", "infra:crash", reason, "\n".join(text[-constants.CRASH_LINES :]))

    def _unjudged(
        self, report: pytest.TestReport, status: Status, label: str, reason: str, detail: str | None = None
    ) -> ItemRecord:
        name = report.nodeid.rpartition("::")[2]
        kind, _, rest = name.partition("[")
        return ItemRecord(
            app=self.expected[report.nodeid],
            kind=kind,
            id=rest.removesuffix("]") or kind,
            nodeid=report.nodeid,
            status=status,
            label=label,
            reason=reason,
            detail=detail,
        )

    def _scorecard(self, exitstatus: int) -> Scorecard:
        from pytest_uibench.scoring.assemble import assemble_app
        from pytest_uibench.scoring.summary import summarise

        cards = [assemble_app(self._facts(app)) for app in apps_of(self.config) if self._touched(app)]
        missing = any(card.missing for card in cards)
        interrupted = exitstatus in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR)
        run = RunCard(
            id=self._started.strftime("%Y%m%dT%H%M%SZ"),
            started=self._started.isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - self._clock, 3),
            complete=not missing and not interrupted,
            command=shlex.join(["pytest", *map(str, self.config.invocation_params.args)]),
            platform=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
            browser=self._browser(),
            network=self.settings.network,
            determinism=self._determinism(),
        )
        return Scorecard(
            tool=ToolCard(name="pytest-uibench", version=__version__),
            run=run,
            apps=tuple(cards),
            summary=summarise(cards),
        )

    def _browser(self) -> str | None:
        """Name and version of the browser that was used, as the process that started it noted."""
        notes = (_load(self.output / app.folder / constants.GATHERED_FILE, dict) for app in apps_of(self.config))
        return next((note["browser"] for note in notes if note and note.get("browser")), None)

    def _determinism(self) -> dict[str, object]:
        from pytest_uibench.browser.determinism import Determinism

        return dict(Determinism().record())

    def _touched(self, app: App) -> bool:
        return app.key in self.expected.values()

    def _facts(self, app: App) -> Any:
        from pytest_uibench.scoring.assemble import AppFacts

        folder = self.output / app.folder
        records = [r for nodeid, r in self.records.items() if self.expected.get(nodeid) == app.key]
        order = {nodeid: index for index, nodeid in enumerate(self.expected)}
        missing = [n for n, key in self.expected.items() if key == app.key and n not in self.records]
        gathered = _load(folder / constants.GATHERED_FILE, dict) or {}
        start = self.config.invocation_params.dir
        return AppFacts(
            app=app.key,
            path=str(app.root.relative_to(start)) if start in app.root.parents else str(app.root),
            folder=app.folder,
            routes=app.routes,
            spec=app.spec,
            prepared=_load(folder / "observed/prepared.json", Prepared),
            types=_load(folder / "observed/types.json", StageReport),
            home=_load(folder / "observed/home.json", PageObservation),
            site=_load(folder / "observed/site.json", SiteObservation),
            fidelity=_load(folder / "observed/fidelity.json", FidelityRecord),
            navigation=_trials(folder, records, "navigation", NavigationTrace),
            features=_trials(folder, records, "interaction", FeatureTrace),
            serve_failure=_load(folder / "observed/serve.json", Failure),
            seconds=gathered.get("seconds", {}),
            records=sorted(records, key=lambda record: order[record.nodeid]),
            missing=missing,
        )


def reporter_of(config: pytest.Config) -> Reporter | None:
    """The reporter, in the controller of an active session."""
    return config.stash.get(REPORTER, None)


def _trials(folder: Path, records: Sequence[ItemRecord], kind: str, made: type[T]) -> dict[str, T]:
    """What items that acted on a page recorded, by item id."""
    names = [record.id for record in records if record.kind == kind]
    found = {name: _load(folder / f"observed/{kind}/{name.replace('/', '__')}.json", made) for name in names}
    return {name: trace for name, trace in found.items() if trace is not None}


def _load(path: Path, kind: Any) -> Any:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if kind is dict else from_wire(kind, data)
