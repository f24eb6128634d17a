"""React Router 5, 6 and 7 as elements and as objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from .routing import by_pattern, patterns, routes

RR = "import { BrowserRouter, Routes, Route, Navigate, Outlet } from 'react-router-dom';\n"
RR5 = "import { BrowserRouter, Switch, Route, Redirect } from 'react-router-dom';\n"


def app(body: str, head: str = RR) -> str:
    return f"{head}export default function App() {{ return <BrowserRouter>{body}</BrowserRouter>; }}"


def test_flat_routes_with_place_component_and_catch_all(tmp_path: Path) -> None:
    source = app(
        "<Routes>\n<Route path='/' element={<Home/>}/>\n<Route path='/about/' element={<About/>}/>\n<Route "
        "path='*' element={<Nope/>}/></Routes>"
    )
    found = routes(tmp_path, {"src/App.tsx": source})
    assert patterns(found) == ["/", "/about"]
    assert (found.mode, found.router, found.catch_all, found.notes) == ("path", "react-router", True, ())
    about = found.routes[1]
    assert (about.file, about.line, about.component) == ("src/App.tsx", 4, "About")


def test_nesting_index_layouts_and_nested_rests(tmp_path: Path) -> None:
    source = app("""<Routes>
      <Route element={<Frame/>}>
        <Route path="/" element={<AppLayout/>}>
          <Route index element={<Home/>}/>
          <Route path="team"><Route index element={<Team/>}/><Route path=":id" element={<Member/>}/></Route>
          <Route path="/abs" element={<Abs/>}/>
          <Route path="empty"><Route path="leaf" element={<Leaf/>}/></Route>
          <Route path="shell" element={<ShellLayout/>}><Route path="x" element={<X/>}/></Route>
          <Route path="master" element={<Master/>}><Route path=":id" element={<Detail/>}/></Route>
          <Route path="old"><Route path="*" element={<Nope/>}/></Route>
        </Route>
      </Route></Routes>""")
    found = routes(tmp_path, {"src/App.tsx": source})
    assert patterns(found) == ["/", "/abs", "/empty/leaf", "/master", "/master/:id", "/shell/x", "/team", "/team/:id"]
    assert found.routes[0].index
    assert found.routes[0].component == "Home"
    assert not found.catch_all


def test_constants_enums_templates_members_and_imports(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + """import { ROUTES, Paths, make, default as DEF } from '@/lib/routes';
import * as ns from './lib/more';
const base = '/base';
enum Own { A = '/own' }
class Static { static readonly HOME = '/static'; }
export default () => <BrowserRouter><Routes>
  <Route path={ROUTES.USERS.LIST} element={<A/>}/>
  <Route path={ROUTES['FLAT']} element={<A/>}/>
  <Route path={`${ROUTES.USERS.LIST}/:id`} element={<A/>}/>
  <Route path={base + '/x'} element={<A/>}/>
  <Route path={Paths.Enum} element={<A/>}/>
  <Route path={Own.A} element={<A/>}/>
  <Route path={ns.DEEP} element={<A/>}/>
  <Route path={Static.HOME} element={<A/>}/>
  <Route path={make('made')} element={<A/>}/>
  <Route path={DEF.it} element={<A/>}/>
  <Route path={(ROUTES.TYPED as string)!} element={<A/>}/>
</Routes></BrowserRouter>;""",
        "src/lib/routes.ts": """export enum Paths { Enum = '/enum' }
const own = { USERS: { LIST: '/users' }, FLAT: '/flat' } as const;
export const ROUTES = Object.freeze({ ...own, TYPED: '/typed' } satisfies Record<string, unknown>);
export const make = (name: string) => `/f/${name}`;
export default { it: '/def' };""",
        "src/lib/more/index.ts": "export * from './deep';",
        "src/lib/more/deep.ts": "export const DEEP = '/deep';",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == sorted(
        ["/users", "/flat", "/users/:id", "/base/x", "/enum", "/own", "/deep", "/static", "/f/made", "/def", "/typed"]
    )
    assert found.notes == ()


def test_tables_mapped_to_elements(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + """import table, { more } from './table';
const draw = (list) => list.map((r) => {
  if (r.group) return draw(r.items);
  if (r.layout === '/admin') { return <Route path={r.layout + r.path} element={<r.component/>} key={r.path}/>; }
  return null;
});
export default () => <BrowserRouter><Routes>
  {table.filter(Boolean).map(({ path, element: El }, i) => <Route key={i} path={path} element={<El/>}/>)}
  {more.map((route) => route.page && <Route {...route} element={route.page}/>)}
  {draw(more)}
  {flag && <Route path="/flagged" element={<F/>}/>}
  {flag ? <Route path="/yes" element={<F/>}/> : <Route path="/no" element={<F/>}/>}
  <><Route path="/fragment" element={<F/>}/></>
</Routes></BrowserRouter>;""",
        "src/table.js": """import Users from './pages/Users';
const lazyOne = React.lazy(() => import('./pages/Lazy'));
const extra = [{ path: '/lazy', element: lazyOne }];
export const more = [
  { path: '/page', page: <Page/> }, { path: '/menu-only', label: 'x' },
  { layout: '/admin', path: '/in', component: Inner }, { layout: '/auth', path: '/out', component: Outer },
  { group: 'G', items: [{ layout: '/admin', path: '/grouped', component: Grouped }] },
];
export default [{ path: '/users', element: Users }, ...extra];""",
        "src/pages/Users.jsx": "export default function UsersPage() { return <p/>; }",
        "src/pages/Lazy.jsx": "export default () => null;",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == [
        "/admin/grouped",
        "/admin/in",
        "/flagged",
        "/fragment",
        "/lazy",
        "/no",
        "/page",
        "/users",
        "/yes",
    ]
    known = by_pattern(found)
    assert (known["/lazy"].component, known["/page"].component) == ("Lazy", "Page")
    assert (known["/lazy"].file, known["/admin/in"].component) == ("src/table.js", "Inner")


def test_descendant_routes_in_the_components_own_file(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + """const Admin = lazy(() => import('./admin'));
const Shop = lazy(() => import('./shop/Shop').then((m) => ({ default: m.Shop })));
export default () => <BrowserRouter><Routes>
  <Route path="admin/*" element={<Guard><Admin/></Guard>}/>
  <Route path="/shop/*" element={<Shop/>}/>
  <Route path="/local/*" element={<Local/>}/>
  <Route path="/files/*" element={<Files/>}/>
  <Route path="/*" element={<Rest/>}/>
</Routes></BrowserRouter>;
function Local() { return <Frame><Routes><Route path="/a" element={<A/>}/></Routes></Frame>; }
function Rest() { return <Routes><Route path="home" element={<H/>}/><Route path="*" element={<Nope/>}/></Routes>; }""",
        "src/admin/index.tsx": "export { default } from './Admin';",
        "src/admin/Admin.tsx": RR + "import { Inner } from './Inner'; export default () => <Inner/>;",
        "src/admin/Inner.tsx": RR
        + """export const Inner = () => <Routes><Route index element={<Dash/>}/>
  <Route path="users/:id" element={<U/>}/><Route path="*" element={<Nope/>}/></Routes>;""",
        "src/shop/Shop.tsx": "import { useRoutes } from 'react-router-dom';\nexport function Shop() { "
        "return useRoutes([{ path: 'cart', element: <Cart/> }]); }",
        "src/Files.tsx": "export default () => null;",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/admin", "/admin/users/:id", "/files/*", "/home", "/local/a", "/shop/cart"]
    assert found.catch_all
    assert found.notes == ()


def test_descendants_through_a_catch_all_layout(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR.replace("BrowserRouter", "HashRouter")
        + """const Layout = React.lazy(() => import('./layout/Default'));
export default () =>
<HashRouter><Routes><Route path="/login" element={<Login/>}/><Route path="*" element={<Layout/>}/>
</Routes></HashRouter>;""",
        "src/layout/Default.js": "import { Side, Content } from '../components/index'; export default () => "
        "<><Side/><Content/></>;",
        "src/components/index.js": "import Side from './Side';\nimport Content from './Content'\nexport {\n "
        " Side, Content }",
        "src/components/Side.js": "export default () => <nav/>;",
        "src/components/Content.js": RR
        + """import routes from '../routes';
export default () => <Suspense><Routes>
  {routes.map((r, i) => r.element &&
<Route key={i} path={r.path} exact={r.exact} name={r.name} element={<r.element/>}/>)}
  <Route path="/" element={<Navigate to="dashboard" replace/>}/></Routes></Suspense>;""",
        "src/routes.js": """const Dash = React.lazy(() => import('./views/Dash'));
export default [{ path: '/', exact: true, name: 'Home' }, { path: '/dashboard', name: 'D', element: Dash }];""",
        "src/views/Dash.js": "export default () => null;",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/", "/dashboard", "/login"]
    assert (found.routes[0].redirect, found.mode, found.catch_all) == ("/dashboard", "hash", False)


def test_version_5_with_absolute_paths_guards_and_match(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR5
        + """import Admin from './Admin';
const PrivateRoute = ({ component: C, ...rest }) => <Route {...rest} render={(p) => ok ? <C {...p}/> :
<Redirect to="/login"/>}/>;
export default () => <BrowserRouter><Switch>
  <Route exact path={['/', '/home']} component={Home}/>
  <PrivateRoute path="/me" component={Me}/>
  <Route path="/(terms|privacy)" component={Legal}/>
  <Route path="/admin" component={Admin}/>
  <Redirect exact from="/old" to="/me"/>
  <Route path="/gone" render={() => <Redirect to="/"/>}/>
  <Route path="/wrap"><Frame><Switch><Route path="/wrap/in" component={In}/></Switch></Frame></Route>
  <Route component={NotFound}/>
</Switch></BrowserRouter>;""",
        "src/Admin.js": RR5
        + """export default function AdminLayout({ match }) {
  const { path, url } = useRouteMatch();
  return <Switch><Route exact path={path} component={Dash}/><Route path={`${match.path}/users`} component={Users}/>
    <Route path={`${url}/x/:id`} component={X}/><Route path="/admin/abs" component={Abs}/></Switch>; }""",
    }
    found = routes(tmp_path, files, depends={"react-router-dom": "^5.3.0"})
    assert patterns(found) == [
        "/",
        "/admin",
        "/admin/abs",
        "/admin/users",
        "/admin/x/:id",
        "/gone",
        "/home",
        "/me",
        "/old",
        "/privacy",
        "/terms",
        "/wrap",
        "/wrap/in",
    ]
    known = by_pattern(found)
    assert (known["/old"].redirect, known["/gone"].redirect) == ("/me", "/")
    assert found.catch_all


@pytest.mark.parametrize(
    ("maker", "mode"), [("createBrowserRouter", "path"), ("createHashRouter", "hash"), ("createMemoryRouter", "memory")]
)
def test_data_router_objects_in_their_own_files(tmp_path: Path, maker: str, mode: str) -> None:
    files = {
        "index.html": '<script type="module" src="/src/main.tsx"></script>',
        "src/main.tsx": "import { router } from './router'; render(<RouterProvider router={router}/>);",
        "src/router.tsx": f"""import {{ {maker} as make, redirect }} from 'react-router-dom';
import {{ admin }} from './admin.routes';
export const router = make([
  {{ path: '/', element: <RootLayout/>, errorElement: <Oops/>, children: [
    {{ index: true, Component: Home }},
    {{ path: 'lazy', lazy: () => import('./pages/LazyPage') }},
    {{ path: 'go', loader: () => redirect('/lazy') }},
    {{ path: 'maybe', loader: async () => {{ if (x) {{ return redirect('/no'); }} return null; }}, element: <Maybe/> }},
    {{ element: <Guard/>, children: [{{ path: 'in', element: <In/> }}] }},
    ...admin,
  ] }},
  {{ path: '*', element: <Nope/> }},
], {{ basename: '/base/' }});""",
        "src/admin.routes.tsx": "export const admin: RouteObject[] = [{ path: 'admin', children: [{ index: "
        "true, element: <A/> }, { path: 'u/:id?', element: <U/> }] }];",
        "src/pages/LazyPage.tsx": "export const Component = () => null;",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/", "/admin", "/admin/u/:id?", "/go", "/in", "/lazy", "/maybe"]
    assert (found.mode, found.basename, found.catch_all) == (mode, "/base", True)
    known = by_pattern(found)
    assert (known["/go"].redirect, known["/maybe"].redirect, known["/lazy"].component) == ("/lazy", None, "LazyPage")


def test_routes_from_elements_and_use_routes(tmp_path: Path) -> None:
    elements = """import { createBrowserRouter, createRoutesFromElements, Route } from 'react-router';
const router = createBrowserRouter(createRoutesFromElements(<Route path="/" element={<L/>}><Route path="a"
element={<A/>}/></Route>));
export default () => <RouterProvider router={router}/>;"""
    assert patterns(routes(tmp_path / "e", {"src/App.tsx": elements})) == ["/", "/a"]
    use = """import { useRoutes } from 'react-router-dom';
import { open, closed } from './lists';
export default function App() { return useRoutes(user ? closed : open); }"""
    lists = "export const open = [{ path: '/login', element: <L/> }];\nexport const closed = "
    lists += "[{ path: '/me', element: <M/> }];"
    found = routes(tmp_path / "u", {"src/App.tsx": use, "src/lists.tsx": lists})
    assert patterns(found) == ["/login", "/me"]


def test_hand_written_list_that_grows(tmp_path: Path) -> None:
    source = """import { useRoutes } from 'react-router-dom';
const list = [{ path: '/a', element: <A/> }];
list.push({ path: '/b', element: <B/> });
['c', 'd'].forEach((n) => { list.push({ path: '/' + n, element: <C/> }); });
for (const n of ['e']) list.push({ path: `/${n}`, element: <E/> });
export default function App() { return useRoutes(list); }"""
    assert patterns(routes(tmp_path, {"src/App.tsx": source})) == ["/a", "/b", "/c", "/d", "/e"]


def test_what_source_does_not_tell_is_noted_with_its_place(tmp_path: Path) -> None:
    source = app(
        "<Routes>\n<Route path='/a' element={<A/>}/>\n<Route path={window.PATH} "
        "element={<B/>}/>\n{useMenu().map((r) => <Route path={r.p}/>)}\n</Routes>"
    )
    found = routes(tmp_path, {"src/App.tsx": source})
    assert patterns(found) == ["/a"]
    assert any(note.startswith("src/App.tsx:4: ") and "window.PATH" in note for note in found.notes)
    assert any(note.startswith("src/App.tsx:5: ") for note in found.notes)


def test_mode_and_basename_of_elements(tmp_path: Path) -> None:
    head = "import { HashRouter as Router, BrowserRouter, Routes, Route } from 'react-router-dom';\n"
    hashed = (
        head + "export default () => <Router basename='/in'><Routes><Route path='/' element={<A/>}/></Routes></Router>;"
    )
    found = routes(tmp_path / "h", {"src/App.tsx": hashed})
    assert (found.mode, found.basename) == ("hash", "/in")
    chosen = (
        head + "const R = import.meta.env.PROD ? Router : BrowserRouter;\nexport default () => <R><Routes><Route "
        "path='/' element={<A/>}/></Routes></R>;"
    )
    assert routes(tmp_path / "c", {"src/App.tsx": chosen}).mode == "hash"
    based = (
        RR + "export default () => <BrowserRouter basename={import.meta.env.BASE_URL}><Routes><Route path='/' "
        "element={<A/>}/></Routes></BrowserRouter>;"
    )
    assert routes(tmp_path / "b", {"src/App.tsx": based}, base="/shop/").basename == "/shop"


def test_files_that_nothing_imports_are_left_out_with_a_note(tmp_path: Path) -> None:
    old = RR + "export const Old = () => <Routes><Route path='/old' element={<O/>}/></Routes>;"
    found = routes(
        tmp_path, {"src/App.tsx": app("<Routes><Route path='/' element={<A/>}/></Routes>"), "src/Old.tsx": old}
    )
    assert patterns(found) == ["/"]
    assert [note for note in found.notes if note.startswith("src/Old.tsx:")]


def test_icons_switches_and_comments_are_no_routes(tmp_path: Path) -> None:
    source = (
        RR
        + """import { Route as RouteIcon, Map } from 'lucide-react';
import { Switch } from '@/components/ui/switch';
// <Route path="/commented" element={<X/>}/>
export default () => <BrowserRouter><Routes>
  {/* <Route path="/also" element={<X/>}/> */}
  <Route path="/" element={<Home icon={<RouteIcon className="x"/>}/>}/></Routes><Switch checked/></BrowserRouter>;"""
    )
    other = "import { Route } from 'lucide-react';\nexport const Card = () => <Route path='x' className='h-4'/>;"
    found = routes(tmp_path, {"src/App.tsx": source, "src/Card.tsx": other})
    assert (patterns(found), found.notes) == (["/"], ())


def test_duplicates_keep_the_first_place_and_redirects_give_way(tmp_path: Path) -> None:
    source = app("""<Routes>
<Route path="/a" element={<A/>}/>
<Route path="/a/" element={<Other/>}/>
<Route path="/r" element={<Navigate to="/a"/>}/>
<Route path="/r" element={<Real/>}/></Routes>""")
    found = routes(tmp_path, {"src/App.tsx": source})
    assert [(r.pattern, r.component, r.line) for r in found.routes] == [("/a", "A", 3), ("/r", "Real", 6)]


def test_relative_redirects_are_resolved(tmp_path: Path) -> None:
    source = app("""<Routes><Route path="/s"><Route index element={<Navigate to="one" replace/>}/><Route
path="one" element={<One/>}/>
<Route path="two" element={<Navigate to="../one"/>}/></Route></Routes>""")
    known = by_pattern(routes(tmp_path, {"src/App.tsx": source}))
    assert (known["/s"].redirect, known["/s/two"].redirect) == ("/s/one", "/s/one")


def test_custom_container_and_wrapper_elements(tmp_path: Path) -> None:
    source = (
        RR
        + """const NotFoundRoutes = ({ children }) => <Routes>{children}<Route path="*" element={<Nope/>}/></Routes>;
export default () => <BrowserRouter><NotFoundRoutes>
  <Route path="/one" element={<One/>}/><ProtectedRoute path="/two"
element={<Two/>}/></NotFoundRoutes></BrowserRouter>;"""
    )
    found = routes(tmp_path, {"src/App.tsx": source})
    assert (patterns(found), found.catch_all) == (["/one", "/two"], True)


def test_components_behind_wrappers(tmp_path: Path) -> None:
    source = app("""<Routes>
<Route path="/a" element={<RequireAuth role="x"><Page title="t"/></RequireAuth>}/>
<Route path="/b" element={withAuth(Board)}/>
<Route path="/c" element={<Guard component={Chart}/>}/>
<Route path="/d" element={ok ? <Deep/> : <Navigate to="/login"/>}/>
<Route path="/e" element={<React.Suspense fallback={<Spin/>}><Lib.Page/></React.Suspense>}/></Routes>""")
    known = by_pattern(routes(tmp_path, {"src/App.tsx": source}))
    assert [known[p].component for p in ("/a", "/b", "/c", "/d", "/e")] == [
        "Page",
        "Board",
        "Chart",
        "Deep",
        "Lib.Page",
    ]
    assert known["/d"].redirect is None


def test_a_table_whose_use_cannot_be_followed_is_read_all_the_same(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + """import { createRoutes } from 'some-library';
import { appRoutes } from './routes';
const drawn = createRoutes(load(appRoutes));
export default () => <BrowserRouter><Routes>{drawn}</Routes></BrowserRouter>;""",
        "src/routes.tsx": "export const appRoutes = [{ path: '/', element: <Home/> }, { path: '/a', element: <A/> }];",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/", "/a"]
    assert any("appRoutes" in note for note in found.notes)


def test_a_router_with_nothing_readable_has_the_home_page_and_says_so(tmp_path: Path) -> None:
    found = routes(tmp_path, {"src/App.tsx": app("<Routes>{useServerRoutes()}</Routes>")})
    assert (patterns(found), found.router) == (["/"], "react-router")
    assert found.notes


def test_version_5_rests_below_a_mounted_layout_are_not_the_apps(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR5
        + """import Layout from './Layout';
export default () =>
<BrowserRouter><Switch><Route path="/in" component={Layout}/><Redirect exact from="/" to="/in/a"/>
</Switch></BrowserRouter>;""",
        "src/Layout/package.json": '{"main": "./Frame.js"}',
        "src/Layout/Frame.js": RR5
        + """import routes from '../table';
export default () => <Switch>{routes.map((r, i) =>
<Route key={i} exact path={`/in${r.path}`} component={r.component}/>)}
  <Redirect from="/" to="/in/a"/><Route component={Nope}/></Switch>;""",
        "src/table.js": "export default [{ path: '/a', component: A }, { path: '/b', component: B }];",
    }
    found = routes(tmp_path, files)
    assert (patterns(found), found.catch_all) == (["/", "/in/a", "/in/b"], False)
    anywhere = (
        RR5 + "export default () => <Switch><Route path='/a' component={A}/><Redirect from='/' to='/a'/></Switch>;"
    )
    found = routes(tmp_path / "r", {"src/App.tsx": anywhere})
    assert (patterns(found), found.catch_all, found.routes[0].redirect) == (["/", "/a"], True, "/a")


def test_paths_kept_on_components_and_in_tables_by_path(tmp_path: Path) -> None:
    files = {
        "src/App.tsx": RR
        + """import { Settings } from './Settings';
import { menu } from './menu';
const drawn = [];
for (const path in menu) drawn.push(<Route key={path} path={path} element={<Page/>}/>);
export default () => <BrowserRouter><Routes><Route path={Settings.path} element={<Settings/>}/>{drawn}
  {Object.entries(menu).map(([key, item]) => <Route key={key} path={`/e${key}`} element={item.el}/>)}
  {Object.values(menu).map((item) => <Route path={'/v' + item.at} element={item.el}/>)}</Routes></BrowserRouter>;""",
        "src/Settings.tsx": "export const Settings = () => <p/>;\nSettings.path = '/settings';",
        "src/menu.tsx": "export const menu = { '/one': { at: '/1', el: <One/> }, '/two': { at: '/2', el: <Two/> } };",
    }
    found = routes(tmp_path, files)
    assert patterns(found) == ["/e/one", "/e/two", "/one", "/settings", "/two", "/v/1", "/v/2"]
    assert found.notes == ()


def test_absolute_rest_below_its_parent_is_no_page(tmp_path: Path) -> None:
    source = app(
        "<Routes><Route path='/a' element={<A/>}><Route path='/a/b' element={<B/>}/><Route path='/a/*' "
        "element={<N/>}/></Route></Routes>"
    )
    assert patterns(routes(tmp_path, {"src/App.tsx": source})) == ["/a", "/a/b"]
