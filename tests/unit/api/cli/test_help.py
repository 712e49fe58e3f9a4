"""Every command's help ends with an example of it; options that take a time say which they take."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from typing import Any

import pytest
import typer

from api.cli.dispatch.arguments import help_asked
from api.cli.dispatch.commands import COMMANDS
from api.cli.dispatch.program import whole
from graph.errors import NaiveTime, OutOfRange


def commands(group: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Each command by the words that call it."""
    found: dict[tuple[str, ...], Any] = {}
    for name, command in group.commands.items():
        here = (*path, name)
        found |= commands(command, here) if hasattr(command, "commands") else {here: command}
    return found


@pytest.fixture(scope="module")
def every() -> dict[tuple[str, ...], Any]:
    return commands(whole())


@pytest.mark.parametrize("words", [[], ["audit"], ["backup"], ["tasks"]], ids=" ".join)
def test_a_group_alone_shows_what_is_under_it(words):
    shown = help_asked(words)

    assert shown == help_asked([*words, "--help"]) == help_asked([*words, "-h"])
    assert f"Usage: {' '.join(['doxa', *words])} " in (shown or "")


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


@pytest.fixture(scope="module")
def times(every) -> list[tuple[Any, typer.Context]]:
    """The options that take a time, of all commands."""
    return [
        (option, typer.Context(command))
        for command in every.values()
        for option in command.params
        if option.metavar == "TIME"
    ]


@pytest.mark.parametrize(
    ("given", "at"),
    [
        ("2022", datetime(2022, 1, 1, tzinfo=UTC)),
        ("2022-05", datetime(2022, 5, 1, tzinfo=UTC)),
        (" 2022-05-03 ", datetime(2022, 5, 3, tzinfo=UTC)),
        ("2022-05-03T01:00:00+02:00", datetime(2022, 5, 2, 23, tzinfo=UTC)),
    ],
)
def test_an_option_for_a_time_takes_the_start_of_a_period(times, given, at):
    assert len(times) > 9
    assert {option.process_value(context, given) for option, context in times} == {at}
    assert all("a year, month or day" in option.help for option, _ in times)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("2022-13", OutOfRange),
        ("2022-02-30", OutOfRange),
        ("0000", OutOfRange),
        ("9999", OutOfRange),
        ("-0044", OutOfRange),
        ("22", OutOfRange),
        ("2022-05-03T01:00", NaiveTime),
    ],
)
def test_an_option_for_a_time_refuses_what_is_none(times, given, error):
    for option, context in times:
        with pytest.raises(error) as refused:
            option.process_value(context, given)

        assert refused.value.field in option.opts
