"""Whether recall says nothing where nothing was said, and still finds what was.

Stores are asked with default settings, by vectors and words: three of claims of this project's own
(``tests/data/abstention``), and the LoCoMo conversations, each read by the offline extractor. Some
questions are about things that nobody said, of those many close in topic to something that somebody
did; the others are answered by an item. The target is for the first store with the conversations;
the other two were written by who did not know how recall works.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api import wiring
from api.files.load.load import load
from api.service.worker import drain
from extraction.embedding.backfill import embed_missing
from extraction.embedding.embedder import Embedder
from extraction.offline.extractor import OfflineExtractor
from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph import settings
from graph.database import migrations
from graph.database.embeddings import store
from graph.database.server.embedded import Address, running
from graph.database.session import Session
from graph.limits import Limits
from graph.model.gate.policy import Policy
from graph.model.records import Caller
from graph.read import reads
from graph.read.recall.recall_types import Question
from graph.vocabulary import Role
from tools.eval import items
from tools.eval.recall import Conversation, locomo, tell
from tools.results import ROOT, figure

_TEXTS = ROOT / "tests" / "data" / "abstention"
FIRST, SECOND, THIRD = OWN = ("first", "second", "third")
# At most so many of the questions about things never said may bring an item.
TARGET = 0.05
_KINDS = {"near": "close in topic", "far": "of other matters"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its store; ``answer`` are words of the item that answers it, if one does."""

    text: str
    store: str
    kind: str
    speaker: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the texts of the items that came."""

    asked: Asked
    texts: tuple[str, ...]

    @property
    def found(self) -> bool:
        """Whether an item has the answer."""
        answer = self.asked.answer
        return answer is not None and any(
            answer.casefold() in text.casefold() for text in self.texts
        )


def figures() -> Iterator[dict[str, Any]]:
    """The shares of questions that bring something or are answered, and of evidence that comes.

    The model of the vectors is the one that the settings name.
    """
    loaded = settings.load()
    model = wiring.embedder(loaded)
    if model is None:
        print("skipped: DOXA_EMBEDDING_MODEL is none")
        return
    with (
        tempfile.TemporaryDirectory(prefix="doxa-eval-") as folder,
        running(Path(folder) / "data") as address,
    ):
        answered, evidence = asyncio.run(_ask_all(address, model, wiring.limits(loaded)))
    yield from shares(answered)
    yield from items.shares(evidence, model.name)


def shares(found: Sequence[Answered]) -> Iterator[dict[str, Any]]:
    """The figures of what came: of the first store and the conversations, then of the others."""
    if {one.asked.store for one in found} <= set(OWN):
        print("of the own stores only: the conversations are absent")
    others = (SECOND, THIRD)
    first = [one for one in found if one.asked.store not in others]
    yield from _shares(first, "", TARGET)
    for name in others:
        yield from _shares(
            [one for one in found if one.asked.store == name], f", {name} store", None
        )


def _shares(found: Sequence[Answered], of: str, target: float | None) -> Iterator[dict[str, Any]]:
    """The figures of some stores: over all, and by kind of question."""
    never = [one for one in found if one.asked.answer is None]
    said = [one for one in found if one.asked.answer is not None]
    for name, some in [("", never), *_kinds(never)]:
        yield figure(
            f"recall, {len(some)} questions of things never said{of}{name}, that bring an item",
            sum(bool(one.texts) for one in some) / len(some),
            "",
            None if name else target,
            None,
            least=False,
        )
    yield figure(
        f"recall, {len(said)} questions of things said{of}, answered by an item",
        sum(one.found for one in said) / len(said),
        "",
        None,
        None,
    )


def _kinds(found: Sequence[Answered]) -> Iterator[tuple[str, Sequence[Answered]]]:
    for kind, name in _KINDS.items():
        yield f", {name}", [one for one in found if one.asked.kind == kind]


async def _ask_all(
    address: Address, model: Embedder, limits: Limits
) -> tuple[list[Answered], list[items.Evidence]]:
    """Fill the stores, and ask the questions of this project and of LoCoMo."""
    async with Session.open(address.uri, address.user, address.password, limits=limits) as db:
        await migrations.ensure(db)
        # Their people have consented: what is measured is how it is found.
        db.policy = Policy(special=())
        callers = [await tell_own(db, _caller(name)) for name in OWN]
        told: list[tuple[Caller, Conversation, dict[str, str]]] = []
        for conversation in locomo():
            caller = _caller(conversation.name)
            told.append((caller, conversation, await tell(db, caller, conversation)))
            await drain(db, OfflineExtractor(), conversation.name)
        await embed_missing(db, model, await store.present(db, model.name, model.dimension))
        callers += [caller for caller, _, _ in told]
        questions = QuestionEmbedder(lambda: model)
        evidence = [
            one
            for caller, conversation, known in told
            for one in await items.evidence(db, caller, conversation, known, questions)
        ]
        return await ask(db, callers, model), evidence


def _caller(tenant: str) -> Caller:
    return Caller(tenant=tenant, actor="eval", role=Role.OWNER)


async def tell_own(db: Session, caller: Caller) -> Caller:
    """Load the claims of the project's own store that the tenant has the name of."""
    with (_TEXTS / caller.tenant / "claims.jsonl").open("rb") as lines:
        await load(db, caller, lines, lambda _: None)
    return caller


async def ask(db: Session, callers: Iterable[Caller], model: Embedder) -> list[Answered]:
    """Ask the questions of these callers' stores, a tenant each."""
    embedder = QuestionEmbedder(lambda: model)
    found: list[Answered] = []
    by_store = {caller.tenant.split(":")[0]: caller for caller in callers}
    for asked in questions():
        if asked.store in by_store:
            texts = await _recalled(db, by_store[asked.store], embedder, asked)
            found.append(Answered(asked, texts))
    return found


async def _recalled(
    db: Session, caller: Caller, questions: QuestionEmbedder, asked: Asked
) -> tuple[str, ...]:
    question = Question(asked.text, reads.as_of(db, caller, None, None), present=True)
    found = await recall(db, caller, questions, question, dated=False, speaker=asked.speaker)
    memories = await reads.memories_by_id(db, caller, [one.memory for one in found.items])
    return tuple(memories[one.memory].text for one in found.items)


def questions() -> Iterator[Asked]:
    """Yield the questions of all stores."""
    for name in OWN:
        written = (_TEXTS / name / "questions.jsonl").read_text(encoding="utf-8")
        for row in map(json.loads, written.splitlines()):
            yield Asked(
                row["question"], row["store"], row["kind"], row.get("speaker"), row.get("answer")
            )


if __name__ == "__main__":
    for one in figures():
        print(f"{one['name']:78} {one['value']:>8}")
