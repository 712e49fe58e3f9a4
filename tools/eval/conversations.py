"""What the offline extractor proposes from long dated conversations: the LoCoMo data.

An *observed* message is one that annotators drew an observation from; coverage is the share of
those from which something is proposed. An observation is *captured* where a claim that makes a
belief, of one of its messages, shares half of its value's words with it and reads like it: their
embeddings have a cosine of at least 0.5. Speed is of one core and counts parsing; memory is how
much the process grows from the first thousand messages to the last of several thousand, by reading
the conversations again under new ids.

With ``--local`` only what a model on this machine captures of the first conversation is measured:
it answers a sentence in seconds. Run by itself with ``-v`` it prints what is stored of each message
beside what was observed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psutil

from extraction.language.parsing import parse
from extraction.model.candidates import TURN_LENGTH_MAX, TURNS_MAX, Candidate, Turn, Window
from extraction.model.grounding import locate
from extraction.offline.extractor import extract
from graph.vocabulary import Quality, SourceKind
from tools.eval import blind, reader
from tools.eval.gate import value_of
from tools.results import DATA, figure

COUNT = 3
SPEED = 60.0
# Megabytes by which a process may grow and still be called flat: the caches are filled by then.
GROWTH_MAX = 20.0
MESSAGES = 10_000
# Of all observations, by who reads: the rules alone, or a model too.
CAPTURED = {"offline": 0.15, "local": 0.35}
ALIKE, SHARED = 0.5, 0.5
UNKNOWN = "none: no extractor of another make was run on it"

Session = tuple[str, Turn]


@dataclass(frozen=True, slots=True)
class Observation:
    """What annotators drew from some messages of a conversation, in a sentence."""

    text: str
    sources: frozenset[str]


def main() -> None:
    """Print the figures, and with ``-v`` what is stored of each message."""
    for one in figures():
        print(f"{one['name']:58} {one['value']:>8} {one['unit']}")
    if "-v" in sys.argv:
        _explain(0)


def figures() -> Iterator[dict[str, Any]]:
    """Coverage and grounding of each conversation, then speed and memory over all of them."""
    path = DATA / "dialogue" / "locomo-0-2.json"
    if not path.exists():
        print(f"skipped: {path} is absent")
        return
    gold = [_observations(one) for one in json.loads(path.read_text(encoding="utf-8"))]
    if reader.name() == "local":
        yield from _captured(0, _turns(0), gold[0])
        return
    conversations = [_turns(number) for number in range(COUNT)]
    sentences, seconds = 0, 0.0
    for number, turns in enumerate(conversations):
        began = time.process_time()
        yield from _read(
            f"LoCoMo {number}", turns, {m for one in gold[number] for m in one.sources}
        )
        seconds += time.process_time() - began
        # Counted after the clock stopped; what is parsed again is still remembered, or is not.
        sentences += sum(len(parse(turn.text)) for _, turn in turns)
    for number, turns in enumerate(conversations):
        yield from _captured(number, turns, gold[number])
    everything = [each for turns in conversations for each in turns]
    speed = sentences / seconds
    name = "offline, sentences a second of one core"
    yield figure(name, speed, "", SPEED, UNKNOWN)
    grown = growth(everything)
    name = f"offline, growth from message 1,000 to message {MESSAGES:,}"
    yield figure(name, grown, "MB", GROWTH_MAX, UNKNOWN, least=False)


def growth(turns: list[Session]) -> float:
    """By how many megabytes the process grows while it reads ten thousand messages."""
    process, seen, before = psutil.Process(), 0, 0
    for again in range(MESSAGES):
        for window in windows(turns):
            turn = window.turn.model_copy(update={"text": f"{window.turn.text} ({again})"})
            extract(window.model_copy(update={"turn": turn}))
            seen += 1
            if seen == 1_000:
                before = process.memory_info().rss
            if seen == MESSAGES:
                return (process.memory_info().rss - before) / 2**20
    return 0.0


def windows(turns: list[Session]) -> Iterator[Window]:
    """The window of every message: those before it in its session."""
    for index, (session, turn) in enumerate(turns):
        near = turns[max(0, index - TURNS_MAX) : index]
        before = [earlier for other, earlier in near if other == session]
        short = [one.model_copy(update={"text": one.text[:TURN_LENGTH_MAX]}) for one in before]
        yield Window(turn=turn, previous=tuple(short))


def _read(name: str, turns: list[Session], observed: set[str]) -> Iterator[dict[str, Any]]:
    proposals = grounded = 0
    telling: set[str] = set()
    for window in windows(turns):
        for proposal in extract(window).candidates:
            if isinstance(proposal, Candidate) and proposal.quality is Quality.KEEP:
                proposals += 1
                grounded += locate(proposal.span, window.turn.text) is not None
                telling.add(window.turn.id)
    covered = len(observed & telling) / max(len(observed), 1)
    share = grounded / max(proposals, 1)
    yield _figure(f"{name}, proposals from {len(turns)} messages", proposals, "")
    yield _figure(f"{name}, proposals whose span is in the message", share, "")
    yield _figure(f"{name}, observed messages with a proposal", covered, "")
    spread = len(telling & observed) / max(len(telling), 1)
    yield _figure(f"{name}, messages with a proposal that are observed", spread, "")


def _captured(
    number: int, turns: list[Session], gold: list[Observation]
) -> Iterator[dict[str, Any]]:
    """How many observations a belief says, and how many beliefs there are."""
    stored = {window.turn.id: list(blind.stored(window)) for window in windows(turns)}
    speakers = {turn.id: turn.speaker or "" for _, turn in turns}
    found = sum(_says_any(one, stored, speakers) for one in gold)
    name = f"LoCoMo {number}, {len(gold)} observations, {reader.name()}"
    share = found / max(len(gold), 1)
    yield figure(f"{name}, captured", share, "", CAPTURED[reader.name()], UNKNOWN)
    yield _figure(f"{name}, claims stored", sum(map(len, stored.values())), "")


def _says_any(
    one: Observation, stored: dict[str, list[Candidate]], speakers: dict[str, str]
) -> bool:
    """Whether a claim of one of its messages says what was observed."""
    claims = [(claim, speakers[m]) for m in one.sources & stored.keys() for claim in stored[m]]
    return any(_says(one.text, claim, speaker) for claim, speaker in claims)


def _says(observed: str, claim: Candidate, speaker: str) -> bool:
    words = set(blind.words(value_of(claim)))
    shared = len(words & set(blind.words(observed))) / max(len(words), 1)
    who = speaker if claim.subject == "I" else claim.subject
    said, seen = blind.model().embed([f"{who} {claim.text}", observed])
    return shared >= SHARED and sum(x * y for x, y in zip(said, seen, strict=True)) >= ALIKE


def _explain(number: int) -> None:
    gold = json.loads((DATA / "dialogue" / "locomo-0-2.json").read_text(encoding="utf-8"))[number]
    seen = _observations(gold)
    for window in windows(_turns(number)):
        print(f"{window.turn.id} {window.turn.speaker}: {window.turn.text}")
        for claim in blind.stored(window):
            print(f"    {claim.subject} | {claim.predicate} | {value_of(claim)} | {claim.text}")
        for one in seen:
            if window.turn.id in one.sources:
                print(f"    observed: {one.text}")


def _turns(number: int) -> list[Session]:
    path = DATA / "dialogue" / f"locomo-{number}.messages.jsonl"
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [(f"{number}/{line['session']}", _turn(line)) for line in lines]


def _turn(line: dict[str, Any]) -> Turn:
    return Turn(
        id=line["id"],
        speaker=line["speaker"],
        source_kind=SourceKind(line["source_kind"]),
        text=line["text"],
        occurred_at=datetime.fromisoformat(line["occurred_at"]),
    )


def _observations(conversation: dict[str, Any]) -> list[Observation]:
    return [
        Observation(text, frozenset(source if isinstance(source, list) else [source]))
        for session in conversation["observation"].values()
        for observations in session.values()
        for text, source in observations
    ]


def _figure(name: str, value: float, unit: str) -> dict[str, Any]:
    return figure(name, value, unit, None, UNKNOWN)


if __name__ == "__main__":
    main()
