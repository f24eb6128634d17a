"""Fonts that a build would fetch from Google: builds have no network, so fonts of the system stand in (F09).

The same holds for pages, whose font hosts are refused. Next reads answers for its font requests from a module that
``NEXT_FONT_GOOGLE_MOCKED_RESPONSES`` names, in both of its bundlers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

NEXT_FONTS: Final = "NEXT_FONT_GOOGLE_MOCKED_RESPONSES"
_ASKED: Final = re.compile(r"https://fonts\.googleapis\.com/css2?\?family=[\w+:;,@.&=%-]+")
_FACE: Final = (
    "@font-face {{ font-family: '{family}'; font-style: normal; font-weight: 100 900; font-display: swap; "
    "src: {local}; }}"
)
_MONO: Final = ("Liberation Mono", "DejaVu Sans Mono", "Menlo", "Courier New")
_SERIF: Final = ("Liberation Serif", "DejaVu Serif", "Georgia", "Times New Roman")
_SANS: Final = ("Liberation Sans", "Arial", "DejaVu Sans", "Helvetica", "Noto Sans")
_KINDS: Final = (
    (re.compile(r"(?i)\b(mono|code|courier)\b"), _MONO),
    (re.compile(r"(?i)\bsans\b"), _SANS),
    (
        re.compile(r"(?i)serif|slab|playfair|merriweather|\b(lora|garamond|bodoni|baskerville|cormorant|crimson)\b"),
        _SERIF,
    ),
)
"""What a font's name tells of its kind; most are without serifs."""


def fonts_asked(log: str) -> tuple[str, ...]:
    """Addresses of Google style sheets that a build's log names, each once."""
    return tuple(dict.fromkeys(found.rstrip(".,;:") for found in _ASKED.findall(log)))


def families(urls: Iterable[str]) -> tuple[str, ...]:
    """Names of the fonts in such addresses."""
    wanted = (parse_qs(urlsplit(url).query).get("family", [""])[0].split(":")[0] for url in urls)
    return tuple(dict.fromkeys(name for name in wanted if re.fullmatch(r"[\w .&-]+", name)))


def write_stand_ins(file: Path, urls: Iterable[str]) -> None:
    """Write the module with a style sheet for each address."""
    sheets = {url: "\n".join(map(_face, families([url]))) for url in urls}
    file.write_text(f"module.exports = {json.dumps(sheets, indent=1)};\n", encoding="utf-8")


def _face(family: str) -> str:
    fonts = next((fonts for kind, fonts in _KINDS if kind.search(family)), _SANS)
    return _FACE.format(family=family, local=", ".join(f"local('{name}')" for name in fonts))
