"""The closed sets of words that stored things and doors share."""

from __future__ import annotations

from enum import StrEnum


class Precision(StrEnum):
    """How exactly a bound of an interval was said."""

    INSTANT = "INSTANT"
    HOUR = "HOUR"
    DAY = "DAY"
    WEEK = "WEEK"
    MONTH = "MONTH"
    QUARTER = "QUARTER"
    SEASON = "SEASON"
    YEAR = "YEAR"
    DECADE = "DECADE"


class TimeBasis(StrEnum):
    """Whether a start was stated in the text, or is only the time of speaking."""

    STATED = "STATED"
    OBSERVED = "OBSERVED"


class ChangeKind(StrEnum):
    """What a change does to a belief."""

    INSERTED = "INSERTED"
    RETIRED = "RETIRED"


class MemoryType(StrEnum):
    """What sort of thing a memory records."""

    FACT = "FACT"
    PREFERENCE = "PREFERENCE"
    EVENT = "EVENT"
    ENTITY = "ENTITY"
    RELATION = "RELATION"
    DECISION = "DECISION"
    PROCEDURE = "PROCEDURE"
    SUMMARY = "SUMMARY"
    RESOLUTION = "RESOLUTION"


class MemoryStatus(StrEnum):
    """How a memory stands now; computed at read."""

    ACTIVE = "ACTIVE"
    SUPERSEDED = "SUPERSEDED"
    EXPIRED = "EXPIRED"
    ENDED = "ENDED"
    FUTURE = "FUTURE"
    REVOKED = "REVOKED"
    PENDING = "PENDING"


class SourceKind(StrEnum):
    """Where an episode came from."""

    USER = "USER"
    ASSISTANT = "ASSISTANT"
    TOOL = "TOOL"
    DOCUMENT = "DOCUMENT"
    WEB = "WEB"
    SYSTEM = "SYSTEM"


class SupersessionReason(StrEnum):
    """Why a memory was superseded by another."""

    CHANGE = "CHANGE"
    CORRECTION = "CORRECTION"
    RETRACTION = "RETRACTION"
    EXPIRY = "EXPIRY"
    CONSOLIDATION = "CONSOLIDATION"
    MERGE = "MERGE"


class GroundingVerdict(StrEnum):
    """How well a quoted span supports a candidate."""

    SUPPORTED = "SUPPORTED"
    PARTIAL = "PARTIAL"
    UNKNOWN = "UNKNOWN"
    NOT_SUPPORTED = "NOT_SUPPORTED"


class ContradictionKind(StrEnum):
    """The six kinds of contradiction; the first two are held."""

    CHALLENGE = "CHALLENGE"
    LOOP = "LOOP"
    CORRECTION = "CORRECTION"
    OVERLAP = "OVERLAP"
    LATE = "LATE"
    CHANGE = "CHANGE"


class ContradictionStatus(StrEnum):
    """Whether a contradiction settled itself, waits, or was answered."""

    AUTO_RESOLVED = "AUTO_RESOLVED"
    OPEN = "OPEN"
    RESOLVED = "RESOLVED"


class ProposalStatus(StrEnum):
    """Whether a proposal to merge waits, or how it was decided."""

    OPEN = "OPEN"
    ACCEPTED = "ACCEPTED"
    DISMISSED = "DISMISSED"


class SimilarityStatus(StrEnum):
    """Whether two similar memories wait for a person, or how that was settled."""

    OPEN = "OPEN"
    CONFIRMED = "CONFIRMED"
    COMPATIBLE = "COMPATIBLE"
    DISMISSED = "DISMISSED"


class SimilarityVerdict(StrEnum):
    """What a model says of two similar memories."""

    SAME = "SAME"
    CONTRADICTS = "CONTRADICTS"
    COMPATIBLE = "COMPATIBLE"


class Resolution(StrEnum):
    """How a person settled a contradiction that was held."""

    KEEP = "KEEP"
    REPLACE = "REPLACE"
    BY_CONTEXT = "BY_CONTEXT"
    MANY_VALUED = "MANY_VALUED"
    NEITHER = "NEITHER"
    OTHER = "OTHER"


class Outcome(StrEnum):
    """What became of a candidate or an operation."""

    STORED = "STORED"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    QUARANTINED = "QUARANTINED"
    REVIEW = "REVIEW"
    HELD = "HELD"


class SpeechAct(StrEnum):
    """What the speaker was doing with the words."""

    ASSERTION = "assertion"
    HYPOTHETICAL = "hypothetical"
    ROLE_PLAY = "role-play"
    SARCASM = "sarcasm"
    QUESTION = "question"
    PLAN = "plan"


class Quality(StrEnum):
    """The extractor's own view of whether the candidate is worth keeping."""

    KEEP = "keep"
    DISCARD = "discard"


class Transient(StrEnum):
    """What becomes of a claim that says itself that it holds for now."""

    EXPIRE = "expire"
    DROP = "drop"


class Unconsented(StrEnum):
    """What becomes of a claim of a special category to which nobody has consented."""

    REVIEW = "review"
    REFUSE = "refuse"


class Verdict(StrEnum):
    """What an earlier gate said of a claim: that it may be made, or that a person approved it."""

    PASSED = "PASSED"
    APPROVED = "APPROVED"


class RecallKind(StrEnum):
    """What a recall may bring: beliefs, memories too unsure for one, and what was said."""

    MEMORIES = "MEMORIES"
    HINTS = "HINTS"
    EPISODES = "EPISODES"


class JobStatus(StrEnum):
    """The life of a job."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


class JobKind(StrEnum):
    """What a job does with its episodes: read each, or say what a closed session came to."""

    READ = "READ"
    SUMMARY = "SUMMARY"


class Cardinality(StrEnum):
    """Whether a slot holds one value at a time or many."""

    ONE = "ONE"
    MANY = "MANY"


class ValueType(StrEnum):
    """What an attribute's values are."""

    TEXT = "TEXT"
    NUMBER = "NUMBER"
    QUANTITY = "QUANTITY"
    DATE = "DATE"
    BOOLEAN = "BOOLEAN"
    ENTITY = "ENTITY"


class Role(StrEnum):
    """What a token allows."""

    OWNER = "owner"
    WRITER = "writer"
    READER = "reader"
    REVIEWER = "reviewer"
    MODEL = "model"


class Erasable(StrEnum):
    """What can be erased; an entity is its whole identity."""

    ENTITY = "ENTITY"
    EPISODE = "EPISODE"
    MEMORY = "MEMORY"
    SESSION = "SESSION"


class ConversationFormat(StrEnum):
    """Which program has exported a conversation as one file of text."""

    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    EMAIL = "email"
    LETTA = "letta"
    WHATSAPP = "whatsapp"


class DateOrder(StrEnum):
    """In which order a date has its parts."""

    DMY = "dmy"
    MDY = "mdy"
    YMD = "ymd"
