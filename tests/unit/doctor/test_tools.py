"""Node.js and the package managers, and tools that misbehave when they are asked."""

from __future__ import annotations

import pytest

from pytest_uibench.cli.probes import ask as ask_module
from pytest_uibench.cli.probes import tools
from pytest_uibench.cli.probes.ask import ask

from .machines import by_id, gone


@pytest.mark.parametrize(
    ("version", "status", "words"),
    [
        ("v20.20.2", "ok", ["20.20.2"]),
        ("v22.12.0", "ok", ["22.12.0"]),
        ("v26.0.0-nightly", "ok", ["26.0.0"]),
        ("v20.9.0", "warning", ["20.9.0 is too old", "Vite"]),
        ("v18.20.4", "warning", ["18.20.4 is too old", "Vite", "Next"]),
        ("v21.7.3", "warning", ["21.7.3", "Vite"]),
    ],
)
def test_node_against_current_bundlers(bench, version, status, words):
    bench.stub("node", f"echo {version}")
    bench.stub("npm", "echo 11.0.0")
    node = by_id(tools.probe_node(bench.machine))["node"]
    assert node.status == status
    assert all(word in node.found for word in words)
    assert bool(node.fix) == (status != "ok")
    assert "Next" not in node.found or "18" in node.found


def test_no_node_blocks_and_names_the_command(bench):
    findings = by_id(tools.probe_node(bench.machine))
    assert findings["node"].blocking
    assert findings["node"].fix == ("sudo apt-get install -y nodejs npm",)
    assert findings["npm"].blocking


def test_node_that_does_not_run(bench):
    """A version manager's shim with no version behind it, as pyenv and nodenv leave them."""
    bench.stub("node", "echo 'node: command not found in these versions' >&2; exit 127")
    node = by_id(tools.probe_node(bench.machine))["node"]
    assert node.blocking
    assert "does not work: it ended with status 127: node: command not found in these versions" in node.found


def test_managers_are_optional_and_never_download(bench):
    """Corepack's shims fetch a package manager when they are asked for their version."""
    bench.stub("yarn", 'test "$COREPACK_ENABLE_NETWORK" = 0 && echo 4.5.0')
    bench.stub("pnpm", "exit 1")
    findings = by_id(tools.probe_managers(bench.machine))
    assert findings["yarn"].status == "ok"
    assert findings["pnpm"].status == findings["bun"].status == "missing"
    assert findings["bun"].fix == ("npm install -g bun",)
    assert not any(finding.blocking for finding in findings.values())


def test_tools_are_asked_away_from_the_invocation_directory(bench):
    """pnpm and yarn obey the project they stand in, and may start downloads for it."""
    bench.stub("bun", "echo 1.0.0; pwd > where")
    tools.probe_managers(bench.machine)
    assert (bench.folder / "scratch" / "where").read_text().strip() == str(bench.folder / "scratch")


def test_registry_is_asked_only_on_request(bench):
    bench.stub("npm", f'echo "$1" >> {bench.folder}/calls; echo https://user:secret@registry.example/npm/')
    assert tools.probe_registry(bench.machine) == []
    assert not (bench.folder / "calls").exists()
    (found,) = tools.probe_registry(bench.variant(network=True))
    assert found.status == "ok"
    assert found.found == "https://registry.example/npm/ answers"


def test_registry_that_does_not_answer(bench):
    bench.stub(
        "npm", '[ "$1" = config ] && echo https://registry.example/ || { echo "npm error code ENOTFOUND"; exit 1; }'
    )
    (found,) = tools.probe_registry(bench.variant(network=True))
    assert found.status == "missing"
    assert found.found == "https://registry.example/ does not answer (ENOTFOUND)"
    assert not found.blocking


def test_tool_that_hangs_is_ended_with_its_children(bench, monkeypatch):
    monkeypatch.setattr(tools, "DOCTOR_TOOL_SECONDS", 0.5)
    bench.stub("bun", f"/bin/sleep 600 & echo $! > {bench.folder}/child; echo $$ > {bench.folder}/parent; wait")
    found = by_id(tools.probe_managers(bench.machine))["bun"]
    assert found.status == "missing"
    assert "no answer in time" in found.found
    assert all(gone(int((bench.folder / name).read_text())) for name in ("child", "parent"))


def test_endless_output_is_cut(bench, monkeypatch):
    monkeypatch.setattr(ask_module, "DOCTOR_OUTPUT_LIMIT", 1_000)
    chatter = bench.stub("chatter", f"echo $$ > {bench.folder}/pid; while :; do echo yes; done")
    answer = ask([str(chatter)], seconds=0.5)
    assert answer.output.startswith("yes\nyes")
    assert len(answer.output) < 1_000 + 65_536
    assert gone(int((bench.folder / "pid").read_text()))


def test_daemon_that_keeps_the_pipe_open_does_not_delay(bench):
    """The answer is there when the tool itself has ended; what it left behind is ended too."""
    tool = bench.stub("tool", f"/bin/sleep 600 & echo $! > {bench.folder}/daemon; echo 1.2.3")
    answer = ask([str(tool)], seconds=60)
    assert answer.ok
    assert answer.line == "1.2.3"
    assert gone(int((bench.folder / "daemon").read_text()))


@pytest.mark.parametrize("command", [["/nonexistent/tool"], ["/"], ["/bin/ec\0ho"]])
def test_command_that_cannot_be_started(command):
    answer = ask(command, seconds=5)
    assert answer.code is None
    assert answer.why.startswith("it cannot be started")


def test_output_that_is_not_utf8(bench):
    tool = bench.stub("tool", r"printf '\377\376 1.0\n'")
    assert ask([str(tool)], seconds=10).line.endswith("1.0")
