"""Specs of apps: which file belongs to which app, and what it says of building it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pytest_uibench.constants import SPEC_TIMEOUT_MAX_SECONDS
from pytest_uibench.model import SubjectOverrides, UibenchError
from pytest_uibench.spec.yaml import Node, Place, SpecError, read_yaml

FORMAT = 1
APP_SPEC = "uibench.yaml"
TOP_KEYS = ("uibench", "task", "title", "category", "subject")
SUBJECT_KEYS = ("build", "start", "output", "folder", "scaffold", "timeout", "env")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One task as its YAML file describes it."""

    path: Path
    task: str
    title: str | None = None
    category: str | None = None
    subject: SubjectOverrides = field(default_factory=SubjectOverrides)
    trusted: bool = True
    """False for an app's own ``uibench.yaml``: it sets no command, no environment and no path."""


def load_specs(paths: Sequence[Path]) -> tuple[Spec, ...]:
    """Load the specs that the user named; tasks must be unique among them."""
    specs = tuple(load_spec(path) for path in paths)
    first: dict[str, Spec] = {}
    for spec in specs:
        other = first.setdefault(spec.task, spec)
        if other is not spec and other.path != spec.path:
            raise SpecError(f"{spec.path}: the task {spec.task!r} is described in {other.path} already")
    return specs


def find_spec(app: Path, specs: Sequence[Spec], folder: Path) -> Spec | None:
    """The spec of an app (DESIGN, "How an app becomes items").

    One named spec: for every app. Several: the one whose task is the app's folder name or its nearest parent's.
    None named: ``<folder>/<app name>.yaml``, else, with the least trust, ``uibench.yaml`` in the app.

    Raises:
        UibenchError: several specs are named and none fits.
    """
    if len(specs) == 1:
        return specs[0]
    if specs:
        by_task = {spec.task: spec for spec in specs}
        for name in (app.name, *(parent.name for parent in app.parents)):
            if name in by_task:
                return by_task[name]
        raise UibenchError(
            f"no spec fits {app}: tasks are {', '.join(sorted(by_task))}; "
            "the app's folder or one of its parents must be named like a task"
        )
    for suffix in (".yaml", ".yml"):
        if (folder / f"{app.name}{suffix}").is_file():
            return load_spec(folder / f"{app.name}{suffix}")
    own = app / APP_SPEC
    return load_spec(own, trusted=False) if own.is_file() and not own.is_symlink() else None


def load_spec(path: Path, *, trusted: bool = True) -> Spec:
    """Load one spec.

    Raises:
        UibenchError: ``file:line:col``, the value, the allowed ones and the nearest match.
    """
    data = read_yaml(path)
    if not isinstance(data, Node):
        raise SpecError(f"{path}:1:1: a spec is a mapping that starts with 'uibench: {FORMAT}'")
    check_keys(data, TOP_KEYS, "a spec")
    if data.get("uibench") != FORMAT:
        place = data.values_at.get("uibench", data.place)
        raise SpecError(f"{place}: uibench: {data.get('uibench')!r}: this version reads format {FORMAT}")
    return Spec(
        path=path,
        task=_text(data, "task") or path.stem,
        title=_text(data, "title"),
        category=_text(data, "category"),
        subject=_subject(data, path, trusted),
        trusted=trusted,
    )


def check_keys(node: Node, allowed: Sequence[str], where: str) -> None:
    """Refuse unknown keys, with the nearest allowed one."""
    for key in node:
        if key not in allowed:
            match = get_close_matches(key, allowed, n=1)
            hint = f" Did you mean {match[0]!r}?" if match else ""
            raise SpecError(f"{node.keys_at[key]}: unknown key {key!r} in {where}.{hint} Allowed: {', '.join(allowed)}")


def _subject(data: Node, path: Path, trusted: bool) -> SubjectOverrides:
    given = data.get("subject")
    if given is None:
        return SubjectOverrides()
    if not isinstance(given, Node):
        raise SpecError(f"{data.values_at['subject']}: subject: expects a mapping with {', '.join(SUBJECT_KEYS)}")
    check_keys(given, SUBJECT_KEYS, "subject")
    if not trusted:
        place = next(iter(given.keys_at.values()), given.place)
        raise SpecError(
            f"{place}: an app's own {APP_SPEC} cannot set commands, environment or paths; "
            f"name a spec with --uibench-spec to override how it is built"
        )
    scaffold = _text(given, "scaffold")
    return SubjectOverrides(
        build=_text(given, "build"),
        start=_text(given, "start"),
        output=_text(given, "output"),
        folder=_text(given, "folder"),
        scaffold=str((path.parent / scaffold).resolve()) if scaffold else None,
        timeout=_seconds(given, "timeout"),
        env=_environment(given),
    )


def _environment(subject: Node) -> dict[str, str]:
    env = subject.get("env")
    if env is None:
        return {}
    if not isinstance(env, Node):
        raise SpecError(f"{subject.values_at['env']}: env: expects a mapping of names to values")
    for name, value in env.items():
        if isinstance(value, (Node, list)) or value is None:
            raise SpecError(f"{env.values_at[name]}: env: {name}: expects text, got {_kind(value)}")
    return {name: _scalar(value) for name, value in env.items()}


def _text(node: Node, key: str) -> str | None:
    value = node.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise SpecError(f"{_at(node, key)}: {key}: expects text, got {_kind(value)} {value!r}; quote it")
    return value


def _seconds(node: Node, key: str) -> float | None:
    value = node.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= SPEC_TIMEOUT_MAX_SECONDS:
        raise SpecError(
            f"{_at(node, key)}: {key}: expects seconds above 0 and at most {SPEC_TIMEOUT_MAX_SECONDS}, got {value!r}"
        )
    return float(value)


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _kind(value: Any) -> str:
    names = {bool: "a truth value", int: "a number", float: "a number", type(None): "nothing"}
    return names.get(type(value), "a mapping" if isinstance(value, Node) else "a list")


def _at(node: Node, key: str) -> Place:
    return node.values_at.get(key, node.place)
