"""Where in the subject's own source an error was thrown: the served, minified place traced back (METRICS 1, C9)."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from pytest_uibench.model import Prepared, SubjectOptions

from .decode import Position, originals
from .rebuild import Maps, maps_of
from .served import PAGES, Mapped, ServedCode, beside, read_bytes, read_code
from .sources import SourcePlace, Sources, the_line

__all__ = ["SourcePlace", "locate"]

Place = tuple[str, int, int]
"""Own address without the origin, 1-based line, 1-based column, as the browser gives them."""
_SOURCE_FOLDERS: Final = ("", "public", "static", "src", "app")
"""Where a file that is served as it was written may lie in the project."""


def locate(
    prepared: Prepared, options: SubjectOptions, say: Callable[[str], None], places: Sequence[Place]
) -> dict[Place, SourcePlace]:
    """Trace places of served code back to the sources.

    Maps that the site ships are used; otherwise the project is built once more with hidden maps (kept in the cache
    under the build's key). Files that are served as they were written are their own source.

    Args:
        places: errors' places; those outside the app's own origin, or that nothing is known of, are left out.

    Returns:
        The places that were found. A place in a package has ``package`` set; callers prefer the app's own.
        Nothing is raised: without maps there are no places.
    """
    served = ServedCode(prepared)
    root = Path(prepared.workdir)
    for _ in Path(prepared.project.folder).parts:
        root = root.parent
    sources = Sources(prepared.project, root)
    found: dict[Place, SourcePlace] = {}
    unmapped: dict[Path, list[Place]] = {}
    for code, wanted in _by_file(served, places).items():
        as_written = _as_written(prepared, sources, code)
        if as_written is not None:
            found |= {place: SourcePlace(file=as_written, line=place[1], column=place[2]) for place in wanted}
        elif code.suffix.lower() in PAGES:
            found |= _in_page(prepared, sources, code, wanted)
            if left := [place for place in wanted if place not in found]:
                unmapped[code] = left
        elif (own := beside(code, Path(prepared.site or prepared.workdir))) is not None:
            found |= _traced(_of_the_site(own, root), sources, _on_names(code, wanted))
        else:
            unmapped[code] = wanted
    maps = maps_of(prepared, options, say) if unmapped else None
    return found | (_by_rebuild(maps, prepared, unmapped) if maps else {})


def _of_the_site(own: Mapped, root: Path) -> Mapped:
    """A map that the site ships: relative names in it count from where it lies in the working copy."""
    if not own.code.is_relative_to(root):
        return own
    return Mapped(own.code, own.map, own.code.parent.relative_to(root).as_posix())


def _by_file(served: ServedCode, places: Sequence[Place]) -> dict[Path, list[Place]]:
    files: dict[str, Path | None] = {}
    grouped: dict[Path, list[Place]] = {}
    for place in dict.fromkeys(places):
        url, line, column = place
        if url not in files:
            files[url] = served.file(url)
        code = files[url]
        if code is not None and line > 0 and column > 0:
            grouped.setdefault(code, []).append(place)
    return grouped


def _by_rebuild(maps: Maps, prepared: Prepared, unmapped: Mapping[Path, list[Place]]) -> dict[Place, SourcePlace]:
    sources = Sources(prepared.project, maps.app)
    found: dict[Place, SourcePlace] = {}
    for code, wanted in unmapped.items():
        positions = _on_names(code, wanted)
        twin = maps.find(code)
        if twin is not None:
            found |= _traced(twin, sources, positions)
            continue
        for place, at in positions.items():
            alike = maps.alike(code, at)
            found |= _traced(alike[0], sources, {place: alike[1]}) if alike else {}
    return found


def _traced(mapped: Mapped, sources: Sources, positions: Mapping[Place, Position]) -> dict[Place, SourcePlace]:
    """Places of one file through its map; ``positions`` are theirs in the code that the map is of."""
    fields = mapped.fields()
    if fields is None:
        return {}
    hits = originals(fields, set(positions.values()))
    traced = {place: sources.place(hits[at], mapped.folder) for place, at in positions.items() if at in hits}
    return {place: source for place, source in traced.items() if source is not None}


def _on_names(code: Path, wanted: Sequence[Place]) -> dict[Place, Position]:
    lines = (read_code(code) or "").split("\n")
    return {place: _on_name(lines, place[1] - 1, place[2] - 1) for place in wanted}


def _on_name(lines: Sequence[str], line: int, column: int) -> Position:
    """An engine's place moved from the punctuation of an access to the name behind it.

    V8 gives the dot of ``saved.names``; the mark before it belongs to ``saved``, which a minifier may have replaced by
    an expression from another line.
    """
    if not 0 <= line < len(lines):
        return line, column
    units = lines[line].encode("utf-16-le", "surrogatepass")
    at = units[2 * column : 2 * column + 4].decode("utf-16-le", "replace")
    return line, column + (2 if at == "?." else 1 if at[:1] in (".", "[") else 0)


def _as_written(prepared: Prepared, sources: Sources, code: Path) -> str | None:
    """The file of the subject that a served file is, byte for byte, or None."""
    data = read_bytes(code)
    for name in _namesakes(prepared, sources, code) if data is not None else ():
        own = Path(prepared.project.path) / name
        if sources.read(name) is not None and read_bytes(own) == data:
            return name
    return None


def _in_page(prepared: Prepared, sources: Sources, code: Path, wanted: Sequence[Place]) -> dict[Place, SourcePlace]:
    """A page that the build rewrote: the line with the same text in the page that it was made of."""
    lines = (read_code(code) or "").split("\n")
    found: dict[Place, SourcePlace] = {}
    for name in _namesakes(prepared, sources, code):
        text = sources.read(name)
        for place in wanted if text is not None else ():
            said = lines[place[1] - 1].strip() if place[1] <= len(lines) else ""
            line = the_line((text or "").split("\n"), said)
            if line is not None:
                found.setdefault(place, SourcePlace(file=name, line=line, column=place[2]))
    return found


def _namesakes(prepared: Prepared, sources: Sources, code: Path) -> list[str]:
    """Paths in the subject at which the source of a served file would lie."""
    site, folder = Path(prepared.site or prepared.workdir).resolve(), Path(prepared.workdir).resolve()
    real = code.resolve()
    if not real.is_relative_to(site):
        return []
    inner = real.relative_to(site).as_posix()
    names = [posixpath.join(source, inner) for source in _SOURCE_FOLDERS]
    if prepared.project.build is None and real.is_relative_to(folder):
        # Nothing was built: where the file lies is where it was written.
        names.insert(0, real.relative_to(folder).as_posix())
    return [sources.in_project(name) for name in names]
