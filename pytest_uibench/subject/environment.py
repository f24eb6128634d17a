"""The environment that commands of a subject get: made from a list of what may pass, never from what must not (F06).

Variables of the invoking shell do not pass, apart from what a registry behind a proxy or a private authority needs,
and that only while dependencies are installed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .sandbox import Room
from .tools import Node

_FIXED: Final = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "BROWSER": "none",
    "HUSKY": "0",
    "BROWSERSLIST_IGNORE_OLD_DATA": "1",
    "npm_config_update_notifier": "false",
    # Nothing is sent to anybody about the subject.
    "DO_NOT_TRACK": "1",
    "NEXT_TELEMETRY_DISABLED": "1",
    "ASTRO_TELEMETRY_DISABLED": "1",
    "NUXT_TELEMETRY_DISABLED": "1",
    "GATSBY_TELEMETRY_DISABLED": "1",
    "TURBO_TELEMETRY_DISABLED": "1",
    "STORYBOOK_DISABLE_TELEMETRY": "1",
    "CHECKPOINT_DISABLE": "1",
    "NG_CLI_ANALYTICS": "false",
    # A manager that is to obey the project would fetch and run the version that the project names.
    "COREPACK_ENABLE_PROJECT_SPEC": "0",
    "COREPACK_ENABLE_DOWNLOAD_PROMPT": "0",
}
_INSTALL_FIXED: Final = {
    "PUPPETEER_SKIP_DOWNLOAD": "1",
    "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
    "CYPRESS_INSTALL_BINARY": "0",
    "ELECTRON_SKIP_BINARY_DOWNLOAD": "1",
    "SHARP_IGNORE_GLOBAL_LIBVIPS": "1",
}
_NETWORK: Final = re.compile(
    r"""(?ix)^(?: https?_proxy | no_proxy | all_proxy
      | ssl_cert_file | ssl_cert_dir | node_extra_ca_certs | node_use_system_ca
      | npm_config_(?: registry | cafile | ca | proxy | https?_proxy | noproxy | strict_ssl | nodedir
                     | @[\w.-]+:registry )
      | yarn_npm_registry_server | corepack_home | corepack_npm_registry )$"""
)
"""What reaching a registry may need; only while installing."""
_FILES: Final = ("ssl_cert_file", "ssl_cert_dir", "node_extra_ca_certs", "npm_config_cafile", "npm_config_nodedir")
_REFERENCE: Final = re.compile(r"\$\{(\w+)[-?}]?")
_HARMLESS: Final = frozenset(
    {*_FIXED, *_INSTALL_FIXED, "NODE_ENV", "CI", "NODE_OPTIONS", "PUBLIC_URL", "BASE_URL", "HOME", "TMPDIR", "PATH"}
)
"""Names whose values may stand in a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallAccess:
    """What the user's own registry configuration needs in the sandbox."""

    env: Mapping[str, str]
    files: tuple[Path, ...]
    """Read-only: npm's user configuration and the authorities that it names."""

    def public(self) -> InstallAccess:
        """The part that a script of a package may see: certificates of authorities, no addresses, no secrets."""
        env = {name: value for name, value in self.env.items() if name.lower() in _FILES}
        kept = {Path(value) for value in env.values()}
        return InstallAccess(env=env, files=tuple(file for file in self.files if file in kept))


def command_path(project_dirs: Sequence[Path], node: Node | None, tools: Sequence[Path] = ()) -> str:
    """PATH of a command: the project's own binaries, Node, the package manager, the system."""
    folders = [folder / "node_modules" / ".bin" for folder in project_dirs]
    folders += [node.path.parent] if node else []
    folders += [tool.parent for tool in tools]
    folders += [Path("/usr/local/bin"), Path("/usr/bin"), Path("/bin")]
    return os.pathsep.join(dict.fromkeys(str(folder) for folder in folders))


def build_environment(room: Room, path: str, extra: Mapping[str, str], *, contained: bool) -> dict[str, str]:
    """Environment of build, type check and server; ``extra`` (the spec's) goes on top. No network settings."""
    temporary = "/tmp" if contained else str(room.tmp)  # noqa: S108 - the sandbox's own
    return {**_FIXED, "HOME": str(room.home), "TMPDIR": temporary, "PATH": path, **extra}


def install_environment(room: Room, path: str, access: InstallAccess, *, contained: bool) -> dict[str, str]:
    """Environment of the package manager. The spec's variables stay out: no script of the subject runs here."""
    return {**build_environment(room, path, {}, contained=contained), **_INSTALL_FIXED, **access.env}


def install_access(invoking: Mapping[str, str] | None = None) -> InstallAccess:
    """What the invoking user's own configuration gives to the install step."""
    source = os.environ if invoking is None else invoking
    env = {name: value for name, value in source.items() if _NETWORK.match(name)}
    files = [Path(value) for name, value in env.items() if name.lower() in _FILES]
    lowered = {name.lower(): value for name, value in source.items()}
    config = Path(lowered.get("npm_config_userconfig") or Path(source.get("HOME") or Path.home()) / ".npmrc")
    text = _read(config)
    if text is not None:
        env["npm_config_userconfig"] = str(config)
        # Tokens usually stand there as ${NPM_TOKEN}: those that the user's own file asks for may pass to npm.
        env |= {name: source[name] for name in _REFERENCE.findall(text) if name in source}
        files += [
            config,
            *(Path(value) for value in re.findall(r"(?m)(?:cafile|certfile|keyfile)\s*=\s*\"?([^\"\n]+)", text)),
        ]
        headers = re.search(r"(?m)^\s*nodedir\s*=\s*\"?([^\"\n]+)", text)
        if headers and "npm_config_nodedir" not in lowered:
            env["npm_config_nodedir"] = headers[1].strip()
            files.append(Path(headers[1].strip()))
    store = Path(source.get("COREPACK_HOME") or Path(source.get("HOME") or Path.home()) / ".cache/node/corepack")
    if store.is_dir():
        env["COREPACK_HOME"] = str(store)
        files.append(store)
    return InstallAccess(env=env, files=tuple(dict.fromkeys(file.absolute() for file in files if file.exists())))


def _read(file: Path) -> str | None:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return None


def recorded(env: Mapping[str, str], *, room: Room) -> dict[str, str]:
    """The environment as a report may show it: every name, but only harmless values (G25)."""
    shown = {}
    for name in sorted(env):
        value = env[name] if name in _HARMLESS else "<set>"
        shown[name] = value.replace(str(room.base), "<work>")
    return shown
