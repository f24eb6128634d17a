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
PAGES_IN_FLIGHT: Final = 2
"""Pages rendered at the same time on two cores (DESIGN, "Facts")."""
