"""Following links, and what "not there" looks like."""

from __future__ import annotations

from pytest_uibench import constants
from pytest_uibench.model import RouteMap, StaticRoute
from pytest_uibench.observe.addresses import AddressBook
from pytest_uibench.observe.crawl import Crawled, crawl, missing_requests
from pytest_uibench.observe.page import RouteRequest, View
from pytest_uibench.observe.routes import Pages
from pytest_uibench.observe.visit import Parameters

from .conftest import Handler, Opener, Site


def page(title: str, *links: str) -> str:
    listed = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    return f"<!doctype html><div id=root><h1>{title}</h1><p>some text</p>{listed}</div>"


def crawled(opener: Opener, view: View | None = None, start: str = "/", **options: int) -> Crawled:
    with Pages(opener, view or View()) as pages:
        seen = pages.observe([RouteRequest(route=start, path=start)])
        return crawl(pages, seen, **options)


def test_links_are_followed_breadth_first_and_each_page_once(opener: Opener, site: Site) -> None:
    site.pages.update(
        {
            "/": page("Home", "/a", "/b", "/", "#top", "/a?sort=up", "/a#part", "/a/", "https://x.example.test/"),
            "/a": page("A", "/b", "/c"),
            "/b": page("B", "/", "/d"),
            "/c": page("C", "/deep"),
            "/d": page("D"),
            "/deep": page("Deep", "/a"),
        }
    )
    found = crawled(opener)
    assert [p.route for p in found.pages] == ["/a", "/b", "/c", "/d", "/deep"]
    assert {p.source for p in found.pages} == {"crawl"}
    assert found.unvisited == ()


def test_one_shape_is_opened_a_few_times(opener: Opener, site: Site) -> None:
    """/product/1 to /product/500, identifiers, and slugs of plain words."""
    words = ["linen-shirt", "wool-hat", "red-scarf", "blue-coat", "tweed", "silk-tie", "belt", "socks", "boots", "cap"]
    site.fallback = page("Any")
    site.pages["/"] = page(
        "Home",
        "/about",
        *(f"/product/{n}" for n in range(200)),
        *(f"/order/{n:08x}-0000-4000-8000-000000000000" for n in range(9)),
        *(f"/blog/{word}" for word in words),
        "/contact",
    )
    found = [p.route for p in crawled(opener).pages]
    assert found.count("/about") == found.count("/contact") == 1
    for prefix in ("/product/", "/order/", "/blog/"):
        assert sum(route.startswith(prefix) for route in found) == constants.CRAWL_PER_SHAPE


def test_endless_links_end_with_the_budget(opener: Opener, site: Site) -> None:
    names = "abcdefghijklmnopqrstuvwxyz"

    def answer(handler: Handler) -> None:
        name = handler.path.rpartition("/")[2]
        handler.reply(200, {}, page(name, *(f"{handler.path.rstrip('/')}/{letter}" for letter in names[:3])))

    site.fallback = answer
    found = crawled(opener, limit=7)
    assert len(found.pages) == 7
    assert found.unvisited != ()


def test_query_of_a_link_is_kept_when_it_is_opened(opener: Opener, site: Site) -> None:
    site.pages["/"] = page("Home", "/item.html?id=3", "/item.html?id=4")
    site.pages["/item.html"] = lambda handler: handler.reply(200, {}, page(f"Item {handler.path}"))
    found = crawled(opener)
    assert [(p.route, p.path, p.text.split(" some")[0]) for p in found.pages] == [
        ("/item.html", "/item.html?id=3", "Item /item.html?id=3")
    ]


def test_downloads_files_and_new_tabs(opener: Opener, site: Site) -> None:
    """F47, F48: a link that opens a tab is followed, one that saves a file is not, and a file is no fault."""
    site.pages["/"] = page("Home", "/manual.pdf") + (
        "<a href=/help target=_blank>Help</a><a href=/data.csv download>Data</a>"
    )
    site.pages["/help"] = page("Help")
    site.pages["/manual.pdf"] = (200, {"Content-Type": "application/pdf"}, "%PDF-1.4")
    found = {p.route: p for p in crawled(opener).pages}
    assert set(found) == {"/manual.pdf", "/help"}
    assert found["/manual.pdf"].fault is None
    assert "/data.csv" not in site.hits


def test_hash_links_are_pages_of_a_hash_app(opener: Opener, site: Site) -> None:
    site.pages["/"] = (
        "<!doctype html><div id=root></div><script>const show = () => root.innerHTML = `<h1>${location.hash}</h1>"
        "<a href='#/a'>A</a><a href='#/b?x=1'>B</a><a href='#/'>Home</a>`; onhashchange = show; show()</script>"
    )
    found = crawled(opener, View(hash_router=True), start="/#/")
    assert [(p.route, p.path, p.landed) for p in found.pages] == [
        ("/#/a", "/#/a", "/#/a"),
        ("/#/b", "/#/b?x=1", "/#/b"),
    ]


def test_declared_pages_are_not_opened_again(opener: Opener, site: Site) -> None:
    site.pages.update(
        {"/": page("Home", "/a", "/login"), "/a": (302, {"Location": "/login"}, ""), "/login": page("Log in", "/")}
    )
    with Pages(opener, View()) as pages:
        seen = pages.observe([RouteRequest(route=path, path=path) for path in ("/", "/a")])
        assert crawl(pages, seen).pages == ()


def test_what_is_not_there(opener: Opener, site: Site) -> None:
    """G07: an address that cannot exist, at the top and below a parameterised prefix."""
    site.fallback = page("Nothing here")
    wanted = missing_requests(["/", "/product/:id", "/about", "/u/:name/posts/:post", "/*"])
    assert [(r.route, r.source) for r in wanted] == [
        ("*", "probe"), ("/product/:id", "probe"), ("/u/:name/posts/:post", "probe"),
    ]  # fmt: skip
    assert wanted[1].path == f"/product/{constants.MISSING_TOKEN}"
    with Pages(opener, View()) as pages:
        seen = pages.observe(wanted)
    assert len({p.fingerprint for p in seen}) == 1
    assert missing_requests(hash_router=True)[0].path == f"/#/{constants.MISSING_TOKEN}"
    assert missing_requests(prefix="/app")[0].path == f"/app/{constants.MISSING_TOKEN}"


def test_declared_pages_are_opened_along_with_links_and_not_twice(opener: Opener, site: Site) -> None:
    """A pattern becomes concrete as soon as a link shows it, also on a page that the wave before opened."""
    site.pages.update(
        {
            "/": page("Home", "/orders/7", "/about"),
            "/orders/7": page("Order", "/orders/7/edit"),
            "/orders/7/edit": page("Edit"),
            "/about": page("About"),
        }
    )
    routes = RouteMap(
        mode="path",
        routes=tuple(StaticRoute(pattern=p) for p in ("/", "/orders/:id", "/orders/:id/edit", "/none/:id")),
    )
    book = AddressBook(routes, "")
    left = Parameters(["/orders/:id", "/orders/:id/edit", "/none/:id"], book)
    with Pages(opener, View()) as pages:
        seen = pages.observe([RouteRequest(route="/", path="/")])
        assert not left.shown(seen)
        found = crawl(pages, seen, shape_of=book.shape, along=left.requests)
        nothing = crawl(pages, seen, limit=0, shape_of=book.shape)
    assert [(p.source, p.route, p.path) for p in found.pages] == [
        ("static", "/orders/:id", "/orders/7"),
        ("crawl", "/about", "/about"),
        ("static", "/orders/:id/edit", "/orders/7/edit"),
    ]
    assert site.hits.count("/orders/7") == 1
    assert left.take() == "/none/:id"
    assert left.take() is None
    assert nothing.pages == ()
