"""The commands as one program: a group whose commands are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_group

from api.cli.dispatch.commands import ABOUT, COMMANDS, EXIT_CODES
from api.cli.dispatch.groups import Group
from graph.errors import InvalidArgument


class LazyGroup(Group):
    """A group that imports a command's module only when the command is called.

    The driver, the schema and the models take seconds, and most commands need few of them. Until
    then a command is its name and its sentence, which is enough to complete it.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, (_, sentence) in COMMANDS.items():
            self.add_command(TyperCommand(name, help=sentence))

    def load(self, name: str) -> None:
        """Put the real command in place of its name."""
        commands: typer.Typer = import_module(f"api.cli.{COMMANDS[name][0]}").app
        commands.info.cls = commands.info.cls or Group
        # Rich takes longer to load than to print all help there is.
        commands.rich_markup_mode = None
        group = get_group(commands)
        self.add_command(group.commands.get(name, group), name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments name, imported."""
        if args and args[0] in COMMANDS:
            self.load(args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LazyGroup,
    name="doxa",
    help=ABOUT,
    epilog=EXIT_CODES,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def doxa() -> None:
    """Take no options of its own."""


def whole() -> LazyGroup:
    """Return the program with every command loaded, for what looks at all of them."""
    group = get_group(app)
    assert isinstance(group, LazyGroup)
    for name in COMMANDS:
        group.load(name)
    return group


def run() -> int:
    """Run the command that the arguments name; its exit code.

    Raises:
        DoxaError: it could not be done.
        KeyboardInterrupt: it was stopped.
    """
    try:
        return int(app(standalone_mode=False) or 0)
    except typer.TyperException as error:
        raise InvalidArgument(error.format_message(), hint="--help shows what is taken") from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error
