"""Declared patterns to addresses: links first, then values of the source, never an invention."""

from __future__ import annotations

import pytest

from pytest_uibench.model import RouteMap, StaticRoute
from pytest_uibench.observe.addresses import Address, AddressBook


def book(*patterns: str, mode: str = "path", base: str = "", basename: str = "") -> AddressBook:
    routes = tuple(StaticRoute(pattern=pattern) for pattern in patterns)
    return AddressBook(RouteMap(routes=routes, mode=mode, basename=basename), base)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "pattern", "path"),
    [
        (book("/"), "/", "/"),
        (book("/cart"), "/cart", "/cart"),
        (book("/cart", mode="hash"), "/cart", "/#/cart"),
        (book("/cart", basename="/app"), "/cart", "/app/cart"),
        (book("/", basename="/app"), "/", "/app"),
        (book("/cart", basename="/app", base="/app"), "/cart", "/cart"),
    ],
)
def test_path_and_back(made: AddressBook, pattern: str, path: str) -> None:
    assert made.path(pattern) == path
    assert made.route(path) == pattern


def test_links_make_parameters_concrete() -> None:
    made = book("/product/:id", "/product/new")
    assert made.from_links("/product/:id", ["/product/new", "/product/7", "/product/9"]) == Address(
        "/product/:id", "/product/7"
    )
    assert made.from_links("/product/:id", ["/product/new", "/about"]) is None


def test_links_of_hash_routes() -> None:
    made = book("/product/:id", mode="hash")
    assert made.from_links("/product/:id", ["/#/product/7?x=1"]) == Address("/product/:id", "/#/product/7")


def test_guesses_come_from_the_source_only() -> None:
    made = book("/a/:x/b/:y")
    values = {"x": ("1", "2"), "y": ("k",)}
    assert [g.path for g in made.guesses("/a/:x/b/:y", lambda name, _: values[name])] == ["/a/1/b/k", "/a/2/b/k"]
    assert made.guesses("/a/:x/b/:y", lambda name, _: ()) == []
    assert made.guesses("/files/*", lambda name, _: ("1",)) == []


def test_shape_knows_the_declared_patterns() -> None:
    made = book("/product/:id")
    assert made.shape("/product/linen-shirt") == made.shape("/product/7")
    assert made.shape("/about") == "/about"


def test_a_specs_example_comes_before_other_links() -> None:
    """The page then shows what the reference shows, whatever the app calls its routes."""
    routes = RouteMap(routes=tuple(StaticRoute(pattern=p) for p in ("/shop/item/:id", "/product/:id")), mode="path")
    made = AddressBook(routes, "", {"/product/:id": "/product/1"})
    links = ["/product/3", "/shop/item/3", "/shop/item/1", "/product/1"]
    assert made.from_links("/product/:id", links) == Address("/product/:id", "/product/1")
    assert made.from_links("/shop/item/:id", links) == Address("/shop/item/:id", "/shop/item/1")
    assert made.from_links("/shop/item/:id", ["/shop/item/3"]) == Address("/shop/item/:id", "/shop/item/3")
