"""Stacks of errors, thrown and logged: the app's own frames, bounded, independent of the port."""

from __future__ import annotations

from pytest_uibench.constants import STACK_FRAMES

from .conftest import Opener, Site

PAGE = "<!doctype html><div id=root><h1>Frames</h1><p>a page with enough text</p></div><script src=/app.js></script>"


def test_frames_of_a_thrown_error(opener: Opener, site: Site) -> None:
    site.pages["/lib.js"] = "function call(f) {\n  return f();\n}"
    site.pages["/app.js"] = "call(function inner() {\n  null.x;\n});"
    seen = opener.see(PAGE.replace("<script", "<script src=/lib.js></script><script"))
    assert [line.frames for line in seen.console] == [("/app.js:2:8", "/lib.js:2:10", "/app.js:1:1")]


def test_frames_of_a_logged_error_and_none_of_a_logged_text(opener: Opener, site: Site) -> None:
    """What an error boundary swallows is only logged, its place with it."""
    site.pages["/app.js"] = (
        "const error = new Error('caught');\nconsole.error('Handled:', error);\n"
        "console.error('only words at http://127.0.0.1/x.js');\nconsole.warn(error);"
    )
    seen = opener.see(PAGE)
    logged, words, warned = seen.console
    assert (logged.kind, logged.line, logged.frames) == ("error", 2, ("/app.js:1:15",))
    assert logged.text.startswith("Handled: Error: caught")
    assert (words.frames, warned.frames) == ((), ())


def test_foreign_frames_and_deep_stacks(opener: Opener, site: Site, other_site: Site) -> None:
    site.pages["/app.js"] = (
        "Error.stackTraceLimit = 500;\nfunction down(n) {\n  if (n === 0) throw new Error('deep');\n"
        "  down(n - 1);\n}\ndown(300);"
    )
    deep = opener.see(PAGE).console[0]
    assert len(deep.frames) == STACK_FRAMES
    assert deep.frames[:2] == ("/app.js:3:22", "/app.js:4:3")
    foreign = f"    at f ({other_site.origin}/x.js:1:2)"
    site.pages["/app.js"] = (
        f"const error = new Error('elsewhere');\nerror.stack = 'Error: elsewhere\\n{foreign}"
        "\\n    at g (' + location.origin + '/app.js:9:9)';\nthrow error;"
    )
    assert opener.see(PAGE).console[0].frames == ("/app.js:9:9",)
    assert str(site.server_port) not in repr(opener.see(PAGE))
