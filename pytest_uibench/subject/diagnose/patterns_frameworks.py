"""Messages of styles, frameworks, linters and scripts (see patterns.py), and warnings of missing exports."""

from __future__ import annotations

from .findings import Pattern, pattern
from .patterns import EXPORTS

_SOURCE = r"[^\s:()\"'`]+?\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx?)"
_STYLE = r"[^\s:()\"'`]+?\.(?:css|scss|sass|less|styl|pcss)"

STYLES: tuple[Pattern, ...] = (
    # Tailwind 3, Tailwind 4 (its Vite plugin, its PostCSS plugin)
    pattern(
        "css",
        rf"^(?:\[[\w:-]+\] )?\[postcss\] (?:\w+: )?(?P<file>{_STYLE}):(?P<line>\d+):(?P<column>\d+): "
        r"(?P<say>(?:The `(?P<symbol>[^`]+)` class does not exist)[^\n]*)",
        rank=0,
    ),
    pattern(
        "css",
        rf"^.*?(?P<say>Cannot apply unknown utility class `(?P<symbol>[^`]+)`)[^\n]*\n(?:file: (?P<file>{_STYLE}))",
        rank=0,
    ),
    pattern(
        "css",
        r"^.*postcss-import: \S*node_modules/(?P<spec>tailwindcss)/lib/index\.js:\d+:\d+: (?P<say>Unknown word[^\n]*)"
        rf"\nfile: (?P<file>{_STYLE})",
        rank=0,
    ),
    pattern(
        "css",
        rf"^(?:\[[\w:-]+\] )?(?P<say>\[sass\] [^\n]+)\n(?:[^\n]*\n){{0,12}}? +(?P<file>{_STYLE}) "
        r"(?P<line>\d+):(?P<column>\d+) +",
        rank=0,
    ),
    pattern(
        "css",
        rf"^(?P<say>.*\[postcss\].*ENOENT: no such file or directory, open '(?P<spec>[^']+)')"
        rf"\n(?:file: (?P<file>{_STYLE}))?",
    ),
    pattern(
        "css",
        rf"^\[plugin vite:css\] (?P<file>{_STYLE})[^\n]*\n(?P<say>.*ENOENT: no such file or "
        rf"directory, open '(?P<spec>[^']+)')",
        rank=0,
    ),
    pattern(
        "css",
        rf"^(?P<say>.*Preprocessor dependency \"(?P<spec>[^\"]+)\" not found)[^\n]*\n(?:file: (?P<file>{_STYLE}))?",
    ),
    pattern(
        "css",
        rf"^\[plugin vite:css\] (?P<file>{_STYLE})\n(?P<say>.*Preprocessor dependency \"(?P<spec>[^\"]+)\" not found)",
        rank=0,
    ),
    pattern(
        "css",
        rf"^(?P<say>.*\[@tailwindcss/vite[^\]]*\] (?:Can't resolve '(?P<spec>[^']+)' in "
        rf"'[^']*'|[^\n]+))\n(?:file: (?P<file>{_STYLE}))?",
    ),
    pattern(
        "css",
        rf"^(?P<say>.*(?:Can't find|Failed to find|Cannot find) (?:stylesheet to import|'"
        rf"(?P<spec>[^']+)')[^\n]*)\n(?:[^\n]*\n){{0,8}}? *(?P<file>{_STYLE})[ :]"
        rf"(?P<line>\d+):(?P<column>\d+)",
    ),
    pattern(
        "css",
        rf"^(?:\[[\w:-]+\] )?\[(?:postcss|sass|less)\] (?P<file>{_STYLE}):(?P<line>\d+):"
        rf"(?P<column>\d+): (?P<say>[^\n]+)",
    ),
    pattern("css", rf"^\[plugin vite:css\] (?P<file>{_STYLE}):(?P<line>\d+):(?P<column>\d+)\n(?P<say>[^\n]+)"),
    pattern(
        "css",
        rf"^(?P<say>(?:\[[\w:-]+\] )?\[(?:postcss|sass|less)\] [^\n]+)(?:\n(?:[^\n]*"
        rf"\n){{0,12}}?file: (?P<file>{_STYLE})(?::(?P<line>\d+):(?P<column>\d+))?)?",
        rank=2,
    ),
    pattern("css", r"^(?P<say>.*\[lightningcss(?: minify)?\] [^\n]+)"),
    pattern(
        "css",
        rf"^(?:\./)?(?P<file>{_STYLE}):(?P<line>\d+):(?P<column>\d+)\n(?:Error: )?Parsing CSS "
        rf"source code failed\n(?:[^\n]*\|[^\n]*\n|\s*\n)*(?P<say>[^\n|]+)$",
    ),
    pattern("css", rf"^Syntax error: (?P<file>{_STYLE}) (?P<say>[^\n]+?) \((?P<line>\d+):(?P<column>\d+)\)"),
    pattern(
        "css",
        rf"^\./(?P<file>{_STYLE})(?:\.webpack[^\n]*)?\n(?:[^\n]*\n){{0,3}}?(?:Syntax error: "
        rf"\S+ )?(?P<say>(?:CssSyntaxError|SyntaxError|Syntax error|Unexpected|Unknown"
        rf"|Unclosed|The `)[^\n]*?)(?: \((?P<line>\d+):(?P<column>\d+)\))?$",
    ),
    pattern(
        "css",
        rf"^(?:CssSyntaxError: )?(?:[\w-]+: )?(?P<file>{_STYLE}):(?P<line>\d+):(?P<column>\d+): (?P<say>[^\n]+)",
        rank=2,
    ),
)

FRAMEWORKS: tuple[Pattern, ...] = (
    # Next: Turbopack, then webpack with SWC
    pattern(
        "framework",
        rf"^(?:\./)?(?P<file>{_SOURCE}):(?P<line>\d+):(?P<column>\d+)\n(?:Error: )?(?P<say>You(?:'re| are)[^\n]+)",
    ),
    pattern(
        "framework",
        rf"^\./(?P<file>{_SOURCE})\n(?:Error: +)?(?:\s*[x\u00d7] +)?(?P<say>You(?:'re| are)[^\n]+"
        rf"(?:\n *\|[^\n]+)?)(?:\n[^\n]*){{0,4}}?\n? *[,╭][-─]\[(?:[^\]\n]*?):"
        rf"(?P<line>\d+):(?P<column>\d+)\]",
    ),
    pattern(
        "syntax",
        rf"^(?:\./)?(?P<file>{_SOURCE}):(?P<line>\d+):(?P<column>\d+)\n(?:Error: )?(?!Module "
        rf"not found|Export \S+ doesn't|Parsing|You(?:'re| are)|Type error|Attempted)"
        rf"(?P<say>[^\n]+)\n(?:[^\n]*\n){{0,12}}?(?:Parsing ecmascript source code failed"
        rf"|Ecmascript file had an error)",
    ),
    pattern(
        "syntax",
        rf"^\./(?P<file>{_SOURCE})\n(?:Error: +)?\s*[x\u00d7] +(?!You(?:'re| are))(?P<say>[^\n]+)\n "
        rf"*[,╭][-─]\[(?:[^\]\n]*?):(?P<line>\d+):(?P<column>\d+)\]",
    ),
    pattern(
        "syntax",
        rf"^\./(?P<file>{_SOURCE})(?: (?P<line>\d+):(?P<column>\d+))?\n(?P<say>Module parse failed: [^\n]+)",
        zero=True,
    ),
    pattern(
        "syntax",
        rf"^(?P<file>{_SOURCE})\n *Syntax error: (?P<say>[^\n]+?) \((?P<line>\d+):(?P<column>\d+)\)(?: \(\d+:\d+\))?$",
        zero=True,
    ),
    pattern(
        "prerender",
        r"^Error occurred prerendering page \"(?P<source>[^\"]+)\"[^\n]*\n+(?:Error: )?"
        r"(?P<say>(?!Export encountered)[^\n]+)",
        rank=2,
    ),
    pattern(
        "prerender",
        r"^ *(?:\u2a2f )?(?P<say>\S+\(\) should be wrapped in a suspense boundary at page \"(?P<source>[^\"]+)\")",
        rank=1,
    ),
    pattern(
        "prerender",
        r"^ *\[?(?:Error: )?(?P<say>Page \"(?P<source>[^\"]+)\" is missing "
        r"\"generateStaticParams\(\)\"[^\n]*?)(?:\. See more.*|\.?\])?$",
    ),
    pattern(
        "prerender", r"^(?:Error: )?(?P<say>Page \"(?P<source>[^\"]+)\" (?:couldn't be|with `dynamic)[^\n]*)", rank=2
    ),
    pattern(
        "option",
        r"^(?:Error: )?(?P<say>(?:App Router and Pages Router both match|Conflicting app and page file)[^\n]*)",
    ),
    pattern("config", r"^.*Failed to load (?P<file>next\.config\.\w+)[^\n]*\n+(?:> [^\n]*\n+)?(?P<say>[^\n]+)", rank=0),
    pattern(
        "framework",
        rf"^(?:\./)?(?P<file>{_SOURCE})\n(?P<say>(?:.*is not a valid Page export field|The "
        rf"default export is not a React Component)[^\n]*)",
    ),
    # Next 14 names the page at the end alone.
    pattern(
        "prerender",
        r"^(?:Error: )?(?P<say>(?:\w*Error: )?[A-Z][^\n]+)(?:\n[^\n]*){0,30}?"
        r"\n[^\n]*Export encountered errors? on [^\n]*\n\s*/\S*: (?P<source>/\S*)",
        rank=4,
    ),
    # SvelteKit
    pattern(
        "prerender",
        r"^(?P<say>(?!Error: 404|Error: 500|SvelteKitError)\w*Error: [^\n]+)\n(?:[^\n]*"
        r"\n){0,8}?Error: 500 (?P<source>/\S*)",
        rank=3,
    ),
    pattern("prerender", r"^Error: (?P<say>(?:404|500) (?P<source>/\S*)(?: \(linked from [^)\n]+\))?)", rank=4),
    pattern(
        "option",
        r"^ *(?P<say>@sveltejs/adapter-static: all routes must be fully prerenderable[^\n]*(?:\n *- (?P<file>\S+))?)",
    ),
    # Astro
    pattern(
        "syntax",
        rf"^(?!\[)(?P<say>[^\n]*(?:Unexpected|Expected|Unterminated)[^\n]*)\n(?:  Hint:\n(?:   "
        rf" [^\n]*\n)+)? *Location:\n +(?P<file>{_SOURCE}):(?P<line>\d+):(?P<column>\d+)",
        rank=2,
        zero=True,
    ),
    pattern(
        "config",
        r"^\[astro\] Unable to load your Astro config\n+(?P<say>Cannot find (?:module"
        r"|package) '(?P<spec>[^']+)') imported from '?(?P<file>[\w.-]+)",
        rank=0,
    ),
    pattern("config", r"^\[astro\] Unable to load your Astro config\n+(?P<say>[^\n]+)", rank=1),
    pattern(
        "prerender",
        r"^.*(?P<say>\[GetStaticPathsRequired\] [^\n]+)(?:\n[^\n]*){0,12}?\n *Location:\n +(?P<file>\S+?):\d+:\d+",
        rank=1,
    ),
    pattern(
        "prerender",
        r"^(?P<say>\[(?!InvalidContent)[A-Z]\w+(?:Error|Invalid\w*)\] [^\n]+(?:\n  "
        r"\*{0,2}\w[^\n]*)?)(?:\n[^\n]*){0,12}?\n *Location:\n +(?P<file>[^\s:]+)",
        rank=2,
    ),
    pattern(
        "prerender", r"^\d\d:\d\d:\d\d ▶ (?P<file>\S+)\n\d\d:\d\d:\d\d +[└├]─ \S+?\.html(?P<say>[A-Z][^\n]+)", rank=2
    ),
    pattern(
        "content",
        r"^(?P<say>\[InvalidContentEntry\w*\] [^\n]+(?:\n  \*{0,2}\w[^\n]*)*?)(?:"
        r"\n[^\n]*){0,12}?\n *Location:\n +(?P<file>[^\s:]+)",
    ),
    # Parcel
    pattern("unresolved", r"^@parcel/[\w-]+: (?P<say>Failed to resolve '(?P<spec>[^']+)' from '(?P<file>[^']+)')"),
    pattern(
        "export",
        r"^@parcel/[\w-]+: (?P<say>(?P<source>\S+) does not export '(?P<symbol>[^']+)')(?:\n+ "
        r"*(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+))?",
    ),
    # CRA
    pattern(
        "unresolved",
        r"^(?:Module not found: Error: )(?P<say>You attempted to import (?P<spec>\S+) which "
        r"falls outside of the project src/ directory)",
    ),
    # Linters that stop a build
    pattern(
        "lint",
        rf"^(?:\./)?(?P<file>{_SOURCE})\n(?:[^\n]*Warning:[^\n]*\n)*? *(?:Line )?"
        rf"(?P<line>\d+):(?P<column>\d+):? +(?:Error: |error +)?(?P<say>[^\n]+?)  +"
        rf"(?P<rule>@?[\w-]+(?:/[\w/-]+)*)$",
        rank=3,
    ),
    # Scripts
    pattern(
        "script",
        r"^(?:sh|bash|/bin/sh): (?:line )?(?:\d+: )?(?P<say>(?P<source>[\w@/.-]+): (?:command )?not found)$",
        rank=2,
    ),
    pattern("script", r"^.*(?P<say>Missing script: \"?(?P<symbol>[^\"\n]+)\"?)$", rank=2),
    pattern("script", r"^.*(?P<say>Command \"(?P<source>[\w@/.-]+)\" not found)[^\n]*$", rank=2),
)

WARNINGS: tuple[Pattern, ...] = (
    *EXPORTS,
    # Rollup and Vite, webpack 4 and 5, esbuild
    pattern(
        "export",
        r"^(?P<say>\"(?P<symbol>[^\"]+)\" is not exported by \"(?P<source>[^\"]+)\", imported "
        r"by \"(?P<file>[^\"]+)\"[^\n]*)",
    ),
    pattern(
        "export",
        r"^(?P<say>(?:WARNING in )?(?:\./)?(?P<file>\S+) (?P<line>\d+):(?P<column>\d+)[^\n]*"
        r"\n(?:\"?export |export )'(?P<symbol>[^']+)'[^\n]*? was not found in '"
        r"(?P<source>[^']+)')",
    ),
    pattern(
        "export",
        r"^(?P<say>[\"']?export '(?P<symbol>[^']+)' (?:\(imported as '[^']+'\) )?was not found in '(?P<source>[^']+)')",
    ),
    pattern(
        "export",
        r"^(?:▲ )?\[WARNING\] (?P<say>Import \"(?P<symbol>[^\"]+)\" will always be undefined "
        r"because [^\n]*?(?:\"(?P<source>[^\"]+)\"))[^\n]*\n+ *(?P<file>[^\s:]+):"
        r"(?P<line>\d+):(?P<column>\d+):",
        zero=True,
    ),
    pattern(
        "export",
        r"^(?:▲ )?\[WARNING\] (?P<say>Import \"(?P<symbol>[^\"]+)\" will always be "
        r"undefined[^\n]*file \"(?P<source>[^\"]+)\")",
        zero=True,
    ),
)
