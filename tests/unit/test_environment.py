"""The environment of commands: what passes, what never does (F06, G25)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uibench.subject.environment import (
    build_environment,
    command_path,
    install_access,
    install_environment,
    recorded,
)
from pytest_uibench.subject.sandbox import Room

SHELL = {
    "CI": "true",
    "NODE_ENV": "production",
    "NODE_OPTIONS": "--require /tmp/evil.js",
    "AWS_SECRET_ACCESS_KEY": "hunter2",
    "GITHUB_TOKEN": "hunter2",
    "NPM_TOKEN": "hunter2",
    "npm_config__auth": "hunter2",
    "npm_config_//registry.example/:_authToken": "hunter2",
    "npm_config_script_shell": "/tmp/evil",
    "LD_PRELOAD": "/tmp/evil.so",
    "VITE_KEY": "hunter2",
    "PYTHONPATH": "/x",
    "HTTPS_PROXY": "http://user:hunter2@proxy.example:3128",
    "no_proxy": "localhost",
    "NPM_CONFIG_REGISTRY": "https://registry.example/",
    "npm_config_@acme:registry": "https://acme.example/",
    "NODE_EXTRA_CA_CERTS": "/nonexistent/ca.pem",
}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path).create()


def test_build_sees_nothing_of_the_shell(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SHELL.items():
        monkeypatch.setenv(name, value)
    env = build_environment(room, "/bin", {}, contained=True)
    assert not set(SHELL) & set(env)
    assert "hunter2" not in "".join(env.values())
    assert (env["HOME"], env["TMPDIR"], env["PATH"]) == (str(room.home), "/tmp", "/bin")
    assert (env["NO_COLOR"], env["NEXT_TELEMETRY_DISABLED"], env["ASTRO_TELEMETRY_DISABLED"]) == ("1", "1", "1")


def test_variables_of_the_spec_go_on_top(room: Room) -> None:
    env = build_environment(room, "/bin", {"CI": "true", "TZ": "Europe/Berlin", "VITE_API": "x"}, contained=False)
    assert (env["CI"], env["TZ"], env["VITE_API"]) == ("true", "Europe/Berlin", "x")
    assert env["TMPDIR"] == str(room.tmp)


def test_install_gets_what_reaches_the_registry_and_no_more(room: Room, tmp_path: Path) -> None:
    access = install_access({**SHELL, "HOME": str(tmp_path / "nobody")})
    env = install_environment(room, "/bin", access, contained=True)
    assert set(env) & set(SHELL) == {
        "HTTPS_PROXY", "no_proxy", "NPM_CONFIG_REGISTRY", "npm_config_@acme:registry", "NODE_EXTRA_CA_CERTS",
    }  # fmt: skip
    assert access.files == ()


def test_the_users_npmrc_works_with_its_tokens_and_authorities(room: Room, tmp_path: Path) -> None:
    home = tmp_path / "home-of-user"
    home.mkdir()
    authority = home / "ca.pem"
    authority.write_text("x")
    config = home / ".npmrc"
    config.write_text(f"//registry.example/:_authToken=${{NPM_TOKEN}}\ncafile = {authority}\n")
    access = install_access({**SHELL, "HOME": str(home)})
    assert access.env["npm_config_userconfig"] == str(config)
    assert access.env["NPM_TOKEN"] == "hunter2"
    assert "GITHUB_TOKEN" not in access.env
    assert set(access.files) == {config, authority}
    # Scripts of packages get neither the file nor the token.
    assert "NPM_TOKEN" not in access.public().env
    assert config not in access.public().files


def test_configuration_named_by_the_environment_wins(tmp_path: Path) -> None:
    other = tmp_path / "other.npmrc"
    other.write_text("registry=https://registry.example/\n")
    access = install_access({"HOME": str(tmp_path), "NPM_CONFIG_USERCONFIG": str(other)})
    assert access.env["npm_config_userconfig"] == str(other)
    assert access.files == (other,)


def test_path_has_the_projects_own_programs_first(tmp_path: Path) -> None:
    folders = command_path([tmp_path / "app/web", tmp_path / "app"], None).split(os.pathsep)
    assert folders[:2] == [str(tmp_path / "app/web/node_modules/.bin"), str(tmp_path / "app/node_modules/.bin")]
    assert folders[-2:] == ["/usr/bin", "/bin"]
    assert not any(folder.startswith(str(Path.home())) for folder in folders if str(tmp_path) not in folder)


def test_record_names_everything_and_shows_harmless_values_only(room: Room) -> None:
    env = build_environment(
        room, "/bin", {"VITE_API_KEY": "hunter2", "DATABASE_URL": "postgres://u:p@h/d"}, contained=False
    )
    shown = recorded(env, room=room)
    assert set(shown) == set(env)
    assert shown["VITE_API_KEY"] == shown["DATABASE_URL"] == "<set>"
    assert shown["HOME"] == "<work>/home"
    assert shown["LANG"] == "C.UTF-8"
    assert "hunter2" not in str(shown)
