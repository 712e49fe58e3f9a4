"""GraphQL: claims drawn for people, their marks, and what these say of extractors."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.arguments import known_id
from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.types.memories import Memory
from graph.model import calibration
from graph.proposals.reliability import marks
from graph.proposals.reliability import sheets as drawn


@strawberry.type(description="A memory that was drawn, and its mark.")
class Sample:
    extractor: str = field(description="What extracted it, with its version.")
    stated_confidence: float = field(description="Its confidence before any calibration.")
    correct: bool | None = field(
        description="Whether it says what its source says; null while nobody has marked it."
    )
    marked_at: datetime | None = field(description="When it was marked.")
    actor: str | None = field(description="Who has marked it.")
    memory_id: strawberry.Private[str]

    @strawberry.field(description="The memory, with the words that it rests on.")
    async def memory(self, info: Info) -> Memory:
        return await Memory.there(info, self.memory_id)


@strawberry.type(description="Memories that were drawn by chance at one time, for people to mark.")
class Sheet:
    drawn_at: datetime = field(description="When they were drawn.")
    open: int = field(description="How many of them nobody has marked yet.")
    samples: list[Sample] = field(description="All of them.")

    @classmethod
    def of(cls, sheet: drawn.Sheet) -> Sheet:
        """Return the sheet as shown."""
        return cls(
            drawn_at=sheet.drawn_at,
            open=len(sheet.unmarked),
            samples=[
                Sample(
                    extractor=one.extractor,
                    stated_confidence=one.stated,
                    correct=one.correct,
                    marked_at=one.marked_at,
                    actor=one.actor,
                    memory_id=one.memory,
                )
                for one in sheet.samples
            ],
        )


SheetConnection = Connection[Sheet]


def sheet_key(sheet: drawn.Sheet) -> SortKey:
    """Where a sheet stands in a list."""
    return (sheet.drawn_at,)


@strawberry.type(description="The marked claims of an extractor in a tenth of stated confidence.")
class ReliabilityBand:
    from_: float = field(name="from", description="The least stated confidence of the band.")
    to: float = field(description="Where the next one begins.")
    marked: int = field(description="How many of its claims are marked.")
    right: int = field(description="How many of these are right.")
    stated: float = field(
        description="The mean stated confidence of what is marked; else the middle of the band."
    )
    confidence: float = field(description="What the marks make of that, while they are applied.")


@strawberry.type(description="How often the claims of an extractor are right, by what it stated.")
class Reliability:
    extractor: str = field(description="The extractor, with its version.")
    marked: int = field(description="How many of its claims are marked.")
    right: int = field(description="How many of these are right.")
    share: float | None = field(description="The share that is right; null where none is marked.")
    stated: float | None = field(description="The mean confidence that it stated of them.")
    applied: bool = field(description="Whether it changes the confidence of new claims.")
    bands: list[ReliabilityBand] = field(description="The ten bands, the lowest first.")

    @classmethod
    def of(cls, record: calibration.Reliability) -> Reliability:
        """Return the reliability as shown."""
        return cls(
            extractor=record.extractor,
            marked=record.marked,
            right=record.right,
            share=record.share,
            stated=record.stated,
            applied=record.applied,
            bands=[
                ReliabilityBand(
                    from_=number / calibration.BANDS,
                    to=(number + 1) / calibration.BANDS,
                    marked=band.marked,
                    right=band.right,
                    stated=band.stated,
                    confidence=record.recalibrate(band.stated),
                )
                for number, band in enumerate(record.bands)
            ],
        )


@strawberry.type(
    description="What people's marks say of extractors, and what that makes of the confidence of"
    " new claims. Every mark makes a version of it."
)
class Calibration:
    version: int = field(description="Its number; 0 where nobody has marked anything.")
    at: datetime | None = field(description="Since when it holds.")
    actor: str | None = field(description="Whose marks, or decision, made it.")
    reason: str | None = field(description="Why so.")
    extractors: list[Reliability] = field(description="The extractors with marks, by name.")

    @classmethod
    def of(cls, record: calibration.Calibration) -> Calibration:
        """Return the calibration as shown."""
        return cls(
            version=record.version,
            at=record.at,
            actor=record.actor,
            reason=record.reason,
            extractors=[Reliability.of(known) for known in record.extractors.values()],
        )


@strawberry.input(description="A person's mark of a memory that an extractor made.")
class MarkInput:
    memory: strawberry.ID = field(description="The memory, by id.")
    correct: bool | None = field(
        description="Whether it says what its source says; null takes an earlier mark back."
    )

    def command(self, at: str) -> marks.Mark:
        """Return the mark as the store takes it; ``at`` is its path."""
        return marks.Mark(known_id(self.memory, f"{at}.memory"), self.correct)
