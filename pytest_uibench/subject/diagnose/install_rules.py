"""What each kind of message of npm, pnpm, yarn and bun means; tried in the order of this file."""

from __future__ import annotations

import re
from collections.abc import Callable

from pytest_uibench.model import Failure
from pytest_uibench.subject.manifest import Manifest, read_manifest

from .codes import failure
from .places import Places
from .text import shorten, telling

Rule = Callable[[re.Match[str], str, Places], Failure]
RULES: list[tuple[re.Pattern[str], Rule]] = []
"""Message → what makes the failure out of the match, the whole log and the places."""


def _rule(
    *patterns: str,
) -> Callable[[Rule], Rule]:
    """Register what one kind of message means; rules are tried in the order of this file."""

    def register(
        make: Rule,
    ) -> Rule:
        RULES.extend((re.compile(text, re.MULTILINE), make) for text in patterns)
        return make

    return register


def _make(label: str, message: str, places: Places, *, package: str | None = None, **fields: object) -> Failure:
    """A failure whose place is the package's line in the manifest."""
    code = str(fields.pop("code", "install")) if not label.startswith("infra:") else None
    place = places.line_of("package.json", f'"{package}"') if package else None
    fields.setdefault("file", places.shown("package.json") if place or label == "install:manifest" else None)
    fields.setdefault("line", place[0] if place else None)
    fields.setdefault("column", place[1] if place else None)
    return failure(label, "install", shorten(message), code=code, **fields)


@_rule(
    r"^(?:code )?EJSONPARSE",
    r"^.*(?:Failed to parse JSON data|JSONParseError|ERR_PNPM_JSON_PARSE|SyntaxError: /\S*package\.json).*$",
)
def _manifest(match: re.Match[str], text: str, places: Places) -> Failure:
    manifest = read_manifest(places.root / "package.json", places.shown("package.json") or "package.json")
    if manifest.fault is not None:
        return manifest.fault
    lines = [line for line in text.splitlines() if "JSON" in line and not line.startswith("code")]
    lock = re.search(r"(\S*(?:lock\S*|shrinkwrap)\.json)", text)
    label = "install:lockfile" if lock else "install:manifest"
    return _make(label, telling(lines, 2) or match[0], places, hint="Write the file as valid JSON.")


@_rule(r"^(?:code )?ERESOLVE$", r"^.*ERESOLVE (?:unable|could not).*$", r"^.*ERR_PNPM_PEER_DEP_ISSUES.*$")
def _peer(_match: re.Match[str], text: str, places: Places) -> Failure:
    """The two lines that name the pair, out of a tree of forty (F01)."""
    found = re.search(r"^Found: (.+)$", text, re.MULTILINE)
    wants = re.search(r"^(?:Could not resolve dependency:\n)\s*(.*\bpeer\S* .+)$", text, re.MULTILINE)
    wants = wants or re.search(r"^\s*((?:peer\S* ).+ from .+)$", text, re.MULTILINE)
    unmet = re.search(r"^.*(?:unmet peer|✕).*$", text, re.MULTILINE)
    lines = [f"Found: {found[1].strip()}" if found else "", f"Could not resolve: {wants[1].strip()}" if wants else ""]
    message = "\n".join(line for line in lines if line) or (unmet[0].strip() if unmet else "peer dependencies conflict")
    package = re.search(r"\bfrom ((?:@[^@\s]+/)?[^@\s]+)@", wants[1]) if wants else None
    hint = "Use versions that fit together: another version of one of the two, or another library."
    return _make("install:peer-conflict", message, places, package=package[1] if package else None, hint=hint)


@_rule(
    r"EUNSUPPORTEDPROTOCOL[\s\S]*?Unsupported URL Type \"(?P<protocol>[\w-]+:)\"(?P<rest>.*)$",
    r"ERR_PNPM_WORKSPACE_PKG_NOT_FOUND\s+(?P<say>.*)$",
    r"^error: Workspace dependency \"(?P<name>[^\"]+)\" not found",
    r"^error Couldn't find any versions for \"(?P<name>[^\"]+)\" that matches \""
    r"(?P<protocol>workspace:|link:|catalog:)[^\"]*\"",
    r"ERR_PNPM_(?:CATALOG_ENTRY_NOT_FOUND|LINKED_PKG_DIR_NOT_FOUND|SPEC_NOT_SUPPORTED)\S*\s+(?P<say>.*)$",
    r"ENOENT[\s\S]*?(?P<say>Could not install from \"[^\"]*\"[^\n]*)",
)
def _protocol(match: re.Match[str], _text: str, places: Places) -> Failure:
    groups = match.groupdict()
    protocol = groups.get("protocol") or "workspace:"
    manifest = _declared(places)
    package = groups.get("name") or next(
        (n for n, wanted in manifest.declared.items() if wanted.startswith(protocol)), None
    )
    wanted = manifest.declared.get(package or "", protocol)
    message = (
        groups.get("say") or f'{package or "a dependency"}: "{wanted}" cannot be installed outside its own repository'
    )
    hint = (
        "Only packages of the registry, or files inside the project, can be installed: "
        "replace it, or bring it into the project."
    )
    return _make("install:unsupported-protocol", message.strip(), places, package=package, hint=hint)


@_rule(
    r"^(?:code )?E404$[\s\S]*?The requested resource '(?P<spec>[^']+)'",
    r"^404 +'(?P<spec>[^']+)' is not in (?:this|the npm) registry",
    r"^404 Not Found - GET \S+?/(?P<name>(?:@[\w.~-]+(?:/|%2f))?[\w.~-]+)(?: - .*)?$",
    r"ERR_PNPM_FETCH_404\s+GET \S+?/(?P<name>(?:@[\w.~-]+(?:/|%2F|%2f))?[\w.~-]+): Not Found",
    r"^error Couldn't find package \"(?P<name>[^\"]+)\"",
    r"^error An unexpected error occurred: \"\S+?/(?P<name>(?:@[\w.~-]+(?:/|%2f))?[\w.~-]+): Not found\"",
    r"^error: GET \S+?/(?P<name>(?:@[\w.~-]+(?:/|%2f))?[\w.~-]+) - 404",
    r"YN0035:[^\n]*?(?P<name>(?:@[\w.~-]+/)?[\w.~-]+)@[^\n]*Package not found",
)
def _unknown_package(match: re.Match[str], _text: str, places: Places) -> Failure:
    groups = match.groupdict()
    spec = (groups.get("spec") or groups.get("name") or "").replace("%2f", "/").replace("%2F", "/")
    name = re.sub(r"(?<=.)@.*$", "", spec)
    declared = _declared(places).has(name)
    who = "package.json asks for it" if declared else "a dependency or the lock file asks for it"
    message = f"{name} is not in the registry ({who})"
    hint = f"There is no package {name}: correct the name, or remove it and what imports it."
    return _make(
        "install:unknown-package", message, places, package=name, code="C3" if declared else "install", hint=hint
    )


@_rule(
    r"No matching version found for (?P<name>(?:@[^@\s]+/)?[^@\s]+)@(?P<range>[^\s]+?)\.?\s*$",
    r"^error Couldn't find any versions for \"(?P<name>[^\"]+)\" that matches \"(?P<range>[^\"]+)\"",
    r"^error: No version matching \"(?P<range>[^\"]+)\" found for specifier \"(?P<name>[^\"]+)\"",
    r"YN0082:[^\n]*?(?P<name>(?:@[\w.~-]+/)?[\w.~-]+)@(?:npm:)?(?P<range>\S+?):? No candidates found",
)
def _version(match: re.Match[str], text: str, places: Places) -> Failure:
    name, wanted = match["name"], match["range"]
    latest = re.search(rf"latest release of {re.escape(name)} is \"([^\"]+)\"", text)
    hint = f"Ask for a version of {name} that exists" + (
        f": the latest is {latest[1]}." if latest else " (npm view NAME versions lists them)."
    )
    return _make(
        "install:no-matching-version", f"No version of {name} matches {wanted}", places, package=name, hint=hint
    )


@_rule(
    r"^.*(?:EINVALIDPACKAGENAME|EINVALIDTAGNAME|Invalid package name|Invalid tag name"
    r"|EINVALIDVERSION|Invalid version).*$",
    r"^(?:code )?EOVERRIDE",
)
def _invalid(_match: re.Match[str], text: str, places: Places) -> Failure:
    said = re.search(r"^(?:Invalid (?:package|tag) name|Override for|Invalid [Vv]ersion).*$", text, re.MULTILINE)
    message = said[0] if said else "package.json holds an entry that npm refuses"
    quoted = re.search(r"of package \"((?:@[^@\"]+/)?[^@\"]+)@|^Override for ((?:@[^@\s]+/)?[^@\s]+)@", message)
    package = (quoted[1] or quoted[2]) if quoted else None
    return _make("install:manifest", message, places, package=package, hint="Correct the entry in package.json.")


@_rule(
    r"^.*`npm ci` can only install packages when.*$",
    r"^.*`?npm ci`? command can only install with an existing.*$",
    r"^.*(?:ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE_\w+|ERR_PNPM_NO_LOCKFILE|ERR_PNPM_BROKEN_LOCKFILE).*$",
    r"^.*Your lockfile needs to be updated.*$",
    r"^.*(?:YN0028|lockfile had changes, but lockfile is frozen).*$",
    r"^.*(?:EINTEGRITY|ERR_PNPM_TARBALL_INTEGRITY|Integrity check failed).*$",
)
def _lockfile(match: re.Match[str], text: str, places: Places) -> Failure:
    missing = re.findall(r"^(?:Missing|Invalid): .*$", text, re.MULTILINE)[:3]
    first = re.sub(r"\s*Please update your lock file.*$", "", match[0].strip().removeprefix("error "))
    lock = places.project.package_manager.lockfile if places.project.package_manager else None
    hint = "Make the lock file anew from package.json, or delete it."
    return _make(
        "install:lockfile", "\n".join([first, *missing]), places, file=places.shown(lock) if lock else None, hint=hint
    )


@_rule(
    r"^(?:code )?EBADENGINE$",
    r"^error .*The engine \"node\" is incompatible.*$",
    r"ERR_PNPM_UNSUPPORTED_ENGINE.*$",
)
def _engine(match: re.Match[str], text: str, places: Places) -> Failure:
    required = re.search(r"(?:Required: .*|Expected version .*|wanted: .*)$", text, re.MULTILINE)
    actual = re.search(r"^(?:notsup )?(Actual: .*)$", text, re.MULTILINE)
    message = " ".join(part for part in (required[0] if required else match[0], actual[1] if actual else "") if part)
    return _make(
        "infra:node-version",
        f"Node is not of the version asked for: {message}",
        places,
        hint="Install a Node version in that range.",
    )


@_rule(r"^(?:code )?EBADPLATFORM", r"ERR_PNPM_UNSUPPORTED_PLATFORM.*$")
def _platform(match: re.Match[str], text: str, places: Places) -> Failure:
    said = re.search(r"Unsupported platform for ((?:@[^@\s]+/)?[^@\s]+)@.*$", text, re.MULTILINE)
    hint = "Remove the package of another platform from dependencies: npm picks the right one by itself."
    return _make(
        "install:platform", said[0] if said else match[0], places, package=said[1] if said else None, hint=hint
    )


@_rule(
    r"^command (?:git|failed).*git .*$",
    r"^.*An unknown git error occurred.*$",
    r"^.*(?:ls-remote|Could not read from remote repository|spawn git ENOENT).*$",
)
def _git(_match: re.Match[str], text: str, places: Places) -> Failure:
    declared = _declared(places).declared.items()
    package = next(
        (
            n
            for n, wanted in declared
            if re.match(r"^(?:git|github:|gitlab:|bitbucket:|ssh:)|^[\w.-]+/[\w.-]+(?:#|$)", wanted)
        ),
        None,
    )
    said = re.search(r"^command .*$", text, re.MULTILINE)
    message = f"{package or 'a dependency'} comes from a git repository that cannot be reached"
    message += f": {said[0].removeprefix('command ')}" if said else ""
    return _make(
        "install:unsupported-protocol",
        message,
        places,
        package=package,
        hint="Use the package from the registry instead.",
    )


@_rule(
    r"^.*(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT"
    r"|ENETUNREACH|EHOSTUNREACH|DNSResolveFailed"
    r"|ConnectionRefused|ERR_PNPM_META_FETCH_FAIL|network connectivity|trouble with your "
    r"network|SELF_SIGNED_CERT|CERT_|EIDLETIMEOUT"
    r"|FailedToOpenSocket|code E(?:401|403|429|5\d\d)\b|50[0234] (?:Bad|Service|Gateway|Internal)).*$"
)
def _network(match: re.Match[str], text: str, places: Places) -> Failure:
    said = re.search(
        r"^.*(?:request to \S+ failed|getaddrinfo \w+ \S+|connect E\w+ \S+|GET \S+ error|downloading package).*$",
        text,
        re.MULTILINE,
    )
    message = re.sub(r"^(?:(?:error|Error:|WARN|network|FetchError:)\s+)+", "", (said or match)[0].strip())
    return _make(
        "infra:network",
        f"The registry cannot be reached: {message}",
        places,
        hint="Check the network and the registry that npm is configured for.",
    )


@_rule(r"^.*(?:ENOSPC|no space left on device|EDQUOT).*$")
def _disk(match: re.Match[str], _text: str, places: Places) -> Failure:
    return _make("infra:disk", match[0], places, hint="Free some disk space and run again.")


@_rule(r"^.*(?:EACCES|EPERM|EROFS).*$")
def _permission(match: re.Match[str], _text: str, places: Places) -> Failure:
    return _make("infra:permission", match[0], places, hint="The install may not write where it wants to.")


@_rule(r"^.*(?:JavaScript heap out of memory|ENOMEM|Killed).*$")
def _memory(match: re.Match[str], _text: str, places: Places) -> Failure:
    return _make("install:memory", match[0], places)


@_rule(
    r"^command failed\n(?:command )?(?:sh|bash|cmd)[^\n]* -c (?P<script>.+)$",
    r"ELIFECYCLE.*$",
    r"^error: \w+ script from .*$",
    r"^error .*: Command failed\.$",
)
def _script(match: re.Match[str], text: str, places: Places) -> Failure:
    """A script of the project or of a dependency, which runs only where scripts are on."""
    script = match.groupdict().get("script")
    path = re.search(r"^path \S*node_modules/((?:@[^/\s]+/)?[^/\s]+)$", text, re.MULTILINE)
    error = re.search(r"^\s*(?:\w*Error|fatal|sh): .*$", text, re.MULTILINE)
    who = f"the install script of {path[1]}" if path else "an install script of the project"
    message = f"{who} failed" + (f": {script}" if script else "") + (f"\n{error[0].strip()}" if error else "")
    return _make(
        "install:script",
        message,
        places,
        package=path[1] if path else None,
        hint="Installs here work without install scripts.",
    )


def _declared(places: Places) -> Manifest:
    return read_manifest(places.root / "package.json", "package.json")
