"""Finds the sub-command, hands it the rest of the line, turns user errors into one clear message.

A sub-command is a module of this package with two functions, ``add_arguments(parser)`` and ``run(options) -> int``, and
a line in :data:`COMMANDS`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn, Protocol, cast

from pytest_uibench.model import UibenchError

from .nearest import did_you_mean

COMMANDS: Mapping[str, str] = {
    "doctor": "check this machine: what is there, what is missing, the command that fixes it",
    "capture": "capture an app's screens (pictures, text blocks, elements) as a reference to compare others with",
    "schema": "print the JSON Schema of spec files, for editors that complete and check YAML",
}
"""Sub-command (a module of this package, ``-`` written ``_``) and its line in ``uibench --help``."""

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class Command(Protocol):
    """What a sub-command's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of the sub-command."""

    def run(self, options: argparse.Namespace) -> int:
        """Do the work and return the exit status."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are :class:`UibenchError` with the nearest option."""

    def parse_strictly(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse all of ``arguments``; unlike ``parse_args`` name the nearest option for an unknown one."""
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            nearest = did_you_mean(unknown[0].partition("=")[0], self._option_string_actions)
            raise UibenchError(
                f"{self.prog}: {unknown[0]!r} is not an option of it{nearest}. See `{self.prog} --help`."
            )
        return options

    def error(self, message: str) -> NoReturn:
        raise UibenchError(f"{self.prog}: {message}. See `{self.prog} --help`.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``uibench`` with ``argv`` (default: the process's own arguments) and return the exit status.

    0: done; 1: the sub-command says no; 2: an error that the user must fix, told on stderr; 130: interrupted.
    """
    try:
        status = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except UibenchError as error:
        sys.stderr.write(f"uibench: error: {error}\n")
        return EXIT_USAGE
    except SystemExit as stop:  # argparse, after --help
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        sys.stderr.write("uibench: interrupted\n")
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # `uibench … | head`: silence the flush at interpreter exit too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        sys.stdout.write(_usage())
        return 0 if arguments else EXIT_USAGE
    if arguments[0] in ("-V", "--version"):
        sys.stdout.write(f"uibench {_version()}\n")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        kind = "an option" if name.startswith("-") else "a command"
        nearest = did_you_mean(name, [*COMMANDS, "--version", "--help"])
        raise UibenchError(f"{name!r} is not {kind}{nearest}. Commands: {', '.join(COMMANDS)}. See `uibench --help`.")
    command = cast(Command, importlib.import_module(f".{name.replace('-', '_')}", __package__))
    summary = COMMANDS[name]
    parser = _Parser(prog=f"uibench {name}", description=f"{summary[:1].upper()}{summary[1:]}.", allow_abbrev=False)
    command.add_arguments(parser)
    return command.run(parser.parse_strictly(rest))


def _usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {summary}" for name, summary in COMMANDS.items()]
    return "\n".join(
        [
            "usage: uibench COMMAND [options]",
            "",
            "Companion of `pytest --uibench-app=DIR`.",
            "",
            "commands:",
            *lines,
            "",
            "  uibench COMMAND --help   options of a command",
            "  uibench --version        version of the package",
            "",
        ]
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pytest-uibench")
    except PackageNotFoundError:
        return "(not installed)"
