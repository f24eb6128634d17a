"""The terminal section: readable for one app and for two hundred, in any terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pytest_uibench.model import AppCard, Failure, Scorecard
from pytest_uibench.report import summary_lines
from pytest_uibench.report.text import cells, clean, duration, fit
from tests.scorecards import app_card, broken_app, green_app, hostile_app, item, look, partial_app, rich_card, scorecard

STYLES = {"", "red", "green", "yellow", "bold"}


def texts(card: Scorecard, width: int = 100, encoding: str | None = None, output: str = "uibench-report") -> list[str]:
    return [line.text for line in summary_lines(card, output=output, width=width, encoding=encoding)]


def many_apps() -> list[AppCard]:
    broken = [replace(broken_app(), app=f"glm-{n:03d}", path=f"gen/glm-{n:03d}") for n in range(60)]
    partial = [replace(partial_app(), app=f"kimi-{n:03d}", path=f"gen/kimi-{n:03d}") for n in range(40)]
    return [replace(green_app(), app=f"sonnet-{n:03d}") for n in range(100)] + partial + broken


def test_one_line_per_app_with_its_numbers() -> None:
    lines = texts(rich_card())
    assert [line.split() for line in lines[:4]] == [
        ["App", "EXEC", "Types", "Routes", "Links", "Install", "Build", "Render", "Framework"],
        ["✓", "shop-sonnet", "pass", "pass", "9/9", "48/48", "cached", "3.4", "s", "6.2", "s", "Vite", "+", "React"],
        [
            "!",
            "shop-kimi",
            "pass",
            "3",
            "errors",
            "3/7",
            "29/31",
            "21",
            "s",
            "4.9",
            "s",
            "12",
            "s",
            "Vite",
            "+",
            "React",
        ],
        ["✗", "shop-glm", "FAIL", "C4", "—", "—", "—", "9.6", "s", "1.8", "s", "—", "Vite", "+", "React"],
    ]


def test_a_failure_says_what_where_why_and_what_to_do() -> None:
    lines = texts(rich_card(), 120)
    first = lines.index("✗ shop-glm: build [C4 build:unresolved-import]")
    assert (
        lines[first + 1]
        .strip()
        .startswith('gen/shop-glm/src/pages/Cart.tsx:3: Could not resolve "../components/CartSummary"')
    )
    assert lines[first + 2].strip().startswith("help: Write src/components/CartSummary.tsx")
    # What does not run at all comes before what runs with faults; equal routes are one failure.
    routes = lines.index("✗ shop-kimi: 3 routes (/cart, /checkout, /orders) [render:exception]")
    assert first < routes
    assert "Cannot read properties of undefined (reading 'map')" in lines[routes + 1]
    assert any("2 dead links (/help, /terms)" in line for line in lines)
    # The routes of the app that does not build are not told one by one.
    assert not any("shop-glm: route" in line for line in lines)


def test_scores_carry_their_counts_and_the_report_its_place() -> None:
    lines = texts(rich_card())
    assert "EXEC@1 2/3 (66.7 %) · routes 12/16 (75 %) · links 77/79" in lines
    assert "items: 20 passed, 7 failed, 11 blocked, 1 not applicable" in lines
    assert "time:  1 min 23 s" in lines
    assert lines[-2:] == ["report:  uibench-report/index.html", "results: uibench-report/results.json"]


def test_remarks_are_short_and_a_refused_host_is_told_once() -> None:
    lines = texts(rich_card())
    notes = [line for line in lines if line.startswith("note: ")]
    assert notes[0] == "note: refused 2 hosts: fonts.googleapis.com, images.unsplash.com (asked for by 2 apps)"
    assert sum("fonts.googleapis.com" in line for line in lines) == 1
    assert "note: shop-kimi: made to work: --legacy-peer-deps" in notes
    assert len(notes) == 6
    assert "… and 1 more remark in the report" in lines


def test_two_hundred_apps_stay_readable() -> None:
    lines = texts(scorecard(many_apps()))
    assert len(lines) < 80
    assert "… and 160 more apps in the report: 100 passed, 40 with faults, 20 failed" in lines
    assert "✗ 60 apps [C4 build:unresolved-import]: glm-000, glm-001, glm-002 and 57 more" in lines
    assert not any(line.startswith("✓") for line in lines)


def test_many_different_failures_are_capped_and_counted() -> None:
    def failing(number: int) -> AppCard:
        failure = Failure(label=f"build:kind-{number}", stage="build", message="no")
        return replace(app_card(f"a{number}", False), exec=replace(app_card("a", False).exec, failure=failure))

    lines = texts(scorecard([failing(number) for number in range(27)]))
    assert "… and 12 more in the report" in lines


@pytest.mark.parametrize("width", [1, 40, 60, 80, 200])
@pytest.mark.parametrize("encoding", [None, "ascii", "latin-1", "cp437", "no-such-codec"])
def test_lines_fit_the_terminal_and_its_encoding(width: int, encoding: str | None) -> None:
    card = scorecard([*rich_card().apps, hostile_app(), app_card("数字商店" * 30, False)], complete=False)
    for line in summary_lines(card, output="out", width=width, encoding=encoding):
        assert line.style in STYLES
        assert cells(line.text) <= max(width, 40)
        line.text.encode("ascii" if encoding == "no-such-codec" else encoding or "utf-8")
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e]", line.text)


def test_a_hostile_name_writes_no_escape_sequence() -> None:
    text = "\n".join(texts(scorecard([hostile_app()])))
    assert "\x1b" not in text
    assert "\\u202e" in text


def test_meaning_does_not_hang_on_colour() -> None:
    marks = [line.text[0] for line in summary_lines(rich_card(), output="o", width=80, encoding="ascii")[1:4]]
    assert marks == ["+", "!", "x"]


def test_an_incomplete_run_says_so_before_the_scores() -> None:
    app = replace(green_app(), missing=("gen/shop-sonnet/package.json::links",))
    lines = texts(scorecard([app], complete=False))
    warning = next(n for n, line in enumerate(lines) if line.startswith("! INCOMPLETE: 1 item gave no result"))
    assert lines[warning + 1].startswith("EXEC@1")
    assert lines[1].startswith("!")


def test_infrastructure_is_neither_pass_nor_fail() -> None:
    failure = Failure(label="infra:network", stage="install", message="registry not reachable", hint="check the proxy")
    lines = summary_lines(scorecard([app_card("a", None, failure=failure)]), output="o", width=80)
    assert lines[1].text.startswith("? a")
    assert "not judged" in lines[1].text
    assert [line.style for line in lines if "infra:network" in line.text] == ["yellow"]
    assert not any("EXEC@1" in line.text for line in lines)


def test_an_errored_item_of_ours_is_told_last_and_apart() -> None:
    items = (
        item("a", "links", "links", "errored", label="infra:browser", reason="the browser died"),
        item("a", "route", "/x", "failed", reason="blank"),
    )
    lines = [
        line
        for line in summary_lines(scorecard([app_card("a", items=items)]), output="o", width=80)
        if line.text[:1] in "✗!"
    ]
    failures = [
        line for line in lines if (line.style in ("red", "yellow") and "[" in line.text) or "route /x" in line.text
    ]
    assert [line.style for line in failures] == ["red", "yellow"]


def test_repair_rounds_show_in_the_exec_column() -> None:
    app = app_card("a", False, at_3=True)
    app = replace(app, exec=replace(app.exec, rounds=2))
    assert "pass in 2 rounds" in texts(scorecard([app]))[1]


def test_no_app_at_all() -> None:
    assert texts(scorecard([]))[0] == "no app was judged"


def test_scores_get_columns_when_measured() -> None:
    app = app_card("a", fidelity=look(71.23), interactions={"iis": 40}, navigation={"rate": 88.0})
    lines = texts(scorecard([app, app_card("b", False)]))
    assert lines[0].split()[5:9] == ["VFS", "Content", "IIS", "Nav"]
    assert {"71.2", "40", "88"} <= set(lines[1].split())
    assert "VFS 35.6 (n=2, 71.2 where it runs)" in "\n".join(lines)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07", "red link"),
        ("a\u202eb\u2066c\u200bd", "a\\u202eb\\u2066c\\u200bd"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("x\x00\x07\x9b\ud800", "x\\u0000\\u0007\\u009b\\ud800"),
        ("👩‍👩‍👧 é", "👩‍👩‍👧 é"),
    ],
)
def test_text_is_made_safe(raw: str, shown: str) -> None:
    assert clean(raw) == shown


def test_a_megabyte_is_cut_and_says_how_much_there_was() -> None:
    assert clean("A" * 1_000_000, 10) == "AAAAAAAAAA … (cut, 1,000,000 characters)"


def test_widths_and_times() -> None:
    assert fit("数字商店", 5) == "数字…"
    assert [duration(seconds) for seconds in (0.04, 9.96, 59.7, 125)] == ["0.0 s", "10 s", "1 min 00 s", "2 min 05 s"]
