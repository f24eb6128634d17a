"""``find_gates``: which stored values let somebody in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model.gates import GatePlan, SeedKey
from pytest_uibench.subject.routes import discover, syntax
from pytest_uibench.subject.routes.routing import Routing

from .flow import Flow
from .guards import Guard, Guards
from .payload import stored
from .reads import Key, Read, Stores, Write, function_name
from .shape import Shape
from .shapes import Shapes
from .views import PASSWORD, Views

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.model import Project, RouteMap
    from pytest_uibench.subject.routes.modules import Module

RELEVANT = re.compile(
    rb"Storage|ookie|persist|Navigate|Redirect|navigate|redirect|router|location|defineStore|Context|password",
    re.DOTALL,
)
VERSION = re.compile(rb"\bversion\s*:\s*(\d{1,4})\b")


def find_gates(project: Project, routes: RouteMap | None = None) -> GatePlan:
    """The walls of ``project`` as its source shows them; nothing is run and nothing raised.

    Args:
        routes: what :func:`~pytest_uibench.subject.routes.discover` found; looked up when not given.
    """
    try:
        return _find(Routing(project), routes or discover(project))
    except RecursionError:
        return GatePlan(notes=("the source is nested too deeply to be read for walls",))


def _find(routing: Routing, routes: RouteMap) -> GatePlan:
    views = Views(routing, routes)
    files = [rel for rel in routing.sources.containing(b"") if routing.live(rel)]
    asks = any(PASSWORD.search(routing.sources.read(rel)) for rel in files)
    wanted = [rel for rel in files if RELEVANT.search(routing.sources.read(rel)) or views.file(rel)]
    if not asks and not any(
        b"Storage" in routing.sources.read(rel) or b"ookie" in routing.sources.read(rel) for rel in wanted
    ):
        return GatePlan()
    modules = [module for rel in wanted if (module := routing.workspace.module(rel)) is not None]
    stores = Stores(routing, modules)
    flow = Flow(routing, modules, stores.reads)
    finder = Guards(flow, views)
    guards = finder.found
    shapes = Shapes(flow, stores.reads, stores.writes, finder.asked())
    seeds = _Seeds(stores, guards, shapes).found
    memory = next((guard.place for guard in guards if not guard.keys), None) if asks else None
    return GatePlan(
        seeds=tuple(seeds[: constants.GATE_SEEDS]),
        memory=memory if not seeds else None,
        login_routes=views.login_routes(
            {guard.module.rel for guard in guards if guard.target.startswith("<")}, {guard.target for guard in guards}
        ),
        notes=tuple(_notes(seeds, spent=flow.spent)),
    )


def _notes(seeds: list[SeedKey], *, spent: bool) -> list[str]:
    left = seeds[constants.GATE_SEEDS :]
    notes = [f"{len(left)} more stored values are asked for; they are left alone"] if left else []
    return [*notes, "the source is too large to be read for walls to its end"] if spent else notes


class _Seeds:
    """Keys that guards ask for, and those that belong to the same session."""

    def __init__(self, stores: Stores, guards: list[Guard], shapes: Shapes) -> None:
        self._stores = stores
        self._shapes = shapes
        self._reads: dict[Key, Read] = {}
        for read in stores.reads:
            self._reads.setdefault(read.key, read)
        self.found: list[SeedKey] = []
        asked: dict[Key, Guard] = {}
        for guard in guards:
            for key in sorted(guard.keys):
                asked.setdefault(key, guard)
        for key, guard in asked.items():
            self._add(key, f"without it {guard.place} goes to {guard.target}")
        for key, why in self._companions(set(asked)).items():
            self._add(key, why)

    def _add(self, key: Key, why: str) -> None:
        read = self._reads.get(key)
        shape = self._shapes.of.get(key, Shape())
        if read is None or ("list" in shape.uses and not shape.fields):
            return
        form = "json" if any(r.form == "json" for r in self._stores.reads if r.key == key) else read.form
        version = _version(read) if form == "zustand" else 0
        value = stored(shape, key[1], form, version)
        if value is not None:
            place = syntax.line(read.node)
            self.found.append(
                SeedKey(storage=key[0], key=key[1], value=value, file=read.module.rel, line=place, why=why)
            )

    def _companions(self, asked: set[Key]) -> dict[Key, str]:
        """Other keys that are stored by the same function as one that is asked for, and read somewhere."""
        by_function: dict[tuple[str, int], list[Write]] = {}
        for write in self._stores.writes:
            function = syntax.enclosing(write.node, syntax.FUNCTIONS)
            at = function.start_byte if function is not None else -1
            if at >= 0:
                by_function.setdefault((write.module.rel, at), []).append(write)
        found: dict[Key, str] = {}
        for writes in by_function.values():
            keys = {write.key for write in writes}
            if not keys & asked:
                continue
            for write in writes:
                if write.key not in asked and write.key in self._reads:
                    owner = min(keys & asked)[1]
                    found.setdefault(write.key, f"stored together with {owner} by {_called(write.module, write.node)}")
        return found


def _called(module: Module, node: Node) -> str:
    function = syntax.enclosing(node, syntax.FUNCTIONS)
    name = function_name(function) if function is not None else ""
    return f"{name} ({module.place(node)})" if name else module.place(node)


def _version(read: Read) -> int:
    found = VERSION.search(read.node.text or b"")
    return int(found[1]) if found else 0
