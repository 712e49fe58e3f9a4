"""Words that no command takes, refused before a command is imported.

``arguments.json`` says what each command takes, and has its help; ``make fix`` writes it from the
commands themselves. What cannot be judged by it alone, such as a time, is left to the command. What
is refused here is what typer would refuse, in the same words.
"""

from __future__ import annotations

import json
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is imported within a function is imported only where words are refused.
# ruff: noqa: PLC0415

# pathlib would take as long as all the rest.
TABLE = os.path.join(os.path.dirname(__file__), "arguments.json")  # noqa: PTH118, PTH120

_HELP = {"--help", "-h"}
_NO_INTEGER = "Input should be a valid integer, unable to parse string as an integer"

# The key of the program's own help, which lists the commands.
OVERVIEW = ""


def table() -> dict[str, Any]:
    """Return what each command and each group takes, by its words, such as ``audit export``."""
    with open(TABLE, encoding="utf-8") as file:  # noqa: PTH123
        return json.load(file)


def help_asked(words: list[str]) -> str | None:
    """Return the help, if the words ask for it, or say nothing to the program or to a group.

    Raises:
        InvalidArgument: there is no such command, or it does not take the words.
    """
    known = table()
    if not words or words[0] in _HELP:
        return known[OVERVIEW]["help"]
    name, *rest = words
    if name.startswith("-"):
        return None
    if name not in known or " " in name:
        raise _unknown(name, known)
    while "commands" in (entry := known[name]):
        if not rest and not entry["alone"]:
            return entry["help"]
        if rest and rest[0] in entry["commands"]:
            name = f"{name} {rest.pop(0)}"
        elif entry["left_out"] and not {*rest[:1]} & _HELP:
            name = f"{name} {entry['left_out']}"
        else:
            break
    return _checked(entry, rest)


def _checked(entry: dict[str, Any], words: list[str]) -> str | None:
    """Return the help, if it is asked for."""
    given, rest = _parsed(entry, words)
    if None in given:
        return entry["help"]
    if "commands" in entry:
        if rest:
            raise _refused(f"No such command {rest[0]!r}.")
        return None
    for option, value in given.items():
        _judge(value, entry["options"][option])
    _count(entry, given, rest)
    return None


def _parsed(entry: dict[str, Any], words: list[str]) -> tuple[dict[Any, Any], list[str]]:
    """Return the options with their last values, and what is left; None among them if help is asked
    for.

    A group takes options before its command alone, whose name ends them.
    """
    given: dict[Any, Any] = {}
    rest: list[str] = []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "--":
            return given, rest + words
        if len(word) > 1 and word.startswith("-"):
            option, value = _option(entry["options"], word, words)
            given[option] = value
            continue
        rest.append(word)
        if "commands" in entry:
            break
    return given, rest


def _option(options: dict[str, Any], word: str, words: list[str]) -> tuple[str | None, str | None]:
    """Return an option and its value, which may be the first of the words behind; None for help."""
    option, value = _split(word)
    if option in _HELP and value is None:
        return None, None
    flag = _known(options, option)["type"] == "flag"
    if flag and value is not None:
        raise _refused(f"Option {option!r} does not take a value.")
    if not flag and value is None:
        if not words:
            raise _refused(f"Option {option!r} requires an argument.")
        value = words.pop(0)
    return option, value


def _split(word: str) -> tuple[str, str | None]:
    """Return an option and its value, if that stands in one word with it."""
    if not word.startswith("--"):
        return word[:2], word[2:] or None
    option, is_one, value = word.partition("=")
    return option, value if is_one else None


def _known(options: dict[str, Any], option: str) -> dict[str, Any]:
    if option in options:
        return options[option]
    from difflib import get_close_matches

    long = [each for each in [*options, "--help"] if each.startswith("--")]
    like = get_close_matches(option, long) if option.startswith("--") else []
    shown = f" (Possible options: {', '.join(sorted(like))})" if like else ""
    raise _refused(f"No such option: {option}{shown}")


def _judge(value: str | None, takes: dict[str, Any]) -> None:
    """Refuse a value that is certainly none of the option's."""
    if value is None:
        return
    if takes["type"] == "integer":
        wrong = _no_such_integer(value, takes["least"], takes["most"])
    else:
        wrong = _none_of(value, takes.get("values"), any_case=takes.get("any_case", False))
    if wrong:
        raise _refused(f"Invalid value for {takes['shown']}: {wrong}")


def _none_of(value: str, values: list[str] | None, *, any_case: bool) -> str | None:
    """Return what is wrong with a choice; None if nothing is."""
    if values is None or value in values:
        return None
    if any_case and value.lower() in map(str.lower, values):
        return None
    return f"Value error, {value!r} is not one of {', '.join(map(repr, values))}."


def _no_such_integer(value: str, least: int | None, most: int | None) -> str | None:
    """Return what is wrong with a number; None if nothing is, or it is for the command to say."""
    if not re.fullmatch("-?[0-9]{1,15}", value):
        return _NO_INTEGER if re.search("[A-Za-z]", value) else None
    if least is not None and int(value) < least:
        return f"Input should be greater than or equal to {least}"
    if most is not None and int(value) > most:
        return f"Input should be less than or equal to {most}"
    return None


def _count(entry: dict[str, Any], given: dict[Any, Any], rest: list[str]) -> None:
    """Refuse arguments that are missing or too many, and options that have to be given."""
    arguments = entry["arguments"]
    for argument in arguments[len(rest) :]:
        if argument["required"]:
            raise _refused(f"Missing argument {argument['shown']}.")
    for takes in entry["options"].values():
        if "required" in takes and not {*takes["required"]} & {*given}:
            raise _refused(f"Missing option {takes['shown']}.{_choices(takes)}")
    more = rest[len(arguments) :]
    if more and not any(argument["many"] for argument in arguments):
        raise _refused(f"Got unexpected extra argument(s) ({' '.join(more)})")


def _choices(takes: dict[str, Any]) -> str:
    """Return what an option has to be one of, as the command says it."""
    values: list[str] = takes.get("values") or []
    shown = [value.lower() if takes.get("any_case") else value for value in values]
    return " Choose from:\n\t" + ",\n\t".join(shown) if shown else ""


def _unknown(name: str, names: dict[str, Any]) -> Exception:
    from difflib import get_close_matches

    from graph.errors import InvalidArgument

    alike = " or ".join(get_close_matches(name, [each for each in names if " " not in each]))
    hint = f"did you mean {alike}?" if alike else "doxa --help lists the commands"
    return InvalidArgument(f"there is no command {name[:80]!r}", hint=hint)


def _refused(text: str) -> Exception:
    from graph.errors import InvalidArgument

    return InvalidArgument(text, hint="--help shows what is taken")
