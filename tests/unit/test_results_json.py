"""results.json: the contract, the round trip, and errors that name the place."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_uibench import report
from pytest_uibench.model import RunCard, Summary, UibenchError
from pytest_uibench.report import load_results, write_reports, write_results
from pytest_uibench.report.contract import schema_text
from pytest_uibench.report.json import dumps
from tests.scorecards import app_card, hostile_app, look, rich_card, scorecard

ASSETS = Path(report.__file__).with_name("assets")


def test_round_trip_is_the_identity(tmp_path: Path) -> None:
    card = scorecard([*rich_card().apps, hostile_app()], complete=False)
    path = write_results(card, tmp_path / "deep" / "results.json")
    assert load_results(path) == card
    assert load_results(tmp_path / "deep") == card
    assert dumps(load_results(path)) == path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == ["results.json"]


def test_the_names_of_the_contract(tmp_path: Path) -> None:
    data = json.loads(dumps(rich_card()))
    assert list(data) == ["schema_version", "tool", "run", "apps", "summary"]
    assert data["schema_version"] == 1
    app = data["apps"][2]
    wanted = [
        "app",
        "path",
        "task",
        "category",
        "model",
        "generation",
        "exec",
        "routes",
        "screens",
        "fidelity",
        "navigation",
    ]
    assert [name for name in app if name in wanted] == wanted
    assert {"interactions", "controls", "critique", "gates"} <= set(app)
    assert {"at_1", "at_3", "rounds", "failure", "seconds"} <= set(app["exec"])
    failure = {"label": "build:unresolved-import", "code": "C4", "bucket": "inconsistency", "stage": "build", "line": 3}
    assert failure.items() <= app["exec"]["failure"].items()
    assert {"route", "url", "source", "rendered", "label", "alias_of", "errors"} <= set(data["apps"][0]["routes"][0])


def test_bytes_do_not_depend_on_the_order_in_which_a_mapping_was_filled() -> None:
    one, two = ({"build": 1.0, "install": 2.0}, {"install": 2.0, "build": 1.0})
    cards = [
        scorecard([replace(app_card("a"), exec=replace(app_card("a").exec, seconds=seconds))]) for seconds in (one, two)
    ]
    assert dumps(cards[0]) == dumps(cards[1])


def test_what_json_cannot_hold_is_null_and_text_is_utf8() -> None:
    card = scorecard([app_card("große 数字 \ud800", fidelity=look(math.nan), navigation={"rate": math.inf})])
    raw = dumps(replace(card, summary=Summary()))
    data = json.loads(raw.decode("utf-8"))
    assert data["apps"][0]["fidelity"]["vfs"] is None
    assert data["apps"][0]["navigation"] == {"rate": None}
    assert data["apps"][0]["app"] == "große 数字 \ud800"
    assert "数字".encode() in raw


def test_a_writer_that_breaks_leaves_the_old_file(tmp_path: Path) -> None:
    path = write_results(rich_card(), tmp_path / "results.json")
    before = path.read_bytes()
    broken = replace(rich_card(), run=replace(rich_card().run, notes=(Path("x"),)))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        write_results(broken, path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]


def test_results_survive_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    written = write_reports(rich_card(), tmp_path)
    assert written.paths == (tmp_path / "results.json",)
    assert len(written.errors) == 1
    assert "index.html" in written.errors[0]
    assert load_results(tmp_path) == rich_card()


def test_all_reports_are_written_results_first(tmp_path: Path) -> None:
    written = write_reports(rich_card(), tmp_path)
    assert [path.name for path in written.paths] == ["results.json", "index.html"]
    assert written.errors == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda data: data["apps"][1]["routes"][2].update(rendered="yes"),
            "apps[1].routes[2].rendered: expected true or false, found 'yes'",
        ),
        (lambda data: data["run"].pop("id"), "run.id: missing"),
        (lambda data: data["run"].update(seconds=True), "run.seconds: expected a number, found True"),
        (lambda data: data["apps"][0].update(generation=1.5), "apps[0].generation: expected an integer, found 1.5"),
        (lambda data: data.update(apps={}), "apps: expected a list, found an object"),
        (lambda data: data["apps"].insert(0, None), "apps[0]: expected an object, found null"),
        (lambda data: data["apps"][0]["items"][0].update(status="pased"), "'pased' is not one of passed, partial"),
        (lambda data: data["apps"][0]["items"][0].update(status="pased"), "Did you mean 'passed'?"),
        (
            lambda data: data["apps"][0]["exec"]["seconds"].update(build=[]),
            "apps[0].exec.seconds.build: expected a number, found a list",
        ),
        (lambda data: data.update(schema_version=2), "schema_version 2 is newer than 1"),
        (lambda data: data.update(schema_version="1"), "schema_version: expected an integer, found '1'"),
        (lambda data: data.pop("schema_version"), "schema_version is missing"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, change, message: str) -> None:
    data = json.loads(dumps(rich_card()))
    change(data)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(UibenchError) as caught:
        load_results(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"schema_version": 1,\n  "tool": }', "not JSON at line 2, column 11"),
        (b"", "not JSON at line 1, column 1"),
        (b"\xff\xfe\x00", "not UTF-8 at byte 0"),
        (b'{"schema_version": NaN}', "NaN is not a JSON number"),
        (b"[" * 200_000, "not JSON"),
        (b"[]", "schema_version is missing"),
    ],
)
def test_what_is_not_json_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(content)
    with pytest.raises(UibenchError) as caught:
        load_results(path)
    assert message in str(caught.value)


def test_a_missing_file_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(UibenchError, match=r"no such file\npytest --uibench-app=DIR"):
        load_results(tmp_path / "nowhere.json")


def test_newer_fields_are_ignored_and_older_files_get_defaults(tmp_path: Path) -> None:
    data = json.loads(dumps(rich_card()))
    data["apps"][0]["invented_later"] = {"x": 1}
    del data["apps"][0]["notes"]
    path = tmp_path / "results.json"
    path.write_text("\ufeff" + json.dumps(data), encoding="utf-8")
    card = load_results(path)
    assert card.apps[0].notes == ()
    assert card.apps[1:] == rich_card().apps[1:]


def test_the_shipped_schema_is_that_of_the_dataclasses() -> None:
    file = ASSETS / "results.schema.json"
    assert file.read_text(encoding="utf-8") == schema_text(), f"write contract.schema_text() to {file}"
    shipped = json.loads(schema_text())
    definitions = shipped["$defs"]
    assert definitions["RouteCard"]["properties"]["rendered"]["type"] == ["boolean", "null"]
    assert definitions["RunCard"]["required"] == ["id", "started", "seconds", "complete"]
    assert definitions["RunCard"]["properties"]["started"]["description"] == "ISO 8601 with zone."
    assert set(definitions["RunCard"]["properties"]) == set(RunCard.__dataclass_fields__)
