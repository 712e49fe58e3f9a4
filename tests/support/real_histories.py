"""Histories that others keep, as files of ours; the data stay where they are."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

Statement = tuple[Any, ...]

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("DOXA_EVAL_DATA", ROOT / ".." / "shared" / "data")) / "bitemporal"
ABSENT = f"the evaluation data are not there: {DATA} (see DOXA_EVAL_DATA)"

EXECUTIVE = DATA / "executive.bitemporal.jsonl"
QUESTIONS = DATA / "executive.gold.json"
YAGO = tuple(DATA / f"yago11k.{part}.txt" for part in ("train", "valid", "test"))


def executive() -> Iterator[dict[str, Any]]:
    """The offices and parties of presidents, as a replay: what was withdrawn is revoked."""
    records = [json.loads(line) for line in EXECUTIVE.read_text(encoding="utf-8").splitlines()]
    for attribute in dict.fromkeys(record["p"] for record in records):
        yield {
            "op": "define",
            "attribute": attribute,
            "cardinality": "MANY",
            "value_type": "TEXT",
        }
    standing: dict[Statement, str] = {}
    for number, record in enumerate(records):
        said = tuple(record[part] for part in ("s", "p", "o", "valid_from", "valid_to"))
        if record["op"] == "assert":
            standing[said] = f"line {number}"
            yield _said(record, standing[said], record["tx"])
            continue
        yield {"op": "revoke", "of": standing.pop(said), "recorded_at": record["tx"]}


def _said(record: dict[str, Any], key: str, at: str) -> dict[str, Any]:
    return {
        "key": key,
        "entity": {"id": record["s"], "name": record["name"], "kind": "person"},
        "attribute": record["p"],
        "value": record["o"],
        "valid_from": record["valid_from"],
        "valid_to": record["valid_to"],
        "recorded_at": at,
    }


@dataclass(frozen=True)
class Fact:
    """A fact of YAGO in whole years: ``until`` is the first year after it, or none."""

    subject: str
    relation: str
    object: str
    since: int
    until: int | None

    @property
    def line(self) -> dict[str, Any]:
        """It as a record."""
        return {
            "entity": {"id": f"s{self.subject}"},
            "attribute": f"relation {self.relation}",
            "target": {"id": f"s{self.object}"},
            "valid_from": _first_of(self.since),
            "valid_to": None if self.until is None else _first_of(self.until),
        }

    @property
    def inverted(self) -> bool:
        """Whether it ends before it starts; two equal dates are that one day."""
        return self.until is not None and self.since > self.until

    @property
    def too_early(self) -> bool:
        """Whether it starts before the year 1."""
        return self.since < 1

    def holds(self, year: int) -> bool:
        """Whether it is true in a year."""
        return self.since <= year and (self.until is None or year < self.until)


def yago() -> tuple[list[Fact], int]:
    """All facts that say in which year they start, and how many do not."""
    facts: list[Fact] = []
    undated = 0
    for path in YAGO:
        for line in path.read_text(encoding="utf-8").splitlines():
            subject, relation, thing, start, end = line.split("\t")
            since, last = _year(start), _year(end)
            if since is None:
                undated += 1
            else:
                until = None if last is None else last + 1
                facts.append(Fact(subject, relation, thing, since, until))
    return facts, undated


def instant(text: str) -> datetime:
    """A time of the questions."""
    return datetime.fromisoformat(text)


def _year(text: str) -> int | None:
    found = re.match(r"(-?\d+)-", text)
    return int(found[1]) if found else None


def _first_of(year: int) -> str:
    return f"{year:04}-01-01" if year > 0 else f"{year:05}-01-01"
