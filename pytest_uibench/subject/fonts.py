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
_FAILED: Final = re.compile(r"Failed to fetch (?:font )?`(?P<family>[^`\n]+)`")
_FACE: Final = (
    "@font-face {{ font-family: '{family}'; font-style: normal; font-weight: 100 900; font-display: swap; "
    "src: {local}; }}"
)
_MODULE: Final = """\
const sheets = %(sheets)s;
const any = (url) => {
  const family = new URL(url).searchParams.get('family') ?? '';
  return %(face)s.replace('FAMILY', family.split(':')[0].replace(/[^\\w .&-]/g, ''));
};
module.exports = new Proxy(sheets, {
  get: (known, url) => known[url] ?? (String(url).startsWith('https://fonts.googleapis.com/') ? any(url) : undefined),
});
"""
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


def fonts_failed(log: str) -> bool:
    """True when a build says that it could not have a font of Google's, in whatever words."""
    return _FAILED.search(log) is not None or bool(fonts_asked(log))


def families_failed(log: str) -> tuple[str, ...]:
    """Names of those fonts."""
    return tuple(dict.fromkeys((*_FAILED.findall(log), *families(fonts_asked(log)))))


def families(urls: Iterable[str]) -> tuple[str, ...]:
    """Names of the fonts in such addresses."""
    wanted = (parse_qs(urlsplit(url).query).get("family", [""])[0].split(":")[0] for url in urls)
    return tuple(dict.fromkeys(name for name in wanted if re.fullmatch(r"[\w .&-]+", name)))


def write_stand_ins(file: Path, urls: Iterable[str]) -> None:
    """Write the module that answers the addresses given, and every other one with a font of the commonest kind.

    Turbopack takes the module's own keys, webpack asks for whatever it needs and names no address in its log.
    """
    sheets = {url: "\n".join(map(_face, families([url]))) for url in urls}
    face = json.dumps(_FACE.format(family="FAMILY", local=_local(_SANS)))
    file.write_text(_MODULE % {"sheets": json.dumps(sheets, indent=1), "face": face}, encoding="utf-8")


def _face(family: str) -> str:
    fonts = next((fonts for kind, fonts in _KINDS if kind.search(family)), _SANS)
    return _FACE.format(family=family, local=_local(fonts))


def _local(fonts: Iterable[str]) -> str:
    return ", ".join(f"local('{name}')" for name in fonts)
