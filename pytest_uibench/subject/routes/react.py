"""Routers whose routes are elements or objects in modules: React Router, wouter, Solid, preact, reach.

Blocks that the entry reaches first are roots. A component that a route shows may declare routes itself: its blocks
are read below that route's path. Blocks that nothing reachable imports are left out with a note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import blocks, router_mode, syntax
from .declare import Context, Declarer, Dialect, Mount
from .elements import ElementWalker
from .families import FLAT, MARK, MARKS, NESTED
from .objects import TABLE_NAME, is_table
from .static import UNDEFINED, Code, External, Obj, Unknown, alternatives

if TYPE_CHECKING:
    from pytest_uibench.model import RouteMap

    from .blocks import Block
    from .families import Family
    from .modules import Module
    from .routing import Routing
    from .static import Value


def read(routing: Routing, family: Family) -> RouteMap | None:
    """Routes of one library, or None when its routes are nowhere declared."""
    reader = Reader(routing, family)
    if not reader.blocks:
        return None
    reader.run()
    mode, basename = router_mode.mode(reader)
    return routing.result(mode, family.name, basename)


class Reader:
    """Reads one library's blocks in the order in which the app mounts them."""

    def __init__(self, routing: Routing, family: Family) -> None:
        self.routing = routing
        self.family = family
        self.declarer = Declarer(routing.ev, routing.collector)
        self.walker = ElementWalker(routing.ev, self.declarer, family.packages, any_element=family.any_element)
        self.modules = self._modules()
        self.blocks = [
            block
            for module in self.modules
            for block in blocks.find(module, family.packages, any_element=family.any_element)
        ]
        self.dialect = self._dialect()
        containers = [block for block in self.blocks if block.container] or self.blocks
        self.goals = frozenset(block.module.rel for block in containers)
        self.done: set[tuple[str, int]] = set()
        self.ranges: list[tuple[str, int, int]] = []

    def _modules(self) -> list[Module]:
        sources = self.routing.sources
        marked = [
            rel
            for rel in sources.containing(*MARKS)
            if not rel.endswith((".vue", ".svelte")) and MARK.search(sources.read(rel))
        ]
        found = (self.routing.workspace.module(rel) for rel in marked)
        return [module for module in found if module is not None]

    def _dialect(self) -> Dialect:
        """React Router 5 reads every path as absolute."""
        if self.family.name != "react-router":
            return self.family.dialect
        used = {name for module in self.modules for name in blocks.originals(module, self.family.packages).values()}
        version = next(
            (
                self.routing.dependencies[p]
                for p in ("react-router-dom", "react-router")
                if p in self.routing.dependencies
            ),
            "",
        )
        old = "Switch" in used or re.match(r"\D*[1-5](?:\.|$)", version) is not None
        return FLAT if old and "Routes" not in used and "createBrowserRouter" not in used else NESTED

    def run(self) -> None:
        """Roots, then what their components mount, then what is left over."""
        entries = self.routing.graph.entries()
        roots = self.routing.graph.nearest([(rel, None) for rel in entries], self.goals) if entries else []
        for rel in roots:
            for block in self._roots_in(rel):
                self._process(block, "", {})
        self._mounts()
        for block in sorted(self.blocks, key=lambda block: not block.container):
            if block.key in self.done or self._covered(block):
                continue
            if self.done and not self.routing.live(block.module.rel):
                self.routing.collector.note(
                    f"{block.module.place(block.node)}: routes in a file that nothing imports were left out"
                )
                continue
            if block.container or (block.module.rel, block.node.start_byte) not in self.walker.visited:
                self._process(block, "", {})
                self._mounts()

        if not self.routing.collector.found:
            self._tables()

    def _tables(self) -> None:
        """Tables of routes in live files, when how they become routes could not be followed."""
        sources = self.routing.sources
        for rel in (rel for rel in sources.containing(b"path") if self.routing.live(rel)):
            module = (
                self.routing.workspace.module(rel) if TABLE_NAME.search(sources.read(rel).decode("latin-1")) else None
            )
            for name in module.declared if module is not None else ():
                value = (
                    self.routing.ev.top(module, name) if module is not None and TABLE_NAME.search(name) else UNDEFINED
                )
                if is_table(value):
                    self.routing.collector.note(
                        f"{rel}: routes were read from the table {name}, not from how it is used"
                    )
                    self.walker.walk(value, Context(dialect=self.dialect))
        self.declarer.mounts.clear()

    def _roots_in(self, rel: str) -> list[Block]:
        """Blocks of a file that no route of the same file shows."""
        inside = [block for block in self.blocks if block.module.rel == rel and block.container]
        inside = inside or [block for block in self.blocks if block.module.rel == rel]
        if len(inside) < 2:
            return inside
        shown: set[tuple[str, int]] = set()
        for block in inside:
            probe = Declarer(self.routing.ev, type(self.routing.collector)())
            walker = ElementWalker(self.routing.ev, probe, self.family.packages, any_element=self.family.any_element)
            walker.walk(self._value(block, {}), Context(dialect=self.dialect))
            spans = [
                target.span for mount in probe.mounts for target in mount.targets if target.rel == rel and target.span
            ]
            shown |= {
                other.key
                for other in inside
                if other is not block and any(a <= other.node.start_byte < b for a, b in spans)
            }
        return [block for block in inside if block.key not in shown] or inside

    def _covered(self, block: Block) -> bool:
        """Read already as a part of a larger block or of an inlined function."""
        at = block.node.start_byte
        return (block.module.rel, at) in self.walker.visited or any(
            rel == block.module.rel and a < at < b for rel, a, b in self.ranges
        )

    def _value(self, block: Block, env: dict[str, Value]) -> Value:
        code = Code(block.module, block.node, env)
        if block.node.type != "call_expression":
            return code
        if syntax.callee(block.node).startswith("createRoutes"):
            return code
        arguments = syntax.arguments(block.node)
        return self.routing.ev.at(code, arguments[0] if arguments else None)

    def _process(self, block: Block, base: str, env: dict[str, Value], level: str = "") -> None:
        self.done.add(block.key)
        self.ranges.append((block.module.rel, block.node.start_byte, block.node.end_byte))
        listing = block.node.type == "call_expression"
        context = Context(dialect=self.dialect, base=base, level=level, env=env, listing=listing)
        value = self._value(block, env)
        for item in alternatives(value):
            if isinstance(item, (Unknown, External)):
                self.routing.collector.unresolved(Code(block.module, block.node), "the list of routes")
        self.walker.walk(value, context)

    def _mounts(self) -> None:
        """Follow shown components to the blocks in their files, rests first."""
        later: list[Mount] = []
        while self.declarer.mounts or later:
            mount = self.declarer.mounts.pop(0) if self.declarer.mounts else later.pop(0)
            if not mount.splat and mount not in later and self.declarer.mounts and self.dialect.nested:
                later.append(mount)
                continue
            found = self._mounted(mount)
            if found and mount.frame is not None:
                self.routing.collector.drop(mount.frame)
            for block in found:
                self._process(block, mount.base if self.dialect.nested else "", self._match(mount.base), mount.base)
            if not found and mount.rest is not None:
                rest = mount.rest
                self.routing.collector.add(rest.path, rest.code, component=rest.component, redirect=rest.redirect)

    def _match(self, base: str) -> dict[str, Value]:
        """What React Router 5 tells a component about its route."""
        if self.dialect.nested:
            return {}
        match = Obj({"path": base, "url": base})
        return {"match": match, "path": base, "url": base, "props": Obj({"match": match})}

    def _mounted(self, mount: Mount) -> list[Block]:
        found: list[Block] = []
        if not any(block.container and block.key not in self.done for block in self.blocks):
            return found
        for target in mount.targets:
            if target.span is not None:
                a, b = target.span
                found += [
                    block for block in self.blocks if block.module.rel == target.rel and a <= block.node.start_byte < b
                ]
                continue
            for rel in self.routing.graph.nearest([(target.rel, target.names)], self.goals):
                found += [block for block in self.blocks if block.module.rel == rel]
        open_blocks = [block for block in found if block.key not in self.done and not self._covered(block)]
        return list(dict.fromkeys(block for block in open_blocks if block.container))
