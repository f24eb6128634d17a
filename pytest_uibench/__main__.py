"""``python -m pytest_uibench`` is the same as ``uibench``."""

import sys

from pytest_uibench.cli import main

if __name__ == "__main__":
    sys.exit(main())
