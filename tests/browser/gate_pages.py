"""Small single-page apps with walls, as plain HTML."""

from __future__ import annotations

ROUTER = """
<!doctype html><html><head><title>app</title></head><body><div id="root"></div><script>
const pages = { "/": "Home of the app with a long enough text", "/cart": "Your cart is empty, so go shopping",
  "/login": null, "/about": "About us and what we do all day" };
const root = document.getElementById("root");
const go = (path) => { history.pushState({}, "", path); render(); };
window.addEventListener("popstate", () => render());
const page = () => `<nav><a href="/">Home</a> <a href="/about">About</a></nav><h1>${pages[location.pathname] ?? "Nothing here"}</h1>
  <ul><li>one</li><li>two</li></ul><p>More text that only somebody inside can read.</p>`;
const links = () => root.querySelectorAll("nav a").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault(); go(link.getAttribute("href")); }));
%s
render();
</script></body></html>"""

FORM = """<form novalidate><h1>Bienvenida</h1><p>%s</p>
  <label>Correo <input type="email" name="mail"></label>
  <label>Clave <input type="password" name="pass"></label>
  <button type="button" aria-label="show"></button><button>Entrar</button></form>"""

MEMORY = (
    ROUTER
    % """
let user = null;
const form = `%(form)s`;
const render = () => {
  if (user) { root.innerHTML = page(); links(); return; }
  root.innerHTML = form;
  root.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [mail, pass] = [event.target.mail.value, event.target.pass.value];
    window.setTimeout(() => { if (%(accepts)s) { user = mail; %(inside)s } else {
      root.querySelector("p").textContent = "Datos incorrectos"; } }, %(delay)d);
  });
};"""
)


def memory(
    *,
    hint: str = "",
    accepts: str = "mail.includes('@') && pass.length > 5",
    delay: int = 600,
    inside: str = "render();",
) -> str:
    """A log-in kept in memory in front of every address."""
    return MEMORY % {"form": FORM % hint, "accepts": accepts, "delay": delay, "inside": inside}


STORAGE = (
    ROUTER
    % """
const render = () => {
  const user = JSON.parse(localStorage.getItem("user") || "null");
  if (!user && location.pathname !== "/login") { history.replaceState({}, "", "/login"); }
  if (location.pathname === "/login") {
    root.innerHTML = `%s`;
    root.querySelector("form").addEventListener("submit", (event) => { event.preventDefault();
      if (!%s) return;
      localStorage.setItem("user", JSON.stringify({ name: "x" })); go("/"); });
    return;
  }
  root.innerHTML = page() + `<button id="out">out</button>`; links();
  root.querySelector("#out").onclick = () => { localStorage.removeItem("user"); location.href = "/login"; };
};"""
)


def storage(accepts: str = "true") -> str:
    """A log-in kept in storage; without it every address ends at /login."""
    return STORAGE % (FORM % "", accepts)


SPLASH = (
    ROUTER
    % """
let entered = false;
const render = () => {
  if (entered) { root.innerHTML = page(); links(); return; }
  root.innerHTML = `<main style="height:100vh"><h1>Hola</h1>%s</main>`;
  %s
};"""
)


def splash(button: str = '<button id="go">Pasar</button>', wired: str = "") -> str:
    """An intro in front of every address."""
    return SPLASH % (button, wired or 'root.querySelector("#go").onclick = () => { entered = true; render(); };')


CONSENT = (
    ROUTER
    % """
const layer = `<div id="layer" style="position:fixed;inset:0;background:rgba(0,0,0,.5);pointer-events:auto">
  <div role="dialog" style="position:absolute;bottom:20px;left:100px;width:500px;background:#fff"><p>Gestione de galletas</p>%s</div></div>`;
let answered = localStorage.getItem("consent") !== null;
const render = () => {
  root.innerHTML = page() + (answered ? "" : layer); links();
  document.body.style.pointerEvents = answered ? "" : "none";
  document.body.style.overflow = answered ? "" : "hidden";
  root.querySelectorAll("#layer button").forEach((button) => button.onclick = () => {
    if (button.dataset.dead !== undefined) return;
    localStorage.setItem("consent", button.textContent); answered = true; render(); });
};"""
)
BUTTONS = (
    '<button style="background:none;border:0">Detalles</button><button style="background:#060;color:#fff">Vale</button>'
)


def consent(buttons: str = BUTTONS) -> str:
    """A layer over every page until it is answered."""
    return CONSENT % buttons


DRAWER = (
    ROUTER
    % """
const render = () => {
  const open = location.pathname === "/cart";
  root.innerHTML = `<nav><a href="/">Home</a> <a href="/about">About</a></nav><h1>Shop</h1><p>Many things to buy here.</p>` + (open ?
    `<div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"><aside role="dialog" style="position:absolute;right:0;width:400px;height:100%;background:#fff">
     <h2>Your cart</h2><button>Close</button></aside></div>` : ""); links();
};"""
)
