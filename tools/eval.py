"""How well Doxa reads: dates and claims, on public data that this repository does not hold.

The data is looked for at ``DOXA_EVAL_DATA`` (by default ``../shared/data``); what is absent is
skipped and said. Writes ``build/eval.json``: a list of name, value, unit, target, holds, baseline.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from extraction.dates import find
from extraction.grounding import locate
from extraction.model import TURN_LENGTH_MAX, TURNS_MAX, Candidate, Turn, Window
from extraction.offline import OfflineExtractor
from graph.vocabulary import SourceKind

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("DOXA_EVAL_DATA") or ROOT.parent / "shared" / "data")
DATES = ("DateParser", "DatePeriodParser")
# The share that the recognizers' own Python port gets right on these cases, strictly.
DATES_BASELINE = "0.637, Microsoft's Python recognizers on their own cases"


def main() -> None:
    """Measure what there is data for, print it, and write it."""
    figures = [*_dates(), *asyncio.run(_conversations())]
    for figure in figures:
        print(f"{figure['name']:58} {figure['value']:>8} {figure['unit']}")
    if not figures:
        print(f"there is no evaluation data at {DATA}: nothing was measured")
    target = ROOT / "build" / "eval.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _dates() -> Iterator[dict[str, Any]]:
    """The share of cases whose span is found with one of the gold's resolutions."""
    for name in DATES:
        path = DATA / "dates" / f"{name}.json"
        if not path.exists():
            print(f"skipped: {path} is absent")
            continue
        cases = [case for case in json.loads(path.read_text(encoding="utf-8-sig")) if _fit(case)]
        found = sum(_found(case) for case in cases)
        share = found / len(cases)
        yield _figure(f"dates, {name}, {len(cases)} cases", share, "right", DATES_BASELINE)


def _fit(case: dict[str, Any]) -> bool:
    """Whether the case is for this platform, has a reference time and one gold answer."""
    skipped = "python" in case.get("NotSupported", "").lower()
    return not skipped and len(case["Results"]) == 1 and "Context" in case


def _found(case: dict[str, Any]) -> bool:
    said_at = datetime.fromisoformat(case["Context"]["ReferenceDateTime"]).replace(tzinfo=UTC)
    gold = case["Results"][0]
    bounds = {_bounds(gold["Value"].get(f"{side}Resolution", {})) for side in ("Past", "Future")}
    for span in find(case["Input"], said_at):
        same = (span.start, span.end) == (gold["Start"], gold["Start"] + gold["Length"])
        start = span.valid_from and span.valid_from.date().isoformat()
        end = span.valid_to and span.valid_to.date().isoformat()
        if same and ((start, end) in bounds or (start, None) in bounds):
            return True
    return False


def _bounds(resolution: dict[str, str]) -> tuple[str | None, str | None]:
    if "date" in resolution:
        return resolution["date"], None
    return resolution.get("startDate"), resolution.get("endDate")


async def _conversations() -> list[dict[str, Any]]:
    """Proposals from the dated conversations, and how many observed messages bring one."""
    figures: list[dict[str, Any]] = []
    gold_path = DATA / "dialogue" / "locomo-0-2.json"
    gold = json.loads(gold_path.read_text()) if gold_path.exists() else []
    reader = OfflineExtractor()
    for number in range(3):
        path = DATA / "dialogue" / f"locomo-{number}.messages.jsonl"
        if not path.exists():
            print(f"skipped: {path} is absent")
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        turns = [_turn(json.loads(line)) for line in lines]
        observed = _observed(gold[number]) if number < len(gold) else set[str]()
        figures += await _conversation(reader, f"LoCoMo {number}", turns, observed)
    return figures


async def _conversation(
    reader: OfflineExtractor, name: str, turns: list[tuple[str, Turn]], observed: set[str]
) -> list[dict[str, Any]]:
    proposals = grounded = 0
    telling: set[str] = set()
    began = time.process_time()
    for index, (session, turn) in enumerate(turns):
        before = [earlier for other, earlier in turns[:index] if other == session][-TURNS_MAX:]
        short = [one.model_copy(update={"text": one.text[:TURN_LENGTH_MAX]}) for one in before]
        read = await reader.extract(Window(turn=turn, previous=tuple(short)))
        for proposal in read.candidates:
            if isinstance(proposal, Candidate):
                proposals += 1
                grounded += locate(proposal.span, turn.text) is not None
                telling.add(turn.id)
    seconds = time.process_time() - began
    covered = len(observed & telling) / len(observed) if observed else 0.0
    none = "none: no extractor of another make was run on it"
    return [
        _figure(f"{name}, proposals from {len(turns)} messages", proposals, "", none),
        _figure(f"{name}, proposals whose span is in the message", grounded / proposals, "", none),
        _figure(f"{name}, observed messages with a proposal", covered, "", none),
        _figure(f"{name}, messages a second of one core", len(turns) / seconds, "", none),
    ]


def _turn(line: dict[str, Any]) -> tuple[str, Turn]:
    return line["session"], Turn(
        id=line["id"],
        speaker=line["speaker"],
        source_kind=SourceKind(line["source_kind"]),
        text=line["text"],
        occurred_at=datetime.fromisoformat(line["occurred_at"]),
    )


def _observed(conversation: dict[str, Any]) -> set[str]:
    """The messages that annotators drew an observation from."""
    found: set[str] = set()
    for session in conversation["observation"].values():
        for observations in session.values():
            for _, source in observations:
                found.update(source if isinstance(source, list) else [source])
    return found


def _figure(name: str, value: float, unit: str, baseline: str) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "target": None,
        "holds": None,
        "baseline": baseline,
    }


if __name__ == "__main__":
    main()
