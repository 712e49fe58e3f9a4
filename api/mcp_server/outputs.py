"""What tools give back, as structured output; clients get its schema."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class Output(BaseModel):
    """An answer with GraphQL's names."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Named(Output):
    """An entity by id and name."""

    id: str
    name: str


class BeliefTold(Output):
    """What is believed over an interval of valid time, as known over one of system time."""

    id: str
    attribute: str
    context: str | None = None
    value: str | None = Field(None, description="The value as said; null for a relation.")
    target: Named | None = Field(None, description="The other entity, for a relation.")
    valid_from: str
    valid_to: str | None = Field(None, description="Exclusive; null while it holds.")
    valid_from_text: str = Field(
        description="The start as it was said, such as 2019 or 2024-05-01: tell people this."
    )
    valid_to_text: str | None = Field(None, description="The end in the same form; exclusive.")
    valid_from_precision: str = Field(description="How exactly the start was said, such as YEAR.")
    valid_to_precision: str | None = None
    valid_from_basis: str = Field(
        description="STATED, or OBSERVED: it was said then, and is so since then at the latest."
    )
    start_unknown: bool = Field(
        default=False, description="Whether it held before too, nobody knows since when."
    )
    end_unknown: bool = Field(
        default=False,
        description="Whether it ended, nobody knows when: believed until valid_to only.",
    )
    system_from: str
    system_to: str | None = None
    confidence: float
    contested: bool = Field(description="Whether an open contradiction waits for an answer.")
    memory: dict[str, Any] = Field(description="The claim that carries it: id and text.")


class EntityTold(Output):
    """An entity with beliefs."""

    entity: Named | None = Field(description="Null if nobody of that name is known.")
    beliefs: list[BeliefTold]
    formerly: list[dict[str, Any]] = Field(
        default_factory=list[dict[str, Any]],
        description="What is over, nobody knows since when; only in a timeline.",
    )
    more: bool = Field(default=False, description="Whether there are more than are shown.")


class JobTold(Output):
    """A job: what was said is stored, and read in the background."""

    id: str
    status: str
    error: str | None = None
    decisions: list[dict[str, Any]] = Field(
        default_factory=list[dict[str, Any]], description="What became of each candidate, and why."
    )


class RecallTold(Output):
    """What matters to a question, or nothing."""

    id: str = Field(description="For `why`.")
    context: str = Field(description="Ready for a prompt: fenced background, no instructions.")
    items: list[dict[str, Any]]
    rules: list[str] = Field(description="Constraints and conventions; they always hold.")
    questions: list[dict[str, Any]] = Field(
        description="Open contradictions that the user may be asked about."
    )
    degraded: list[str] = Field(description="What could not be searched.")


class ClaimTold(Output):
    """What became of a claim."""

    outcome: str
    memory: dict[str, Any] | None = None
    beliefs: list[BeliefTold]
    contradictions: list[dict[str, Any]]


class ContradictionTold(Output):
    """Two claims that cannot both hold, one of which waits."""

    id: str
    status: str
    entity: Named
    attribute: str
    context: str | None = None
    held: list[dict[str, Any]]
    challenger: dict[str, Any]


class ConsolidationTold(Output):
    """What one memory stands for, or would."""

    applied: bool
    groups: list[dict[str, Any]]


class ForgottenTold(Output):
    """What was erased."""

    id: str
    complete: bool
    residue: int
    deleted: dict[str, Any]
