"""What each log under ``logs/`` must be told to mean, and the sources it came from.

The logs are real ones, provoked with Vite 7 and 8, Next 15 and 16, CRA 5, Astro 5, SvelteKit 2, Vue and TypeScript 5,
cut to their telling lines; ``{root}`` stands for the project folder.
"""

from __future__ import annotations

from pathlib import Path

LOGS = Path(__file__).parent / "logs"


def log(tool: str, case: str, root: Path) -> str:
    """One case of a log file."""
    text = (LOGS / f"{tool}.log").read_text("utf-8")
    part = text.split(f"=== {case}\n", 1)[1].split("\n=== ", 1)[0]
    return part.replace("{root}", str(root))


def react(line: str = "") -> str:
    """``src/App.tsx`` with one import in line 4."""
    return (
        'import { useState } from "react";\nimport { ShoppingCart } from "lucide-react";\n'
        f'import {{ BrowserRouter, Link }} from "react-router-dom";\n{line}\n'
        'import { cn } from "./lib/utils";\n\nexport default function App() {\n  const [n, setN] = useState(0);\n'
        "  return <ShoppingCart />;\n}\n"
    )


def page(line: str = "") -> str:
    """``app/page.tsx`` or ``src/App.js`` with one import in line 2."""
    return (
        f'import {{ ShoppingCart }} from "lucide-react";\n{line}\nimport {{ cn }} from "../lib/utils";\n\n'
        "export default function Page() {\n  return <main><ShoppingCart /></main>;\n}\n"
    )


def svelte(line: str = "", icons: str = "ShoppingCart") -> str:
    """``src/routes/+page.svelte`` with one import in line 4."""
    return (
        f'<script lang="ts">\n  import {{ {icons} }} from "lucide-svelte";\n'
        f'  import {{ cn, fmt }} from "$lib/nope";\n{line}\n'
        "  let n = $state(0);\n</script>\n<button>{n}</button>\n"
    )


def vue(line: str = "", icons: str = "ShoppingCart", names: str = "cn") -> str:
    """``src/App.vue`` with one import in line 5."""
    return (
        f'<script setup lang="ts">\nimport {{ ref }} from "vue";\nimport {{ {icons} }} from "lucide-vue-next";\n'
        f'import {{ {names} }} from "@/utils";\n{line}\nconst n = ref(0);\n</script>\n\n'
        f"<template>\n  <b>{{{{ n }}}}</b>\n</template>\n"
    )


UTILS = "export const cn = (x: string) => x;\nexport const fmt = 1;\n"
VITE = {
    "index.html": '<script type="module" src="/src/index.tsx"></script>\n',
    "src/main.tsx": '\n\nimport App from "./App";\nimport "./styles.css";\n',
    "src/index.css": '@import "tailwindcss";\n@import "./theme.css";\n',
    "src/lib/utils.ts": UTILS,
    "vite.config.ts": '\nimport tailwindcss from "@tailwindcss/vite";\nexport default [ );\n',
}
ALIAS = (
    'import path from "node:path";\nexport default { resolve: { alias: { "@": path.resolve(__dirname, "./src") } } };\n'
)
BUTTON = 'import { Button } from "@/components/ui/button";'

Case = tuple[str, dict[str, str], str, str | None, str | None]
"""(case, sources, label, code, ``file:line:column``)."""


def _vite(rolldown: bool) -> list[Case]:
    """Cases that Rollup and Rolldown tell alike."""
    app = "src/App.tsx"
    return [
        ("rel", {app: react('import Hero from "./components/Hero";')}, "build:unresolved-import", "C4", f"{app}:4:18"),
        (
            "bare",
            {app: react('import { motion } from "framer-motion";')},
            "build:unresolved-import",
            "C3",
            f"{app}:4:24",
        ),
        ("alias", {app: react(BUTTON)}, "build:unresolved-import", "C5", f"{app}:4:24"),
        ("aliased", {app: react(BUTTON), "vite.config.ts": ALIAS}, "build:unresolved-import", "C5", f"{app}:4:24"),
        ("asset", {app: react('import logo from "./assets/logo.png";')}, "build:asset", "C4", f"{app}:4:18"),
        (
            "icon",
            {app: react('import { ShopingCartt } from "lucide-react";')},
            "build:missing-export",
            "C1",
            f"{app}:4:10",
        ),
        (
            "pkgexp",
            {app: react('import { useHistory } from "react-router-dom";')},
            "build:missing-export",
            "C6",
            f"{app}:4:10",
        ),
        (
            "ownexp",
            {app: react('import { formatPrice } from "./lib/utils";')},
            "build:missing-export",
            "C5",
            f"{app}:4:10",
        ),
        ("owndef", {app: react('import utils from "./lib/utils";')}, "build:missing-export", "C5", f"{app}:4:8"),
        ("subpath", {app: react('import x from "react/nope";')}, "build:missing-export", "C6", f"{app}:4:15"),
        (
            "reexp",
            {"src/lib/index.ts": 'export { nothing } from "./utils";\n', app: react()},
            "build:missing-export",
            "C5",
            "src/lib/index.ts:1:10",
        ),
        ("html", {"index.html": VITE["index.html"]}, "build:unresolved-import", "C4", "index.html:1:27"),
        ("syntax", {app: react() + " " * 100}, "build:syntax", "C7", f"{app}:8:93"),
        (
            "jsinjs",
            {"src/App.js": "export default function App() { return <div>hi</div>; }\n"},
            "build:syntax",
            "C7",
            "src/App.js:1:40",
        ),
        ("json", {"src/data.json": '{"a": 1,}'}, "build:syntax", "C7", f"src/data.json:1:{9 if rolldown else 8}"),
        ("dup", {app: react()}, "build:syntax", "C7", f"{app}:6:7" if rolldown else f"{app}:7:25"),
        ("cssimport", {}, "build:css", "C3", "src/index.css:1:9"),
        ("cssrel", {}, "build:css", "C4", "src/index.css:2:9"),
        ("scss", {"src/index.scss": "b{}"}, "build:css", "C3", "src/index.scss"),
        (
            "postcss",
            {"postcss.config.js": "export default { plugins: { tailwindcss: {} } };"},
            "build:config",
            "C3",
            "postcss.config.js:1:29",
        ),
        ("cfgthrow", {}, "build:env", None, "vite.config.ts"),
        ("cfgsyntax", {}, "build:config", "C7", "vite.config.ts:2:42"),
        ("cfgimport", {}, "build:config", "C3", "vite.config.ts:2:25"),
        ("nohtml", {}, "build:entry", None, None),
    ]


APP, JS = "app/page.tsx", "src/App.js"
CSS, SCSS, TAILWIND = "src/index.css", "src/index.scss", "tailwind.config.js"
LAYER = "@tailwind base;\n@layer base {\n  * { color: red; @apply border-border; }\n}\n"
CASES: dict[str, list[Case]] = {
    "vite7": [
        *_vite(False),
        (
            "caseimp",
            {"src/App.tsx": react('import x from "./lib/Utils";')},
            "build:unresolved-import",
            "C4",
            "src/App.tsx:4:15",
        ),
        ("cssmissing", {}, "build:unresolved-import", "C4", "src/main.tsx:4:8"),
        (
            "pkgdef",
            {"src/App.tsx": react('import Router from "react-router-dom";')},
            "build:missing-export",
            "C6",
            "src/App.tsx:4:8",
        ),
        ("syntax2", {"src/App.tsx": react()}, "build:syntax", "C7", "src/App.tsx:9:1"),
        ("cfgref", {}, "build:config", None, "vite.config.ts"),
    ],
    "vite8": [
        *_vite(True),
        ("syntax3", {}, "build:syntax", "C7", "src/lib/utils.ts:1:30"),
        ("cssbrace", {}, "build:css", "C7", None),
    ],
    "tailwind3": [
        ("apply", {CSS: LAYER}, "build:css", None, f"{CSS}:3:26"),
        ("layer", {CSS: ".a { @apply foo-bar; }\n"}, "build:css", None, f"{CSS}:1:13"),
        (
            "plugin",
            {TAILWIND: 'import animate from "tailwindcss-animate";\n'},
            "build:config",
            "C3",
            f"{TAILWIND}:1:21",
        ),
        ("unclosed", {CSS: "\n.a {"}, "build:css", "C7", f"{CSS}:2:1"),
        ("word", {CSS: "\n.a { color red }"}, "build:css", "C7", f"{CSS}:2:6"),
        ("v4import", {CSS: '@import "tailwindcss";\n'}, "build:css", None, f"{CSS}:1:9"),
        ("scss", {SCSS: "$a: 1px;\n.b { margin: $nope; }\n"}, "build:css", "C7", f"{SCSS}:2:14"),
        ("scssimport", {SCSS: '@use "./variables" as v;\n'}, "build:css", "C4", f"{SCSS}:1:1"),
        ("tla", {}, "build:config", None, None),
    ],
    "tailwind4": [
        ("apply", {CSS: '@import "tailwindcss";\n.a { @apply bg-nope-500; }\n'}, "build:css", None, f"{CSS}:2:13"),
        ("pcapply", {CSS: '@import "tailwindcss";\n.a { @apply bg-nope-500; }\n'}, "build:css", None, f"{CSS}:2:13"),
        ("v3", {CSS: LAYER}, "build:css", None, f"{CSS}:3:26"),
        ("plugin", {CSS: '\n@plugin "tailwindcss-animate";\n'}, "build:css", "C3", f"{CSS}:2:9"),
        ("import", {CSS: '\n@import "tw-animate-css";\n'}, "build:css", "C3", f"{CSS}:2:9"),
        ("config", {CSS: '\n@config "../tailwind.config.js";\n'}, "build:css", "C4", f"{CSS}:2:9"),
        ("unclosed", {CSS: ".a {"}, "build:css", "C7", CSS),
        (
            "direct",
            {"postcss.config.js": "export default { plugins: { tailwindcss: {} } };"},
            "build:config",
            None,
            "postcss.config.js:1:29",
        ),
    ],
    "next16": [
        ("alias", {APP: page(BUTTON)}, "build:unresolved-import", "C5", f"{APP}:2:1"),
        ("bare", {APP: page('import { motion } from "framer-motion";')}, "build:unresolved-import", "C3", f"{APP}:2:1"),
        ("nodejs", {APP: page('import fs from "fs";')}, "build:unresolved-import", "C3", f"{APP}:2:1"),
        (
            "icon",
            {APP: page('import { ShopingCartt } from "lucide-react";')},
            "build:missing-export",
            "C1",
            f"{APP}:2:1",
        ),
        (
            "ownexp",
            {APP: page('import { formatPrice } from "../lib/utils";')},
            "build:missing-export",
            "C5",
            f"{APP}:2:1",
        ),
        ("owndef", {APP: page('import utils from "../lib/utils";')}, "build:missing-export", "C5", f"{APP}:2:1"),
        ("syntax", {APP: page()}, "build:syntax", "C7", f"{APP}:5:16"),
        ("client", {APP: page()}, "build:framework", "C7", f"{APP}:1:10"),
        ("types", {APP: page()}, "types:errors", "types", f"{APP}:6:36"),
        ("nodefault", {"app/about/page.tsx": "export {};\n"}, "types:errors", "types", "app/about/page.tsx"),
        ("prerender", {APP: page()}, "build:prerender", None, APP),
        ("window", {APP: page()}, "build:prerender", None, APP),
        ("suspense", {APP: page()}, "build:prerender", None, APP),
        ("params", {"app/p/[id]/page.tsx": "export {};\n"}, "build:prerender", None, "app/p/[id]/page.tsx"),
        ("env", {APP: page()}, "build:env", None, APP),
        ("font", {APP: page()}, "infra:network", None, None),
        ("css", {"app/globals.css": '@import "tailwindcss";\n'}, "build:css", "C3", "app/globals.css:1:1"),
        ("css2", {"app/globals.css": ".a { color: red;\n.b } }\n"}, "build:css", "C7", "app/globals.css:2:4"),
        ("cfgthrow", {"next.config.mjs": "throw 1\n"}, "build:env", None, "next.config.mjs"),
        ("conflict", {}, "build:config", None, None),
    ],
    "next15": [
        ("alias", {APP: page(BUTTON)}, "build:unresolved-import", "C5", f"{APP}:2:24"),
        (
            "bare",
            {APP: page('import { motion } from "framer-motion";')},
            "build:unresolved-import",
            "C3",
            f"{APP}:2:24",
        ),
        ("rel", {APP: page('import Hero from "./components/Hero";')}, "build:unresolved-import", "C4", f"{APP}:2:18"),
        # webpack only warns; the type check that Next runs stops the build.
        ("icon", {APP: page()}, "types:errors", "types", f"{APP}:2:10"),
        ("ownexp", {APP: page()}, "types:errors", "types", f"{APP}:2:10"),
        ("owndef", {APP: page()}, "types:errors", "types", f"{APP}:2:8"),
        ("types", {APP: page()}, "types:errors", "types", f"{APP}:6:36"),
        ("nodefault", {"app/about/page.tsx": "export {};\n"}, "types:errors", "types", "app/about/page.tsx"),
        ("syntax", {APP: page()}, "build:syntax", "C7", f"{APP}:5:1"),
        ("client", {APP: page()}, "build:framework", "C7", f"{APP}:1:1"),
        ("prerender", {APP: page()}, "build:prerender", None, APP),
        ("suspense", {APP: page()}, "build:prerender", None, APP),
        ("params", {"app/p/[id]/page.tsx": "export {};\n"}, "build:prerender", None, "app/p/[id]/page.tsx"),
        ("font", {APP: page()}, "infra:network", None, None),
        ("css", {"app/globals.css": '@import "tailwindcss";\n'}, "build:css", "C3", "app/globals.css:1:9"),
        ("css2", {"app/globals.css": ".a { color: red;\n.b } }\n"}, "build:css", "C7", "app/globals.css:2:1"),
        ("cfgthrow", {"next.config.mjs": "throw 1\n"}, "build:env", None, "next.config.mjs"),
    ],
    "cra": [
        ("rel", {JS: page('import Hero from "./components/Hero";')}, "build:unresolved-import", "C4", f"{JS}:2:18"),
        ("bare", {JS: page('import { motion } from "framer-motion";')}, "build:unresolved-import", "C3", f"{JS}:2:24"),
        ("alias", {JS: page(BUTTON)}, "build:unresolved-import", "C5", f"{JS}:2:24"),
        ("asset", {JS: page('import logo from "./logo.png";')}, "build:asset", "C4", f"{JS}:2:18"),
        ("outside", {JS: page('import x from "../data";')}, "build:unresolved-import", "C4", f"{JS}:2:15"),
        (
            "icon",
            {JS: page('import { ShopingCartt } from "lucide-react";')},
            "build:missing-export",
            "C1",
            f"{JS}:1:30",
        ),
        (
            "ownexp",
            {JS: page('import { formatPrice } from "./utils";'), "src/utils.js": UTILS},
            "build:missing-export",
            "C5",
            f"{JS}:2:29",
        ),
        (
            "owndef",
            {JS: page('import utils from "./utils";'), "src/utils.js": UTILS},
            "build:missing-export",
            "C5",
            f"{JS}:2:19",
        ),
        ("syntax", {JS: page()}, "build:syntax", "C7", f"{JS}:5:22"),
        ("css", {"src/index.css": ".a { color: red\n.b } }\n"}, "build:css", "C7", "src/index.css:2:6"),
        ("undef", {JS: page()}, "build:lint", None, f"{JS}:6:33"),
        ("hook", {JS: page()}, "build:lint", None, f"{JS}:3:31"),
        ("ci", {JS: page()}, "build:lint", None, f"{JS}:2:10"),
        ("noindex", {}, "build:entry", None, None),
    ],
    "astro": [
        (
            "rel",
            {"src/pages/index.astro": '---\nimport A from "../components/Hero.astro";\n---\n'},
            "build:unresolved-import",
            "C4",
            "src/pages/index.astro:2:15",
        ),
        (
            "bare",
            {"src/pages/index.astro": '---\nimport { x } from "date-fns";\n---\n'},
            "build:unresolved-import",
            "C3",
            "src/pages/index.astro:2:19",
        ),
        ("syntax", {"src/pages/index.astro": "---\n\n\n---\n"}, "build:syntax", "C7", "src/pages/index.astro:3:10"),
        ("syntax2", {"src/components/Card.astro": "---\n---\n"}, "build:syntax", "C7", "src/components/Card.astro"),
        (
            "cfgimport",
            {"astro.config.mjs": 'import { defineConfig } from "astro/config";\nimport react from "@astrojs/react";\n'},
            "build:config",
            "C3",
            "astro.config.mjs:2:19",
        ),
        ("content", {"src/blog/a.md": "---\ntitle: 5\n---\n"}, "build:content", None, "src/blog/a.md"),
        ("paths", {"src/pages/[id].astro": "---\n---\n"}, "build:prerender", None, "src/pages/[id].astro"),
        ("throw", {"src/pages/index.astro": "---\n---\n"}, "build:prerender", None, "src/pages/index.astro"),
    ],
    "svelte": [
        (
            "rel",
            {"src/routes/+page.svelte": svelte('  import X from "./X.svelte";')},
            "build:unresolved-import",
            "C4",
            "src/routes/+page.svelte:4:17",
        ),
        (
            "bare",
            {"src/routes/+page.svelte": svelte('  import { x } from "date-fns";')},
            "build:unresolved-import",
            "C3",
            "src/routes/+page.svelte:4:21",
        ),
        (
            "alias",
            {"src/routes/+page.svelte": svelte()},
            "build:unresolved-import",
            "C5",
            "src/routes/+page.svelte:3:27",
        ),
        (
            "icon",
            {"src/routes/+page.svelte": svelte(icons="ShoppingCart, ShopingCartt")},
            "build:missing-export",
            "C1",
            "src/routes/+page.svelte:2:26",
        ),
        (
            "ownexp",
            {"src/routes/+page.svelte": svelte(), "src/lib/utils.ts": "export const cn = 1;\n"},
            "build:missing-export",
            "C5",
            "src/routes/+page.svelte:3:16",
        ),
        ("syntax", {"src/routes/+page.svelte": svelte()}, "build:syntax", "C7", "src/routes/+page.svelte:6:1"),
        ("runes", {"src/routes/+page.svelte": svelte()}, "build:syntax", "C7", "src/routes/+page.svelte:4:22"),
        (
            "noadapter",
            {"svelte.config.js": 'import adapter from "@sveltejs/adapter-vercel";\n'},
            "build:config",
            "C3",
            "svelte.config.js:1:21",
        ),
        ("prerender", {"src/routes/+page.svelte": svelte()}, "build:prerender", None, "src/routes/+page.svelte"),
        ("link404", {"src/routes/+page.svelte": svelte()}, "build:prerender", None, "src/routes/+page.svelte"),
        ("strict", {}, "build:config", None, "src/routes"),
    ],
    "vue": [
        ("rel", {"src/App.vue": vue('import X from "./X.vue";')}, "build:unresolved-import", "C4", "src/App.vue:5:15"),
        (
            "bare",
            {"src/App.vue": vue('import { createPinia } from "pinia";')},
            "build:unresolved-import",
            "C3",
            "src/App.vue:5:29",
        ),
        (
            "alias",
            {"src/App.vue": vue('import { useCart } from "@/stores/cart";'), "vite.config.ts": ALIAS},
            "build:unresolved-import",
            "C5",
            "src/App.vue:5:25",
        ),
        # The compiled script has other line numbers than the file.
        (
            "icon",
            {"src/App.vue": vue(icons="ShoppingCart, ShopingCartt")},
            "build:missing-export",
            "C1",
            "src/App.vue:3:24",
        ),
        (
            "ownexp",
            {"src/App.vue": vue(names="cn, fmt"), "src/utils.ts": "export const cn = 1;\n"},
            "build:missing-export",
            "C5",
            "src/App.vue:4:14",
        ),
        ("syntax", {"src/App.vue": vue()}, "build:syntax", "C7", "src/App.vue:9:3"),
        ("syntax2", {"src/App.vue": vue()}, "build:syntax", "C7", "src/App.vue:5:16"),
        ("syntax4", {"src/App.vue": vue()}, "build:syntax", "C7", "src/App.vue:9:57"),
    ],
}
"""Log file → its cases."""
