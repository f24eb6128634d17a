"""Walls passed in a real browser on small pages: log-ins, intros, layers, and pages that only look like them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from pytest_uibench.browser.gates import dismiss_consent, dismiss_splash, look, move_within, pass_login, seed
from pytest_uibench.browser.session import AppSession, SessionOptions
from pytest_uibench.model import GatePlan, GateSurvey, GateTrace, SeedKey, from_wire, to_wire
from pytest_uibench.observe.gated import Gatekeeper
from pytest_uibench.observe.survey import survey_home

from . import gate_pages
from .conftest import Opener

USER = SeedKey(storage="localStorage", key="user", value='{"name": "Demo"}', file="src/App.tsx", line=1, why="guard")
SEEDED = GatePlan(seeds=(USER,), login_routes=("/login",))
IN_MEMORY = GatePlan(memory="src/App.tsx:1")
NOTHING = GatePlan()


@pytest.fixture
def show(opener: Opener) -> Callable[..., Page]:
    """Serve one document for every address and open one of them."""

    def show(html: str, path: str = "/") -> Page:
        opener.site.fallback = html
        session = opener()
        session.visit(path)
        session.rest()
        return session.page

    return show


class Walls:
    """A gatekeeper at work on one app."""

    def __init__(self, opener: Opener, html: str, plan: GatePlan, **options: object) -> None:
        opener.site.fallback = html
        self.opener = opener
        self.survey = survey_home(opener, plan, ["/", "/about", "/cart"])
        self.keeper = Gatekeeper(plan, opener.site.origin, self.survey, **options)  # type: ignore[arg-type]
        self.session: AppSession = opener()
        self.keeper.prepare(self.session.context)

    def open(self, path: str) -> tuple[GateTrace | None, str, str]:
        """What was done at ``path``, its heading and the path where it ended."""
        self.session.visit(path)
        self.session.rest()
        trace = self.keeper.after_load(self.session, path, path)
        page = self.session.page
        heading = page.locator("h1").first.inner_text() if page.locator("h1").count() else ""
        return trace, heading, page.url.removeprefix(self.session.origin)


@pytest.fixture
def walls(opener: Opener) -> Callable[..., Walls]:
    return lambda html, plan, **options: Walls(opener, html, plan, **options)


def acts(trace: GateTrace | None) -> list[str]:
    assert trace is not None
    return [f"{step.action} {step.text}".split(":")[0] for step in trace.steps]


def test_log_in_kept_in_memory_and_a_move_that_keeps_it(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.memory(), IN_MEMORY)
    trace, heading, landed = app.open("/cart")
    assert (heading, landed) == ("Your cart is empty, so go shopping", "/cart")
    assert trace is not None
    assert trace.kind == "login"
    assert trace.all_passed
    assert acts(trace)[:3] == ["fill Correo", "fill Clave", "click Entrar"]
    assert from_wire(GateTrace, to_wire(trace)) == trace
    assert "Password123!" not in str(to_wire(trace))


def test_every_load_stands_before_the_wall_again(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.memory(), IN_MEMORY)
    headings = [app.open(path)[1] for path in ("/", "/cart", "/about")]
    assert headings == [
        "Home of the app with a long enough text",
        "Your cart is empty, so go shopping",
        "About us and what we do all day",
    ]


def test_after_the_log_in_the_app_goes_home_and_the_page_comes_back(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.memory(inside='go("/");'), IN_MEMORY)
    trace, heading, landed = app.open("/cart")
    assert (heading, landed) == ("Your cart is empty, so go shopping", "/cart")
    assert acts(trace)[-1] == "move history"
    trace, heading, landed = app.open("/about")
    assert heading == "About us and what we do all day"
    assert acts(trace)[-1] == "move link"


SHOWN = {
    "pair": ("Prueba: demo@tienda.es / abretesesamo", "mail === 'demo@tienda.es' && pass === 'abretesesamo'"),
    "labels of the form": (
        "Correo: ada@uni.edu Clave: 7xx7 (solo demo)",
        "mail === 'ada@uni.edu' && pass === '7xx7'",
    ),
    "other labels": (
        "Use demo@tienda.es with password: geheim1",
        "mail === 'demo@tienda.es' && pass === 'geheim1'",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_credentials_that_the_page_shows_come_first(show: Callable[..., Page], name: str) -> None:
    hint, accepts = SHOWN[name]
    trace = pass_login(show(gate_pages.memory(hint=hint, accepts=accepts)))
    assert trace.passed, trace
    assert trace.reason == "log-in form; credentials: page"
    assert acts(trace) == ["fill Correo", "fill Clave", "click Entrar"]


def test_prefilled_form_is_sent_as_it_is(show: Callable[..., Page]) -> None:
    html = gate_pages.memory(accepts="mail === 'me@x.org' && pass === 'pre'")
    html = html.replace('name="mail"', 'name="mail" value="me@x.org"').replace('name="pass"', 'name="pass" value="pre"')
    trace = pass_login(show(html))
    assert trace.passed
    assert acts(trace) == ["click Entrar"]


def test_slow_answer_is_waited_for(show: Callable[..., Page]) -> None:
    assert pass_login(show(gate_pages.memory(delay=2500))).passed


def test_terms_box_that_keeps_the_button_disabled(show: Callable[..., Page]) -> None:
    html = """<body><div id="root"><form onsubmit="event.preventDefault(); document.body.innerHTML = '<h1>inside</h1>'">
      <input placeholder="Nombre"><input type="tel" placeholder="Telefono"><select><option value="">-</option><option>a</option></select>
      <input type="password" placeholder="Clave"><input type="password" placeholder="Otra vez">
      <label><input type="checkbox" onchange="document.getElementById('send').disabled = !this.checked"> Acepto</label>
      <button id="send" disabled>Crear</button></form></div></body>"""
    trace = pass_login(show(html))
    assert trace.passed
    assert acts(trace) == [
        "fill Nombre", "fill Telefono", "fill select", "fill Clave", "fill Otra vez", "check Acepto", "click Crear",
    ]  # fmt: skip


def test_box_that_is_drawn_by_its_label(show: Callable[..., Page]) -> None:
    html = """<body><form onsubmit="event.preventDefault(); if (this.terms.checked) document.body.innerHTML = '<h1>inside</h1>'">
      <input type="password" placeholder="PIN" inputmode="numeric" maxlength="4">
      <input id="terms" name="terms" type="checkbox" required style="position:absolute;opacity:0;width:0;height:0;pointer-events:none">
      <label for="terms">Aceito os termos</label><button>Seguir</button></form></body>"""
    trace = pass_login(show(html))
    assert trace.passed
    assert acts(trace) == ["fill PIN", "check Aceito os termos", "click Seguir"]


def test_account_that_must_be_made_first(show: Callable[..., Page]) -> None:
    html = """<body><div id="root"></div><script>
      const users = []; const root = document.getElementById("root");
      const form = (title, send, other, act) => { root.innerHTML = `<form><h1>${title}</h1><p></p><input type="email" placeholder="Mail">
        <input type="password" placeholder="Pass"><button>${send}</button><button type="button" id="other">${other}</button></form>`;
        root.querySelector("form").onsubmit = (event) => { event.preventDefault();
          act([...event.target.querySelectorAll("input")].map((input) => input.value).join()); }; };
      const login = () => { form("Bonjour", "Entrer", "Nouveau compte", (pair) => {
        if (users.includes(pair)) root.innerHTML = "<h1>inside</h1><p>a</p><p>b</p><p>c</p><p>d</p>"; else root.querySelector("p").textContent = "inconnu"; });
        document.getElementById("other").onclick = signup; };
      const signup = () => { form("Nouveau", "Creer", "Retour", (pair) => { users.push(pair); login(); });
        document.getElementById("other").onclick = login; };
      login();</script></body>"""
    trace = pass_login(show(html))
    assert trace.passed
    assert trace.reason == "log-in form; through 'Nouveau compte'"


def test_form_that_refuses_everything_is_reported_with_what_it_says(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.memory(accepts="false"), IN_MEMORY)
    trace, _, _ = app.open("/cart")
    assert trace is not None
    assert not trace.all_passed
    assert "Datos incorrectos" in trace.reason


def test_stored_session_is_seeded(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.storage(), SEEDED)
    assert app.survey.login
    assert app.survey.seeding
    for path, text in (
        ("/cart", "Your cart is empty, so go shopping"),
        ("/", "Home of the app with a long enough text"),
    ):
        assert app.open(path) == (None, text, path)
    stored = app.session.page.evaluate("() => JSON.stringify(localStorage)")
    assert stored == '{"user":"{\\"name\\": \\"Demo\\"}"}'


def test_log_in_page_of_a_seeded_app_is_a_page(walls: Callable[..., Walls]) -> None:
    trace, heading, landed = walls(gate_pages.storage(), SEEDED).open("/login")
    assert (trace, heading, landed) == (None, "Bienvenida", "/login")


def test_after_the_apps_own_log_out_nothing_is_seeded(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.storage(), SEEDED)
    app.open("/cart")
    page = app.session.page
    page.locator("#out").click()
    page.wait_for_url("**/login")
    assert page.evaluate("() => localStorage.getItem('user')") is None
    page.reload()
    assert page.evaluate("() => localStorage.getItem('user')") is None
    page.goto(app.session.address("/cart"))
    page.wait_for_url("**/login")


def test_what_the_app_has_stored_is_kept(opener: Opener) -> None:
    opener.site.fallback = gate_pages.storage()
    session = opener()
    session.context.add_init_script("localStorage.setItem('user', '{\"name\": \"own\"}')")
    seed(session.context, SEEDED, session.origin)
    session.visit("/")
    session.rest()
    assert "own" in session.page.evaluate("() => localStorage.getItem('user')")


def test_values_that_do_not_help_are_left_out_and_the_form_is_used(walls: Callable[..., Walls]) -> None:
    wrong = GatePlan(
        seeds=(SeedKey(storage="localStorage", key="other", value="1", file="a", line=1, why=""),),
        login_routes=("/login",),
    )
    app = walls(gate_pages.storage(), wrong)
    assert not app.survey.seeding
    assert app.survey.notes == ("stored values do not pass the log-in: they are left out",)
    trace, heading, landed = app.open("/cart")
    assert (heading, landed) == ("Your cart is empty, so go shopping", "/cart")
    assert acts(trace)[0] == "fill Correo"
    assert app.session.page.evaluate("() => localStorage.getItem('other')") is None


def test_wall_of_a_route_with_a_public_home_page(walls: Callable[..., Walls]) -> None:
    html = gate_pages.storage().replace(
        "if (!user && location", 'if (!user && location.pathname === "/cart" && location'
    )
    app = walls(html, SEEDED)
    assert app.survey.login
    assert app.survey.seeding
    assert app.open("/cart")[:2] == (None, "Your cart is empty, so go shopping")


def test_values_that_break_the_app_are_left_out(walls: Callable[..., Walls]) -> None:
    html = gate_pages.storage().replace("root.innerHTML = page()", "user.plan.name; root.innerHTML = page()")
    app = walls(html, SEEDED)
    assert not app.survey.seeding
    assert "throw" in app.survey.notes[0]


def test_page_that_sends_in_circles_is_gated(opener: Opener) -> None:
    from pytest_uibench.browser.faults import PageFaultError, render_fault

    keeper = Gatekeeper(SEEDED, "http://127.0.0.1:1")
    looped = keeper.looped(PageFaultError(render_fault("render:reload-loop", "the page loaded 6 documents")))
    assert looped is not None
    assert not looped.all_passed
    assert keeper.looped(PageFaultError(render_fault("render:hang", "x"))) is None
    assert Gatekeeper(NOTHING, "http://127.0.0.1:1").looped(
        PageFaultError(render_fault("render:reload-loop", "x"))
    ) is None  # fmt: skip


def test_cookie_that_the_server_asks_for(opener: Opener) -> None:
    def answer(handler: object) -> None:
        cookie = handler.headers.get("Cookie", "")  # type: ignore[attr-defined]
        if "sid=" in cookie or handler.path == "/login":  # type: ignore[attr-defined]
            body = gate_pages.FORM % "" if handler.path == "/login" else "<h1>inside</h1>"  # type: ignore[attr-defined]
            handler.reply(200, {}, f"<body>{body}</body>")  # type: ignore[attr-defined]
        else:
            handler.reply(302, {"Location": "/login"}, "")  # type: ignore[attr-defined]

    opener.site.fallback = answer
    plan = GatePlan(
        seeds=(SeedKey(storage="cookie", key="sid", value="abc def", file="middleware.ts", line=1, why=""),),
        login_routes=("/login",),
    )
    keeper = Gatekeeper(plan, opener.site.origin)
    session = opener()
    keeper.prepare(session.context)
    for path in ("/cart", "/about"):  # the second visit clears the cookies of the first
        session.visit(path)
        session.rest()
        trace = keeper.after_load(session, path, path)
        assert session.page.locator("h1").inner_text() == "inside"
        assert trace is None or trace.all_passed


def test_intro_is_left_on_every_route_but_home(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.splash(), NOTHING)
    trace, heading, landed = app.open("/cart")
    assert (heading, landed) == ("Your cart is empty, so go shopping", "/cart")
    assert acts(trace) == ["click Pasar"]
    assert trace is not None
    assert trace.kind == "splash"
    assert app.open("/")[:2] == (None, "Hola")


def test_intro_of_the_home_page_is_left_when_asked(walls: Callable[..., Walls]) -> None:
    trace, heading, _ = walls(gate_pages.splash(), NOTHING, keep_intro_of=None).open("/")
    assert heading == "Home of the app with a long enough text"
    assert trace is not None


def test_intro_that_goes_away_by_itself(walls: Callable[..., Walls]) -> None:
    html = gate_pages.splash("<p>un momento</p>", "setTimeout(() => { entered = true; render(); }, 2600);")
    trace, heading, _ = walls(html, NOTHING).open("/cart")
    assert heading == "Your cart is empty, so go shopping"
    assert acts(trace) == ["wait until the intro went away by itself"]


def test_short_page_of_its_own_is_no_intro(walls: Callable[..., Walls]) -> None:
    html = (
        gate_pages.ROUTER
        % """const render = () => { root.innerHTML = location.pathname === "/quiz"
      ? `<main><h1>Quiz</h1><button onclick="document.body.innerHTML = 'started'">Start</button></main>` : page(); links(); };"""
    )
    assert walls(html, NOTHING).open("/quiz")[:2] == (None, "Quiz")


def test_intro_that_cannot_be_left_is_reported(walls: Callable[..., Walls]) -> None:
    trace, heading, _ = walls(gate_pages.splash(wired=";"), NOTHING).open("/cart")
    assert heading == "Hola"
    assert trace is not None
    assert not trace.all_passed


def test_consent_layer_is_answered_once_without_force(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.consent(), NOTHING)
    trace, heading, _ = app.open("/cart")
    assert heading == "Your cart is empty, so go shopping"
    assert trace is not None
    assert trace.kind == "consent"
    assert trace.all_passed
    # The filled button and not the plain one, whatever they say.
    assert acts(trace) == ["click Vale"]
    assert "takes every click" in trace.reason
    assert app.session.page.evaluate("() => document.body.style.pointerEvents") == ""
    assert app.open("/")[0] is not None


def test_consent_layer_that_does_not_go_away_is_reported(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.consent("<button data-dead>Vale</button><button data-dead>Nein</button>"), NOTHING)
    trace, _, _ = app.open("/cart")
    assert trace is not None
    assert not trace.all_passed
    assert len(trace.steps) == 2


def test_dialog_of_one_route_is_that_routes_page(walls: Callable[..., Walls]) -> None:
    app = walls(gate_pages.DRAWER, NOTHING)
    assert app.open("/cart")[0] is None
    assert app.session.page.locator("h2").inner_text() == "Your cart"


def test_consent_in_front_of_a_log_in(walls: Callable[..., Walls]) -> None:
    layer = """<div id="layer" style="position:fixed;inset:0;background:rgba(0,0,0,.5)"><p>Galletas</p>
      <button onclick="this.parentElement.remove()">Vale</button></div>"""
    html = gate_pages.memory().replace('<div id="root"></div>', f'<div id="root"></div>{layer}')
    app = walls(html, IN_MEMORY)
    trace, heading, _ = app.open("/cart")
    assert heading == "Your cart is empty, so go shopping"
    assert trace is not None
    assert trace.then is not None
    assert (trace.kind, trace.then.kind) == ("consent", "login")
    assert trace.all_passed


LEFT_ALONE = {
    "bar at the bottom": '<p>text of the page</p><div style="position:fixed;bottom:0;left:0;right:0;height:80px">Cookies <button>OK</button></div>',
    "fixed header": '<header style="position:fixed;top:0;left:0;right:0;height:60px"><button>Menu</button></header><p>text</p>',
    "chat bubble": '<p>text of the page</p><div style="position:fixed;right:9px;bottom:9px;width:60px;height:60px"><button>?</button></div>',
    "layer with a form": '<p>page</p><div style="position:fixed;inset:0"><input><button>Send</button></div>',
    "backdrop without controls": '<p>page</p><div style="position:fixed;inset:0"></div>',
}


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_layers_that_are_left_alone(show: Callable[..., Page], name: str) -> None:
    assert dismiss_consent(show(f"<body><h1>Page</h1>{LEFT_ALONE[name]}</body>")) is None


def test_page_without_walls_is_untouched(walls: Callable[..., Walls]) -> None:
    html = gate_pages.ROUTER % "const render = () => { root.innerHTML = page(); links(); };"
    app = walls(html, NOTHING)
    assert app.survey == GateSurvey(home=app.survey.home, landed=app.survey.landed)
    assert app.open("/cart")[0] is None
    assert app.session.page.evaluate("() => localStorage.length + sessionStorage.length") == 0


def test_password_field_of_a_settings_page_is_no_wall(walls: Callable[..., Walls]) -> None:
    html = (
        gate_pages.ROUTER
        % """const render = () => { root.innerHTML = page() + (location.pathname === "/settings"
      ? `<form><input type="password"><button>Change</button></form>` : ""); links(); };"""
    )
    assert walls(html, NOTHING).open("/settings")[0] is None


def test_shadow_root_and_hidden_password_fields(show: Callable[..., Page]) -> None:
    hidden = show('<body><h1>x</h1><form style="display:none"><input type="password"></form></body>')
    assert look(hidden).login is None
    page = show("""<body><my-login></my-login><script>customElements.define("my-login", class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = `<form><input type="email"><input type="password"><button>in</button></form>`;
        this.shadowRoot.querySelector("form").onsubmit = (event) => { event.preventDefault(); this.remove(); document.body.append("inside"); }; } })</script></body>""")
    assert pass_login(page).passed


def test_plain_links_do_not_lose_what_is_in_memory(show: Callable[..., Page]) -> None:
    html = gate_pages.ROUTER % "const render = () => { root.innerHTML = page(); }; window.kept = Math.random();"
    page = show(html)
    kept = page.evaluate("() => window.kept")
    origin = page.url.rstrip("/")
    step = move_within(page, f"{origin}/about")
    assert step is not None
    assert step.text.startswith("history")
    assert page.evaluate("() => window.kept") == kept
    assert page.locator("h1").inner_text().startswith("About us")


def test_hash_routes_are_moved_by_their_hash(show: Callable[..., Page]) -> None:
    page = show(
        """<body><h1></h1><script>const show = () => { document.querySelector("h1").textContent = "at " + location.hash; };
      addEventListener("hashchange", show); show();</script></body>""",
        "/#/",
    )
    step = move_within(page, page.url.partition("#")[0] + "#/cart")
    assert step is not None
    assert step.text.startswith("hash")
    assert page.locator("h1").inner_text() == "at #/cart"


def test_move_that_no_router_hears_of_is_none(show: Callable[..., Page]) -> None:
    page = show("<body><h1>static</h1><p>text</p></body>")
    assert move_within(page, page.url + "cart") is None


def test_contexts_opened_with_prepare_are_seeded(opener: Opener) -> None:
    opener.site.fallback = gate_pages.storage()
    keeper = Gatekeeper(SEEDED, opener.site.origin)
    session = opener(SessionOptions(prepare=keeper.prepare))
    session.visit("/cart")
    session.rest()
    assert session.page.url.endswith("/cart")
    session.renew()
    session.visit("/about")
    session.rest()
    assert session.page.url.endswith("/about")


def test_nothing_to_pass(show: Callable[..., Page]) -> None:
    page = show("<body><h1>Page</h1><p>" + "text " * 200 + "</p><a href='/other'>x</a></body>")
    assert dismiss_splash(page) is None
    assert dismiss_consent(page) is None
    assert not pass_login(page).passed
