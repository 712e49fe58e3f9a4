"""The program ``doxa``: a group whose commands are imported when they are called.

Exit codes: 0 success, 1 a check failed, 2 bad input, 3 partly done, 70 internal error, 75 not
available now.
"""

from __future__ import annotations

import os
import resource
import sys
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand
from typer.main import get_group

from api.cli.failures import EXIT_STOPPED, fault_of, shown_error
from api.cli.groups import Group
from graph.errors import DoxaError, InvalidArgument

# Each command with its module in api.cli and the first sentence of its help.
COMMANDS = {
    "serve": ("serve", "Serve GraphQL and health over HTTP and work off jobs, until stopped."),
    "explore": (
        "explore.command",
        "Open the explorer in a browser, signed in; start the service if none answers.",
    ),
    "mcp": (
        "agents",
        "Serve agents over MCP on standard input and output; clients start it themselves.",
    ),
    "worker": ("serve", "Work off jobs without serving; any number of processes may."),
    "token": ("serve", "Print an access token for one tenant, or revoke some."),
    "ingest": ("intake", "Remember a conversation: JSON Lines, one message a line."),
    "load": ("intake", "Load records: JSON Lines, one operation a line, without extraction."),
    "summarise": ("usage", "Close sessions now and store their summaries, as inferences."),
    "beliefs": ("queries", "Show what is believed of an entity, as of both time axes."),
    "timeline": ("queries", "Show what was believed of an entity over valid time."),
    "recall": ("recall", "Recall the few beliefs that matter to a question, or none."),
    "why": ("recall", "Explain why a recall has a memory, or why not."),
    "memories": ("queries", "List memories, the last recorded first; the active ones by default."),
    "chain": ("queries", "Show a memory's supersession chain, oldest first."),
    "diff": ("queries", "Compare what is believed of an entity at two points on both time axes."),
    "contradictions": (
        "proposals.contradictions",
        "List contradictions as they were detected, or scan all claims for pairs that contradict.",
    ),
    "path": ("queries", "Show a shortest path between two entities over current beliefs."),
    "check": ("queries", "Prove the invariants of the store; exit 1 if one is violated."),
    "attributes": ("attributes", "List attributes: the built-in ones and the tenant's own."),
    "merge": ("identities", "Merge two entities: KEEP stands for ABSORB from now on."),
    "split": ("identities", "Split an absorbed entity off again, as before it was merged."),
    "merges": (
        "proposals.merges",
        "Proposals to merge entities: list, propose, accept, dismiss.",
    ),
    "conventions": (
        "proposals.conventions",
        "Preferences that recur: list, accept as a convention, dismiss.",
    ),
    "review": (
        "proposals.review",
        "What the gate stopped and waits for a person: list, approve, reject.",
    ),
    "jobs": (
        "jobs",
        "Jobs: list them, show one with its decisions, cancel one, run one again.",
    ),
    "policy": (
        "governance.policy",
        "What the gate lets through: show it, check, compare or apply a file.",
    ),
    "consent": (
        "governance.consent",
        "What may be kept about a subject: give consent, withdraw it, list it.",
    ),
    "audit": (
        "governance.audit",
        "What was done: list, export and verify the audit, or print its head.",
    ),
    "distrust": (
        "governance.distrust",
        "Revoke all that came from a source; without --apply, show the effect.",
    ),
    "erase": (
        "governance.erase",
        "Erase what is known of a subject, and keep it from coming back; exit 1 if any is left.",
    ),
    "loops": ("upkeep.store", "List slots that kept changing between values, latest first."),
    "consolidate": (
        "upkeep.consolidation",
        "Have one memory stand for several alike; without --apply, show which.",
    ),
    "unsettled": (
        "upkeep.store",
        "List open contradictions and loops with their history, the oldest first.",
    ),
    "rebuild": (
        "upkeep.store",
        "Recompute beliefs and supersessions from claims; repair differences.",
    ),
    "reembed": ("upkeep.store", "Embed every memory with the model of DOXA_EMBEDDING_MODEL."),
    "similar": ("upkeep.similar", "Memories across slots that are alike: list, dismiss."),
    "tasks": ("upkeep.store", "Tasks that run on a schedule: list them, or run one now."),
    "sample": (
        "usage",
        "Draw memories and messages for a person to judge; with --score, precision and recall.",
    ),
    "stats": ("usage", "Show what extractors consumed by day, and how they answered."),
    "model": ("local_model", "Local models: list them, fetch one, remove one."),
    "doctor": (
        "upkeep.doctor",
        "Examine this installation, and say what to do; exit 1 if something stands in the way.",
    ),
    "export": ("export", "Export a tenant's complete history as JSON Lines."),
    "backup": (
        "upkeep.backup",
        "Back up the whole store, all tenants: `doxa backup DIR`, or verify a backup.",
    ),
    "restore": (
        "upkeep.backup",
        "Restore a backup into an empty store, and prove that nothing differs; exit 1 if it does.",
    ),
    "compact": (
        "upkeep.compact",
        "Write the store's files anew, so that they have nothing of what was erased.",
    ),
    "demo": ("demo.show", "Remember two years of a conversation and ask about them."),
}


class LazyGroup(Group):
    """A group that imports a command's module only when the command is called.

    The driver, the schema and the models take seconds, and most commands need few of them. Until
    then a command is its name and its sentence, which is enough for ``doxa --help``.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, (_, sentence) in COMMANDS.items():
            self.add_command(TyperCommand(name, help=sentence))

    def load(self, name: str) -> None:
        """Put the real command in place of its name."""
        commands: typer.Typer = import_module(f"api.cli.{COMMANDS[name][0]}").app
        commands.info.cls = Group
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
    epilog=(
        "Exit codes: 0 success, 1 a check failed, 2 bad input, 3 partly done, 70 internal error,"
        " 75 not available now."
    ),
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 -- typer's own form
    if wanted:
        from importlib import metadata  # noqa: PLC0415 -- the rest is shown without it

        sys.stdout.write(f"doxa {metadata.version('doxa')}\n")
        raise typer.Exit


@app.callback()
def doxa(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """What was true when, and what was believed when: beliefs over two time axes in Neo4j."""


def main() -> NoReturn:
    """Run the command that the arguments name, and end the process with its exit code."""
    as_json = "--json" in sys.argv[1:]
    # A core file would hold keys and passwords; what is started from here inherits it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
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
