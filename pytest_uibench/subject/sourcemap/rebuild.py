"""One more build with source maps, in a working copy of its own, made only when an error asks for it and then kept."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_uibench import constants
from pytest_uibench.model import Prepared, SubjectError, SubjectOptions
from pytest_uibench.subject.build import add_environment_file, build
from pytest_uibench.subject.cache import Cache, digest, read_json, touch, write_json
from pytest_uibench.subject.install import install
from pytest_uibench.subject.prepare import build_key
from pytest_uibench.subject.sandbox import choose
from pytest_uibench.subject.stage import Workshop
from pytest_uibench.subject.tools import find_node
from pytest_uibench.subject.workcopy import remove_tree, take_snapshot

from .decode import Position
from .recipes import MapPlan, with_maps
from .served import (
    PAGES,
    Mapped,
    beside,
    generated,
    offset_of,
    plain_code,
    position_of,
    read_code,
    same_code,
    script_around,
    stem,
)

_RECORD = "maps"


@dataclass(slots=True)
class Maps:
    """Generated code of the build with maps, found by what it is."""

    app: Path
    """Copy of the subject directory in which it was built; gone, but maps name it."""
    by_code: dict[str, Mapped] = field(default_factory=dict)
    by_stem: dict[str, list[Mapped]] = field(default_factory=dict)

    def find(self, code: Path) -> Mapped | None:
        """The mapped twin of a served file: the same code, whatever its name."""
        text = read_code(code)
        return None if text is None else self.by_code.get(same_code(text))

    def alike(self, code: Path, at: Position) -> tuple[Mapped, Position] | None:
        """Where the code around a place stands in the file of the same name, its hash apart; for a page, in any file.

        Two builds may differ in a date, or in numbers made of the folder they run in, and small scripts are written
        into pages: the place counts when enough of the code around it stands there exactly once.
        """
        page = code.suffix.lower() in PAGES
        text = plain_code(read_code(code) or "")
        here = offset_of(text, at)
        if here is None:
            return None
        twins = list(self.by_code.values()) if page else self.by_stem.get(stem(code.name), [])
        others = [(twin, plain_code(read_code(twin.code) or "")) for twin in twins]
        first, last = script_around(text, here) if page else (0, len(text))
        for width in constants.SOURCEMAP_WINDOWS:
            start = max(first, here - width)
            around = text[start : min(last, here + width)]
            enough = len(around) >= constants.SOURCEMAP_WINDOWS[-1]
            found = [(twin, other) for twin, other in others if around in other] if enough else []
            if len(found) == 1 and found[0][1].count(around) == 1:
                twin, other = found[0]
                return twin, position_of(other, other.index(around) + here - start)
        return None


def maps_of(prepared: Prepared, options: SubjectOptions, say: Callable[[str], None]) -> Maps | None:
    """The maps of a prepared project; builds it once more unless that was done before, by whatever process.

    Returns:
        None when the project's bundler is not known, the build failed, or the subject changed meanwhile.
    """
    project = prepared.project
    if project.build is None or not prepared.key or prepared.failure is not None:
        return None
    try:
        cache = Cache(Path(options.cache))
        key = digest(prepared.key, "mapped code", options.run_id if options.fresh else None)
        with cache.lock(f"build-{key}", f"source maps of {project.name}", say):
            kept = cache.work(key) / "kept"
            once = cache.run_record(options.run_id, key, _RECORD)
            record = read_json(cache.build_record(key)) or read_json(once)
            if record is None or (record["files"] and not kept.is_dir()):
                record, lasting = _made(prepared, options, say, cache, key)
                write_json(cache.build_record(key) if lasting else once, record)
            touch(cache.work(key))
    except (SubjectError, OSError) as error:
        say(f"{project.name}: no source maps: {error}")
        return None
    return _loaded(record, cache.work(key)) if record["files"] else None


def _made(
    prepared: Prepared, options: SubjectOptions, say: Callable[[str], None], cache: Cache, key: str
) -> tuple[dict[str, Any], bool]:
    """Build and keep what is mapped; with it, whether the outcome holds for later runs."""
    project, sandbox = prepared.project, choose(options.sandbox)
    snapshot = take_snapshot(project)
    nothing: dict[str, Any] = {"files": {}}
    if build_key(project, snapshot, sandbox) != prepared.key:
        say(f"{project.name}: no source maps: the subject changed since it was built")
        return nothing, False
    logs = Path(options.logs) / "source-maps"
    logs.mkdir(parents=True, exist_ok=True)
    shop = Workshop(
        # Nothing is served from here: dependencies may be mounted, as for any static site.
        project=replace(project, serve=replace(project.serve, kind="static")),
        options=replace(options, logs=str(logs)),
        say=say,
        cache=cache,
        sandbox=sandbox,
        snapshot=snapshot,
        key=prepared.key,
        base=cache.work(key),
        node=find_node(),
    )
    remove_tree(shop.base)
    try:
        snapshot.copy_to(shop.app)
        shop.room.create()
        add_environment_file(shop)
        plan = with_maps(project, shop.folder)
        if plan is None:
            return nothing, True
        installed, done = install(shop)
        if installed.failure is not None:
            say(f"{project.name}: no source maps: {installed.failure.message.splitlines()[0]}")
            return nothing, False
        say(f"{project.name}: once more with source maps, to find the line of an error")
        with cache.slot(options.jobs, f"source maps of {project.name}", say):
            built = build(_planned(shop, prepared, plan), done)
        files = _keep(shop.app, shop.base / "kept")
        failure = built.report.failure
        if failure is not None and not files:
            say(f"{project.name}: no source maps: {failure.message.splitlines()[0]}")
        return {"files": files}, failure is None or not (failure.infrastructure or failure.code == "timeout")
    finally:
        for name in ("app", "home", "tmp", "scratch", "types"):
            remove_tree(shop.base / name)
        (shop.base / "passwd").unlink(missing_ok=True)


def _planned(shop: Workshop, prepared: Prepared, plan: MapPlan) -> Workshop:
    """The workshop whose project builds with maps: no type check, no lines after the bundler."""
    for name, aside in plan.moved.items():
        (shop.folder / name).rename(shop.folder / aside)
    for name, text in plan.files.items():
        (shop.folder / name).write_text(text, encoding="utf-8")
    env = {**prepared.project.env, **plan.env}
    if plan.preload is not None:
        # Only the working copy and its home can be seen from inside.
        preload = shop.room.home / plan.preload.name
        shutil.copyfile(plan.preload, preload)
        env["NODE_OPTIONS"] = " ".join(filter(None, (env.get("NODE_OPTIONS"), f'--require "{preload}"')))
    # Where bundling needed what the type check writes, it needs it again.
    needed = any("type check writes" in note for note in prepared.build.degraded)
    types = [f"{line} || true" for line in plan.build.types] if needed else []
    lines = replace(plan.build, bundle=(*types, *plan.bundle), types=(), extra=(), embedded_types=False)
    return replace(shop, project=replace(prepared.project, build=lines, env=env))


def _keep(app: Path, kept: Path) -> dict[str, list[str | None]]:
    """Copy code with a map out of the working copy.

    Returns:
        Relative path of the code to that of its map (None: in the code itself) and the code's digest.
    """
    files: dict[str, list[str | None]] = {}
    for code in generated(app):
        mapped = beside(code, app)
        if mapped is None:
            continue
        name = code.relative_to(app).as_posix()
        (kept / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(code, kept / name)
        if mapped.map is not None:
            shutil.copyfile(mapped.map, kept / f"{name}.map")
        files[name] = [f"{name}.map" if mapped.map else None, same_code(read_code(code) or "")]
    return files


def _loaded(record: dict[str, Any], base: Path) -> Maps:
    maps = Maps(base / "app")
    for name, (map_name, code) in record["files"].items():
        folder = os.path.dirname(name) or "."  # noqa: PTH120 - a relative name, not a path of this machine
        mapped = Mapped(base / "kept" / name, base / "kept" / map_name if map_name else None, folder)
        maps.by_code.setdefault(code, mapped)
        maps.by_stem.setdefault(stem(mapped.code.name), []).append(mapped)
    return maps
