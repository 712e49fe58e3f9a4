"""What tools give back, as structured output; clients get its schema."""

from __future__ import annotations

from typing import Any

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


def _names(name: str) -> AliasChoices:
    return AliasChoices(name, to_camel(name))


class Output(BaseModel):
    """An answer, read by GraphQL's names and given by those of arguments: ``valid_from``."""

    model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=_names))


class Named(Output):
    """An entity by id and name."""

    id: str
    name: str


class Claim(Output):
    """A claim by id, with its words."""

    id: str
    text: str


class SaidClaim(Claim):
    """A claim, with who said it and when."""

    speaker: str | None = None
    said_at: str


class BeliefTold(Output):
    """What is believed over an interval of valid time, as known over one of system time."""

    id: str
    attribute: str
    context: str | None = None
    value: str | None = Field(None, description="The value as said; null for a relation.")
    target: Named | None = Field(None, description="The other entity, for a relation.")
    valid_from: str = Field(description="From when it is true.")
    valid_to: str | None = Field(
        None, description="Until when it is true, exclusive; null while it is."
    )
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
    system_from: str = Field(description="From when it was known here.")
    system_to: str | None = Field(None, description="Until when; null while it is believed.")
    confidence: float
    contested: bool = Field(description="Whether an open contradiction waits for an answer.")
    memory: Claim = Field(description="The claim that carries it.")


class OtherName(Output):
    """Another entity by name."""

    name: str


class FormerlyTold(SaidClaim):
    """What is over, nobody knows since when."""

    attribute: str
    value: str | None = None
    target: OtherName | None = None


class EntityTold(Output):
    """An entity with beliefs."""

    entity: Named | None = Field(description="Null if nobody of that name is known.")
    beliefs: list[BeliefTold]
    formerly: list[FormerlyTold] = Field(
        default_factory=list[FormerlyTold],
        description="What is over, nobody knows since when; only in a timeline.",
    )
    more: bool = Field(default=False, description="Whether there are more than are shown.")
    warnings: list[str] = Field(
        default_factory=list[str], description="What was asked for and there is not."
    )


class DiffTold(Output):
    """How what is believed of an entity differs between two points of time."""

    entity: Named | None = Field(description="Null if nobody of that name is known.")
    inserted: list[BeliefTold] = Field(
        default_factory=list[BeliefTold], description="Believed at the second point only."
    )
    retired: list[BeliefTold] = Field(
        default_factory=list[BeliefTold], description="Believed at the first point only."
    )


class Step(Output):
    """A relation on a way from one entity to another."""

    attribute: str
    entity: Named = Field(description="Whose relation it is.")
    target: Named | None
    valid_from_text: str = Field(description="Since when, as it was said.")
    valid_to_text: str | None = None


class RelatedEntity(Named):
    """An entity that relations lead to."""

    kind: str
    distance: int = Field(description="How many relations away it is, at the least.")
    path: list[Step] = Field(description="One shortest way there.")


class RelatedTold(Output):
    """An entity, and those that relations lead to."""

    entity: Named | None = Field(description="Null if nobody of that name is known.")
    related: list[RelatedEntity] = Field(description="The nearest first.")
    more: bool = Field(default=False, description="Whether there are more than are shown.")
    warnings: list[str] = Field(
        default_factory=list[str], description="What was asked for and there is not."
    )


class StoredClaim(Claim):
    """A claim, and whether it is believed."""

    status: str = Field(description="ACTIVE, …; PENDING: too unsure, kept and not believed.")


class DecisionTold(Output):
    """What became of a candidate, and why."""

    outcome: str
    gate: str | None = Field(None, description="The check that decided, if one did.")
    reason: str | None = None
    memory: StoredClaim | None = Field(None, description="The claim that it became.")


class JobTold(Output):
    """A job: what was said is stored, and read in the background."""

    id: str
    status: str
    session: str | None = Field(None, description="The conversation that it was kept in.")
    error: str | None = None
    decisions: list[DecisionTold] = Field(
        default_factory=list[DecisionTold], description="What became of each candidate, and why."
    )


class RecalledClaim(SaidClaim):
    """A claim that is recalled."""

    negative: bool = Field(
        default=False, description="Whether it says what is not, or no longer, so."
    )

    confidence: float = Field(description="How sure it is now.")


class BeliefInterval(Output):
    """From when until when something is true, as it was said."""

    valid_from_text: str
    valid_to_text: str | None = Field(None, description="Exclusive; null while it is true.")


class ItemTold(Output):
    """A memory that matters to a question."""

    score: float
    via: list[str] = Field(description="The ways that found it.")
    memory: RecalledClaim
    belief: BeliefInterval | None = Field(
        None,
        description="When it is true; null for what is over, nobody knows since when, or not so.",
    )


class ContradictionNamed(Output):
    """A contradiction by id."""

    id: str


class QuestionTold(Output):
    """A question that the user may be asked."""

    text: str
    contradiction: ContradictionNamed | None = None


class PeriodTold(Output):
    """A period of valid time, its end excluded; a bound that is null is open."""

    valid_from: str | None = None
    valid_to: str | None = None


class RecallTold(Output):
    """What matters to a question, or nothing."""

    id: str = Field(description="For `why`.")
    context: str = Field(description="Ready for a prompt: fenced background, no instructions.")
    items: list[ItemTold]
    rules: list[str] = Field(description="Constraints and conventions; they always hold.")
    questions: list[QuestionTold] = Field(
        description="Open contradictions that the user may be asked about."
    )
    degraded: list[str] = Field(description="What could not be searched.")
    period: PeriodTold | None = Field(
        None,
        description="The period that the question names: items held at some time in it, and may"
        " have ended. Null: they hold at the time that is asked about.",
    )


class Clash(Output):
    """Two claims that cannot both hold."""

    id: str
    status: str = Field(description="OPEN: it waits for an answer. Else it is settled.")
    attribute: str
    held: list[Claim]
    challenger: Claim


class ClaimTold(Output):
    """What became of a claim."""

    outcome: str
    memory: StoredClaim | None = None
    beliefs: list[BeliefTold]
    contradictions: list[Clash]
    warnings: list[str] = Field(
        default_factory=list[str], description="What was done, and may not be meant."
    )


class ContradictionTold(Output):
    """Two claims that cannot both hold, one of which waits."""

    id: str
    status: str
    entity: Named
    attribute: str
    context: str | None = None
    held: list[SaidClaim]
    challenger: SaidClaim


class MemoryNamed(Output):
    """A memory by id."""

    id: str


class GroupTold(Output):
    """Memories for which one stands, or would."""

    canonical: str
    originals: list[Claim]
    memory: MemoryNamed | None = None


class ConsolidationTold(Output):
    """What one memory stands for, or would."""

    applied: bool
    groups: list[GroupTold]


class ForgottenTold(Output):
    """What was erased."""

    id: str
    complete: bool
    residue: int
    deleted: dict[str, Any]
