"""What to fill into a log-in form: what the page itself says, then something plausible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pytest_uibench.constants import GATE_PASSWORD, GATE_PIN

from .sight import Facts

EMAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,4}")
AFTER: Final = re.compile(
    r"^[\s/|,;·•\u2013\u2014()-]{0,6}(?:[^\s:\uff1a]{1,24}(?:\s[^\s:\uff1a]{1,24}){0,2}\s?[:\uff1a]\s?)?([^\s,;()]{3,40})"
)
"""What follows a name: a separator or a label, then the password."""
PAIR: Final = re.compile(r"(?:^|[\s:\uff1a(])([\w.@+-]{3,40})\s*/\s*([^\s/,;()]{3,40})")
PLAUSIBLE: Final = ("demo@example.com", "demo")


@dataclass(frozen=True, slots=True)
class Credentials:
    """One pair to try; None leaves what the form has."""

    user: str | None
    password: str | None
    source: str
    """``prefilled``, ``page`` or ``made up``."""


def tries(login: Facts, text: str) -> Iterator[Credentials]:
    """Pairs to try in order, ``text`` being all that the page shows."""
    user, password = user_field(login["fields"]), password_field(login["fields"])
    if password is not None and password["filled"] and (user is None or user["filled"]):
        yield Credentials(None, None, "prefilled")
    shown = _labelled(user, password, text) or _adjacent(text)
    if shown is not None:
        yield Credentials(*shown, "page")
    secret = _secret(password)
    named = [PLAUSIBLE[0]] if user is None or user["email"] else list(PLAUSIBLE)
    for name in named:
        yield Credentials(name, secret, "made up")


def user_field(fields: Sequence[Facts]) -> Facts | None:
    """The field in front of the first password."""
    found = None
    for one in fields:
        if one["type"] == "password":
            return found
        if one["type"] in ("text", "email", "tel", "number", "search", "url"):
            found = one
    return found


def password_field(fields: Sequence[Facts]) -> Facts | None:
    """The first password."""
    return next((one for one in fields if one["type"] == "password"), None)


def _labelled(user: Facts | None, password: Facts | None, text: str) -> tuple[str | None, str] | None:
    """``Correo: a@b.c  Clave: 1234``: the form's own labels, whatever its language, followed by values."""
    secret = _value_of(password, text)
    if secret is None:
        return None
    name = _value_of(user, text) if user is not None else None
    mail = EMAIL.search(text)
    name = name or (mail[0] if mail else None)
    return (name, secret) if name is not None or user is None else None


def _value_of(field: Facts | None, text: str) -> str | None:
    for label in (field["name"], field["hint"]) if field is not None else ():
        words = re.sub(r"[\s*:\uff1a]+$", "", label)
        if words:
            found = re.search(rf"(?i){re.escape(words)}\s*[:\uff1a=]\s*([^\s,;()|/]{{3,40}})", text)
            if found:
                return found[1]
    return None


def _adjacent(text: str) -> tuple[str, str] | None:
    """``demo@example.com / secret``, ``admin / admin123``, ``… demo@example.com, password: secret``."""
    pair = PAIR.search(text)
    if pair:
        return pair[1], pair[2]
    for mail in EMAIL.finditer(text):
        rest = AFTER.match(text[mail.end() :])
        if rest and not EMAIL.match(rest[1]) and re.search(r"[/|:\uff1a]", rest[0]):
            return mail[0], rest[1].rstrip(".")
    return None


def _secret(password: Facts | None) -> str:
    if password is None:
        return GATE_PASSWORD
    limit = password["limit"]
    if password["mode"] in ("numeric", "decimal") or 0 < limit <= len(GATE_PIN):
        return GATE_PIN[: limit if limit > 0 else 4]
    return GATE_PASSWORD[:limit] if limit > 0 else GATE_PASSWORD
