"""Keeps the invocation's own rootdir, ini file and conftests, whatever the app brings.

``--uibench-app ./gen_app`` (space form) makes pytest read the path as a positional argument before plugins are
loaded, so that an app with its own ``pytest.ini`` becomes the rootdir and its ``conftest.py`` would be imported.
By the time of ``pytest_load_initial_conftests`` the option is known: the setup is determined again without the
app, and what the app's files had changed is taken back. Conftests have not been imported at that point.
"""

from __future__ import annotations

import glob
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.config.findpaths import determine_setup

from pytest_uibench.settings import placed

REFUSAL = (
    "{ini} belongs to the app under test, and pytest read it because of the space in '--uibench-app {app}'. "
    "It names {what}, which pytest loads before any plugin can step in. "
    "Write --uibench-app={app} (with '='): then pytest never looks at the app's files."
)


def keep_invocation_root(config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    """Restore rootdir, ini file and ``addopts`` of the invocation when an app took them over.

    Raises:
        pytest.UsageError: when the app's own ini file asked pytest to load code, which cannot be taken back.
    """
    start = config.invocation_params.dir
    original = _original_args(config)
    known = parser.parse_known_args(original, namespace=_defaults(config))
    subjects = subject_folders(known.uibench_app or (), start)
    positionals = [arg for arg in known.file_or_dir if not _inside(arg, subjects, start)]
    root, ini, values, ignored = determine_setup(
        inifile=known.inifilename,
        override_ini=known.override_ini,
        args=positionals or [str(start)],
        rootdir_cmd_arg=known.rootdir or None,
        invocation_dir=start,
    )
    if (root, ini) != (config.rootpath, config.inipath):
        _refuse_loaded_code(config, subjects, known.uibench_app or ())
        _restore(config, parser, args, original, (root, ini, values, ignored))
    shield_conftests(config, subjects)


def subject_folders(patterns: Sequence[str], start: Path) -> tuple[Path, ...]:
    """Existing directories that the option values name, globs expanded, absolute and sorted."""
    found: set[Path] = set()
    for pattern in patterns:
        full = str(placed(start, pattern))
        matches = [full] if Path(full).is_dir() else glob.glob(full, recursive=True)  # noqa: PTH207 (absolute)
        found.update(Path(match) for match in matches if Path(match).is_dir())
    return tuple(sorted(found))


def shield_conftests(config: pytest.Config, subjects: Sequence[Path]) -> None:
    """Make pytest believe that the conftests of the subjects are loaded already: those of their parents, none else.

    Needed twice: pytest looks into ``test*`` folders of the invocation directory before any collection, when the
    parents' conftests are not loaded yet, and again when it collects.
    """
    if getattr(config.known_args_namespace, "noconftest", False):
        return
    seen: dict[Path, list[Any]] | None = getattr(config.pluginmanager, "_dirpath2confmods", None)
    if seen is None:  # pragma: no cover
        raise pytest.UsageError("this pytest keeps conftests differently: run with --noconftest")
    for subject in subjects:
        seen[subject] = list(seen.get(subject.parent, ()))


def _original_args(config: pytest.Config) -> list[str]:
    environment = shlex.split(os.environ.get("PYTEST_ADDOPTS", ""))
    return environment + [str(arg) for arg in config.invocation_params.args]


def _defaults(config: pytest.Config) -> Any:
    import copy

    return copy.copy(config.option)


def _inside(arg: str, subjects: Sequence[Path], start: Path) -> bool:
    path = Path(os.path.normpath(start / arg.partition("::")[0]))
    return any(path == subject or subject in path.parents for subject in subjects)


def _refuse_loaded_code(config: pytest.Config, subjects: Sequence[Path], given: Sequence[str]) -> None:
    ini = config.inipath
    if ini is None or not _inside(str(ini), subjects, config.invocation_params.dir):
        return
    addopts = [str(arg) for arg in config.getini("addopts")]
    loads = [arg for arg in addopts if arg.startswith("-p") and not arg.startswith("-pno:")]
    paths = config.getini("pythonpath")
    if loads or paths:
        what = "plugins in addopts" if loads else "a pythonpath"
        raise pytest.UsageError(REFUSAL.format(ini=ini, app=given[0] if given else "…", what=what))


def _restore(
    config: Any, parser: Any, args: list[str], original: list[str], setup: tuple[Path, Path | None, Any, Any]
) -> None:
    """Redo what ``Config.parse`` did with the wrong ini file. Private names: covered by tests/plugin."""
    root, ini, values, ignored = setup
    config._unconfigure_python_path()
    config._rootpath, config._inipath, config._inicfg = root, ini, values
    config._ignored_config_files = ignored
    config._inicache.clear()
    parser.extra_info["rootdir"], parser.extra_info["inifile"] = str(root), str(ini)
    args[:] = config._validate_args(config.getini("addopts"), "via addopts config") + original
    cut = config.known_args_namespace.confcutdir
    for path in reversed(config.getini("pythonpath")):
        sys.path.insert(0, str(path))
    config.pluginmanager.consider_preparse(args, exclude_only=False)
    config.known_args_namespace = parser.parse_known_args(args, namespace=_defaults(config))
    if config.known_args_namespace.confcutdir is None or config.known_args_namespace.confcutdir == cut:
        config.known_args_namespace.confcutdir = str(ini.parent if ini else root)
    config._checkversion()
    config._validate_plugins()
