"""A project becomes something that can be served: copy, install, bundle, check types."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pytest_uibench import constants
from pytest_uibench.model import (
    Failure,
    Prepared,
    Project,
    StageReport,
    SubjectError,
    SubjectOptions,
    from_wire,
    to_wire,
)

from . import typecheck
from .build import Built, add_environment_file, build
from .cache import Cache, digest, read_json, touch, write_json
from .dependencies import Installation, bring_dependencies
from .environment import recorded
from .install import install
from .sandbox import Sandbox, choose
from .stage import Workshop, report
from .tools import find_node, tool_version
from .workcopy import Snapshot, remove_tree, take_snapshot


def prepare(
    project: Project,
    options: SubjectOptions,
    say: Callable[[str], None],
    *,
    meanwhile: Callable[[], None] | None = None,
) -> Prepared:
    """Install and bundle a project; nothing is written to its directory.

    One install and one build per run, whatever the number of processes that ask: the first does it, the others wait
    and read its result. An earlier run's build with the same inputs is used unless ``options.fresh``.

    Args:
        say: gets a short line whenever something starts, and every few seconds while it lasts.
        meanwhile: called in this thread at the start of each line of a build, for work of the caller's own.

    Returns:
        Both stage reports; a fault of the subject or of the machine is a ``Failure`` in them, never an exception.
    """
    started = time.monotonic()
    try:
        if project.fault is not None:
            raise SubjectError(project.fault)
        Path(options.logs).mkdir(parents=True, exist_ok=True)
        shop = replace(_workshop(project, options, say), meanwhile=meanwhile)
        with shop.cache.lock(f"build-{shop.key}", f"build of {project.name}", say):
            return _shared(shop) or _kept(shop) or _made(shop)
    except SubjectError as error:
        return _not_begun(project, error.failure, time.monotonic() - started)
    except OSError as error:
        return _not_begun(project, _machine_fault(error), time.monotonic() - started)


def check_types(prepared: Prepared, options: SubjectOptions, say: Callable[[str], None]) -> StageReport:
    """The type check of a prepared project; waits for the one that :func:`prepare` started, in whatever process.

    Returns:
        ``skipped`` when the project's build checks no types or its dependencies are not there.
    """
    plan = prepared.project.build
    if plan is None or not (plan.types or plan.embedded_types):
        return report(
            "types", seconds=0.0, failure=None, log=None, status="skipped", notes=("no type check in the build",)
        )
    if prepared.install.failure is not None:
        return report("types", seconds=0.0, failure=None, log=None, status="skipped", notes=("install failed",))
    try:
        return _types_of(prepared, options, say)
    except SubjectError as error:
        return report("types", seconds=0.0, failure=replace(error.failure, stage="types"), log=None)
    except OSError as error:
        return report("types", seconds=0.0, failure=replace(_machine_fault(error), stage="types"), log=None)


def _types_of(prepared: Prepared, options: SubjectOptions, say: Callable[[str], None]) -> StageReport:
    job = typecheck.running.get((options.run_id, prepared.key))
    started = time.monotonic()
    while job is not None and job.thread.is_alive():
        job.thread.join(constants.COMMAND_PROGRESS_SECONDS)
        if job.thread.is_alive():
            say(f"{prepared.project.name}: type check … {time.monotonic() - started:.0f} s")
    cache = Cache(Path(options.cache))
    shop = _workshop_of(prepared, options, say, cache)
    with cache.lock(f"types-{prepared.key}", "type check", say):
        known = typecheck.load_types(shop)
        if known is not None:
            _bring_log(shop, "types")
            return known
        if not typecheck.planned(shop):
            return report(
                "types", seconds=0.0, failure=None, log=None, status="skipped", notes=("the build gave no result",)
            )
        # Whoever ran it died: the dependencies may be gone from the working copy, or were only mounted there.
        record = read_json(cache.build_record(shop.base.name)) or {}
        done = Installation(key=str(record.get("deps", "")))
        if done.key and not any((shop.folder / "node_modules").glob("*")):
            bring_dependencies(shop, done)
        shop = replace(shop, mounts=done.mounts)
        shop.room.create()
        with cache.slot(options.jobs, f"type check of {prepared.project.name}", say):
            result = typecheck.run_types(shop, shop.app)
        typecheck.store_types(shop, result)
        _keep_log(shop, "types")
        typecheck.tidy(shop)
        return result


def _workshop(project: Project, options: SubjectOptions, say: Callable[[str], None]) -> Workshop:
    sandbox = choose(options.sandbox)
    snapshot = take_snapshot(project)
    cache = Cache(Path(options.cache))
    key = build_key(project, snapshot, sandbox)
    # A fresh build gets a place of its own: somebody may be serving from the kept one.
    place = digest(key, options.run_id) if options.fresh else key
    return Workshop(
        project=project,
        options=options,
        say=say,
        cache=cache,
        sandbox=sandbox,
        snapshot=snapshot,
        key=key,
        base=cache.work(place),
        node=find_node(),
    )


def _workshop_of(prepared: Prepared, options: SubjectOptions, say: Callable[[str], None], cache: Cache) -> Workshop:
    """The workshop of a preparation made elsewhere; its snapshot is not needed any more."""
    folder = Path(prepared.workdir)
    app = folder.parents[len(Path(prepared.project.folder).parts) - 1] if prepared.project.folder else folder
    return Workshop(
        project=prepared.project,
        options=options,
        say=say,
        cache=cache,
        sandbox=choose(options.sandbox),
        snapshot=Snapshot(Path(prepared.project.path), (), ()),
        key=prepared.key,
        base=app.parent,
        node=find_node(),
    )


def preparation_key(project: Project, options: SubjectOptions) -> str:
    """What :func:`prepare` would keep its build under: the same for the same content on this machine.

    Raises:
        SubjectError: there is no project, or it cannot be read.
    """
    if project.fault is not None:
        raise SubjectError(project.fault)
    return build_key(project, take_snapshot(project), choose(options.sandbox))


def build_key(project: Project, snapshot: Snapshot, sandbox: Sandbox) -> str:
    """Key of a build: content, plan, environment, tools. The same inputs give the same key on this machine."""
    manager, node = project.package_manager, find_node()
    plan = {"build": to_wire(project.build), "serve": to_wire(project.serve), "env": dict(sorted(project.env.items()))}
    return digest(
        f"format {constants.CACHE_FORMAT}",
        metadata.version("pytest-uibench"),
        snapshot.key,
        project.folder,
        json.dumps(plan, sort_keys=True),
        f"{manager.name} {tool_version(manager.name)}" if manager else None,
        f"{node.platform} {node.version}" if node else None,
        "contained" if sandbox.program else "open",
    )


def _run_key(shop: Workshop) -> str:
    """Key within a run: two apps of equal content have reports of their own."""
    return digest(shop.key, shop.project.path)


def _shared(shop: Workshop) -> Prepared | None:
    """What another process of this run, or this one before, has found out."""
    data = read_json(shop.cache.run_record(shop.options.run_id, _run_key(shop), "prepared"))
    return _revived(shop, data) if data is not None else None


def _kept(shop: Workshop) -> Prepared | None:
    """What an earlier run, or another app of equal content, has built."""
    record = None if shop.options.fresh else read_json(shop.cache.build_record(shop.key))
    if record is None:
        return None
    prepared = _revived(shop, record["prepared"])
    if prepared is None:
        return None
    touch(shop.base)
    for stage in ("install", "build", "types"):
        _bring_log(shop, stage)
    prepared = replace(
        prepared,
        install=replace(prepared.install, cached=True, seconds=0.0),
        build=replace(prepared.build, cached=True),
    )
    shop.say(f"{shop.project.name}: built before, nothing changed")
    write_json(shop.cache.run_record(shop.options.run_id, _run_key(shop), "prepared"), to_wire(prepared))
    return prepared


def _revived(shop: Workshop, data: Any) -> Prepared | None:
    """A stored preparation for this project, or None when its folders are gone."""
    prepared = replace(from_wire(Prepared, data), project=shop.project)
    gone = prepared.failure is None and not Path(prepared.site or prepared.workdir).is_dir()
    return None if gone else prepared


def _made(shop: Workshop) -> Prepared:
    """Do it. A working copy without a record is left over from a process that died: made again."""
    remove_tree(shop.base)
    for stage in ("install", "build", "types"):
        (Path(shop.options.logs) / f"{stage}.log").unlink(missing_ok=True)
    shop.say(f"{shop.project.name}: copying")
    shop.snapshot.copy_to(shop.app)
    shop.room.create()
    notes = (*shop.snapshot.notes, *add_environment_file(shop))
    installed, done = install(shop)
    installed = replace(installed, notes=(*installed.notes, *notes))
    try:
        if installed.failure is not None:
            built = Built(
                report("build", seconds=0.0, failure=None, log=None, status="skipped", notes=("install failed",))
            )
        else:
            with shop.cache.slot(shop.options.jobs, f"build of {shop.project.name}", shop.say):
                built = build(shop, done)
        prepared = _finished(shop, installed, done, built)
        if built.job is None:
            typecheck.tidy(shop)
    finally:
        job = typecheck.running.get((shop.options.run_id, shop.key))
        if job is not None:
            job.built.set()
    return prepared


def _finished(shop: Workshop, installed: StageReport, done: Installation, built: Built) -> Prepared:
    """The result, recorded for this run and, where the app alone decided it, for later ones."""
    prepared = Prepared(
        project=shop.project,
        install=installed,
        build=built.report,
        workdir=str(shop.folder),
        site=str(built.site) if built.site else None,
        key=shop.key,
        containment=shop.sandbox.containment,
        reproducible=done.reproducible,
        environment=recorded(shop.environment(), room=shop.room),
    )
    data = to_wire(prepared)
    write_json(shop.cache.run_record(shop.options.run_id, _run_key(shop), "prepared"), data)
    failure = prepared.failure
    lasting = installed.failure is None and (
        failure is None or not (failure.infrastructure or failure.code == "timeout")
    )
    if lasting:
        for stage in ("install", "build"):
            _keep_log(shop, stage)
        # Last: with it the working copy counts as finished.
        write_json(shop.cache.build_record(shop.base.name), {"prepared": data, "deps": done.key})
    return prepared


def _keep_log(shop: Workshop, stage: str) -> None:
    log = Path(shop.options.logs) / f"{stage}.log"
    if log.is_file():
        shutil.copyfile(log, shop.cache.build_log(shop.base.name, stage))


def _bring_log(shop: Workshop, stage: str) -> None:
    """A hit in the cache shows the log of the build that it repeats."""
    log, kept = Path(shop.options.logs) / f"{stage}.log", shop.cache.build_log(shop.base.name, stage)
    if kept.is_file() and not log.exists():
        log.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kept, log)


def _not_begun(project: Project, failure: Failure, seconds: float) -> Prepared:
    """A preparation that ended before there was a working copy."""
    return Prepared(
        project=project,
        install=report("install", seconds=seconds, failure=failure, log=None),
        build=report("build", seconds=0.0, failure=None, log=None, status="skipped", notes=("not begun",)),
        workdir=os.path.join(project.path, project.folder),  # noqa: PTH118 - shown, never written to
        site=None,
        key="",
        containment="none: no command was run",
    )


def _machine_fault(error: OSError) -> Failure:
    """Trouble of this machine: a full disk, missing rights, no processes left."""
    place = f": {error.filename}" if error.filename else ""
    return Failure(
        label="infra:system",
        stage="install",
        message=f"{error.strerror or error}{place}",
        hint="Free disk space or fix the rights of the cache folder; uibench doctor shows both.",
    )
