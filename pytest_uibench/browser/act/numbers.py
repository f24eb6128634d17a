"""Numbers and dates in what a page shows. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

_NUMBER: Final = re.compile(
    r"(?P<sign>[-\u2212]?)[^\d\s.,-]{0,3}\s?(?P<digits>\d[\d.,'\u00a0\u202f ]*|(?<![A-Za-z])\.\d+)(?P<scale>[kKmM]\b)?"
)
_SCALES: Final = {"k": 1e3, "m": 1e6}
_FORMATS: Final = (
    "%b %d, %Y", "%B %d, %Y", "%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%a, %b %d, %Y", "%A, %B %d, %Y",
    "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%m/%d/%y", "%Y/%m/%d", "%b %Y", "%B %Y", "%b %d", "%B %d", "%d %b", "%d %B",
    "%H:%M", "%I:%M %p",
)  # fmt: skip
_DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\d{1,4}[/.]\d{1,2}[/.]\d{2,4}"
    r"|(?:[A-Za-z]{3,9},? )?[A-Za-z]{3,9}\.? \d{1,2}(?!\d)(?:,? \d{4})?|\d{1,2}\.? [A-Za-z]{3,9}\.?(?: \d{4})?"
    r"|[A-Za-z]{3,9} \d{4}|\d{1,2}:\d{2}(?: ?[AaPp][Mm])?"
)


def number_in(text: str) -> float | None:
    """The first number in a text: ``$1,299.00`` is 1299, ``1.299,00 €`` too, ``-3`` is negative, ``(3)`` a badge."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    digits = re.sub(r"['\u00a0\u202f ]", "", _first_group(found["digits"])).rstrip(".,")
    value = _plain_number(digits)
    negative = found["sign"] in ("-", "\u2212")
    # A hyphen between digits or letters joins: "A-12", "10-20".
    joined = found.start() > 0 and text[found.start() - 1].isalnum()
    scale = _SCALES.get((found["scale"] or "").lower(), 1.0)
    return (-value if negative and not joined else value) * scale


def date_in(text: str) -> datetime | None:
    """The first date in a text, ISO or one of the usual English and numeric ways; None without one."""
    for found in _DATE.finditer(text):
        words = found[0].strip()
        try:
            return datetime.fromisoformat(words).replace(tzinfo=UTC)
        except ValueError:
            pass
        plain = re.sub(r"(?<=[A-Za-z])\.", "", words)
        for pattern in _FORMATS:
            moment = _parsed(plain, pattern)
            if moment is not None:
                return moment
    return None


def _parsed(text: str, pattern: str) -> datetime | None:
    try:
        # A leap year for dates without one.
        given = text if "%Y" in pattern or "%y" in pattern else f"2000 {text}"
        return datetime.strptime(given, pattern if given is text else f"%Y {pattern}").replace(tzinfo=UTC)
    except ValueError:
        return None


def _first_group(digits: str) -> str:
    """Blanks group thousands only: "12 345" is one number, "12 3" two."""
    parts = re.split(r"[\u00a0\u202f ]", digits.strip())
    kept = parts[0]
    for part in parts[1:]:
        if not re.fullmatch(r"\d{3}(?:[.,]\d+)?", part) or not re.fullmatch(r"\d{1,3}(?: ?\d{3})*", kept):
            break
        kept += part
    return kept


def _plain_number(digits: str) -> float:
    """Digits with marks: the last of two kinds of marks is the decimal one; one mark before three digits groups."""
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        decimal = "," if comma > point else "."
    else:
        mark = "," if comma >= 0 else "."
        grouped = re.fullmatch(rf"\d{{1,3}}(?:\{mark}\d{{3}})+", digits) is not None
        # "1.234" with one point is read as a decimal number, as English pages have it; "1,234" is grouped.
        groups = grouped and (mark == "," or digits.count(mark) > 1)
        decimal = "" if groups or digits.count(mark) > 1 else mark
    whole, mark, rest = digits.rpartition(decimal) if decimal and decimal in digits else (digits, "", "")
    if not mark:
        whole, rest = digits, ""
    cleaned = re.sub(r"[.,]", "", whole)
    return float(f"{cleaned or '0'}.{rest or '0'}")
