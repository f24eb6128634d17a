"""Dependencies of a subject: installed once with scripts off, then kept for every working copy that they fit."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_uibench import constants
from pytest_uibench.model import Failure, StageReport, SubjectError

from .dependencies import (
    Installation,
    bring_dependencies,
    deps_key,
    give_dependencies,
    install_root,
    keep_dependencies,
    wants_anything,
)
from .diagnose import diagnose_install
from .environment import InstallAccess, install_access, install_environment
from .managers import LOCKS, Manager, npm_flags, out_of_step, peer_conflict, resolve_manager
from .mirrors import forget_mirrors
from .natives import missing_platform_packages, to_rebuild
from .neutral import neutralise
from .process import Outcome
from .stage import Workshop, limit_failure, report
from .toolchain import check_node, choose_manager, node_notes
from .workcopy import remove_tree


@dataclass(slots=True)
class _Attempt:
    """State of one install: what was conceded so far."""

    shop: Workshop
    manager: Manager
    root: Path
    access: InstallAccess
    done: Installation

    @property
    def store(self) -> Path:
        return self.shop.cache.root / "npm" / self.manager.name

    def run(self, argv: Sequence[str], what: str, seconds: float, *, private: bool = True) -> Outcome:
        """Run the package manager with network; ``private``: with the user's own registry configuration."""
        shop = self.shop
        access = self.access if private else self.access.public()
        self.store.mkdir(parents=True, exist_ok=True)
        env = install_environment(
            shop.room, shop.path(self.root), access, contained=shop.sandbox.program is not None
        ) | self.manager.environment(self.store)
        return shop.execute(
            argv,
            what=what,
            stage="install",
            seconds=seconds,
            env=env,
            cwd=self.root,
            writable=(shop.app, self.store) if private else (shop.app,),
            readonly=access.files,
            network=True,
        )


def install(shop: Workshop) -> tuple[StageReport, Installation]:
    """Give the working copy its dependencies, from the cache or from the registry.

    Every fault is in the report. The caller holds the lock of the working copy.
    """
    started = time.monotonic()
    done = Installation(notes=list(neutralise(shop.app, shop.snapshot.files, shop.snapshot.links)))
    if shop.project.package_manager is None:
        return report("install", seconds=0.0, failure=None, log=None, status="skipped", notes=done.notes), done
    try:
        cached = _install(shop, done)
        failure = None
    except SubjectError as error:
        cached, failure = False, replace(error.failure, log=shop.log("install").name)
    seconds = time.monotonic() - started
    return report(
        "install",
        seconds=seconds,
        failure=failure,
        log=shop.log("install"),
        degraded=done.degraded,
        notes=done.notes,
        cached=cached,
    ), done


def _install(shop: Workshop, done: Installation) -> bool:
    """True when the dependencies came from the cache."""
    fault = check_node(shop.project)
    chosen, degraded, missing = choose_manager(shop.project)
    fault = fault or missing
    if fault is not None:
        raise SubjectError(fault)
    done.notes += node_notes(shop.project)
    done.degraded += degraded
    manager = resolve_manager(chosen) if chosen else None
    if manager is None:
        name = chosen.name if chosen else "npm"
        raise SubjectError(
            Failure(
                label="infra:package-manager",
                stage="install",
                message=f"{name} is on PATH but does not answer {name} --version",
                hint="Run uibench doctor.",
            )
        )
    root = install_root(shop)
    if not wants_anything(root):
        done.notes.append("the manifest lists no dependencies: nothing to install")
        return True
    done.key = deps_key(shop, manager, root)
    with shop.cache.lock(f"deps-{done.key}", f"dependencies of {shop.project.name}", shop.say):
        if bring_dependencies(shop, done):
            return True
        attempt = _Attempt(shop, manager, root, install_access(), done)
        with shop.cache.slot(shop.options.jobs, f"install of {shop.project.name}", shop.say):
            _from_registry(attempt)
        shop.cache.publish_deps(done.key, lambda folder: keep_dependencies(shop, manager, root, done, folder))
        give_dependencies(shop, done)
    return False


def _from_registry(attempt: _Attempt) -> None:
    """Install, with one concession for each known kind of trouble.

    Raises:
        SubjectError: with the diagnosis when it does not succeed.
    """
    done, manager, root = attempt.done, attempt.manager, attempt.root
    locks = [root / name for name in LOCKS[manager.name] if (root / name).is_file()]
    outcome, extra = None, []
    if manager.name == "npm" and (count := sum(map(forget_mirrors, locks))):
        done.notes.append(f"install: {count} packages that {locks[0].name} has from a mirror came from your registry")
    if locks:
        outcome = _try(attempt, frozen=True, extra=())
        if not outcome.ok and out_of_step(outcome.tail):
            done.notes.append(f"install: {locks[0].name} does not fit package.json: resolved again")
            outcome = None
    if outcome is None:
        done.reproducible = False
        outcome = _try(attempt, frozen=False, extra=())
    if not outcome.ok and manager.name == "npm" and peer_conflict(outcome.tail):
        failure = diagnose_install(attempt.shop.project, outcome.tail, root=attempt.shop.folder)
        extra = ["--legacy-peer-deps"]
        conflict = " ".join(failure.message.split())[: constants.SAY_WIDTH * 4]
        done.degraded.append(f"npm --legacy-peer-deps ({conflict})")
        outcome = _try(attempt, frozen=bool(locks) and done.reproducible, extra=extra)
        if not outcome.ok and out_of_step(outcome.tail):
            done.reproducible = False
            outcome = _try(attempt, frozen=False, extra=extra)
    _raise_unless(attempt, outcome)
    _complete_platform(attempt, locks, extra)
    _show_lock(attempt)
    _rebuild(attempt)


def _try(attempt: _Attempt, *, frozen: bool, extra: Sequence[str]) -> Outcome:
    argv = attempt.manager.install(attempt.store, frozen=frozen, extra=extra)
    return attempt.run(argv, " ".join([attempt.manager.name, argv[1], *extra]), constants.INSTALL_TIMEOUT_SECONDS)


def _raise_unless(attempt: _Attempt, outcome: Outcome) -> None:
    if outcome.ok:
        return
    project, root = attempt.shop.project, attempt.shop.folder
    if outcome.limit is not None:
        raise SubjectError(limit_failure(attempt.shop, "install", outcome, constants.INSTALL_TIMEOUT_SECONDS))
    raise SubjectError(diagnose_install(project, outcome.tail, root=root))


def _complete_platform(attempt: _Attempt, locks: Sequence[Path], extra: Sequence[str]) -> None:
    """One clean install without the lock when it left out the packages of this platform (F03)."""
    node, modules = attempt.shop.node, attempt.root / "node_modules"
    missing = missing_platform_packages(modules, node) if node else ()
    if not missing or not locks:
        return
    for lock in locks:
        lock.unlink()
    remove_tree(modules)
    attempt.done.reproducible = False
    attempt.done.degraded.append(
        f"installed without {locks[0].name}: it lacks this platform's part of {', '.join(missing)}"
    )
    _raise_unless(attempt, _try(attempt, frozen=False, extra=extra))


def _show_lock(attempt: _Attempt) -> None:
    """A lock file that was made stands next to the logs, so that the run can be repeated (F02)."""
    if attempt.done.reproducible:
        return
    for name in LOCKS[attempt.manager.name]:
        made = attempt.root / name
        if made.is_file():
            shutil.copyfile(made, Path(attempt.shop.options.logs) / f"made-{name}")
            attempt.done.notes.append(f"install: no lock file pinned the dependencies: the one made is made-{name}")
            return
    attempt.done.notes.append("install: no lock file pinned the dependencies")


def _rebuild(attempt: _Attempt) -> None:
    """Run the install scripts of well-known native packages that need it, without the user's registry secrets (F13)."""
    node = attempt.shop.node
    names = to_rebuild(attempt.root, node) if node and attempt.manager.name == "npm" else ()
    for name in names:
        argv = [str(attempt.manager.tool), "rebuild", name, *npm_flags(attempt.shop.room.home / ".npm")]
        outcome = attempt.run(
            [*argv, "--ignore-scripts=false", "--foreground-scripts"],
            f"npm rebuild {name}",
            constants.REBUILD_TIMEOUT_SECONDS,
            private=False,
        )
        if outcome.ok:
            attempt.done.notes.append(f"install: the install script of {name} was run")
        else:
            attempt.done.unbuilt.append(name)
            attempt.done.notes.append(f"install: the install script of {name} failed: what needs it will not work")
