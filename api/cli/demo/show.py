"""The demo: two years of a conversation are remembered, asked about, and the answers checked.

The conversation is replayed: each message is recorded at the time when it was said, so that what
was known on a day can be asked for later. That is the second time axis.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import sys
import time as stopwatch
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import SecretStr

from api import extractors
from api.cli.asking import asking
from api.cli.demo.questions import Answer, Asker, Question
from api.cli.demo.tables import GRID_DATES, GRID_KNOWN, tables
from api.cli.explore.command import Visit, show
from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import time
from api.cli.run import Command, DataOption, JsonOption, Run, VerboseOption
from api.cli.serve import command_line
from api.files.json_lines import Refusal, raw_lines, read
from api.files.load.load import file_digest
from api.files.messages import MessageLine, message_line
from api.files.replayed_messages import MessageReplay
from graph.database.session import Session
from graph.errors import Fault
from graph.progress import show_progress

app = typer.Typer()

FOLDER = Path(__file__).resolve().parent
QUERY = (
    '{ entity(name: "%s") { beliefs { edges { node { attribute value target { name } validFrom'
    " memory { evidence { span } } } } } } }"
)


@dataclass(frozen=True, slots=True)
class Script:
    """The conversation, and the questions with their answers."""

    messages: list[MessageLine]
    entity: str
    questions: list[Question]

    @classmethod
    def read(cls) -> Script:
        """Return the script that is part of Doxa."""
        messages: list[MessageLine] = []
        with (FOLDER / "conversation.jsonl").open("rb") as file:
            for found in read(raw_lines(file), message_line):
                if isinstance(found, Refusal):
                    raise Fault(f"the demo's message {found.line} is bad: {found.message}")
                messages.append(found)
        expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
        questions = [Question.of(asked) for asked in expected["questions"]]
        return cls(messages, expected["entity"], questions)

    @property
    def marks(self) -> dict[str, datetime]:
        """When each message was said, by its id: from then on what it says is known."""
        return {
            line.message.id: line.message.occurred_at
            for line in self.messages
            if line.message.id is not None and line.message.occurred_at is not None
        }


@app.command(cls=Command, epilog="Example: doxa demo")
def demo(
    *,
    data: DataOption = None,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT", help="Where to put it.", show_default="a fresh one"),
    ] = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Remember two years of a conversation and ask about them.

    Exit 1 if an answer is wrong.
    """
    fresh = f"demo-{secrets.token_hex(3)}"
    run = _by_itself(Run.of(data, tenant or fresh, as_json=as_json, verbose=verbose))
    script = Script.read()
    code = asyncio.run(_told(run, script))
    if code == 0 and _offered(run):
        # By another port than that of a service that there may be.
        return show(Visit.of(run, entity=script.entity), "127.0.0.1", 0)
    return code


async def _told(run: Run, script: Script) -> int:
    """Ingest the conversation, ask, and say what was answered; the exit code."""
    async with asking(run) as ask:
        began = stopwatch.monotonic()
        claims, reader = await _ingest(run, ask.db, script)
        seconds = stopwatch.monotonic() - began
        asker = Asker(ask, script.marks)
        answers = [await asker.answer(question) for question in script.questions]
        if not run.json:
            run.out.print(
                f"{len(script.messages)} messages from {_day(script.messages[0])} to"
                f" {_day(script.messages[-1])}, read in {seconds:.1f} s by {reader}: "
                + ", ".join(f"{count} {name.lower()}" for name, count in claims.most_common())
            )
            await tables(run, asker, script.entity)
    run.result(
        {
            "tenant": run.tenant,
            "messages": len(script.messages),
            "seconds": round(seconds, 3),
            "outcomes": dict(claims),
            "knownAfter": {mark: time(at) for mark, at in script.marks.items()},
            "answers": [answer.document() for answer in answers],
            "right": all(answer.right for answer in answers),
        }
    )
    return _verdict(run, script, answers)


async def _ingest(run: Run, db: Session, script: Script) -> tuple[Counter[str], str]:
    """Replay the conversation: what became of its claims, and who read it."""
    with show_progress() as say, (FOLDER / "conversation.jsonl").open("rb") as file:
        async with extractors.extractor(run.settings) as extractor:
            replay = MessageReplay(db, run.caller, extractor, file_digest(file))
            _, outcomes = await replay.run(script.messages, say)
            return outcomes.claims, f"the {extractor.name} extractor"


def _by_itself(run: Run) -> Run:
    """Return the run on a data folder of its own, unless one is named, read without any key."""
    changes: dict[str, Any] = {"anthropic_key": SecretStr(""), "anthropic_url": ""}
    if run.settings.data is None and not run.settings.neo4j_uri:
        changes["data"] = run.data.with_name(f"{run.data.name}-demo")
    return replace(run, settings=run.settings.model_copy(update=changes))


def _verdict(run: Run, script: Script, answers: Sequence[Answer]) -> int:
    wrong = [answer for answer in answers if not answer.right]
    for answer in wrong:
        sys.stderr.write(
            f"wrong: {answer.question.words}\n"
            f"  expected {json.dumps(answer.question.expected, ensure_ascii=False)}\n"
            f"  answered {json.dumps(answer.answer, ensure_ascii=False)}\n"
            f"  because  {answer.question.why}\n"
        )
    right = len(answers) - len(wrong)
    mark = "[red]✗[/]" if wrong else "[green]✓[/]"
    run.out.print(
        f"\n{mark} {right} of {len(answers)} questions are answered as worked out by hand"
    )
    if not wrong:
        _invite(run, script.entity, script.marks[GRID_KNOWN])
    return EXIT_FAILED_CHECK if wrong else 0


def _invite(run: Run, entity: str, system_at: datetime) -> None:
    """How to go on from here; ``system_at`` is a time to ask what was known at."""
    query = shlex.quote(json.dumps({"query": QUERY % entity}))
    curl = 'curl -s http://127.0.0.1:8000/graphql -H "Authorization: Bearer $TOKEN"'
    points = f"--valid-at {_point(GRID_DATES[-1])} --system-at {_point(system_at)}"
    run.out.print("\n[bold]Ask it yourself[/]")
    for line in (
        f"{command_line(run, 'explore')} {entity}",
        f"{command_line(run, 'timeline')} {entity}",
        f"{command_line(run, 'beliefs')} {entity} {points}",
        command_line(run, "serve"),
        f"TOKEN=$({command_line(run, 'token')})",
        f"{curl} -H 'Content-Type: application/json' -d {query}",
    ):
        run.out.print(f"  {line}", markup=False, soft_wrap=True)


def _offered(run: Run) -> bool:
    """Whether somebody sits there and wants to see it in a browser."""
    there = sys.stdin.isatty() and sys.stdout.isatty()
    if run.json or not there or not run.settings.explorer:
        return False
    return typer.confirm("\nOpen the explorer?", default=False)


def _point(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _day(line: MessageLine) -> str:
    at = line.message.occurred_at
    return "" if at is None else at.date().isoformat()
