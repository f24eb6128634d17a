"""Recorded values on disk."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pytest_uibench.model import (
    ConsoleLine,
    Failure,
    Link,
    PageObservation,
    Probe,
    RequestFault,
    Settling,
    SiteObservation,
)
from pytest_uibench.observe.store import load, load_observations, save, save_observations

FULL = PageObservation(
    route="/product/:id",
    path="/product/1",
    landed="/product/1",
    source="crawl",
    status=200,
    title="T \ud800",
    text="漢字",
    probe=Probe(mount="#root", all=3, text=20, visuals=0, interactive=1, canvas="painted"),
    settling=Settling(settled=False, seconds=1.5, pending=("images",), flags=("unstable",)),
    links=(Link(href="/a", path="/a", text="A", target="/a?x=1"),),
    console=(ConsoleLine(kind="pageerror", text="boom", url="/a.js", line=1, column=2),),
    requests=(RequestFault(url="/x", method="GET", resource="fetch", status=404),),
    hosts=("x.test",),
    fault=Failure(label="render:hang", stage="render", message="m", code="C9"),
)


def test_round_trip(tmp_path: Path) -> None:
    pages = [FULL, PageObservation(route="/", path="/", landed="/")]
    save_observations(tmp_path / "deep" / "pages.json", pages)
    assert load_observations(tmp_path / "deep" / "pages.json") == pages
    site = SiteObservation(pages=tuple(pages), probe=pages[1], unresolved={"/u/:id": "no link"})
    save(tmp_path / "site.json", site)
    assert load(tmp_path / "site.json", SiteObservation) == site
    save(tmp_path / "notes.json", {"seconds": {"build": 1.5}})
    assert load(tmp_path / "notes.json", dict) == {"seconds": {"build": 1.5}}


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"nothing": 1}', "5", '[{"route": "/"}]'])
def test_what_cannot_be_read_is_none(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "x.json"
    if text is not None:
        path.write_text(text)
    assert load(path, PageObservation) is None
    if text != "[]":
        assert load_observations(path) is None


def test_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    save(path, {"a": 1})
    with pytest.raises(TypeError):
        save(path, {"a": object()})
    assert load(path, dict) == {"a": 1}
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.json"]


def test_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    values = [{"text": letter * 200_000} for letter in "ab"]
    save(path, values[0])
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            for value in values:
                save(path, value)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    seen = [load(path, dict) for _ in range(100)]
    stop.set()
    for writer in writers:
        writer.join()
    assert all(value in values for value in seen)
