"""Form controls: fill, type, tick, upload. Any implementation that a person would take for such a control."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pytest_uibench import constants
from pytest_uibench.browser import world
from pytest_uibench.spec.files import UploadFile
from pytest_uibench.spec.matching import normalise

from .actor import Actor
from .errors import GoneError, StepError
from .pointer import aim, click_index
from .resolve import Found
from .samples import sample_file

Kind = Literal["field", "check", "file", "option"]
ELEMENT = "(index) => globalThis.uibenchLooked.elements[index]"


def control(actor: Actor, found: Found, kind: Kind) -> Mapping[str, Any] | None:
    """The control of that kind that an element is, labels, holds or lies in; None without one.

    Raises:
        GoneError: the element was replaced.
    """
    node = found.first or found.hidden[0]
    answer: Mapping[str, Any] = actor.ask("control", index=node.index, kind=kind)
    if answer.get("gone"):
        raise GoneError("the element went away")
    return None if answer.get("none") else answer


def fill(actor: Actor, found: Found, value: str, end: float) -> tuple[str, ...]:
    """Replace the value of a field. Gives notes.

    Raises:
        StepError: no field that can be filled, or it did not take the value.
    """
    field = _typed(actor, found)
    if field["set"]:
        answer = actor.ask("setValue", index=field["index"], value=value)
        if normalise(answer.get("value", "")) != normalise(value):
            raise StepError(
                f"a field of type {field['type']} does not take {value!r}: it holds {answer.get('value')!r}"
            )
        return ()
    _focus(actor, field, end, everything=True)
    if value:
        actor.page.keyboard.insert_text(value)
    else:
        actor.page.keyboard.press("Delete")
    return _taken(actor, found, field, value)


def type_keys(actor: Actor, found: Found, value: str, end: float) -> None:
    """Type into a field key by key, behind what stands there.

    Raises:
        StepError: no field that can be typed into.
    """
    field = _typed(actor, found)
    _focus(actor, field, end, everything=False)
    actor.page.keyboard.press("End")
    actor.page.keyboard.type(value, delay=constants.ACT_KEY_DELAY_MS)


def _typed(actor: Actor, found: Found) -> Mapping[str, Any]:
    field = control(actor, found, "field")
    if field is None or not (field["typed"] or field["set"]):
        what = f"<{field['tag']}>" if field else f"<{(found.first or found.hidden[0]).tag}>"
        raise StepError(f"the element is no field that can be typed into: {what}")
    if field["disabled"] or field["readonly"]:
        raise StepError(f"the field is {'disabled' if field['disabled'] else 'read-only'}")
    return field


def _focus(actor: Actor, field: Mapping[str, Any], end: float, *, everything: bool) -> None:
    # A person clicks into a field; only the focus is wanted, so that what lies above must not swallow the click.
    if aim(actor, field["index"], end) is None:
        raise GoneError("the field went away")
    answer = actor.ask("focus", index=field["index"], all=everything)
    if not answer.get("focused"):
        raise StepError("the field does not take the focus")


def _taken(actor: Actor, found: Found, field: Mapping[str, Any], value: str) -> tuple[str, ...]:
    actor.pause()
    now = control(actor, found, "field")
    got = str(now["value"]) if now else ""
    if normalise(got) == normalise(value):
        return ()
    if got and got != field["value"]:
        return (f"the field made {got!r} of it",)
    # Some fields only follow their own setter.
    if field["typed"] and not field["editable"]:
        answer = actor.ask("setValue", index=field["index"], value=value)
        actor.pause()
        if normalise(answer.get("value", "")) == normalise(value):
            return ("the field took no keys: its value was set",)
    raise StepError(f"the field did not take the value: it holds {got!r}")


def tick(actor: Actor, found: Found, wanted: bool, end: float) -> tuple[str, ...]:
    """Tick or untick a checkbox, radio button or switch, also one whose input is hidden. Gives notes.

    Raises:
        StepError: there is none, or it does not follow.
    """
    box = control(actor, found, "check")
    if box is None:
        raise StepError(f"the element is no checkbox, radio button or switch: <{(found.first or found.hidden[0]).tag}>")
    if box["checked"] is wanted:
        return (f"it was {'ticked' if wanted else 'unticked'} already",)
    if not wanted and (box["role"] == "radio" or box["type"] == "radio"):
        raise StepError("a radio button cannot be unticked: tick another one")
    if box["disabled"]:
        raise StepError("the element is disabled")
    _click_box(actor, found, box, end)
    while True:
        now = control(actor, found, "check")
        if now is not None and now["checked"] is wanted:
            return ()
        if time.monotonic() >= end:
            raise StepError(f"it was clicked, but is not {'ticked' if wanted else 'unticked'}")
        actor.pause()


def _click_box(actor: Actor, found: Found, box: Mapping[str, Any], end: float) -> None:
    """Click the input, else what is drawn for it: its label."""
    label = box["label"] if box["label"] is not None else found.first.index if found.first else None
    indexes = [index for index in (box["index"], label) if index is not None]
    now = time.monotonic()
    for number, index in enumerate(indexes):
        last = number == len(indexes) - 1
        try:
            click_index(actor, index, end if last else min(end, now + (end - now) / 4))
        except StepError:
            if last:
                raise
            continue
        return


def upload(actor: Actor, found: Found, wanted: Sequence[UploadFile], end: float) -> tuple[str, ...]:
    """Give files to a file input, or by way of the chooser that a button opens (F63). Gives notes.

    Raises:
        StepError: nothing takes files.
    """
    paths = [file.path or sample_file(actor.folder(), file.name) for file in wanted]
    made = tuple(f"generated {file.name}" for file in wanted if file.path is None)
    holder = control(actor, found, "file")
    if holder is not None:
        if holder["disabled"]:
            raise StepError("the file input is disabled")
        if len(paths) > 1 and not holder["multiple"]:
            raise StepError(f"the file input takes one file, not {len(paths)}")
        _give(actor, holder["index"], paths)
        return made
    return (*made, *_by_chooser(actor, found, paths, end))


def _give(actor: Actor, index: int, paths: Sequence[Path]) -> None:
    names = [str(path) for path in paths]
    if actor.cdp is not None:
        held = world.handle(actor.page, actor.cdp, ELEMENT, index)
        actor.cdp.send("DOM.setFileInputFiles", {"files": names, "objectId": held})
        return
    element = actor.page.evaluate_handle(ELEMENT, index).as_element()
    if element is None:
        raise StepError("the file input went away")
    element.set_input_files(names)


def _by_chooser(actor: Actor, found: Found, paths: Sequence[Path], end: float) -> tuple[str, ...]:
    from playwright.sync_api import TimeoutError as Late

    if found.first is None:
        raise StepError("the element is not visible")
    left = max(constants.ACT_POLL_MS, (end - time.monotonic()) * 1000)
    try:
        with actor.page.expect_file_chooser(timeout=left) as chosen:
            click_index(actor, found.first.index, end)
        chosen.value.set_files([str(path) for path in paths])
    except Late:
        raise StepError("no file input belongs to the element, and clicking it opened no file chooser") from None
    return ("through the file chooser",)
