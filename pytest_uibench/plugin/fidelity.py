"""Compare what an app shows with its spec's reference: once per app and run, whatever the number of workers."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench.checks.fidelity.evidence import Evidence, Shot, write_evidence
from pytest_uibench.checks.fidelity.judge import Judged, judge_screens
from pytest_uibench.checks.fidelity.screens import find_aliases
from pytest_uibench.checks.plan import ascii_id, referenced
from pytest_uibench.model import FidelityRecord, ScreenFidelity
from pytest_uibench.observe.gather import Gatherer
from pytest_uibench.observe.reference import Reference
from pytest_uibench.observe.screens import Screens

if TYPE_CHECKING:
    from pytest_uibench.spec import Spec

FOLDER = "fidelity"
"""Evidence, in the app's folder of the output directory."""


def compared(spec: Spec, gatherer: Gatherer, *, again: bool = False) -> FidelityRecord:
    """Align and score all screens of the spec, and draw the evidence.

    Raises:
        UibenchError: the reference does not run or cannot be read.
    """
    return gatherer.once("fidelity", FidelityRecord, lambda: _compare(spec, gatherer), again=again)


def path_of(spec: Spec, screen: str, gatherer: Gatherer) -> str | None:
    """Where the app shows a screen, by what its routes show; None when no route does.

    Raises:
        UibenchError: the reference does not run or cannot be read.
    """
    record = compared(spec, gatherer)
    found = next(entry for entry in record.screens if entry.screen == screen).match.content.generated
    return None if found is None else record.paths[found]


def aliases_of(screens: Screens) -> dict[str, str]:
    """Routes of the app that show the same as an earlier one."""
    return find_aliases((page.route, page.fingerprint, page.elements) for page in screens.pages)


def _compare(spec: Spec, gatherer: Gatherer) -> FidelityRecord:
    wanted = referenced(spec)
    theirs = gatherer.screens()
    ours = gatherer.reference(spec, wanted)
    judged = judge_screens(
        ours.captures,
        theirs.captures,
        aliases=aliases_of(theirs),
        reference_pictures=ours.pictures,
        generated_pictures=theirs.pictures,
    )
    return _record(judged, ours, theirs, gatherer.folder)


def _record(judged: Judged, ours: Reference, theirs: Screens, folder: Path) -> FidelityRecord:
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)

    def drawn(index: int) -> Evidence:
        screen = judged.screens[index]
        chosen = _shown(screen)
        return write_evidence(
            screen,
            judged.content[index] or judged.paper[index],
            Shot(ours.captures[index], ours.pictures[index]),
            None if chosen is None else Shot(theirs.captures[chosen], theirs.pictures[chosen]),
            folder=folder / FOLDER,
            name=_file_name(screen.screen),
        )

    # Drawing and compressing pictures mostly happens outside the interpreter's lock.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        evidence = list(pool.map(drawn, range(len(judged.screens))))
    names = [screen.screen for screen in judged.screens]
    return FidelityRecord(
        alignment=judged.alignment,
        screens=judged.screens,
        routes=tuple(capture.route for capture in theirs.captures),
        paths=tuple(page.path for page in theirs.pages),
        sources=tuple(capture.source for capture in ours.captures),
        faults={capture.id: capture.fault for capture in ours.captures if capture.fault is not None},
        pictures={name: _files(entry) for name, entry in zip(names, evidence, strict=True)},
        ssim={name: _ssim(entry) for name, entry in zip(names, evidence, strict=True) if entry.likeness},
        notes=tuple(dict.fromkeys((*judged.alignment.notes, *(note for entry in evidence for note in entry.notes)))),
    )


def _files(evidence: Evidence) -> dict[str, str]:
    files = {"side": evidence.side, "overlay": evidence.overlay}
    return {name: f"{FOLDER}/{file}" for name, file in files.items() if file is not None}


def _ssim(evidence: Evidence) -> dict[str, float]:
    alike = evidence.likeness
    values = {"page": alike.ssim, "ink": alike.ink_ssim} if alike else {}
    return {name: value for name, value in values.items() if value is not None}


def _shown(screen: ScreenFidelity) -> int | None:
    """The route that stands beside the reference: ours, else the published match."""
    ours = screen.match.content.generated
    return screen.match.published.generated if ours is None else ours


def _file_name(screen: str) -> str:
    return ascii_id(screen).replace("/", "-")
