"""Rank 7: the only package that imports pytest. One-line hooks; the logic lives beside them.

Without one of its options the plugin is inert: no items, no header, no browser, no folder touched.
"""

from __future__ import annotations

import pytest

from pytest_uibench.plugin import options, rootdir
from pytest_uibench.plugin.fixtures import uibench_app, uibench_case, uibench_goto, uibench_page

__all__ = ["uibench_app", "uibench_case", "uibench_goto", "uibench_page"]


def pytest_addoption(parser: pytest.Parser) -> None:
    options.add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    rootdir.keep_invocation_root(early_config, parser, args)


def pytest_configure(config: pytest.Config) -> None:
    for name, text in options.MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {text}")
    from pytest_uibench.plugin.apps import apps_of

    if apps_of(config):
        from pytest_uibench.plugin import session

        config.pluginmanager.register(session, "uibench-session")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    from pytest_uibench.plugin.fixtures import parametrize_apps

    parametrize_apps(metafunc)


def pytest_report_header(config: pytest.Config) -> str | None:
    from pytest_uibench.plugin.apps import apps_of

    apps = apps_of(config)
    if not apps:
        return None
    names = ", ".join(app.key for app in apps[:3]) + (f" and {len(apps) - 3} more" if len(apps) > 3 else "")
    return f"uibench: {names}; report in {options.settings_of(config).output}"
