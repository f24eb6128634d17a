"""Content types of a built site, independent of the machine's own registry.

``mimetypes`` reads system files, so the same site would be served differently on two machines (``.js`` as
``text/plain`` is a classic), and module scripts do not run under a wrong type.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Final

from pytest_uibench.constants import SERVE_CHARSET_HEAD_BYTES, SERVE_CHARSET_MAX_BYTES

UNKNOWN: Final = "application/octet-stream"

CONTENT_TYPES: Final[dict[str, str]] = {
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "application/xhtml+xml",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "cjs": "text/javascript",
    "jsx": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "json5": "application/json5",
    "jsonld": "application/ld+json",
    "geojson": "application/geo+json",
    "topojson": "application/json",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
    "wasm": "application/wasm",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "ics": "text/calendar",
    "vtt": "text/vtt",
    "xml": "application/xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "xsl": "application/xslt+xml",
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "toml": "application/toml",
    "graphql": "application/graphql",
    "svg": "image/svg+xml",
    "png": "image/png",
    "apng": "image/apng",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "jfif": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "jxl": "image/jxl",
    "bmp": "image/bmp",
    "ico": "image/x-icon",
    "cur": "image/x-icon",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "heic": "image/heic",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "ttc": "font/collection",
    "eot": "application/vnd.ms-fontobject",
    "mp4": "video/mp4",
    "m4v": "video/mp4",
    "webm": "video/webm",
    "ogv": "video/ogg",
    "mov": "video/quicktime",
    "mp3": "audio/mpeg",
    "m4a": "audio/mp4",
    "aac": "audio/aac",
    "wav": "audio/wav",
    "oga": "audio/ogg",
    "ogg": "audio/ogg",
    "opus": "audio/ogg",
    "flac": "audio/flac",
    "weba": "audio/webm",
    "mid": "audio/midi",
    "m3u8": "application/vnd.apple.mpegurl",
    "mpd": "application/dash+xml",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "gz": "application/gzip",
    "br": UNKNOWN,
    "zst": "application/zstd",
    "tar": "application/x-tar",
    "7z": "application/x-7z-compressed",
    "rtf": "application/rtf",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "epub": "application/epub+zip",
    "glb": "model/gltf-binary",
    "gltf": "model/gltf+json",
    "obj": "model/obj",
    "stl": "model/stl",
    "usdz": "model/vnd.usdz+zip",
    "ktx2": "image/ktx2",
    "hdr": "image/vnd.radiance",
    "bin": UNKNOWN,
    "data": UNKNOWN,
    "exe": UNKNOWN,
    "dmg": UNKNOWN,
    "apk": "application/vnd.android.package-archive",
    "php": UNKNOWN,
    "asp": UNKNOWN,
    "aspx": UNKNOWN,
    "jsp": UNKNOWN,
    "ts": UNKNOWN,
    "tsx": UNKNOWN,
    "vue": UNKNOWN,
    "svelte": UNKNOWN,
    "scss": UNKNOWN,
    "sass": UNKNOWN,
    "less": UNKNOWN,
}
"""Extension (lower case, no dot) to content type. Server-side and source extensions stand here, although they have
no type of their own, so that an address with one of them counts as a file and not as a route."""

_TEXT = re.compile(r"^(?:text/|application/(?:json|json5|xml|xhtml|ld|rss|atom|manifest|yaml|toml|graphql)|image/svg)")
_META_CHARSET = re.compile(rb"<meta[^>]+charset|^\xef\xbb\xbf|<\?xml[^>]+encoding", re.IGNORECASE)


def extension(name: str) -> str | None:
    """Return the extension of a file name in lower case when it is a known one, else None.

    ``jane.doe`` and ``v1.2`` are route segments, not files: only known extensions count.
    """
    stem, dot, suffix = name.rpartition(".")
    suffix = suffix.lower()
    return suffix if dot and stem and suffix in CONTENT_TYPES else None


def content_type(path: str, modified_ns: int, size: int) -> str:
    """Return the Content-Type of the file at ``path``, with ``charset=utf-8`` where that is true.

    A page that declares another encoding itself keeps it: a header would override its ``<meta charset>``.
    ``modified_ns`` and ``size`` key the cache.
    """
    suffix = extension(Path(path).name)
    kind = CONTENT_TYPES[suffix] if suffix else UNKNOWN
    if _TEXT.match(kind) and _is_utf8(path, modified_ns, size, kind.startswith(("text/html", "application/x"))):
        return f"{kind}; charset=utf-8"
    return kind


@functools.lru_cache(maxsize=4096)
def _is_utf8(path: str, _modified_ns: int, size: int, markup: bool) -> bool:
    if size > SERVE_CHARSET_MAX_BYTES:
        return not markup
    try:
        data = Path(path).read_bytes()
        if markup and _META_CHARSET.search(data[:SERVE_CHARSET_HEAD_BYTES]):
            return False
        data.decode()
    except (OSError, UnicodeDecodeError):
        return False
    return True
