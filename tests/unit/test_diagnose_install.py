"""Logs of failed installs: npm, pnpm, yarn, bun (F01, F02, F12, G01)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uibench.model import Failure
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.diagnose import diagnose_install


def run(root: Path, log: str, dependencies: dict[str, str], lock: str | None = None) -> Failure:
    (root / "package.json").write_text(json.dumps({"name": "a", "dependencies": dependencies}, indent=2))
    (root / "index.html").write_text("<p>")
    if lock:
        (root / lock).write_text("{}")
    return diagnose_install(detect(root), log.replace("{root}", str(root)), root=root)


PEER = """\
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: a@undefined
npm error Found: react@19.3.1
npm error node_modules/react
npm error   react@"^19" from the root project
npm error
npm error Could not resolve dependency:
npm error peer react@"^16.8.5 || ^17.0.0 || ^18.0.0" from react-beautiful-dnd@13.1.1
npm error node_modules/react-beautiful-dnd
npm error   react-beautiful-dnd@"^13.1.1" from the root project
npm error
npm error Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps
npm error A complete log of this run can be found in: {root}/.npm/_logs/x-debug-0.log
"""


@pytest.mark.parametrize("prefix", ["npm error", "npm ERR!"])
def test_peer_conflict_names_the_pair(prefix: str, tmp_path: Path) -> None:
    log = PEER.replace("npm error", prefix)
    failure = run(tmp_path, log, {"react": "^19", "react-beautiful-dnd": "^13.1.1"})
    assert (failure.label, failure.code, failure.bucket) == ("install:peer-conflict", "install", None)
    assert failure.message.splitlines() == [
        "Found: react@19.3.1",
        'Could not resolve: peer react@"^16.8.5 || ^17.0.0 || ^18.0.0" from react-beautiful-dnd@13.1.1',
    ]
    assert failure.place == "package.json:5"


def npm(code: str, *lines: str) -> str:
    return "\n".join(["added 1 package", f"npm error code {code}", *(f"npm error {line}" for line in lines), ""])


CASES = [
    # name, log, dependencies, label, code, line in package.json, words of the message
    (
        "npm-404",
        npm(
            "E404",
            "404 Not Found - GET http://r/nope-lib",
            "404  The requested resource 'nope-lib@^1.0.0' could not be found or you do not have "
            "permission to access it.",
        ),
        {"nope-lib": "^1"},
        "install:unknown-package",
        "C3",
        4,
        "nope-lib",
    ),
    (
        "npm-404-scope",
        npm("E404", "404 Not Found - GET http://r/@nope%2flib", "404  '@nope/lib@^1.0.0' is not in this registry."),
        {"@nope/lib": "^1"},
        "install:unknown-package",
        "C3",
        4,
        "@nope/lib",
    ),
    (
        "npm-404-transitive",
        npm(
            "E404",
            "404  The requested resource 'deep@^1.0.0' could not be found or you do not have permission to access it.",
        ),
        {"react": "^19"},
        "install:unknown-package",
        "install",
        None,
        "a dependency",
    ),
    (
        "pnpm-404",
        "\u2009ERR_PNPM_FETCH_404\u2009 GET http://r/@nope%2Flib: Not Found - 404\n\nThis error happened",
        {"@nope/lib": "1"},
        "install:unknown-package",
        "C3",
        4,
        "@nope/lib",
    ),
    (
        "yarn-404",
        'error Couldn\'t find package "nope-lib" on the "npm" registry.',
        {"nope-lib": "1"},
        "install:unknown-package",
        "C3",
        4,
        "nope-lib",
    ),
    (
        "bun-404",
        "error: GET http://r/nope-lib - 404\nerror: nope-lib@^1.0.0 failed to resolve",
        {"nope-lib": "1"},
        "install:unknown-package",
        "C3",
        4,
        "nope-lib",
    ),
    (
        "npm-target",
        npm("ETARGET", "notarget No matching version found for react@^99.0.0.", "notarget In most cases"),
        {"react": "^99.0.0"},
        "install:no-matching-version",
        "install",
        4,
        "^99.0.0",
    ),
    (
        "pnpm-target",
        (
            " ERR_PNPM_NO_MATCHING_VERSION  No matching version found for react@^99.0.0\n\n"
            'The latest release of react is "19.3.1".'
        ),
        {"react": "^99.0.0"},
        "install:no-matching-version",
        "install",
        4,
        "react",
    ),
    (
        "yarn-target",
        'error Couldn\'t find any versions for "react" that matches "^99.0.0"',
        {"react": "^99.0.0"},
        "install:no-matching-version",
        "install",
        4,
        "react",
    ),
    (
        "bun-target",
        'error: No version matching "^99.0.0" found for specifier "react" (but package exists)',
        {"react": "^99.0.0"},
        "install:no-matching-version",
        "install",
        4,
        "react",
    ),
    (
        "workspace",
        npm("EUNSUPPORTEDPROTOCOL", 'Unsupported URL Type "workspace:": workspace:*'),
        {"react": "1", "shared": "workspace:*"},
        "install:unsupported-protocol",
        "install",
        5,
        "shared",
    ),
    (
        "link",
        npm("EUNSUPPORTEDPROTOCOL", 'Unsupported URL Type "link:": link:../shared'),
        {"shared": "link:../shared"},
        "install:unsupported-protocol",
        "install",
        4,
        "shared",
    ),
    (
        "yarn-workspace",
        'error Couldn\'t find any versions for "shared" that matches "workspace:*"',
        {"shared": "workspace:*"},
        "install:unsupported-protocol",
        "install",
        4,
        "shared",
    ),
    (
        "bun-workspace",
        'error: Workspace dependency "shared" not found\n\nSearched in "./*"',
        {"shared": "workspace:*"},
        "install:unsupported-protocol",
        "install",
        4,
        "shared",
    ),
    (
        "git",
        npm("128", "An unknown git error occurred", "command git --no-replace-objects ls-remote ssh://git@h/x/y.git"),
        {"foo": "git+ssh://git@h/x/y.git"},
        "install:unsupported-protocol",
        "install",
        4,
        "git repository",
    ),
    (
        "ci",
        npm(
            "EUSAGE",
            "",
            "`npm ci` can only install packages when your package.json and package-lock.json are "
            "in sync. Please update your lock file with `npm install`.",
            "",
            "Missing: is-odd@3.0.1 from lock file",
        ),
        {"is-odd": "1"},
        "install:lockfile",
        "install",
        None,
        "Missing: is-odd@3.0.1",
    ),
    (
        "pnpm-frozen",
        ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date',
        {"is-odd": "1"},
        "install:lockfile",
        "install",
        None,
        "frozen-lockfile",
    ),
    (
        "yarn-frozen",
        "error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.",
        {},
        "install:lockfile",
        "install",
        None,
        "needs to be updated",
    ),
    (
        "integrity",
        npm("EINTEGRITY", "sha512-x integrity checksum failed when using sha512"),
        {},
        "install:lockfile",
        "install",
        None,
        "EINTEGRITY",
    ),
    (
        "engine",
        npm(
            "EBADENGINE",
            "engine Unsupported engine",
            'notsup Required: {"node":">=99"}',
            'notsup Actual:   {"node":"v20.1.0"}',
        ),
        {},
        "infra:node-version",
        None,
        None,
        ">=99",
    ),
    (
        "yarn-engine",
        'error a@: The engine "node" is incompatible with this module. Expected version ">=99". Got "20.20.2"',
        {},
        "infra:node-version",
        None,
        None,
        ">=99",
    ),
    (
        "refused",
        npm(
            "ECONNREFUSED",
            "syscall connect",
            "FetchError: request to http://127.0.0.1:1/is-odd failed, reason: connect ECONNREFUSED 127.0.0.1:1",
        ),
        {},
        "infra:network",
        None,
        None,
        "is-odd",
    ),
    (
        "lookup",
        npm(
            "ENOTFOUND",
            "network request to http://nohost.invalid/x failed, reason: getaddrinfo ENOTFOUND nohost.invalid",
        ),
        {},
        "infra:network",
        None,
        None,
        "nohost.invalid",
    ),
    (
        "pnpm-lookup",
        " WARN  GET http://nohost.invalid/is-odd error (ENOTFOUND). Will retry in 10 seconds.",
        {},
        "infra:network",
        None,
        None,
        "is-odd",
    ),
    (
        "yarn-lookup",
        "error Error: getaddrinfo ENOTFOUND nohost.invalid",
        {},
        "infra:network",
        None,
        None,
        "nohost.invalid",
    ),
    (
        "bun-lookup",
        "error: DNSResolveFailed downloading package manifest is-odd",
        {},
        "infra:network",
        None,
        None,
        "is-odd",
    ),
    ("disk", npm("ENOSPC", "nospc ENOSPC: no space left on device, write"), {}, "infra:disk", None, None, "ENOSPC"),
    (
        "platform",
        npm("EBADPLATFORM", 'notsup Unsupported platform for @esbuild/win32-x64@0.21.5: wanted {"os":"win32"}'),
        {"@esbuild/win32-x64": "1"},
        "install:platform",
        "install",
        4,
        "win32",
    ),
    (
        "name",
        npm(
            "EINVALIDPACKAGENAME",
            'Invalid package name "./Foo Bar" of package "./Foo Bar@1": name cannot start with a period',
        ),
        {"./Foo Bar": "1"},
        "install:manifest",
        "install",
        4,
        "Foo Bar",
    ),
    (
        "override",
        npm("EOVERRIDE", "Override for react@^18 conflicts with direct dependency"),
        {"react": "^18"},
        "install:manifest",
        "install",
        4,
        "Override",
    ),
    (
        "script",
        (
            "> postinstall\n> node x.js\n\nError: boom\n    at x (y:1:1)\nnpm error code 1\nnpm "
            "error path {root}/node_modules/sharp\nnpm error command failed\nnpm error command "
            "sh -c node x.js\n"
        ),
        {"sharp": "1"},
        "install:script",
        "install",
        4,
        "sharp failed: node x.js\nError: boom",
    ),
    (
        "other",
        "npm error Exit handler never called!",
        {},
        "install:other",
        "install",
        None,
        "Exit handler never called",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_kinds(case: tuple[Any, ...], tmp_path: Path) -> None:
    _, log, wants, label, code, line, words = case
    failure = run(tmp_path, log, wants)
    assert (failure.label, failure.code, failure.line) == (label, code, line), failure
    assert words in failure.message
    assert failure.bucket == ("inconsistency" if code == "C3" else None)
    assert failure.infrastructure == label.startswith("infra:")
    assert failure.stage == "install"
    assert str(tmp_path) not in failure.message


def test_a_broken_manifest_gives_the_line_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{\n "name": "a",,\n}')
    log = "npm error code EJSONPARSE\nnpm error JSON.parse Invalid package.json: JSONParseError: Expected x in JSON"
    failure = diagnose_install(detect(tmp_path), log, root=tmp_path)
    assert (failure.label, failure.place) == ("install:manifest", "package.json:2")


def test_lock_file_is_named(tmp_path: Path) -> None:
    failure = run(
        tmp_path, "error Your lockfile needs to be updated, but yarn was run with x", {"a": "1"}, lock="yarn.lock"
    )
    # A page without a build has nothing to install: no manager, no lock file to name.
    assert failure.file is None
    (tmp_path / "package.json").write_text('{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "7"}}')
    failure = diagnose_install(detect(tmp_path), "error Your lockfile needs to be updated, but yarn", root=tmp_path)
    assert failure.file == "yarn.lock"


def test_an_empty_log(tmp_path: Path) -> None:
    assert run(tmp_path, "", {}).message == "the install failed without a message"
