"""How commands stand under one name, and how help shows them."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

_SENTENCE_MAX = 200


def without_type(param: Any) -> Any:
    """Return a parameter; a flag with no type to be shown."""
    if getattr(param, "is_flag", False) and param.metavar is None:
        param.metavar = ""
    return param


class Group(TyperGroup):
    """Commands under one name.

    ``left_out`` is the command that is meant where none is named, if there is one. The name alone
    shows the help, which the program does before it comes here, or runs that command where it
    ``runs_alone``.
    """

    left_out: str | None = None
    runs_alone = False

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the group itself."""
        return [without_type(param) for param in super().get_params(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put in the command that is left out."""
        if self.left_out and not {*args[:1]} & {*self.commands, "--help", "-h"}:
            args = [self.left_out, *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Its commands, each with its whole first sentence."""
        known = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, command.get_short_help_str(_SENTENCE_MAX)) for name, command in known if command
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
