"""Messages of bundlers, from real logs: Vite 5 to 8 (Rollup, Rolldown, esbuild), webpack, Turbopack, SWC, Vue, Svelte.

Patterns are tried on logs without colours and stack frames whose paths are relative to the project folder.
"""

from __future__ import annotations

from .findings import Pattern, pattern

_Q = r"[\"'`]"
_FILE = r"[^\s\"'`()\[\]]+?"

INFRASTRUCTURE: tuple[Pattern, ...] = (
    pattern(
        "native",
        r"^.*(?:Cannot find module (?:@rollup/rollup-|[\"']?\.\./lightningcss\.|@esbuild/"
        r"|@tailwindcss/oxide-|@rolldown/binding)"
        r"|Cannot find native binding|npm has a bug related to optional dependencies|Failed to load native binding"
        r"|The package \"@esbuild/[\w-]+\" could not be found|You installed esbuild for another platform"
        r"|Failed to load SWC binary|Could not load the \"sharp\" module).*$",
        rank=0,
    ),
    pattern(
        "node",
        r"^.*(?:requires Node\.js (?:version )?v?\d|Node\.js version [\"'v]?>?=?\s*\d[^\n]*is "
        r"required|is not supported by Astro"
        r"|requires a minimum Node\.js version|Unsupported engine|crypto\.hash is not a "
        r"function|ERR_OSSL_EVP_UNSUPPORTED"
        r"|error:0308010C:digital envelope|The engine \"node\" is incompatible).*$",
        rank=0,
    ),
    pattern(
        "memory", r"^.*(?:JavaScript heap out of memory|Reached heap limit|ENOMEM\b|Cannot allocate memory).*$", rank=0
    ),
    pattern("network", r"^.*?(?P<say>Failed to fetch `?[\w +-]+`? from Google Fonts)", rank=-1),
    pattern(
        "network",
        r"^.*(?:Failed to fetch `?[\w +-]+`? from Google Fonts|(?:getaddrinfo|request to \S+ "
        r"failed,)[^\n]*?(?:ENOTFOUND|EAI_AGAIN)"
        r"|next/font[^\n]*(?:Failed to fetch|error while requesting)|\[?next\]?/internal/font/google[^\n]*"
        r"|UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED (?!127\.|::1|localhost)\S+|ENETUNREACH|Module "
        r"not found: Can't resolve '@vercel/turbopack-next/internal/font/google/font').*$",
        rank=0,
    ),
)

_CONFIG_NAME = (
    r"(?:vite|next|astro|svelte|vue|webpack|postcss|tailwind|nuxt|craco|rollup|rsbuild|babel|tsconfig|angular)"
)

CONFIG: tuple[Pattern, ...] = (
    pattern("option", r"^.*?(?P<say>Top-level await is not available in the configured target environment)", rank=0),
    pattern("config", r"^(?P<say>.*Unexpected token '\ufeff'[^\n]* is not valid JSON)", rank=0),
    pattern(
        "css",
        r"^(?P<say>.*It looks like you're trying to use `tailwindcss` directly as a PostCSS plugin[^\n]*)",
        rank=1,
    ),
    pattern(
        "config",
        r"^(?P<say>.*(?:Loading PostCSS Plugin failed|Failed to load PostCSS config)[^\n]*?"
        r"Cannot find module '(?P<spec>[^']+)')(?:\nRequire stack:\n- (?P<file>\S+))?",
        rank=1,
    ),
    pattern("config", r"^(?P<say>.*(?:Failed to load PostCSS config|Loading PostCSS Plugin failed)[^\n]*)", rank=2),
    pattern(
        "config",
        r"^(?P<say>.*Cannot find (?:package|module) '(?P<spec>[^'./][^']*)')(?:\s*imported from )?"
        rf"(?P<file>[^\s'\"]*?{_CONFIG_NAME}\.config\.[^\s'\"]+)",
        rank=1,
    ),
    pattern(
        "config",
        rf"^(?P<say>[^\n]*Cannot find module '(?P<spec>[^'./][^']*)')\nRequire stack:\n- "
        rf"(?P<file>\S*{_CONFIG_NAME}\.config\.\S+)",
        rank=1,
    ),
    pattern(
        "config",
        r"^(?:failed to load config from|\[config\] Unable to load|.*error when starting.*config)"
        r" ?(?P<file>\S*?config\.\w+)?\n(?:error during build:\n)?(?P<say>(?:\w*Error\b.*)(?:\n(?!\s)[^\n]+)?)",
        rank=2,
    ),
    pattern("config", r"^(?P<say>.*(?:Invalid next\.config|Unrecognized key\(s\) in object)[^\n]*)", rank=3),
)

UNRESOLVED: tuple[Pattern, ...] = (
    pattern(
        "unresolved",
        rf"^(?P<say>.*?(?:Rollup|Rolldown) failed to resolve import {_Q}(?P<spec>[^\"'`]+){_Q} "
        rf"from {_Q}(?P<file>[^\"'`]+){_Q})",
    ),
    pattern(
        "unresolved", rf"^(?P<say>Could not resolve {_Q}(?P<spec>[^\"'`\n]+){_Q} from {_Q}(?P<file>[^\"'`\n]+){_Q})"
    ),
    pattern(
        "unresolved",
        rf"^(?P<say>.*\[UNRESOLVED_IMPORT\] Could not resolve {_Q}(?P<spec>[^\"'`\n]+){_Q} in (?P<file>\S+)[^\n]*)"
        r"(?:\n *╭─\[ [^\]\n]*?:(?P<line>\d+):(?P<column>\d+) \])?",
    ),
    pattern(
        "unresolved",
        r"^(?:.*\[UNLOADABLE_DEPENDENCY\] )(?P<say>Could not load (?P<source>[^\s(]+)[^\n]*)"
        r"\n *╭─\[ (?P<file>[^\]\n]*?):(?P<line>\d+):(?P<column>\d+) \]\n[^\n]*\n[^\"'\n]*[\"'](?P<spec>[^\"']+)[\"']",
    ),
    pattern(
        "unresolved",
        r"^(?P<say>.*Could not load (?P<source>\S+) \(imported by (?P<file>[^)\n]+)\): ENOENT)[^\n]*",
    ),
    pattern(
        "unresolved",
        rf"^(?P<say>.*Failed to resolve import {_Q}(?P<spec>[^\"'`]+){_Q} from {_Q}(?P<file>[^\"'`]+){_Q})[^\n]*",
    ),
    pattern("unresolved", r"^(?P<say>.*Failed to resolve (?P<spec>/\S+) from (?P<file>\S+\.html))"),
    pattern(
        "unresolved",
        r"^(?:✘|X) \[ERROR\] (?P<say>Could not resolve \"(?P<spec>[^\"]+)\")[^\n]*\n+ *"
        r"(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+):",
        zero=True,
    ),
    pattern(
        "unresolved",
        rf"^(?:\.\/)?(?P<file>{_FILE}):(?P<line>\d+):(?P<column>\d+)\n(?:Error: )?"
        rf"(?P<say>Module not found: Can't resolve '(?P<spec>[^']+)')",
    ),
    pattern(
        "unresolved",
        rf"^\.\/(?P<file>{_FILE})\n(?P<say>Module not found: Can't resolve '(?P<spec>[^']+)')",
    ),
    pattern(
        "unresolved",
        r"^(?:Module not found: Error: |.*Module not found: )(?P<say>Can't resolve '"
        r"(?P<spec>[^']+)' in '(?P<dir>[^']*)')",
        rank=2,
    ),
    pattern(
        "unresolved",
        r"^(?P<say>.*Missing \"(?P<deep>[^\"]+)\" specifier in \"(?P<source>[^\"]+)\" package)",
    ),
    pattern(
        "unresolved",
        r"^(?P<say> *\"(?P<deep>\.[^\"]*)\" is not exported under the conditions [^\n]*? from "
        r"package \S*?node_modules/(?P<source>(?:@[^/\s]+/)?[^/\s]+))",
    ),
    pattern(
        "unresolved",
        r"^(?P<say>.*Package subpath '(?P<deep>[^']+)' is not defined by \"exports\" in "
        r"\S*?node_modules/(?P<source>(?:@[^/\s]+/)?[^/\s]+)/package\.json)",
    ),
    pattern(
        "unresolved",
        r"^(?P<say>.*Cannot find (?:package|module) '(?P<spec>[^']+)' imported from (?P<file>\S+))",
        rank=4,
    ),
    pattern(
        "unresolved",
        r"^(?P<say>(?:Error: )?Cannot find module '(?P<spec>[^']+)')\nRequire stack:\n- (?P<file>\S+)",
        rank=5,
    ),
    pattern("entry", r"^(?P<say>(?:\[UNRESOLVED_ENTRY\] )?(?:Could not|Cannot) resolve entry module (?P<spec>\S+))"),
    pattern("entry", r"^(?P<say>Could not find a required file\.\n *Name: (?P<spec>\S+)\n *Searched in: [^\n]*)"),
    pattern("entry", r"^(?P<say>.*Couldn't find any `pages` or `app` directory[^\n]*)"),
)

EXPORTS: tuple[Pattern, ...] = (
    pattern(
        "export",
        r"^(?P<file>[^\n(]+?) \((?P<line>\d+):(?P<column>\d+)\): (?P<say>\""
        r"(?P<symbol>[^\"]+)\" is not exported by \"(?P<source>[^\"]+)\"[^\n]*)",
        zero=True,
    ),
    pattern(
        "export",
        r"^.*\[(?:MISSING_EXPORT|IMPORT_IS_UNDEFINED)\] (?P<say>[^\n]*?[\"'`]"
        r"(?P<symbol>[^\"'`]+)[\"'`] is not exported by [\"'`]"
        r"(?P<source>[^\"'`]+)[\"'`][^\n]*)"
        r"\n *╭─\[ (?P<file>[^\]\n]*?):(?P<line>\d+):(?P<column>\d+) \]",
    ),
    pattern(
        "export",
        r"^(?:✘|X) \[ERROR\] (?P<say>No matching export in \"(?P<source>[^\"]+)\" for import "
        r"\"(?P<symbol>[^\"]+)\")[^\n]*\n+ *(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+):",
        zero=True,
    ),
    # Turbopack
    pattern(
        "export",
        rf"^(?:\.\/)?(?P<file>{_FILE}):(?P<line>\d+):(?P<column>\d+)\n(?:Error: )?"
        rf"(?P<say>Export (?P<symbol>\S+) doesn't exist in target module)(?:\n(?:(?!^Did you "
        rf"mean|^The export).*\n)*?The export \S+ was not found in module \[project\]/"
        rf"(?P<source>[^\s\]]+))?",
    ),
    # Next and CRA with webpack
    pattern(
        "export",
        r"^(?:\./(?P<file>\S+)\n)?(?P<say>Attempted import error: '(?P<symbol>[^']+)' is not "
        r"exported from '(?P<source>[^']+)'[^\n]*)",
    ),
    pattern(
        "export",
        r"^(?:\./(?P<file>\S+)\n)?(?P<say>Attempted import error: '(?P<source>[^']+)' does "
        r"not contain a (?P<symbol>default) export[^\n]*)",
    ),
)

SYNTAX: tuple[Pattern, ...] = (
    pattern("syntax", r"^(?P<file>[^\s:][^\n:]*?):(?P<line>\d+):(?P<column>\d+): ERROR: (?P<say>[^\n]+)", zero=True),
    pattern(
        "syntax",
        r"^.*\[(?:PARSE_ERROR|builtin:vite-transform|builtin:vite-react[\w-]*|plugin "
        r"builtin:[\w-]+)\] (?P<say>[^\n]+)\n *╭─\[ (?P<file>[^\]\n]*?):(?P<line>\d+):"
        r"(?P<column>\d+) \]",
    ),
    pattern(
        "syntax",
        r"^\[builtin:vite-json\][^\n]*\n+Caused by:\n +(?P<say>[^\n]+ at line (?P<line>\d+) column (?P<column>\d+))",
    ),
    pattern(
        "syntax",
        r"^(?:✘|X) \[ERROR\] (?!Could not resolve|No matching export)(?P<say>[^\n]+)\n+ *"
        r"(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+):",
        rank=2,
        zero=True,
    ),
    pattern(
        "syntax",
        r"^(?:\[[\w:-]+\] )?\[plugin vite:vue\] (?P<file>\S+) \((?P<line>\d+):(?P<column>\d+)\): (?P<say>[^\n]+)",
    ),
    pattern(
        "syntax",
        r"^(?:\[[\w:-]+\] )?\[plugin vite-plugin-svelte[\w:-]*\] (?P<file>\S+) \("
        r"(?P<line>\d+):(?P<column>\d+)\): (?:\S+:\d+:\d+ )?(?P<say>[^\n]+)",
        zero=True,
    ),
    pattern(
        "syntax",
        r"^(?:\[vite:vue\] )?\[vue/compiler-sfc\] (?P<say>[^\n]+) \((?P<line>\d+):(?P<column>\d+)\)\n+(?P<file>\S+)",
        zero=True,
    ),
    pattern(
        "syntax",
        r"^(?:\[[\w:-]+\] )?(?:\[plugin [\w:-]+\] )?(?P<file>[^\s()]+) \((?P<line>\d+):"
        r"(?P<column>\d+)\): (?P<say>(?!\")[^\n]+)",
        rank=2,
        zero=True,
    ),
    pattern(
        "syntax",
        r"^(?:\[[\w:-]+\] )?(?:SyntaxError: )?(?P<file>[^\s:]+\.(?:[jt]sx?|mjs|vue|svelte"
        r"|astro)): (?P<say>[^\n]*?) ?\((?P<line>\d+):(?P<column>\d+)\)",
        zero=True,
    ),
)
