"""``index.html``: one static page that opens from disk, with scripts forbidden and all text of the app escaped."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench.model import Scorecard

from . import text
from .json import replace_file
from .view import TONES, WORDS, page_view

if TYPE_CHECKING:
    from jinja2 import Environment

PAGE = "index.html"
_ASSETS = "assets"


def write_html(card: Scorecard, output: Path) -> Path:
    """Write the page of ``card`` to ``<output>/index.html`` and return its path.

    Screenshots and logs are linked by paths relative to ``output``, where they exist.

    Raises:
        OSError: when the file cannot be written.
    """
    output.mkdir(parents=True, exist_ok=True)
    path = output / PAGE
    replace_file(path, render(card, output).encode("utf-8", "replace"))
    return path


def render(card: Scorecard, output: Path) -> str:
    """Return the page as text."""
    from markupsafe import Markup

    css = resources.files(__package__).joinpath(_ASSETS, "report.css").read_text(encoding="utf-8")
    # A hash instead of 'unsafe-inline': only this style sheet, byte for byte, is applied.
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode("ascii")
    page = page_view(card, output)
    template = _environment().get_template("index.html.j2")
    return template.render(page=page, several=len(page.apps) > 1, css=Markup(css), style_hash=digest)  # noqa: S704 - our own style sheet


def _environment() -> Environment:
    """Jinja with escaping always on; every value printed passes ``_safe`` first."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(__package__, _ASSETS),
        autoescape=True,
        finalize=_safe,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        duration=text.duration, score=text.score, plural=text.plural, line=text.one_line, listing=text.listing
    )
    environment.globals.update(TONES=TONES, WORDS=WORDS)
    return environment


def _safe(value: object) -> object:
    """Texts without control characters and of bounded length; what the template built itself as it is."""
    if value is None:
        return ""
    return value if hasattr(value, "__html__") else text.clean(str(value))
