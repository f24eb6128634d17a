"""Links that lead nowhere, learnt from what an impossible address shows (G07, G08)."""

from __future__ import annotations

from pytest_uibench.checks.links import judge_links
from pytest_uibench.model import Link, PageObservation, Probe, SiteObservation

FINE = Probe(mount="#root", all=30, text=200, visuals=1, interactive=4)


def page(path: str, text: str, *links: str, landed: str | None = None, **kwargs: object) -> PageObservation:
    made = tuple(Link(href=href, path=href, text=href.strip("/")) for href in links)
    defaults: dict[str, object] = {"elements": 30 + len(text), "probe": FINE, "status": 200}
    return PageObservation(
        route=path,
        path=path,
        landed=landed or path,
        text=text,
        links=made,
        **(defaults | kwargs),  # type: ignore[arg-type]
    )


MISSING = page("/nowhere-1", "404 /nowhere-1 not found", elements=7, source="probe")


def judge(*pages: PageObservation, probe: PageObservation | None = MISSING, declared: tuple[str, ...] = ()):
    return judge_links(SiteObservation(pages=pages, probe=probe), lambda path: path in declared)


def test_all_links_lead_somewhere() -> None:
    verdict, card = judge(page("/", "home", "/a", "/"), page("/a", "page a", "/"))
    assert (verdict.status, card.checked, card.dead) == ("passed", 2, ())


def test_soft_not_found_page_that_repeats_the_address() -> None:
    verdict, card = judge(page("/", "home", "/gone"), page("/gone", "404 /gone not found", elements=7, source="crawl"))
    assert (verdict.status, verdict.label) == ("failed", "links:dead")
    assert [dead.path for dead in card.dead] == ["/gone"]
    assert card.dead[0].on == "/"


def test_a_word_of_the_address_elsewhere_in_the_page_does_not_hide_it() -> None:
    gone = page("/returns", "Oops. Shipping and returns", elements=7, fingerprint="f", source="crawl")
    probe = page("/nowhere-1", "Oops. Shipping and returns", elements=7, fingerprint="f", source="probe")
    assert len(judge(page("/", "home", "/returns"), gone, probe=probe)[1].dead) == 1


def test_declared_route_that_shows_the_not_found_page_is_dead() -> None:
    _, card = judge(page("/", "home", "/old"), page("/old", "404 /old not found", elements=7), declared=("/old",))
    assert len(card.dead) == 1


def test_login_is_not_missing_where_everything_leads_to_it() -> None:
    probe = page("/nowhere-1", "Log in", elements=9, landed="/login", source="probe")
    login = page("/login", "Log in", elements=9)
    away = page("/admin", "Log in", elements=9, landed="/login", source="crawl")
    _, card = judge(page("/", "home", "/login", "/admin"), login, away, probe=probe, declared=("/login",))
    assert [dead.path for dead in card.dead] == ["/admin"]
    assert "/login" in card.dead[0].reason


def test_status_counts() -> None:
    _, card = judge(page("/", "home", "/x.html"), page("/x.html", "oops", status=404, source="crawl"))
    assert card.dead[0].reason == "answered with status 404"


def test_blank_crawled_page_is_dead_but_a_blank_declared_one_has_its_own_item() -> None:
    empty = Probe(mount="#root", all=0, text=0, visuals=0, interactive=0)
    blank = page("/b", "", probe=empty, elements=0)
    assert len(judge(page("/", "home", "/b"), blank)[1].dead) == 1
    assert judge(page("/", "home", "/b"), blank, declared=("/b",))[1].dead == ()


def test_query_hash_and_slash_variants_are_one_target() -> None:
    _, card = judge(page("/", "home", "/a?x=1", "/a/", "/a"), page("/a", "page a"))
    assert card.checked == 1


def test_beyond_the_budget_is_said_not_judged() -> None:
    pages = SiteObservation(pages=(page("/", "home", "/far"),), probe=MISSING, unvisited=("/far",))
    verdict, card = judge_links(pages, lambda path: False)
    assert (verdict.status, card.unchecked) == ("passed", 1)
    assert "beyond the crawl budget" in verdict.warnings[0]


def test_no_page_at_all() -> None:
    assert judge(probe=None)[0].status == "not_applicable"


def test_a_log_in_wall_makes_no_link_dead() -> None:
    """F74: the wall takes known addresses and the impossible one to the same page."""
    probe = page("/nowhere-1", "Anmelden", elements=9, landed="/zugang", source="probe")
    walled = [page(path, "Anmelden", elements=9, landed="/zugang") for path in ("/konto", "/order/7")]
    _, card = judge(page("/", "home", "/konto", "/order/7"), *walled, probe=probe, declared=("/konto", "/order/7"))
    assert (card.checked, card.dead) == (2, ())


def test_a_link_to_the_not_found_page_itself_is_alive() -> None:
    for path in ("/404.html", "/error-404", "/pages/404", "/not-found", "/#/404"):
        shown = page(path, "404 /404.html not found", elements=7, fingerprint="f")
        probe = page("/nowhere-1", "404 /nowhere-1 not found", elements=7, fingerprint="f", source="probe")
        assert judge(page("/", "home", path), shown, probe=probe)[1].dead == (), path


def test_a_number_that_only_contains_404_is_judged() -> None:
    for path in ("/order/1404", "/room-4041", "/404/edit"):
        shown = page(path, "gone", elements=7, fingerprint="f")
        probe = page("/nowhere-1", "gone", elements=7, fingerprint="f", source="probe")
        assert len(judge(page("/", "home", path), shown, probe=probe)[1].dead) == 1, path


def test_a_path_where_a_hash_route_is_meant() -> None:
    """An app with hash routes gives out its start page for ``/base``, whose route stands at ``#/base``."""
    start = page("/base#/", "Dashboard", landed="/#/dashboard")
    _, card = judge(page("/#/", "home", "/base#/", "/shop#/"), start, page("/shop#/", "x"), declared=("/", "/base"))
    assert [(dead.path, dead.reason) for dead in card.dead] == [
        ("/base", "opens the start page: with hash routes the address is #/base")
    ]


def test_the_start_page_is_never_missing() -> None:
    """A catch-all shows it, or moves on from it, for every address."""
    probe = page("/nowhere-1", "Start", landed="/admin", source="probe")
    assert judge(page("/", "Start", "/", landed="/admin"), probe=probe)[1].dead == ()
    probe = page("/nowhere-1", "Start", source="probe")
    other = page("/other", "Start", "/", source="crawl")
    _, card = judge(page("/", "Start", "/", "/other"), other, probe=probe)
    assert [dead.path for dead in card.dead] == ["/other"]
