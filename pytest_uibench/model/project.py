"""What a subject directory is (detected, nothing run) and what preparing it gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .failure import Diagnostic, Failure, Stage

PackageManagerName = Literal["npm", "pnpm", "yarn", "bun"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageManager:
    """The package manager that installs a project, and why it was chosen."""

    name: PackageManagerName
    reason: str
    """``packageManager field``, ``package-lock.json``, ``default`` …"""
    lockfile: str | None = None
    """Lock file name in the project folder, or None."""
    version: str | None = None
    """Version that the ``packageManager`` field declares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPlan:
    """How the project's own build script makes a site, taken apart.

    Each entry is a shell line run in the project folder with ``node_modules/.bin`` first on PATH.
    """

    script: str
    """The whole build script as written in the manifest (or the override)."""
    bundle: tuple[str, ...]
    """Lines that make the site, in order (code generation steps before the bundler included)."""
    types: tuple[str, ...] = ()
    """Type-check lines taken out of the script: ``tsc -b``, ``vue-tsc`` …"""
    extra: tuple[str, ...] = ()
    """Lines after the bundler that do not make the site (server bundles, post-build)."""
    embedded_types: bool = False
    """True when the bundler type-checks by itself (``next build``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServePlan:
    """How the built project is served."""

    kind: Literal["static", "server"]
    command: str | None = None
    """For ``server``: shell line with ``{host}`` and ``{port}`` placeholders."""
    outputs: tuple[str, ...] = ()
    """For ``static``: folders that may hold the built site, the most likely first, relative to the project."""
    spa: bool = True
    """Navigations to unknown paths get index.html (client-side routing)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectOverrides:
    """``subject:`` of a spec (SPEC.md). None keeps what was detected."""

    build: str | None = None
    start: str | None = None
    output: str | None = None
    folder: str | None = None
    scaffold: str | None = None
    timeout: float | None = None
    """Seconds that the build, and the type check, may take."""
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A front-end project found in a subject directory. Nothing was run to find out."""

    path: str
    """Absolute path of the subject directory as named by the user."""
    folder: str
    """Project folder inside it, ``""`` when it is the directory itself; forward slashes."""
    manifest: str
    """``package.json`` or ``index.html``, relative to ``path``."""
    name: str
    """Folder name of the subject directory: the app's name in ids and reports."""
    framework: str
    """``vite | next | cra | astro | sveltekit | vue-cli | static | other``."""
    library: str | None
    """``react | vue | svelte | preact | solid | angular``, or None."""
    typescript: bool
    package_manager: PackageManager | None
    """None for a project with nothing to install."""
    build: BuildPlan | None
    """None when there is nothing to build."""
    serve: ServePlan
    base: str = "/"
    """Public base path that the build is configured for; ``./`` when relative."""
    node_range: str | None = None
    """``engines.node`` of the manifest or the known floor of the bundler."""
    env: Mapping[str, str] = field(default_factory=dict)
    """Environment of the build and start from the spec."""
    env_example: str | None = None
    """``.env.example`` that is copied to ``.env`` in the working copy because none is there."""
    fault: Failure | None = None
    """A manifest that cannot be read: collection goes on, the install stage reports this."""
    scaffold: str | None = None
    """Absolute path of the scaffold that the spec names (METRICS section 1, C2 and C8)."""
    timeout: float | None = None
    """Seconds that the build, and the type check, may take; None: the default limits."""
    notes: tuple[str, ...] = ()
    """Facts worth a line in the report (lock files that disagree, descended folder …)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectOptions:
    """What the stages that run commands need to know about this run."""

    cache: str
    """Cache root shared between runs (dependencies, builds, locks, run files)."""
    logs: str
    """Folder for the log files of this subject, inside the output directory."""
    run_id: str
    """Same for every worker of one run: results of a stage are shared under it."""
    sandbox: Literal["auto", "require", "off"] = "auto"
    jobs: int = 1
    """Builds that may run at the same time on this machine."""
    fresh: bool = False
    """Ignore the build cache (benchmarks, reruns)."""
    types: bool = True
    """Check types beside the bundler; of a reference nobody asks for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReport:
    """Outcome of one stage."""

    stage: Stage
    status: Literal["passed", "failed", "skipped", "errored"]
    """``skipped``: not applicable or an earlier stage failed; ``errored``: infrastructure."""
    seconds: float = 0.0
    failure: Failure | None = None
    cached: bool = False
    degraded: tuple[str, ...] = ()
    """Concessions made to get through, e.g. ``--legacy-peer-deps``."""
    notes: tuple[str, ...] = ()
    log: str | None = None
    """Log file, relative to the folder that holds the logs."""
    warnings: tuple[Diagnostic, ...] = ()
    """Missing exports that the bundler only warned about; ``rule`` is the code of the failure that may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A subject after install and bundle: what can be served, or why not."""

    project: Project
    install: StageReport
    build: StageReport
    workdir: str
    """Absolute path of the working copy's project folder (what a server is started in)."""
    site: str | None
    """Absolute path of the static site, or None (server kinds, or failed)."""
    key: str
    """Content key of the build: same inputs, same key."""
    containment: str
    """Containment in force, e.g. ``bubblewrap (no network)`` or ``none: bwrap not found``."""
    reproducible: bool = True
    """False when no lock file pinned the dependencies, or it was out of step."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Recorded environment that the commands saw (secrets never enter it)."""
    scaffold: tuple[Diagnostic, ...] = ()
    """What the app changed of the scaffold that its spec names; ``rule`` is C2 or C8."""

    @property
    def failure(self) -> Failure | None:
        """The first failure, or None."""
        return self.install.failure or self.build.failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A running site on this machine's loopback."""

    origin: str
    """``http://127.0.0.1:PORT``, no trailing slash; ``http://[::1]:PORT`` for a server that listens there only."""
    base: str
    """Base path in front of every route, ``""`` or ``/app``; no trailing slash."""
    kind: Literal["static", "server"]
    pid: int | None = None
    """Process of a server kind; None for the in-process static server."""
    seconds: float = 0.0
    """From start to the first proven answer."""
    notes: tuple[str, ...] = ()
