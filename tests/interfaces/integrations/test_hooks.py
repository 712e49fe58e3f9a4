"""The hooks for coding agents, run as the agents run them: JSON in, JSON out."""

from __future__ import annotations

import json
import runpy
import shlex
import subprocess
import sys
import time
import tomllib

import pytest

from tests.interfaces.conformance.environments import ROOT

FOLDER = ROOT / "integrations" / "hooks"
SCRIPT = FOLDER / "doxa_hook.py"
ENTRY = ROOT / "integrations" / "mcp_registry" / "server.json"
AT = "2026-04-30T10:00:0{}.000Z"
WAIT_S = 120


def claude(second, content, **marks):
    """A line of a transcript of Claude Code that is a user's."""
    message = {"role": "user", "content": content}
    return {"type": "user", "uuid": "u", "timestamp": AT.format(second), "message": message} | marks


def codex(second, kind, payload):
    """A line of a transcript of Codex."""
    return {"timestamp": AT.format(second), "type": kind, "payload": payload}


CLAUDE_CODE = [
    {"type": "summary", "summary": "I live in Rome.", "leafUuid": "u"},
    claude(0, "Caveat: I live in Rome.", isMeta=True),
    claude(0, "<command-name>/clear</command-name>"),
    claude(1, "I live in Ghent."),
    claude(2, [{"type": "tool_result", "tool_use_id": "t", "content": "I live in Rome."}]),
    claude(3, "I live in Rome.", isSidechain=True),
    claude(4, "I live in Rome.", isCompactSummary=True),
    {
        "type": "assistant",
        "timestamp": AT.format(5),
        "message": {"role": "assistant", "content": [{"type": "text", "text": "I live in Rome."}]},
    },
    claude(
        6,
        [
            {"type": "text", "text": "<system-reminder>I live in Rome.</system-reminder>"},
            {"type": "text", "text": "I work at Acme."},
        ],
    ),
]
ROME = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Rome"}]}
CODEX = [
    codex(0, "session_meta", {"id": "s", "cwd": "/home/ana/tide"}),
    codex(0, "response_item", ROME),
    codex(1, "event_msg", {"type": "user_message", "message": "I live in Ghent."}),
    codex(2, "event_msg", {"type": "agent_message", "message": "I live in Rome."}),
    codex(6, "event_msg", {"type": "user_message", "message": "I work at Acme."}),
]


@pytest.fixture
def hook(doxa, tmp_path):
    """Runs the script on a program that is ``doxa`` in the tenant of the test."""
    program = tmp_path / "doxa"
    line = shlex.join(doxa.line("")[:3])
    program.write_text(f'#!/bin/sh\nexec {line} "$@"\n', encoding="utf-8")
    program.chmod(0o755)

    def run(verb, given, *words):
        common = ("--doxa", program, "--tenant", doxa.tenant)
        done = subprocess.run(
            [sys.executable, SCRIPT, verb, *common, *words],
            input=given if isinstance(given, str) else json.dumps(given),
            capture_output=True,
            text=True,
            env=doxa.environ | {"DOXA_DATA": str(tmp_path / "data")},
            cwd=tmp_path,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def begin_event(folder):
    """What both agents tell a hook when a session starts."""
    return {
        "session_id": "s",
        "transcript_path": None,
        "cwd": f"/home/ana/{folder}",
        "hook_event_name": "SessionStart",
        "model": "m",
        "permission_mode": "default",
        "source": "startup",
    }


def ended(path, event="SessionEnd"):
    """What they tell it when it ends."""
    return begin_event("tide") | {
        "transcript_path": str(path),
        "hook_event_name": event,
        "reason": "other",
    }


def messages_of(lines):
    """What the script makes of a transcript."""
    script = runpy.run_path(str(SCRIPT))
    typed = script["read_prompts"]([json.dumps(line) for line in lines])
    return [script["_message"]("s", at, text, "Ana") for at, text in typed]


def values(doxa):
    """What is believed of Ana."""
    listed = doxa("beliefs", "Ana", "--json")
    beliefs = [] if listed.code else listed.document["beliefs"]
    return {one["attribute"]: one["target"]["name"] for one in beliefs}


@pytest.mark.long
@pytest.mark.parametrize("lines", [CLAUDE_CODE, CODEX], ids=["claude-code", "codex"])
def test_what_was_typed_in_a_session_is_recalled_in_the_next(doxa, hook, tmp_path, lines):
    transcript = tmp_path / "transcript.jsonl"
    text = "".join(f"{json.dumps(line)}\n" for line in lines) + "{half of a li"
    transcript.write_text(text, encoding="utf-8")
    words = ("--speaker", "Ana", "--no-embed")
    twice = [hook("remember", ended(transcript, "Stop"), *words) for _ in range(2)]
    give_up_at = time.monotonic() + WAIT_S
    while len(values(doxa)) < 2 and time.monotonic() < give_up_at:
        time.sleep(0.2)
    asked = ("--question", "Where does Ana live?")
    code, out, _ = hook("recall", begin_event("tide"), *asked)
    said = json.loads(out)["hookSpecificOutput"]

    assert twice == [(0, "{}\n", "")] * 2
    assert values(doxa) == {"lives_in": "Ghent", "works_at": "Acme"}
    assert (code, said["hookEventName"]) == (0, "SessionStart")
    assert "Ana lives in Ghent. [since 2026-04-30" in said["additionalContext"]
    again = doxa.json("ingest", doxa.file("again.jsonl", messages_of(lines)), "--no-embed")
    assert (again["messages"], again["known"]) == (2, 2)


def test_the_context_of_a_session_is_about_its_project_and_has_the_rules(doxa, hook):
    facts = [
        {"entity": "Tide", "attribute": "uses", "value": "Rust", "text": "Tide uses Rust."},
        {"entity": "Ebb", "attribute": "uses", "value": "Go", "text": "Ebb uses Go."},
    ]
    doxa.json("load", doxa.file("facts.jsonl", facts))
    of_tide = json.loads(hook("recall", begin_event("tide"))[1])
    of_none = hook("recall", begin_event("elsewhere"))

    assert "Tide uses Rust." in of_tide["hookSpecificOutput"]["additionalContext"]
    assert "Ebb" not in of_tide["hookSpecificOutput"]["additionalContext"]
    assert of_none == (0, "{}\n", "")
    assert hook("recall", begin_event("--json"), "--question", "{project}") == of_none


def test_a_hook_that_cannot_do_its_work_says_why_and_stops_nothing(hook, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.touch()

    for given in ("", "[]", '{"half'):
        assert hook("recall", given) == (1, "", "doxa: no JSON object on standard input\n")
    assert hook("remember", ended(empty) | {"transcript_path": None}) == (0, "{}\n", "")
    assert hook("remember", ended(empty)) == (0, "{}\n", "")
    assert hook("remember", {"transcript_path": str(empty)}) == (1, "", "doxa: no session_id\n")
    code, out, err = hook("remember", ended(tmp_path / "none.jsonl"))
    assert (code, out) == (1, "")
    assert "none.jsonl" in err
    code, out, err = hook("recall", begin_event("tide"), "--doxa", str(tmp_path / "none"))
    assert (code, out, "none" in err) == (1, "", True)
    code, out, err = hook("recall", begin_event("tide"), "--tenant", "\t")
    assert (code, out) == (1, "")
    assert "Traceback" not in err


def test_the_settings_of_the_agents_call_the_script_by_its_verbs():
    for name, events in {
        "claude-code": {"SessionStart": "recall", "SessionEnd": "remember"},
        "codex": {"SessionStart": "recall", "Stop": "remember"},
    }.items():
        hooks = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["hooks"]
        assert set(hooks) == set(events)
        for event, verb in events.items():
            [group] = hooks[event]
            [command] = group["hooks"]
            assert command["type"] == "command"
            words = shlex.split(command["command"])
            assert words[2:4] == [verb, "--doxa"]
            assert (ROOT / words[1].removeprefix("/home/ana/doxa/")).exists()
            # The matcher picks how a session may start.
            assert ("matcher" in group) == (event == "SessionStart")


def test_the_entry_of_the_registry_has_what_its_schema_asks_for():
    entry = json.loads(ENTRY.read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert entry["$schema"].endswith("/schemas/2025-12-11/server.schema.json")
    assert entry["version"] == project["version"]
    assert entry["name"].split("/") == ["io.github.OWNER", project["name"]]
    assert 1 <= len(entry["description"]) <= 100
    [remote] = entry["remotes"]
    assert (remote["type"], remote["url"]) == ("streamable-http", "https://{host}/mcp")
    assert set(remote["variables"]) == {"host"}
    [header] = remote["headers"]
    assert (header["name"], header["isSecret"]) == ("Authorization", True)
    assert header["value"] == "Bearer {token}"
    # A name that nobody has published yet would be somebody else's to give.
    assert "packages" not in entry
