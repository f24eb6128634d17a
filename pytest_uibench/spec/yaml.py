"""YAML with places: every mapping and value knows its line, and what YAML silently accepts is refused.

PyYAML reads the key ``on:`` as ``True``, ``no`` as ``False`` and keeps the last of two equal keys: all three are
errors here (FIELD-CASES F118, F119). Loaded safely and size-bounded.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pytest_uibench.constants import SPEC_DEPTH_LIMIT, SPEC_MAX_BYTES
from pytest_uibench.model import UibenchError

# libyaml reads ten times as fast; what it accepts beyond PyYAML's own parser is refused below.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SURPRISES = {"on", "off", "yes", "no", "y", "n"}
QUOTE_HINT = "quote values with ':', '#', '?', '|', ',', braces, brackets or a leading '/'"


class SpecError(UibenchError):
    """A spec that says something it cannot mean: ``file:line:col``, the value, the way out."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position in a YAML file, 1-based."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Node(Mapping[str, Any]):
    """A YAML mapping whose keys and values remember where they stand."""

    def __init__(self, items: dict[str, Any], place: Place, keys: dict[str, Place], values: dict[str, Place]) -> None:
        self._items = items
        self.place = place
        self.keys_at = keys
        self.values_at = values

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # What Mapping would do by way of __getitem__, at a tenth of the time: a spec has thousands of look-ups.

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def get(self, key: str, default: Any = None) -> Any:
        return self._items.get(key, default)

    def items(self) -> ItemsView[str, Any]:
        return self._items.items()


class Items(list[Any]):
    """A YAML sequence that remembers where its entries stand."""

    def __init__(self, entries: list[Any], place: Place, at: list[Place]) -> None:
        super().__init__(entries)
        self.place = place
        self.at = at


def read_yaml(path: Path) -> Any:
    """Read one YAML document with places.

    Returns:
        :class:`Node`, :class:`Items` or a scalar (str, int, float, bool, None).

    Raises:
        SpecError: file missing, too large, not UTF-8, broken YAML, duplicate or surprising keys, aliases.
    """
    return parse_yaml(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a YAML file.

    Raises:
        SpecError: file missing, too large, not UTF-8.
    """
    try:
        if path.stat().st_size > SPEC_MAX_BYTES:
            raise SpecError(f"{path}: larger than {SPEC_MAX_BYTES:,} bytes: a spec is written by hand, split it")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SpecError(f"{path}: not UTF-8 at byte {error.start}") from None


def parse_yaml(text: str, name: str) -> Any:
    """Like :func:`read_yaml`, from text; ``name`` stands for the file in messages."""
    try:
        node = yaml.compose(text, Loader=LOADER)
    except RecursionError:
        raise SpecError(f"{name}: nested too deeply for a spec") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise SpecError(f"{where}: not valid YAML: {error.problem or error.context}; {QUOTE_HINT}") from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position].splitlines() or [""]
        where = f"{name}:{len(before)}:{len(before[-1]) + 1}"
        raise SpecError(
            f"{where}: YAML allows no such character: {text[error.position : error.position + 1]!a}"
        ) from None
    except yaml.YAMLError as error:
        raise SpecError(f"{name}: not valid YAML: {error}") from None
    return None if node is None else _Reader(name).read(node)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.scalars = yaml.SafeLoader("")
        self.seen: set[int] = set()

    def place(self, node: yaml.Node) -> Place:
        return Place(self.name, node.start_mark.line + 1, node.start_mark.column + 1)

    def read(self, node: yaml.Node, depth: int = 0, flow: bool = False) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node, flow)
        if id(node) in self.seen:
            raise SpecError(f"{self.place(node)}: YAML aliases (&name, *name) are not supported in specs")
        if depth > SPEC_DEPTH_LIMIT:
            raise SpecError(f"{self.place(node)}: nested more than {SPEC_DEPTH_LIMIT} levels deep")
        self.seen.add(id(node))
        inside = flow or bool(getattr(node, "flow_style", False))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, depth, inside)
        at = [self.place(child) for child in node.value]
        return Items([self.read(child, depth + 1, inside) for child in node.value], self.place(node), at)

    def scalar(self, node: yaml.Node, flow: bool) -> Any:
        if flow and not getattr(node, "style", None) and "?" in str(node.value):
            # PyYAML's own parser breaks on it, libyaml does not: a spec must not depend on which one is installed.
            raise SpecError(f"{self.place(node)}: {node.value!r} has a '?' in braces or brackets; {QUOTE_HINT}")
        surprising = node.tag.endswith(":bool") and str(node.value).lower() in SURPRISES
        if surprising:
            raise SpecError(
                f"{self.place(node)}: YAML reads {node.value} as a truth value: write true or false, or quote it"
            )
        if node.tag.endswith((":timestamp", ":binary")):
            return str(node.value)
        try:
            return self.scalars.construct_object(node)
        except yaml.YAMLError:
            raise SpecError(f"{self.place(node)}: the tag {node.tag} is not allowed in a spec") from None
        except ValueError:
            raise SpecError(f"{self.place(node)}: not a value of {node.tag}; {QUOTE_HINT}") from None

    def mapping(self, node: yaml.MappingNode, depth: int, flow: bool) -> Node:
        items: dict[str, Any] = {}
        keys: dict[str, Place] = {}
        values: dict[str, Place] = {}
        for key_node, value_node in node.value:
            at = self.place(key_node)
            if key_node.tag.endswith(":bool"):
                raise SpecError(f"{at}: YAML reads the key {key_node.value} as a truth value: quote it")
            if not isinstance(key_node, yaml.ScalarNode):
                raise SpecError(f"{at}: a key must be plain text; {QUOTE_HINT}")
            key = str(key_node.value)
            if key in items:
                raise SpecError(f"{at}: the key {key!r} stands here and at {keys[key]} already: keep one")
            items[key], keys[key], values[key] = self.read(value_node, depth + 1, flow), at, self.place(value_node)
        return Node(items, self.place(node), keys, values)
