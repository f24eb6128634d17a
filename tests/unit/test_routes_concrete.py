"""Patterns against addresses: pure functions."""

from __future__ import annotations

import pytest

from pytest_uibench.subject.routes import make_concrete, matches, optional_variants, specificity
from pytest_uibench.subject.routes.patterns import clean_base, normalise


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/", "/", True),
        ("/", "/?tab=1", True),
        ("/", "/a", False),
        ("/about", "/about/", True),
        ("/about", "/About", False),
        ("/users/:id", "/users/7", True),
        ("/users/:id", "/users/a%20b", True),
        ("/users/:id", "/users", False),
        ("/users/:id", "/users/7/edit", False),
        ("/users/:id?", "/users", True),
        ("/users/:id?", "/users/7", True),
        ("/:lang?/about", "/about", True),
        ("/:lang?/about", "/de/about", True),
        ("/docs/*", "/docs", True),
        ("/docs/*", "/docs/a/b", True),
        ("/docs/*", "/docsx", False),
        ("/post-:id", "/post-12", True),
        ("/post-:id", "/post-", False),
        ("/@:user/:tab", "/@ann/likes", True),
        ("/a.b", "/axb", False),
        ("/cart", "/#/cart", True),
        ("/cart", "#/cart?x=1", True),
        ("/cart", "/cart#total", True),
        ("/docs/", "/docs", True),
    ],
)
def test_matches(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


def test_specificity_ranks_as_routers_do() -> None:
    ranked = ["/users/new", "/users/u-:id", "/users/:id", "/users/:id?", "/users/*"]
    assert sorted(set(ranked), key=specificity, reverse=True) == ranked


def test_concrete_takes_the_first_link_that_no_better_route_claims() -> None:
    links = ["/", "/users/new", "/users/7?x=1", "/users/9"]
    assert make_concrete("/users/:id", links) == "/users/new"
    assert make_concrete("/users/:id", links, others=["/users/new", "/", "/users/:id"]) == "/users/7"
    assert make_concrete("/teams/:id", links) is None
    assert make_concrete("/about", []) == "/about"


def test_concrete_of_optional_and_rest_parts() -> None:
    assert make_concrete("/blog/:page?", []) == "/blog"
    assert make_concrete("/blog/:page?", ["/blog/2"]) == "/blog/2"
    assert make_concrete("/docs/*", []) is None
    assert make_concrete("/docs/*", ["/docs", "/docs/intro"]) == "/docs/intro"
    assert make_concrete("/p/:id", ["/#/p/4"]) == "/p/4"


def test_optional_variants_are_bounded_and_shortest_first() -> None:
    assert optional_variants("/:lang?/about") == ("/about", "/:lang/about")
    assert optional_variants("/:a?") == ("/", "/:a")
    assert optional_variants("/x") == ("/x",)
    assert len(optional_variants("/" + "/".join(f":p{i}?" for i in range(12)))) <= 16


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("about/", ("/about",)),
        ("//a//b/", ("/a/b",)),
        ("/user/:id(\\d+)", ("/user/:id",)),
        ("/user/:id(\\d+)?", ("/user/:id?",)),
        ("/:pathMatch(.*)*", ("/*",)),
        ("/files/:path(.*)", ("/files/*",)),
        ("/files/:path+", ("/files/*",)),
        ("/files/*", ("/files/*",)),
        ("/files/*rest", ("/files/*",)),
        ("/(about|team)", ("/about", "/team")),
        ("/:kind(a|b)/x", ("/:kind/x",)),
        ("/a/(.*)", ("/a/*",)),
        ("", ("/",)),
        ("*", ("/*",)),
        ("**", ("/*",)),
    ],
)
def test_normalise(raw: str, expected: tuple[str, ...]) -> None:
    assert normalise(raw) == expected


def test_base_of_a_router() -> None:
    assert [clean_base(b) for b in ("/", "/app/", "./", "", "//cdn/x", "/a/b", "/x#")] == [
        "",
        "/app",
        "",
        "",
        "",
        "/a/b",
        "/x",
    ]
