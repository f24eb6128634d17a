"""Which console lines get a place in the sources, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_uibench.checks.exceptions import attributed, meaning, telling, uncaught
from pytest_uibench.checks.executability import judge_render, judge_route
from pytest_uibench.constants import ROUTER_ERROR_TITLE
from pytest_uibench.model import ConsoleLine, Diagnostic, PageObservation, Probe
from pytest_uibench.observe.places import Place, with_places
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.sourcemap import SourcePlace, state_set_while_rendering

FULL = Probe(mount="#root", all=40, text=300, visuals=2, interactive=5)
EMPTY = replace(FULL, all=1, text=0, visuals=0, interactive=0)
PAGE = PageObservation(route="/", path="/", landed="/", status=200, probe=FULL)
THROWN = ConsoleLine(
    kind="pageerror",
    text="TypeError: x is undefined",
    url="/assets/a.js",
    line=1,
    column=10,
    frames=("/assets/a.js:1:10", "/assets/a.js:1:20", "/assets/a.js:1:30"),
)
LOGGED = replace(THROWN, kind="error", text="TypeError: x is null\n    at f (/assets/a.js:1:20)", column=99)
LIBRARY = SourcePlace(file="node_modules/react-dom/index.js", line=5, column=1, package="react-dom")
OWN = SourcePlace(file="src/App.tsx", line=7, column=3)
OUTER = SourcePlace(file="src/main.tsx", line=1, column=1)


class Locator:
    """Answers from a table and remembers what it was asked."""

    def __init__(self, table: Mapping[Place, SourcePlace], loop: SourcePlace | None = None) -> None:
        self.table, self.loop = table, loop
        self.asked: list[Place] = []

    def __call__(self, places: Sequence[Place]) -> Mapping[Place, SourcePlace]:
        self.asked += places
        return self.table

    def place(self, line: ConsoleLine, library: str | None = "react", **page: object) -> ConsoleLine:
        seen = replace(PAGE, console=(line,), **page)  # type: ignore[arg-type]
        return with_places([seen], library, self, lambda: self.loop)[0].console[0]


TABLE = {("/assets/a.js", 1, 10): LIBRARY, ("/assets/a.js", 1, 20): OWN, ("/assets/a.js", 1, 30): OUTER}


def test_the_innermost_frame_of_the_apps_own_source() -> None:
    line = Locator(TABLE).place(THROWN)
    assert (line.url, line.line, line.column) == ("src/App.tsx", 7, 3)
    assert (line.text, line.frames) == (THROWN.text, THROWN.frames)


def test_nothing_own_in_the_stack_leaves_the_line_as_it_was() -> None:
    assert Locator({("/assets/a.js", 1, 10): LIBRARY}).place(THROWN) == THROWN


def test_only_errors_ask_for_maps() -> None:
    locator = Locator(TABLE)
    for line in (
        replace(LOGGED, kind="warning"),
        LOGGED,
        replace(LOGGED, frames=()),
        replace(THROWN, url="src/App.tsx"),
        replace(THROWN, url="https://cdn.example/x.js"),
        replace(THROWN, url=None, line=None),
    ):
        assert locator.place(line) == line
    assert locator.asked == []


def test_one_question_for_all_pages() -> None:
    calls: list[Sequence[Place]] = []

    def locate(places: Sequence[Place]) -> Mapping[Place, SourcePlace]:
        calls.append(places)
        return TABLE

    page = replace(PAGE, console=(THROWN,))
    placed = with_places([page, PAGE, page], "react", locate, lambda: None)
    assert [len(places) for places in calls] == [3]
    assert [page.console[0].url if page.console else None for page in placed] == ["src/App.tsx", None, "src/App.tsx"]


def test_a_logged_error_is_placed_where_it_was_thrown_not_where_it_was_logged() -> None:
    table = {("/assets/a.js", 1, 99): OUTER, ("/assets/a.js", 1, 20): OWN}
    line = Locator(table).place(LOGGED, probe=EMPTY)
    assert (line.url, line.line, line.logger) == ("src/App.tsx", 7, None)


def test_who_logged_is_known_by_the_map() -> None:
    table = {**TABLE, ("/assets/a.js", 1, 99): replace(LIBRARY, package="@vue/runtime-core")}
    assert Locator(table).place(LOGGED, "vue").logger == "@vue/runtime-core"
    only = {("/assets/a.js", 1, 99): LIBRARY}
    assert Locator(only).place(LOGGED, "vue") == replace(LOGGED, logger="react-dom")


def test_frames_that_are_none() -> None:
    odd = replace(THROWN, frames=("", ":1:2", "x", "/a.js:x:y", "/a.js:1", "/assets/a.js:1:20"))
    assert Locator(TABLE).place(odd).url == "src/App.tsx"


def test_reacts_render_loop_is_looked_for_in_the_source() -> None:
    loop = replace(THROWN, text="Error: Minified React error #301; visit https://react.dev/errors/301")
    found = Locator({("/assets/a.js", 1, 10): LIBRARY}, OWN)
    assert found.place(loop).url == "src/App.tsx"
    assert found.place(replace(loop, text="Error: Minified React error #3010; visit")).url == "/assets/a.js"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("  const [n, setN] = useState(0);\n  setN(n + 1);\n", 3),
        ("  const [, setN] = React.useState(0);\n  useEffect(() => { setN(1); });\n  setN(2);\n", 4),
        ("  const [n, send] = useReducer(reduce, 0);\n  if (n < 9) {\n    send(1);\n  }\n", 4),
        ("  const [n, setN] = useState(0);\n  if (n < 9) setN(1);\n  setN(2);\n", 4),
        ("  const [n, setN] = useState(0);\n  useEffect(() => { setN(1); }, []);\n", None),
        ("  const [n, setN] = useState(0);\n  const go = () => setN(1);\n", None),
        ("  const [n, setN] = useState(0);\n  setN(1);\n  setN(2);\n", None),
        ("  const [n, setN] = useState(0);\n  store.setN(1);\n", None),
    ],
)
def test_state_set_while_rendering(tmp_path: Path, body: str, line: int | None) -> None:
    (tmp_path / "package.json").write_text('{"dependencies": {"react": "19"}, "scripts": {"build": "vite build"}}')
    (tmp_path / "index.html").write_text("")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "App.tsx").write_text(f"export function App() {{\n{body}  return <p>{{n}}</p>;\n}}\n")
    found = state_set_while_rendering(detect(tmp_path))
    assert (None if found is None else (found.file, found.line)) == (line and ("src/App.tsx", line))


def test_an_error_that_was_logged_is_none_of_ours_on_a_page_that_works() -> None:
    page = replace(PAGE, console=(LOGGED,))
    assert uncaught(page) is None
    assert judge_route(page).status == "passed"


def test_react_routers_own_error_page_fails_the_route() -> None:
    placed = replace(LOGGED, url="src/App.tsx", line=7, column=3)
    verdict = judge_route(replace(PAGE, text=f"{ROUTER_ERROR_TITLE} x is null", console=(LOGGED, placed)))
    assert (verdict.status, verdict.label) == ("failed", "render:exception")
    assert verdict.failure is not None
    assert verdict.failure.place == "src/App.tsx:7"
    assert verdict.failure.message == "TypeError: x is null"


def test_an_error_that_vue_only_logs_fails_the_route_and_is_a_remark_for_exec() -> None:
    page = replace(PAGE, console=(replace(LOGGED, url="src/App.vue", line=2, logger="@vue/runtime-core"),))
    assert judge_route(page).label == "render:exception"
    assert judge_render(page).status == "passed"
    assert judge_render(page).warnings[0] == "uncaught error: TypeError: x is null"


def test_a_logged_error_is_what_a_blank_page_died_of() -> None:
    page = replace(PAGE, probe=EMPTY, console=(replace(LOGGED, url="src/App.tsx", line=7),))
    failure = judge_render(page).failure
    assert failure is not None
    assert (failure.label, failure.place) == ("render:exception", "src/App.tsx:7")
    without = judge_render(replace(page, console=(replace(LOGGED, frames=()),))).failure
    assert without is not None
    assert without.label == "render:blank"


def test_a_message_is_told_without_its_stack() -> None:
    assert (
        telling("TypeError: x\nsecond line\n    at f (/a.js:1:2)\n    at g (/a.js:1:3)") == "TypeError: x\nsecond line"
    )
    assert telling("    at f (/a.js:1:2)") == "    at f (/a.js:1:2)"


def test_numbers_of_react() -> None:
    text = "Error: Minified React error #130; visit https://react.dev/errors/130?args[]=undefined for the full message"
    failure = judge_route(replace(PAGE, console=(replace(THROWN, text=text),))).failure
    assert failure is not None
    assert failure.hint is not None
    assert failure.hint.startswith("React error 130: what is rendered as a component is undefined")
    assert meaning("Minified React error #9999; visit") is None
    assert meaning("x is undefined") is None


WARNED = Diagnostic(
    message='"Rocket" is not exported by "lucide-react"', file="src/Hero.tsx", line=1, column=10, rule="C1"
)
OTHER = Diagnostic(message='"useData" is not exported by "./data"', file="src/Other.tsx", line=3, column=10, rule="C5")
INVALID = "Error: Minified React error #130; visit https://react.dev/errors/130?args[]=undefined&args[]="


def judged(text: str, *warnings: Diagnostic, file: str | None = None) -> tuple[str | None, str | None]:
    line = replace(THROWN, text=text, url=file or "/assets/a.js")
    failure = judge_route(replace(PAGE, console=(line,)), warnings).failure
    assert failure is not None
    return failure.code, failure.place


@pytest.mark.parametrize(
    ("text", "file", "want"),
    [
        # Nobody knows where: something is undefined, and the bundler said what.
        (INVALID, None, ("C1", "src/Hero.tsx:1")),
        # The very file that threw.
        ("TypeError: (0, i.t) is not a function", "src/Other.tsx", ("C5", "src/Other.tsx:3")),
        # By name, wherever it was thrown.
        ("TypeError: n.useData is not a function", "src/App.tsx", ("C5", "src/Other.tsx:3")),
        # Another file, another thing: the warning explains nothing.
        ("TypeError: Cannot read properties of undefined (reading 'map')", "src/List.tsx", ("C9", "src/List.tsx:1")),
        ("Error: no such user", "src/Hero.tsx", ("C9", "src/Hero.tsx:1")),
        ("TypeError: Cannot read properties of null (reading 'x')", "src/Hero.tsx", ("C9", "src/Hero.tsx:1")),
    ],
)
def test_warnings_of_the_bundler_explain_what_fits(text: str, file: str | None, want: tuple[str, str]) -> None:
    assert judged(text, WARNED, OTHER, file=file) == want


def test_no_warnings_no_other_code() -> None:
    assert judged(INVALID) == ("C9", None)
    failure = judge_render(replace(PAGE, probe=EMPTY)).failure
    assert failure is not None
    assert attributed(failure, (WARNED,)) == failure
