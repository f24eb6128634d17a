"""Files made for uploads that the spec names without giving them."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Final

SIDE: Final = 64
_TEXTS: Final = {
    ".csv": "name,value\nfirst,1\nsecond,2\n",
    ".json": '{"name": "sample", "value": 1}\n',
    ".html": "<!doctype html><title>sample</title><p>sample</p>\n",
    ".svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="teal"/></svg>',
    ".xml": '<?xml version="1.0"?><sample/>\n',
}
_PDF: Final = (
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def sample_file(folder: Path, name: str) -> Path:
    """A small file of the kind that its name says, in ``folder``: pictures can be decoded, texts read."""
    path = folder / Path(name).name
    suffix = path.suffix.lower()
    if suffix in (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"):
        path.write_bytes(_picture(suffix))
    elif suffix == ".pdf":
        path.write_text(_PDF, encoding="ascii")
    else:
        path.write_text(_TEXTS.get(suffix, "sample\n"), encoding="utf-8")
    return path


def _picture(suffix: str) -> bytes:
    if suffix == ".png":
        return _png()
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    kind = {".jpg": "JPEG", ".jpeg": "JPEG"}.get(suffix, suffix[1:].upper())
    Image.new("RGB", (SIDE, SIDE), "teal").save(out, kind)
    return out.getvalue()


def _png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    rows = (b"\x00" + b"\x00\x80\x80" * SIDE) * SIDE
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
