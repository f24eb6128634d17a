"""A directory becomes a :class:`Project`: static, fast, nothing run, nothing written."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pytest_uibench.model import BuildPlan, PackageManager, Project, ServePlan, SubjectOverrides

from .floors import node_range
from .frameworks import Context, Recipe, framework_of, library_of
from .jsvalues import read_config, with_suffixes
from .locate import Place, locate
from .manager import LOCKFILES, package_manager
from .manifest import Manifest
from .recipes import DEFAULT_BUILD, RECIPES, started
from .scripts import TakenApart, build_script, take_apart

_ENV_EXAMPLES = (".env.example", ".env.sample", ".env.template", ".env.dist", ".env.local.example", "env.example")
_ENV_FILES = (".env", ".env.local", ".env.production", ".env.production.local")
_NOTHING = SubjectOverrides()
_EMBEDDED = {"next", "cra", "angular"}
"""Frameworks whose build checks types by itself."""


def detect(path: Path, overrides: SubjectOverrides = _NOTHING) -> Project:
    """Tell what the subject directory ``path`` is.

    A broken ``package.json`` is the app's fault and comes as ``Project.fault``.

    Raises:
        UibenchError: what the user must fix: no such directory, no project in it, or several.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute() keeps "..", resolve() follows links
    place = locate(path, overrides.folder)
    folder = path / place.folder
    if place.manifest is None:
        project = _plain(path, place)
    elif place.manifest.fault is not None:
        project = _broken(path, place, place.manifest, folder)
    else:
        project = _built(path, place, place.manifest, folder, overrides)
    return _overridden(project, overrides)


def _project(path: Path, place: Place, **fields: object) -> Project:
    manifest = "package.json" if place.manifest is not None else place.page or "index.html"
    values: dict[str, object] = {
        "path": str(path),
        "folder": place.folder,
        "manifest": f"{place.folder}/{manifest}" if place.folder else manifest,
        "name": path.name or "app",
        "library": None,
        "typescript": False,
        "package_manager": None,
        "build": None,
        **fields,
    }
    values["notes"] = (*place.notes, *values.pop("notes", ()))  # type: ignore[misc]
    return Project(**values)  # type: ignore[arg-type]


def _plain(path: Path, place: Place) -> Project:
    """Pages with nothing to build."""
    notes = () if place.page == "index.html" else (f"no index.html: the page is {place.page}",)
    serve = ServePlan(kind="static", outputs=(".",), spa=False)
    return _project(path, place, framework="static", serve=serve, notes=notes)


def _broken(path: Path, place: Place, manifest: Manifest, folder: Path) -> Project:
    """A manifest that cannot be read: what the files beside it tell."""
    framework = framework_of(folder, manifest, None)
    serve = ServePlan(kind="static", outputs=("dist", "build", "out"))
    return _project(
        path, place, framework=framework, serve=serve, fault=manifest.fault, typescript=_typed(folder, manifest)
    )


def _built(path: Path, place: Place, manifest: Manifest, folder: Path, overrides: SubjectOverrides) -> Project:
    """A project with a readable manifest."""
    env = {**_env_file(folder), **overrides.env}
    taken = _taken(folder, manifest, overrides.build)
    framework = framework_of(folder, manifest, taken.tool if taken else None)
    if taken is None and framework == "other":
        return _unbuilt(path, place, manifest, folder)
    typed = _typed(folder, manifest)
    taken = _completed(taken, framework, manifest, embedded=typed and _checks_itself(framework, folder))
    recipe = RECIPES[framework](Context(folder=folder, manifest=manifest, env=env, tool=taken.tool))
    manager, notes = package_manager(folder, manifest)
    return _project(
        path,
        place,
        framework=recipe.framework,
        library=library_of(manifest),
        typescript=typed,
        package_manager=manager,
        build=_finished(taken.plan, recipe, folder),
        serve=recipe.serve,
        base=recipe.base,
        node_range=node_range(manifest),
        env_example=_env_example(folder),
        notes=(*notes, *_marked(manifest), *recipe.notes, *_workspace_notes(path, place, manager)),
    )


def _taken(folder: Path, manifest: Manifest, override: str | None) -> TakenApart | None:
    """The build script taken apart, or None when there is none."""
    if override:
        return take_apart(override, manifest.scripts, emitting=_emits(folder))
    name = build_script(manifest.scripts)
    return take_apart(manifest.scripts[name], manifest.scripts, name=name, emitting=_emits(folder)) if name else None


def _completed(taken: TakenApart | None, framework: str, manifest: Manifest, *, embedded: bool) -> TakenApart:
    """A plan that makes a site: a script that only checks types, or none at all, gets the framework's own build."""
    default = DEFAULT_BUILD.get(framework, "")
    if taken is None:
        taken = take_apart(default, manifest.scripts)
    elif taken.tool is None and not taken.plan.bundle and default:
        made = take_apart(default, manifest.scripts)
        taken = replace(made, plan=replace(taken.plan, bundle=made.plan.bundle))
    return replace(taken, plan=replace(taken.plan, embedded_types=embedded))


def _finished(plan: BuildPlan, recipe: Recipe, folder: Path) -> BuildPlan:
    """The plan with the lines that the framework's documentation adds, and without a check that is switched off."""
    config = read_config(folder, *with_suffixes("next.config"))
    ignored = bool(config and re.search(r"ignoreBuildErrors\s*:\s*true", config[1]))
    return replace(
        plan,
        bundle=(*plan.bundle, *recipe.finish),
        embedded_types=plan.embedded_types and not (recipe.framework == "next" and ignored),
    )


def _unbuilt(path: Path, place: Place, manifest: Manifest, folder: Path) -> Project:
    """A manifest without anything to build: plain pages, or a server of its own."""
    notes: tuple[str, ...] = ()
    start = manifest.scripts.get("start", "")
    page = place.page or ("public/index.html" if (folder / "public/index.html").is_file() else None)
    own_server = bool(re.search(r"\b(node|nodemon|tsx|ts-node|bun)\b", start))
    serve = ServePlan(kind="static", outputs=(".",) if place.page else ("public", "dist", "build", "."), spa=False)
    if own_server and (page is None or not place.page):
        serve = ServePlan(kind="server", command=started(start), spa=False)
    needs = own_server or _uses_modules(folder / page if page else None)
    manager: PackageManager | None = None
    if needs and manifest.declared:
        manager, notes = package_manager(folder, manifest)
    return _project(
        path,
        place,
        framework="static" if serve.kind == "static" else "other",
        library=library_of(manifest),
        typescript=_typed(folder, manifest),
        package_manager=manager,
        serve=serve,
        node_range=node_range(manifest),
        env_example=_env_example(folder),
        notes=(*notes, "no build script: served as it is"),
    )


def _uses_modules(page: Path | None) -> bool:
    """A page without a build that takes scripts out of ``node_modules``."""
    try:
        return page is not None and "node_modules/" in page.read_text("utf-8", errors="replace")
    except OSError:
        return False


def _overridden(project: Project, overrides: SubjectOverrides) -> Project:
    """What the spec says wins."""
    serve, build = project.serve, project.build
    if overrides.build and build is None:
        build = take_apart(overrides.build, {}).plan
    if overrides.output:
        serve = ServePlan(kind="static", outputs=(overrides.output.rstrip("/") or ".",), spa=serve.spa)
    if overrides.start:
        serve = ServePlan(kind="server", command=started(overrides.start), outputs=serve.outputs, spa=False)
    return replace(
        project,
        build=build,
        serve=serve,
        env=dict(overrides.env),
        scaffold=overrides.scaffold,
        timeout=overrides.timeout,
    )


def _typed(folder: Path, manifest: Manifest) -> bool:
    return any((folder / name).is_file() for name in ("tsconfig.json", "tsconfig.app.json")) or manifest.has(
        "typescript"
    )


def _checks_itself(framework: str, folder: Path) -> bool:
    """Whether the bundler checks types; Create React App does so only where there is a configuration for it."""
    return framework in _EMBEDDED and (framework != "cra" or (folder / "tsconfig.json").is_file())


def _emits(folder: Path) -> bool:
    """Whether a bare ``tsc`` writes JavaScript."""
    found = read_config(folder, "tsconfig.json")
    return found is None or not re.search(r'"noEmit"\s*:\s*true', found[1])


def _env_example(folder: Path) -> str | None:
    if any((folder / name).exists() for name in _ENV_FILES):
        return None
    return next((name for name in _ENV_EXAMPLES if (folder / name).is_file()), None)


def _env_file(folder: Path) -> Mapping[str, str]:
    """Variables of the ``.env`` files that decide paths; values are used for nothing else."""
    found = read_config(folder, ".env.production", ".env")
    if found is None:
        return {}
    pattern = r"^\s*(?:export\s+)?(PUBLIC_URL|BUILD_PATH|VITE_BASE\w*|BASE_\w+|VITE_PUBLIC\w*PATH)\s*=\s*(.*?)\s*$"
    return {key: value.strip("'\"") for key, value in re.findall(pattern, found[1], re.MULTILINE)}


def _marked(manifest: Manifest) -> tuple[str, ...]:
    return ("package.json begins with a byte order mark: some build tools refuse it",) if manifest.marked else ()


def _workspace_notes(path: Path, place: Place, manager: PackageManager) -> tuple[str, ...]:
    """A nested project of a workspace has its lock file above it."""
    if not place.folder or manager.lockfile:
        return ()
    above = [name for name in LOCKFILES if (path / name).is_file()]
    return (f"the lock file {above[0]} is in the parent folder and is not used",) if above else ()
