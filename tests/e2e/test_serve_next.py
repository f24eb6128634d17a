"""A real Next application: installed, built, served by its own standalone server, left without a trace."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import prepare
from pytest_uibench.subject.serve import prune, serve
from tests.unit.serving import get, options, processes_in, until

FILES = {
    "package.json": json.dumps(
        {
            "name": "next-app",
            "private": True,
            "scripts": {"build": "next build", "start": "next start"},
            "dependencies": {"next": "15.5.4", "react": "19.1.1", "react-dom": "19.1.1"},
        }
    ),
    "next.config.js": "module.exports = { output: 'standalone' };\n",
    "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n",
    "app/page.js": "export default () => <main><h1>Home</h1></main>;\n",
    "app/items/[id]/page.js": "export default async ({ params }) => <h1>Item {(await params).id}</h1>;\n",
    "public/robots.txt": "User-agent: *\n",
}


def test_a_standalone_build_is_served_by_its_own_server(tmp_path: Path) -> None:
    """F11."""
    folder = tmp_path / "next-app"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    project, run = detect(folder), options(tmp_path)
    done = prepare(project, run, print)
    assert done.failure is None
    with serve(done, run, print) as served:
        assert served.kind == "server"
        home = get(served.origin)
        assert "<h1>Home</h1>" in home
        assert "Item" in get(served.origin, "/items/7")
        assert get(served.origin, "/robots.txt") == FILES["public/robots.txt"]
        scripts = re.findall(r'src="(/_next/static/[^"]+\.js)"', home)
        assert scripts
        assert all(
            "webpack" in get(served.origin, script) or len(get(served.origin, script)) > 1000 for script in scripts
        )
    assert until(lambda: not processes_in(tmp_path))
    assert prune(tmp_path / "cache") == ()
