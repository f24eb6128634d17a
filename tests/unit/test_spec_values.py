"""What a spec becomes: the values that runners work with."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uibench.model import Viewport
from pytest_uibench.spec import SpecError, load_spec
from pytest_uibench.spec.conditions import CountTest, NumberTest
from pytest_uibench.spec.expectations import Not, Persists
from pytest_uibench.spec.navigation import External
from pytest_uibench.spec.on_elements import Count, HasText, Hidden, Visible
from pytest_uibench.spec.on_pages import Changed, OnRoute
from pytest_uibench.spec.steps import Click, Fill, Go, Remember, Upload, WaitFor

from .spec_cases import HEAD, expect, feature, navigation, step

ROOT = Path(__file__).parent.parent.parent


def load(folder: Path, text: str):
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return load_spec(path)


def only_feature(folder: Path, text: str):
    ((_, found),) = load(folder, text).features()
    return found


def test_parts_know_their_line(tmp_path: Path) -> None:
    spec = load(tmp_path, feature(do="\n          - click: {text: A}\n          - {go: cart, timeout: 9}"))
    ((item, added),) = spec.features()
    click, go = added.do
    assert str(added.place) == f"{tmp_path}/spec.yaml:13:9"
    assert (click.place.line, go.place.line) == (16, 17)
    assert spec.source(click.place) == "          - click: {text: A}"
    assert (item.place.line, item.scope) == (10, "S3")
    assert isinstance(click, Click)
    assert isinstance(go, Go)
    assert (click.deadline, go.deadline, go.timeout) == (5, 9, 9)
    assert click.target.place.line == 16


def test_defaults(tmp_path: Path) -> None:
    spec = load(tmp_path, "uibench: 1\n")
    assert spec.task == "spec"
    assert spec.viewport == Viewport(width=1440, height=900)
    assert not spec.touch
    assert (spec.screens, spec.navigation, spec.interactions, spec.before) == ((), (), (), ())
    assert (spec.fidelity, spec.gates, spec.reference, spec.warnings) == (None, None, None, ())


def test_phone(tmp_path: Path) -> None:
    spec = load(tmp_path, "uibench: 1\ndevice: phone\n")
    assert (spec.viewport, spec.touch) == (Viewport(width=390, height=844), True)


def test_screens(tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "home.png").write_bytes(b"")
    spec = load(tmp_path, HEAD.replace("route: /, ", "route: /, screenshot: shots/home.png, "))
    by_id = spec.screens_by_id
    assert by_id["home"].screenshot == tmp_path / "shots" / "home.png"
    assert by_id["product"].address == "/product/1"
    assert by_id["product"].can_start
    assert by_id["order"].address is None
    assert not by_id["order"].can_start
    assert [str(text) for text in by_id["cart"].text] == ["Your cart", "/order summary/i"]
    assert by_id["home"].role == "tab"
    assert by_id["cart"].role == "page"


def test_screens_without_a_route(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    text = "uibench: 1\nscreens: [{id: a, screenshot: a.png}, {id: b, text: B}]\nnavigation:\n"
    entry = "  - {id: x, kind: tab, from: %s, click: {text: X}, to: %s}\n"
    assert load(tmp_path, text + entry % ("a", "b")).navigation[0].start == "a"
    with pytest.raises(SpecError, match=r"'b' cannot be opened: it has no route\. Give it a route: or reach: steps"):
        load(tmp_path, text + entry % ("b", "a"))


def test_targets(tmp_path: Path) -> None:
    text = "{role: link, name: Cart, text: Bag, position: 3, exact: true, within: {role: navigation}, frame: .shop}"
    click = only_feature(tmp_path, step(f"{{click: {text}}}")).do[1]
    target = click.target
    assert target.hints == ("role", "text", "position")
    assert target.name.exact
    assert target.text.exact
    assert target.frame.selector == ".shop"
    assert target.within.role == "navigation"
    assert str(target) == "role=link name='Cart' text=Bag position=3 within(role=navigation) frame(selector=.shop)"
    weak = only_feature(tmp_path, step("{click: {role: button, text: Save}}")).do[1].target
    assert weak.hints == ("text", "role")


def test_steps(tmp_path: Path) -> None:
    (tmp_path / "real.pdf").write_bytes(b"%PDF")
    found = only_feature(
        tmp_path,
        feature(
            do="[{go: back}, {go: {screen: cart, by: control}}, {fill: {target: {label: A}, value: ''}},"
            " {upload: {target: {label: A}, files: [real.pdf, photo.png]}}, {wait_for: {hidden: {text: A}}},"
            " {remember: {as: n, count: {role: row}}}]"
        ),
    )
    back, go, fill, upload, wait, remember = found.do
    assert isinstance(go, Go)
    assert (back.move, go.move, go.screen, go.by) == ("back", None, "cart", "control")
    assert isinstance(fill, Fill)
    assert fill.value == ""
    assert isinstance(upload, Upload)
    assert [(file.name, file.path) for file in upload.files] == [
        ("real.pdf", tmp_path / "real.pdf"),
        ("photo.png", None),
    ]
    assert isinstance(wait, WaitFor)
    assert wait.expectation.negative
    assert isinstance(remember, Remember)
    assert remember.count.role == "row"


def test_expectations(tmp_path: Path) -> None:
    found = only_feature(
        tmp_path,
        feature(
            do="[{remember: {as: a, count: {role: row}}}]",
            expect="[{visible: {text: A}}, {hidden: {text: A}}, {not: {visible: {text: A}}},"
            " {count: {of: {role: row}, is: 0}}, {count: {of: {role: row}, more_than: a}}, {changed: {from: a, to: 2}},"
            " {persists: {through: [reload, cart], then: [{unchanged: a}]}}]",
        ),
    )
    visible, hidden, no, none, more, changed, persists = found.expect
    assert isinstance(visible, Visible)
    assert isinstance(hidden, Hidden)
    assert isinstance(no, Not)
    assert isinstance(changed, Changed)
    assert isinstance(persists, Persists)
    assert [e.negative for e in (visible, hidden, no, none, more, changed)] == [False, True, True, True, False, False]
    assert (more.remembered, persists.remembered) == (("a",), ("a",))
    assert (changed.to, changed.by) == (2, None)
    assert persists.through == ("reload", "cart")


def test_text_conditions(tmp_path: Path) -> None:
    def holds(test: str, text: str) -> bool:
        found = only_feature(tmp_path, expect(f"{{text: {{of: {{role: status}}, {test}}}}}")).expect[0]
        assert isinstance(found, HasText)
        return found.holds(text)

    assert holds("is: 3 Items", " 3  items ")
    assert not holds("is: 3 items", "3 items left")
    assert holds("is: ''", "\u200b ")
    assert not holds("is: ''", "x")
    assert holds("is: '/\\d items/'", "3 items")
    assert not holds("is: '/\\d items/'", "13 items")
    assert holds("contains: tem", "Items")
    assert holds("matches: '\\d+'", "Items: 3")
    assert not holds("matches: items", "ITEMS")
    assert holds("contains: '3', matches: '^\\d'", "3 items")
    assert not holds("contains: '4', matches: '^\\d'", "3 items")


def test_number_conditions(tmp_path: Path) -> None:
    place = load(tmp_path, "uibench: 1\n").place
    assert NumberTest(at_most=50, more_than=0, place=place).holds(50)
    assert not NumberTest(at_most=50, more_than=0, place=place).holds(0)
    assert CountTest(less_than="all", at_least=1, place=place).holds(3, {"all": 4})
    assert not CountTest(less_than="all", at_least=1, place=place).holds(4, {"all": 4})
    assert CountTest(equals=0, place=place).holds(0, {})
    count = only_feature(tmp_path, expect("{count: {of: {role: row}, is: a}}")).expect[0]
    assert isinstance(count, Count)
    assert count.holds(7, {"a": 7})


def test_route_condition(tmp_path: Path) -> None:
    route = only_feature(tmp_path, expect('{route: {is: "/cart?step=1"}}')).expect[0]
    assert isinstance(route, OnRoute)
    assert route.holds("/cart/?step=1#top")
    assert not route.holds("/cart")


def test_navigation(tmp_path: Path) -> None:
    spec = load(tmp_path, navigation("{id: a, kind: page, screen: cart}"))
    assert spec.navigation[0].destination == "cart"
    spec = load(
        tmp_path,
        navigation("{id: a, kind: parent-child, from: home, click: {text: Us}, to: {external: /example/}, before: []}")
        + "before: [{click: {text: OK}}]\n",
    )
    entry = spec.navigation[0]
    assert isinstance(entry.destination, External)
    assert entry.destination.external.matches("https://example.org/x")
    assert spec.before_of(entry) == ()
    assert len(spec.before) == 1


def test_parametrize(tmp_path: Path) -> None:
    spec = load(
        tmp_path,
        feature(
            do='[{fill: {target: {label: "Size ${size}"}, value: "$${size}"}}]',
            expect='[{count: {of: {role: row}, at_least: "${least}"}}]',
            more="parametrize: {size: [S, Crème M, 大, 小], least: [1, 2]}",
        ),
    )
    found = [added for _, added in spec.features()]
    assert [added.id for added in found] == [
        "add-S-1",
        "add-S-2",
        "add-Creme-M-1",
        "add-Creme-M-2",
        "add-v2-1",
        "add-v2-2",
        "add-v3-1",
        "add-v3-2",
    ]
    assert all(added.id.isascii() for added in found)
    assert found[3].parameters == {"size": "Crème M", "least": 2}
    assert found[3].expect[0].at_least == 2
    assert str(found[3].do[0].target.label) == "Size Crème M"
    assert found[3].do[0].value == "${size}"
    assert {added.place.line for added in found} == {13}


def test_parametrized_ids_and_truth_values(tmp_path: Path) -> None:
    text = navigation('{id: "${s}-${x}", kind: page, screen: "${s}", parametrize: {s: [cart, home], x: [true]}}')
    assert [entry.id for entry in load(tmp_path, text).navigation] == ["cart-true", "home-true"]


def test_fidelity(tmp_path: Path) -> None:
    spec = load(tmp_path, HEAD + "fidelity: {vfs: 60, screens: {home: {content_vfs: 70}, cart: {vfs: 0}}}\n")
    assert spec.fidelity is not None
    of = spec.fidelity.of
    assert [(of(name).vfs, of(name).content_vfs) for name in ("home", "cart", "catalog")] == [
        (60, 70),
        (0, None),
        (60, None),
    ]


def test_gates(tmp_path: Path) -> None:
    spec = load(tmp_path, "uibench: 1\ngates: {exec: strict, vfs: 0, critique: 0}\n")
    assert list(spec.gates.given()) == [("exec", "strict"), ("vfs", 0), ("critique", 0)]
    assert list(load(tmp_path, "uibench: 1\ngates: {exec: false}\n").gates.given()) == []


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = HEAD.replace("role: tab", "role: tap") + "treshold: 1\nnavigation: [{id: a, kind: page, screen: kart}]\n"
    with pytest.raises(SpecError) as error:
        load(tmp_path, text)
    lines = [line.rpartition("spec.yaml:")[2] for line in str(error.value).splitlines()]
    assert [line.split(":")[0] for line in lines] == ["4", "9", "10"]
    assert "'kart'" in lines[2]


def test_at_most_twenty_faults(tmp_path: Path) -> None:
    text = "uibench: 1\nscreens:\n" + "".join(f"  - {{id: s{n}, rout: /}}\n" for n in range(15))
    with pytest.raises(SpecError) as error:
        load(tmp_path, text)
    lines = str(error.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "… and 10 more"


def test_one_reading_for_one_text(tmp_path: Path) -> None:
    first = load(tmp_path, HEAD)
    assert load(tmp_path, HEAD) is first
    assert load(tmp_path, HEAD + "title: New\n").title == "New"


def test_the_shipped_shop() -> None:
    spec = load_spec(ROOT / "specs" / "shop.yaml")
    assert spec.warnings == ()
    assert {item.family for item in spec.interactions} == {
        "disclosure",
        "view-switching",
        "form",
        "query",
        "selection",
        "crud",
        "cross-route",
    }
    assert {entry.kind for entry in spec.navigation} == {"page", "tab", "parent-child"}
    assert spec.reference is not None
    assert spec.reference.app == ROOT / "fixtures" / "references" / "shop"
    assert spec.gates is not None
    assert spec.subject.timeout == 120
