"""What people's marks say of extractors, and what that makes of the confidence of new claims.

The confidence that the pipeline's formula gives a claim is its stated confidence. Marks say how
often claims are right in each of ten bands of it. For a band with n marks, k of them right, and a
mean stated confidence s (of an empty band its middle):

    p = (k + w * s) / (n + w)

It is the mean of a share whose prior is Beta(w * s, w * (1 - s)): what is stated counts as much as
w marks, so that few marks change little. Neighbours of which the higher one is right less often are
pooled, weighted by n + w (pool adjacent violators: Ayer and others, Ann. Math. Stat. 26, 1955; for
calibration: Zadrozny and Elkan, KDD 2002). Between the points (s, p) the map is linear; beyond the
first and the last one it goes on with a slope of one, within 0 and 1. So it never falls, and is the
identity where there are no marks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

BANDS = 10
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Band:
    """The marked claims of one band of stated confidence; ``stated`` is the mean of it."""

    marked: int
    right: int
    stated: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """How often an extractor's claims are right, by band from the lowest to the highest.

    ``weight`` is how many marks the stated confidence counts as. Without ``applied`` it changes
    nothing: somebody has taken it back.
    """

    extractor: str
    bands: tuple[Band, ...]
    weight: float
    applied: bool = True
    _points: tuple[tuple[float, float], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_points", _pool(self.bands, self.weight))

    @property
    def marked(self) -> int:
        """How many of its claims are marked."""
        return sum(band.marked for band in self.bands)

    @property
    def right(self) -> int:
        """How many of these are right."""
        return sum(band.right for band in self.bands)

    @property
    def share(self) -> float | None:
        """The share of them that is right; None where none is marked."""
        return self.right / self.marked if self.marked else None

    @property
    def stated(self) -> float | None:
        """The mean stated confidence of its marked claims; None where there are none."""
        if not self.marked:
            return None
        return round(sum(band.marked * band.stated for band in self.bands) / self.marked, _DIGITS)

    def recalibrate(self, stated: float) -> float:
        """Map a stated confidence to what the marks make of it, 0 to 1."""
        (first, at_first), (last, at_last) = self._points[0], self._points[-1]
        if stated <= first:
            found = at_first + stated - first
        elif stated >= last:
            found = at_last + stated - last
        else:
            (low, at_low), (high, at_high) = next(
                ends for ends in pairwise(self._points) if stated <= ends[1][0]
            )
            found = at_low + (at_high - at_low) * (stated - low) / (high - low)
        return round(min(max(found, 0.0), 1.0), _DIGITS)


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence of a new claim.

    ``stated`` is what it was before the calibration of that ``version`` changed it; both are None
    where none did.
    """

    value: float
    stated: float | None = None
    version: int | None = None

    def as_claimed(self) -> dict[str, Any]:
        """Return the fields that an assertion has of it."""
        return {
            "confidence": self.value,
            "stated_confidence": self.stated,
            "calibration": self.version,
        }


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the marks of a tenant say of each extractor, at one version; 0 while there are none."""

    version: int = 0
    extractors: Mapping[str, Reliability] = field(default_factory=dict[str, Reliability])
    at: datetime | None = None
    actor: str | None = None
    reason: str | None = None

    def confidence(self, extractor: str, stated: float, *, ceiling: float = 1.0) -> Confidence:
        """Return the confidence of a new claim of an extractor, which is ``ceiling`` at most."""
        known = self.extractors.get(extractor)
        if known is None or not known.applied or not known.marked:
            return Confidence(stated)
        return Confidence(min(known.recalibrate(stated), ceiling), stated, self.version)

    def as_text(self) -> str:
        """Return what is stored of the extractors."""
        return json.dumps(
            [
                {
                    "extractor": one.extractor,
                    "weight": one.weight,
                    "applied": one.applied,
                    "bands": [[band.marked, band.right, band.stated] for band in one.bands],
                }
                for one in self.extractors.values()
            ]
        )


UNCALIBRATED = Calibration()


def read_calibration(row: Mapping[str, Any]) -> Calibration:
    """Build a calibration from what is stored of it."""
    extractors = {
        one["extractor"]: Reliability(
            one["extractor"],
            tuple(Band(*band) for band in one["bands"]),
            one["weight"],
            one["applied"],
        )
        for one in json.loads(row["json"])
    }
    return Calibration(row["version"], extractors, row["at"], row["actor"], row["reason"])


def bands_of(counts: Iterable[tuple[float, int, int]]) -> tuple[Band, ...]:
    """Sort marked claims into bands: how many there are of a stated confidence, how many right."""
    marked, right, stated = [0] * BANDS, [0] * BANDS, [0.0] * BANDS
    for sure, count, hits in counts:
        band = min(int(round(sure * BANDS, _DIGITS)), BANDS - 1)
        marked[band] += count
        right[band] += hits
        stated[band] += sure * count
    return tuple(
        Band(
            marked[band],
            right[band],
            round(stated[band] / marked[band] if marked[band] else (band + 0.5) / BANDS, _DIGITS),
        )
        for band in range(BANDS)
    )


def _pool(bands: Sequence[Band], weight: float) -> tuple[tuple[float, float], ...]:
    """Return the points of the map: stated confidence, and what it becomes."""
    blocks: list[tuple[float, float, int]] = []
    for band in bands:
        size = band.marked + weight
        share, count = (band.right + weight * band.stated) / size, 1
        while blocks and blocks[-1][0] > share:
            other, other_size, others = blocks.pop()
            share = (share * size + other * other_size) / (size + other_size)
            size, count = size + other_size, count + others
        blocks.append((share, size, count))
    shares = [share for share, _, count in blocks for _ in range(count)]
    return tuple((band.stated, share) for band, share in zip(bands, shares, strict=True))
