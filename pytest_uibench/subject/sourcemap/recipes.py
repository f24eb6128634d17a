"""How each bundler is asked for source maps, without a line of the project changed for the build that is judged."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pytest_uibench.model import BuildPlan, Project
from pytest_uibench.subject.jsvalues import with_suffixes
from pytest_uibench.subject.shell import Word, command_of

_NEXT_PRELOAD: Final = Path(__file__).parent.parent / "_next_without_checks.cjs"
_FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    "vite": ("", "--sourcemap hidden"),
    "vp": ("build", "--sourcemap hidden"),
    "react-router": ("build", "--sourcemapClient hidden"),
    "remix": ("vite:build", "--sourcemapClient hidden"),
    "ng": ("build", "--source-map"),
    "webpack": ("", "--devtool hidden-source-map"),
    "webpack-cli": ("", "--devtool hidden-source-map"),
    "rspack": ("", "--devtool hidden-source-map"),
    "rollup": ("", "--sourcemap hidden"),
    "esbuild": ("", "--sourcemap=external"),
}
"""Program → sub-command (empty: any) and what is appended to its line."""
_OWN_DEFAULT: Final = frozenset({"react-scripts", "craco", "react-app-rewired", "rescripts", "parcel", "gatsby"})
"""These write maps unless they are told not to."""
_SWITCHED_OFF: Final = re.compile(r"\bGENERATE_SOURCEMAP=\S+|--no-source-?maps?\b")
_NOT_APPENDABLE: Final = re.compile(r"[|;`]|&\s*$|\$\(|(?:^|\s)(?:sh|bash|cross-env-shell)\s|\s--\s|[<>]")
_VITE_BASED: Final = frozenset({"vite", "sveltekit"})

_VITE_CONFIG: Final = """\
import * as own from {own};
export default async (env) => {{
  const found = await (typeof own.default === 'function' ? own.default(env) : own.default);
  return {{ ...found, build: {{ ...found?.build, sourcemap: 'hidden' }} }};
}};
"""
_ASTRO_CONFIG: Final = """\
import own from {own};
const build = {{ ...own.vite?.build, sourcemap: 'hidden', assetsInlineLimit: 0 }};
export default {{ ...own, vite: {{ ...own.vite, build }} }};
"""
# Small scripts that would be written into the page get a file, and a map with it.
_VUE_CONFIG: Final = """\
const own = require({own});
module.exports = typeof own === 'function'
  ? (...given) => ({{ ...own(...given), productionSourceMap: true }})
  : {{ ...own, productionSourceMap: true }};
"""


@dataclass(slots=True)
class MapPlan:
    """The build once more, with maps."""

    build: BuildPlan
    """The project's own."""
    bundle: list[str] = field(default_factory=list)
    """Its lines, those of the bundler asking for maps."""
    env: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """Written into the working copy's project folder before it is built."""
    moved: dict[str, str] = field(default_factory=dict)
    """Files of the project folder that get another name."""
    preload: Path | None = None
    """Module that Node is to load first."""


def with_maps(project: Project, folder: Path) -> MapPlan | None:
    """The plan for a project, or None where it is not known how its bundler writes maps.

    Args:
        folder: the project folder in a working copy: configuration files are looked for there.
    """
    if project.build is None:
        return None
    plan = MapPlan(project.build)
    known = False
    for line in project.build.bundle:
        asked = _asked(line, plan, folder)
        known = known or asked is not None
        plan.bundle.append(line if asked is None else asked)
    if not known and project.framework in _VITE_BASED:
        # A wrapper around Vite, or a script of the project's own that calls it: both read its configuration.
        known = _wrap(folder, "vite.config", _VITE_CONFIG, plan)
    return plan if known else None


def _asked(line: str, plan: MapPlan, folder: Path) -> str | None:
    """The line that writes maps, or None for one that has nothing to do with them."""
    # What changes the shell stands in front: "cd web && vite build".
    word = command_of(line.rpartition(" && ")[2])
    if word is None:
        return None
    if word.program == "next" and word.positional[:1] == ("build",):
        plan.preload = _NEXT_PRELOAD
        plan.env["UIBENCH_SOURCE_MAPS"] = "1"
        return line
    if word.program in _OWN_DEFAULT:
        plan.env["GENERATE_SOURCEMAP"] = "true"
        # The check would only repeat what the first build said.
        plan.env |= {"TSC_COMPILE_ON_ERROR": "true", "DISABLE_ESLINT_PLUGIN": "true"}
        return _SWITCHED_OFF.sub("", line)
    if word.program == "astro" and word.positional[:1] == ("build",) and not word.has("--config"):
        return line if _wrap(folder, "astro.config", _ASTRO_CONFIG, plan) else None
    if word.program == "vue-cli-service":
        return _vue(line, word, plan, folder)
    wanted, flag = _FLAGS.get(word.program, ("", ""))
    if not flag or (wanted and word.positional[:1] != (wanted,)) or _NOT_APPENDABLE.search(line):
        return None
    return f"{line} {flag}"


def _vue(line: str, word: Word, plan: MapPlan, folder: Path) -> str | None:
    """Vue CLI reads its configuration from where a variable points to."""
    if word.positional[:1] != ("build",):
        return None
    own = next((name for name in ("vue.config.js", "vue.config.cjs") if (folder / name).is_file()), None)
    if own is not None:
        plan.files["uibench.vue.config.cjs"] = _VUE_CONFIG.format(own=json.dumps(f"./{own}"))
        plan.env["VUE_CLI_SERVICE_CONFIG_PATH"] = str(folder / "uibench.vue.config.cjs")
    return line


def _wrap(folder: Path, stem: str, text: str, plan: MapPlan) -> bool:
    """Put a configuration in front of the project's own, which moves aside; a missing one is taken for empty."""
    own = next((name for name in with_suffixes(stem) if (folder / name).is_file()), None)
    if own is None:
        plan.files[f"{stem}.mjs"] = text.format(own=json.dumps("data:text/javascript,export default {}"))
        return True
    if own.endswith((".cjs", ".cts")):
        return False
    aside = f"uibench-own.{own}"
    plan.moved[own] = aside
    plan.files[own] = text.format(own=json.dumps(f"./{aside}"))
    return True
