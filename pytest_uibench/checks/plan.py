"""Which items an app gives: static, from the project and its declared routes alone."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pytest_uibench.constants import ITEM_ID_LIMIT
from pytest_uibench.model import ItemPlan, Project, RouteMap

if TYPE_CHECKING:
    from pytest_uibench.spec import Entry, Screen, Spec

EXEC_MARKER = "uibench_exec"
FIDELITY_MARKER = "uibench_fidelity"


def plan_items(project: Project, routes: RouteMap, spec: Spec | None = None) -> tuple[ItemPlan, ...]:
    """Items of an app in the order in which they run (DESIGN, "How an app becomes items"): the smoke profile, and what
    its spec asks for."""
    stages = exec_stages(project)
    # The type check runs beside the bundler: asked for last, it keeps nothing waiting.
    plans = [_exec(stage) for stage in stages if stage != "types"]
    ids: set[str] = set()
    for route in routes.routes:
        if not route.opened:
            continue
        item_id = _unique(ascii_id(route.pattern), route.pattern, ids)
        plans.append(
            ItemPlan(
                kind="route",
                id=item_id,
                name=f"route[{item_id}]",
                marker=EXEC_MARKER,
                target=route.pattern,
                file=route.file,
                line=route.line,
            )
        )
    plans.append(ItemPlan(kind="links", id="links", name="links", marker=EXEC_MARKER))
    plans.extend(_fidelity(screen) for screen in referenced(spec))
    if spec is not None:
        plans.extend(_entry("navigation", entry.id, entry) for entry in spec.navigation)
        plans.extend(_entry("interaction", f"{item.id}/{feature.id}", feature) for item, feature in spec.features())
    plans.extend(_exec(stage) for stage in stages if stage == "types")
    return tuple(plans)


def referenced(spec: Spec | None) -> tuple[Screen, ...]:
    """The screens that have a reference to be compared with."""
    if spec is None:
        return ()
    whole = spec.reference is not None
    return tuple(screen for screen in spec.screens if screen.screenshot or (whole and screen.address is not None))


def exec_stages(project: Project) -> tuple[str, ...]:
    """Stages of EXEC that exist for this project."""
    build = project.build
    exists = {
        "install": project.package_manager is not None or project.fault is not None,
        "build": build is not None,
        "types": build is not None and bool(build.types or build.embedded_types),
        "render": True,
    }
    return tuple(stage for stage, there in exists.items() if there)


def ascii_id(text: str) -> str:
    """``text`` as a stable ASCII id of bounded length; ``::`` and brackets would split a node id."""
    plain = text.encode("ascii", "backslashreplace").decode()
    plain = plain.replace("::", ":").replace("[", "(").replace("]", ")")
    if len(plain) <= ITEM_ID_LIMIT:
        return plain
    return f"{plain[: ITEM_ID_LIMIT - 9]}~{_digest(text)}"


def _fidelity(screen: Screen) -> ItemPlan:
    return ItemPlan(
        kind="fidelity", id=screen.id, name=f"fidelity[{screen.id}]", marker=FIDELITY_MARKER, target=screen.id
    )


def _entry(kind: str, name: str, entry: Entry) -> ItemPlan:
    item_id = ascii_id(name)
    return ItemPlan(
        kind=kind,
        id=item_id,
        name=f"{kind}[{item_id}]",
        marker=f"uibench_{kind}",
        target=name,
        marks=entry.marks,
        skip=entry.skip,
        xfail=entry.xfail,
    )


def _exec(stage: str) -> ItemPlan:
    return ItemPlan(kind="exec", id=stage, name=f"exec[{stage}]", marker=EXEC_MARKER)


def _unique(candidate: str, source: str, taken: set[str]) -> str:
    if candidate in taken:
        candidate = f"{candidate}~{_digest(source)}"
    taken.add(candidate)
    return candidate


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
