"""The commands by name with their modules, and the help that lists them."""

from __future__ import annotations

import textwrap

# By section, each command with its module in api.cli and the first sentence of its help.
SECTIONS = {
    "Serve": {
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
        "schema": (
            "schema",
            "Print the schema of the GraphQL service in SDL, as generators of clients read it.",
        ),
    },
    "Tell": {
        "ingest": ("intake", "Remember a conversation: JSON Lines, one message a line."),
        "import": ("imports", "Remember what another program has exported."),
        "load": ("intake", "Load records: JSON Lines, one operation a line, without extraction."),
        "assert": ("statements", "Believe one statement, now and without extraction."),
        "retract": (
            "statements",
            "Stop believing something from a moment on; before it, it held.",
        ),
        "correct": (
            "statements",
            "Put a memory right that was never right: another value, other times, or both.",
        ),
        "summarise": ("usage", "Close sessions now and store their summaries, as inferences."),
    },
    "Ask": {
        "beliefs": ("queries", "Show what is believed of an entity, as of both time axes."),
        "timeline": ("queries", "Show what was believed of an entity over valid time."),
        "history": (
            "queries",
            "Show every version of what was believed of one attribute, on both time axes.",
        ),
        "related": ("queries", "List the entities within some relations of one, nearest first."),
        "recall": ("recall", "Recall the few beliefs that matter to a question, or none."),
        "why": ("recall", "Explain why a recall has a memory, or why not."),
        "memories": (
            "queries",
            "List memories, the last recorded first; the active ones by default.",
        ),
        "chain": ("queries", "Show a memory's supersession chain, oldest first."),
        "diff": (
            "queries",
            "Compare what is believed of an entity at two points on both time axes.",
        ),
        "path": ("queries", "Show a shortest path between two entities over current beliefs."),
        "entities": ("identities", "List entities by name, with their kinds, other names and ids."),
        "attributes": ("attributes", "List attributes: the built-in ones and the tenant's own."),
    },
    "Decide": {
        "contradictions": (
            "proposals.contradictions",
            "Contradictions: list those detected, scan claims for them, answer one that waits.",
        ),
        "unsettled": (
            "upkeep.maintenance",
            "List open contradictions and loops with their history, the oldest first.",
        ),
        "loops": (
            "upkeep.maintenance",
            "List slots that kept changing between values, latest first.",
        ),
        "rejections": (
            "proposals.rejections",
            "Values that were rejected, and are not believed again: list, lift.",
        ),
        "confirm": (
            "governance.memories",
            "Record that a memory still holds; its confidence rises.",
        ),
        "revoke": (
            "governance.memories",
            "Take a memory back, as if it had never been said, and reject its value.",
        ),
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
        "similar": ("upkeep.similar", "Memories across slots that are alike: list, dismiss."),
        "consolidate": (
            "upkeep.consolidation",
            "Have one memory stand for several alike; without --apply, show which.",
        ),
    },
    "Govern": {
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
        "webhooks": (
            "governance.webhooks",
            "Webhooks: who is sent what changes; list, add, remove, send again.",
        ),
        "distrust": (
            "governance.distrust",
            "Revoke all that came from a source; without --apply, show the effect.",
        ),
        "erase": (
            "governance.erase",
            (
                "Erase what is known of a subject, and keep it from coming back; exit 1 if any is"
                " left."
            ),
        ),
    },
    "Look after": {
        "jobs": (
            "upkeep.jobs",
            "Jobs: list them, show one with its decisions, cancel one, run one again.",
        ),
        "tasks": ("upkeep.maintenance", "Tasks that run on a schedule: list them, or run one now."),
        "check": ("queries", "Prove the invariants of the store; exit 1 if one is violated."),
        "rebuild": (
            "upkeep.maintenance",
            "Recompute beliefs and supersessions from claims; repair differences.",
        ),
        "reembed": (
            "upkeep.maintenance",
            "Embed every memory with the model of DOXA_EMBEDDING_MODEL.",
        ),
        "stats": ("usage", "Show what extractors consumed by day, and how they answered."),
        "sample": (
            "upkeep.samples",
            "Draw claims, keep marks of them, and show how reliable extractors are.",
        ),
        "model": ("upkeep.local_model", "Local models: list them, fetch one, remove one."),
        "doctor": (
            "upkeep.doctor",
            "Examine this installation, and say what to do; exit 1 if something stands in the way.",
        ),
    },
    "Keep": {
        "export": ("export", "Export a tenant's complete history as JSON Lines."),
        "backup": (
            "upkeep.backup",
            "Back up the whole store, all tenants: `doxa backup DIR`, or verify a backup.",
        ),
        "ledger": (
            "governance.ledger",
            "The ledger of erasures: go on where it is lost for good.",
        ),
        "restore": (
            "upkeep.backup",
            (
                "Restore a backup into an empty store, and prove that nothing differs; exit 1 if it"
                " does."
            ),
        ),
        "compact": (
            "upkeep.compact",
            "Write the store's files anew, so that they have nothing of what was erased.",
        ),
    },
    "Try": {
        "demo": ("demo.show", "Remember two years of a conversation and ask about them."),
    },
}
COMMANDS = {name: known for section in SECTIONS.values() for name, known in section.items()}

ABOUT = "Long-term memory for AI agents: what was true when, and what was believed when."
EXIT_CODES = (
    "Exit codes: 0 success, 1 a check failed, 2 bad input, 3 partly done, 70 internal error,"
    " 75 not available now."
)
OPTIONS = {
    "-h, --help": "Show this, or with a command its own help.",
    "--version": "Print the version.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Print what completion needs, to be installed by hand.",
}

_WIDTH = 80


def help_text() -> str:
    """Return the help of the program: how it is called, its commands by section, its options."""
    sections = [
        _section(title, {name: sentence for name, (_, sentence) in section.items()})
        for title, section in SECTIONS.items()
    ]
    about, exit_codes = (textwrap.fill(text, _WIDTH) for text in (ABOUT, EXIT_CODES))
    options = _section("Options", OPTIONS)
    parts = ["Usage: doxa COMMAND [ARGS]...", about, *sections, options, exit_codes]
    return "\n\n".join(parts) + "\n"


def _section(title: str, entries: dict[str, str]) -> str:
    names = max(16, *(len(name) + 2 for name in entries))
    lines = [
        textwrap.fill(
            sentence,
            _WIDTH,
            initial_indent=f"  {name:{names}}",
            subsequent_indent=" " * (names + 2),
        )
        for name, sentence in entries.items()
    ]
    return "\n".join([f"{title}:", *lines])
