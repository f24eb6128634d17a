"""The JSON Schema says what the loader says, as far as a schema can."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from pytest_uibench.cli import main
from pytest_uibench.spec.schema import json_schema, schema_text, shipped_schema

from .spec_cases import VALID, WRONG, Wrong

ROOT = Path(__file__).parent.parent.parent
SPEC = jsonschema.Draft7Validator(json_schema())
BENCH = jsonschema.Draft7Validator(json_schema("benchmark"))


@pytest.mark.parametrize("schema", [SPEC.schema, BENCH.schema], ids=["spec", "benchmark"])
def test_is_a_schema(schema) -> None:
    jsonschema.Draft7Validator.check_schema(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize("text", VALID.values(), ids=VALID.keys())
def test_accepts_what_loads(text: str) -> None:
    assert [error.message for error in SPEC.iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
def test_refuses_what_a_schema_can_refuse(case: Wrong) -> None:
    try:
        data = yaml.safe_load(case.text)
    except yaml.YAMLError:
        assert not case.schema
        return
    assert SPEC.is_valid(data) is not case.schema


@pytest.mark.parametrize("path", sorted((ROOT / "specs").glob("*.yaml")), ids=lambda path: path.name)
def test_accepts_the_shipped_specs(path: Path) -> None:
    assert [error.message for error in SPEC.iter_errors(yaml.safe_load(path.read_text()))] == []


@pytest.mark.parametrize("kind", ["spec", "benchmark"])
def test_the_shipped_copy_is_the_schema(kind) -> None:
    assert shipped_schema(kind).read_text(encoding="utf-8") == schema_text(kind), (
        f"write it anew: uibench schema {'--bench ' if kind == 'benchmark' else ''}"
        f"-o pytest_uibench/spec/{shipped_schema(kind).name}"
    )


def test_every_key_is_described() -> None:
    for schema in (SPEC.schema, BENCH.schema):
        for name, definition in (("", schema), *schema["definitions"].items()):
            for body in (definition, *definition.get("anyOf", ())):
                for key, entry in body.get("properties", {}).items():
                    assert entry.get("description"), f"{name}.{key}"


def test_every_reference_leads_somewhere() -> None:
    for schema in (SPEC.schema, BENCH.schema):
        text = json.dumps(schema)
        used = {part.partition('"')[0] for part in text.split("#/definitions/")[1:]}
        assert used == set(schema["definitions"])


def test_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--help"]) == 0
    assert "Print the JSON Schema of spec files" in capsys.readouterr().out
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SPEC.schema
    assert main(["schema", "--bench", "-o", str(tmp_path / "b.json")]) == 0
    assert json.loads((tmp_path / "b.json").read_text()) == BENCH.schema
    assert main(["schema", "-o", str(tmp_path / "no" / "b.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
