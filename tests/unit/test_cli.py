"""The ``uibench`` command: dispatch, version, errors without tracebacks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pytest_uibench.cli import main
from pytest_uibench.cli.main import COMMANDS
from pytest_uibench.model import UibenchError


def test_version(capsys):
    from importlib.metadata import version

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"uibench {version('pytest-uibench')}\n"


def test_help_lists_every_command(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out and summary in out for name, summary in COMMANDS.items())


def test_no_command_shows_the_usage_and_fails(capsys):
    assert main([]) == 2
    assert "usage: uibench COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command, capsys):
    assert main([command, "--help"]) == 0
    assert f"usage: uibench {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["docter"], "'docter' is not a command (did you mean 'doctor'?)"),
        (["--versoin"], "'--versoin' is not an option (did you mean '--version'?)"),
        (["zzz"], "'zzz' is not a command. Commands: doctor"),
        (["doctor", "--jsn"], "'--jsn' is not an option of it (did you mean '--json'?)"),
        (["doctor", "--browser"], "expected one argument"),
        (["doctor", "extra"], "'extra' is not an option of it"),
    ],
)
def test_usage_errors_name_the_nearest(arguments, told, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert told in err
    assert not out
    assert "Traceback" not in err


def test_abbreviated_options_are_refused(capsys):
    """`--net` must not start reaching the network because it happens to be unique today."""
    assert main(["doctor", "--net"]) == 2
    assert "did you mean '--network'" in capsys.readouterr().err


def test_user_error_of_a_command_is_one_message(monkeypatch, capsys):
    from pytest_uibench.cli import doctor

    def fail(_options):
        raise UibenchError("specs/shop.yaml:3: no such key")

    monkeypatch.setattr(doctor, "run", fail)
    assert main(["doctor"]) == 2
    assert capsys.readouterr().err == "uibench: error: specs/shop.yaml:3: no such key\n"


def test_interrupt_ends_with_130(monkeypatch, capsys):
    from pytest_uibench.cli import doctor

    def stop(_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(doctor, "run", stop)
    assert main(["doctor"]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_version_loads_nothing_heavy():
    """Start-up stays quick: what takes long to import is not imported."""
    code = (
        "import sys\n"
        "from pytest_uibench.cli import main\n"
        "status = main(['--version'])\n"
        "heavy = {'numpy', 'PIL', 'playwright', 'tree_sitter', 'pytest', 'psutil', 'yaml'} & set(sys.modules)\n"
        "sys.exit(f'imported: {sorted(heavy)}' if heavy or status else 0)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr


def test_module_form_is_the_same_command():
    command = [sys.executable, "-m", "pytest_uibench", "--version"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.stdout.startswith("uibench "), result.stderr
    assert result.returncode == 0


def test_closed_pipe_gives_no_traceback():
    """`uibench --help | head -0`: the reader is gone before the first line is written."""
    read, write = os.pipe()
    os.close(read)
    result = subprocess.run(
        [sys.executable, "-m", "pytest_uibench", "--help"],
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(write)
    assert result.stderr == b""
    assert result.returncode == 1
