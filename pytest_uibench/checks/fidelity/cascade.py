"""Matching screens to routes where the reference gives no blocks: T1 to T5b (METRICS section 2).

Tier by tier over all screens that are left; each route is used at most once (K = 1), so that an earlier tier takes
precedence over a later one for every screen.

- T1: the same route (a slash at the end and letter case aside).
- T2: the same route where ``:id`` stands for any one segment, on either side.
- T3: the longest common end of the paths, at least one segment; a parameter equals a parameter, and one plain word has
  to be common (ours: else every detail page ends alike). Longer ends first, then the order of screens and routes.
- T4: the last plain words are synonyms (``synonyms``), and both or neither route end in a parameter (ours).
- T5a: perceptual hashes, assigned together, agreement at least 0.45. Half the bits of unrelated pictures agree by
  chance: this is weak evidence, and the tier is reported for it.
- T5b: 0.7 SSIM + 0.3 histogram correlation, the best at least 1.2 times the mean of the candidates and at least 0.55.

``similarity`` is 1 for T1 and T2, common segments over the longer path for T3, 1 for T4 (nothing is measured), and the
picture's agreement for T5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pytest_uibench.model import Match, Tier

from .synonyms import HOME, group_of

_PARAMETER = re.compile(r"^(?::.+|\*.*|\$.*|\[.+\]|\{.+\})$")

Found = Iterator[tuple[int, int, float]]
Left = tuple[Sequence[int], Sequence[int]]


def cascade(
    reference_routes: Sequence[str],
    generated_routes: Sequence[str],
    reference_pictures: Sequence[Path | None] | None = None,
    generated_pictures: Sequence[Path | None] | None = None,
    candidates: Sequence[int] | None = None,
) -> list[Match]:
    """Match screens to routes by name, then by picture.

    Args:
        reference_routes: expected route of each screen; a pattern or a concrete path.
        generated_routes: pattern of each generated route.
        reference_pictures: screenshot of each screen, None where there is none; of any size and scale.
        generated_pictures: screenshot of each generated route.
        candidates: indexes of the generated routes that may be used; all when None.

    Returns:
        One match per screen, in order; tier ``none`` is MISS. A picture that is blank or cannot be read matches none.
    """
    free = list(range(len(generated_routes)) if candidates is None else candidates)
    matched: dict[int, Match] = {}
    for tier, rule in _tiers(reference_routes, generated_routes, reference_pictures, generated_pictures):
        screens = [i for i in range(len(reference_routes)) if i not in matched]
        for screen, route, similarity in rule((screens, list(free))):
            if screen not in matched and route in free:
                free.remove(route)
                matched[screen] = Match(
                    reference=screen, generated=route, similarity=similarity, boosted=similarity, tier=tier
                )
    missing = {
        i: Match(reference=i, generated=None, similarity=0.0, boosted=0.0, tier="none")
        for i in range(len(reference_routes))
    }
    return [(missing | matched)[i] for i in range(len(reference_routes))]


def _tiers(
    ours: Sequence[str],
    theirs: Sequence[str],
    pictures: Sequence[Path | None] | None,
    others: Sequence[Path | None] | None,
) -> Iterator[tuple[Tier, Callable[[Left], Found]]]:
    yield "T1", lambda left: ((s, r, 1.0) for s in left[0] for r in left[1] if _clean(ours[s]) == _clean(theirs[r]))
    yield "T2", lambda left: ((s, r, 1.0) for s in left[0] for r in left[1] if _dynamic(ours[s], theirs[r]))
    yield "T3", lambda left: _common_ends(ours, theirs, left)
    yield "T4", lambda left: ((s, r, 1.0) for s in left[0] for r in left[1] if _synonyms(ours[s], theirs[r]))
    if pictures is not None and others is not None:
        from .likeness import by_hash, by_look

        yield "T5a", lambda left: by_hash(_pick(pictures, left[0]), _pick(others, left[1]))
        yield "T5b", lambda left: by_look(_pick(pictures, left[0]), _pick(others, left[1]))


def _pick(pictures: Sequence[Path | None], indexes: Sequence[int]) -> Mapping[int, Path]:
    return {index: picture for index in indexes if (picture := pictures[index]) is not None}


def route_match(reference: str, generated: str) -> bool:
    """Whether two routes are the same, exactly (T1) or where a parameter stands for any one segment (T2)."""
    return _clean(reference) == _clean(generated) or _dynamic(reference, generated)


def _dynamic(one: str, other: str) -> bool:
    first, second = _segments(one), _segments(other)
    if not any(map(_is_parameter, (*first, *second))):
        return False
    return _covers(first, other) or _covers(second, one)


def _covers(pattern: Sequence[str], path: str) -> bool:
    parts = ("[^/]+" if _is_parameter(part) else re.escape(part) for part in pattern)
    return re.fullmatch("/" + "/".join(parts), _clean(path)) is not None


def _common_ends(ours: Sequence[str], theirs: Sequence[str], left: Left) -> Found:
    found = []
    for screen in left[0]:
        for route in left[1]:
            first, second = _segments(ours[screen]), _segments(theirs[route])
            length = _common_end(first, second)
            if length:
                found.append((-length, screen, route, length / max(len(first), len(second))))
    yield from ((screen, route, similarity) for _, screen, route, similarity in sorted(found))


def _common_end(one: Sequence[str], other: Sequence[str]) -> int:
    length, plain = 0, False
    for first, second in zip(reversed(one), reversed(other), strict=False):
        parameters = _is_parameter(first) and _is_parameter(second)
        if not parameters and first != second:
            break
        length += 1
        plain = plain or not parameters
    return length if plain else 0


def _synonyms(one: str, other: str) -> bool:
    groups = [_last_group(_segments(route)) for route in (one, other)]
    ends = [_ends_in_parameter(_segments(route)) for route in (one, other)]
    return groups[0] is not None and groups[0] == groups[1] and ends[0] == ends[1]


def _last_group(segments: Sequence[str]) -> int | None:
    plain = [segment for segment in segments if not _is_parameter(segment)]
    if not plain:
        return None if segments else HOME
    return group_of(plain[-1])


def _ends_in_parameter(segments: Sequence[str]) -> bool:
    return bool(segments) and _is_parameter(segments[-1])


def _segments(route: str) -> list[str]:
    return [segment for segment in _clean(route).split("/") if segment]


def _is_parameter(segment: str) -> bool:
    return _PARAMETER.match(segment) is not None


def _clean(route: str) -> str:
    """Path alone, lower case, one slash at the start and none at the end."""
    path = re.split(r"[?#]", route.removeprefix("#"), maxsplit=1)[0]
    return "/" + "/".join(part for part in path.lower().split("/") if part)
