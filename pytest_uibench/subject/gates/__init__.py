"""Walls that an app's source shows: stored session state that its guards ask for, log-ins kept in memory.

Structure decides: a guard is a condition with a branch that goes to, or shows, a form with a password field; a key
counts when the condition asks for what was read from it. Nothing of the subject is run, and nothing else that it
stores (cart, theme, drafts) is touched.
"""

from .plan import find_gates

__all__ = ["find_gates"]
