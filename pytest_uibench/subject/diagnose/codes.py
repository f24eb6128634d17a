"""Failure codes C1 to C9 and their buckets (METRICS section 1)."""

from __future__ import annotations

import re

from pytest_uibench.model import Bucket, Failure, Stage

BUCKETS: dict[str, Bucket] = {
    "C1": "hallucination",
    "C2": "inconsistency",
    "C3": "inconsistency",
    "C4": "inconsistency",
    "C5": "inconsistency",
    "C6": "hallucination",
    "C7": "syntax",
    "C8": "inconsistency",
    "C9": "other",
}
"""Code → bucket, as METRICS gives them."""

_ICONS = re.compile(
    r"""(?x)^(?:
    lucide(?:-.*)? | @lucide/.* | react-icons(?:/.*)? | @react-icons/.* | @heroicons/.* | heroicons.* | phosphor-.*
    | @phosphor-icons/.* | react-feather | feather-icons | vue-feather.* | @mui/icons-material(?:/.*)? | @mdi/.*
    | @material-ui/icons(?:/.*)? | @radix-ui/react-icons | @fortawesome/.* | @ant-design/icons.* | @iconify.*
    | ionicons(?:/.*)? | react-bootstrap-icons | bootstrap-icons.* | @primer/octicons.* | @chakra-ui/icons
    | @remixicon/.* | remixicon.* | @element-plus/icons-vue | @vicons/.* | iconoir-.* | @hugeicons/.* | hugeicons-.*
    | react-ionicons | styled-icons.* | @styled-icons/.* | grommet-icons | boxicons.* | simple-icons.*
    | @fluentui/react-icons.* | @expo/vector-icons.* | solar-icon-set | oh-vue-icons.* | svelte-.*-icons
    | @steeze-ui/.*icons.* | unplugin-icons | .*[-/]icons(?:-.*)?
    )$"""
)


def is_icon_package(name: str) -> bool:
    """Tell whether a package (or a path into one, ``lucide-react/dynamic``) is a collection of icons."""
    return bool(_ICONS.match(name) or _ICONS.match(package_of(name)))


def package_of(specifier: str) -> str:
    """``@scope/name/deep/path`` → ``@scope/name``; ``name/deep`` → ``name``."""
    parts = specifier.split("/")
    return "/".join(parts[:2] if specifier.startswith("@") else parts[:1])


def failure(label: str, stage: Stage, message: str, *, code: str | None = None, **fields: object) -> Failure:
    """Make a :class:`Failure` with the bucket that belongs to its code."""
    bucket = BUCKETS.get(code) if code else None
    return Failure(label=label, stage=stage, message=message, code=code, bucket=bucket, **fields)  # type: ignore[arg-type]
