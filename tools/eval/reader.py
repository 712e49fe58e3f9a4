"""Who reads in an evaluation: the rules, and as it is set by default the learned reader.

``--rules`` has the rules read alone, ``--learned`` the learned reader beside them, and ``--local``
a model on this machine too.

The model's answers are kept in ``build``, by the version of the prompt: measured again, only the
rules that judge them are run.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from extraction.learned.reader import LearnedReader
from extraction.llm.prices import TokenCounts
from extraction.local import prompt
from extraction.local.client import Answer, Client
from extraction.local.extractor import TRUST as LOCAL_TRUST
from extraction.local.extractor import LocalExtractor
from extraction.local.server import SharedServer
from extraction.model.candidates import Candidate, SourceConfidence, Window
from extraction.model.facts import Proposer
from extraction.offline import extractor as rules
from extraction.offline.ages import BIRTH_YEAR
from graph.settings import Settings
from tools import fetch_local_model

BUILD = Path(__file__).resolve().parents[2] / "build"
LOCAL, LEARNED, RULES = "--local", "--learned", "--rules"


def name() -> str:
    """Who reads, as the figures say it."""
    return f"{_reader()} and local" if LOCAL in sys.argv else _reader()


def _reader() -> str:
    asked = next((flag for flag in (LEARNED, RULES) if flag in sys.argv), None)
    default: str = Settings.model_fields["reader"].default
    return default if asked is None else asked.removeprefix("--")


@lru_cache(maxsize=1)
def proposer() -> Proposer | None:
    """The learned reader beside the rules; None where these read alone."""
    return LearnedReader() if _reader() == "learned" else None


def candidates(window: Window) -> Iterator[Candidate]:
    """The claims among what is proposed of a turn, by all who read it.

    Without the years that follow from an age: nobody has labelled them.
    """
    proposed = rules.extract(window, proposer()).candidates
    if LOCAL in sys.argv:
        loop, local, _ = _local()
        proposed += loop.run_until_complete(local.extract(window)).candidates
    claims = (each for each in proposed if isinstance(each, Candidate))
    yield from (each for each in claims if not _is_reckoned(each))


def _is_reckoned(claim: Candidate) -> bool:
    """Whether it is a year that follows from an age."""
    inferred = claim.source_confidence is not SourceConfidence.DIRECT
    return claim.predicate == BIRTH_YEAR and inferred


class RecordedClient(Client):
    """A client that asks each question once, and keeps the answer in a file."""

    def record(self, path: Path) -> None:
        """Use the answers of a file, and add to it."""
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        rows = map(json.loads, lines)
        self._known: dict[tuple[str, str], Answer] = {
            (row["said"], row["asked"]): _answer(row["answer"]) for row in rows
        }

    async def ask(self, said: str, asked: str) -> Answer:
        """The answer that is known, or else a new one."""
        if (said, asked) not in self._known:
            answer = await super().ask(said, asked)
            self._known[said, asked] = answer
            line = json.dumps({"said": said, "asked": asked, "answer": asdict(answer)})
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return self._known[said, asked]


@lru_cache(maxsize=1)
def _local() -> tuple[asyncio.AbstractEventLoop, LocalExtractor, Any]:
    """The local extractor, open until the process ends; its server is started when it is needed."""
    weights = Path(os.environ.get("DOXA_LOCAL_MODEL") or fetch_local_model.TARGET).resolve()
    if not weights.is_file():
        raise SystemExit(f"there is no model {weights}: make local-model fetches it")
    loop = asyncio.new_event_loop()
    opened = RecordedClient.open(SharedServer(weights, BUILD, 1), weights.stem)
    client: Any = loop.run_until_complete(opened.__aenter__())
    client.record(BUILD / f"local-answers-{weights.stem}-{prompt.version()}.jsonl")
    first = rules.OfflineExtractor(proposer=proposer())
    local = LocalExtractor(client, weights.stem, first, LOCAL_TRUST)
    # What is forgotten is closed.
    return loop, local, opened


def _answer(row: dict[str, Any]) -> Answer:
    tokens = tuple((text, logarithm) for text, logarithm in row["tokens"])
    return Answer(row["text"], tokens, TokenCounts(**row["counts"]), row["seconds"])
