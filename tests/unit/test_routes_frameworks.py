"""Routers that read folders: Next, SvelteKit, Astro, Nuxt, React Router's framework mode, TanStack Router."""

from __future__ import annotations

from pathlib import Path

import pytest

from .routing import by_pattern, patterns, routes

PAGE = "export default function Page() { return <main/>; }"


def test_next_app_folder(tmp_path: Path) -> None:
    pages = [
        "page.tsx",
        "(shop)/cart/page.jsx",
        "(shop)/(deep)/sale/page.js",
        "product/[id]/page.tsx",
        "docs/[...slug]/page.tsx",
        "wiki/[[...path]]/page.tsx",
        "test/page.tsx",
        "build/page.tsx",
        "post/page.mdx",
        "@modal/(.)photo/[id]/page.tsx",
        "photo/[id]/page.tsx",
        "(..)up/page.tsx",
        "_private/page.tsx",
        "board/@left/inner/page.tsx",
        "panel/@left/inner/page.tsx",
    ]
    files = {f"src/app/{page}": PAGE for page in pages} | {
        "src/app/layout.tsx": PAGE,
        "src/app/api/users/route.ts": "export function GET() {}",
        "src/app/panel/default.tsx": PAGE,
        "src/app/home/page.tsx": "import { redirect } from 'next/navigation';\nexport default function "
        "Home() { redirect('/cart'); }",
        "src/app/gate/page.tsx": "export default async function G() { if (!ok) { redirect('/login'); } return <p/>; }",
        "src/app/not-found.tsx": PAGE,
        "next.config.mjs": "const base = '/site';\nexport default { basePath: base };",
    }
    found = routes(tmp_path, files, framework="next")
    assert patterns(found) == [
        "/", "/build", "/cart", "/docs/*", "/gate", "/home", "/panel/inner", "/photo/:id", "/post", "/product/:id",
        "/sale", "/test", "/wiki", "/wiki/*",
    ]  # fmt: skip
    assert (found.mode, found.router, found.basename, found.catch_all) == ("files", "next-app", "/site", True)
    known = by_pattern(found)
    assert (known["/home"].redirect, known["/gate"].redirect) == ("/cart", None)
    assert (known["/cart"].file, known["/cart"].component) == ("src/app/(shop)/cart/page.jsx", "Page")


def test_next_pages_folder(tmp_path: Path) -> None:
    pages = [
        "index.tsx",
        "about.js",
        "blog/index.tsx",
        "blog/[slug].tsx",
        "[...rest].tsx",
        "user/[id]/edit.tsx",
        "404.tsx",
        "500.js",
    ]
    files = {f"pages/{page}": PAGE for page in [*pages, "_app.tsx", "_document.tsx", "api/hello.ts", "blog.test.tsx"]}
    found = routes(tmp_path, files, framework="next")
    assert patterns(found) == ["/", "/about", "/blog", "/blog/:slug", "/user/:id/edit"]
    assert (found.router, found.catch_all) == ("next-pages", True)


def test_a_vite_app_that_only_lists_next_is_no_next_app(tmp_path: Path) -> None:
    files = {"src/pages/Index.tsx": PAGE, "src/App.tsx": "export default () => <p/>;"}
    assert routes(tmp_path, files, depends={"next": "14", "vite": "5"}).router is None


def test_sveltekit(tmp_path: Path) -> None:
    folders = ["", "(app)/board", "a/[id]", "b/[[lang]]/c", "d/[...rest]", "e/[n=integer]", "x-[y]", "test"]
    files = {f"src/routes/{folder}/+page.svelte".replace("//", "/"): "<h1>x</h1>" for folder in folders} | {
        "src/routes/reset/+page@.svelte": "<h1/>",
        "src/routes/api/+server.ts": "export const GET = () => {};",
        "src/routes/+layout.svelte": "<slot/>",
        "src/routes/go/+page.svelte": "<h1/>",
        "src/routes/go/+page.server.ts": "import { redirect } from '@sveltejs/kit';\nexport const load = () "
        "=> { redirect(307, '/board'); };",
        "svelte.config.js": "export default { kit: { paths: { base: '/base' } } };",
    }
    found = routes(tmp_path, files, framework="sveltekit")
    assert patterns(found) == [
        "/",
        "/a/:id",
        "/b/:lang?/c",
        "/board",
        "/d/*",
        "/e/:n",
        "/go",
        "/reset",
        "/test",
        "/x-:y",
    ]
    assert by_pattern(found)["/go"].redirect == "/board"
    assert (found.mode, found.router, found.basename) == ("files", "sveltekit", "/base")


def test_astro(tmp_path: Path) -> None:
    pages = [
        "index.astro",
        "about.md",
        "blog/index.mdx",
        "blog/[slug].astro",
        "docs/[...path].astro",
        "_part.astro",
        "404.astro",
    ]
    files = {f"src/pages/{page}": "---\n---\n<p/>" for page in pages} | {
        "src/pages/rss.xml.js": "export const GET = 1;",
        "src/pages/data.ts": "export const GET = 1;",
        "src/pages/[lang]/index.astro": "<p/>",
        "astro.config.mjs": "export default defineConfig({ base: 'docs' , site: 'https://x' });",
    }
    found = routes(tmp_path, files, framework="astro")
    assert patterns(found) == ["/", "/:lang", "/about", "/blog", "/blog/:slug", "/docs/*"]
    assert (found.mode, found.catch_all, found.basename) == ("files", True, "/docs")


def test_nuxt_and_generated_vue_pages(tmp_path: Path) -> None:
    names = [
        "index.vue",
        "about.vue",
        "users/[id].vue",
        "users.vue",
        "users/index.vue",
        "[[lang]]/x.vue",
        "docs/[...slug].vue",
        "(g)/in.vue",
    ]
    files = {f"pages/{name}": "<template><p/></template>" for name in names} | {
        "pages/moved.vue": "<script setup>\ndefinePageMeta({ redirect: '/about', middleware: ['x'] })\n</script>",
        "pages/[...all].vue": "<template/>",
    }
    found = routes(tmp_path / "n", files, framework="other", depends={"nuxt": "3"})
    assert patterns(found) == ["/", "/:lang?/x", "/about", "/docs/*", "/in", "/moved", "/users", "/users/:id"]
    assert (found.router, found.catch_all, by_pattern(found)["/moved"].redirect) == ("nuxt", True, "/about")
    generated = {
        "index.html": '<script type="module" src="/src/main.ts"></script>',
        "src/main.ts": "import { createRouter, createWebHashHistory } from 'vue-router';\nimport { routes } "
        "from 'vue-router/auto-routes';\ncreateRouter({ history: createWebHashHistory(), routes });",
        "src/pages/index.vue": "<template/>",
        "src/pages/users.[id].vue": "<template/>",
    }
    found = routes(tmp_path / "v", generated, library="vue")
    assert (patterns(found), found.mode) == (["/", "/users/:id"], "hash")


def test_react_router_framework_configuration(tmp_path: Path) -> None:
    files = {
        "app/routes.ts": """import { type RouteConfig, route, index, layout, prefix } from '@react-router/dev/routes';
const extra = [route('extra', './pages/extra.tsx')];
export default [
  index('pages/home.tsx'),
  route('about', 'pages/about.tsx'),
  layout('pages/frame.tsx', [route('in', 'pages/in.tsx'), ...prefix('deep', [index('pages/deep.tsx'),
route(':id', 'pages/one.tsx')])]),
  route('parent', 'pages/parent.tsx', [route('child', 'pages/child.tsx')]),
  route('api/data', 'pages/data.ts'),
  route('go', 'pages/go.ts'),
  ...extra,
  route('*', 'pages/nope.tsx'),
] satisfies RouteConfig;""",
        "app/pages/data.ts": "export const loader = () => ({});",
        "app/pages/go.ts": "import { redirect } from 'react-router';\nexport const loader = () => redirect('/about');",
    }
    files |= {
        f"app/pages/{n}.tsx": PAGE
        for n in ("home", "about", "frame", "in", "deep", "one", "parent", "child", "extra", "nope")
    }
    found = routes(tmp_path, files, depends={"@react-router/dev": "7"})
    assert patterns(found) == ["/", "/about", "/deep", "/deep/:id", "/extra", "/go", "/in", "/parent", "/parent/child"]
    assert by_pattern(found)["/go"].redirect == "/about"
    assert (found.mode, found.catch_all) == ("path", True)


def test_flat_file_routes(tmp_path: Path) -> None:
    names = [
        "_index.tsx", "about.tsx", "users.$id.tsx", "_auth.login.tsx", "_auth.tsx", "teams_.new.tsx", "($lang).faq.tsx",
        "files.$.tsx", "robots[.]txt.tsx", "$.tsx", "shop.tsx", "shop._index.tsx",
    ]  # fmt: skip
    files = {f"app/routes/{name}": PAGE for name in names} | {
        "app/routes/blog.post/route.tsx": PAGE,
        "app/routes/blog.post/part.tsx": PAGE,
        "app/routes/resource.ts": "export const loader = () => null;",
        "app/routes.ts": "import { flatRoutes } from '@react-router/fs-routes';\nexport default flatRoutes();",
    }
    found = routes(tmp_path, files, depends={"@react-router/dev": "7"})
    assert patterns(found) == [
        "/", "/:lang?/faq", "/about", "/blog/post", "/files/*", "/login", "/robots.txt", "/shop", "/teams/new",
        "/users/:id",
    ]  # fmt: skip
    assert found.catch_all


def test_tanstack_file_routes(tmp_path: Path) -> None:
    ids = {
        "__root.tsx": None, "index.tsx": "/", "about.tsx": "/about", "_frame.tsx": "/_frame",
        "_frame/in.tsx": "/_frame/in",
        "_frame/index.tsx": "/_frame/", "posts.tsx": "/posts", "posts.index.tsx": "/posts/",
        "posts.$id.tsx": "/posts/$id",
        "posts_.$id.edit.tsx": "/posts_/$id/edit", "(group)/grouped.tsx": "/(group)/grouped", "files.$.tsx": "/files/$",
        "-part.tsx": None, "{-$lang}.faq.tsx": "/{-$lang}/faq", "$.tsx": "/$",
    }  # fmt: skip
    head = "import { createFileRoute, redirect } from '@tanstack/react-router';\n"
    files = {
        f"src/routes/{name}": head
        + (f"export const Route = createFileRoute('{path}')({{ component: Shown }});" if path else "")
        for name, path in ids.items()
    }
    files["src/routes/go.tsx"] = (
        head
        + "export const Route = createFileRoute('/go')({ beforeLoad: () => { throw redirect({ to: '/about' }); } });"
    )
    files["src/routes/api.x.ts"] = (
        head + "export const Route = createFileRoute('/api/x')({ server: { handlers: {} } });"
    )
    found = routes(tmp_path, files)
    assert patterns(found) == [
        "/", "/:lang?/faq", "/about", "/files/*", "/go", "/grouped", "/in", "/posts", "/posts/:id", "/posts/:id/edit",
    ]  # fmt: skip
    assert (found.router, found.mode, found.catch_all) == ("tanstack-router", "path", True)
    assert by_pattern(found)["/go"].redirect == "/about"


@pytest.mark.parametrize(("history", "mode"), [("", "path"), ("createHashHistory()", "hash")])
def test_tanstack_routes_in_code(tmp_path: Path, history: str, mode: str) -> None:
    source = f"""import {{ createRootRoute, createRoute, createRouter,
createHashHistory as unused }} from '@tanstack/react-router';
const root = createRootRoute({{ component: Root }});
const home = createRoute({{ getParentRoute: () => root, path: '/', component: Home }});
const posts = createRoute({{ getParentRoute: () => root, path: 'posts', component: Posts }});
const post = createRoute({{ getParentRoute: () => posts, path: '$id', component: Post }});
const frame = createRoute({{ getParentRoute: () => root, id: '_frame', component: Frame }});
const inner = createRoute({{ getParentRoute: () => frame, path: '/inner', component: () => <Inner/> }});
const tree = root.addChildren([home, posts.addChildren([post]), frame.addChildren([inner])]);
export const router = createRouter({{ routeTree: tree, basepath: '/b'{", history: " + history if history else ""} }});
export default () => <RouterProvider router={{router}}/>;""".replace(
        "createHashHistory as unused", "createHashHistory" if history else "Link"
    )
    found = routes(tmp_path, {"src/App.tsx": source})
    assert [(r.pattern, r.component) for r in found.routes] == [
        ("/", "Home"), ("/inner", "Inner"), ("/posts", "Posts"), ("/posts/:id", "Post"),
    ]  # fmt: skip
    assert (found.mode, found.basename) == (mode, "/b")
