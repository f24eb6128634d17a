"""Stored values that are there before the app's code runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_uibench.constants import GATE_MARK

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from pytest_uibench.model import GatePlan, GateStep

SCRIPT = """((entries, origin, mark) => {
  if (window !== window.top || location.origin !== origin) return;
  // Once per tab: after the app's own log-out nothing comes back.
  let again = true;
  try {
    again = sessionStorage.getItem(mark) !== null;
    sessionStorage.setItem(mark, "1");
  } catch { return; }
  const [entry] = performance.getEntriesByType("navigation");
  const within = document.referrer !== "" && new URL(document.referrer).origin === origin;
  if (again || within || (entry && entry.type !== "navigate")) return;
  for (const { storage, key, value } of entries) {
    try {
      if (storage === "cookie") {
        const known = document.cookie.split("; ").some((pair) => pair.startsWith(`${key}=`));
        if (!known) document.cookie = `${key}=${encodeURIComponent(value)}; path=/; SameSite=Lax`;
      } else if (window[storage].getItem(key) === null) window[storage].setItem(key, value);
    } catch { /* a page without storage */ }
  }
})"""


def seed(context: BrowserContext, plan: GatePlan, origin: str) -> tuple[GateStep, ...]:
    """Store the plan's values in ``context`` before any code of the app at ``origin`` runs, where the key is absent.

    Call once per context, before its first page of the app. Nothing else is touched; a plan without values adds no
    script at all. A tab is seeded when the app is first opened in it, and never again after moves of the app's own.

    Returns:
        one step per key, without values.
    """
    from pytest_uibench.model import GateStep

    if not plan.seeds:
        return ()
    entries = [{"storage": item.storage, "key": item.key, "value": item.value} for item in plan.seeds]
    arguments = ", ".join(json.dumps(value) for value in (entries, origin.rstrip("/"), GATE_MARK))
    context.add_init_script(f"{SCRIPT}({arguments});")
    add_cookies(context, plan, origin)
    return tuple(GateStep(action="seed", text=f"{item.storage}: {item.key}") for item in plan.seeds)


def add_cookies(context: BrowserContext, plan: GatePlan, origin: str) -> bool:
    """Cookies of the plan, for servers that look at the first request; False when it has none, or all are there."""
    from urllib.parse import quote

    known = {cookie.get("name") for cookie in context.cookies(origin)}
    wanted = [item for item in plan.seeds if item.storage == "cookie" and item.key not in known]
    for item in wanted:
        context.add_cookies([{"name": item.key, "value": quote(item.value, safe=""), "url": origin}])
    return bool(wanted)
