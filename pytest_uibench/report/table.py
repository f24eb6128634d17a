"""One line per app, in columns; a narrow terminal gets fewer of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pytest_uibench import constants
from pytest_uibench.model import AppCard, Scorecard
from pytest_uibench.scoring.summary import section_value

from .findings import Verdict, verdict
from .pen import Line, Pen
from .text import cells, duration, plural, score

_GAP = "  "
_STYLES: Mapping[Verdict, str] = {"passed": "green", "faulty": "yellow", "failed": "red", "unjudged": "yellow"}
_ORDER: tuple[Verdict, ...] = ("failed", "unjudged", "faulty", "passed")
_MIN_NAME = 12


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    cell: Callable[[AppCard], str]
    keep: int
    """The lower, the longer the column stays when the terminal gets narrow."""
    right: bool = False


def apps_table(card: Scorecard, pen: Pen) -> list[Line]:
    """Title and one line per app, in the order of the run; of very many apps those with something wrong first."""
    judged = [(verdict(app), app) for app in card.apps]
    if not judged:
        return [Line("no app was judged", "yellow")]
    hidden = judged[constants.TERMINAL_APPS :]
    if hidden:
        judged.sort(key=lambda pair: _ORDER.index(pair[0]))
        hidden = judged[constants.TERMINAL_APPS :]
    shown = judged[: constants.TERMINAL_APPS]
    rows = _rows([app for _, app in shown], pen)
    marks = {"passed": pen.glyphs.good, "failed": pen.glyphs.bad, "faulty": pen.glyphs.warn, "unjudged": "?"}
    lines = [Line(f"  {rows[0]}".rstrip(), "bold")]
    lines += [
        Line(f"{marks[word]} {row}".rstrip(), _STYLES[word]) for (word, _), row in zip(shown, rows[1:], strict=True)
    ]
    return [*lines, Line(pen.fit(_more([word for word, _ in hidden], pen)))] if hidden else lines


def _more(words: list[Verdict], pen: Pen) -> str:
    named = {"passed": "passed", "faulty": "with faults", "failed": "failed", "unjudged": "not judged"}
    parts = [f"{words.count(word):,} {named[word]}" for word in reversed(_ORDER) if word in words]
    return f"{pen.glyphs.more} and {plural(len(words), 'more app')} in the report: {', '.join(parts)}"


def _rows(apps: list[AppCard], pen: Pen) -> list[str]:
    columns = _columns(apps, pen)
    names = [pen.say(app.app) for app in apps]
    grid = {column.title: [column.title, *(pen.say(column.cell(app)) for app in apps)] for column in columns}
    widths = {title: max(map(cells, column)) for title, column in grid.items()}
    need = min(max(cells(name) for name in names), _MIN_NAME)
    while columns and need + 2 + sum(widths[column.title] + len(_GAP) for column in columns) > pen.width:
        columns.remove(max(columns, key=lambda column: column.keep))
    room = pen.width - 2 - sum(widths[column.title] + len(_GAP) for column in columns)
    wide = min(room, max(cells(name) for name in ["App", *names]))
    rows = []
    for number, name in enumerate(["App", *names]):
        parts = [_pad(pen.fit(name, wide), wide)]
        parts += [_pad(grid[column.title][number], widths[column.title], column.right) for column in columns]
        rows.append(_GAP.join(parts))
    return rows


def _pad(text: str, width: int, right: bool = False) -> str:
    blanks = " " * (width - cells(text))
    return blanks + text if right else text + blanks


def _columns(apps: list[AppCard], pen: Pen) -> list[_Column]:
    none = pen.glyphs.none
    columns = [
        _Column("EXEC", lambda app: _exec(app, none), 0),
        _Column("Types", lambda app: _types(app, none), 2),
        _Column("Routes", lambda app: _routes(app, none), 1, right=True),
        _Column("Links", lambda app: _links(app, none), 3, right=True),
    ]
    scores = (
        ("VFS", "fidelity", "vfs"),
        ("Content", "fidelity", "content_vfs"),
        ("IIS", "interactions", "iis"),
        ("Nav", "navigation", "rate"),
    )
    for title, part, key in scores:
        if any(_value(app, part, key) is not None for app in apps):
            columns.append(_Column(title, _score(part, key, none), 1, right=True))
    for number, stage in enumerate(("install", "build", "render")):
        columns.append(_Column(stage.capitalize(), _seconds(stage, none), 5 + number, right=True))
    return [*columns, _Column("Framework", lambda app: app.exec.framework or none, 9)]


def _exec(app: AppCard, none: str) -> str:
    failure = app.exec.failure
    if app.exec.at_3 and not app.exec.at_1:
        return f"pass in {plural(app.exec.rounds, 'round')}"
    if failure is not None and failure.label.startswith("infra:"):
        return "not judged"
    if app.exec.at_1 is None:
        return none
    why = "" if failure is None else failure.code or failure.stage
    return "pass" if app.exec.at_1 else f"FAIL {why}".rstrip()


def _types(app: AppCard, none: str) -> str:
    types = app.exec.types
    if types is None or types.status == "skipped":
        return none
    if types.status == "failed":
        return plural(types.errors, "error") if types.errors else "FAIL"
    return "pass" if types.status == "passed" else types.status


def _routes(app: AppCard, none: str) -> str:
    judged = [route.rendered for route in app.routes if route.rendered is not None]
    return f"{sum(judged)}/{len(judged)}" if judged else none


def _links(app: AppCard, none: str) -> str:
    if app.links is None:
        return none
    return f"{app.links.checked - len(app.links.dead)}/{app.links.checked}"


def _value(app: AppCard, part: str, key: str) -> float | None:
    value = section_value(app, part, key)
    return float(value) if isinstance(value, (int, float)) else None


def _score(part: str, key: str, none: str) -> Callable[[AppCard], str]:
    def cell(app: AppCard) -> str:
        value = _value(app, part, key)
        return none if value is None else score(value)

    return cell


def _seconds(stage: str, none: str) -> Callable[[AppCard], str]:
    def cell(app: AppCard) -> str:
        if app.exec.cached.get(stage):
            return "cached"
        seconds = app.exec.seconds.get(stage)
        return none if seconds is None else duration(seconds)

    return cell
