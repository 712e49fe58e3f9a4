"""How well chat is read that nobody tuned on, of sets written by who had seen no rules nor tables.

A line of ``tests/data/blind/round-N.jsonl`` is a conversation with what it claims. Every turn of a
person is read with those before it. A claim counts as found where a stored one has its subject,
its attribute's meaning, its value and its polarity; strictly, where its times are the same too.
Whether two attributes mean the same is told by a word they share, or by their embeddings.
What is true and may as well be left out ("my son hates fish": one has a son) is ``optional`` since
the eighth set: it is no error to store it, and none to miss it.
The first reading of a set is kept in ``docs/measured``; afterwards it is a set like any other.
``traps.jsonl`` claims nothing: whatever is stored of it is wrong.

Run by itself with ``-v`` it prints every claim that is missed or wrong; files that it is given are
read instead of the sets: ``python -m tools.eval.blind FILE.jsonl --learned``.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from extraction.dates.find import find
from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.model.candidates import Bound, Candidate, Turn, Window, is_over
from extraction.offline.extractor import TRUST
from graph.limits import Limits
from graph.vocabulary import Precision, SourceKind, TimeBasis
from tools.eval import reader
from tools.eval.gate import admitted_confidence, value_of, whose
from tools.results import figure

SETS = Path(__file__).resolve().parents[2] / "tests" / "data" / "blind"
FOUND, PRECISION = 0.45, 0.9
ALIKE = 0.45
BASELINE = "none: the set was written for this project"
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some", "his", "her", "their"})
_SAME = {"avoids eating": "does not eat or drink or take"}
# Of these the value says what is claimed: "does not drive", "has a tent for four", "is retired".
_TELLING_BY_VALUE = frozenset({"life_event", "does", "can", "has", "is", "is_a", "is_in", "is_on"})
_EMPTY = frozenset({"is", "has", "be", "a", "the", "of", "to", "in", "at", "on", "for", "with"})


@dataclass(frozen=True, slots=True)
class Read:
    """A turn of a conversation: what is claimed of it, and what was read."""

    window: Window
    labels: tuple[dict[str, Any], ...]
    stored: tuple[Candidate, ...]

    def pairs(self, *, timed: bool) -> list[tuple[dict[str, Any], Candidate]]:
        """Each label with the claim that says it, one to one."""
        left = list(self.stored)
        found: list[tuple[dict[str, Any], Candidate]] = []
        for label in sorted(self.labels, key=optional):
            same = next((one for one in left if self._says(one, label, timed=timed)), None)
            if same is not None:
                left.remove(same)
                found.append((label, same))
        return found

    def _says(self, claim: Candidate, label: dict[str, Any], *, timed: bool) -> bool:
        return (
            self._whose(claim, label)
            and any(self._same(claim, one) for one in label["value"])
            and self._denied(claim, label)
            and means(claim, tuple(label["attribute"]))
            and (not timed or self._timed(claim, label))
        )

    def _denied(self, claim: Candidate, label: dict[str, Any]) -> bool:
        """Whether both deny alike; an instruction says in its own words what not to do."""
        if claim.predicate == "instruction":
            return True
        return denies(claim) == label["negative"] or (is_past(claim) and bool(label["end"]))

    def _same(self, claim: Candidate, wanted: str) -> bool:
        """Whether two values are one: the same words or day, or an instruction that has them."""
        value = value_of(claim)
        if claim.predicate == "instruction":
            return wanted.casefold() in value.casefold()
        said_at = self.window.turn.occurred_at
        return words(value) == words(wanted) or _date(value, said_at) == _date(wanted, said_at, 1)

    def _whose(self, claim: Candidate, label: dict[str, Any]) -> bool:
        if claim.predicate == "instruction":
            return True
        if claim.subject == "I":
            if any(one.casefold() in ("i", "user") for one in label["subject"]):
                return True
            # What is said of a thing of one's own is one's own: "desk is in" of "my desk".
            named = set(claim.predicate.split("_"))
            return any(set(words(one)) <= named for one in label["subject"] if words(one))
        said = set(words(whose(claim, self.window)))
        return any(set(words(one)) <= said for one in label["subject"])

    def _timed(self, claim: Candidate, label: dict[str, Any]) -> bool:
        zone = self.window.turn.occurred_at
        ended = claim.end is not None or is_past(claim)
        if label["end"] == "said":
            return ended
        first = None if claim.basis is TimeBasis.OBSERVED else day(claim.start, zone)
        if label["end"] is not None and claim.negative:
            return like(day(claim.start, zone), label["end"])
        told = claim.basis is not TimeBasis.OBSERVED or claim.start_unknown
        last = day(claim.end, zone) if told else None
        point = label["end"] is None and first is not None
        return like(first, label["start"]) and (point or like(last, label["end"], last=True))


def main() -> None:
    """Print the figures, and with ``-v`` what is missed and what is wrong."""
    for one in figures():
        print(f"{one['name']:58} {one['value']:>8} {one['unit']}")
    if "-v" in sys.argv:
        for path in sets():
            for row in conversations(path):
                _explain(row)


def figures() -> Iterator[dict[str, Any]]:
    """What is found of each set, and how much of what is stored is right."""
    for path in sets():
        rows = [read for row in conversations(path) for read in readings(row)]
        claimed = sum(not optional(label) for row in rows for label in row.labels)
        name = f"blind {path.stem}, {claimed} claims, {reader.name()}"
        for what, value, target in _shares(rows, claimed) if claimed else ():
            yield figure(f"{name}, {what}", value, "", target, BASELINE)
        yield figure(f"{name}, stored of turns without any", _unasked(rows), "", None, BASELINE)


def _shares(rows: list[Read], claimed: int) -> list[tuple[str, float, float | None]]:
    stored = sum(len(row.stored) for row in rows)
    right = sum(len(row.pairs(timed=False)) for row in rows)
    return [
        ("found", _paired(rows, timed=False) / claimed, None),
        ("found strictly", _paired(rows, timed=True) / claimed, FOUND),
        ("precision", right / max(stored, 1), PRECISION),
    ]


def _paired(rows: list[Read], *, timed: bool) -> int:
    pairs = (pair for row in rows for pair in row.pairs(timed=timed))
    return sum(not optional(label) for label, _ in pairs)


def optional(label: dict[str, Any]) -> bool:
    """Whether a reader may as well leave out what a label says."""
    return bool(label.get("optional"))


def _unasked(rows: list[Read]) -> int:
    return sum(len(row.stored) for row in rows if not row.labels)


def sets() -> list[Path]:
    """The files that are named, else the sets that there are, in order."""
    named = [Path(word) for word in sys.argv[1:] if word.endswith(".jsonl")]
    return named or sorted(SETS.glob("*.jsonl"))


def conversations(path: Path) -> list[dict[str, Any]]:
    """The conversations of a set."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def readings(row: dict[str, Any]) -> Iterator[Read]:
    """Every turn of a person in a conversation, read with what came before it."""
    said_at = datetime.fromisoformat(row["said_at"])
    turns = [
        Turn(
            id=f"{row['id']}/{number}",
            speaker=turn["speaker"],
            source_kind=SourceKind.ASSISTANT if turn["speaker"] == "assistant" else SourceKind.USER,
            text=turn["text"],
            occurred_at=said_at,
        )
        for number, turn in enumerate(row["turns"])
    ]
    for number, turn in enumerate(turns):
        if turn.source_kind is SourceKind.USER:
            window = Window(turn=turn, previous=tuple(turns[:number]))
            labels = tuple(one for one in row["claims"] if one["turn"] == number)
            yield Read(window, labels, tuple(stored(window)))


def stored(window: Window) -> Iterator[Candidate]:
    """The claims of a turn that make a belief."""
    for one in reader.candidates(window):
        if admitted_confidence(one, window, TRUST) >= Limits().floor:
            yield one


def denies(claim: Candidate) -> bool:
    """Whether a claim denies something, by its polarity or its words: "does not have pork"."""
    over = claim.negative or is_over(claim)
    return over or re.search(r"\b(?:does not|has no)\b", claim.text) is not None


def is_past(claim: Candidate) -> bool:
    """Whether a claim tells of what is over, with or without the time of its end."""
    return claim.negative or claim.start_unknown or is_over(claim)


def _date(text: str, said_at: datetime, other: int = 0) -> tuple[int, int] | int:
    """The month and day that a text is; if it is none, a number that no other text has."""
    for span in find(text, said_at):
        if span.precision is Precision.DAY and span.valid_from and len(text) - span.end < 2:
            local = span.valid_from.astimezone(said_at.tzinfo)
            return local.month, local.day
    return other


def words(text: str) -> list[str]:
    """The words that count in comparing two phrases."""
    found = re.findall(r"\w+(?:[.'’]\w+)*", text.casefold())
    return [word for word in found if word not in _ARTICLES] or found


@lru_cache(maxsize=10_000)
def _alike(one: str, others: tuple[str, ...]) -> bool:
    known = model().embed([one, *others])
    return any(
        sum(x * y for x, y in zip(known[0], vector, strict=True)) >= ALIKE for vector in known[1:]
    )


@lru_cache(maxsize=1)
def model() -> OnnxEmbedder:
    """The embedding model that comes with Doxa."""
    return OnnxEmbedder.default()


def means(claim: Candidate, wanted: tuple[str, ...]) -> bool:
    """Whether a claim's attribute means one of some expressions."""
    named = claim.predicate.replace("_", " ")
    named = _SAME.get(named, named)
    told = {_stem(word) for word in words(f"{named} {claim.text}")} - _EMPTY
    value = {_stem(word) for word in words(value_of(claim))}
    told = (told - value) | (value if claim.predicate in _TELLING_BY_VALUE else set())
    asked = {_stem(word) for one in wanted for word in words(one)} - _EMPTY
    return bool(told & asked) or _alike(named, wanted)


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|ing|ed|es|s|er|e)$", "", word) if len(word) > 3 else word


def day(bound: Bound | None, near: datetime) -> str | None:
    """The day of a bound in the zone of the conversation."""
    if bound is None or bound.at is None:
        return None
    return bound.at.astimezone(near.tzinfo).date().isoformat()


def like(found: str | None, wanted: str | None, *, last: bool = False) -> bool:
    """Whether a day is in the year, the month or on the day that is wanted; an end may be after."""
    if found is None or wanted is None:
        return found is None and wanted is None
    return found.startswith(wanted) or (last and _after(found, wanted))


def _after(found: str, wanted: str) -> bool:
    """Whether a day is the first one after a period: ends are exclusive."""
    year, *rest = (int(part) for part in wanted.split("-"))
    if not rest:
        return found == f"{year + 1}-01-01"
    if len(rest) == 1:
        month = rest[0] % 12 + 1
        return found == f"{year + rest[0] // 12}-{month:02}-01"
    gap = datetime.fromisoformat(found) - datetime.fromisoformat(wanted)
    return gap.days == 1


def _explain(row: dict[str, Any]) -> None:
    for read in readings(row):
        lines = list(_differences(read))
        if lines:
            print(f"{read.window.turn.id} [{row.get('kind', '')}] {read.window.turn.text}")
        for line in lines:
            print(f"    {line}")


def _differences(read: Read) -> Iterator[str]:
    """What is missed, what is wrong, and what is right at another time."""
    pairs, strict = read.pairs(timed=False), read.pairs(timed=True)
    found, timely = [label for label, _ in pairs], [label for label, _ in strict]
    right = [claim for _, claim in pairs]
    for label in (one for one in read.labels if one not in found and not optional(one)):
        said = f"{label['subject'][0]} | {label['attribute'][:3]} | {label['value'][0]}"
        yield f"missed {said} | {label['negative']} {label['start']} {label['end']}"
    for claim in (one for one in read.stored if one not in right):
        said = f"{claim.subject} | {claim.predicate} | {value_of(claim)} | {claim.negative}"
        yield f"wrong  {said} | {claim.text}"
    for label, claim in (pair for pair in pairs if pair[0] not in timely):
        yield f"time   {label['start']} {label['end']} | {claim.text}"


if __name__ == "__main__":
    main()
