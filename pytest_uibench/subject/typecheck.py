"""The type check apart from bundling, at the same time as it (METRICS section 1: judged apart)."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_uibench import constants
from pytest_uibench.model import Failure, StageReport, from_wire, to_wire

from .cache import read_json, write_json
from .dependencies import Installation, give_dependencies
from .diagnose import diagnose_types
from .process import read_tail
from .stage import Workshop, limit_failure, report
from .workcopy import remove_tree

_EMITTED: Final = re.compile(r"\.(?:[cm]?js|jsx|d\.[cm]?ts|json)$")
_READ_ONLY: Final = re.compile(
    r"(?i)\bEROFS\b|read-only file system|\bos error 30\b|\bENOENT\b[^\n]*, mkdir '[^'\n]*\bnode_modules/"
)
"""Node's recursive ``mkdir`` says ENOENT of a folder that may not be written to."""
_GENERATED: Final = re.compile(r"\.(?:[cm]?tsx?|vue|svelte|astro)$")

_STAND_BACK: Final = (
    f"{{ renice -n {constants.TYPES_NICENESS} -p $$; echo {constants.TYPES_NICENESS} > /proc/self/autogroup; }} "
    ">/dev/null 2>&1"
)
"""Niceness counts within a session; between sessions Linux compares that of their groups."""


def planned(shop: Workshop) -> bool:
    """The project has type-check lines of its own."""
    return shop.project.build is not None and bool(shop.project.build.types)


def writes_dependencies(log: str) -> bool:
    """A command failed because it writes into packages (generated clients, patches), which are mounted read-only."""
    return bool(_READ_ONLY.search(log))


def load_types(shop: Workshop) -> StageReport | None:
    """The result that this run, or an earlier one with the same build, has already."""
    data = read_json(shop.cache.run_record(shop.options.run_id, shop.key, "types"))
    if data is None and not shop.options.fresh:
        data = read_json(shop.cache.build_record(shop.key).with_suffix(".types.json"))
        if data is not None:
            return replace(from_wire(StageReport, data), cached=True)
    return from_wire(StageReport, data) if data is not None else None


def store_types(shop: Workshop, result: StageReport) -> None:
    """Keep a result: for this run always, for later ones when the app alone decides it."""
    data = to_wire(result)
    write_json(shop.cache.run_record(shop.options.run_id, shop.key, "types"), data)
    lasting = result.failure is None or not (result.failure.infrastructure or result.failure.code == "timeout")
    if lasting and not shop.options.fresh:
        write_json(shop.cache.build_record(shop.key).with_suffix(".types.json"), data)


def run_types(shop: Workshop, place: Path, *, again: bool = False) -> StageReport:
    """Run every type-check line in ``place``: the working copy, or a copy of it with the same dependencies."""
    plan = shop.project.build
    lines = plan.types if plan else ()
    started = time.monotonic()
    limit = shop.project.timeout or constants.TYPES_TIMEOUT_SECONDS
    failure: Failure | None = None
    log = shop.log("types")
    if again:
        log.unlink(missing_ok=True)
    said = ""
    folder = place / shop.project.folder
    env = shop.environment() | {"PATH": shop.path(folder, place)}
    for line in lines:
        outcome = shop.execute(
            # Behind the bundler and the browser: nobody waits for the type check while these run.
            ["/bin/sh", "-c", f"{_STAND_BACK}; {line}"],
            what=line,
            stage="types",
            seconds=limit,
            env=env,
            cwd=folder,
            writable=(shop.app, place),
        )
        if outcome.limit is not None:
            failure = limit_failure(shop, "types", outcome, limit)
            break
        said += "" if outcome.ok else outcome.tail
    if failure is None and said:
        failure = diagnose_types(shop.project, said, root=folder)
    failure = replace(failure, log=log.name) if failure else None
    return report("types", seconds=time.monotonic() - started, failure=failure, log=log)


class TypesJob:
    """The type check in a thread of its own, in a copy of the sources: what it emits must not reach the bundler."""

    def __init__(self, shop: Workshop, done: Installation) -> None:
        self.shop, self.done = shop, done
        self.place = shop.base / "types"
        self.checked = threading.Event()
        """The first pass is over."""
        self.built = threading.Event()
        """Bundling is over and recorded, or given up."""
        self._locked = threading.Event()
        self.result: StageReport | None = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name=f"types-{shop.project.name}", daemon=True)

    def start(self) -> None:
        """Copy the sources and start; returns when the lock of the check is held, so that nobody else starts it."""
        running[self.shop.options.run_id, self.shop.key] = self
        remove_tree(self.place)
        copy_sources(self.shop.app, self.place)
        self.thread.start()
        self._locked.wait()

    def _run(self) -> None:
        try:
            with self.shop.cache.lock(f"types-{self.shop.key}", "type check", self.shop.say):
                self._locked.set()
                self.result = run_types(self.shop, self.place)
                self.checked.set()
                self.built.wait()
                if self.result.status == "failed":
                    self._check_again()
                store_types(self.shop, self.result)
                tidy(self.shop)
        except BaseException as error:  # noqa: BLE001 - a thread has nobody above it: whoever waits gets it
            self.error = error
        finally:
            self._locked.set()
            self.checked.set()

    def _check_again(self) -> None:
        """In the built working copy, when that is what the check needs: a second look is never a worse one."""
        shop = self.shop
        if shop.mounts and writes_dependencies(read_tail(shop.log("types"))):
            give_dependencies(shop, self.done, copied=True)
            shop = replace(shop, mounts=())
        elif not self._bundler_generated_sources():
            return
        self.result = run_types(shop, shop.app, again=True)

    def emitted(self) -> bool:
        """The check wrote code or declarations that bundling may have needed."""
        return any(_EMITTED.search(name) for name in self._only_in(self.place, self.shop.app))

    def _bundler_generated_sources(self) -> bool:
        """Route trees and the like, which the check did not have: as the script is written, it might have them."""
        return any(_GENERATED.search(name) for name in self._only_in(self.shop.app, self.place))

    @staticmethod
    def _only_in(place: Path, other: Path) -> Iterable[str]:
        return (name for name in _source_files(place) if not (other / name).exists())


running: Final[dict[tuple[str, str], TypesJob]] = {}
"""Type checks that were started in this process, by run and build key."""


def copy_sources(app: Path, target: Path) -> None:
    """Copy a working copy without its dependencies, which are linked in."""
    target.mkdir(parents=True)
    for place, folders, files in os.walk(app):
        here = target / Path(place).relative_to(app)
        for name in list(folders):
            source = Path(place) / name
            if name == "node_modules":
                folders.remove(name)
                (here / name).symlink_to(source)
            elif source.is_symlink():
                (here / name).symlink_to(source.readlink())
            else:
                (here / name).mkdir()
        for name in files:
            source = Path(place) / name
            if source.is_symlink():
                (here / name).symlink_to(source.readlink())
            elif source.is_file():
                (here / name).write_bytes(source.read_bytes())


def _source_files(place: Path) -> Iterable[str]:
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if name not in ("node_modules", "dist", "build", "out", ".next")]
        for name in files:
            yield (Path(folder) / name).relative_to(place).as_posix()


def tidy(shop: Workshop) -> None:
    """Drop what a finished working copy needs no more; a static site needs no dependencies. Needs the types lock."""
    for folder in ("types", "scratch"):
        remove_tree(shop.base / folder)
    if shop.project.serve.kind == "static" and shop.project.build is not None:
        for place, folders, _files in os.walk(shop.app):
            if "node_modules" in folders:
                folders.remove("node_modules")
                remove_tree(Path(place) / "node_modules")
    shop.room.clear()
