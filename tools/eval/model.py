"""How well the model path reads the labelled utterances: only where a key or an address is set.

The same utterances, window, gate and counting as for the offline path (``tools.eval.gate``), with
``DOXA_ANTHROPIC_KEY`` (or ``DOXA_ANTHROPIC_URL``, or ``DOXA_PROVIDER``) and ``DOXA_MODEL`` as the
settings name them. It asks the model once for every utterance, some 200 times: it costs what that
costs, and says so in tokens. ``DOXA_EVAL_PARALLEL`` bounds how many at a time (4).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

from api import extractors
from extraction.model.candidates import Candidate, Extraction, Extractor
from graph import settings
from graph.errors import DoxaError
from graph.limits import BANDS
from graph.settings import Settings
from tools.eval.gate import (
    LABELS,
    PRECISION,
    RECALL,
    UNMEANT_KINDS,
    Read,
    admitted_confidence,
    window_of,
)
from tools.eval.gate import labels as labelled
from tools.results import figure

PARALLEL = int(os.environ.get("DOXA_EVAL_PARALLEL", "4"))
BASELINE = "0.80 precision at 0.60 recall, as a filter of this kind was first described"


def figures() -> Iterator[dict[str, Any]]:
    """Precision, recall and the health of the answers, for the model that the settings name."""
    known = settings.load()
    if not asked_for(known):
        print(
            "skipped: the model path; set DOXA_ANTHROPIC_KEY, _URL or DOXA_PROVIDER to measure it"
        )
        return
    if not LABELS.exists():
        print(f"skipped: {LABELS} is absent")
        return
    yield from asyncio.run(measured(known))


def asked_for(known: Settings) -> bool:
    """Whether some model is named."""
    return bool(known.anthropic_key.get_secret_value() or known.anthropic_url or known.provider)


async def measured(known: Settings) -> list[dict[str, Any]]:
    """Every utterance through the model and the gate."""
    rows = labelled()
    async with extractors.extractor(known) as extractor:
        room = asyncio.Semaphore(PARALLEL)
        found = await asyncio.gather(*(_read(extractor, row, room) for row in rows))
        version, trust = extractor.version, extractor.trust
    read = [
        Read(row, tuple(_judged(each, row, trust) for each in _candidates(answer)))
        for row, answer in zip(rows, found, strict=True)
        if answer is not None
    ]
    name = f"store or skip, {version}"
    return [
        *_shares(name, read),
        *_health(name, [one for one in found if one is not None], len(rows)),
    ]


async def _read(
    extractor: Extractor, row: dict[str, Any], room: asyncio.Semaphore
) -> Extraction | None:
    async with room:
        try:
            return await extractor.extract(window_of(row))
        except DoxaError as error:
            print(f"unread: {row['id']}: {error}")
            return None


def _candidates(answer: Extraction) -> list[Candidate]:
    return [one for one in answer.candidates if isinstance(one, Candidate)]


def _judged(candidate: Candidate, row: dict[str, Any], trust: float) -> tuple[Candidate, float]:
    """The candidate with the confidence it is admitted with; 0 if it is not."""
    return candidate, admitted_confidence(candidate, window_of(row), trust)


def _shares(name: str, read: list[Read]) -> Iterator[dict[str, Any]]:
    wanted = [row for row in read if row.label["decision"] == "STORE"]
    stored = [row for row in read if row.stored]
    both = [row for row in wanted if row.stored]
    yield _figure(f"{name}, precision", len(both) / max(len(stored), 1), PRECISION)
    yield _figure(f"{name}, recall", len(both) / max(len(wanted), 1), RECALL)
    claims = [(row, claim) for row in read for claim in row.stored]
    right = sum(row.right(claim) for row, claim in claims)
    yield _figure(f"{name}, claims right", right / max(len(claims), 1), None)
    unmeant = [sure for row in read if row.label["kind"] in UNMEANT_KINDS for _, sure in row.claims]
    yield _figure(f"{name}, highest confidence of the unmeant", max(unmeant, default=0.0), None)


def _health(name: str, answers: list[Extraction], asked: int) -> Iterator[dict[str, Any]]:
    empty = sum(not one.candidates for one in answers)
    members = [member for one in answers for member in _candidates(one)]
    discards = sum(member.quality == "discard" for member in members)
    tokens = sum(one.usage.input_tokens + one.usage.output_tokens for one in answers if one.usage)
    cached = sum(one.usage.cached_tokens for one in answers if one.usage)
    yield _figure(f"{name}, empty answers, healthy {BANDS['empty']}", empty / max(asked, 1), None)
    yield _figure(
        f"{name}, discards, healthy {BANDS['discarded']}", discards / max(len(members), 1), None
    )
    yield _figure(f"{name}, unread", (asked - len(answers)) / max(asked, 1), None)
    yield _figure(f"{name}, tokens", tokens, None)
    yield _figure(f"{name}, share of tokens from the cache", cached / max(tokens, 1), None)


def _figure(name: str, value: float, target: float | None) -> dict[str, Any]:
    return figure(name, value, "", target, BASELINE)


if __name__ == "__main__":
    for one in figures():
        print(f"{one['name']:78} {one['value']:>10}")
