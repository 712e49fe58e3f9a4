"""Every command's help ends with an example, and the example is one of that command."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
from typer.main import get_command

from api.cli.main import COMMANDS, app


def commands(group: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Each command by the words that call it."""
    found: dict[tuple[str, ...], Any] = {}
    for name, command in group.commands.items():
        here = (*path, name)
        found |= commands(command, here) if hasattr(command, "commands") else {here: command}
    return found


@pytest.fixture(scope="module")
def every() -> dict[tuple[str, ...], Any]:
    group: Any = get_command(app)
    for name in COMMANDS:
        group.load(name)
    return commands(group)


def words_of(command: Any) -> list[str]:
    """The words of its example, without what the shell does with the output."""
    label, _, line = (command.epilog or "").partition(": ")
    assert label == "Example"
    return shlex.split(line.partition(" > ")[0])


def test_every_command_has_an_example_that_it_takes(every, tmp_path, monkeypatch):
    # What examples name must be there for some of them.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backups" / "2026-11-27").mkdir(parents=True)
    for name in ("policy.json", "head.json", "messages.jsonl", "history.jsonl"):
        (tmp_path / name).touch()
    assert len(every) > len(COMMANDS)
    for path, command in every.items():
        program, *words = words_of(command)
        assert program == "doxa"
        assert words[0] == path[0]
        # `doxa backup DIR` creates one.
        own = words[len(path) :] if tuple(words[: len(path)]) == path else words[1:]
        with command.make_context(" ".join(path), own) as context:
            assert context.args == []


def test_an_example_says_something_of_its_command(every):
    lines = [tuple(words_of(command)) for command in every.values()]

    assert len(set(lines)) == len(lines)
