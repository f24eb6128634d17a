"""How strings of a spec match what a page shows."""

from __future__ import annotations

import pytest

from pytest_uibench.spec.matching import EQUAL, SUBSTRING, WHOLE_WORDS, Pattern, best_matches, normalise, tidy
from pytest_uibench.spec.routes import RoutePattern, fits_route, parameters_of


def best(pattern: str, *texts: str) -> list[str]:
    return [texts[index] for index in best_matches(Pattern.parse(pattern), texts)]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("  Add\n\t to   cart ", "add to cart"),
        ("Add\u00a0to\u202fcart\u3000now", "add to cart now"),
        ("zero\u200bwidth\u2060 \ufeffspace", "zerowidth space"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\u202eabc\u202c", "abc"),
        ("Cafe\u0301", "café"),
        ("e\u200d\u0301", "é"),
        ("STRASSE", normalise("straße")),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"),
        ("\u2764\ufe0f", "\u2764"),
        ("\ufb01le", "file"),
        ("\u200b\u00ad", ""),
    ],
)
def test_normalise(text: str, seen: str) -> None:
    assert normalise(text) == seen
    assert normalise(normalise(text)) == normalise(text)


def test_tidy_keeps_case() -> None:
    assert tidy("  Add\u200b to\n CART ") == "Add to CART"


@pytest.mark.parametrize(
    ("pattern", "text", "rank"),
    [
        ("Add to cart", "ADD TO  CART", EQUAL),
        ("cart", "Your cart (3)", WHOLE_WORDS),
        ("cart", "cartography", SUBSTRING),
        ("cart", "Basket", None),
        ("men's", "Women's", SUBSTRING),
        ("men's", "Men's shoes", WHOLE_WORDS),
        ("1", "10 items", SUBSTRING),
        ("1", "page 1 of 3", WHOLE_WORDS),
        ("art", "cart art", WHOLE_WORDS),
        ("$5", "only $5!", WHOLE_WORDS),
        ("$5", "only US$50", SUBSTRING),
        ("+", "a + b", WHOLE_WORDS),
        ("e", "e\u0301te\u0301 e", WHOLE_WORDS),
        ("購物車", "購物車", EQUAL),
        ("購物車", "購物車 (3)", WHOLE_WORDS),
        ("購物車", "加入購物車", SUBSTRING),
        ("が", "か\u3099", EQUAL),
        ("\u2764", "Like \u2764\ufe0f", WHOLE_WORDS),
        ("\u2764\ufe0f", "\u2764", EQUAL),
        ("Добавить", "ДОБАВИТЬ в корзину", WHOLE_WORDS),
        ("/add to (cart|bag)/i", "Add to BAG now", EQUAL),
        ("/add to (cart|bag)/", "Add to bag", None),
        ("/^cart$/i", "  Cart\u200b ", EQUAL),
        ("/a.c/s", "a\nc", EQUAL),
        ("/café/i", "CAFE\u0301", EQUAL),
    ],
)
def test_rank(pattern: str, text: str, rank: int | None) -> None:
    assert Pattern.parse(pattern).match_rank(text) == rank
    assert Pattern.parse(pattern).matches(text) is (rank is not None)


def test_mens_picks_womens_only_alone() -> None:
    assert best("men's", "Women's", "Men's", "Kids") == ["Men's"]
    assert best("men's", "Women's", "All men's wear") == ["All men's wear"]
    assert best("men's", "Women's", "Kids") == ["Women's"]
    assert best("men's", "Kids") == []
    assert best("購物車", "加入購物車", "購物車(3)") == ["購物車(3)"]
    assert best("cart", "Cart", "CART", "Cart 2") == ["Cart", "CART"]


def test_exact() -> None:
    assert Pattern.parse("Cart", exact=True).match_rank("CART ") == EQUAL
    assert Pattern.parse("Cart", exact=True).match_rank("Cart 2") is None
    assert Pattern.parse("/cart( \\d)?/i", exact=True).match_rank("Cart 2") == EQUAL
    assert Pattern.parse("/cart/i", exact=True).match_rank("Cart 2") is None


@pytest.mark.parametrize("plain", ["/", "//", "/cart", "/home/me", "a/b/", "/usr/bin", "24/7"])
def test_slashes_that_are_no_regular_expression(plain: str) -> None:
    pattern = Pattern.parse(plain)
    assert pattern.regex is None
    assert pattern.match_rank(plain) == EQUAL


@pytest.mark.parametrize(
    ("source", "message"),
    [("", "nothing visible"), ("\u200b", "nothing visible"), ("/(/", "not a regular expression"), ("/a/g", "flag 'g'")],
)
def test_what_is_no_pattern(source: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Pattern.parse(source)


@pytest.mark.parametrize(
    ("pattern", "address", "matches"),
    [
        ("/", "/", True),
        ("/", "/cart", False),
        ("/cart", "/cart/", True),
        ("/cart/", "/my-cart/3", True),
        ("/:id/", "/:id", True),
        ("/:id/", "/3", False),
        ("/cart", "/cart?from=home#top", True),
        ("/cart?from=home", "/cart?from=home", True),
        ("/cart?from=home", "/cart", False),
        ("/product/:id", "/product/linen%20shirt", True),
        ("/product/:id", "/product", False),
        ("/product/:id", "/product/1/reviews", False),
        ("/product/:id/reviews", "/product/1/reviews", True),
        ("/docs/*", "/docs/a/b", True),
        ("/a.b", "/axb", False),
        ("/café", "/caf%C3%A9", True),
        (r"/^\/product\/\d+$/", "/product/12?tab=a", True),
        (r"/^\/product\/\d+$/", "/product/x", False),
        (r"/tab=reviews/", "/product/1?tab=reviews", False),
        (r"/\?tab=reviews/", "/product/1?tab=reviews", True),
        ("/CART/i", "/cart", True),
    ],
)
def test_routes(pattern: str, address: str, matches: bool) -> None:
    assert RoutePattern.parse(pattern).matches(address) is matches


def test_route_parts() -> None:
    assert parameters_of("/team/:team/member/:id") == ("team", "id")
    assert parameters_of("/cart?x=:y") == ()
    assert fits_route("/product/:id", "/product/1")
    assert not fits_route("/product/:id", "/products/1")
    assert fits_route("/(shop)/:id/", "/(shop)/1/")
    for wrong in ("cart", "/(a/i"):
        with pytest.raises(ValueError, match=r"address|regular"):
            RoutePattern.parse(wrong)
