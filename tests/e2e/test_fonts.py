"""A build that asks Google for fonts, with no network to do so (F09)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pytest_uibench.model import Prepared, SubjectOptions
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.fonts import families, fonts_asked, write_stand_ins
from pytest_uibench.subject.prepare import prepare

ONE = "https://fonts.googleapis.com/css2?family=Open+Sans:wght@400;700&display=swap"
TWO = "https://fonts.googleapis.com/css2?family=Inter:wght@100..900&display=swap"
BUNDLER = """#!/usr/bin/env node
const fs = require('node:fs');
const answers = process.env.NEXT_FONT_GOOGLE_MOCKED_RESPONSES;
const sheets = answers ? require(answers) : {};
for (const url of %s) {
  const own = %s ? { ...sheets } : sheets;
  if (own[url]?.includes('@font-face')) continue;
  if (url.startsWith('https://fonts.')) {
    // Turbopack names the address, webpack does not.
    if (%s) console.error('There was an issue while requesting ' + url);
    console.error('Failed to fetch `' + (url.includes('Inter') ? 'Inter' : 'Open Sans') + '` from Google Fonts.');
  }
  console.error('request to ' + url + ' failed, reason: getaddrinfo EAI_AGAIN');
  process.exit(1);
}
fs.mkdirSync('.next', { recursive: true });
fs.writeFileSync('.next/BUILD_ID', 'x');
"""


def built(root: Path, urls: list[str], *, turbopack: bool = True) -> Prepared:
    app = root / "app"
    tool = {"name": "next", "version": "15.0.0", "bin": {"next": "cli.js"}}
    manifest = {"name": "a", "scripts": {"build": "next build"}, "dependencies": {"next": "file:./tool"}}
    files = {
        "package.json": json.dumps(manifest),
        "tool/package.json": json.dumps(tool),
        "tool/cli.js": BUNDLER % (json.dumps(urls), json.dumps(turbopack), json.dumps(turbopack)),
        "app/page.js": "export default () => null;",
    }
    for name, text in files.items():
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_text(text)
    options = SubjectOptions(cache=str(root / "cache"), logs=str(root / "logs"), run_id="run")
    return prepare(detect(app), options, lambda line: None)


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
@pytest.mark.parametrize(("turbopack", "names"), [(True, "Open Sans, Inter"), (False, "Open Sans")])
def test_fonts_of_the_system_stand_in(turbopack: bool, names: str, tmp_path: Path) -> None:
    """Turbopack takes the answers as a table and names one address after the other; webpack only asks."""
    prepared = built(tmp_path, [ONE, TWO], turbopack=turbopack)
    assert prepared.failure is None
    assert [note for note in prepared.build.degraded if f"({names})" in note]


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_what_is_no_font_stays_a_matter_of_the_network(tmp_path: Path) -> None:
    prepared = built(tmp_path, ["https://other.invalid/css"])
    assert prepared.failure is not None
    assert (prepared.failure.label, prepared.build.degraded) == ("infra:network", ())


def test_addresses_in_a_log() -> None:
    log = f"while requesting {ONE}\nFailed to fetch font `Inter`: {TWO}\n  {TWO}.\n see https://fonts.googleapis.com/"
    assert fonts_asked(log) == (ONE, TWO)
    assert families([ONE, TWO]) == ("Open Sans", "Inter")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Inter", "Sans"), ("Playfair+Display", "Serif"), ("Source+Serif+4", "Serif"), ("Geist+Mono", "Mono")],
)
def test_the_stand_in_is_of_the_fonts_kind(name: str, kind: str, tmp_path: Path) -> None:
    write_stand_ins(tmp_path / "f.cjs", [f"https://fonts.googleapis.com/css2?family={name}:wght@400&display=swap"])
    assert f"src: local('Liberation {kind}')" in (tmp_path / "f.cjs").read_text()


def test_a_hostile_name_leaves_the_style_sheet_whole(tmp_path: Path) -> None:
    file = tmp_path / "fonts.cjs"
    write_stand_ins(file, ["https://fonts.googleapis.com/css2?family=x%27%7D+body%7B&display=swap", ONE])
    text = file.read_text()
    assert "'Open Sans'" in text
    assert "body{" not in text
    assert "body {" not in text
