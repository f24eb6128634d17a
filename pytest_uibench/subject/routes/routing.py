"""What every reader of routes works with."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_uibench import constants

from .collector import Collector
from .evaluate import Evaluator
from .graph import Graph
from .modules import Workspace
from .sources import Sources
from .static import Code

if TYPE_CHECKING:
    from tree_sitter import Node

    from pytest_uibench.model import Project, RouteMap, RouterMode

    from .modules import Module


class Routing:
    """One project under reading."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.sources = Sources(project)
        self.workspace = Workspace(self.sources)
        self.graph = Graph(self.workspace)
        self.ev = Evaluator(self.workspace, project.base)
        self.collector = Collector(lambda: self.ev.steps > constants.ROUTE_STEPS)

    @cached_property
    def dependencies(self) -> dict[str, str]:
        """Packages of the manifest with the range asked for."""
        try:
            manifest = json.loads(self.sources.text("package.json") or "{}")
            groups = [manifest.get(key) for key in ("devDependencies", "peerDependencies", "dependencies")]
        except (ValueError, AttributeError, RecursionError):
            return {}
        return {str(k): str(v) for group in groups if isinstance(group, dict) for k, v in group.items()}

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Files that the page's entry imports, directly or not; empty when no entry is found."""
        return frozenset(self.graph.closure(self.graph.entries()))

    def built_with(self, framework: str, package: str) -> bool:
        """True when detection says so, or could not tell and the manifest has the framework's package."""
        known = self.project.framework
        return known == framework or (known == "other" and package in self.dependencies)

    def live(self, rel: str) -> bool:
        """False for files that nothing reachable imports."""
        return not self.reachable or rel in self.reachable or rel in self.sources.pages

    def code(self, module: Module, node: Node) -> Code:
        """A node of a module, outside of any call."""
        return Code(module, node)

    def result(self, mode: RouterMode, router: str | None, basename: str = "") -> RouteMap:
        """The route map of what was collected."""
        from pytest_uibench.model import RouteMap

        if not self.collector.found:
            self.collector.add("/")
        if self.sources.truncated:
            self.collector.note("too many files: not all of them were read")
        return RouteMap(
            routes=self.collector.sorted(),
            mode=mode,
            router=router,
            basename=basename,
            catch_all=self.collector.catch_all,
            notes=tuple(self.collector.notes),
        )
