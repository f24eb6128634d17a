"""``uibench schema``: the JSON Schema of spec files, for editors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_uibench.model import UibenchError
from pytest_uibench.spec.schema import schema_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("-o", "--output", metavar="FILE", help="write it to FILE instead of standard output")
    parser.add_argument("--bench", action="store_true", help="of benchmark files (--uibench-bench) instead of specs")
    parser.epilog = "In a spec: # yaml-language-server: $schema=./uibench.schema.json"


def run(options: argparse.Namespace) -> int:
    """Print or write the schema."""
    text = schema_text("benchmark" if options.bench else "spec")
    if options.output in (None, "-"):
        sys.stdout.write(text)
        return 0
    path = Path(options.output)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UibenchError(
            f"{path} cannot be written: {error.strerror or error}. Name a file in a folder that exists."
        ) from None
    sys.stdout.write(f"{path} written\n")
    return 0
