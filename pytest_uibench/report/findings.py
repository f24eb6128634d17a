"""What is wrong with an app, most telling first: the terminal and the page say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pytest_uibench.model import AppCard, Failure, ItemRecord, RouteCard

from .text import plural

Verdict = Literal["passed", "faulty", "failed", "unjudged"]
"""``failed``: EXEC fails; ``faulty``: it runs, something is wrong; ``unjudged``: our or the environment's trouble."""

_BAD = ("failed", "partial", "errored")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to fix. Texts are as recorded: whoever shows them cleans them."""

    app: str
    subject: str
    """``build``, ``route /cart``, ``3 routes``, ``2 dead links``, or an item such as ``navigation tab-cart``."""
    message: str
    infrastructure: bool = False
    """True for trouble that is not the app's."""
    label: str | None = None
    code: str | None = None
    file: str | None = None
    """``file:line`` of the fault below the directory of the invocation, so that a terminal makes it a link."""
    declared: str | None = None
    """``file:line`` where the route is declared, which is seldom where it breaks."""
    names: tuple[str, ...] = ()
    """The routes or links that are meant, where there are several."""
    hint: str | None = None
    evidence: str | None = None
    """Screenshot or log, relative to the output directory."""
    weight: int = 2
    """0: nothing runs; 1: a route is lost; 2: the rest."""

    @property
    def rank(self) -> tuple[bool, int]:
        """Sort key, most telling first; trouble that is not the app's comes last."""
        return self.infrastructure, self.weight

    @property
    def tag(self) -> str:
        """``C4 build:unresolved-import``; a code that only repeats the label's class is left out."""
        code = self.code if self.code and not (self.label or "").startswith(f"{self.code}:") else None
        return " ".join(filter(None, [code, self.label]))


def verdict(app: AppCard) -> Verdict:
    """One word about an app."""
    runs = app.exec.at_1 if app.exec.at_3 is None else app.exec.at_3
    failure = app.exec.failure
    if failure is not None and failure.label.startswith("infra:"):
        return "unjudged"
    if runs is False:
        return "failed"
    if app.missing or findings(app):
        return "faulty"
    # Without EXEC (deselected items) an app is judged by what did run.
    return "passed" if runs or any(item.status == "passed" for item in app.items) else "unjudged"


def findings(app: AppCard) -> tuple[Finding, ...]:
    """Return what is wrong with ``app``, most telling first; routes that fail for one reason become one finding."""
    covered: set[tuple[str, str]] = set()
    found: list[Finding] = []
    if app.exec.failure is not None:
        found.append(_stage(app, app.exec.failure))
        covered.add(("exec", app.exec.failure.stage))
    routes = _routes(app)
    covered |= {("route", route) for finding in routes for route in finding.names}
    found += routes
    if app.exec.types is not None and app.exec.types.status == "failed":
        found.append(_types(app))
        covered.add(("exec", "types"))
    if app.links is not None and app.links.dead:
        found.append(_links(app))
        covered.add(("links", "links"))
    found += [_item(app, item) for item in app.items if item.status in _BAD and (item.kind, item.id) not in covered]
    return tuple(sorted(found, key=lambda finding: finding.rank))


def most_telling(apps: Iterable[AppCard]) -> list[Finding]:
    """What is wrong with all ``apps``: what does not run first, then what does not render, then the rest."""
    return sorted((finding for app in apps for finding in findings(app)), key=lambda finding: finding.rank)


def place(app: AppCard, file: str | None, line: int | None) -> str | None:
    """``gen_app/src/App.tsx:3``, or None."""
    if file is None:
        return None
    folder = app.path.rstrip("/")
    path = file if folder in ("", ".") or file.startswith("/") else f"{folder}/{file}"
    return path if line is None else f"{path}:{line}"


def _stage(app: AppCard, failure: Failure) -> Finding:
    return Finding(
        app=app.app,
        subject=failure.stage,
        message=failure.message,
        infrastructure=failure.label.startswith("infra:"),
        weight=0,
        label=failure.label,
        code=failure.code,
        file=place(app, failure.file, failure.line),
        hint=failure.hint,
        evidence=failure.log,
    )


def _types(app: AppCard) -> Finding:
    types = app.exec.types
    failure = types.failure if types is not None else None
    count = types.errors if types is not None else 0
    subject = plural(count, "type error") if count else "types"
    if failure is None:
        return Finding(app=app.app, subject=subject, message="the type check fails", code="types")
    return Finding(
        app=app.app,
        subject=subject,
        message=failure.message,
        label=failure.label,
        code=failure.code,
        file=place(app, failure.file, failure.line),
        hint=failure.hint,
        evidence=failure.log,
    )


def _routes(app: AppCard) -> list[Finding]:
    """Failing routes, those with one label and message together. In an app that fails EXEC that is the cause of all."""
    items = {item.id: item for item in app.items if item.kind == "route" and item.status in _BAD}
    cards = {card.route: card for card in app.routes}
    failing = list(items)
    if app.exec.failure is None:
        known = {item.id for item in app.items if item.kind == "route"}
        failing += [route for route, card in cards.items() if card.rendered is False and route not in known]
    groups: dict[tuple[str | None, str, bool], list[str]] = {}
    for route in failing:
        groups.setdefault(_cause(items.get(route), cards.get(route)), []).append(route)
    found = []
    for (label, message, ours), routes in groups.items():
        card = cards.get(routes[0])
        found.append(
            Finding(
                app=app.app,
                subject=f"route {routes[0]}" if len(routes) == 1 else plural(len(routes), "route"),
                message=message,
                infrastructure=ours,
                weight=1,
                label=label,
                declared=place(app, card.file, card.line) if card is not None else None,
                names=tuple(routes),
                evidence=card.screenshot if card is not None else None,
            )
        )
    return sorted(found, key=lambda finding: -len(finding.names))


def _cause(item: ItemRecord | None, card: RouteCard | None) -> tuple[str | None, str, bool]:
    label = (item.label if item is not None else None) or (card.label if card is not None else None)
    message = card.errors[0] if card is not None and card.errors else (item.reason if item is not None else None)
    ours = item is not None and item.status == "errored"
    return label, message or "the route does not render", ours


def _links(app: AppCard) -> Finding:
    dead = app.links.dead if app.links is not None else ()
    first = dead[0]
    seen = f'{first.path} ("{first.text}" on {first.on})' if first.text else f"{first.path} (on {first.on})"
    return Finding(
        app=app.app,
        subject=plural(len(dead), "dead link"),
        message=f"{seen}: {first.reason}",
        label="links:dead",
        file=place(app, first.file, first.line),
        names=tuple(link.path for link in dead),
    )


def _item(app: AppCard, item: ItemRecord) -> Finding:
    return Finding(
        app=app.app,
        subject=item.kind if item.id == item.kind else f"{item.kind} {item.id}",
        message=item.reason or item.status,
        infrastructure=item.status == "errored",
        label=item.label,
        evidence=item.evidence[0] if item.evidence else None,
    )


def remarks(app: AppCard) -> tuple[str, ...]:
    """Facts that fail nothing, one line each; refused hosts apart (they are listed once for a run)."""
    lines = [f"made to work: {text}" for text in app.exec.degraded]
    notes = list(app.notes)
    if app.exec.reproducible is False:
        locks = [note for note in notes if note.startswith("install: ") and "lock" in note]
        notes = [note for note in notes if note not in locks]
        why = locks[0].removeprefix("install: ") if locks else "no lock file pins these dependencies"
        lines.append(f"not reproducible: {why}")
    walls: dict[str | None, list[str]] = {}
    for route in filter(_gated, app.routes):
        walls.setdefault(route.landed, []).append(route.route)
    for wall, behind in walls.items():
        leads = f"lead{'s' * (len(behind) == 1)} {'elsewhere' if wall is None else f'to {wall}'}"
        lines.append(f"{plural(len(behind), 'route')} {leads}, what is behind was not seen: {', '.join(behind)}")
    unseen = {route for behind in walls.values() for route in behind}
    aliases = [
        f"{route.route} = {route.alias_of}"
        for route in app.routes
        if route.alias_of is not None and not unseen & {route.route, route.alias_of}
    ]
    if aliases:
        lines.append(f"{plural(len(aliases), 'alias')} (same page): {', '.join(aliases)}")
    closed = [route.route for route in app.routes if route.url is None]
    if closed:
        lines.append(f"not opened, no value known for the parameter: {', '.join(closed)}")
    if app.links is not None and app.links.unchecked:
        lines.append(f"{plural(app.links.unchecked, 'link')} left out by the crawl budget")
    return (*lines, *notes)


def refused_hosts(apps: Iterable[AppCard]) -> tuple[str, ...]:
    """Hosts that the network policy refused, each once, sorted."""
    return tuple(sorted({host for app in apps for host in app.refused_hosts}))


def _gated(route: RouteCard) -> bool:
    gated = route.label is not None and route.label.partition(":")[2].startswith("gate")
    return gated and route.rendered is not False
