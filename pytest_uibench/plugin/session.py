"""Hooks of an active session: registered only when an app is under test, and after pytest-playwright."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.plugin import collect, run
from pytest_uibench.plugin.browser_fixtures import browser_type_launch_args, delete_output_dir
from pytest_uibench.plugin.reporter import REPORTER, Reporter, reporter_of

__all__ = ["browser_type_launch_args", "delete_output_dir"]


def pytest_configure(config: pytest.Config) -> None:
    collect.add_arguments(config)
    config.pluginmanager.register(Listener(config), "uibench-listener")


@pytest.hookimpl(tryfirst=True)
def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return collect.ignore(collection_path, config)


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return collect.collect_directory(path, parent)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return collect.collect_file(file_path, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    if run.is_worker() or config.option.collectonly or _plans_only(config):
        return
    reporter = Reporter(config)
    reporter.open()
    config.stash[REPORTER] = reporter


def pytest_collection_finish(session: pytest.Session) -> None:
    run.run_of(session.config).select(session.items)
    if reporter := reporter_of(session.config):
        reporter.expect(item.nodeid for item in session.items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    if reporter := reporter_of(node.config):
        reporter.expect(ids)


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    run.run_of(item.config).leave(item, nextitem)


class Listener:
    """Receives reports in the controller (the hook itself has no config)."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if reporter := reporter_of(self._config):
            reporter.take(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    run.run_of(session.config).close()
    if reporter := reporter_of(session.config):
        reporter.finish(int(exitstatus))
        if reporter.problems and session.exitstatus == pytest.ExitCode.OK:
            # A gate that reads the report must not find a green run without one.
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if reporter := reporter_of(config):
        reporter.summary(terminalreporter)


def _plans_only(config: pytest.Config) -> bool:
    """``--setup-plan`` and ``--fixtures`` run nothing and leave nothing."""
    names = ("setupplan", "showfixtures", "show_fixtures_per_test")
    return any(getattr(config.option, name, False) for name in names)
