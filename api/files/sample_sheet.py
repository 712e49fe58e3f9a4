"""A sheet of drawn memories and messages for a person's marks, read back and scored.

JSON Lines: first a header with how many there were to draw from; then stored memories beside their
messages, with ``correct`` to be set to true or false; then messages that gave none, with ``missed``
to be set to the number of facts in it that were worth keeping.

    precision = correct / marked
    recall = kept / (kept + missed), kept = precision · stored, missed = mean of marks · empty

where stored and empty are the numbers of the whole tenant. What a message lost beside what was kept
of it is not seen, so recall is at most this.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from graph.clock import format_instant
from graph.errors import InvalidArgument
from graph.model.records import Episode, Json
from graph.proposals.reliability.marks import Mark
from graph.read.sampling import Sample

# Of the standard normal distribution, for 95 %.
_Z = 1.959964
_RESAMPLES = 2_000
LINES_MAX = 100_000


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Header(_Line):
    kind: Literal["sheet"]
    stored: Annotated[int, Field(ge=0)]
    empty: Annotated[int, Field(ge=0)]


class _Stored(_Line):
    kind: Literal["stored"]
    correct: bool | None
    memory: str = ""


class _Empty(_Line):
    kind: Literal["empty"]
    missed: Annotated[int, Field(ge=0, le=1_000)] | None


_LINE: TypeAdapter[_Header | _Stored | _Empty] = TypeAdapter(
    Annotated[_Header | _Stored | _Empty, Field(discriminator="kind")]
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share with its 95 % interval; None where nothing was marked."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Marks:
    """What the marks of a sheet say, and how many there are of each."""

    precision: Estimate | None
    recall: Estimate | None
    stored: int
    empty: int


def lines(sample: Sample) -> Iterator[dict[str, Json]]:
    """Yield the lines of a sheet that nobody has marked."""
    yield {"kind": "sheet", "stored": sample.stored_of, "empty": sample.empty_of}
    for memory, said in sample.stored:
        yield {
            "kind": "stored",
            "correct": None,
            "memory": memory.id,
            "text": memory.text,
            "attribute": memory.attribute,
            "value": memory.value,
            "negative": memory.negative,
            "said": [_said(one) for one in said],
        }
    for one in sample.empty:
        yield {"kind": "empty", "missed": None, "episode": one.id, **_said(one)}


def _said(episode: Episode) -> dict[str, Json]:
    return {
        "speaker": episode.speaker,
        "at": format_instant(episode.occurred_at),
        "words": episode.text,
    }


def score(sheet: Iterable[bytes], chance: Random) -> Marks:
    """Compute precision and recall from a marked sheet; lines without a mark do not count.

    Precision's interval is Wilson's (JASA 22, 1927), recall's the percentiles of a bootstrap.

    Raises:
        InvalidArgument: it is no such sheet.
    """
    header, read = _read(sheet, "--score")
    correct = [
        line.correct for line in read if isinstance(line, _Stored) and line.correct is not None
    ]
    missed = [line.missed for line in read if isinstance(line, _Empty) and line.missed is not None]
    precision = wilson(sum(correct), len(correct)) if correct else None
    recall = _recall(header, correct, missed, chance) if correct and missed else None
    return Marks(precision, recall, len(correct), len(missed))


def marks_of(sheet: Iterable[bytes]) -> list[Mark]:
    """Return the marks of stored memories; lines without a mark do not count.

    Raises:
        InvalidArgument: it is no such sheet, or nothing in it is marked.
    """
    _, read = _read(sheet, "FILE")
    found = [
        Mark(line.memory, line.correct)
        for line in read
        if isinstance(line, _Stored) and line.correct is not None
    ]
    if not found:
        raise _refused(1, "no memory is marked", "FILE")
    return found


def _read(sheet: Iterable[bytes], field: str) -> tuple[_Header, list[_Stored | _Empty]]:
    """Read a sheet that ``field`` gave: its header and its lines."""
    header: _Header | None = None
    found: list[_Stored | _Empty] = []
    for number, raw in enumerate(sheet, 1):
        if not raw.strip():
            continue
        line = _parsed(raw, number, field)
        if (header is None) is not isinstance(line, _Header):
            raise _refused(number, "a sheet has one header, and begins with it", field)
        if isinstance(line, _Header):
            header = line
        else:
            found.append(line)
    if header is None:
        raise _refused(1, "the sheet is empty", field)
    return header, found


def _parsed(raw: bytes, number: int, field: str) -> _Header | _Stored | _Empty:
    if number > LINES_MAX:
        raise _refused(number, f"a sheet has at most {LINES_MAX:,} lines", field)
    try:
        return _LINE.validate_json(raw)
    except ValidationError as error:
        raise _refused(number, error.errors()[0]["msg"], field) from error


def _refused(number: int, why: str, field: str) -> InvalidArgument:
    return InvalidArgument(
        f"line {number}: {why}",
        field=field,
        hint="give a sheet of `doxa sample`: `correct` is true, false or null, `missed` a number",
    )


def wilson(hits: int, count: int) -> Estimate:
    """Return a share with Wilson's interval."""
    share = hits / count
    scale = 1 + _Z**2 / count
    middle = (share + _Z**2 / (2 * count)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2))
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def _recall(
    header: _Header, correct: Sequence[bool], missed: Sequence[int], chance: Random
) -> Estimate | None:
    def of(right: Sequence[bool], lost: Sequence[int]) -> float | None:
        kept, gone = fmean(right) * header.stored, fmean(lost) * header.empty
        return kept / (kept + gone) if kept + gone else None

    value = of(correct, missed)
    if value is None:
        return None
    again = sorted(
        share
        for _ in range(_RESAMPLES)
        if (
            share := of(
                chance.choices(correct, k=len(correct)), chance.choices(missed, k=len(missed))
            )
        )
        is not None
    )
    low, high = (again[round(part * (len(again) - 1))] for part in (0.025, 0.975))
    return Estimate(value, low, high)
