"""A permissive payload out of a shape: what lets anybody in and breaks nothing that reads it."""

from __future__ import annotations

import base64
import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pytest_uibench.constants import GATE_EXPIRY, GATE_EXPIRY_DIGITS

if TYPE_CHECKING:
    from .reads import Form
    from .shape import Shape

EMAIL: Final = "demo@example.com"
NAME: Final = "Demo User"
PERMISSIVE: Final = ("admin", "administrator", "ADMIN", "Admin", "superadmin", "owner", "active", "premium", "pro")
"""Taken when the app compares with several texts."""
NUMERIC: Final = re.compile(r"-?\d+(?:\.\d+)?")
BY_NAME: Final[tuple[tuple[re.Pattern[str], Any], ...]] = (
    (re.compile(r"(?i)e-?mail|^mail$"), EMAIL),
    (re.compile(r"(?i)^(?:_?id|uid|uuid|sub|\w+_?id)$"), "1"),
    (re.compile(r"(?i)first_?name|given"), "Demo"),
    (re.compile(r"(?i)last_?name|family|surname"), "User"),
    (re.compile(r"(?i)initials"), "DU"),
    (re.compile(r"(?i)user_?name|login|handle|^nick"), "demo"),
    (re.compile(r"(?i)name|^title$"), NAME),
    (re.compile(r"(?i)^roles$|permissions|scopes|abilities|groups"), ["admin"]),
    (re.compile(r"(?i)role|^type$|^level$|group"), "admin"),
    (re.compile(r"(?i)^status$|^state$"), "active"),
    (re.compile(r"(?i)plan|tier"), "pro"),
    (re.compile(r"(?i)avatar|photo|image|picture|icon"), ""),
    (re.compile(r"(?i)phone|mobile"), "+1 555 0100"),
    (re.compile(r"^(?:is|has|can)[A-Z_]|(?i:logged|authenticated|verified|enabled|hydrated|^active$|^success$)"), True),
)
"""Weak hints for fields about which nothing else is known."""
TOKEN_NAME: Final = re.compile(r"(?i)token|jwt|bearer|^access|^session$")
DATE_NAME: Final = re.compile(r"(?i)exp|until|valid")
MADE_NAME: Final = re.compile(r"(?i)(?:created|updated|joined|since|date|last_?login|(?:[a-z]At|_at)$)")


def future() -> datetime:
    """A moment that no session of ours outlives."""
    return datetime.fromisoformat(GATE_EXPIRY).astimezone(UTC)


def token() -> str:
    """A token in the form of a JSON Web Token: apps decode it for a role and an expiry; its signature is none."""
    claims = {"sub": "1", "email": EMAIL, "name": NAME, "role": "admin", "iat": 1, "exp": int(future().timestamp())}
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    coded = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
    return ".".join([*coded, "c2lnbmF0dXJl"])


def stored(shape: Shape, key: str, form: Form, version: int = 0) -> str | None:
    """Text to store under ``key``; None when nothing can be made up for it (lists are an app's data)."""
    if "list" in shape.uses and not shape.fields:
        return None
    if form == "zustand":
        return json.dumps({"state": _object(shape), "version": version})
    if form == "state":
        return json.dumps(_object(shape))
    if form == "text":
        return _text(shape, key)
    value = _object(shape) if shape.fields else _value(shape, key, root=True)
    return json.dumps(value)


def _text(shape: Shape, key: str) -> str:
    if shape.fields:
        return json.dumps(_object(shape))
    chosen = _chosen(shape)
    if chosen is not None:
        return chosen
    if shape.uses & {"date", "moment", "seconds"} or (DATE_NAME.search(key) and "number" in shape.uses):
        return str(_moment(shape))
    if "number" in shape.uses:
        return "1"
    if "true" in shape.uses:
        return "true"
    if "object" in shape.uses:
        return json.dumps(_person())
    if DATE_NAME.search(key):
        return future().strftime(GATE_EXPIRY_DIGITS)
    hint = next((value for pattern, value in BY_NAME if pattern.search(key)), None)
    if isinstance(hint, str) and hint and not TOKEN_NAME.search(key):
        return hint
    return "true" if hint is True else token()


def _chosen(shape: Shape) -> str | None:
    usable = [text for text in dict.fromkeys(shape.literals) if text not in ("", "false", "null", "undefined", "0")]
    return next((text for text in PERMISSIVE if text in usable), usable[0] if usable else None)


def _moment(shape: Shape) -> int | str:
    if "seconds" in shape.uses:
        return int(future().timestamp())
    if "moment" in shape.uses and "number" not in shape.uses:
        return future().isoformat().replace("+00:00", "Z")
    return int(future().timestamp() * 1000)


def _object(shape: Shape) -> dict[str, Any]:
    return {name: _value(inner, name) for name, inner in shape.fields.items()}


def _value(shape: Shape, name: str, *, root: bool = False) -> Any:
    if shape.fields:
        return _object(shape)
    if shape.uses & {"date", "moment", "seconds"}:
        return _moment(shape)
    if "list" in shape.uses:
        return [text] if (text := _chosen(shape)) is not None else _list(name)
    if shape.uses & {"true", "false"}:
        return "true" in shape.uses
    if shape.uses == {"nothing"} and not shape.literals:
        return None
    chosen = _chosen(shape)
    if chosen is not None:
        return chosen
    if "number" in shape.uses:
        return int(future().timestamp() * 1000) if DATE_NAME.search(name) else 1
    if "text" not in shape.uses and DATE_NAME.match(name):
        return int(future().timestamp() * 1000)
    return _named(shape, name, root=root)


def _named(shape: Shape, name: str, *, root: bool) -> Any:
    if TOKEN_NAME.search(name) and not root:
        return token()
    if MADE_NAME.search(name) and not root:
        return "2026-01-01T00:00:00Z"
    hint = next((value for pattern, value in BY_NAME if pattern.search(name)), None)
    if root:
        return True if hint is True else _person()
    if hint is not None and ("text" not in shape.uses or isinstance(hint, str)):
        return hint
    if shape.uses & {"text", "length"}:
        return "demo"
    return _person() if re.search(r"(?i)user|account|profile|member|customer|admin", name) else "demo"


def _list(name: str) -> list[str]:
    hint = next((value for pattern, value in BY_NAME if pattern.search(name)), None)
    return list(hint) if isinstance(hint, list) else []


def _person() -> dict[str, Any]:
    return {"id": "1", "email": EMAIL, "name": NAME, "username": "demo", "role": "admin", "isAdmin": True}
