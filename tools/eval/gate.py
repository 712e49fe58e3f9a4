"""Whether the offline extractor stores what is worth it and skips the rest, on labelled utterances.

The labels are in ``tests/data/utterances.jsonl``, written before the patterns that handle them; the
rows marked ``held`` were not looked at while patterns were written. An utterance is stored if one
claim of it passes the gate with a confidence at the floor or over it. A stored claim is right if
subject, attribute, value and polarity are those of a label.

Run by itself it prints the table of confidences too; with ``-v`` also every row that is not right.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from extraction.language.reference import Unresolved, resolve_mention
from extraction.model.candidates import (
    Candidate,
    EntityObject,
    LiteralObject,
    Turn,
    Window,
    is_over,
)
from extraction.model.grounding import locate
from extraction.offline.extractor import TRUST
from extraction.pipeline.gate import Admitted, Refused, ground, judge
from graph.kernel.registry.registry import Registry
from graph.limits import Limits
from graph.vocabulary import SourceKind
from tools.eval import reader
from tools.results import figure

LABELS = Path(__file__).resolve().parents[2] / "tests" / "data" / "utterances.jsonl"
SAID_AT = datetime(2024, 6, 19, 15, 0, tzinfo=UTC)
SPEAKER = "Nora"
UNMEANT_KINDS = frozenset({"hypothetical", "sarcasm", "role-play"})
UNMEANT_MAX = 0.3
PRECISION, RECALL = 0.9, 0.7
BASELINE = "0.80 precision at 0.60 recall, as a filter of this kind was first described"
BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some"})


@dataclass(frozen=True, slots=True)
class Read:
    """One utterance as it was read: its claims with their confidences; ``stored``: at the floor."""

    label: dict[str, Any]
    claims: tuple[tuple[Candidate, float], ...]

    @property
    def stored(self) -> list[Candidate]:
        """The claims that make a belief."""
        return [claim for claim, sure in self.claims if sure >= Limits().floor]

    @property
    def missed(self) -> list[Any]:
        """The labels that no stored claim says."""
        wanted = self.label.get("claims", ())
        found = [(c, self.whose(c)) for c in self.stored]
        return [each for each in wanted if not any(says(c, whose, each) for c, whose in found)]

    def right(self, claim: Candidate) -> bool:
        """Whether a claim is one of the labels, the ones that may be left out included."""
        labels = [*self.label.get("claims", ()), *self.label.get("also", ())]
        return any(says(claim, self.whose(claim), each) for each in labels)

    def whose(self, claim: Candidate) -> str:
        """The subject as said, with the name that the window gives it."""
        return whose(claim, window_of(self.label))


@dataclass(frozen=True, slots=True)
class Bin:
    """Claims of like confidence: how many, how sure on average, and what share is right."""

    low: float
    high: float
    count: int
    mean: float
    right: float


def main() -> None:
    """Print the figures, the table of confidences, and with ``-v`` what is not right."""
    rows = read_all(labels())
    for one in figures():
        print(f"{one['name']:58} {one['value']:>8} {one['unit']}")
    for each in reliability((sure, row.right(c)) for row in rows for c, sure in row.claims):
        print(f"  {each.low:.1f}-{each.high:.1f} {each.count:5} {each.mean:8.2f} {each.right:8.2f}")
    if "-v" in sys.argv:
        _explain([row for row in rows if not row.label["held"]])


def figures() -> Iterator[dict[str, Any]]:
    """Precision and recall of all labels and of the half that was held back."""
    if not LABELS.exists():
        print(f"skipped: {LABELS} is absent")
        return
    rows = read_all(labels())
    held = [row for row in rows if row.label["held"]]
    for name, part in (("all", rows), ("held back", held)):
        yield from _shares(f"store or skip, {len(part)} utterances, {name}, {reader.name()}", part)
    unmeant = [row for row in rows if row.label["kind"] in UNMEANT_KINDS]
    highest = max((sure for row in unmeant for _, sure in row.claims), default=0.0)
    yield _figure(
        "store or skip, highest confidence of the unmeant", highest, "", UNMEANT_MAX, least=False
    )


def labels() -> list[dict[str, Any]]:
    """The labelled utterances."""
    return [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]


def read_all(rows: Iterable[dict[str, Any]]) -> list[Read]:
    """Every utterance through the extractor and the gate."""
    return [read(row) for row in rows]


def read(label: dict[str, Any]) -> Read:
    """One utterance through the extractor and the gate."""
    window = window_of(label)
    found = list(reader.candidates(window))
    return Read(label, tuple((each, admitted_confidence(each, window, TRUST)) for each in found))


def window_of(label: dict[str, Any]) -> Window:
    """The utterance as the new turn of a window."""
    said = label.get("previous", [])
    before = [
        _turn(f"p{n}", each["text"], SPEAKER if each["mine"] else "Tom")
        for n, each in enumerate(said)
    ]
    here = _turn("t", label["text"], SPEAKER, SourceKind(label.get("source", "USER")))
    return Window(turn=here, previous=tuple(before))


def whose(claim: Candidate, window: Window) -> str:
    """The subject of a claim as said, with the name that the window gives it."""
    place = locate(claim.span, window.turn.text)
    found = resolve_mention(claim.subject, claim.subject_kind, window, place.start if place else 0)
    name = "" if isinstance(found, Unresolved) else found.name or ""
    return claim.subject if claim.subject == "I" else f"{claim.subject} {name}"


def says(claim: Candidate, whose: str, alternatives: list[dict[str, Any]]) -> bool:
    """Whether a claim is what a label says, in one of its wordings."""
    return any(_is(claim, whose, each) for each in alternatives)


def reliability(judged: Iterable[tuple[float, bool]], edges: tuple[float, ...] = BINS) -> list[Bin]:
    """Confidences beside the share that is right, by bins of confidence; empty ones left out."""
    pairs = list(judged)
    table: list[Bin] = []
    for low, high in pairwise(edges):
        inside = [p for p in pairs if low <= p[0] < high or (high == edges[-1] == p[0])]
        if inside:
            mean = sum(sure for sure, _ in inside) / len(inside)
            share = sum(right for _, right in inside) / len(inside)
            table.append(Bin(low, high, len(inside), mean, share))
    return table


def _turn(number: str, text: str, speaker: str, kind: SourceKind = SourceKind.USER) -> Turn:
    return Turn(id=number, speaker=speaker, source_kind=kind, text=text, occurred_at=SAID_AT)


_BUILT_IN = Registry("eval", 0, {}, {})


def admitted_confidence(candidate: Candidate, window: Window, trust: float) -> float:
    """The confidence a claim is admitted with; 0 for one that is refused or waits for somebody."""
    grounded = ground(candidate, window)
    if isinstance(grounded, Refused):
        return 0.0
    found = judge(grounded, window.turn, _BUILT_IN, trust=trust, extractor="eval", limits=Limits())
    if isinstance(found, Admitted) and found.waits is None:
        return found.confidence.value
    return 0.0


def _is(claim: Candidate, subject: str, label: dict[str, Any]) -> bool:
    over = claim.negative or is_over(claim)
    alike = over == label["negative"] or claim.start_unknown
    same = claim.predicate == label["attribute"] and alike
    said = set(_words(subject))
    whose = any(set(_words(each)) <= said for each in label["subject"])
    wanted = label["value"]
    if wanted == "*":
        return same and whose
    value = "" if claim.object is None else value_of(claim)
    return same and whose and _words(value) == _words(wanted or "")


def value_of(claim: Candidate) -> str:
    """The value of a claim in words."""
    if isinstance(claim.object, EntityObject):
        return claim.object.entity
    return claim.object.literal if isinstance(claim.object, LiteralObject) else ""


def _words(text: str) -> list[str]:
    words = [word.strip(".,;:!?\"'") for word in text.casefold().split()]
    return [word for word in words if word not in _ARTICLES] or words


def _shares(name: str, rows: list[Read]) -> Iterator[dict[str, Any]]:
    wanted = [row for row in rows if row.label["decision"] == "STORE"]
    stored = [row for row in rows if row.stored]
    both = [row for row in wanted if row.stored]
    yield _figure(f"{name}, precision", len(both) / max(len(stored), 1), "", PRECISION)
    yield _figure(f"{name}, recall", len(both) / max(len(wanted), 1), "", RECALL)
    claims = [(row, claim) for row in rows for claim in row.stored]
    right = sum(row.right(claim) for row, claim in claims)
    asked = sum(len(row.label.get("claims", ())) for row in rows)
    found = asked - sum(len(row.missed) for row in rows)
    yield _figure(f"{name}, claims right", right / max(len(claims), 1), "", PRECISION)
    yield _figure(f"{name}, claims found", found / max(asked, 1), "", RECALL)


def _figure(
    name: str, value: float, unit: str, target: float, *, least: bool = True
) -> dict[str, Any]:
    return figure(name, value, unit, target, BASELINE, least=least)


def _explain(rows: list[Read]) -> None:
    for row in rows:
        wrong = [claim for claim in row.stored if not row.right(claim)]
        if wrong or row.missed:
            print(f"{row.label['id']} {row.label['kind']}: {row.label['text']}")
        for claim in wrong:
            print(
                f"    wrong  {claim.subject} {claim.predicate} {value_of(claim)!r} {claim.negative}"
            )
        for missed in row.missed:
            shown = [(m["subject"][0], m["attribute"], m["value"], m["negative"]) for m in missed]
            print(f"    missed {shown}")


if __name__ == "__main__":
    main()
