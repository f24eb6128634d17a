"""The section that a run ends with in the terminal: one line per app, what to fix, remarks, where the report is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pytest_uibench import constants
from pytest_uibench.model import AppCard, Scorecard, Summary

from .findings import Finding, most_telling, refused_hosts, remarks
from .pen import Line, Pen
from .table import apps_table
from .text import duration, listing, plural, score

_INDENT = 4
_HELP = "help: "
_NOTE = "note: "
_MESSAGE_LINES = 3
_HINT_LINES = 2


def summary_lines(card: Scorecard, *, output: str, width: int, encoding: str | None = None) -> list[Line]:
    """Return the lines of the terminal section, without its title.

    ``output``: the output directory as the user should see it. ``width``: columns of the terminal. ``encoding``: of the
    terminal; what it cannot show is spelled in ASCII (None: UTF-8). Styles are ``red``, ``green``, ``yellow``,
    ``bold`` or empty; no meaning hangs on colour alone.
    """
    pen = Pen.of(width, encoding)
    blocks = [apps_table(card, pen), _failures(card, pen), _remarks(card, pen), _totals(card, pen, output)]
    lines: list[Line] = []
    for block in filter(None, blocks):
        lines += [Line(""), *block] if lines else block
    return lines


def _failures(card: Scorecard, pen: Pen) -> list[Line]:
    found = most_telling(card.apps)
    several = len(card.apps) > 1
    if len(found) <= constants.TERMINAL_FINDINGS:
        return [line for finding in found for line in _finding(finding, pen, several=several)]
    groups: dict[tuple[bool, str], list[Finding]] = {}
    for finding in found:
        groups.setdefault((finding.infrastructure, finding.label or finding.subject), []).append(finding)
    order = sorted(groups.values(), key=lambda group: (group[0].rank, -len(group)))
    shown = order[: constants.TERMINAL_FINDINGS]
    lines = [line for group in shown for line in _group(group, pen, several=several)]
    hidden = sum(len(group) for group in order[constants.TERMINAL_FINDINGS :])
    return [*lines, Line(pen.fit(f"{pen.glyphs.more} and {hidden:,} more in the report"))] if hidden else lines


def _group(group: Sequence[Finding], pen: Pen, *, several: bool) -> list[Line]:
    """One failure that many apps (or many places of one) share: how many, which, and the first of them in full."""
    if len(group) == 1:
        return _finding(group[0], pen, several=several)
    first = group[0]
    names = list(dict.fromkeys(finding.app if several else finding.subject for finding in group))
    count = plural(len(names), "app") if several else plural(len(group), "failure")
    head = f"{_mark(first, pen)} {count}{_tag(first)}: {listing([pen.say(name) for name in names])}"
    return [Line(pen.fit(head), _style(first)), *_message(first, pen, "e.g. "), *_hint(first, pen)]


def _finding(finding: Finding, pen: Pen, *, several: bool) -> list[Line]:
    owner = f"{finding.app}: " if several else ""
    names = f" ({listing(finding.names)})" if len(finding.names) > 1 else ""
    head = pen.fit(pen.say(f"{owner}{finding.subject}{names}{_tag(finding)}"), pen.width - 2)
    lines = [Line(f"{_mark(finding, pen)} {head}", _style(finding))]
    return lines + _message(finding, pen) + _hint(finding, pen)


def _message(finding: Finding, pen: Pen, lead: str = "") -> list[Line]:
    place = f"{finding.file}: " if finding.file else ""
    declared = f" (declared in {finding.declared})" if finding.declared else ""
    return pen.wrap(f"{lead}{place}{finding.message}{declared}", _MESSAGE_LINES, indent=_INDENT)


def _hint(finding: Finding, pen: Pen) -> list[Line]:
    return pen.wrap(f"{_HELP}{finding.hint}", _HINT_LINES, indent=_INDENT, hang=len(_HELP)) if finding.hint else []


def _tag(finding: Finding) -> str:
    return f" [{finding.tag}]" if finding.tag else ""


def _mark(finding: Finding, pen: Pen) -> str:
    return pen.glyphs.warn if finding.infrastructure else pen.glyphs.bad


def _style(finding: Finding) -> str:
    return "yellow" if finding.infrastructure else "red"


def _remarks(card: Scorecard, pen: Pen) -> list[Line]:
    """The same remark of several apps is one line; refused hosts are one line for the run."""
    owners: dict[str, list[str]] = {}
    for app in card.apps:
        for remark in dict.fromkeys(remarks(app)):
            owners.setdefault(remark, []).append(app.app)
    texts = [_owned(remark, apps, card.apps) for remark, apps in owners.items()]
    hosts = refused_hosts(card.apps)
    if hosts:
        refusing = sum(bool(app.refused_hosts) for app in card.apps)
        where = f" (asked for by {plural(refusing, 'app')})" if len(card.apps) > 1 else ""
        texts.insert(0, f"refused {plural(len(hosts), 'host')}: {listing(hosts, 2 * constants.TERMINAL_NAMES)}{where}")
    texts = [*card.run.notes, *texts]
    lines = [line for text in texts[: constants.TERMINAL_REMARKS] for line in _note(text, pen)]
    hidden = len(texts) - constants.TERMINAL_REMARKS
    return (
        [*lines, Line(f"{pen.glyphs.more} and {plural(hidden, 'more remark')} in the report")] if hidden > 0 else lines
    )


def _note(text: str, pen: Pen) -> list[Line]:
    return pen.wrap(f"{_NOTE}{text}", _HINT_LINES, hang=len(_NOTE))


def _owned(remark: str, owners: Sequence[str], apps: Sequence[AppCard]) -> str:
    return remark if len(apps) == 1 else f"{listing(owners)}: {remark}"


def _totals(card: Scorecard, pen: Pen, output: str) -> list[Line]:
    summary = card.summary
    lines = []
    missing = sum(len(app.missing) for app in card.apps)
    if not card.run.complete or missing:
        what = f"{plural(missing, 'item')} gave no result" if missing else "the run did not end by itself"
        warning = f"{pen.glyphs.warn} INCOMPLETE: {what}; the scores below cover what ran"
        lines += pen.wrap(warning, _HINT_LINES, style="yellow")
    dot = f" {pen.glyphs.dot} "
    lines += pen.flow(_scores(summary, card.apps), dot, "bold")
    items = [f"{count:,} {status.replace('_', ' ')}" for status, count in summary.items.items() if count]
    lines += pen.flow([f"items: {items[0]}", *items[1:]], ", ") if items else []
    lines.append(Line(f"time:  {duration(card.run.seconds)}"))
    # Paths stay whole: a cut one cannot be opened.
    folder = output.rstrip("/") or output
    files = (("report:  ", "index.html"), ("results: ", "results.json"))
    return [*lines, *(Line(title + pen.say(f"{folder}/{name}", constants.REPORT_TEXT_LIMIT)) for title, name in files)]


def _scores(summary: Summary, apps: Iterable[AppCard]) -> list[str]:
    rates = [("EXEC@1", "exec_at_1", "app"), ("EXEC@3", "exec_at_3", "app"), ("routes", "routes_rendered", "route")]
    parts = []
    for title, name, _noun in rates:
        value, n = getattr(summary, name), summary.counts.get(name, 0)
        if value is not None and n:
            parts.append(f"{title} {round(value * n / 100):,}/{n:,} ({score(value)} %)")
    means = [
        ("VFS", "vfs"),
        ("content VFS", "content_vfs"),
        ("IIS", "iis"),
        ("navigation", "navigation"),
        ("NRS", "nrs"),
    ]
    for title, name in means:
        value = getattr(summary, name)
        conditional = getattr(summary, f"{name}_conditional", None)
        if value is not None:
            apart = f", {score(conditional)} where it runs" if conditional not in (None, value) else ""
            parts.append(f"{title} {score(value)} (n={summary.counts.get(name, 0):,}{apart})")
    links = Counter(checked=0, dead=0)
    for app in apps:
        if app.links is not None:
            links.update(checked=app.links.checked, dead=len(app.links.dead))
    if links["checked"]:
        parts.append(f"links {links['checked'] - links['dead']:,}/{links['checked']:,}")
    return parts
