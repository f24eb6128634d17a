"""Command-line options, their ini twins, and markers."""

from __future__ import annotations

import pytest

from pytest_uibench.settings import DEFAULT_OUTPUT, DEFAULT_SPECS, NETWORKS, SANDBOXES, Settings, read_settings

MARKERS = {
    "uibench_exec": "does the app build and render (exec, route and links items)",
    "uibench_navigation": "can one get around",
    "uibench_interaction": "do the controls do what they promise",
    "uibench_fidelity": "does it look like the reference",
    "uibench_critique": "what is visibly wrong even without a reference",
}

SETTINGS = pytest.StashKey[Settings]()


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("uibench", "generated front-ends as test subjects")
    group.addoption(
        "--uibench-app",
        action="append",
        default=None,
        metavar="DIR",
        help="directory with a generated front-end to test; repeatable, quoted globs allowed",
    )
    group.addoption(
        "--uibench-spec",
        action="append",
        default=None,
        metavar="FILE",
        help="YAML spec of the app; several: the one whose task is the app's folder name",
    )
    group.addoption(
        "--uibench-output",
        default=None,
        metavar="DIR",
        help=f"folder for results.json, the HTML report, screenshots and logs (default: {DEFAULT_OUTPUT})",
    )
    group.addoption(
        "--uibench-browser", default=None, metavar="PATH", help="Chromium to use instead of the one that is found"
    )
    group.addoption(
        "--uibench-network",
        choices=NETWORKS,
        default=None,
        help="hermetic: pages reach the app only; open: pages reach everything (default: hermetic)",
    )
    group.addoption(
        "--uibench-sandbox",
        choices=SANDBOXES,
        default=None,
        help="containment of install, build and server: auto, require or off (default: auto)",
    )
    parser.addini("uibench_app", "apps to test, one directory or glob a line", type="linelist", default=[])
    parser.addini("uibench_spec", "spec files, one a line", type="linelist", default=[])
    parser.addini("uibench_specs", f"folder of specs named after their app (default: {DEFAULT_SPECS})", default="")
    parser.addini("uibench_output", "twin of --uibench-output", default="")
    parser.addini("uibench_browser", "twin of --uibench-browser", default="")
    parser.addini("uibench_network", "twin of --uibench-network", default="")
    parser.addini("uibench_sandbox", "twin of --uibench-sandbox", default="")


def settings_of(config: pytest.Config) -> Settings:
    """The settings of this session, read once.

    Raises:
        pytest.UsageError: for an ini value that is not among the allowed ones.
    """
    if SETTINGS not in config.stash:
        settings = read_settings(
            config.getoption, config.getini, start=config.invocation_params.dir, root=config.rootpath
        )
        for name, value, allowed in (
            ("uibench_network", settings.network, NETWORKS),
            ("uibench_sandbox", settings.sandbox, SANDBOXES),
        ):
            if value not in allowed:
                raise pytest.UsageError(f"{config.inipath}: {name} = {value!r}: choose one of {', '.join(allowed)}")
        config.stash[SETTINGS] = settings
    return config.stash[SETTINGS]
