"""Whether what answers a question is recalled: the turns of public conversations, as episodes.

Each conversation is a tenant of one embedded store, told message by message, and is asked in words
only. A figure is the mean share of a question's evidence among the first ten episodes. The baseline
is BM25 over the raw turns.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Any, cast

from graph.database import migrations
from graph.database.server.embedded import Address, running
from graph.database.session import Session
from graph.model.commands import TEXT_MAX, Message
from graph.model.gate.policy import Policy
from graph.model.records import Caller
from graph.read import reads
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.vocabulary import RecallKind, Role, SourceKind
from graph.write.intake import jobs
from graph.write.intake.episodes import MESSAGES_MAX
from tools.results import DATA, figure

FIRST = 10
_DIALOGUE = DATA / "dialogue"
_TURN = re.compile(r"D\d+:\d+")
# What the questions of LoCoMo are called in the paper that published them.
ADVERSARIAL = "adversarial"
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open domain", 4: "single-hop", 5: ADVERSARIAL}
_BEAM = {
    "knowledge_update": ("updates", 0.754),
    "contradiction_resolution": ("contradictions", 0.719),
}
_BEGUN = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids of the messages that answer it."""

    text: str
    kind: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of a conversation by session, in order, and what is asked about it."""

    name: str
    messages: tuple[tuple[str, Message], ...]
    asked: tuple[Asked, ...]


def figures() -> Iterator[dict[str, Any]]:
    """Evidence recall of each set of conversations that is here, and of each kind of question."""
    sets: list[tuple[str, list[Conversation], dict[str, float]]] = [
        ("LoCoMo", list(locomo()), {}),
        ("BEAM", list(beam()), dict(_BEAM.values())),
    ]
    if not any(conversations for _, conversations, _ in sets):
        print(f"skipped: {_DIALOGUE} is absent")
        return
    with (
        tempfile.TemporaryDirectory(prefix="doxa-eval-") as folder,
        running(Path(folder) / "data") as address,
    ):
        for name, conversations, targets in sets:
            found = asyncio.run(_recalled(address, conversations))
            yield from _figures(name, found, targets)


def _figures(
    name: str, found: Sequence[tuple[Asked, float]], targets: dict[str, float]
) -> Iterator[dict[str, Any]]:
    said = f"recall, {name}, evidence among {FIRST} episodes"
    if name == "LoCoMo" and found:
        whole = fmean(share for _, share in found)
        yield figure(said, whole, "", 0.68, "0.594, BM25 over raw turns")
    by_kind: dict[str, list[float]] = defaultdict(list)
    for asked, share in found:
        by_kind[asked.kind].append(share)
    for kind, shares in sorted(by_kind.items()):
        target = targets.get(kind)
        baseline = None if target is None else f"{target}, BM25 over raw turns"
        yield figure(f"{said}, {len(shares)} {kind}", fmean(shares), "", target, baseline)


async def _recalled(
    address: Address, conversations: Iterable[Conversation]
) -> list[tuple[Asked, float]]:
    found: list[tuple[Asked, float]] = []
    async with Session.open(address.uri, address.user, address.password) as db:
        await migrations.ensure(db)
        # Their people have consented: what is measured is how it is found.
        db.policy = Policy(special=())
        for one in conversations:
            caller = Caller(tenant=one.name, actor="eval", role=Role.OWNER)
            known = await tell(db, caller, one)
            found += [(asked, await _share(db, caller, asked, known)) for asked in one.asked]
    return found


async def tell(db: Session, caller: Caller, told: Conversation) -> dict[str, str]:
    """Submit the messages, session by session; return the id of each one's episode."""
    sessions: dict[str, list[Message]] = defaultdict(list)
    for session, message in told.messages:
        sessions[session].append(message)
    known: dict[str, str] = {}
    for session, messages in sessions.items():
        for first in range(0, len(messages), MESSAGES_MAX):
            part = messages[first : first + MESSAGES_MAX]
            job = await jobs.submit(db, caller, part, session=session, topic=None)
            # Two messages of one text are told apart by their ids, so each has an episode.
            known |= dict(zip((str(one.id) for one in part), job.episodes, strict=True))
    return known


async def _share(db: Session, caller: Caller, asked: Asked, known: dict[str, str]) -> float:
    """Ask, and return the share of the evidence that was recalled."""
    question = Question(
        text=asked.text,
        as_of=reads.as_of(db, caller, None, None),
        present=True,
        include=frozenset({RecallKind.EPISODES}),
        k=FIRST,
    )
    found = {one.episode for one in (await recall(db, caller, question)).episodes}
    return sum(known[one] in found for one in asked.evidence) / len(asked.evidence)


def locomo() -> Iterator[Conversation]:
    path = _DIALOGUE / "locomo-0-2.json"
    conversations: list[Any] = []
    if path.exists():
        conversations = json.loads(path.read_text(encoding="utf-8"))
    for number, conversation in enumerate(conversations):
        lines = (_DIALOGUE / f"locomo-{number}.messages.jsonl").read_text(encoding="utf-8")
        told = [json.loads(line) for line in lines.splitlines()]
        messages = tuple((line["session"], _message(line)) for line in told)
        ids = {line["id"] for line in told}
        yield Conversation(
            f"locomo-{number}",
            messages,
            tuple(
                Asked(row["question"], _CATEGORIES[row["category"]], evidence)
                for row in conversation["qa"]
                if (evidence := frozenset(_TURN.findall(" ".join(row.get("evidence", ())))) & ids)
            ),
        )


def _message(line: dict[str, Any]) -> Message:
    return Message(
        text=line["text"],
        id=line["id"],
        speaker=line["speaker"],
        source_kind=SourceKind(line["source_kind"]),
        occurred_at=datetime.fromisoformat(line["occurred_at"]),
    )


def beam() -> Iterator[Conversation]:
    for path in sorted(_DIALOGUE.glob("beam-*/*.chat.json")):
        chat = json.loads(path.read_text(encoding="utf-8"))
        probing = path.with_name(path.name.replace("chat", "probing_questions"))
        questions = json.loads(probing.read_text(encoding="utf-8"))
        messages = tuple(
            (session, replace(_said(turn), occurred_at=_BEGUN + timedelta(minutes=number)))
            for number, (session, turn) in enumerate(_beam_turns(chat))
        )
        ids = {str(message.id) for _, message in messages}
        asked = tuple(_beam_asked(questions, ids))
        yield Conversation(f"beam-{path.name.split('.')[0]}", messages, asked)


def _beam_turns(chat: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for batch in chat:
        for exchange in batch["turns"]:
            for turn in exchange:
                yield str(batch["batch_number"]), turn


def _beam_asked(questions: dict[str, Any], ids: set[str]) -> Iterator[Asked]:
    for key, (name, _) in _BEAM.items():
        for row in questions[key]:
            evidence = frozenset(map(str, _flat(row.get("source_chat_ids", ())))) & ids
            if evidence:
                yield Asked(row["question"], name, evidence)


def _said(turn: dict[str, Any]) -> Message:
    kind = SourceKind.USER if turn["role"] == "user" else SourceKind.ASSISTANT
    return Message(
        turn["content"][:TEXT_MAX], id=str(turn["id"]), speaker=turn["role"], source_kind=kind
    )


def _flat(value: Any) -> Iterator[Any]:
    """Yield what a value of lists and maps has in it."""
    if isinstance(value, dict):
        yield from _flat(list(cast("dict[str, Any]", value).values()))
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _flat(one)
    else:
        yield value


if __name__ == "__main__":
    for line in figures():
        print(line)
