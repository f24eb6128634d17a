"""Words of an OCR engine put together to lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_uibench import constants

BLANKLESS = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Chinese and Japanese signs, their punctuation and full-width forms."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word as Tesseract found it, in pixels."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float
    line: tuple[int, ...]
    """Block, paragraph and line that it belongs to."""
    turned: bool = False
    """Found in the light-on-dark parts."""

    @staticmethod
    def of(data: Mapping[str, Sequence[Any]], index: int) -> Word | None:
        """The word in a row of Tesseract's table, None for rows of structure and for blanks."""
        text, confidence = str(data["text"][index]).strip(), float(data["conf"][index])
        if not text or confidence < 0:
            return None
        left, top = float(data["left"][index]), float(data["top"][index])
        return Word(
            text,
            left,
            top,
            left + float(data["width"][index]),
            top + float(data["height"][index]),
            confidence,
            tuple(int(data[part][index]) for part in ("block_num", "par_num", "line_num")),
        )

    def as_turned(self) -> Word:
        """The same, found in the light-on-dark parts."""
        return replace(self, turned=True)


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand together."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def scaled(self, factor: float) -> Line:
        """The same in other pixels."""
        return Line(self.text, self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)


def lines_of(words: Sequence[Word], gap: float) -> list[Line]:
    """Lines from top to bottom, left to right: Tesseract's own, cut where words are ``gap`` or more pixels apart.

    Tesseract joins what stands side by side in different columns; the paper joins up to the same distance (METRICS 3).
    Signs without a letter or digit at either end are left out: mostly icons, bullets and edges.
    """
    rows: dict[tuple[bool, tuple[int, ...]], list[Word]] = {}
    for word in words:
        rows.setdefault((word.turned, word.line), []).append(word)
    lines = [line for row in rows.values() for line in _cut(sorted(row, key=lambda word: word.left), gap)]
    return sorted(lines, key=lambda line: (line.top, line.left))


def _cut(row: Sequence[Word], gap: float) -> list[Line]:
    groups: list[list[Word]] = []
    for word in row:
        # Blanks grow with the letters.
        allowed = max(gap, constants.OCR_BLANK_WIDTH * (word.bottom - word.top))
        if groups and word.left - max(w.right for w in groups[-1]) < allowed:
            groups[-1].append(word)
        else:
            groups.append([word])
    return [
        Line(
            _joined([word.text for word in group]),
            min(word.left for word in group),
            min(word.top for word in group),
            max(word.right for word in group),
            max(word.bottom for word in group),
        )
        for group in map(_trimmed, groups)
        if group
    ]


def _joined(words: Sequence[str]) -> str:
    """Words with blanks between them; none between Chinese and Japanese ones, which are written without."""
    text = ""
    for word in words:
        apart = text and not (BLANKLESS.match(text[-1]) and BLANKLESS.match(word[0]))
        text += f" {word}" if apart else word
    return text


def _trimmed(group: Sequence[Word]) -> Sequence[Word]:
    telling = [index for index, word in enumerate(group) if any(map(str.isalnum, word.text))]
    return group[telling[0] : telling[-1] + 1] if telling else ()
