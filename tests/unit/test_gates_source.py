"""Stored session state that guards ask for, found in small sources of many kinds."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.model import GatePlan
from pytest_uibench.subject.gates import find_gates

from .routing import MAIN, project

LOGIN = """export default function Login() { return <form><input type="password" /><button>ok</button></form>; }"""
ROUTES = """
import { BrowserRouter, Routes, Route } from "react-router-dom";
import Login from "./Login";
import Guard from "./Guard";
export default function App() {
  return <BrowserRouter><Routes><Route path="/einlass" element={<Login />} />
    <Route path="/" element={<Guard><p>home</p></Guard>} /></Routes></BrowserRouter>;
}
"""
"""The log-in's address is no word that means anything: the password field tells (G23)."""


def plan(place: Path, files: dict[str, str], **fields: Any) -> GatePlan:
    files = {"index.html": MAIN, "src/main.tsx": "import App from './App'; render(<App />);", **files}
    return find_gates(project(place, files, **fields))


def guarded(place: Path, guard: str, **more: str) -> GatePlan:
    """An app whose ``src/Guard.tsx`` is given."""
    others = {f"src/{name}.tsx": text for name, text in more.items()}
    return plan(place, {"src/App.tsx": ROUTES, "src/Login.tsx": LOGIN, "src/Guard.tsx": guard, **others})


def seeds(found: GatePlan) -> dict[str, str]:
    return {f"{seed.storage}:{seed.key}": seed.value for seed in found.seeds}


HEAD = 'import { Navigate } from "react-router-dom";\n'
COMPONENTS = {
    "direct": 'export default ({children}) => localStorage.getItem("k") ? children : <Navigate to="/einlass" />;',
    "early return": """export default function Guard({ children }) {
      const found = window.localStorage.getItem("k");
      if (!found) { return <Navigate to="/einlass" replace />; }
      return children;
    }""",
    "inverted": """export default function Guard({ children }) {
      const found = localStorage.getItem('k');
      if (found) return children;
      return <Navigate to="/einlass" />;
    }""",
    "effect": """import { useNavigate } from "react-router-dom";
    export default function Guard({ children }) {
      const go = useNavigate(); const navigate = go;
      useEffect(() => { if (!localStorage.getItem(`k`)) navigate("/einlass"); }, []);
      return children;
    }""",
    "location": """export default function Guard({ children }) {
      if (localStorage.getItem("k") === null) { window.location.href = "/einlass"; return null; }
      return children;
    }""",
    "member": 'export default ({children}) => localStorage.k ? children : <Navigate to="/einlass" />;',
    "subscript": 'export default ({children}) => localStorage["k"] ? children : <Navigate to="/einlass" />;',
    "lazy state": """export default function Guard({ children }) {
      const [user, setUser] = useState(() => { const raw = localStorage.getItem("k"); return raw ? JSON.parse(raw) : null; });
      return user ? children : <Navigate to="/einlass" />;
    }""",
    "state set in an effect": """export default function Guard({ children }) {
      const [ok, setOk] = useState(false); const [loading, setLoading] = useState(true);
      useEffect(() => { const t = localStorage.getItem("k"); if (t) { setOk(true); } setLoading(false); }, []);
      if (loading) return <p>…</p>;
      return ok ? <>{children}</> : <Navigate to={{ pathname: "/einlass" }} />;
    }""",
    "own function": """const isIn = () => Boolean(localStorage.getItem("k"));
    export default ({children}) => isIn() ? children : <Navigate to="/einlass" />;""",
    "shown instead": """import Login from "./Login";
    export default ({children}) => { const t = localStorage.getItem("k"); return t ? children : <Login onDone={x} />; };""",
    "wrapped": """function read(name, fallback) { try { return JSON.parse(localStorage.getItem(name)) ?? fallback } catch { return fallback } }
    function useStored(name, initial) { const [v, setV] = useState(() => read(name, initial)); return [v, setV]; }
    export default function Guard({children}) { const [user] = useStored("k", null);
      return user ? children : <Navigate to="/einlass" />; }""",
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_guards_of_react(tmp_path: Path, name: str) -> None:
    found = guarded(tmp_path, HEAD + COMPONENTS[name])
    assert list(seeds(found)) == ["localStorage:k"]
    assert found.seeds[0].file == "src/Guard.tsx"
    assert "/einlass" in found.seeds[0].why or "<Login>" in found.seeds[0].why
    assert found.login_routes == ("/einlass",)
    assert found.memory is None


def test_keys_and_addresses_as_constants_of_other_files(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        HEAD + 'import { KEYS } from "./keys"; import { PATHS } from "./barrel";\n'
        "export default ({children}) => sessionStorage.getItem(KEYS.session) ? children : <Navigate to={PATHS.door} />;",
        keys='const prefix = "app:"; export const KEYS = { session: `${prefix}s1` } as const;',
        paths='export const PATHS = { door: "/einlass" };',
        barrel='export * from "./paths";',
    )
    assert list(seeds(found)) == ["sessionStorage:app:s1"]


CONTEXT = """
import { createContext, useContext, useEffect, useState } from "react";
interface User { id: string; name: string; role: "user" | "admin"; tags: string[]; address?: { city: string } }
const Ctx = createContext(null);
export function AuthProvider({ children }) {
  const [user, setUser] = useState<User | null>(null);
  useEffect(() => {
    const stored = localStorage.getItem("me");
    if (stored) setUser(JSON.parse(stored));
  }, []);
  const login = (name) => {
    const next = { id: crypto.randomUUID(), name, since: new Date().toISOString() };
    localStorage.setItem("me", JSON.stringify(next));
    localStorage.setItem("me.token", "abc");
    localStorage.setItem("last-visit", "now");
    setUser(next);
  };
  return <Ctx.Provider value={{ user, signedIn: !!user, login }}>{children}</Ctx.Provider>;
}
export const useAuth = () => useContext(Ctx);
export const authHeader = () => ({ Authorization: localStorage.getItem("me.token") });
"""


def test_context_in_another_file_with_the_fields_of_its_type(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        HEAD
        + """import { useAuth } from "./auth";
        export default function Guard({children}) { const { signedIn } = useAuth();
          return signedIn ? children : <Navigate to="/einlass" />; }
        export function Badge() { const { user } = useAuth(); return <b>{user.name.charAt(0)} {user.team.title}</b>; }""",
        auth=CONTEXT,
    )
    stored = seeds(found)
    # The token is stored along and read; what nobody reads is left alone.
    assert list(stored) == ["localStorage:me", "localStorage:me.token"]
    me = json.loads(stored["localStorage:me"])
    assert me["role"] == "admin"
    assert isinstance(me["name"], str)
    assert me["tags"] == []
    assert isinstance(me["address"]["city"], str)
    assert isinstance(me["team"]["title"], str)
    assert stored["localStorage:me.token"] == "abc"


def test_zustand_store(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        HEAD
        + """import { useSession } from "./store";
        export default function Guard({children}) { const ok = useSession((s) => s.authenticated);
          return ok ? children : <Navigate to="/einlass" />; }""",
        store="""import { create } from "zustand"; import { persist, createJSONStorage } from "zustand/middleware";
        export const useSession = create(persist((set) => ({
          user: null, authenticated: false, cart: [],
          login: (name) => set({ user: { name, role: "member" }, authenticated: true }),
          add: (item) => set((state) => ({ cart: [...state.cart, item] })),
        }), { name: "session-v2", version: 3, storage: createJSONStorage(() => sessionStorage) }));""",
    )
    assert list(seeds(found)) == ["sessionStorage:session-v2"]
    stored = json.loads(found.seeds[0].value)
    assert stored["version"] == 3
    assert stored["state"]["authenticated"] is True
    assert stored["state"]["user"]["role"] == "member"
    assert "cart" not in stored["state"]


def test_session_of_a_typed_store_with_a_loading_flag(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        HEAD
        + """import { useAuthStore } from "./store";
        export default function Guard({children}) { const { isAuthenticated, isLoading } = useAuthStore();
          if (isLoading) return <p>…</p>;
          if (!isAuthenticated) return <Navigate to="/einlass" />; return children; }""",
        store="""import { create } from "zustand"; import { persist } from "zustand/middleware";
        interface AuthState { token: string | null; user: { id: string; role: string; labels: string[] } | null;
          isAuthenticated: boolean; isLoading: boolean; error: string | null; login: (token: string) => void; }
        export const useAuthStore = create<AuthState>()(persist((set) => ({
          token: null, user: null, isAuthenticated: false, isLoading: true, error: null,
          start: () => set({ isLoading: true, error: null }),
          login: (token, user) => { localStorage.setItem("access", token);
            set({ token, user, isAuthenticated: true, isLoading: false, error: null }); },
          fail: (error) => set({ isAuthenticated: false, isLoading: false, error }),
          logout: () => set({ token: null, user: null, isAuthenticated: false }),
        }), { name: "auth-storage" }));""",
    )
    state = json.loads(seeds(found)["localStorage:auth-storage"])["state"]
    assert (state["isAuthenticated"], state["isLoading"], state["error"]) == (True, False, None)
    assert state["user"]["role"] == "admin"
    assert state["user"]["labels"] == []
    assert state["token"].count(".") == 2


def test_log_in_page_that_sends_those_inside_away_is_still_a_page(tmp_path: Path) -> None:
    app = """import { BrowserRouter, Routes, Route, Navigate } from "react-router-dom"; import Login from "./Login";
    export default function App() { const [inside, setInside] = useState(false);
      return <BrowserRouter><Routes>
        <Route path="/einlass" element={!inside ? <Login onDone={setInside} /> : <Navigate to="/" />} />
        <Route path="/" element={inside ? <p>home</p> : <Navigate to="/einlass" />} /></Routes></BrowserRouter>; }"""
    found = plan(tmp_path, {"src/App.tsx": app, "src/Login.tsx": LOGIN})
    assert found.memory is not None
    assert found.login_routes == ("/einlass",)


def value_of(place: Path, guard: str) -> str:
    found = guarded(place, HEAD + guard)
    assert len(found.seeds) == 1, found
    return found.seeds[0].value


def test_payload_is_what_the_app_compares_with(tmp_path: Path) -> None:
    flag = (
        'export default ({children}) => localStorage.getItem("in") !== "yes" ? <Navigate to="/einlass" /> : children;'
    )
    assert value_of(tmp_path, flag) == "yes"


def test_payload_is_what_the_app_stores(tmp_path: Path) -> None:
    code = """export const enter = () => localStorage.setItem("in", String(true));
    export default ({children}) => localStorage.getItem("in") ? children : <Navigate to="/einlass" />;"""
    assert value_of(tmp_path, code) == "true"


def test_payload_with_an_expiry_in_the_future(tmp_path: Path) -> None:
    code = """export default function Guard({children}) {
      const session = JSON.parse(localStorage.getItem("s") || "null");
      if (!session || session.expiresAt < Date.now() || session.user.role !== "editor") return <Navigate to="/einlass" />;
      return children; }"""
    stored = json.loads(value_of(tmp_path, code))
    assert stored["expiresAt"] > 4_000_000_000_000
    assert stored["user"]["role"] == "editor"


def test_payload_for_a_token_that_is_decoded(tmp_path: Path) -> None:
    code = """export default function Guard({children}) {
      const token = localStorage.getItem("token");
      if (!token) return <Navigate to="/einlass" />;
      const claims = JSON.parse(atob(token.split(".")[1]));
      if (claims.exp * 1000 < Date.now()) return <Navigate to="/einlass" />;
      return children; }"""
    head, claims, signature = value_of(tmp_path, code).split(".")
    padded = claims + "=" * (-len(claims) % 4)
    assert json.loads(base64.b64decode(padded, validate=True))["exp"] > 4_000_000_000
    assert head
    assert signature


def test_flag_kept_as_json(tmp_path: Path) -> None:
    code = """export default function Guard({children}) {
      const [ok] = useState(JSON.parse(localStorage.getItem("ok") || "false"));
      return ok ? children : <Navigate to="/einlass" />; }"""
    assert value_of(tmp_path, code) == "true"


FALSE_FRIENDS = {
    "theme": """export default function Guard({children}) { const [dark] = useState(localStorage.getItem("theme") === "dark");
      return dark ? <div className="dark">{children}</div> : <div>{children}</div>; }""",
    "cart that sends away": """export default function Guard({children}) {
      const cart = JSON.parse(localStorage.getItem("cart") || "[]");
      if (cart.length === 0) return <Navigate to="/" />; return children; }""",
    "cart that sends to the log-in": """export default function Guard({children}) {
      const cart = JSON.parse(localStorage.getItem("cart") || "[]");
      if (!cart.length) return <Navigate to="/einlass" />; return cart.map((x) => x.name); }""",
    "draft": """export default function Guard({children}) { const draft = localStorage.getItem("draft");
      return <form>{draft && <p>{draft}</p>}{children}</form>; }""",
    "dialog beside the page": """import Login from "./Login";
      export default function Guard({children}) { const hint = localStorage.getItem("seen-hint");
      return <>{!hint && <Login />}{children}</>; }""",
    "handler for later": """export default function Guard({children}) { const fav = localStorage.getItem("favourites");
      if (fav) return children; return <button onClick={() => navigate("/einlass")}>log in</button>; }""",
    "in a comment": """// if (!localStorage.getItem("token")) return <Navigate to="/einlass" />
      export default ({children}) => children;""",
    "unknown key": """export default ({children, k}) => localStorage.getItem(k) ? children : <Navigate to="/einlass" />;""",
}


@pytest.mark.parametrize("name", FALSE_FRIENDS)
def test_nothing_else_is_seeded(tmp_path: Path, name: str) -> None:
    assert seeds(guarded(tmp_path, HEAD + FALSE_FRIENDS[name])) == {}


def test_token_is_seeded_and_the_cart_beside_it_is_not(tmp_path: Path) -> None:
    code = """export default function Guard({children}) {
      const user = localStorage.getItem("user"); const cart = JSON.parse(localStorage.getItem("cart") ?? "[]");
      const theme = localStorage.getItem("theme");
      useEffect(() => { localStorage.setItem("theme", theme); localStorage.setItem("cart", JSON.stringify(cart)); });
      if (!user) return <Navigate to="/einlass" />;
      return <main className={theme}>{cart.map((x) => x)}{children}</main>; }"""
    assert list(seeds(guarded(tmp_path, HEAD + code))) == ["localStorage:user"]


def test_log_in_kept_in_memory(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        """import Login from "./Login";
        export default function Guard({children}) { const [user, setUser] = useState(null);
        if (!user) return <Login onDone={setUser} />; return children; }""",
    )
    assert found.seeds == ()
    assert found.memory == "src/Guard.tsx:3"
    assert not found.empty


def test_an_app_without_walls_has_an_empty_plan(tmp_path: Path) -> None:
    found = plan(tmp_path, {"src/App.tsx": "export default () => <p>hello</p>;"})
    assert found == GatePlan()
    assert found.empty


VUE_LOGIN = (
    '<template><form><input type="password" v-model="p"></form></template><script setup>const p = ref("")</script>'
)
VUE_MAIN = """import { createApp } from "vue"; import App from "./App.vue"; import router from "./router";
createApp(App).use(router).mount("#app");"""


def vue(place: Path, files: dict[str, str]) -> GatePlan:
    page = '<!doctype html><div id="app"></div><script type="module" src="/src/main.ts"></script>'
    base = {"index.html": page, "src/main.ts": VUE_MAIN, "src/Login.vue": VUE_LOGIN}
    base["src/App.vue"] = "<template><router-view /></template>"
    return find_gates(project(place, {**base, **files}, library="vue", depends={"vue": "3", "vue-router": "4"}))


VUE_ROUTER = """
import { createRouter, createWebHistory } from "vue-router";
import Login from "./Login.vue";
import Home from "./Home.vue";
const router = createRouter({ history: createWebHistory(), routes: [
  { path: "/tuer", name: "tuer", component: Login }, { path: "/", component: Home, meta: { inside: true } } ] });
%s
export default router;
"""
VUE_GUARDS = {
    "next": """router.beforeEach((to, from, next) => {
      const token = localStorage.getItem("t");
      if (to.meta.inside && !token) { next("/tuer"); } else { next(); } });""",
    "returned path": """router.beforeEach((to) => { if (to.meta.inside && !localStorage.getItem("t")) return "/tuer"; });""",
    "returned place": """router.beforeEach((to) => { if (!localStorage.getItem("t") && to.path !== "/tuer") return { path: "/tuer" }; });""",
}


@pytest.mark.parametrize("name", VUE_GUARDS)
def test_guards_of_vue_router(tmp_path: Path, name: str) -> None:
    files = {"src/router.ts": VUE_ROUTER % VUE_GUARDS[name], "src/Home.vue": "<template><p>home</p></template>"}
    assert list(seeds(vue(tmp_path, files))) == ["localStorage:t"]


def test_pinia_store_behind_a_guard(tmp_path: Path) -> None:
    files = {
        "src/Home.vue": "<template><p>home</p></template>",
        "src/store.ts": """import { defineStore } from "pinia";
        export const useAuth = defineStore("auth", {
          state: () => ({ token: localStorage.getItem("t"), items: JSON.parse(localStorage.getItem("items") || "[]") }),
          getters: { inside: (state) => !!state.token },
        });""",
        "src/router.ts": 'import { useAuth } from "./store";\n'
        + VUE_ROUTER
        % 'router.beforeEach((to) => { const a = useAuth(); if (to.path === "/" && !a.inside) return "/tuer"; });',
    }
    assert list(seeds(vue(tmp_path, files))) == ["localStorage:t"]


def test_template_of_vue_that_shows_the_form_instead(tmp_path: Path) -> None:
    files = {
        "src/router.ts": "export default { install() {} };",
        "src/App.vue": """<script setup>import { ref } from "vue"; import Login from "./Login.vue";
        const user = ref(JSON.parse(localStorage.getItem("u") || "null"));
        const dark = ref(localStorage.getItem("dark"));</script>
        <template><main :class="{ dark }"><Login v-if="!user" @done="user = $event" /><p v-else>hello</p></main></template>""",
    }
    assert list(seeds(vue(tmp_path, files))) == ["localStorage:u"]


def test_svelte_store_and_block(tmp_path: Path) -> None:
    page = '<!doctype html><div id="app"></div><script type="module" src="/src/main.js"></script>'
    files = {
        "index.html": page,
        "src/main.js": 'import App from "./App.svelte"; new App({ target: document.body });',
        "src/session.js": 'import { writable } from "svelte/store";\n'
        'export const user = writable(JSON.parse(localStorage.getItem("u")));',
        "src/Login.svelte": '<form><input type="password"></form>',
        "src/App.svelte": """<script>import { user } from "./session.js"; import Login from "./Login.svelte";</script>
        {#if $user}<p>hello {$user.name}</p>{:else}<Login />{/if}""",
    }
    found = find_gates(project(tmp_path, files, library="svelte", depends={"svelte": "5"}))
    assert list(seeds(found)) == ["localStorage:u"]


def test_next_page_and_cookie_of_a_middleware(tmp_path: Path) -> None:
    files = {
        "app/layout.tsx": "export default ({children}) => <html><body>{children}</body></html>;",
        "app/page.tsx": '"use client"; import { useRouter } from "next/navigation";\n'
        "export default function Page() { const router = useRouter();\n"
        'useEffect(() => { if (!localStorage.getItem("t")) router.push("/tuer"); }, []); return <p>home</p>; }',
        "app/tuer/page.tsx": '"use client"; export default () => <form><input type="password" /></form>;',
        "middleware.ts": """import { NextResponse } from "next/server";
        export function middleware(request) { const session = request.cookies.get("sid")?.value;
          if (!session && request.nextUrl.pathname !== "/tuer") return NextResponse.redirect(new URL("/tuer", request.url)); }""",
    }
    found = find_gates(project(tmp_path, files, framework="next", depends={"next": "16"}))
    assert set(seeds(found)) == {"localStorage:t", "cookie:sid"}
    assert found.login_routes == ("/tuer",)


def test_loader_of_a_data_router(tmp_path: Path) -> None:
    app = """import { createBrowserRouter, RouterProvider, redirect } from "react-router-dom"; import Login from "./Login";
    function inside() { const t = localStorage.getItem("t"); if (!t) throw redirect("/einlass"); return null; }
    const router = createBrowserRouter([{ path: "/einlass", element: <Login /> },
      { path: "/", loader: inside, element: <p>home</p> }]);
    export default () => <RouterProvider router={router} />;"""
    assert list(seeds(plan(tmp_path, {"src/App.tsx": app, "src/Login.tsx": LOGIN}))) == ["localStorage:t"]


def test_service_and_guard_of_angular(tmp_path: Path) -> None:
    files = {
        "src/main.ts": "import './app/guard'; import './app/login.component';",
        "src/index.html": '<body><app-root></app-root><script type="module" src="main.ts"></script></body>',
        "src/app/auth.service.ts": """export class AuthService {
          private readonly KEY = "ng-token";
          signedIn(): boolean { return !!localStorage.getItem("ng-token"); }
          sort(): string { return localStorage.getItem("sort") ?? "name"; } }""",
        "src/app/login.component.ts": """@Component({ template: `<input type="password">` }) export class LoginComponent {}""",
        "src/app/guard.ts": """import { AuthService } from "./auth.service";
        export class Guard { constructor(private auth: AuthService, private router: Router) {}
          canActivate() { if (this.auth.signedIn()) return true; this.router.navigate(["/login"]); return false; } }""",
    }
    found = find_gates(
        project(tmp_path, files, library="angular", framework="angular", depends={"@angular/core": "20"})
    )
    assert list(seeds(found)) == ["localStorage:ng-token"]


def test_slice_of_a_redux_store(tmp_path: Path) -> None:
    found = guarded(
        tmp_path,
        HEAD
        + """import { useSelector } from "react-redux";
        export default function Guard({children}) { const bearer = useSelector((state) => state.auth.bearer);
          if (!bearer) return <Navigate to="/einlass" />; return children; }""",
        slice="""import { createSlice } from "@reduxjs/toolkit";
        const initialState = { bearer: localStorage.getItem("rt"), theme: localStorage.getItem("rtheme") };
        export default createSlice({ name: "auth", initialState, reducers: {} }).reducer;""",
        store='import auth from "./slice"; export const store = configureStore({ reducer: { auth } });',
        main='import "./store"; import App from "./App"; render(<App />);',
    )
    assert list(seeds(found)) == ["localStorage:rt"]


def test_context_of_a_tanstack_route(tmp_path: Path) -> None:
    app = """import { createRouter, createRootRoute, createRoute, redirect, RouterProvider } from "@tanstack/react-router";
    import Login from "./Login";
    const auth = { signedIn: () => localStorage.getItem("tt") !== null };
    const root = createRootRoute(); const login = createRoute({ getParentRoute: () => root, path: "/einlass", component: Login });
    const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <p>home</p>,
      beforeLoad: () => { if (!auth.signedIn()) { throw redirect({ to: "/einlass" }); } } });
    const router = createRouter({ routeTree: root.addChildren([login, home]) });
    export default () => <RouterProvider router={router} />;"""
    found = plan(tmp_path, {"src/App.tsx": app, "src/Login.tsx": LOGIN}, depends={"@tanstack/react-router": "1"})
    assert list(seeds(found)) == ["localStorage:tt"]


def test_layout_of_sveltekit(tmp_path: Path) -> None:
    files = {
        "svelte.config.js": "export default {};",
        "src/app.html": "<body>%sveltekit.body%</body>",
        "src/routes/+layout.js": """import { redirect } from "@sveltejs/kit"; import { browser } from "$app/environment";
        export function load({ url }) { if (browser && !localStorage.getItem("kt") && url.pathname !== "/tor") throw redirect(302, "/tor"); }""",
        "src/routes/+page.svelte": "<h1>home</h1>",
        "src/routes/tor/+page.svelte": '<form><input type="password"></form>',
    }
    depends = {"@sveltejs/kit": "2", "svelte": "5"}
    found = find_gates(project(tmp_path, files, library="svelte", framework="sveltekit", depends=depends))
    assert list(seeds(found)) == ["localStorage:kt"]
    assert found.login_routes == ("/tor",)


def test_pages_of_a_plain_site(tmp_path: Path) -> None:
    files = {
        "index.html": """<h1>home</h1><script>if (!sessionStorage.getItem("in")) location.href = "tor.html";</script>""",
        "tor.html": """<form><input type="password"></form><script>document.forms[0].onsubmit = () => {
          sessionStorage.setItem("in", "1"); location.href = "index.html"; };</script>""",
    }
    found = find_gates(project(tmp_path, files, framework="static", library=None))
    assert seeds(found) == {"sessionStorage:in": "1"}


def test_users_kept_in_storage_are_data_and_not_a_session(tmp_path: Path) -> None:
    code = """export default function Guard({children}) {
      const users = JSON.parse(localStorage.getItem("users") || "[]"); const id = localStorage.getItem("current");
      const user = users.find((one) => one.id === id);
      return user ? children : <Navigate to="/einlass" />; }"""
    assert "localStorage:users" not in seeds(guarded(tmp_path, HEAD + code))


def test_log_in_or_sign_up_is_one_page_and_no_wall(tmp_path: Path) -> None:
    login = """import SignUp from "./SignUp"; import SignIn from "./SignIn";
    export default function Login() { const [fresh, setFresh] = useState(false); return fresh ? <SignUp /> : <SignIn />; }"""
    form = '<form><input type="password" /></form>'
    found = plan(
        tmp_path,
        {
            "src/App.tsx": ROUTES,
            "src/Login.tsx": login,
            "src/SignUp.tsx": f"export default () => {form};",
            "src/SignIn.tsx": f"export default () => {form};",
            "src/Guard.tsx": "export default ({children}) => children;",
        },
    )
    assert found.memory is None
    assert found.login_routes == ("/einlass",)


def test_hostile_sources_end(tmp_path: Path) -> None:
    deep = "export const x = " + "(" * 3000 + "localStorage.getItem('k')" + ")" * 3000 + ";"
    loop = "export const a = b; export const b = a; const k = k; localStorage.getItem(k); " * 200
    fields = [" ".join(f"f{j}: T{(i + j + 1) % 40};" for j in range(40)) for i in range(40)]
    types = "const u = JSON.parse(localStorage.getItem('t')) as T0;" + "".join(
        f"interface T{i} {{ {text} }}" for i, text in enumerate(fields)
    )
    main = "import './deep'; import './loop'; import './types'; import App from './App'; render(<App />);"
    guard = HEAD + "export default ({children}) => children;"
    found = guarded(tmp_path, guard, main=main, deep=deep, loop=loop, types=types)
    assert found.seeds == ()
