"""Words that are refused before a command is loaded are those that the command refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from typer import TyperException

from api.cli.dispatch.arguments import OVERVIEW, help_asked, table
from api.cli.dispatch.program import whole
from graph.errors import DoxaError, InvalidArgument

TABLE = table()
ALONE = [path for path, entry in TABLE.items() if path and "commands" not in entry]
ANY_CASE = ["contradictions", "answer", "id", "--as", "replace"]
WORDS = ["Ana", "3", "-3", "many", "70000", "", "--", "-", "reader", "2024-05", "a=b"]


@pytest.fixture(scope="module")
def program() -> Any:
    return whole()


def refusal(words: list[str]) -> str | None:
    """What is refused at once."""
    try:
        help_asked(words)
    except InvalidArgument as error:
        return error.message
    return None


def refusal_of(command: Any, words: list[str]) -> str | None:
    """What the command itself refuses."""
    try:
        with command.make_context("doxa", list(words)):
            return None
    except TyperException as error:
        return error.format_message()
    except DoxaError as error:
        return error.message


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A command, and words that it may take or not."""
    path = draw(st.sampled_from(ALONE))
    options = list(TABLE[path]["options"])
    near = [option[:-1] for option in options if len(option) > 4]
    given = [f"{option}=3" for option in options] + [f"{option}3" for option in options]
    word = st.sampled_from([*options, *near, *given, *WORDS, "--nope", "-z"])
    return path, draw(st.lists(word, max_size=5))


@given(lines())
@example(("beliefs", ["Ana", "--attribut", "x"]))
@example(("recall", ["x", "-k", "many"]))
@example(("recall", ["x", "-k", "-3"]))
@example(("serve", ["--port", "70000"]))
@example(("explore", ["--role", "nobody"]))
@example(("review approve", []))
@example(("contradictions answer", ["Ana"]))
@example(("erase", ["Ana"]))
@example(("doctor", ["x"]))
@example(("token", ["--actor"]))
@example(("check", ["--json=3"]))
def test_what_is_refused_at_once_the_command_refuses_too(program, line):
    path, words = line
    assume(not {"--help", "-h"} & {*words})
    command = program
    for name in path.split():
        command = command.commands[name]
    said = refusal([*path.split(), *words])

    if said is not None:
        theirs = refusal_of(command, words)
        assert theirs is not None
        # Of two errors another may be told: of a time or a path the command alone can judge.
        assert said == theirs or not theirs.startswith(("Missing", "No such", "Got", "Option"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["beliefs"], "Missing argument 'ENTITY'."),
        (["beliefs", "Ana", "Ben"], "Got unexpected extra argument(s) (Ben)"),
        (["beliefs", "--attribut"], "No such option: --attribut (Possible options: --attribute)"),
        (["beliefs", "--attribute"], "Option '--attribute' requires an argument."),
        (["erase", "Ana"], "Missing option '--reason'."),
        (["contradictions", "nope"], "Got unexpected extra argument(s) (nope)"),
        (["merges", "nope"], "No such command 'nope'."),
        (["merges", "--nope", "list"], "No such option: --nope"),
        (["belief"], "there is no command 'belief'"),
        (["audit export"], "there is no command 'audit export'"),
    ],
    ids=" ".join,
)
def test_what_no_command_takes_is_refused_at_once(words, said):
    assert refusal(words) == said


@pytest.mark.parametrize(
    "words", [["check"], ["contradictions"], ANY_CASE, ["backup", "x"], ["--version"]]
)
def test_what_may_be_right_is_left_to_the_command(words):
    assert help_asked(words) is None


@pytest.mark.parametrize("path", [path for path in TABLE if path != OVERVIEW])
def test_help_is_that_of_the_command_whatever_is_missing(path):
    shown = help_asked([*path.split(), "--help"])

    assert shown is not None
    assert shown.startswith(f"Usage: doxa {path} ")
    assert all(len(line) <= 80 for line in shown.splitlines())
