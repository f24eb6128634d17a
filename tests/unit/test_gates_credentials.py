"""What is filled into a log-in form, out of what the page says."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uibench.browser.gates.credentials import tries, user_field


def field(kind: str, **values: Any) -> dict[str, Any]:
    plain = {"name": "", "hint": "", "filled": False, "email": kind == "email", "mode": "", "limit": -1, "index": 0}
    return {**plain, "type": kind, **values}


def pairs(text: str, *fields: dict[str, Any]) -> list[tuple[str | None, str | None, str]]:
    given = fields or (field("text", name="Nutzer"), field("password", name="Kennwort"))
    return [(one.user, one.password, one.source) for one in tries({"fields": list(given)}, text)]


SHOWN = {
    "Demo: demo@shop.test / geheim": ("demo@shop.test", "geheim"),
    "Zugang: admin / admin123 (nur zum Testen)": ("admin", "admin123"),
    "Nutzer: eva Kennwort: 0815": ("eva", "0815"),
    "演示账号 demo@a.cn 密码\uff1aabc123": ("demo@a.cn", "abc123"),
    "Use demo@a.test with password: letmein.": ("demo@a.test", "letmein"),
}


@pytest.mark.parametrize("text", SHOWN)
def test_shown_credentials(text: str) -> None:
    assert pairs(text)[0] == (*SHOWN[text], "page")


NOT_SHOWN = [
    "Welcome back. Questions? Write to help@shop.test",
    "Terms and conditions",
    "Forgot your password? Contact us",
    "help@shop.test, sales@shop.test",
]


@pytest.mark.parametrize("text", NOT_SHOWN)
def test_text_that_shows_none(text: str) -> None:
    assert {source for _, _, source in pairs(text)} == {"made up"}


def test_made_up_names_fit_the_field() -> None:
    assert [user for user, _, _ in pairs("", field("email"), field("password"))] == ["demo@example.com"]
    assert [user for user, _, _ in pairs("", field("text"), field("password"))] == ["demo@example.com", "demo"]
    assert [user for user, _, _ in pairs("", field("password"))] == ["demo@example.com"]


def test_prefilled_form_comes_first() -> None:
    found = pairs("", field("email", filled=True), field("password", filled=True))
    assert found[0] == (None, None, "prefilled")
    assert pairs("", field("email", filled=False), field("password", filled=True))[0][2] == "made up"


@pytest.mark.parametrize(
    ("limits", "expected"), [({"mode": "numeric"}, "1234"), ({"limit": 6}, "123456"), ({"limit": 8}, "Password")]
)
def test_made_up_password_fits_its_limits(limits: dict[str, Any], expected: str) -> None:
    assert pairs("", field("password", **limits))[0][1] == expected


def test_user_field_is_the_one_in_front_of_the_password() -> None:
    fields = [field("text", index=1), field("email", index=2), field("password", index=3), field("text", index=4)]
    found = user_field(fields)
    assert found is not None
    assert found["index"] == 2
