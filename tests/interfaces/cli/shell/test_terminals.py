"""What a shell sees: colours only where they are wanted, and words completed."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

DOXA = Path(sys.executable).with_name("doxa")


@pytest.fixture
def on_a_terminal(doxa):
    """What a command prints on a terminal with these settings."""

    def run(*words: str, **settings: str) -> str:
        ours, theirs = pty.openpty()
        environ = doxa.environ | {"TERM": "xterm-256color", "COLUMNS": "80"} | settings
        line = doxa.line(*words)
        with subprocess.Popen(line, stdout=theirs, stderr=theirs, stdin=theirs, env=environ) as one:
            os.close(theirs)
            told = b""
            # The end of a terminal is an error to read.
            try:
                while part := os.read(ours, 65_536):
                    told += part
            except OSError:
                os.close(ours)
        assert one.returncode == 0, told
        return told.decode()

    return run


@pytest.mark.long
def test_a_terminal_has_colours_unless_they_are_not_wanted(doxa, on_a_terminal):
    doxa.json("assert", "Ada", "job_title", "nurse")
    coloured = on_a_terminal("beliefs", "Ada")
    plain = on_a_terminal("beliefs", "Ada", NO_COLOR="1")
    piped = doxa("beliefs", "Ada").out

    assert "\x1b[" in coloured
    # Bold is no colour: NO_COLOR speaks of colours alone.
    assert "\x1b[3" not in plain.replace("\x1b[3m", "")
    assert "\x1b" not in piped
    assert all("nurse" in one for one in (coloured, plain, piped))


@pytest.mark.parametrize(
    ("shell", "typed", "wanted"),
    [
        ("bash", {"COMP_WORDS": "doxa time", "COMP_CWORD": "1"}, "timeline"),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "doxa time"}, "timeline"),
        ("fish", {"_TYPER_COMPLETE_ARGS": "doxa time"}, "timeline"),
        ("bash", {"COMP_WORDS": "doxa beliefs Ada --val", "COMP_CWORD": "3"}, "--valid-at"),
        ("bash", {"COMP_WORDS": "doxa review app", "COMP_CWORD": "2"}, "approve"),
    ],
)
def test_a_shell_completes_commands_and_options(doxa, shell, typed, wanted):
    fish = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"} if shell == "fish" else {}
    environ = doxa.environ | typed | fish | {"_DOXA_COMPLETE": f"complete_{shell}"}
    ended = subprocess.run([DOXA], env=environ, capture_output=True, text=True, check=False)

    assert wanted in ended.stdout, ended.stderr


@pytest.mark.parametrize(
    ("shell", "begins"), [("bash", "complete -o"), ("zsh", "#compdef doxa"), ("fish", "complete ")]
)
def test_the_script_for_a_shell_is_shown(doxa, shell, begins):
    # `--show-completion` asks the system from which shell it is called; tests run from none.
    environ = doxa.environ | {"_DOXA_COMPLETE": f"source_{shell}"}
    ended = subprocess.run([DOXA], env=environ, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stderr
    assert begins in ended.stdout
    assert f"_DOXA_COMPLETE=complete_{shell}" in ended.stdout
