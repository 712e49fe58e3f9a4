"""Hooks for coding agents: recall when a session starts, remember what was typed when it ends.

    python3 doxa_hook.py recall --doxa /home/ana/doxa/.venv/bin/doxa
    python3 doxa_hook.py remember --doxa /home/ana/doxa/.venv/bin/doxa

Claude Code and Codex give a hook JSON on standard input and read JSON on standard output. It needs
nothing but Python. A hook that fails says so on standard error and with exit code 1, which neither
agent takes for a reason to stop.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WAIT_S = 25
TEXT_MAX = 20_000
# What the agents themselves put in the place of what a user types: reminders, commands, results.
_MACHINE = re.compile(r"\s*<[a-z][\w-]*[ >]|\[Request interrupted|Caveat: ")
Object = dict[str, Any]


class Failure(Exception):
    """A hook cannot do what it is for."""


def main() -> int:
    """Do what the command line says, with what is on standard input."""
    options = _options()
    try:
        given = _object(sys.stdin.read())
        if given is None:
            raise Failure("no JSON object on standard input")
        answer = recall(given, options) if options.verb == "recall" else remember(given, options)
    except (Failure, OSError, subprocess.SubprocessError) as error:
        print(f"doxa: {error}", file=sys.stderr)
        return 1
    print(json.dumps(answer))
    return 0


def recall(given: Object, options: argparse.Namespace) -> Object:
    """Return the context of a session: what is remembered of its project, and the rules.

    Raises:
        Failure: the command has failed.
    """
    project = Path(str(given.get("cwd") or ".")).name
    question = options.question.replace("{project}", project)
    words = [options.doxa, "recall", "--context", "--tenant", options.tenant]
    if options.speaker:
        words += ["--speaker", options.speaker]
    # A folder may be called like an option.
    words += ["--", question]
    # The words are those of the settings, and the name of a folder, in one argument.
    done = subprocess.run(words, capture_output=True, timeout=WAIT_S, check=False)
    if done.returncode:
        raise Failure(done.stderr.decode(errors="replace").strip() or "recall has failed")
    context = done.stdout.decode().strip()
    if not context:
        return {}
    told = {"hookEventName": "SessionStart", "additionalContext": context}
    return {"hookSpecificOutput": told}


def remember(given: Object, options: argparse.Namespace) -> Object:
    """Have what the user typed in a session read, by a process that outlives the hook.

    Raises:
        Failure: there is no session or no transcript.
    """
    session, path = given.get("session_id"), given.get("transcript_path")
    if not isinstance(session, str) or not session:
        raise Failure("no session_id")
    if path is None:
        return {}
    lines = Path(str(path)).expanduser().read_text(encoding="utf-8", errors="replace").splitlines()
    messages = [_message(session, *one, options.speaker) for one in read_prompts(lines)]
    if not messages:
        return {}
    # Without a name, so that nothing is left of it when it has been read.
    with tempfile.TemporaryFile() as file:
        file.write("".join(f"{json.dumps(one)}\n" for one in messages).encode())
        file.seek(0)
        subprocess.Popen(
            [options.doxa, "ingest", "-", "--tenant", options.tenant, *options.more],
            stdin=file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return {}


def read_prompts(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield when the user typed something and what, of a transcript of either agent."""
    records = [record for record in map(_object, lines) if record is not None]
    events = list(_of_codex(records))
    for at, text in events or _of_claude_code(records):
        if text.strip() and not _MACHINE.match(text):
            yield at, text[:TEXT_MAX]


def _of_codex(records: list[Object]) -> Iterator[tuple[str, str]]:
    for record in records:
        payload = record.get("payload")
        if record.get("type") != "event_msg" or not isinstance(payload, dict):
            continue
        text, at = payload.get("message"), record.get("timestamp")
        if payload.get("type") == "user_message" and isinstance(text, str) and isinstance(at, str):
            yield at, text


def _of_claude_code(records: list[Object]) -> Iterator[tuple[str, str]]:
    for record in records:
        message, at = record.get("message"), record.get("timestamp")
        not_typed = any(record.get(mark) for mark in ("isMeta", "isSidechain", "isCompactSummary"))
        if record.get("type") != "user" or not_typed or not isinstance(message, dict):
            continue
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block in blocks if isinstance(blocks, list) else []:
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(at, str):
                yield at, str(block.get("text", ""))


def _message(session: str, at: str, text: str, speaker: str | None) -> Object:
    """Return a line of ``doxa ingest``, whose id is the same however often it is sent."""
    key = hashlib.sha256(json.dumps([session, at, text]).encode()).hexdigest()
    line = {"id": key, "session": session, "occurred_at": at, "text": text}
    return line | ({"speaker": speaker} if speaker else {})


def _object(text: str) -> Object | None:
    try:
        read = json.loads(text)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("verb", choices=("recall", "remember"))
    parser.add_argument("--doxa", default="doxa", help="the program, with its whole path")
    parser.add_argument("--tenant", default="default", help="whose memory it is")
    parser.add_argument("--speaker", help="who types, by name")
    parser.add_argument(
        "--question", default="What about {project}?", help="what to recall; {project} is its name"
    )
    options, options.more = parser.parse_known_args()
    return options


if __name__ == "__main__":
    sys.exit(main())
