"""The local extractor: a small model proposes facts of each sentence, and the rules decide.

The rules have read the turn before, and their findings are stored by then; what the model adds to
them passes through the same grammar (``extraction.offline.proposed_facts``).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from extraction.language.parsing import parse
from extraction.llm.prices import usage
from extraction.local import prompt
from extraction.local.client import Answer, Client
from extraction.local.server import Address, SharedServer
from extraction.model.candidates import Extraction, Extractor, Window
from extraction.model.facts import Fact, Facts
from extraction.offline.extractor import OfflineExtractor
from extraction.offline.turn import Unit, units
from graph.model.records import Usage
from graph.write.intake.candidates import version_after

TRUST = 0.85


class LocalExtractor:
    """Reads turns with the rules and a model on this machine, or at a given address."""

    name = "local"

    def __init__(self, client: Client, model: str, first: OfflineExtractor, trust: float) -> None:
        self._client = client
        self._model = model
        self._first = first
        self._trust = trust

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        server: SharedServer | Address,
        model: str,
        first: OfflineExtractor,
        trust: float = TRUST,
    ) -> AsyncGenerator[LocalExtractor]:
        """Open an extractor for a model's server; a shared one is started by the first question.

        ``first`` is the extractor of the rules alone.
        """
        async with Client.open(server, model) as client:
            yield cls(client, model, first, trust)

    @property
    def version(self) -> str:
        """The model, the prompt's digest, and the version of the rules."""
        return version_after(f"local:{self._model}:{prompt.version()}", self._first.version)

    @property
    def trust(self) -> float:
        """How far its word goes."""
        return self._trust

    @property
    def first(self) -> Extractor:
        """The rules alone, whose findings are stored before the model has answered."""
        return self._first

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says beyond what the rules alone find.

        Raises:
            ModelUnavailable: the model's server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        asked = await asyncio.to_thread(units, window, parse)
        facts, answers = await self._proposed(asked)
        found = await asyncio.to_thread(self._first.extract_further, window, facts)
        used = _usage(self._model, answers) if answers else None
        return found.model_copy(update={"extractor": self.version, "usage": used})

    async def _proposed(self, asked: Sequence[Unit]) -> tuple[Facts, list[Answer]]:
        """Return what the model says of each unit, one call after the other: its server has one
        slot.
        """
        facts: defaultdict[int, list[Fact]] = defaultdict(list)
        answers: list[Answer] = []
        for unit in asked:
            answer = await self._client.ask(unit.text, unit.asked)
            answers.append(answer)
            facts[unit.sentence] += prompt.parse_answer(
                answer.text, answer.tokens, unit.start, unit.end
            )
        return facts, answers


def _usage(model: str, answers: Sequence[Answer]) -> Usage:
    # One reading, in however many questions.
    counted = usage(model, [answer.counts for answer in answers], None)
    return replace(counted, calls=1, seconds=sum(answer.seconds for answer in answers))
