"""The command line: ``doxa`` and its commands.

Exit codes: 0 well, 1 a check failed, 2 bad input, 3 partly done, 70 a fault of ours, 75 not
available now.

Each command loads only what it needs, because the driver, the schema and the models take seconds.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

from api import (
    cli_attributes,
    cli_distrust,
    cli_identities,
    cli_intake,
    cli_merges,
    cli_upkeep,
    cli_usage,
    cli_views,
)
from api.cli_run import (
    EXIT_STOPPED,
    TENANT,
    DataOption,
    EntityArgument,
    JsonOption,
    Run,
    VerboseOption,
    command,
    fault_of,
    fresh_tenant,
    moment,
    run,
    shown_error,
)
from graph.errors import DoxaError, InvalidArgument
from graph.vocabulary import Role

app = typer.Typer(
    name="doxa",
    help="What was true when, and what was believed when: beliefs over two time axes in Neo4j.",
    epilog=(
        "Exit codes: 0 well, 1 a check failed, 2 bad input, 3 partly done, 70 a fault of Doxa,"
        " 75 not available now."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(cli_attributes.app)
app.add_typer(cli_distrust.app)
app.add_typer(cli_identities.app)
app.add_typer(cli_intake.app)
app.add_typer(cli_merges.app, name="merges")
app.add_typer(cli_upkeep.app)
app.add_typer(cli_usage.app)
app.add_typer(cli_views.app)

AttributeOption = Annotated[
    str | None,
    typer.Option(
        "--attribute", metavar="NAME", help="Only this attribute or relation.", show_default=False
    ),
]
ValidOption = Annotated[
    str | None,
    typer.Option(
        "--valid-at",
        metavar="TIME",
        help="What held at this time in the world: 2024-05-01T00:00:00Z. Default: now.",
        show_default=False,
    ),
]
SystemOption = Annotated[
    str | None,
    typer.Option(
        "--system-at",
        metavar="TIME",
        help="As it was known at this time. Default: now.",
        show_default=False,
    ),
]


@command(app)
def serve(
    this: Run,
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", max=65535)] = 8000,
) -> int:
    """Serve GraphQL at /graphql and health at /health, and work off the jobs, until stopped.

    The tenant is only that of the token command that is shown: callers say theirs by token.
    """
    from api import cli_serve  # noqa: PLC0415 -- see above

    return cli_serve.serve(this, host, port)


@command(app)
def token(
    this: Run,
    *,
    actor: Annotated[
        str | None,
        typer.Option(help="Who is to be named in the audit log.", show_default="your user name"),
    ] = None,
    role: Annotated[Role, typer.Option(help="What the token allows.")] = Role.OWNER,
    ttl: Annotated[str, typer.Option(help="How long: 90s, 15m, 12h, 30d.")] = "30d",
) -> int:
    """Print a token for one tenant, and nothing else."""
    from api import cli_serve  # noqa: PLC0415 -- see above

    return cli_serve.token(this, actor, role, ttl)


@command(app)
def beliefs(
    this: Run,
    entity: EntityArgument,
    *,
    attribute: AttributeOption = None,
    valid_at: ValidOption = None,
    system_at: SystemOption = None,
) -> int:
    """What is believed of an entity: at a time in the world, as known at a time."""
    points = moment(valid_at, "--valid-at"), moment(system_at, "--system-at")
    from api import cli_reads  # noqa: PLC0415 -- see above

    return run(cli_reads.beliefs(this, entity, attribute, *points))


@command(app)
def timeline(
    this: Run,
    entity: EntityArgument,
    *,
    attribute: AttributeOption = None,
    system_at: SystemOption = None,
) -> int:
    """What was believed of an entity over time, as known at a time."""
    system = moment(system_at, "--system-at")
    from api import cli_reads  # noqa: PLC0415 -- see above

    return run(cli_reads.timeline(this, entity, attribute, system))


@command(app)
def chain(
    this: Run,
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The id of any member.")],
) -> int:
    """How one claim gave way to another: the whole chain, oldest first."""
    from api import cli_reads  # noqa: PLC0415 -- see above

    return run(cli_reads.chain(this, memory))


@app.command()
def check(
    *,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT", help="Only this tenant.", show_default="every tenant"),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Prove the invariants of the store, and name every violation; exit 1 if there is one."""
    this = Run.of(data, TENANT if tenant is None else tenant, as_json=as_json, verbose=verbose)
    from api import cli_reads  # noqa: PLC0415 -- see above

    return run(cli_reads.check(this, tenant))


@app.command(name="demo")
def show(
    *,
    data: DataOption = None,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT", help="Where to put it.", show_default="a fresh one"),
    ] = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Remember two years of a conversation and ask about them; exit 1 if an answer is wrong."""
    this = Run.of(data, tenant or fresh_tenant(), as_json=as_json, verbose=verbose)
    from api import demo  # noqa: PLC0415 -- see above

    return run(demo.show(this))


def main() -> NoReturn:
    """Run the command that the arguments name, and end the process with its exit code."""
    as_json = "--json" in sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        # A lone surrogate, or a terminal of few letters, is no reason to fail.
        stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    sys.exit(_exit_code(as_json=as_json))


def _exit_code(*, as_json: bool) -> int:
    try:
        return int(app(standalone_mode=False) or 0)
    except DoxaError as error:
        shown_error(error, as_json=as_json)
        return error.exit_code
    except typer.TyperException as error:
        refused = InvalidArgument(error.format_message(), hint="--help shows what is taken")
        shown_error(refused, as_json=as_json)
        return refused.exit_code
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("stopped; what was accepted is kept\n")
        return EXIT_STOPPED
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        fault = fault_of(error)
        shown_error(fault, as_json=as_json)
        if "--verbose" in sys.argv[1:]:
            raise
        return fault.exit_code
