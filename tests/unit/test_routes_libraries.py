"""vue-router, wouter, Solid, preact, Svelte routers, plain pages, home-made routers and none."""

from __future__ import annotations

from pathlib import Path

import pytest

from .routing import by_pattern, patterns, routes

VUE_ENTRY = {
    "index.html": '<div id="app"></div><script type="module" src="/src/main.ts"></script>',
    "src/main.ts": "import router from './router';\ncreateApp(App).use(router).mount('#app');",
    "src/App.vue": "<script setup>import { RouterView } from 'vue-router'</script><template><RouterView/></template>",
}


def test_vue_router_4(tmp_path: Path) -> None:
    files = {
        **VUE_ENTRY,
        "src/router/index.ts": """import { createRouter, createWebHistory } from 'vue-router'
import { admin } from './modules/admin'
import Home from '@/views/Home.vue'
const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: Home, alias: ['/start', '/welcome'] },
  { path: '/user/:id(\\\\d+)', component: () => import('../views/User.vue'), props: true },
  { path: '/old', redirect: '/user/1' },
  { path: '/named', redirect: { name: 'home' } },
  { path: '/called', redirect: () => '/' },
  ...admin,
  { path: '/frame', component: DefaultLayout, children: [
    { path: '', component: Start }, { path: 'leaf', component: Leaf }, { path: '/rooted', component: Rooted } ] },
  { path: '/group', children: [{ path: 'a', components: { default: A, side: B } }] },
  { path: '/shell', component: BasicLayout, children: [{ path: 'only', component: Only }] },
  { path: '/tags/:chapters+', component: Tags },
  { path: '/:pathMatch(.*)*', name: '404', component: NotFound },
]
export default createRouter({ history: createWebHistory(import.meta.env.BASE_URL), routes })""",
        "src/router/modules/admin.ts": "export const admin = [{ path: '/admin', component: () => "
        "import('@/views/Admin.vue') }]",
        "src/views/Home.vue": "<template/>",
        "src/views/Admin.vue": "<template/>",
    }
    found = routes(tmp_path, files, library="vue", base="/v/")
    assert patterns(found) == [
        "/", "/admin", "/called", "/frame", "/frame/leaf", "/group/a", "/named", "/old", "/rooted", "/shell/only",
        "/start", "/tags/*", "/user/:id", "/welcome",
    ]  # fmt: skip
    known = by_pattern(found)
    assert (known["/old"].redirect, known["/named"].redirect, known["/called"].redirect) == ("/user/1", "/", "")
    assert (known["/admin"].component, known["/admin"].file) == ("Admin", "src/router/modules/admin.ts")
    assert (found.mode, found.basename, found.catch_all) == ("path", "/v", True)


def test_vue_router_3_with_tables_added_at_run_time(tmp_path: Path) -> None:
    files = {
        **VUE_ENTRY,
        "src/router/index.ts": """import Vue from 'vue'
import Router from 'vue-router'
import charts from './modules/charts'
export const constantRoutes = [{ path: '/login', component: () => import('@/views/login/index'), hidden: true }]
export const asyncRoutes = [
  { path: '/icon', component: Layout, children: [{ path: 'index', component: Icon }] }, charts,
  { path: 'external', component: Layout, children: [{ path: 'https://example.org/x' }] },
  { path: '*', redirect: '/404', hidden: true }]
export default new Router({ mode: 'history', base: '/b/', routes: constantRoutes })""",
        "src/router/modules/charts.ts": "export default { path: '/charts', component: Layout, redirect: "
        "'noRedirect', children: [{ path: 'line', component: Line }] }",
        "src/permission.ts": "import router from './router'\nrouter.addRoutes(await store.dispatch('generate'))",
        "src/views/login/index.vue": "<template/>",
    }
    files["src/main.ts"] += "\nimport './permission'"
    found = routes(tmp_path, files, library="vue")
    assert patterns(found) == ["/charts/line", "/icon/index", "/login"]
    assert (found.mode, found.basename, found.catch_all) == ("path", "/b", True)
    assert any("added at run time" in note for note in found.notes)


def test_vue_routes_from_a_module_glob(tmp_path: Path) -> None:
    files = {
        **VUE_ENTRY,
        "src/router/index.ts": """import { createRouter, createWebHashHistory } from 'vue-router'
const modules = import.meta.glob('./modules/**/*.ts', { eager: true })
const routes = []
Object.keys(modules).forEach((key) => { routes.push(...modules[key].default) })
export default createRouter({ history: createWebHashHistory(), routes: [{ path: '/', component: Home },
...routes] })""",
        "src/router/modules/a.ts": "export default [{ path: '/a', component: A }]",
        "src/router/modules/sub/b.ts": "export default [{ path: '/b', component: B }]",
    }
    found = routes(tmp_path, files, library="vue")
    assert (patterns(found), found.mode, found.notes) == (["/", "/a", "/b"], "hash", ())


def test_wouter(tmp_path: Path) -> None:
    source = """import { Switch, Route, Router, Redirect } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
function Pages() { return <Switch>
  <Route path="/" component={Home}/>
  <Route path="/users/:id?">{(params) => <User {...params}/>}</Route>
  <Route path="/guarded"><Guard><Secret/></Guard></Route>
  <Route path="/files/*?" component={Files}/>
  <Route path="/app" nest><Route path="/in" component={In}/><Route path="/" component={Start}/></Route>
  <Route path={/^\\/re/} component={Re}/>
  <Route path="/old"><Redirect to="/"/></Route>
  <Route component={NotFound}/></Switch>; }
export default () => <Router hook={useHashLocation} base="/base"><Pages/></Router>;"""
    found = routes(tmp_path, {"src/App.tsx": source})
    assert patterns(found) == ["/", "/app", "/app/in", "/files/*", "/guarded", "/old", "/users/:id?"]
    assert (found.router, found.mode, found.basename, found.catch_all) == ("wouter", "hash", "/base", True)
    known = by_pattern(found)
    assert (known["/guarded"].component, known["/old"].redirect) == ("Secret", "/")
    assert any("src/App.tsx:9" in note for note in found.notes)


def test_wouter_in_a_client_folder(tmp_path: Path) -> None:
    files = {
        "client/index.html": '<script type="module" src="/src/main.tsx"></script>',
        "client/src/main.tsx": "import App from './App';",
        "client/src/App.tsx": "import { Route, Switch } from 'wouter';\nimport Home from "
        "'@/pages/home';\nexport default () => "
        "<Switch><Route path='/' component={Home}/><Route component={N}/></Switch>;",
        "client/src/pages/home.tsx": "export default function Home() { return <p/>; }",
        "server/index.ts": "app.get('/api/x', h);",
        "vite.config.ts": "export default { root: path.resolve(import.meta.dirname, 'client'), resolve: { "
        "alias: { '@': path.resolve(import.meta.dirname, 'client', 'src') } } };",
    }
    found = routes(tmp_path, files)
    assert (patterns(found), found.catch_all, found.notes) == (["/"], True, ())


def test_solid_preact_and_reach(tmp_path: Path) -> None:
    solid = """import { Router, Route } from '@solidjs/router';
export default () => <Router root={Frame}><Route path="/" component={Home}/>
  <Route path="/users" component={Users}><Route path="/" component={List}/><Route path="/:id" component={User}/></Route>
  <Route path={["/a", "/b"]} component={AB}/><Route path="*404" component={Nope}/></Router>;"""
    found = routes(tmp_path / "s", {"src/App.tsx": solid}, library="solid")
    assert (patterns(found), found.router, found.catch_all) == (
        ["/", "/a", "/b", "/users", "/users/:id"],
        "solid-router",
        True,
    )
    preact = """import { LocationProvider, Router, Route } from 'preact-iso';
export default () =>
<LocationProvider><Router><Home path="/"/><Route path="/p/:id?" component={P}/><NotFound default/>
</Router></LocationProvider>;"""
    found = routes(tmp_path / "p", {"src/App.tsx": preact}, library="preact")
    assert (patterns(found), found.router, found.catch_all) == (["/", "/p/:id?"], "preact-iso", True)


def test_svelte_routers(tmp_path: Path) -> None:
    table = """<script>
import Router from 'svelte-spa-router'
import Home from './Home.svelte'
const routes = { '/': Home, '/author/:first/:last?': Author, '*': NotFound }
</script>
<Router {routes}/>"""
    entry = {
        "index.html": '<script type="module" src="/src/main.js"></script>',
        "src/main.js": "import App from './App.svelte'",
    }
    found = routes(tmp_path / "t", {**entry, "src/App.svelte": table}, library="svelte")
    assert (patterns(found), found.mode, found.catch_all) == (["/", "/author/:first/:last?"], "hash", True)
    assert found.routes[0].line == 4
    elements = """<script>import { Router, Route } from "svelte-routing";</script>
<Router basepath="/app"><Route path="/" component={Home}/><Route path="blog/:id"><Blog/></Route>
<!-- <Route path="gone"/> --><Route path="about"><About/></Route><Route path="*">404</Route></Router>"""
    found = routes(tmp_path / "e", {**entry, "src/App.svelte": elements}, library="svelte")
    assert (patterns(found), found.mode, found.basename, found.catch_all) == (
        ["/", "/about", "/blog/:id"],
        "path",
        "/app",
        True,
    )
    assert found.routes[2].component == "Blog"


def test_plain_pages(tmp_path: Path) -> None:
    page = "<!doctype html><html><body><p>x</p></body></html>"
    files = dict.fromkeys(("index.html", "about.html", "docs/index.html", "docs/a.html", "404.html"), page) | {
        "parts/menu.html": "<nav>a fragment</nav>",
        "moved.html": '<html><head><meta http-equiv="refresh" content="0; url=about.html"></head></html>',
        "node_modules/x/index.html": page,
    }
    found = routes(tmp_path, files, framework="static", manifest="index.html", library=None)
    assert patterns(found) == ["/", "/about.html", "/docs/", "/docs/a.html", "/moved.html"]
    assert (found.mode, found.router, found.catch_all) == ("files", "html", True)
    assert by_pattern(found)["/moved.html"].redirect == "about.html"


def test_bundled_pages_are_the_ones_the_configuration_names(tmp_path: Path) -> None:
    page = "<!doctype html><html><body></body></html>"
    files = {"index.html": page, "admin/index.html": page, "email.html": page}
    config = "export default { build: { rollupOptions: { input: { main: 'index.html', "
    config += "admin: resolve(__dirname, 'admin/index.html') } } } };"
    assert patterns(routes(tmp_path / "m", {**files, "vite.config.js": config})) == ["/", "/admin/"]
    assert patterns(routes(tmp_path / "s", files)) == ["/"]


def test_bundled_pages_in_a_root_of_their_own_are_templates(tmp_path: Path) -> None:
    part = "{{> head }}<main>Text</main>"
    files = {f"site/pages/{name}.html": part for name in ("index", "about", "spare")} | {"site/parts/head.html": part}
    config = "export default { root: './site/pages', build: { rollupOptions: { input: ["
    config += "// 'site/pages/spare.html'\n resolve(here, 'site/pages/index.html'), `${root}/about.html`] } } };"
    assert patterns(routes(tmp_path, {**files, "vite.config.mjs": config})) == ["/", "/about.html"]


@pytest.mark.parametrize(
    ("source", "mode", "expected"),
    [
        (
            (
                "if (window.location.pathname === '/about') show(About); else if ('/team' == location.pathname) "
                "show(Team);"
            ),
            "path",
            ["/about", "/team"],
        ),
        (
            "const path = location.hash.slice(1); switch (path) { case '/': a(); break; case '/cart': b(); }",
            "hash",
            ["/", "/cart"],
        ),
        (
            "addEventListener('hashchange', go); if (route === '#/one' || route === '#/two') x();",
            "hash",
            ["/one", "/two"],
        ),
        (
            (
                "const routes = { '/': Home, '/faq': Faq }; const View = routes[window.location.pathname] ?? "
                "Home; history.pushState({}, '', x);"
            ),
            "path",
            ["/", "/faq"],
        ),
        (
            "const [page, setPage] = useState('home'); switch (page) { case 'home': a(); case 'cart': b(); }",
            "none",
            ["/"],
        ),
        (
            "fetch('/api/a'); const links = ['/x', '/y']; if (kind === '/x') z(); console.log(location.hash);",
            "none",
            ["/"],
        ),
        (
            (
                "// if (location.pathname === '/a' || location.pathname === '/b')\nconst s = "
                "\"location.pathname === '/c'\";"
            ),
            "none",
            ["/"],
        ),
    ],
)
def test_home_made_routers_and_none(tmp_path: Path, source: str, mode: str, expected: list[str]) -> None:
    found = routes(tmp_path, {"src/App.tsx": source + "\nexport default () => <p/>;"})
    assert (found.mode, patterns(found), found.router) == (mode, expected, None)
    assert bool(found.notes) is (mode != "none")


def test_libraries_from_a_content_network(tmp_path: Path) -> None:
    page = """<!doctype html><html><body><div id="root"></div><script type="text/babel">
const { HashRouter, Routes, Route } = ReactRouterDOM;
const App = () => <HashRouter><Routes><Route path="/" element={<Home/>}/><Route path="/cart"
element={<Cart/>}/></Routes></HashRouter>;
</script></body></html>"""
    found = routes(tmp_path / "r", {"index.html": page}, framework="static", library=None)
    assert (patterns(found), found.mode, found.router) == (["/", "/cart"], "hash", "react-router")
    vue = """<!doctype html><html><body><div id="app"></div><script>
const routes = [{ path: '/', component: Home }, { path: '/about', component: About }];
const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes });
</script></body></html>"""
    found = routes(tmp_path / "v", {"index.html": vue}, framework="static", library=None)
    assert (patterns(found), found.mode, found.router) == (["/", "/about"], "hash", "vue-router")


def test_angular_with_lazy_children(tmp_path: Path) -> None:
    files = {
        "src/index.html": '<base href="/ng/"><app-root></app-root>',
        "src/main.ts": "import { appConfig } from './app/app.config';",
        "src/app/app.config.ts": """import { provideRouter, withHashLocation } from '@angular/router';
import { routes } from './app.routes';
export const appConfig = { providers: [provideRouter(routes, withHashLocation())] };""",
        "src/app/app.routes.ts": """export const routes: Routes = [
  { path: '', redirectTo: 'home', pathMatch: 'full' },
  { path: '', component: DefaultLayoutComponent, children: [
    { path: 'home', loadComponent: () => import('./home.component').then((m) => m.HomeComponent) },
    { path: 'users', loadChildren: () => import('./users/routes').then((m) => m.routes) },
    { path: 'old', loadChildren: () => import('./old/old.module').then((m) => m.OldModule) } ] },
  { path: '**', component: NotFound }];""",
        "src/app/users/routes.ts": "export const routes: Routes = [{ path: '', component: List }, { path: "
        "':id', component: One }];",
        "src/app/old/old.module.ts": "import { OldRoutes } from './old-routing.module';\n@NgModule({ "
        "imports: [OldRoutes] })\nexport class OldModule {}",
        "src/app/old/old-routing.module.ts": "const routes = [{ path: 'thing', component: Thing "
        "}];\n@NgModule({ imports: [RouterModule.forChild(routes)] })\nexport class OldRoutes {}",
    }
    found = routes(tmp_path, files, framework="other", library="angular")
    assert patterns(found) == ["/", "/home", "/old/thing", "/users", "/users/:id"]
    assert (found.mode, found.router, found.basename, found.catch_all) == ("hash", "angular", "/ng", True)
    assert found.routes[0].redirect == "/home"


def test_umi_table(tmp_path: Path) -> None:
    table = """export default [
  { path: '/user', layout: false, routes: [{ path: '/user/login', component: './Login' }, { path: '/user/*',
component: './404' }] },
  { path: '/', redirect: '/welcome' }, { path: '/welcome', component: './Welcome' },
  { path: '/admin', routes: [{ path: 'sub', component: './Sub' }] }, { path: '*', component: './404' }];"""
    found = routes(tmp_path, {"config/routes.ts": table}, framework="other", depends={"@umijs/max": "4"})
    assert patterns(found) == ["/", "/admin/sub", "/user/login", "/welcome"]
    assert (found.router, found.catch_all, found.routes[0].redirect) == ("umi", True, "/welcome")


def test_a_router_without_reader_is_named(tmp_path: Path) -> None:
    found = routes(tmp_path, {"src/App.tsx": "export default () => <Admin/>;"}, depends={"react-admin": "5"})
    assert (patterns(found), found.mode) == (["/"], "none")
    assert any("react-admin" in note for note in found.notes)
