"""Apps in pytest's collection tree: the manifest file is a ``pytest.File``, nothing else of a subject is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pytest_uibench.plugin.apps import App, app_of, apps_of, inside_subject, node_name
from pytest_uibench.plugin.items import UibenchItem
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.plugin.rootdir import shield_conftests


class AppDir(pytest.Directory):
    """A folder on the way to manifests: leads to them and to nothing else."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        manifests = [app.manifest for app in apps_of(self.config) if self.path in app.manifest.parents]
        steps = {self.path / manifest.relative_to(self.path).parts[0] for manifest in manifests}
        for step in sorted(steps):
            if step.is_dir():
                yield AppDir.from_parent(self, path=step)
            else:
                app = app_of(self.config, step)
                if app is not None:
                    yield AppFile.of(self, app)


class AppFile(pytest.File):
    """The manifest of an app; its items are the app's checks."""

    @classmethod
    def of(cls, parent: pytest.Collector, app: App) -> AppFile:
        """The file of an app, with an id that tells apps apart wherever they lie."""
        made: AppFile = cls.from_parent(parent, path=app.manifest, nodeid=node_name(parent.config, app))
        return made

    @property
    def app(self) -> App:
        app = app_of(self.config, self.path)
        if app is None:  # pragma: no cover
            raise LookupError(self.path)
        return app

    def collect(self) -> Iterable[pytest.Item]:
        if self.app.fault is not None:
            raise self.CollectError(self.app.fault)
        for plan in self.app.plans:
            yield UibenchItem.from_plan(self, plan)


def add_arguments(config: pytest.Config) -> None:
    """Add the manifests to what pytest collects, unless the command line already points into an app."""
    start = config.invocation_params.dir
    given = [Path(str(start / arg.partition("::")[0])).absolute() for arg in config.args]
    for app in apps_of(config):
        if any(path == app.root or app.root in path.parents for path in given):
            continue
        config.args.append(str(app.manifest))


def ignore(path: Path, config: pytest.Config) -> bool | None:
    """Keep pytest out of subjects, of the projects beside them, and of their copies in cache and report."""
    settings = settings_of(config)
    if path in (settings.cache, settings.output):
        return True
    if inside_subject(config, path):
        return app_of(config, path) is None
    if _on_the_way(config, path):
        return False
    beside = {app.root.parent for app in apps_of(config)}
    if path.parent in beside and path.is_dir() and (path / "package.json").is_file():
        return True
    return None


def collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collector of a subject directory: never a package, whose ``__init__.py`` would be imported."""
    if inside_subject(parent.config, path):
        shield_conftests(parent.config, [path])
        return AppDir.from_parent(parent, path=path)
    skipped = any(fnmatch(path.name, pattern) for pattern in parent.config.getini("norecursedirs"))
    return AppDir.from_parent(parent, path=path) if skipped and _on_the_way(parent.config, path) else None


def _on_the_way(config: pytest.Config, path: Path) -> bool:
    return any(path in app.root.parents for app in apps_of(config))


def collect_file(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collector of a manifest."""
    app = app_of(parent.config, path)
    return AppFile.of(parent, app) if app is not None and app.manifest == path else None
