"""``parametrize:`` of an entry: one entry for each combination of values, with ``${name}`` replaced.

The YAML itself is expanded, before values are read: ``${name}`` alone gives the value as it is (a number stays one),
within a string its text; ``$${name}`` stands for ``${name}``. Places are kept, so every combination speaks of its line.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from pytest_uibench.constants import SPEC_COMBINATIONS_LIMIT, SPEC_EXPANDED_LIMIT, SPEC_SLUG_LIMIT

from .shapes import Reader
from .words import described, listed, nearest, shown
from .yaml import Items, Node, Place

_USE: Final = re.compile(r"(\$?)\$\{([^{}]*)\}")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
KEY: Final = "parametrize"

Values = Mapping[str, Any]


def expanded(entry: Node, title: str, reader: Reader) -> list[Node]:
    """The entries that one entry stands for; empty when its ``parametrize`` is faulty (noted in ``reader``)."""
    if KEY not in entry:
        return [_replaced(entry, {}, title, reader)]
    names = _names(entry, reader)
    if not names:
        return []
    combinations = list(itertools.islice(itertools.product(*names.values()), SPEC_COMBINATIONS_LIMIT + 1))
    if len(combinations) > SPEC_COMBINATIONS_LIMIT:
        reader.fault(entry.values_at[KEY], f"{KEY}: more than {SPEC_COMBINATIONS_LIMIT} combinations")
        return []
    reader.expanded += len(combinations) * _size(entry)
    if reader.expanded > SPEC_EXPANDED_LIMIT:
        reader.fault(
            entry.values_at[KEY], f"{KEY}: the entries made this way hold more than {SPEC_EXPANDED_LIMIT:,} values"
        )
        return []
    slugs = {name: _slugs(values) for name, values in names.items()}
    indexes = itertools.product(*(range(len(values)) for values in names.values()))
    made = []
    for values, index in zip(combinations, indexes, strict=True):
        chosen = dict(zip(names, values, strict=True))
        suffix = "-".join(slugs[name][at] for name, at in zip(names, index, strict=True))
        made.append(_combination(entry, chosen, suffix, title, reader))
    return made


def _size(value: Any) -> int:
    if isinstance(value, Node):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, Items) else 1


def _names(entry: Node, reader: Reader) -> dict[str, list[Any]]:
    """Names to their values, or nothing when one is faulty."""
    given, at = entry[KEY], entry.values_at[KEY]
    if not isinstance(given, Node) or not given:
        reader.fault(at, f"{KEY}: expects a mapping of names to lists of values, got {described(given)}")
        return {}
    sound = True
    for name, values in given.items():
        place = given.values_at[name]
        if not _NAME.fullmatch(name):
            sound = False
            reader.fault(given.keys_at[name], f"{KEY}: {name!r} is not a name: letters, digits and _")
        if not isinstance(values, Items) or not values:
            sound = False
            reader.fault(place, f"{KEY}: {name}: expects a list of values, got {described(values)}")
            continue
        for value, spot in zip(values, values.at, strict=True):
            if value is None or isinstance(value, (Node, Items)):
                sound = False
                reader.fault(spot, f"{KEY}: {name}: expects plain values, got {described(value)}")
    return {name: list(values) for name, values in given.items()} if sound else {}


def _combination(entry: Node, chosen: Values, suffix: str, title: str, reader: Reader) -> Node:
    values = entry[KEY]
    rest = _without(entry, KEY)
    made = _replaced(rest, chosen, title, reader)
    items = {name: made[name] for name in made}
    named = isinstance(entry.get("id"), str) and _USE.search(entry["id"])
    if not named and isinstance(items.get("id"), str):
        items["id"] = f"{items['id']}-{suffix}"
    items[KEY] = Node(dict(chosen), values.place, values.keys_at, values.values_at)
    keys, places = dict(made.keys_at), dict(made.values_at)
    keys[KEY], places[KEY] = entry.keys_at[KEY], entry.values_at[KEY]
    return Node(items, entry.place, keys, places)


def _without(node: Node, key: str) -> Node:
    return Node({name: node[name] for name in node if name != key}, node.place, node.keys_at, node.values_at)


def _replaced(value: Any, chosen: Values, title: str, reader: Reader, at: Place | None = None) -> Any:
    if isinstance(value, Node):
        items = {name: _replaced(value[name], chosen, title, reader, value.values_at[name]) for name in value}
        return Node(items, value.place, value.keys_at, value.values_at)
    if isinstance(value, Items):
        entries = zip(value, value.at, strict=True)
        return Items([_replaced(entry, chosen, title, reader, spot) for entry, spot in entries], value.place, value.at)
    if not isinstance(value, str) or "${" not in value or at is None:
        return value
    return _filled(value, chosen, title, reader, at)


def _filled(text: str, chosen: Values, title: str, reader: Reader, at: Place) -> Any:
    whole = _USE.fullmatch(text)
    if whole and not whole[1] and whole[2] in chosen:
        return chosen[whole[2]]

    def fill(found: re.Match[str]) -> str:
        escaped, name = found[1], found[2]
        if escaped:
            return found[0][1:]
        if name not in chosen:
            known = f"{nearest(name, chosen)} Allowed: {listed(chosen)}" if chosen else f" {title} has no {KEY}:"
            reader.fault(at, f"{shown(text)}: ${{{name}}} is not a parameter.{known}; $${{…}} is taken as it stands")
            return found[0]
        value = chosen[name]
        return str(value).lower() if isinstance(value, bool) else str(value)

    return _USE.sub(fill, text)


def _slugs(values: list[Any]) -> list[str]:
    """Short ASCII names of values: unique, and by position where letters give none."""
    made: list[str] = []
    for position, value in enumerate(values):
        plain = unicodedata.normalize("NFKD", shown(value) if isinstance(value, bool) else str(value))
        slug = re.sub(r"[^A-Za-z0-9.]+", "-", plain.encode("ascii", "ignore").decode()).strip("-.")
        complete = plain.isascii() or all(unicodedata.combining(char) or char.isascii() for char in plain)
        slug = slug[:SPEC_SLUG_LIMIT].rstrip("-.") if complete else ""
        made.append(slug if slug and slug not in made else f"v{position}")
    return made
