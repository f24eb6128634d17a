"""Command line ``uibench``: one module per sub-command, imported only when it is called."""

from .main import main

__all__ = ["main"]
