"""Text blocks of a picture, where a reference is a screenshot and nothing else: Tesseract's lines (METRICS 3)."""

from __future__ import annotations

import functools
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants
from pytest_uibench.model import Block, Box, ScreenCapture, UibenchError, Viewport

from .blocks import normal_text
from .inks import ink_of
from .lines import Line, Word, lines_of
from .picture import average_hash
from .polarity import dark_regions, turned

if TYPE_CHECKING:
    from PIL.Image import Image

CJK = ("chi_sim", "chi_tra", "jpn", "kor")
FIX = (
    "Install Tesseract with its English data (Debian and Ubuntu: `apt-get install tesseract-ocr`, macOS: "
    "`brew install tesseract`) and `pip install 'pytest-uibench[ocr]'`; `uibench doctor` shows what is there."
)


class OcrMissingError(UibenchError):
    """There is no OCR here: what needs it is skipped with this reason, and is never called equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """The Tesseract of this machine."""

    version: str
    languages: tuple[str, ...]
    """Installed language data, scripts and orientation left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read from a picture."""

    blocks: tuple[Block, ...]
    """One per line, from top to bottom; colours are estimates."""
    languages: tuple[str, ...]
    """Language data used."""
    doubtful: float
    """Share of words that the engine is not sure of; high where the data of the page's language is not installed."""
    engine: str
    scale: float
    """Pixels of the picture per CSS pixel."""
    height: int
    """Height of the picture in CSS pixels."""


@functools.cache
def find_engine() -> Engine:
    """The engine that :func:`read_picture` uses.

    Raises:
        OcrMissingError: what is missing, and how to get it.
    """
    try:
        import pytesseract
    except ImportError:
        raise OcrMissingError(f"the Python package pytesseract is not installed. {FIX}") from None
    try:
        version = str(pytesseract.get_tesseract_version()).splitlines()[0]
        found = pytesseract.get_languages(config="")
    except pytesseract.TesseractNotFoundError:
        raise OcrMissingError(f"the program tesseract is not on PATH. {FIX}") from None
    except (pytesseract.TesseractError, OSError, SystemExit, ValueError) as error:
        raise OcrMissingError(f"tesseract does not work: {error}. {FIX}") from None
    languages = tuple(sorted(name for name in found if name and name not in ("osd", "equ") and "/" not in name))
    if not languages:
        raise OcrMissingError(f"tesseract has no language data. {FIX}")
    return Engine(version=version, languages=languages)


def read_picture(picture: bytes | Path, *, width: int = constants.VIEWPORT_WIDTH, height: int | None = None) -> Reading:
    """Text blocks of a PNG of a page whose viewport was ``width`` CSS pixels wide and ``height`` high.

    A picture twice as wide was taken at scale 2. Words below the confidence of METRICS 3 are left out; light text on
    dark ground is turned around first; the picture is read at two pixels per CSS pixel, for small labels (F95). A
    blank picture has no blocks (F93).

    Raises:
        OcrMissingError: no engine (F96).
        UibenchError: no picture, or one too large to be a page's.
    """
    engine = find_engine()
    image = _open(picture)
    scale = image.width / width
    view = height or round(width * constants.VIEWPORT_HEIGHT / constants.VIEWPORT_WIDTH)
    page = image.crop((0, 0, image.width, min(image.height, round(constants.BLOCK_VIEWPORTS * view * scale))))
    lines, languages, doubtful = _read(page, scale, engine)
    blocks = tuple(block for line in lines if (block := _block(line, page, scale, width, view)) is not None)
    return Reading(
        blocks=blocks,
        languages=languages,
        doubtful=round(doubtful, constants.BLOCK_DIGITS),
        engine=f"tesseract {engine.version}",
        scale=round(scale, constants.BLOCK_DIGITS),
        height=round(image.height / scale),
    )


def capture_picture(
    picture: Path,
    *,
    id: str,  # noqa: A002 - the field of the capture is called so
    route: str,
    label: str | None = None,
    viewport: Viewport | None = None,
) -> ScreenCapture:
    """A reference screen that is a picture alone, as a capture with ``source`` "ocr".

    Raises:
        OcrMissingError, UibenchError: as :func:`read_picture`.
    """
    size = viewport or Viewport(width=constants.VIEWPORT_WIDTH, height=constants.VIEWPORT_HEIGHT)
    reading = read_picture(picture, width=size.width, height=size.height)
    return ScreenCapture(
        id=id,
        route=route,
        label=label,
        viewport=Viewport(width=size.width, height=size.height, scale=reading.scale),
        source="ocr",
        blocks=reading.blocks,
        content=reading.blocks,
        page_height=reading.height,
        capped=reading.height > constants.BLOCK_VIEWPORTS * size.height,
        estimated_colors=True,
        average_hash=average_hash(picture.read_bytes()),
        flags=_flags(reading),
    )


def _flags(reading: Reading) -> tuple[str, ...]:
    used = f"ocr: {'+'.join(reading.languages) or 'nothing to read'}"
    return (used, "ocr: doubtful") if reading.doubtful > constants.OCR_DOUBTFUL_SHARE else (used,)


def _open(picture: bytes | Path) -> Image:
    from PIL import Image, UnidentifiedImageError

    name = str(picture) if isinstance(picture, Path) else "the picture"
    try:
        with Image.open(picture if isinstance(picture, Path) else io.BytesIO(picture)) as opened:
            if opened.width * opened.height > constants.OCR_PIXELS_LIMIT:
                raise UibenchError(f"{name}: {opened.width}x{opened.height} pixels are too many for a page's picture")
            if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
                # A browser paints pages on white.
                white = Image.new("RGBA", opened.size, "white")
                return Image.alpha_composite(white, opened.convert("RGBA")).convert("RGB")
            return opened.convert("RGB")
    except FileNotFoundError:
        raise UibenchError(f"{name} is not there") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise UibenchError(f"{name} cannot be read as a picture: {error}") from None


def _read(page: Image, scale: float, engine: Engine) -> tuple[list[Line], tuple[str, ...], float]:
    """Lines in pixels of ``page``, the languages used, and the share of doubtful words."""
    from PIL import Image as Images

    low, high = page.convert("L").getextrema()
    if float(high) - float(low) < constants.OCR_BLANK_RANGE:  # type: ignore[arg-type]
        return [], (), 0.0
    zoom = constants.OCR_PIXELS_PER_CSS / scale
    gray = page.convert("L").resize(
        (max(1, round(page.width * zoom)), max(1, round(page.height * zoom))), Images.Resampling.LANCZOS
    )
    regions = dark_regions(gray, constants.OCR_PIXELS_PER_CSS)
    base, insets = turned(gray, regions)
    languages = ("eng",) if "eng" in engine.languages else engine.languages[:1]
    words, languages, doubtful = _both_passes(base, insets, languages, engine)
    inside = [word for word in words if word.turned]
    outside = [word for word in words if not word.turned and not any(_within(word, region.box) for region in regions)]
    gap = constants.BLOCK_MERGE_DISTANCE * page.width * zoom
    return [line.scaled(1 / zoom) for line in lines_of([*outside, *inside], gap)], languages, doubtful


def _both_passes(
    base: Image, insets: Image | None, languages: tuple[str, ...], engine: Engine
) -> tuple[list[Word], tuple[str, ...], float]:
    """Words of the picture and its light-on-dark parts; again with CJK data where the first try made little sense."""
    words, doubtful = _words(base, constants.OCR_PAGE_MODE, languages)
    others = tuple(name for name in CJK if name in engine.languages)
    if others and doubtful > constants.OCR_DOUBTFUL_SHARE:
        languages = (*others, *languages)
        words, doubtful = _words(base, constants.OCR_PAGE_MODE, languages)
    if insets is not None:
        words += [word.as_turned() for word in _words(insets, constants.OCR_SPARSE_MODE, languages)[0]]
    return words, languages, doubtful


def _words(image: Image, mode: int, languages: Sequence[str]) -> tuple[list[Word], float]:
    """Confident words, and the share of those that are not."""
    import pytesseract

    try:
        with _one_thread():
            data: dict[str, list[Any]] = pytesseract.image_to_data(
                image,
                lang="+".join(languages),
                config=f"--psm {mode} --dpi {constants.OCR_DPI}",
                output_type=pytesseract.Output.DICT,
                timeout=constants.OCR_TIMEOUT_SECONDS,
            )
    except RuntimeError as error:
        raise UibenchError(f"tesseract gave no answer in {constants.OCR_TIMEOUT_SECONDS} s ({error})") from None
    seen = [word for index in range(len(data["text"])) if (word := Word.of(data, index)) is not None]
    kept = [word for word in seen if word.confidence >= _needed(word)]
    sure = [word for word in kept if word.confidence >= constants.OCR_SURE_CONFIDENCE]
    return kept, 1 - len(sure) / len(seen) if seen else 0.0


def _needed(word: Word) -> float:
    """Icons are read as one or two letters, with less confidence than real ones."""
    short = len(word.text) <= constants.OCR_SHORT_WORD
    return constants.OCR_SHORT_CONFIDENCE if short else constants.OCR_MIN_CONFIDENCE


@contextmanager
def _one_thread() -> Iterator[None]:
    """Tesseract's own threads cost more than they give."""
    before = os.environ.get("OMP_THREAD_LIMIT")
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("OMP_THREAD_LIMIT", None)


def _within(word: Word, box: tuple[int, int, int, int]) -> bool:
    x, y = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _block(line: Line, page: Image, scale: float, width: int, height: int) -> Block | None:
    text = normal_text(line.text)
    wide, high = (line.right - line.left) / scale, (line.bottom - line.top) / scale
    if not text or min(wide, high) < constants.BLOCK_MIN_SIDE:
        return None
    sides = (line.left / scale / width, line.top / scale / height, wide / width, high / height)
    return Block(
        text=text,
        bbox=Box(*(round(side, constants.BLOCK_DIGITS) for side in sides)),
        fg_color=ink_of(page, (line.left, line.top, line.right, line.bottom)),
        tag="line",
    )
