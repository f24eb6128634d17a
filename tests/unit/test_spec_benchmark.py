"""Benchmark files."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml

from pytest_uibench.spec import SpecError, load_benchmark
from pytest_uibench.spec.schema import json_schema

SCHEMA = jsonschema.Draft7Validator(json_schema("benchmark"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "shop.yaml").write_text("uibench: 1\n")
    (tmp_path / "specs" / "blog.yaml").write_text("uibench: 1\n")
    (tmp_path / "plain").mkdir()
    return tmp_path


def load(folder: Path, text: str):
    path = folder / "bench.yaml"
    path.write_text(text)
    return load_benchmark(path)


def test_everything(folder: Path) -> None:
    text = """
uibench: 1
title: Two shops
defaults: {model: from-path, generation: from-path, task: specs/shop.yaml}
scaffold: plain
weights: {S1: 1, S2: 2, S3: 4}
runs:
  - {apps: runs/*/*/shop}
  - {apps: [a/shop, b/shop], task: specs/blog.yaml, model: gpt, generation: 0}
"""
    bench = load(folder, text)
    first, second = bench.runs
    assert (first.apps, first.model, first.generation) == (("runs/*/*/shop",), "from-path", "from-path")
    assert first.task == folder / "specs" / "shop.yaml"
    assert (second.apps, second.model, second.generation) == (("a/shop", "b/shop"), "gpt", 0)
    assert second.task == folder / "specs" / "blog.yaml"
    assert bench.scaffold == folder / "plain"
    assert [bench.weights.of(scope) for scope in ("S1", "S2", "S3")] == [1, 2, 4]
    assert bench.path == folder / "bench.yaml"
    assert SCHEMA.is_valid(yaml.safe_load(text))


def test_least(folder: Path) -> None:
    bench = load(folder, "runs: [{apps: runs/*}]\n")
    assert (bench.runs[0].task, bench.runs[0].model, bench.weights) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "message", "schema"),
    [
        ("runs: []\n", "1:7: runs: expects at least 1", True),
        ("uibench: 1\n", "1:1: a benchmark needs 'runs'", True),
        ("- a\n", "a benchmark is a mapping", True),
        ("runs: [{app: x}]\n", "1:9: unknown key 'app' in a run. Did you mean 'apps'?", True),
        ("runs: [{apps: x, task: specs/shp.yaml}]\n", "1:24: task: 'specs/shp.yaml'", False),
        ("runs: [{apps: x, task: specs/shp.yaml}]\n", "Did you mean 'shop.yaml'?", False),
        ("runs: [{apps: x, generation: last}]\n", "1:30: generation: expects from-path, got 'last'", True),
        ("runs: [{apps: x, generation: -1}]\n", "generation: expects a whole number from 0", True),
        (
            "runs: [{apps: x, model: from-path}]\n",
            "'x' has 0 parts with a '*'; taking model from the path needs 1",
            False,
        ),
        ("runs: [{apps: x}]\nweights: {S4: 1}\n", "unknown key 'S4' in weights", True),
        ("runs: [{apps: x}]\nweights: {S1: 0}\n", "S1: expects a number above 0", True),
        ("runs: [{apps: x}]\nscaffold: nowhere\n", "2:11: scaffold: 'nowhere'", False),
    ],
)
def test_refused(folder: Path, text: str, message: str, schema: bool) -> None:
    with pytest.raises(SpecError) as error:
        load(folder, text)
    assert message in str(error.value)
    assert SCHEMA.is_valid(yaml.safe_load(text)) is not schema
