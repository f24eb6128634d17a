"""Passing the walls in front of an app's pages: stored session state, log-in forms, intros, layers that block.

Every function acts as a person would (no forced click, nothing behind a layer touched) and returns what it did.
"""

from .layers import dismiss_consent, dismiss_splash
from .login import pass_login
from .moves import move_within
from .seeds import add_cookies, seed
from .sight import Sight, look, signature

__all__ = [
    "Sight",
    "add_cookies",
    "dismiss_consent",
    "dismiss_splash",
    "look",
    "move_within",
    "pass_login",
    "seed",
    "signature",
]
