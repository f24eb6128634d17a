"""``uibench capture``: the screens of an app as a folder that other apps are compared with."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pytest_uibench import constants
from pytest_uibench.browser.determinism import Scheme
from pytest_uibench.browser.find import find_browser
from pytest_uibench.browser.launch import launch_arguments
from pytest_uibench.browser.network import NetworkMode
from pytest_uibench.model import SubjectError, SubjectOptions, SubjectOverrides, UibenchError
from pytest_uibench.observe.app import AppCapture, capture_app
from pytest_uibench.observe.captures import own_files, save_capture
from pytest_uibench.observe.window import window_of
from pytest_uibench.settings import NETWORKS, SANDBOXES, Sandbox, cache_root, placed
from pytest_uibench.spec import Spec, load_spec
from pytest_uibench.subject.detect import detect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCHEMES = ("light", "dark")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("app", metavar="APP", help="directory of the app")
    parser.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="folder for the capture: new, or an old one"
    )
    parser.add_argument(
        "--spec", metavar="FILE", help="capture the screens of this spec, by their ids; else every route that is found"
    )
    parser.add_argument("--browser", metavar="PATH", help="browser to use instead of the one that is found")
    parser.add_argument("--network", choices=NETWORKS, default="hermetic", help="default: %(default)s")
    parser.add_argument("--sandbox", choices=SANDBOXES, default="auto", help="default: %(default)s")
    parser.add_argument("--scheme", choices=SCHEMES, default="light", help="color scheme; default: %(default)s")


def run(options: argparse.Namespace) -> int:
    """Build, serve, open and capture. Return 0 when every screen was captured, else 1."""
    start = Path.cwd()
    app, output = placed(start, options.app), placed(start, options.output)
    if not app.is_dir():
        raise UibenchError(f"APP: {app} is no directory: name the folder that holds the app's package.json")
    if output.resolve() == app.resolve() or app.resolve() in output.resolve().parents:
        raise UibenchError(f"-o {output} lies inside the app, which is never written to: choose another folder")
    own_files(output)  # refuse before a minute's work, not after it
    spec = load_spec(placed(start, options.spec), check_files=False) if options.spec else None
    try:
        found = _captured(app, spec, options)
    except SubjectError as error:
        _fail(error)
        return 1
    broken = [shot.capture for shot in found.shots if shot.capture.fault is not None]
    for note in found.notes:
        _say(note)
    for capture in broken:
        _say(f"{capture.id}: not captured: {capture.fault.message if capture.fault else ''}")
    if not found.shots or len(broken) == len(found.shots):
        sys.stderr.write(f"uibench: no screen of {app} could be captured; nothing was written\n")
        return 1
    save_capture(output, found.shots, found.meta)
    count = len(found.shots) - len(broken)
    sys.stdout.write(f"{output}: {count} screen{'' if count == 1 else 's'} captured\n")
    return 1 if broken else 0


def _captured(app: Path, spec: Spec | None, options: argparse.Namespace) -> AppCapture:
    project = detect(app, spec.subject if spec else SubjectOverrides())
    with tempfile.TemporaryDirectory(prefix="uibench-capture-") as scratch, _browser(options) as browser:
        return capture_app(
            project,
            spec,
            folder=Path(scratch),
            options=SubjectOptions(
                cache=str(cache_root()),
                logs=str(Path(scratch) / "logs"),
                run_id=uuid.uuid4().hex,
                sandbox=cast(Sandbox, options.sandbox),
                jobs=max(1, (os.cpu_count() or 1) // constants.CORES_PER_BUILD),
            ),
            session=window_of(spec, cast(NetworkMode, options.network), cast(Scheme, options.scheme)),
            launch=lambda: browser,
            say=_say,
        )


@contextmanager
def _browser(options: argparse.Namespace) -> Iterator[Browser]:
    from playwright.sync_api import Error, sync_playwright

    arguments = launch_arguments(find_browser(options.browser), {}, network=cast(NetworkMode, options.network))
    with sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(**arguments)
        except Error as error:
            raise UibenchError(
                f"{arguments.get('executable_path')} does not start: {str(error).splitlines()[0]}. "
                "See `uibench doctor`."
            ) from None
        try:
            yield browser
        finally:
            browser.close()


def _say(line: str) -> None:
    sys.stderr.write(f"uibench: {line}\n")
    sys.stderr.flush()


def _fail(error: SubjectError) -> None:
    failure = error.failure
    place = f" at {failure.place}" if failure.place else ""
    hint = f"\n  {failure.hint}" if failure.hint else ""
    sys.stderr.write(f"uibench: the app does not run: {failure.label}{place}: {failure.message}{hint}\n")
