"""The parts of acting that need no browser: numbers, dates, targets on a snapshot, words, sample files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.browser.act.actor import script
from pytest_uibench.browser.act.facts import addresses_of
from pytest_uibench.browser.act.nearest import described, nearest
from pytest_uibench.browser.act.numbers import date_in, number_in
from pytest_uibench.browser.act.resolve import asks_labels, named_roles, resolve, selectors_of
from pytest_uibench.browser.act.samples import sample_file
from pytest_uibench.browser.act.snapshot import SHOWN, Snapshot, apart, gap
from pytest_uibench.browser.act.words import expectation_text, step_text
from pytest_uibench.spec import load_spec
from pytest_uibench.spec.matching import Pattern
from pytest_uibench.spec.targets import Target
from pytest_uibench.spec.yaml import Place

from .spec_cases import STEPS, feature

HERE = Place("spec.yaml", 1, 1)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$1,299.00", 1299.0),
        ("1.299,00 €", 1299.0),
        ("12 345 items", 12345.0),
        ("12 3", 12.0),
        ("Cart (3)", 3.0),
        ("(12)", 12.0),
        ("Total - $5", 5.0),
        ("No.5", 5.0),
        ("-$5.50", -5.5),
        ("\u22123 °C", -3.0),
        ("A-12", 12.0),
        ("10-20 days", 10.0),
        ("16px", 16.0),
        (".5 kg", 0.5),
        ("0.5em", 0.5),
        ("1.5k stars", 1500.0),
        ("2M", 2_000_000.0),
        ("1,5", 1.5),
        ("1.234.567", 1234567.0),
        ("1'000", 1000.0),
        ("50%", 50.0),
        ("no number", None),
        ("", None),
    ],
)
def test_numbers(text: str, number: float | None) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2024-01-02", "2024-01-03"),
        ("Mar 3, 2024", "April 1, 2024"),
        ("3 March 2024", "2024-03-04"),
        ("Due: Jan 5", "Due: Feb 1"),
        ("12/31/2023", "01/02/2024"),
        ("31.12.2023", "02.01.2024"),
        ("09:30", "10:15 "),
        ("9:30 AM", "1:15 PM"),
        ("Mar 2023", "January 2024"),
        ("2024-01-02T09:00", "2024-01-02 10:00"),
    ],
)
def test_dates(earlier: str, later: str) -> None:
    one, other = date_in(earlier), date_in(later)
    assert one is not None
    assert other is not None
    assert one < other


def test_what_is_no_date() -> None:
    assert date_in("Blue shirt") is None
    assert date_in("") is None


def snapshot(*rows: tuple[int, str, str, str, str | None]) -> Snapshot:
    """Rows of parent, tag, role, name, text; each 100 px wide and 20 px below the last one. ``-tag`` is hidden."""
    made = [
        [parent, tag.lstrip("-"), 0 if tag.startswith("-") else SHOWN, [0, 20 * index, 100, 20], role, name, text]
        for index, (parent, tag, role, name, text) in enumerate(rows)
    ]
    return Snapshot.of(
        {
            "rows": made,
            "selected": {},
            "faults": {},
            "unreadable": [],
            "full": False,
            "address": "/",
            "view": [800, 600],
        }
    )


def target(**keys: object) -> Target:
    made = {key: Pattern.parse(value) if key in ("text", "name", "label") else value for key, value in keys.items()}  # type: ignore[arg-type]
    return Target(place=HERE, **made)  # type: ignore[arg-type]


PAGE = snapshot(
    (-1, "html", "", "", None),
    (0, "div", "", "", "Men's Women's"),
    (1, "a", "link", "Women's", "Women's"),
    (1, "a", "link", "Men's", "Men's"),
    (0, "ul", "list", "", "One Two"),
    (4, "li", "listitem", "", "One"),
    (4, "li", "listitem", "", "Two"),
    (0, "-button", "button", "Two", "Two"),
)


def test_subtrees_are_known_by_their_ends() -> None:
    assert [node.end for node in PAGE.nodes] == [8, 4, 3, 4, 7, 6, 7, 8]
    assert [node.tag for node in PAGE.above(PAGE.nodes[5])] == ["ul", "html"]
    assert [node.text for node in PAGE.inside(PAGE.nodes[4])] == ["One", "Two"]


@pytest.mark.parametrize(
    ("keys", "indexes"),
    [
        ({"text": "men's"}, [3]),
        ({"role": "link"}, [2, 3]),
        ({"role": "link", "name": "women's"}, [2]),
        ({"text": "two"}, [6]),
        ({"role": "listitem", "nth": 1}, [6]),
        ({"role": "listitem", "nth": 2}, []),
        ({"role": "listitem", "near": target(text="Women's")}, [5]),
        ({"role": "listitem", "has": target(text="Two")}, [6]),
        ({"text": "two", "within": target(role="list")}, [6]),
        ({"text": "men's", "within": target(role="list")}, []),
        ({"text": "two", "within": target(role="table")}, []),
        ({"role": "button", "name": "Two"}, []),
        ({"each": target(role="list"), "part": target(role="listitem")}, [5]),
    ],
)
def test_targets(keys: dict[str, object], indexes: list[int]) -> None:
    assert [node.index for node in resolve(target(**keys), PAGE).nodes] == indexes


def test_what_is_hidden_is_said_to_be() -> None:
    found = resolve(target(role="button", name="Two"), PAGE)
    assert [node.index for node in found.hidden] == [7]
    assert found.why == "such an element is there, but not visible"
    assert "within(role=table) was not found" in (
        resolve(target(text="x", within=target(role="table")), PAGE).why or ""
    )


def test_candidates_are_the_likeliest() -> None:
    near = nearest(target(role="link", name="Woman's"), PAGE)
    assert near[0] == 'link "Women\'s"'
    assert described(PAGE.nodes[5]) == 'listitem "One"'
    assert not any("Two" in text and "button" in text for text in near)


def test_what_a_look_must_ask_for() -> None:
    wanted = target(role="button", name="A", within=target(selector="main", has=target(label="B")))
    assert selectors_of([wanted, wanted]) == ["main"]
    assert {"button", "link", "tab"} <= named_roles([wanted])
    assert asks_labels([wanted])
    assert named_roles([target(role="row")]) == set()


def test_distances() -> None:
    assert gap((0, 0, 10, 10), (20, 0, 10, 10)) == 10
    assert gap((0, 0, 10, 10), (5, 5, 10, 10)) == 0
    assert gap((0, 0, 10, 10), (13, 14, 1, 1)) == 5
    assert apart((0, 0, 10, 10), (30, 40, 10, 10)) == 50


def test_addresses_of_a_hash_router() -> None:
    assert addresses_of("/cart?a=1") == ("/cart?a=1",)
    assert addresses_of("/#/cart/5") == ("/", "/cart/5")
    assert addresses_of("/#!/cart") == ("/", "/cart")
    assert addresses_of("/page#top") == ("/page",)


@pytest.mark.parametrize("text", STEPS)
def test_every_step_has_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "files").mkdir()
    path = tmp_path / "s.yaml"
    path.write_text(feature(do=f"[{{remember: {{as: r, count: {{role: row}}}}}}, {text}]"), encoding="utf-8")
    try:
        loaded = load_spec(path, check_files=False)
    except Exception:  # noqa: BLE001 - steps that need more of the spec are read elsewhere
        pytest.skip("needs more of the spec")
    words = step_text(loaded.interactions[0].features[0].do[-1])
    assert words
    assert "Place(" not in words
    assert "Pattern(" not in words


def test_words_of_expectations(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    wanted = (
        "[{not: {visible: {text: A}}}, {count: {of: {role: row}, at_least: 2}}, {route: {is: /cart}},"
        " {dialog: {contains: Sure}},"
        " {every: {of: {role: row}, number: {at_most: 50}}}, {order: {of: {role: row}, by: ascending, as: number}},"
        " {persists: {through: [cart, reload], then: [{checked: {label: T}}]}}]"
    )
    path.write_text(feature(expect=wanted), encoding="utf-8")
    said = [expectation_text(one) for one in load_spec(path).interactions[0].features[0].expect]
    assert said == [
        "not visible text=A",
        "count at_least 2 role=row",
        "route is /cart",
        "dialog contains 'Sure'",
        "every role=row number at_most 50.0",
        "order role=row by ascending as number",
        "persists through cart, reload: checked label=T",
    ]


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.gif", "a.webp"])
def test_sample_pictures_can_be_read(tmp_path: Path, name: str) -> None:
    from PIL import Image

    with Image.open(sample_file(tmp_path, name)) as picture:
        assert picture.size == (64, 64)
        picture.load()


@pytest.mark.parametrize("name", ["a.csv", "a.json", "a.pdf", "a.svg", "a.unknown"])
def test_sample_texts_are_there(tmp_path: Path, name: str) -> None:
    path = sample_file(tmp_path, name)
    assert path.name == name
    assert path.stat().st_size > 0


def test_sample_files_stay_in_their_folder(tmp_path: Path) -> None:
    assert sample_file(tmp_path, "../../evil.txt").parent == tmp_path


def test_the_scripts_are_one_function() -> None:
    assert script().startswith("(request) => {")
    assert script().rstrip().endswith("}")
