"""Every wait, threshold and limit: name, unit, reason, source. No bare number elsewhere.

Sources: METRICS, DESIGN and FIELD-CASES are the project's documents; "ours" is a choice of this project.
"""

from __future__ import annotations

from typing import Final

# --- Render probe (METRICS 1, stated) ---
RENDERED_MIN_ELEMENTS: Final = 3
RENDERED_MIN_TEXT: Final = 20
RENDERED_MIN_VISUALS: Final = 2
RENDERED_MIN_INTERACTIVE: Final = 2
MOUNT_SELECTORS: Final = ("#root", "#app", "#__next", "main", "body")

# --- Viewport (METRICS 3) ---
VIEWPORT_WIDTH: Final = 1440
VIEWPORT_HEIGHT: Final = 900

# --- Determinism (DESIGN, "Facts") ---
FIXED_TIME: Final = "2026-01-15T10:00:00Z"
"""The wall clock that pages see: a working day, mid-month, no daylight-saving change near (ours)."""
RANDOM_SEED: Final = 20260115
TIMEZONE: Final = "UTC"
LOCALE: Final = "en-US"

# --- Settling, in milliseconds ---
SETTLE_DEADLINE_MS: Final = 4_500
"""One deadline for all conditions: a page that polls for ever must rest in under 5 s (F42)."""
SETTLE_QUIET_MS: Final = 200
"""No DOM mutation for this long (DESIGN: gave the same blocks as fixed waits on 7 of 8 pages)."""
SETTLE_FONTS_MS: Final = 3_000
"""Fonts get at most 3 s (F79)."""
NAVIGATION_TIMEOUT_MS: Final = 15_000
"""A local server that does not answer a document in 15 s will not (ours)."""
HANG_SECONDS: Final = 10.0
"""A page whose script thread does not answer for this long hangs (F73)."""
RELOAD_LOOP_LIMIT: Final = 5
"""More main-frame navigations than this while one page settles are a reload loop (ours)."""
TEXT_LIMIT: Final = 4_000
"""Characters of page text kept in an observation."""
CONSOLE_LIMIT: Final = 50
"""Console lines, requests, dialogs kept per page."""

# --- Crawl ---
CRAWL_LIMIT: Final = 40
"""Pages opened beyond the declared routes, so that an app with endless links ends (ours)."""
PARAMETER_GUESSES: Final = 3
"""Values tried for a route parameter when no link shows one (ours)."""
PAGES_IN_FLIGHT: Final = 5
"""Pages rendered at the same time: each mostly waits until it is quiet, so that more than the two cores' worth pays
(measured on the 15-route fixture on two cores: 4.6 s with two, 3.1 s with four, 2.8 s with six, no less with more)."""

# --- Detection and diagnostics ---
MANIFEST_MAX_BYTES: Final = 2_000_000
"""A package.json beyond this is not one (ours)."""
CONFIG_MAX_BYTES: Final = 200_000
"""Configuration files are read up to this size (ours)."""
NESTING_LEVELS: Final = 3
"""Folders between the subject directory and the project at most: an archive unpacked in a folder of its own (ours)."""
SCRIPT_NESTING: Final = 8
"""``npm run`` inside ``npm run``: deeper is a loop (ours)."""

# --- Reports ---
REPORT_TEXT_LIMIT: Final = 4_000
"""Characters of any one text in a report: a message of a megabyte is cut, results.json keeps it whole (ours)."""
REPORT_SHORT_LIMIT: Final = 300
"""Characters of a text that stands in a line of its own: title, label, reason (ours)."""
REPORT_DETAIL_LIMIT: Final = 2_000
"""Characters of an item's detail in the page (ours)."""
REPORT_NAME_LIMIT: Final = 120
"""Characters of an item's id or label (DESIGN: ids have at most 120)."""
REPORT_PAGE_BUDGET: Final = 2_000_000
"""Bytes of reasons and details in one page; beyond, each is a stub: 1,000 items stay under 5 MB (ours)."""
REPORT_STUB_LIMIT: Final = 40
"""Characters of a reason or detail once the page's budget is used up (ours)."""
REPORT_LIST_LIMIT: Final = 50
"""Entries of one list of one app in the page: diagnostics, dead links, missing items … (ours)."""
REPORT_ROUTE_LIMIT: Final = 200
"""Rows of one app's table of routes in the page (ours)."""
REPORT_FIRST_LIMIT: Final = 8
"""Entries of "What to fix first" (ours: what fits on one screen)."""
REPORT_OPEN_APPS: Final = 10
"""Up to this many apps, those with something wrong are unfolded when the page opens (ours)."""
TERMINAL_APPS: Final = 40
"""Lines of apps in the terminal; apps with something wrong come first (ours)."""
TERMINAL_FINDINGS: Final = 15
"""Failures in the terminal; the rest is counted and stands in the report (ours)."""
TERMINAL_REMARKS: Final = 6
"""Lines of remarks in the terminal (ours)."""
TERMINAL_NAMES: Final = 3
"""Names (routes, apps, links) listed in one line of the terminal before "and n more" (ours)."""
TERMINAL_MIN_WIDTH: Final = 40
"""Columns: a narrower terminal wraps by itself (ours)."""
JUNIT_VALUE_LIMIT: Final = 1_000
"""Characters of a JUnit property: CI servers show them in a table cell (ours)."""

# --- Items and failure text ---
ITEM_ID_LIMIT: Final = 120
"""Characters of an item's id (DESIGN, "Facts")."""
DIAGNOSTICS_SHOWN: Final = 5
"""Further messages of a tool shown in a failure text; the report has all of them (ours)."""
CONSOLE_SHOWN: Final = 3
"""Console lines shown in a failure text (ours)."""
DEAD_LINKS_SHOWN: Final = 20
"""Dead links listed in a failure text; the report has all of them (ours)."""

# --- `uibench doctor` ---
DOCTOR_DEADLINE_SECONDS: Final = 45.0
"""All checks together: longer than any single limit below, so that each can say itself what did not answer (ours)."""
DOCTOR_LAUNCH_SECONDS: Final = 30.0
"""A browser that has not shown a page by then does not work: cold start on a loaded machine takes under 10 s (ours)."""
DOCTOR_TOOL_SECONDS: Final = 15.0
"""A tool that is asked for its version or a list (ours; npm takes 2 s on a loaded machine)."""
DOCTOR_NETWORK_SECONDS: Final = 20.0
"""The registry's answer, only with --network (ours)."""
DOCTOR_WALK_SECONDS: Final = 10.0
"""Adding up the size of the cache directory; what was not seen by then is left out and said so (ours)."""
DOCTOR_OUTPUT_LIMIT: Final = 262_144
"""Bytes read from a probed tool (ours)."""
VITE_NODE_RANGE: Final = "^20.19.0 || >=22.12.0"
"""``engines.node`` of Vite 7 and 8."""
NEXT_NODE_RANGE: Final = ">=20.9.0"
"""``engines.node`` of Next 16."""
DISK_NEEDED_BYTES: Final = 1 << 30
"""One app with its dependencies, working copy and build: 300 to 900 MB (ours)."""
DISK_COMFORTABLE_BYTES: Final = 5 << 30
"""A handful of dependency trees of different stacks (ours)."""
MEMORY_COMFORTABLE_BYTES: Final = 2 << 30
"""A worker with its browser takes up to 1 GiB (DESIGN, "Targets"), a bundler as much (ours)."""
SHARED_MEMORY_BYTES: Final = 256 << 20
"""Docker gives 64 MiB, in which a renderer crashes on large pages when the browser is told to use it (ours)."""
OPEN_FILES_COMFORTABLE: Final = 1_024
"""Bundlers open a file per module; macOS gives 256 (ours)."""

# --- Serving ---
SERVE_CHARSET_MAX_BYTES: Final = 8 * 1024 * 1024
"""Text files above this are not read to find out whether they are UTF-8 (ours)."""
SERVE_CHARSET_HEAD_BYTES: Final = 1024
"""Where browsers look for a page's own ``<meta charset>`` (HTML standard, "prescan a byte stream")."""
SERVE_PAGE_COUNT_LIMIT: Final = 2
"""A site is single-page or not: counting further tells nothing."""
SERVE_REQUEST_LOG_LIMIT: Final = 2_000
"""Requests kept in memory by the static server."""
SERVE_TARGET_LOG_LIMIT: Final = 500
"""Characters of a request target kept in that log."""
SERVE_IDLE_SECONDS: Final = 75.0
"""Idle keep-alive connections are closed after this (ours; above the browser's own pauses)."""
SERVE_CHUNK_BYTES: Final = 256 * 1024
"""Larger files are streamed in pieces of this size."""
SERVE_BODY_LIMIT: Final = 1024 * 1024
"""Bytes of a request body that the static server reads before it answers 405."""
SERVE_BACKLOG: Final = 128
"""Connections waiting to be accepted: two pages open a dozen at once."""
SERVE_STOP_POLL_SECONDS: Final = 0.05
"""How soon the static server's accept loop notices that it is to end."""

# --- Routes from source (subject/routes; every value ours) ---
ROUTE_FILES_LIMIT: Final = 6_000
"""Source files looked at in one project: far above real front-ends, so that a hostile folder ends."""
ROUTE_FILE_BYTES: Final = 400_000
"""Larger source files are generated or bundled and are not read."""
ROUTE_DEPTH: Final = 24
"""Folder levels entered below the project."""
ROUTE_LINE_BYTES: Final = 2_000
"""A file over 20 kB whose lines average more than this many bytes is minified and not read."""
ROUTE_MINIFIED_FROM: Final = 20_000
"""Size in bytes from which a file is tested for being minified."""
ROUTE_PARSES: Final = 600
"""Files given to the parser in one project."""
ROUTE_STEPS: Final = 40_000
"""Expressions evaluated statically in one project: bounds cyclic and exploding definitions."""
ROUTE_NESTING: Final = 60
"""Depth of one static evaluation (calls inlined, members followed, elements nested)."""
ROUTE_CLIMB: Final = 300
"""Levels climbed from a node to what it stands in."""
ROUTE_CHOICES: Final = 64
"""Alternatives kept for one expression (both branches of a condition, elements of a loop)."""
ROUTE_PATH_LENGTH: Final = 300
"""Longer declared paths are no addresses and are left out."""
ROUTE_LIMIT: Final = 500
"""Routes kept for one project."""
ROUTE_NOTES: Final = 40
"""Notes kept for one project."""
ROUTE_VALUE_LENGTH: Final = 80
"""Characters of a literal that is taken for the value of a route parameter."""

# --- Commands run on behalf of a subject (install, build, types, server) ---
COMMAND_POLL_SECONDS: Final = 0.5
"""How often memory and processor time of a process tree are read (reading costs about 5 ms, ours)."""
COMMAND_PROGRESS_SECONDS: Final = 2.0
"""A long step says how long it has run at least this often (ours)."""
COMMAND_DRAIN_SECONDS: Final = 5.0
"""How long the last output and the last processes of a tree may take to end after it was killed (ours)."""
COMMAND_LOG_HEAD_BYTES: Final = 512 * 1024
"""Start of the output that a log file keeps: configuration errors stand there (F32)."""
COMMAND_LOG_TAIL_BYTES: Final = 512 * 1024
"""End of the output that a log file keeps: the error of a long build stands there (F32)."""
COMMAND_OUTPUT_LIMIT_BYTES: Final = 256 * 1024 * 1024
"""A command that prints more than this is ended: no tool has that much to say (ours)."""
COMMAND_TAIL_CHARACTERS: Final = 64 * 1024
"""Characters of the log's end that an outcome carries."""
COMMAND_FILE_LIMIT_BYTES: Final = 2 * 1024**3
"""Largest single file that a command may write (ours)."""
COMMAND_MEMORY_LIMIT_BYTES: Final = 6 * 1024**3
"""Resident memory of a whole tree; the largest real build seen needs 2.5 GiB (ours)."""
INSTALL_TIMEOUT_SECONDS: Final = 300.0
"""A cold install of a large project takes about a minute (ours)."""
REBUILD_TIMEOUT_SECONDS: Final = 600.0
"""Compiling one native package takes one to two minutes, several on a busy machine (ours)."""
BUILD_TIMEOUT_SECONDS: Final = 300.0
"""A cold production build of a 30-route Next project takes about a minute on two cores (ours)."""
TYPES_NICENESS: Final = 10
"""How far the type check stands back for what runs beside it (ours)."""
TYPES_TIMEOUT_SECONDS: Final = 180.0
PROBE_TIMEOUT_SECONDS: Final = 20.0
"""``node --version``, an empty sandbox: these answer at once or never."""
SAY_WIDTH: Final = 72
"""Characters of a command line in a progress line."""
CPU_TIME_FACTOR: Final = 4
"""Processor seconds allowed per second of wall clock: more threads than this is not a front-end build (ours)."""

# --- Working copy of a subject ---
COPY_MAX_FILES: Final = 50_000
"""A front-end without its dependencies has a few hundred files (ours)."""
COPY_MAX_BYTES: Final = 1024**3
COPY_MAX_DEPTH: Final = 64
SITE_SEARCH_DEPTH: Final = 3
"""An index.html deeper than this below the project is not the site (ours)."""

# --- Caches ---
CACHE_FORMAT: Final = 1
"""Raised whenever what is stored in a cache entry changes its meaning."""
LOCK_POLL_SECONDS: Final = 0.1
LOCK_REPORT_SECONDS: Final = 3.0
"""How often a process that waits for another one's build says so (ours)."""
CACHE_KEEP_DAYS: Final = 14
"""Cache entries that no run used for this long are dropped (ours)."""

# --- Package registry ---
FETCH_RETRIES: Final = 1
FETCH_TIMEOUT_MS: Final = 20_000
"""One request to the registry; a dead host must fail in seconds, not minutes (G01)."""
FETCH_RETRY_MIN_MS: Final = 500
FETCH_RETRY_MAX_MS: Final = 2_000

# --- Specs ---
SPEC_TIMEOUT_MAX_SECONDS: Final = 3600
"""A build that takes more than an hour is not a front-end's (ours)."""
SPEC_MAX_BYTES: Final = 2_000_000
"""A spec is written by hand; anything larger is not one (DESIGN, "Untrusted input")."""

# --- Session ---
CORES_PER_BUILD: Final = 2
"""A bundler and its type check keep two cores busy (ours)."""
PROGRESS_FILE: Final = ".progress"
HEARTBEAT_SECONDS: Final = 5.0
"""A step that goes on says so this often (ours)."""
PROGRESS_POLL_SECONDS: Final = 0.5
"""How often the controller looks for signs of life of its workers (ours)."""
MARKER_FILE: Final = ".uibench-report"
"""Marks an output folder as ours: only such a folder is ever emptied."""
GATHERED_FILE: Final = "observed/gathered.json"
CRASH_LINES: Final = 5
"""Last lines of a crash kept in an item's record (ours)."""

# --- Servers of subjects ---
SERVE_START_SECONDS: Final = 60.0
"""From the start of a server to its first proven answer; ``next start`` takes 2 s on an idle machine (ours)."""
SERVE_POLL_SECONDS: Final = 0.05
"""How often a starting server is asked whether it answers."""
SERVE_SCAN_SECONDS: Final = 0.5
"""How often the sockets of its whole process tree are read while the port given to it is silent (10 ms each)."""
SERVE_PROBE_SECONDS: Final = 10.0
"""One probe: the first answer of a loaded server renders a page (ours)."""
SERVE_CONNECT_SECONDS: Final = 1.0
"""Connecting on loopback is immediate unless the backlog is full."""
SERVE_WARM_SECONDS: Final = 5.0
"""For this long 502, 503 and 504 mean "not ready yet", afterwards they are the answer (ours)."""
SERVE_OTHER_PORT_SECONDS: Final = 3.0
"""A server that listens elsewhere gets this long to open the port that it was given as well (ours)."""
SERVE_FIXED_PORT_SECONDS: Final = 60.0
"""A port that a server chose itself and that another process holds: how long to wait for it (ours)."""
SERVE_PORT_ATTEMPTS: Final = 4
"""Starts on fresh ports when another process takes the chosen one in between (F21)."""
SERVE_LIFETIME_SECONDS: Final = 6 * 3600.0
"""No server lives longer than this, whatever its users do (ours)."""
SERVE_LOCK_SECONDS: Final = 300.0
"""Waiting for another process that starts the same server: all its attempts fit into this."""
SERVE_END_SECONDS: Final = 12.0
"""A supervisor that was asked to end its tree is given this long before it is killed itself."""
SERVE_KILL_SECONDS: Final = 5.0
"""Killing a tree goes on for this long while new children are born."""
SERVE_KILL_ROUND_SECONDS: Final = 0.5
SERVE_CREATED_TOLERANCE_SECONDS: Final = 2.0
"""Creation times of one process may differ by this when the clock is set in between (psutil adds the boot time)."""
SERVE_FOREIGN_KEEP_SECONDS: Final = 7 * 24 * 3600.0
"""Run files of other machines that share the cache are forgotten after a week (ours)."""
SERVE_LOG_READ_BYTES: Final = 64 * 1024
"""End of a server's log that is read for the reason of its failure."""
SERVE_LOG_LINE_CHARACTERS: Final = 400
"""Characters of one such line."""
SERVE_LOG_TELLING_LINES: Final = 8
"""Lines of a server's log in a failure's message."""
LOG_HEAD_CHARACTERS: Final = 400_000
"""Start of a log that is looked at; telling messages of most tools come before the flood (ours)."""
LOG_TAIL_CHARACTERS: Final = 400_000
LOG_LINE_CHARACTERS: Final = 2_000
"""Characters of one log line that are looked at (ours)."""
MESSAGE_LIMIT: Final = 700
"""Characters of a failure's message: a few lines, no stack (F05)."""
DIAGNOSTICS_LIMIT: Final = 200
"""Messages kept per failure; the count in the message is of all (ours)."""
SOURCE_MAX_BYTES: Final = 1_000_000
SOURCE_FILES_LIMIT: Final = 3_000
"""Source files looked through when a log names no file (ours)."""
SECRET_MIN_LENGTH: Final = 6
"""Shorter values are too common to be replaced in a text (ours)."""
PACKAGE_TEXT_BYTES: Final = 3_000_000
"""Type declarations of an icon package that are read for the nearest name: the largest have 2 MB (ours)."""
NEAREST_CUTOFF: Final = 0.6
"""Similarity from which a name is offered as "did you mean" (difflib's own default)."""
NEAREST_PACKAGE_CUTOFF: Final = 0.72
"""The same among the thousands of names of a package, where a loose match is always found (ours)."""

# --- Browser: settling details, network, recording (ours unless a source is named) ---
CLOCK_READINGS: Final = 1_000
"""Readings of ``new Date()`` in one document after which it runs: a loop that waits for it must end."""
SETTLE_POLL_MS: Final = 20
"""Between two looks at the conditions, inside the page."""
SETTLE_REQUEST_MS: Final = 1_500
"""An older request is a long poll or hangs: it holds the page no longer (F42)."""
SETTLE_POLL_REPEATS: Final = 3
"""The same address fetched more often than this is polling and never holds the page (F42)."""
SETTLE_TIMERS_MS: Final = 1_500
"""One-shot timers of the app that fall due within this time are waited for (G24)."""
SETTLE_TIMER_DELAY_MS: Final = 1_000
"""Longer timers are not part of loading, except where a loading indicator is on show (G24)."""
SETTLE_TIMER_DEPTH: Final = 4
"""A timer that more timers than this led to is part of a loop and never holds the page (G13)."""
SETTLE_BUSY_MS: Final = 3_000
"""Timers and requests are waited for this long while a loading indicator is visible (G24)."""
SETTLE_ANIMATIONS_MS: Final = 2_000
"""Finite animations hold a page this long at most, all together (G13)."""
SETTLE_EMPTY_QUIET_MS: Final = 1_000
"""An empty page gets a longer quiet time before it is called blank."""
SETTLE_HYDRATION_MS: Final = 3_000
"""A server-rendered page whose framework has not taken over is waited for this long (F44)."""
SETTLE_LIVE_MS: Final = 1_200
SETTLE_LIVE_COUNT: Final = 8
"""A node that changed this often over this long is live (clock, count-up): it no longer holds the page (G13)."""
UNSTABLE_FRAME_MS: Final = 120
"""Between the two frames that tell a moving page from a still one (F80)."""
DOWNLOAD_POLLS: Final = 25
"""Looks (every SETTLE_POLL_MS) for the name of a download that was announced."""
CLOSE_SECONDS: Final = 5.0
"""A page or context that does not close within this is killed."""
WATCHDOG_SAMPLE_SECONDS: Final = 0.25
"""CPU time of the renderers is compared over this long to find the one that spins."""
WATCHDOG_STEP_SECONDS: Final = 2.0
"""Between the steps of the watchdog: the renderer that spins, all renderers, the browser."""
WATCHDOG_HOT_SHARE: Final = 0.5
"""Share of one core above which a renderer counts as spinning."""
SAME_DOCUMENT_LOOP_LIMIT: Final = 60
"""More in-page route changes than this while one page settles are a redirect loop."""
CONSOLE_TEXT_LIMIT: Final = 2_000
"""Characters kept of one console line."""
BROWSER_VERSION_SECONDS: Final = 15.0
SMALL_SHM_BYTES: Final = 512 * 1024 * 1024
"""Chromium maps shared memory in files below this size of /dev/shm (containers give 64 MiB)."""
PROXY_HEAD_BYTES: Final = 65_536
PROXY_SECONDS: Final = 5.0
"""Size and time limits of one request head at the refusing proxy."""
PLACEHOLDER_SIZE: Final = (300, 200)
PLACEHOLDER_SIDES: Final = (8, 4_096)
"""Default and permitted sides, in pixels, of the picture that stands for an external image."""
PLACEHOLDER_COLOR: Final = "#d9dce1"
CANVAS_FLAT_RANGE: Final = 2
"""Largest difference within a colour channel (8 bit) of a canvas that counts as flat (METRICS 1)."""
LINKS_LIMIT: Final = 500
"""Distinct links kept per page."""
LINK_TEXT_LIMIT: Final = 120
SHOT_NAME_LIMIT: Final = 60
"""Characters of a link's text and of a screenshot's file name."""
CRAWL_PER_SHAPE: Final = 3
"""Addresses opened of one shape, such as /product/1 to /product/500."""
CRAWL_SIBLINGS: Final = 8
"""More links than this under one parent are taken for one shape even with plain words in them."""
MISSING_TOKEN: Final = "uibench-no-such-page"  # noqa: S105 - a path segment, not a secret
"""Path segment that no app declares: shows what an address that does not exist looks like (G07)."""
MISSING_PREFIXES: Final = 3
"""Parameterised prefixes below which the unlikely segment is opened too."""
PROGRESS_MIN_PAGES: Final = 4
"""Fewer pages than this are rendered before anybody wonders (ours)."""
PROGRESS_EVERY_PAGES: Final = 5

# --- Source places of runtime errors (ours) ---
SOURCEMAP_MAX_BYTES: Final = 64 * 1024 * 1024
"""A larger script or map is not read; the map of a 5 MB bundle has about 15 MB."""
SOURCEMAP_FILES_LIMIT: Final = 5_000
"""Generated files looked at in one app."""
SOURCEMAP_WINDOWS: Final = (320, 120, 48)
"""Characters on either side of a place by which it is found again in a build that differs elsewhere (dates, ids)."""
STACK_FRAMES: Final = 8
"""Frames of an error's stack that are kept; V8 itself records ten."""
ROUTER_ERROR_TITLE: Final = "Unexpected Application Error!"
"""What React Router shows in place of a page that threw, where the app has no error element of its own."""

# --- Routes behind a wall (ours) ---
GATED_ROUTES: Final = 2
"""Declared routes that must end at one other address before it counts as a wall: a single one is a redirect (F74)."""
FONT_ROUNDS: Final = 3
"""Times that a build is run again because it asked for further fonts of Google (F09, ours)."""
CLIENT_ERROR_STATUS: Final = 400
"""From this status on a page is not there (RFC 9110, 15.5)."""
SERVER_ERROR_STATUS: Final = 500
"""From this status on the server itself failed (RFC 9110, 15.6)."""
CACHE_TAG: Final = "CACHEDIR.TAG"
CACHE_SIGNATURE: Final = "Signature: 8a477f597d28d172789f06886806bc55\n"
"""Name and first line of the file that keeps backups and pytest out of a cache (bford.info/cachedir)."""

# --- Visual fidelity: scores and alignment (METRICS 2 and 3) ---
VFS_TEXT_FLOOR: Final = 0.3
"""Pairs of blocks whose texts agree less than this are dropped after the assignment (METRICS 3, stated)."""
VFS_JUNK_FROM: Final = 200
"""Characters from which difflib's autojunk drops frequent characters of the second text (difflib)."""
ALIGN_FLOOR: Final = 0.20
"""A screen whose route agrees less than this, without the bonus, is MISS (METRICS 2, stated)."""
ALIGN_TOKEN_BONUS: Final = 0.08
"""Weight of the overlap of the routes' words in the alignment (METRICS 2, stated)."""
ALIGN_ROUND: Final = 1
"""Decimals of the page score that the published alignment compares (golden values)."""
SHELL_DISTANCE: Final = 0.02
"""Centres of a repeated block lie this close, in viewport fractions (METRICS 2, ours)."""
SHELL_SHARE: Final = 0.5
"""A block on more than this share of the reference's screens is the app's shell (METRICS 2, ours)."""
SHELL_MIN_SCREENS: Final = 3
"""Fewer screens cannot show what repeats (METRICS 2, ours)."""

# --- Spec language (ours unless a source is named) ---
SPEC_DEPTH_LIMIT: Final = 60
"""Levels of YAML in one another: a target within a target within an expectation takes about twenty."""
SPEC_FAULTS_SHOWN: Final = 20
"""Faults of one file told at once."""
SPEC_FAULTS_LIMIT: Final = 500
"""Faults after which a file is not read on: an app's own spec may be made to keep a run busy."""
SPEC_EXPANDED_LIMIT: Final = 200_000
"""Values that all ``parametrize`` of one file may make together."""
SPEC_ID_LIMIT: Final = 48
"""Characters of an id in a spec: two of them and a browser's name make one item id of at most 120."""
SPEC_COMBINATIONS_LIMIT: Final = 200
"""Entries that one ``parametrize`` may make."""
SPEC_SLUG_LIMIT: Final = 24
"""Characters of a parameter's value in an id."""
STEP_TIMEOUT_SECONDS: Final = 5.0
"""Deadline of a step or an expectation that names none (SPEC.md, "Steps")."""
STEP_TIMEOUT_MAX_SECONDS: Final = 60.0
"""Longest deadline that a spec may name (SPEC.md, "Steps"; F70)."""
VIEWPORT_SIDES: Final = (200, 4_096)
"""Shortest and longest side of a viewport, in CSS pixels."""
VIEWPORT_SCALES: Final = (0.5, 4.0)
"""Device pixels per CSS pixel that a spec may ask for."""
PHONE_WIDTH: Final = 390
PHONE_HEIGHT: Final = 844
"""``device: phone`` (SPEC.md), in CSS pixels, at scale 1, with touch."""
COUNT_LIMIT: Final = 100_000
"""Largest index or count in a spec."""
SPECS_KEPT: Final = 64
"""Specs kept in memory by their text, so that a hundred apps of one task read it once."""
SPEC_VALUE_SHOWN: Final = 80
"""Characters of a value in an error text."""
SCOPE_WEIGHTS: Final = {"S1": 1.0, "S2": 2.0, "S3": 3.0}
"""Weights of the scopes in the interaction score (METRICS 5, stated)."""

# --- Screens: blocks, pictures, captures, OCR (METRICS 3; "stated" there unless ours) ---
BLOCK_VIEWPORTS: Final = 3
"""Viewport heights that are looked at: what starts further down is no block (stated); pictures end there too (F75)."""
BLOCK_MIN_SIDE: Final = 2
"""Pixels: smaller boxes are no blocks (stated)."""
BLOCK_TEXT_LIMIT: Final = 200
"""Characters kept of a block's text (stated)."""
BLOCK_TEXT_LONGEST: Final = 500
"""A text node with more characters is skipped in the paper's form (stated)."""
BLOCK_MERGE_DISTANCE: Final = 0.02
"""Fraction of the viewport by which two blocks of one line may lie apart to be joined (stated)."""
BLOCK_DIGITS: Final = 4
"""Decimals of a block's box: a fifteenth of a pixel, so that a stored capture equals a live page (ours)."""
BLOCK_LIMIT: Final = 3_000
"""Blocks kept per page and form: three viewports of a dense table have about 1,200 (ours)."""
BLOCK_NODES_LIMIT: Final = 120_000
"""Nodes looked at per page, so that a page of any size ends (ours)."""
BLOCK_FRAME_DEPTH: Final = 3
"""Frames inside frames that are read (ours)."""
BLOCK_FAINT: Final = 0.02
"""Text below this opacity is not seen (ours)."""
BLOCK_PASSWORD_MASK: Final = 24
"""Bullets that stand for a password at most (ours)."""
SCROLLER_SHARE: Final = 0.3
"""Share of the viewport from which a scrolling element is the page's own scroller (ours)."""
ELEMENT_LIMIT: Final = 400
"""Elements in a page's snapshot (ours)."""
ELEMENT_NAME_LIMIT: Final = 80
"""Characters of an element's name in it (ours)."""
CONTENT_TIE_COST: Final = 1e-3
"""Cost of a distance of one viewport between two blocks in the content form's assignment: of texts that agree equally
well, the nearest in place is paired; too little to prefer a text that agrees less by 0.001 (ours)."""
CONTENT_ORDER_COST: Final = 1e-7
"""The same for the distance in document order, where the places are equal too (ours)."""
RECOGNISED_TEXT: Final = 0.8
"""Ratio from which a text of a screen counts as found on a page ("our products" for "products", ours)."""
RECOGNISED_WITH_HEADING: Final = 0.10
RECOGNISED_WITH_ROUTE: Final = 0.25
RECOGNISED_UNNAMED: Final = 0.35
RECOGNISED_WITHOUT: Final = 0.65
"""Share of a screen's own texts that a page must show to be that screen: when the page has the screen's heading; when
it has it as a lesser heading, or the screen has none and the routes share a word; when only one of these is so (no
heading, or a word in the route); when neither, or when the page is another screen by its heading. On a 15-route
dashboard with shared data wrong pages show up to 0.59 without the heading, and 0.24 with a lesser heading alike; text
recognition finds 0.37 of the right page at least (ours)."""
HEADING_WEIGHTS: Final = {"h1": 3.0, "h2": 2.0}
"""Weight of a heading among the texts that a screen is recognised by; others have 1 (ours)."""
ELEMENT_SELECTOR_LIMIT: Final = 1_000
"""Characters of its selector; elements nested deeper have none and are left out (ours)."""
GLYPH_SAMPLES: Final = 12
"""Characters, one of each script, that are looked up in the fonts of this machine (F82, ours)."""
LOADING_MARKS: Final = (
    "[aria-busy=true],[class*=skeleton i],[class*=spinner i],[class*=loader i],.animate-spin,.animate-pulse"
)
"""What a loading indicator looks like, by structure and common class names: the screen is flagged (ours)."""
LOADING_PULSE_AREA: Final = 2_000
"""Square pixels from which something that pulses is a skeleton and not a dot (ours)."""
SCROLL_STEPS: Final = 8
"""Steps of one scroll pass at most: the page, then its largest inner scroller (F76, ours)."""
SCROLL_OVERLAP: Final = 0.9
"""Share of a viewport that one step moves on (ours)."""
SCROLL_FRAME_MS: Final = 100
"""A step waits for two frames, or this long when the page draws none."""
SCROLL_IMAGES_MS: Final = 1_500
"""Pictures that came into view during the pass are waited for this long, all together (ours)."""
SCROLL_SETTLE_MS: Final = 2_500
"""Deadline for coming to rest again when the pass changed something (ours)."""
PICTURE_TIMEOUT_MS: Final = 5_000
"""A picture of a page that takes longer is taken another way, without waiting for its fonts (F79)."""
HASH_SIDE: Final = 32
"""Side of the average hash (METRICS 2, DESIGN: duplicates)."""
DUPLICATE_DISTANCE: Final = 0.06
"""Share of differing bits below which two pictures are one screen (stated: Hamming < 6 %)."""
DUPLICATE_TEXTS: Final = 0.9
"""Share of common texts that two such screens must have as well: on a white page most bits are equal (F90, ours)."""
PHASH_SIDE: Final = 16
PHASH_FLOOR: Final = 0.45
"""Side of the perceptual hash and agreement of its bits from which a picture matches (METRICS 2, T5a, stated)."""
PHASH_INPUT: Final = 64
"""Side of the grey picture that the hash is taken of: four times its own (ours)."""
PICTURE_SIZE: Final = (256, 160)
PICTURE_SSIM_WEIGHT: Final = 0.7
PICTURE_HISTOGRAM_WEIGHT: Final = 0.3
PICTURE_LEAD: Final = 1.2
PICTURE_FLOOR: Final = 0.55
"""T5b: size compared, weights, lead over the mean of the candidates, floor (METRICS 2, stated)."""
PICTURE_BINS: Final = 64
"""Grey levels of the histograms (ours)."""
PICTURE_BLANK: Final = 1.0
"""Standard deviation of the grey levels (0-255) below which a picture shows nothing (ours)."""
PICTURE_MAX_PIXELS: Final = 40_000_000
"""A larger picture is not opened: 120 MB of pixels; 1440 px wide, it would be 27,000 px tall (ours)."""
SSIM_WINDOW: Final = 7
"""Side of SSIM's window in CSS pixels (scikit-image's default)."""
SSIM_REDUCE: Final = 2
"""Pixels of either side that become one: a quarter of the work, and letters stay apart (ours)."""
SSIM_MAX_HEIGHT: Final = 2_700
"""CSS pixels from the top that SSIM looks at: as far down as blocks are taken; it needs a dozen copies (ours)."""
INK_CONTRAST: Final = 10.0
"""Difference of grey levels (0-255) within a window from which something is drawn there: pale borders count (ours)."""
CAPTURE_JSON_BYTES: Final = 20_000_000
"""A screen's JSON has at most a few hundred kilobytes (ours)."""
CAPTURE_PICTURE_BYTES: Final = 60_000_000
"""Three viewports of noise at scale 2 (ours)."""
CAPTURE_SCREENS_LIMIT: Final = 1_000
"""Screens of one capture (ours)."""
CAPTURES_FOLDER: Final = "captures"
"""Folder of the captures among an app's files in the output directory."""
FAULTS_SHOWN: Final = 10
"""Worst blocks named per screen: what one reads at a glance (ours)."""
FAULT_MIN_POINTS: Final = 0.01
"""A block that costs less of 100 points is as it should be (ours)."""
FAULT_MOVED_PX: Final = 4.0
FAULT_COLOR: Final = 2.3
FAULT_SIZE_SHARE: Final = 0.15
"""From these on a note speaks of a difference: centre moved by pixels; CIEDE2000 above the just noticeable difference
(Mahy et al. 1994); width or height off by a share (ours)."""
FAULT_TEXT_LIMIT: Final = 60
"""Characters of a block's text in a note (ours)."""

# --- Evidence pictures of fidelity (sizes in CSS pixels, ours) ---
EVIDENCE_MAX_HEIGHT: Final = 4_000
"""A taller page is cut in the picture, and the picture says so; scores are over all of it."""
EVIDENCE_MAX_WIDTH: Final = 2_600
EVIDENCE_ARROWS: Final = 25
"""With more moved blocks than this only the worst get an arrow: a mirrored page would be covered by them."""
EVIDENCE_COLORS: Final = {
    "matched": "#009e73",
    "moved": "#0072b2",
    "text": "#d98a00",
    "size": "#2ea3dd",
    "missing": "#d5401c",
    "extra": "#b0479a",
    "shell": "#8a94a3",
}
"""Outlines, after Okabe and Ito's palette for colour-blind readers, a little darker for thin lines."""
EVIDENCE_PALE: Final = 0.45
"""How far the page fades into its own background beneath the outlines (0 not at all, 1 wholly)."""
OCR_MIN_CONFIDENCE: Final = 30
"""Words below are left out (stated)."""
OCR_SHORT_WORD: Final = 2
OCR_SHORT_CONFIDENCE: Final = 70
"""Words of one or two characters need this confidence: keeps 97 % of the real ones on fixture pages and drops nine of
ten icons that were read as two letters (measured)."""
OCR_SURE_CONFIDENCE: Final = 60
OCR_DOUBTFUL_SHARE: Final = 0.4
"""When more words than this are below the confidence above, the picture is read again with the CJK data that is
installed (ours)."""
OCR_PIXELS_PER_CSS: Final = 2.0
"""Pixels per CSS pixel at which a picture is read: labels of 11 px are too small at scale 1 (F95)."""
OCR_DPI: Final = 192
"""What Tesseract is told: CSS pixels are 1/96 inch."""
OCR_PAGE_MODE: Final = 3
"""Tesseract's page segmentation: automatic; found 1 % more words than 11 on 18 fixture pages (measured)."""
OCR_SPARSE_MODE: Final = 11
"""Tesseract's page segmentation for scattered words, for the light-on-dark parts."""
OCR_TIMEOUT_SECONDS: Final = 60
"""One pass; a page takes one to two seconds (measured)."""
OCR_PIXELS_LIMIT: Final = 80_000_000
"""A larger picture is no page's: 2880 by 20,000 pixels are 58 million (ours)."""
OCR_BLANK_RANGE: Final = 8
"""Gray levels: a picture with a smaller range is blank (F93, ours)."""
OCR_LEVELS: Final = 24
"""Commonest gray levels that are looked through for flat regions (ours)."""
OCR_LEVEL_RANGE: Final = 2
"""Gray levels that count as the same flat colour (ours)."""
OCR_CONTRAST: Final = 40
"""Gray levels by which text differs from its ground (ours)."""
OCR_REGION_MIN_AREA: Final = 300
OCR_REGION_MIN_WIDTH: Final = 24
OCR_REGION_MIN_HEIGHT: Final = 14
"""CSS pixels: smaller flat parts are strokes (ours)."""
OCR_REGION_FILL: Final = 0.6
"""Share of a region's rectangle that has its own colour; letters have less (ours)."""
OCR_REGION_FRAME: Final = 0.6
"""Share of its frame that has its own colour; rounded corners take the rest (ours)."""
OCR_BLANK_WIDTH: Final = 0.8
"""Blanks between words of one line are narrower than this share of the letters' height (ours)."""
OCR_REGION_INSET: Final = 4
"""Pixels that are cut off at a region's edge (ours)."""
OCR_INK_SHARE: Final = 0.95
"""Pixels this far from the ground, relative to the farthest, are ink: thin strokes reach their colour in a few pixels
only (measured: mean ΔE 2.0, 2.9 with 0.85)."""

# --- Items of fidelity (ours) ---
FIDELITY_FAULTS_SHOWN: Final = 5
"""Blocks named in an item's text; the report has ten."""
EVIDENCE_PNG_LEVEL: Final = 2
"""Compression of evidence pictures (zlib): a fifth larger than the default, in half the time."""

# --- Gates: walls in front of an app's screens (ours unless said otherwise) ---
GATE_FLOW_ROUNDS: Final = 8
"""How often the names that carry a stored value are followed through a project; four suffice for a context, its hook,
a store and a guard."""
GATE_FLOW_STEPS: Final = 4_000_000
"""Names looked at in one project: some seconds; far above real front-ends, so that a hostile one ends."""
GATE_REEXPORTS: Final = 8
"""Re-exports followed for one name."""
GATE_SHAPE_DEPTH: Final = 3
"""Levels of fields in a made-up payload (``user.profile.name``)."""
GATE_SHAPE_FIELDS: Final = 40
"""Fields in one level of a made-up payload."""
GATE_SHAPE_TOTAL: Final = 4_000
"""Fields of types looked at in one project: types that refer to one another multiply."""
GATE_TYPE_CHARACTERS: Final = 200
"""Start of a declaration in which its type is looked for."""
GATE_SEEDS: Final = 12
"""Stored values seeded at most: more keys than this are not a session."""

# --- Acting on a page: finding, steps, expectations (ours) ---
ACT_ELEMENTS_LIMIT: Final = 20_000
"""Elements looked at; a page has 2,000, a table of 1,000 rows has 10,000."""
ACT_TEXT_LIMIT: Final = 5_000
"""Characters of one text that are looked at when an element is searched."""
ACT_SHORT_TEXT: Final = 400
"""Characters up to which the text of an element without words of its own is searched: longer ones are containers."""
ACT_DETAIL_LIMIT: Final = 100_000
"""Characters of one text that an expectation is held against."""
ACT_BESIDE_LIMIT: Final = 60
"""Characters of a text that stands before a field and is read as its label."""
ACT_NEAREST: Final = 8
"""Candidates listed when nothing was found."""
ACT_SHOWN_TEXT: Final = 80
"""Characters of an element's text in a message."""
ACT_POLL_MS: Final = 60
"""Between two looks: an element that stands still for this long is stable, three frames."""
ACT_SETTLE_MS: Final = 3_000
"""Longest settling after a step."""
ACT_IDLE_MS: Final = 1_500
"""A page without timers, requests, animations and workers in which nothing changed for this long brings no more."""
ACT_TAKEOVER_MS: Final = 900
"""A first click without effect is made once more after this: code that takes over server markup comes late (F44)."""
ACT_NOTICE_MS: Final = 8_000
"""Longest wait for a notice to leave before the start page is judged (G15); libraries show them for 3 to 6 s."""
ACT_DRAG_STEPS: Final = 12
"""Pointer moves of a drag: libraries start one after some pixels and follow single moves."""
ACT_DRAG_KEYS: Final = 30
"""Arrow keys of a drag by keyboard at most."""
ACT_DRAG_HOLD_MS: Final = 260
"""Pointer held before it moves: sensors with a delay want up to 250 ms."""
ACT_KEY_DELAY_MS: Final = 8
"""Between two typed keys."""
ACT_SCROLL_SHARE: Final = 0.8
"""Share of the scroller's height per scroll, so that nothing is skipped."""
ACT_SAME_PX: Final = 1.0
"""An element that moved less stands still: scrolling rounds to pixels."""
IIS_WEIGHTS: Final = {"S1": 1.0, "S2": 2.0, "S3": 3.0}
"""Weight of an item by its scope (METRICS section 5)."""
IIS_SENSITIVITY: Final = ((1.0, 1.0, 1.0), (1.0, 2.0, 3.0), (1.0, 2.0, 4.0))
"""Weights of S1, S2, S3 under which rankings are compared (METRICS section 5)."""
OUTCOME_VALUE: Final = {"W": 1.0, "P": 0.5, "F": 0.0}
"""r of an item (METRICS section 5)."""
GATE_EXPIRY: Final = "2099-12-31T00:00:00+00:00"
"""When made-up sessions end: after any run, and below the year 2106 in which 32-bit seconds end."""
GATE_EXPIRY_DIGITS: Final = "%Y-%m-%dT%H:%M:%SZ"
"""Form of that moment where nothing tells which one the app wants."""
GATE_MARK: Final = "pytest-uibench-seeded"
"""Entry of the session storage that says that a tab was seeded."""
GATE_ACT_MS: Final = 5_000
"""One click or fill on a page at rest: what cannot be reached by then is covered (F50; 2 s are too few on a loaded
machine, measured)."""
GATE_POLL_MS: Final = 100
GATE_ANSWER_MS: Final = 4_000
"""How long a sent form may pretend to think: 600 to 1,000 ms are common, 1,500 to 3,000 occur (G24)."""
GATE_FORMS: Final = 2
"""Forms filled after another control of a log-in view: a sign-up, then the log-in."""
GATE_OTHER_CONTROLS: Final = 4
"""Other controls of a log-in view that are kept."""
GATE_NODES: Final = 5_000
"""Elements looked through for shadow roots."""
GATE_PATH_DEPTH: Final = 4
"""Levels of a readable path."""
GATE_TEXT: Final = 120
"""Characters of a control's name, or of what a wall says."""
GATE_POINTS: Final = (0.05, 0.3, 0.5, 0.7, 0.95)
"""Shares of the window's width and height at which it is asked what a click would meet."""
GATE_BLOCKED: Final = 0.8
"""Share of those points from which a layer blocks the page: a bar at the bottom takes 0.2 of them, a drawer 0.4."""
GATE_COVERING: Final = 0.9
"""Share of the window that a panel covers to be an intro in front of everything."""
GATE_INTRO_SCREENS: Final = 1.3
"""Window heights of an intro at most."""
GATE_INTRO_TEXT: Final = 600
"""Characters of an intro at most."""
GATE_INTRO_BUTTONS: Final = 3
GATE_INTRO_STEPS: Final = 5
"""Steps of a tour in a layer ("Next", "Next", "Done")."""
GATE_INTRO_MS: Final = 5_000
"""How long an intro without a control may stay before it goes away by itself."""
GATE_CONSENT_TRIES: Final = 2
GATE_PASSWORD: Final = "Password123!"  # noqa: S105 - made up, fits the usual rules
GATE_PIN: Final = "123456"
GATE_OUTSIDE: Final = 3
"""Controls outside of a log-in form, where it stands in place of a page (other language, dark colours, sign up)."""
GATE_WALLS: Final = 3
"""Walls behind one another at most: a consent layer, a log-in, an intro."""
GATE_LOGIN_SECONDS: Final = 40.0
"""No further try at a log-in form begins after this."""
GATE_PASSAGE_SECONDS: Final = 120.0
"""All acts at one page's walls together, each bounded above."""

# --- Going to screens (ours) ---
GO_LINKS_TRIED: Final = 3
"""Visible links to one place that are tried before its address is loaded."""
GO_CLICK_SECONDS: Final = 2.0
"""A link that cannot be clicked within this is covered, or not meant to be."""
GATE_SURVEY_PATHS: Final = 4
"""Routes beside the home page that are looked at for a wall that the source shows."""
