/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A moment in valid time and one in system time at which a field is evaluated. A nested field that takes an AsOf uses now, unless it is given its own. */
export type AsOf = {
  /** The moment of system time as of which the store is asked: what was recorded later is left out. Absent: now; a moment in the future is refused. */
  systemAt?: string | null | undefined;
  /** The moment in the world that is asked about: what holds from `validFrom` on and before `validTo`. Absent: now; in `recall` the period that the question names comes first. */
  validAt?: string | null | undefined;
};

/** Whether a slot holds one value at a time or many. */
export type Cardinality =
  /** Several values may hold at the same time. Each has a history of its own, and a new one takes no other's place. */
  | 'MANY'
  /** One value at a time. */
  | 'ONE';

/** A value and the context it holds in; null is everywhere else. */
export type ContextValue = {
  /** The context; null: the slot's own. */
  context?: string | null | undefined;
  /** Another entity, by id. */
  target?: string | number | null | undefined;
  /** A literal value as text, which is parsed as the attribute's type (`70 kg`, `2024-05-01`, `true`). For a relation it names the target. */
  value?: string | null | undefined;
};

/** Six kinds of contradiction; the first two are held. */
export type ContradictionKind =
  /** The new claim goes against a rejection, a source of more authority, a much surer claim, or a high-stakes attribute: it is held until somebody answers. */
  | 'CHALLENGE'
  /** It supersedes another value in any other way; accepted. */
  | 'CHANGE'
  /** It voids or restates a claim, starts where the superseded belief starts, or says that it corrects; accepted. */
  | 'CORRECTION'
  /** It supersedes something, but not the belief that is active now; accepted. */
  | 'LATE'
  /** In a slot that keeps changing between two values; held. */
  | 'LOOP'
  /** Both vouch for a common time, or a positive and a negative claim do; the later one wins. */
  | 'OVERLAP';

/** Whether it settled itself, waits, or was answered. */
export type ContradictionStatus =
  /** The new claim was accepted at once. */
  | 'AUTO_RESOLVED'
  /** It is held until a person answers. */
  | 'OPEN'
  /** A person answered it, or what it was about was revoked. */
  | 'RESOLVED';

/** The memories of a source: those that match every given field. One of the fields that name a source is needed. */
export type DistrustInput = {
  /** The extractor and its version. */
  extractor?: string | null | undefined;
  /** Why; it is kept in the audit. */
  reason: string;
  /** The session that claims came from. */
  session?: string | null | undefined;
  /** Only what was recorded then or later, in system time. */
  since?: string | null | undefined;
  /** The kind of source. */
  sourceKind?: SourceKind | null | undefined;
  /** Who said them. */
  speaker?: string | null | undefined;
};

/** How well a quoted span supports a claim. */
export type GroundingVerdict =
  /** The words do not say it; such a candidate is rejected. */
  | 'NOT_SUPPORTED'
  /** The words say it in part; the rest was filled in. */
  | 'PARTIAL'
  /** The words say it. */
  | 'SUPPORTED'
  /** It could not be told which words say it. */
  | 'UNKNOWN';

/** The life of a job. */
export type JobStatus =
  /** It was called off; what it had stored stays. */
  | 'CANCELLED'
  /** It failed for good, and is a dead letter. */
  | 'FAILED'
  /** It waits for a worker, or for its next attempt. */
  | 'QUEUED'
  /** A worker has it. */
  | 'RUNNING'
  /** It was worked through. */
  | 'SUCCEEDED';

/** How a memory stands now; computed at read. */
export type MemoryStatus =
  /** It holds now: the present lies between the first start and the last end of the beliefs that rest on it. What no belief can rest on is active in its own interval. */
  | 'ACTIVE'
  /** Its time is over, or it never prevailed, and no other memory superseded it. */
  | 'ENDED'
  /** Its time to live is over: it says nothing any more. */
  | 'EXPIRED'
  /** What it says begins later than now. */
  | 'FUTURE'
  /** It is recorded, but is no claim until it is released. */
  | 'PENDING'
  /** It was revoked: by itself, by distrust or with a consent; or it was turned away in review, and has no effect. */
  | 'REVOKED'
  /** Another memory superseded it. */
  | 'SUPERSEDED';

/** What sort of thing a memory records. */
export type MemoryType =
  /** What somebody chose and keeps to. */
  | 'DECISION'
  /** Who or what an entity is. */
  | 'ENTITY'
  /** That something happened, and when. */
  | 'EVENT'
  /** That something is so. */
  | 'FACT'
  /** What somebody likes, wants or wants done. */
  | 'PREFERENCE'
  /** How somebody does something. */
  | 'PROCEDURE'
  /** How one entity stands to another. */
  | 'RELATION'
  /** A person's answer to a held contradiction. */
  | 'RESOLUTION'
  /** What a closed session came to; always an inference. */
  | 'SUMMARY';

/** One message to remember. */
export type MessageInput = {
  /** Its id in the session; makes it one episode. */
  id?: string | null | undefined;
  /** When; absent: now. */
  occurredAt?: string | null | undefined;
  /** What kind of source it is. */
  sourceKind?: SourceKind | null | undefined;
  /** The name of whoever said it. */
  speaker?: string | null | undefined;
  /** What was said, verbatim. */
  text: string;
};

/** What became of a candidate or an operation. */
export type Outcome =
  /** The same value was believed for that time already: the statement counts as a confirmation, and no belief changes. */
  | 'CONFIRMED'
  /** The claim is stored and waits, because it contradicts what is believed. That stays believed until somebody answers with `resolveContradiction`. */
  | 'HELD'
  /** It waits for a person, because its source does not speak for the user. */
  | 'QUARANTINED'
  /** The gate refused it, or a person turned it away; it is not believed. */
  | 'REJECTED'
  /** It waits for a person, because policy has one decide. */
  | 'REVIEW'
  /** The claim was recorded. Under the confidence floor it stays pending and nothing is believed of it: `AssertResult.believed` tells. */
  | 'STORED';

/** How exactly a bound of an interval was said. */
export type Precision =
  /** To the day. */
  | 'DAY'
  /** To the decade. */
  | 'DECADE'
  /** To the hour. */
  | 'HOUR'
  /** As the time stands: to the minute or finer. */
  | 'INSTANT'
  /** To the month. */
  | 'MONTH'
  /** To the quarter of a year. */
  | 'QUARTER'
  /** To the season, which has three months. */
  | 'SEASON'
  /** To the week. */
  | 'WEEK'
  /** To the year. */
  | 'YEAR';

/** Whether a proposal to merge waits, or how it was decided. */
export type ProposalStatus =
  /** The two entities were merged. */
  | 'ACCEPTED'
  /** The two entities are two, and are not proposed again. */
  | 'DISMISSED'
  /** It waits for a decision. */
  | 'OPEN';

/** What a recall may bring. */
export type RecallKind =
  /** Messages, as they were said; never beliefs. */
  | 'EPISODES'
  /** Memories too unsure for a belief; never facts. */
  | 'HINTS'
  /** Beliefs, each with the memory that fits best. */
  | 'MEMORIES';

/** Messages to remember. */
export type RememberInput = {
  /** In the order they were said. */
  messages: Array<MessageInput>;
  /** -10 to 10: what is higher is read before the tenant's other jobs; within a session what was said first is. */
  priority?: number | null | undefined;
  /** The session they belong to. */
  session?: string | null | undefined;
  /** The topic they belong to. */
  topic?: string | null | undefined;
  /** Who sees it: `tenant`, everybody of the tenant; or `user:SUBJECT`, that one subject beside owners and reviewers. What is learned from it is believed there alone. */
  visibility?: string | null | undefined;
};

/** How a person settles a contradiction that waits. */
export type Resolution =
  /** From the challenger's start on each value holds in the context that `contexts` gives it; before that nothing changes. */
  | 'BY_CONTEXT'
  /** The belief stays; the challenger's value is rejected. */
  | 'KEEP'
  /** Both hold: the attribute has many values from now on. */
  | 'MANY_VALUED'
  /** Neither value was right: both are rejected, so that later claims of them are held. */
  | 'NEITHER'
  /** Another value is right; the challenger's value is rejected. */
  | 'OTHER'
  /** The challenger is admitted and holds from its own start on; a rejection of its value is lifted. */
  | 'REPLACE';

/** What ceased to be true. Without value and target: every value of that attribute and context. */
export type RetractInput = {
  /** When it ceased to be true, in valid time. Absent: saidAt. */
  at?: string | null | undefined;
  /** What no longer holds of the entity. */
  attribute: string;
  /** The circumstances to which the statement is limited, such as `work`, in any spelling. Absent: none. */
  context?: string | null | undefined;
  /** Whom it is about, by id. */
  entity?: string | number | null | undefined;
  /** Whom it is about, by name, in any spelling: the entity that bears it, or a new one if nobody does. Of several the call is refused as AMBIGUOUS. */
  entityName?: string | null | undefined;
  /** The words of the source that support it. */
  evidence?: string | null | undefined;
  /** A key of the caller's choice that makes a retry safe: a call with a key seen before gives the first call's result and changes nothing, whatever else it sends. */
  idempotencyKey?: string | null | undefined;
  /** How exactly the start was said, and an end that is written with a time of day. Absent: as exactly as each is written. A bound that is written more exactly moves to the start of its period: with MONTH, 2024-05-17 becomes 2024-05-01. */
  precision?: Precision | null | undefined;
  /** How exactly the end was said. Absent: `precision` if it is written with a time of day, else as exactly as it is written. */
  precisionTo?: Precision | null | undefined;
  /** Why. */
  reason?: string | null | undefined;
  /** When the statement was made. It stands in for an absent validFrom, and changes no system time. Absent: now. */
  saidAt?: string | null | undefined;
  /** The session it comes from. */
  session?: string | null | undefined;
  /** The kind of its source, which sets the authority that it has against others. Absent: USER; a token of the role MODEL has that of ASSISTANT. */
  sourceKind?: SourceKind | null | undefined;
  /** The name of whoever said it. */
  speaker?: string | null | undefined;
  /** The entity it no longer leads to. */
  target?: string | number | null | undefined;
  /** That entity, by name. */
  targetName?: string | null | undefined;
  /** The end of the time in which it is not true, in valid time, exclusive: from there on what was believed before holds again. Absent: no end. */
  until?: string | null | undefined;
  /** The value that no longer holds. */
  value?: string | null | undefined;
  /** The visibility of what is retracted: `tenant`, or `user:SUBJECT`. Beliefs of another visibility stay. */
  visibility?: string | null | undefined;
};

/** What a token allows. */
export type Role =
  /** To ask, and to say something with the authority of an assistant. */
  | 'MODEL'
  /** Everything. */
  | 'OWNER'
  /** To ask. */
  | 'READER'
  /** To ask, to decide on what is stored, and to distrust a source. */
  | 'REVIEWER'
  /** To ask, to say something, to decide on what is stored, and to define attributes. */
  | 'WRITER';

/** Whether similar memories wait, or how that was settled. */
export type SimilarityStatus =
  /** A model found no contradiction between them; both stay. */
  | 'COMPATIBLE'
  /** They say the same: the newer one confirms the older one. */
  | 'CONFIRMED'
  /** A person said that there is nothing about them; both stay. */
  | 'DISMISSED'
  /** They wait for a model or a person. */
  | 'OPEN';

/** What a model says of two similar memories. */
export type SimilarityVerdict =
  /** They can both be true. */
  | 'COMPATIBLE'
  /** They cannot both be true. */
  | 'CONTRADICTS'
  /** They are one statement in different words. */
  | 'SAME';

/** Where an episode came from. */
export type SourceKind =
  /** A model's own words; every other source has more authority. */
  | 'ASSISTANT'
  /** A document; of less authority than the user. */
  | 'DOCUMENT'
  /** The application; it has the user's authority. */
  | 'SYSTEM'
  /** What a tool gave; of more authority than a web page. */
  | 'TOOL'
  /** The user's own words; no source has more authority. */
  | 'USER'
  /** A web page; of more authority than an assistant alone. */
  | 'WEB';

/** Why a memory was superseded by another. */
export type SupersessionReason =
  /** What it says held until the other took over. */
  | 'CHANGE'
  /** The other stands for several that said nearly the same. */
  | 'CONSOLIDATION'
  /** It was not right: a person, or a claim that voids, restates or supersedes it from its start, says otherwise. */
  | 'CORRECTION'
  /** Its time to live ended, and the other holds from there on. */
  | 'EXPIRY'
  /** The entities of the two are one. */
  | 'MERGE'
  /** A negative claim says that it holds no longer. */
  | 'RETRACTION';

/** Whether a start was stated, or is the time of speaking. */
export type TimeBasis =
  /** The source does not say since when: the start is when it was said, and it may have begun before. */
  | 'OBSERVED'
  /** The source says when it began, as in “since 2018”. */
  | 'STATED';

/** What an attribute's values are. */
export type ValueType =
  /** True or false. */
  | 'BOOLEAN'
  /** Dates. */
  | 'DATE'
  /** Other entities: the attribute is a relation. */
  | 'ENTITY'
  /** Numbers. */
  | 'NUMBER'
  /** Numbers with their unit, such as 70 kg. */
  | 'QUANTITY'
  /** Text. */
  | 'TEXT';

export type EntityNameFragment = { id: string, name: string, kind: string };

export type ClaimTimesFragment = { validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean };

export type BeliefCellFragment = { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } };

export type UsedFragment = { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { tenant: string, actor: string, role: Role, expiresAt: string | null, fields: Array<string> } };

export type EntityQueryVariables = Exact<{
  id: string | number;
}>;


export type EntityQuery = { entity: { aliases: Array<string>, id: string, name: string, kind: string, absorbed: Array<{ id: string, name: string, kind: string }>, mergedInto: { id: string, name: string, kind: string } | null } | null };

export type EntityFormerlyQueryVariables = Exact<{
  id: string | number;
  systemAt?: string | null | undefined;
}>;


export type EntityFormerlyQuery = { entity: { id: string, formerly: Array<{ id: string, text: string, attribute: string | null, saidAt: string }> } | null };

export type EntityBeliefsQueryVariables = Exact<{
  id: string | number;
  asOf?: AsOf | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type EntityBeliefsQuery = { entity: { id: string, beliefs: { totalCount: number | null, edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EntityGraphQueryVariables = Exact<{
  id: string | number;
  depth: number;
  asOf?: AsOf | null | undefined;
  first: number;
}>;


export type EntityGraphQuery = { entity: { id: string, neighbourhood: { whole: boolean, entities: Array<{ distance: number, entity: { id: string, name: string, kind: string } }>, relations: Array<{ id: string, attribute: string, context: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, contested: boolean, visibility: string, memoryId: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null }> } } | null };

export type TimeBeliefFragment = { id: string, attribute: string, context: string | null, value: string | null, canonical: string, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, cursor: string | null, memoryId: string, target: { id: string, name: string } | null };

export type EntityTimelineQueryVariables = Exact<{
  id: string | number;
  systemAt?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type EntityTimelineQuery = { entity: { id: string, timeline: Array<{ id: string, attribute: string, context: string | null, value: string | null, canonical: string, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, cursor: string | null, memoryId: string, target: { id: string, name: string } | null }> } | null };

export type EntitySlotsQueryVariables = Exact<{
  id: string | number;
}>;


export type EntitySlotsQuery = { entity: { id: string, slots: Array<{ attribute: string, context: string | null }> } | null };

export type SlotHistoryQueryVariables = Exact<{
  id: string | number;
  attribute: string;
  context?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type SlotHistoryQuery = { entity: { id: string, history: Array<{ id: string, attribute: string, context: string | null, value: string | null, canonical: string, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, cursor: string | null, memoryId: string, target: { id: string, name: string } | null }> } | null };

export type EntityDiffQueryVariables = Exact<{
  id: string | number;
  from: AsOf;
  to: AsOf;
}>;


export type EntityDiffQuery = { diff: { at: string, inserted: Array<{ id: string, attribute: string, context: string | null, value: string | null, canonical: string, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, cursor: string | null, memoryId: string, target: { id: string, name: string } | null }>, retired: Array<{ id: string, attribute: string, context: string | null, value: string | null, canonical: string, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, cursor: string | null, memoryId: string, target: { id: string, name: string } | null }> } };

export type TimeContradictionFragment = { id: string, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, challenger: { id: string, value: string | null, text: string, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string } | null } };

export type EntityChallengersQueryVariables = Exact<{
  id: string | number;
}>;


export type EntityChallengersQuery = { open: { edges: Array<{ node: { id: string, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, challenger: { id: string, value: string | null, text: string, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string } | null } } }> }, settled: { edges: Array<{ node: { id: string, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, challenger: { id: string, value: string | null, text: string, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string } | null } } }> } };

export type MemoryNameFragment = { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null };

export type MemoryWhyQueryVariables = Exact<{
  id: string | number;
}>;


export type MemoryWhyQuery = { memory: { type: MemoryType, tags: Array<string>, importance: number, confidence: number, currentConfidence: number, inference: boolean, context: string | null, vouchedUntil: string | null, recordedAt: string, admittedAt: string | null, retiredAt: string | null, expiresAt: string | null, lastConfirmedAt: string | null, confirmations: number, accessCount: number, lastAccessedAt: string | null, sourceSession: string | null, sourceKind: SourceKind, speaker: string | null, extractor: string | null, visibility: string, consentBasis: string | null, supersededReason: SupersessionReason | null, topic: string | null, effectiveImportance: number, decayScore: number, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, waits: { as: Outcome, gate: string, reason: string, since: string, policyVersion: number | null, contradiction: { id: string } | null } | null, supersededBy: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null } | null, target: { id: string, name: string, kind: string } | null } | null };

export type MemoryEvidenceQueryVariables = Exact<{
  id: string | number;
}>;


export type MemoryEvidenceQuery = { memory: { id: string, evidence: Array<{ span: string, start: number, end: number, verdict: GroundingVerdict, episode: { id: string, session: string | null, text: string, turns: Array<{ id: string, speaker: string | null, sourceKind: SourceKind, text: string, occurredAt: string }> } }> } | null };

export type MemoryAttributeQueryVariables = Exact<{
  name: string;
}>;


export type MemoryAttributeQuery = { attribute: { name: string, cardinality: Cardinality, halfLifeDays: number | null, highStakes: boolean, category: string | null } | null };

export type MemoryChainQueryVariables = Exact<{
  id: string | number;
}>;


export type MemoryChainQuery = { supersessionChain: Array<{ speaker: string | null, sourceKind: SourceKind, supersededReason: SupersessionReason | null, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, supersededBy: { id: string } | null, target: { id: string, name: string, kind: string } | null }> };

export type MemoryHappenedQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type MemoryHappenedQuery = { audit: { edges: Array<{ node: { id: string, at: string, actor: string, action: string, gate: string | null, policyVersion: number | null, reason: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MemoryCarriesQueryVariables = Exact<{
  entity: string | number;
  attribute: string;
  context?: string | null | undefined;
  systemAt?: string | null | undefined;
}>;


export type MemoryCarriesQuery = { entity: { id: string, timeline: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memories: Array<{ id: string, speaker: string | null, saidAt: string }>, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } }> } | null };

export type MemoryCoincidentQueryVariables = Exact<{
  belief: string | number;
  sameTarget: boolean;
  first: number;
  after?: string | null | undefined;
}>;


export type MemoryCoincidentQuery = { node:
    | { id: string }
    | { id: string, coincident: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type DistrustSourceMutationVariables = Exact<{
  input: DistrustInput;
  dryRun: boolean;
}>;


export type DistrustSourceMutation = { distrust: { revoked: number, changes: Array<{ at: string, inserted: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null }>, retired: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null }> }> } | null };

export type FallingBeliefFragment = { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null };

export type ConfirmHeldMutationVariables = Exact<{
  id: string | number;
}>;


export type ConfirmHeldMutation = { confirmMemory: { id: string, confirmations: number, currentConfidence: number } | null };

export type CorrectHeldMutationVariables = Exact<{
  id: string | number;
  reason: string;
  value?: string | null | undefined;
  target?: string | number | null | undefined;
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
  reject: boolean;
}>;


export type CorrectHeldMutation = { correctMemory: { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string } | null, contradictions: Array<{ id: string, status: ContradictionStatus }> } | null };

export type RevokeHeldMutationVariables = Exact<{
  id: string | number;
  reason: string;
  reject: boolean;
}>;


export type RevokeHeldMutation = { revokeMemory: { id: string, status: MemoryStatus } | null };

export type RetractHeldMutationVariables = Exact<{
  input: RetractInput;
}>;


export type RetractHeldMutation = { retractBelief: { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string } | null, contradictions: Array<{ id: string, status: ContradictionStatus }> } | null };

export type AssertOutcomeFragment = { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string } | null, contradictions: Array<{ id: string, status: ContradictionStatus }> };

export type TryCorrectMutationVariables = Exact<{
  id: string | number;
  value?: string | null | undefined;
  target?: string | number | null | undefined;
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
  reject: boolean;
  attribute: string;
}>;


export type TryCorrectMutation = { correctMemory: { outcome: Outcome, memory: { id: string, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null } | null } | null };

export type TryRetractMutationVariables = Exact<{
  input: RetractInput;
  attribute: string;
}>;


export type TryRetractMutation = { retractBelief: { outcome: Outcome, memory: { id: string, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null } | null } | null };

export type JobRowFragment = { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null };

export type TaskRowFragment = { name: string, lastStarted: string | null, lastFinished: string | null, lastEffect: unknown, error: string | null, nextRun: string | null, enabled: boolean };

export type GroupFragment = { canonical: string, lost: Array<string>, why: string | null, originals: Array<{ id: string, text: string, attribute: string | null, entity: { id: string, name: string, kind: string } | null }>, memory: { id: string } | null };

export type JobsQueryVariables = Exact<{
  status?: JobStatus | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type JobsQuery = { jobs: { edges: Array<{ node: { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type JobCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type JobCountsQuery = { queued: { totalCount: number | null, edges: Array<{ node: { submittedAt: string } }> }, running: { totalCount: number | null, edges: Array<{ node: { submittedAt: string } }> }, failed: { totalCount: number | null } };

export type OneJobQueryVariables = Exact<{
  id: string | number;
}>;


export type OneJobQuery = { job: { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null, decisions: Array<{ candidate: unknown, outcome: Outcome, gate: string | null, reason: string, policyVersion: number | null, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } | null, contradiction: { id: string, status: ContradictionStatus } | null }> } | null };

export type CancelJobMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelJobMutation = { cancelJob: { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null } | null };

export type RetryJobMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryJobMutation = { retryJob: { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null } | null };

export type TasksQueryVariables = Exact<{ [key: string]: never; }>;


export type TasksQuery = { tasks: Array<{ name: string, lastStarted: string | null, lastFinished: string | null, lastEffect: unknown, error: string | null, nextRun: string | null, enabled: boolean }> };

export type RunTaskMutationVariables = Exact<{
  name: string;
}>;


export type RunTaskMutation = { runTask: { name: string, lastStarted: string | null, lastFinished: string | null, lastEffect: unknown, error: string | null, nextRun: string | null, enabled: boolean } | null };

export type ConsolidateMutationVariables = Exact<{
  topic: string;
  threshold: number;
  dryRun: boolean;
}>;


export type ConsolidateMutation = { consolidate: { applied: boolean, unembedded: number, why: string | null, groups: Array<{ canonical: string, lost: Array<string>, why: string | null, originals: Array<{ id: string, text: string, attribute: string | null, entity: { id: string, name: string, kind: string } | null }>, memory: { id: string } | null }> } | null };

export type ScheduleConsolidationMutationVariables = Exact<{
  enabled: boolean;
}>;


export type ScheduleConsolidationMutation = { scheduleConsolidation: boolean | null };

export type CheckQueryVariables = Exact<{
  sample: number;
}>;


export type CheckQuery = { check: Array<{ invariant: number, subject: string, message: string }> };

export type StatsQueryVariables = Exact<{
  days: number;
}>;


export type StatsQuery = { stats: unknown };

export type AuditQueryVariables = Exact<{
  subject?: string | number | null | undefined;
  action?: string | null | undefined;
  since?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AuditQuery = { audit: { edges: Array<{ node: { id: string, at: string, actor: string, action: string, subject: string | null, gate: string | null, policyVersion: number | null, reason: string | null, sequence: number | null, hash: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditHeadQuery = { auditHead: { tenant: string, sequence: number, hash: string, at: string } | null };

export type AttributesQueryVariables = Exact<{ [key: string]: never; }>;


export type AttributesQuery = { attributes: Array<{ name: string, cardinality: Cardinality, valueType: ValueType, targetKind: string | null, unit: string | null, category: string | null, inverse: string | null, symmetric: boolean, opposite: string | null, resumes: boolean, volatile: boolean, highStakes: boolean, ttlDays: number | null, halfLifeDays: number | null, aliases: Array<string>, declared: boolean }> };

export type PolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type PolicyQuery = { policy: unknown };

export type RecalledItemFragment = { score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } };

export type RecalledFragment = { id: string, query: string, at: string, degraded: Array<string>, context: string, asOf: { validAt: string, systemAt: string }, period: { validFrom: string | null, validTo: string | null } | null, items: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, hints: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, episodes: Array<{ score: number, episode: { id: string, session: string | null, speaker: string | null, sourceKind: SourceKind, text: string, occurredAt: string } }>, rules: Array<{ tags: Array<string>, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null }>, questions: Array<{ text: string, contradiction: { id: string, status: ContradictionStatus } }>, leftOut: Array<{ outcome: string, score: number, relevance: number, recency: number, importance: number, via: Array<string>, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null } }> };

export type AskQueryVariables = Exact<{
  query: string;
  k: number;
  minScore: number;
  minConfidence: number;
  asOf?: AsOf | null | undefined;
  entity?: string | number | null | undefined;
  include: Array<RecallKind> | RecallKind;
  speaker?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type AskQuery = { recall: { id: string, query: string, at: string, degraded: Array<string>, context: string, asOf: { validAt: string, systemAt: string }, period: { validFrom: string | null, validTo: string | null } | null, items: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, hints: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, episodes: Array<{ score: number, episode: { id: string, session: string | null, speaker: string | null, sourceKind: SourceKind, text: string, occurredAt: string } }>, rules: Array<{ tags: Array<string>, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null }>, questions: Array<{ text: string, contradiction: { id: string, status: ContradictionStatus } }>, leftOut: Array<{ outcome: string, score: number, relevance: number, recency: number, importance: number, via: Array<string>, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null } }> } };

export type AskedBeforeQueryVariables = Exact<{
  id: string | number;
}>;


export type AskedBeforeQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, query: string, at: string, degraded: Array<string>, context: string, asOf: { validAt: string, systemAt: string }, period: { validFrom: string | null, validTo: string | null } | null, items: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, hints: Array<{ score: number, relevance: number, recency: number, importance: number, via: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } | null, memory: { speaker: string | null, sourceKind: SourceKind, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } }>, episodes: Array<{ score: number, episode: { id: string, session: string | null, speaker: string | null, sourceKind: SourceKind, text: string, occurredAt: string } }>, rules: Array<{ tags: Array<string>, id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null }>, questions: Array<{ text: string, contradiction: { id: string, status: ContradictionStatus } }>, leftOut: Array<{ outcome: string, score: number, relevance: number, recency: number, importance: number, via: Array<string>, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, target: { id: string, name: string, kind: string } | null } }> }
    | { id: string }
    | { id: string }
   | null };

export type AskAboutQueryVariables = Exact<{
  name: string;
  systemAt?: string | null | undefined;
}>;


export type AskAboutQuery = { entity: { id: string, name: string, kind: string } | null };

export type AskNamesQueryVariables = Exact<{
  search: string;
}>;


export type AskNamesQuery = { entities: { edges: Array<{ node: { id: string, name: string, kind: string } }> } };

export type PastRecallsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PastRecallsQuery = { recalls: Array<{ id: string, query: string, at: string, degraded: Array<string>, asOf: { validAt: string, systemAt: string }, items: Array<{ score: number }> }> };

export type WhyRecalledQueryVariables = Exact<{
  recall: string | number;
  memory: string | number;
}>;


export type WhyRecalledQuery = { why: unknown };

export type ReviewMutationVariables = Exact<{
  memory: string | number;
  approve: boolean;
  reason?: string | null | undefined;
  value?: string | null | undefined;
}>;


export type ReviewMutation = { review: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, waits: { as: Outcome, contradiction: { id: string } | null } | null, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } | null };

export type ReviewManyMutationVariables = Exact<{
  memories: Array<string | number> | string | number;
  approve: boolean;
  reason?: string | null | undefined;
}>;


export type ReviewManyMutation = { reviewMany: Array<{ id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, waits: { as: Outcome, contradiction: { id: string } | null } | null, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }> | null };

export type RevokeMutationVariables = Exact<{
  id: string | number;
  reason: string;
  reject: boolean;
}>;


export type RevokeMutation = { revokeMemory: { id: string, status: MemoryStatus } | null };

export type AnswerMutationVariables = Exact<{
  id: string | number;
  resolution: Resolution;
  contexts?: Array<ContextValue> | ContextValue | null | undefined;
  value?: string | null | undefined;
  reason?: string | null | undefined;
}>;


export type AnswerMutation = { resolveContradiction: { outcome: Outcome } | null };

export type LiftMutationVariables = Exact<{
  id: string | number;
  reason: string;
}>;


export type LiftMutation = { liftRejection: { id: string, value: string } | null };

export type ProposeMergesMutationVariables = Exact<{ [key: string]: never; }>;


export type ProposeMergesMutation = { proposeMerges: number | null };

export type AcceptMergeMutationVariables = Exact<{
  id: string | number;
}>;


export type AcceptMergeMutation = { acceptMerge: { id: string, name: string, kind: string } | null };

export type DismissMergeMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type DismissMergeMutation = { dismissMerge: { id: string } | null };

export type SplitMutationVariables = Exact<{
  absorbed: string | number;
}>;


export type SplitMutation = { splitEntity: { id: string, name: string, kind: string } | null };

export type DismissSimilarMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type DismissSimilarMutation = { dismissSimilar: { id: string } | null };

export type AcceptConventionMutationVariables = Exact<{
  belief: string | number;
  reason?: string | null | undefined;
}>;


export type AcceptConventionMutation = { acceptConvention: { outcome: Outcome, memory: { id: string } | null } | null };

export type DismissConventionMutationVariables = Exact<{
  belief: string | number;
  reason?: string | null | undefined;
}>;


export type DismissConventionMutation = { dismissConvention: { id: string } | null };

export type TryRevokeMutationVariables = Exact<{
  id: string | number;
  reject: boolean;
  attribute: string;
}>;


export type TryRevokeMutation = { revokeMemory: { id: string, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null } | null };

export type TryReviewMutationVariables = Exact<{
  memory: string | number;
  value?: string | null | undefined;
  attribute: string;
}>;


export type TryReviewMutation = { review: { id: string, waits: { as: Outcome } | null, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null } | null };

export type TryAnswerMutationVariables = Exact<{
  id: string | number;
  resolution: Resolution;
  contexts?: Array<ContextValue> | ContextValue | null | undefined;
  value?: string | null | undefined;
  attribute: string;
}>;


export type TryAnswerMutation = { resolveContradiction: { memory: { id: string, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null } | null } | null };

export type ClaimCardFragment = { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> };

export type SlotBeliefFragment = { canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null };

export type ContradictionCardFragment = { id: string, kind: ContradictionKind, status: ContradictionStatus, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, resolution: Resolution | null, actor: string | null, reason: string | null, entity: { id: string, name: string, kind: string }, held: Array<{ id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }>, challenger: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } };

export type SideFragment = { aliases: Array<string>, id: string, name: string, kind: string, beliefs: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } }>, pageInfo: { hasNextPage: boolean } } };

export type ReviewCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReviewCountsQuery = { reviewQueue: { totalCount: number | null }, contradictions: { totalCount: number | null }, mergeProposals: { totalCount: number | null }, similarMemories: { totalCount: number | null } };

export type ReviewQueueQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ReviewQueueQuery = { reviewQueue: { edges: Array<{ node: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, waits: { as: Outcome, gate: string, reason: string, since: string, policyVersion: number | null, entityName: string | null } | null, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ForeseenFragment = { id: string, entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null };

export type SlotQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  attribute: string;
}>;


export type SlotQuery = { entity: { id: string, timeline: Array<{ canonical: string, id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, memory: { saidAt: string, id: string, sourceKind: SourceKind, speaker: string | null }, memories: Array<{ id: string }>, target: { id: string, name: string, kind: string } | null }> } | null, attribute: { name: string, cardinality: Cardinality, resumes: boolean, highStakes: boolean } | null };

export type ContradictionsQueryVariables = Exact<{
  status?: ContradictionStatus | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ContradictionsQuery = { contradictions: { edges: Array<{ node: { id: string, kind: ContradictionKind, status: ContradictionStatus, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, resolution: Resolution | null, actor: string | null, reason: string | null, entity: { id: string, name: string, kind: string }, held: Array<{ id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }>, challenger: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ContradictionQueryVariables = Exact<{
  id: string | number;
}>;


export type ContradictionQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string, kind: ContradictionKind, status: ContradictionStatus, attribute: string, context: string | null, detectedAt: string, resolvedAt: string | null, resolution: Resolution | null, actor: string | null, reason: string | null, rejection: { id: string, value: string, by: string, reason: string, rejectedAt: string } | null, resolvedBy: { id: string } | null, entity: { id: string, name: string, kind: string }, held: Array<{ id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }>, challenger: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type ClaimPairsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ClaimPairsQuery = { contradictingClaims: { edges: Array<{ node: { attribute: string, context: string | null, validFrom: string, validTo: string | null, entity: { id: string, name: string, kind: string }, earlier: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }, later: { id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MergesQueryVariables = Exact<{
  status: ProposalStatus;
  first: number;
  after?: string | null | undefined;
}>;


export type MergesQuery = { mergeProposals: { edges: Array<{ node: { id: string, score: number, reasons: Array<string>, status: ProposalStatus, proposedAt: string, decidedAt: string | null, actor: string | null, reason: string | null, one: { aliases: Array<string>, id: string, name: string, kind: string, beliefs: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } }>, pageInfo: { hasNextPage: boolean } } }, other: { aliases: Array<string>, id: string, name: string, kind: string, mergedInto: { id: string } | null, beliefs: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } }>, pageInfo: { hasNextPage: boolean } } } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SimilarQueryVariables = Exact<{
  status: SimilarityStatus;
  first: number;
  after?: string | null | undefined;
}>;


export type SimilarQuery = { similarMemories: { edges: Array<{ node: { id: string, similarity: number, reasons: Array<string>, status: SimilarityStatus, verdict: SimilarityVerdict | null, foundAt: string, decidedAt: string | null, actor: string | null, reason: string | null, older: { topic: string | null, id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> }, newer: { topic: string | null, id: string, text: string, attribute: string | null, context: string | null, value: string | null, negative: boolean, saidAt: string, speaker: string | null, sourceKind: SourceKind, status: MemoryStatus, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null, evidence: Array<{ excerpt: string, episode: { id: string } }> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LoopsQueryVariables = Exact<{
  days: number;
}>;


export type LoopsQuery = { loops: Array<{ attribute: string, context: string | null, changes: number, firstSeen: string, lastChanged: string, values: Array<string>, entity: { id: string, name: string, kind: string } }> };

export type UnsettledListQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type UnsettledListQuery = { unsettled: { edges: Array<{ node: { attribute: string, context: string | null, firstSeen: string, lastChanged: string, ageDays: number, entity: { id: string, name: string, kind: string }, contradiction: { id: string, kind: ContradictionKind } | null, history: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ConventionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ConventionsQuery = { conventionProposals: { edges: Array<{ node: { sessions: Array<string>, belief: { id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, confidence: number, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null } } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RejectionsQueryVariables = Exact<{
  entity?: string | number | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type RejectionsQuery = { rejections: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string, by: string, reason: string, rejectedAt: string, liftedAt: string | null, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type JobStateFragment = { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null, decisions: Array<{ candidate: unknown, outcome: Outcome, gate: string | null, reason: string, policyVersion: number | null, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } | null, contradiction: { id: string, status: ContradictionStatus } | null }> };

export type SayMutationVariables = Exact<{
  input: RememberInput;
}>;


export type SayMutation = { remember: { id: string, status: JobStatus } | null };

export type JobComesFurtherSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type JobComesFurtherSubscription = { jobProgress: { id: string, status: JobStatus, session: string | null, opening: string | null, submittedAt: string, finishedAt: string | null, attempts: number, error: string | null, usage: { model: string | null, inputTokens: number, cachedTokens: number, writtenTokens: number, outputTokens: number, thinkingTokens: number, costUsd: number | null } | null, decisions: Array<{ candidate: unknown, outcome: Outcome, gate: string | null, reason: string, policyVersion: number | null, memory: { id: string, text: string, status: MemoryStatus, attribute: string | null, value: string | null, negative: boolean, saidAt: string, validFrom: string | null, validTo: string | null, validFromText: string | null, validToText: string | null, validFromPrecision: Precision | null, validToPrecision: Precision | null, validFromBasis: TimeBasis | null, startUnknown: boolean, endUnknown: boolean, entity: { id: string, name: string, kind: string } | null, target: { id: string, name: string, kind: string } | null } | null, contradiction: { id: string, status: ContradictionStatus } | null }> } };

export type CancelSaidMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelSaidMutation = { cancelJob: { id: string, status: JobStatus } | null };

export type RetrySaidMutationVariables = Exact<{
  id: string | number;
}>;


export type RetrySaidMutation = { retryJob: { id: string, status: JobStatus } | null };

export type BeliefsChangeSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BeliefsChangeSubscription = { beliefChanges: { cursor: string, change: { at: string, inserted: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, memory: { id: string }, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null }>, retired: Array<{ id: string, attribute: string, context: string | null, value: string | null, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null }> } } };

export type OverviewQueryVariables = Exact<{
  memories: boolean;
  contradictions: boolean;
  waiting: boolean;
}>;


export type OverviewQuery = { entities: { totalCount: number | null }, memories?: { totalCount: number | null, edges: Array<{ node: { id: string, text: string, recordedAt: string, speaker: string | null, sourceKind: SourceKind } }> }, contradictions?: { totalCount: number | null }, reviewQueue?: { totalCount: number | null } };

export type EntitiesQueryVariables = Exact<{
  search?: string | null | undefined;
  kind?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type EntitiesQuery = { entities: { totalCount: number | null, edges: Array<{ node: { aliases: Array<string>, id: string, name: string, kind: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const TimeBeliefFragmentDoc = new TypedDocumentString(`
    fragment TimeBelief on Belief {
  id
  attribute
  context
  value
  canonical
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  systemFrom
  systemTo
  confidence
  contested
  visibility
  cursor
  memoryId
  target {
    id
    name
  }
}
    `, {"fragmentName":"TimeBelief"}) as unknown as TypedDocumentString<TimeBeliefFragment, unknown>;
export const ClaimTimesFragmentDoc = new TypedDocumentString(`
    fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}
    `, {"fragmentName":"ClaimTimes"}) as unknown as TypedDocumentString<ClaimTimesFragment, unknown>;
export const TimeContradictionFragmentDoc = new TypedDocumentString(`
    fragment TimeContradiction on Contradiction {
  id
  attribute
  context
  detectedAt
  resolvedAt
  challenger {
    id
    value
    text
    negative
    ...ClaimTimes
    saidAt
    target {
      id
      name
    }
  }
}
    fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}`, {"fragmentName":"TimeContradiction"}) as unknown as TypedDocumentString<TimeContradictionFragment, unknown>;
export const EntityNameFragmentDoc = new TypedDocumentString(`
    fragment EntityName on Entity {
  id
  name
  kind
}
    `, {"fragmentName":"EntityName"}) as unknown as TypedDocumentString<EntityNameFragment, unknown>;
export const FallingBeliefFragmentDoc = new TypedDocumentString(`
    fragment FallingBelief on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  entity {
    ...EntityName
  }
  target {
    ...EntityName
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}`, {"fragmentName":"FallingBelief"}) as unknown as TypedDocumentString<FallingBeliefFragment, unknown>;
export const AssertOutcomeFragmentDoc = new TypedDocumentString(`
    fragment AssertOutcome on AssertResult {
  outcome
  believed
  warnings
  memory {
    id
  }
  contradictions {
    id
    status
  }
}
    `, {"fragmentName":"AssertOutcome"}) as unknown as TypedDocumentString<AssertOutcomeFragment, unknown>;
export const UsedFragmentDoc = new TypedDocumentString(`
    fragment Used on Usage {
  model
  inputTokens
  cachedTokens
  writtenTokens
  outputTokens
  thinkingTokens
  costUsd
}
    `, {"fragmentName":"Used"}) as unknown as TypedDocumentString<UsedFragment, unknown>;
export const JobRowFragmentDoc = new TypedDocumentString(`
    fragment JobRow on Job {
  id
  status
  session
  opening
  submittedAt
  finishedAt
  attempts
  error
  usage {
    ...Used
  }
}
    fragment Used on Usage {
  model
  inputTokens
  cachedTokens
  writtenTokens
  outputTokens
  thinkingTokens
  costUsd
}`, {"fragmentName":"JobRow"}) as unknown as TypedDocumentString<JobRowFragment, unknown>;
export const TaskRowFragmentDoc = new TypedDocumentString(`
    fragment TaskRow on Task {
  name
  lastStarted
  lastFinished
  lastEffect
  error
  nextRun
  enabled
}
    `, {"fragmentName":"TaskRow"}) as unknown as TypedDocumentString<TaskRowFragment, unknown>;
export const GroupFragmentDoc = new TypedDocumentString(`
    fragment Group on ConsolidationGroup {
  canonical
  lost
  why
  originals {
    id
    text
    entity {
      ...EntityName
    }
    attribute
  }
  memory {
    id
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}`, {"fragmentName":"Group"}) as unknown as TypedDocumentString<GroupFragment, unknown>;
export const BeliefCellFragmentDoc = new TypedDocumentString(`
    fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}`, {"fragmentName":"BeliefCell"}) as unknown as TypedDocumentString<BeliefCellFragment, unknown>;
export const MemoryNameFragmentDoc = new TypedDocumentString(`
    fragment MemoryName on Memory {
  id
  text
  status
  attribute
  value
  negative
  ...ClaimTimes
  saidAt
  target {
    ...EntityName
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}`, {"fragmentName":"MemoryName"}) as unknown as TypedDocumentString<MemoryNameFragment, unknown>;
export const RecalledItemFragmentDoc = new TypedDocumentString(`
    fragment RecalledItem on RecallItem {
  score
  relevance
  recency
  importance
  via
  belief {
    ...BeliefCell
    entity {
      ...EntityName
    }
  }
  memory {
    ...MemoryName
    speaker
    sourceKind
    entity {
      ...EntityName
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}
fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}
fragment MemoryName on Memory {
  id
  text
  status
  attribute
  value
  negative
  ...ClaimTimes
  saidAt
  target {
    ...EntityName
  }
}`, {"fragmentName":"RecalledItem"}) as unknown as TypedDocumentString<RecalledItemFragment, unknown>;
export const RecalledFragmentDoc = new TypedDocumentString(`
    fragment Recalled on Recall {
  id
  query
  at
  asOf {
    validAt
    systemAt
  }
  period {
    validFrom
    validTo
  }
  items {
    ...RecalledItem
  }
  hints {
    ...RecalledItem
  }
  episodes {
    score
    episode {
      id
      session
      speaker
      sourceKind
      text
      occurredAt
    }
  }
  rules {
    ...MemoryName
    tags
  }
  questions {
    text
    contradiction {
      id
      status
    }
  }
  degraded
  context
  leftOut(first: 30) {
    outcome
    score
    relevance
    recency
    importance
    via
    memory {
      ...MemoryName
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}
fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}
fragment MemoryName on Memory {
  id
  text
  status
  attribute
  value
  negative
  ...ClaimTimes
  saidAt
  target {
    ...EntityName
  }
}
fragment RecalledItem on RecallItem {
  score
  relevance
  recency
  importance
  via
  belief {
    ...BeliefCell
    entity {
      ...EntityName
    }
  }
  memory {
    ...MemoryName
    speaker
    sourceKind
    entity {
      ...EntityName
    }
  }
}`, {"fragmentName":"Recalled"}) as unknown as TypedDocumentString<RecalledFragment, unknown>;
export const ClaimCardFragmentDoc = new TypedDocumentString(`
    fragment ClaimCard on Memory {
  id
  text
  attribute
  context
  value
  negative
  ...ClaimTimes
  saidAt
  speaker
  sourceKind
  status
  entity {
    ...EntityName
  }
  target {
    ...EntityName
  }
  evidence {
    excerpt
    episode {
      id
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}`, {"fragmentName":"ClaimCard"}) as unknown as TypedDocumentString<ClaimCardFragment, unknown>;
export const ContradictionCardFragmentDoc = new TypedDocumentString(`
    fragment ContradictionCard on Contradiction {
  id
  kind
  status
  attribute
  context
  detectedAt
  resolvedAt
  resolution
  actor
  reason
  entity {
    ...EntityName
  }
  held {
    ...ClaimCard
  }
  challenger {
    ...ClaimCard
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}
fragment ClaimCard on Memory {
  id
  text
  attribute
  context
  value
  negative
  ...ClaimTimes
  saidAt
  speaker
  sourceKind
  status
  entity {
    ...EntityName
  }
  target {
    ...EntityName
  }
  evidence {
    excerpt
    episode {
      id
    }
  }
}`, {"fragmentName":"ContradictionCard"}) as unknown as TypedDocumentString<ContradictionCardFragment, unknown>;
export const SideFragmentDoc = new TypedDocumentString(`
    fragment Side on Entity {
  ...EntityName
  aliases
  beliefs(first: 5) {
    edges {
      node {
        ...BeliefCell
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}`, {"fragmentName":"Side"}) as unknown as TypedDocumentString<SideFragment, unknown>;
export const SlotBeliefFragmentDoc = new TypedDocumentString(`
    fragment SlotBelief on Belief {
  ...BeliefCell
  canonical
  memory {
    saidAt
  }
  memories {
    id
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}`, {"fragmentName":"SlotBelief"}) as unknown as TypedDocumentString<SlotBeliefFragment, unknown>;
export const ForeseenFragmentDoc = new TypedDocumentString(`
    fragment Foreseen on Memory {
  id
  entity {
    id
    timeline(attribute: $attribute, first: 200) {
      ...SlotBelief
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
  confidence
  contested
  visibility
  target {
    ...EntityName
  }
  memory {
    id
    sourceKind
    speaker
  }
}
fragment SlotBelief on Belief {
  ...BeliefCell
  canonical
  memory {
    saidAt
  }
  memories {
    id
  }
}`, {"fragmentName":"Foreseen"}) as unknown as TypedDocumentString<ForeseenFragment, unknown>;
export const JobStateFragmentDoc = new TypedDocumentString(`
    fragment JobState on Job {
  id
  status
  session
  opening
  submittedAt
  finishedAt
  attempts
  error
  usage {
    ...Used
  }
  decisions {
    candidate
    outcome
    gate
    reason
    policyVersion
    memory {
      ...MemoryName
      entity {
        ...EntityName
      }
    }
    contradiction {
      id
      status
    }
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}
fragment ClaimTimes on Memory {
  validFrom
  validTo
  validFromText
  validToText
  validFromPrecision
  validToPrecision
  validFromBasis
  startUnknown
  endUnknown
}
fragment Used on Usage {
  model
  inputTokens
  cachedTokens
  writtenTokens
  outputTokens
  thinkingTokens
  costUsd
}
fragment MemoryName on Memory {
  id
  text
  status
  attribute
  value
  negative
  ...ClaimTimes
  saidAt
  target {
    ...EntityName
  }
}`, {"fragmentName":"JobState"}) as unknown as TypedDocumentString<JobStateFragment, unknown>;
export const ViewerDocument = {"__meta__":{"hash":"sha256:9ee5e9ac38bef6f7ecd064914113a40d65f9454560c4b3ed360df0da2f80fbe9"}} as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const EntityDocument = {"__meta__":{"hash":"sha256:b1a2f8a6d00e7a6cc15cf3f7b398d7cb07301580f98a8a274d7fcb053a7d5a7a"}} as unknown as TypedDocumentString<EntityQuery, EntityQueryVariables>;
export const EntityFormerlyDocument = {"__meta__":{"hash":"sha256:4612ad68424e404f519d631a8b1b910b01e0d86aaee690422b8a295b17f2d876"}} as unknown as TypedDocumentString<EntityFormerlyQuery, EntityFormerlyQueryVariables>;
export const EntityBeliefsDocument = {"__meta__":{"hash":"sha256:dfec304fcf3dfddbf32b7193d9a7873c77d1af6de987f333c123fab7d1ebd098"}} as unknown as TypedDocumentString<EntityBeliefsQuery, EntityBeliefsQueryVariables>;
export const EntityGraphDocument = {"__meta__":{"hash":"sha256:5abd5c2099a86aaf02ee78dcc09f3b144b0b95df0d1c6fabbcbb4dba1e1b899c"}} as unknown as TypedDocumentString<EntityGraphQuery, EntityGraphQueryVariables>;
export const EntityTimelineDocument = {"__meta__":{"hash":"sha256:6562fc922f74ccff42c6b2e626cb6123cb547b1706d446a221be8d66c17be82c"}} as unknown as TypedDocumentString<EntityTimelineQuery, EntityTimelineQueryVariables>;
export const EntitySlotsDocument = {"__meta__":{"hash":"sha256:1354436647aea23bd2ab73aae7eef0076f7e2ccdd6e4ec5914de8210bfc68e93"}} as unknown as TypedDocumentString<EntitySlotsQuery, EntitySlotsQueryVariables>;
export const SlotHistoryDocument = {"__meta__":{"hash":"sha256:cb18c6e37b826a2e701577ed307e7bfe53c0211874854a0fbb5430bf4acd1a1c"}} as unknown as TypedDocumentString<SlotHistoryQuery, SlotHistoryQueryVariables>;
export const EntityDiffDocument = {"__meta__":{"hash":"sha256:f121fdf161a8aa6439cf375d2bda8b7a17065fb134ee54aa9332366bd44314c3"}} as unknown as TypedDocumentString<EntityDiffQuery, EntityDiffQueryVariables>;
export const EntityChallengersDocument = {"__meta__":{"hash":"sha256:df7ae0dde00fa5aed57d754ae6341e71611366178816d96076ba70c85ead0f20"}} as unknown as TypedDocumentString<EntityChallengersQuery, EntityChallengersQueryVariables>;
export const MemoryWhyDocument = {"__meta__":{"hash":"sha256:e35c0fe5b8fa30ec8e272653b28ad9e9f76893c61e15d5c243d79284c3be21cc"}} as unknown as TypedDocumentString<MemoryWhyQuery, MemoryWhyQueryVariables>;
export const MemoryEvidenceDocument = {"__meta__":{"hash":"sha256:b487f61c45cd4b22a92af21e0a11b75040ef71d03fa6472a32e5e844b12f6f48"}} as unknown as TypedDocumentString<MemoryEvidenceQuery, MemoryEvidenceQueryVariables>;
export const MemoryAttributeDocument = {"__meta__":{"hash":"sha256:32588837fef3a378cc71db1ed7127720cf0c80d9ee5031ecea85314e6677c3d8"}} as unknown as TypedDocumentString<MemoryAttributeQuery, MemoryAttributeQueryVariables>;
export const MemoryChainDocument = {"__meta__":{"hash":"sha256:6452f832d50ab82795eb1efd1a794bcf54e10307b82e48bb524f3291ad3b1940"}} as unknown as TypedDocumentString<MemoryChainQuery, MemoryChainQueryVariables>;
export const MemoryHappenedDocument = {"__meta__":{"hash":"sha256:5d645dd7693c357f7e29f87d972708aabc76fe962f84baf5be108cee8a4a43f7"}} as unknown as TypedDocumentString<MemoryHappenedQuery, MemoryHappenedQueryVariables>;
export const MemoryCarriesDocument = {"__meta__":{"hash":"sha256:c5e243256362762dfcd1b82ad66e51f7fc2aad58fa2ab8d4fe9b929aa0c93796"}} as unknown as TypedDocumentString<MemoryCarriesQuery, MemoryCarriesQueryVariables>;
export const MemoryCoincidentDocument = {"__meta__":{"hash":"sha256:f34a21238ec40eedd1f36c588dd3be6aab63c46a1b7893c4eebed518a3b9c788"}} as unknown as TypedDocumentString<MemoryCoincidentQuery, MemoryCoincidentQueryVariables>;
export const DistrustSourceDocument = {"__meta__":{"hash":"sha256:83a485dbf52f7fbd99fdf149779b3a3e8eda9b22e4f591c2e160418943e17c80"}} as unknown as TypedDocumentString<DistrustSourceMutation, DistrustSourceMutationVariables>;
export const ConfirmHeldDocument = {"__meta__":{"hash":"sha256:27702e89c7fc5271645a31d8d6434376a26131351f555a6289d6f21d824b8f86"}} as unknown as TypedDocumentString<ConfirmHeldMutation, ConfirmHeldMutationVariables>;
export const CorrectHeldDocument = {"__meta__":{"hash":"sha256:e0c12b67fb4122a706c0f0f98ad282df9cc0dc4d13df721c6506ac60d8e01b7e"}} as unknown as TypedDocumentString<CorrectHeldMutation, CorrectHeldMutationVariables>;
export const RevokeHeldDocument = {"__meta__":{"hash":"sha256:6ff964949246148f2e6dfde51f93c624aac69bbd8b432fb09c64a6dbae737d08"}} as unknown as TypedDocumentString<RevokeHeldMutation, RevokeHeldMutationVariables>;
export const RetractHeldDocument = {"__meta__":{"hash":"sha256:36aec98f45b63daf65573af23182740885d046c53729b91319648f4d066380a0"}} as unknown as TypedDocumentString<RetractHeldMutation, RetractHeldMutationVariables>;
export const TryCorrectDocument = {"__meta__":{"hash":"sha256:69145ab0747fe818abd05b5395c09cc9b9edabc8afa845063ea106941954b5f4"}} as unknown as TypedDocumentString<TryCorrectMutation, TryCorrectMutationVariables>;
export const TryRetractDocument = {"__meta__":{"hash":"sha256:f976678d54bb3e60262ada8bdb53d06fc41b6259705114e03172c036bba7c31d"}} as unknown as TypedDocumentString<TryRetractMutation, TryRetractMutationVariables>;
export const JobsDocument = {"__meta__":{"hash":"sha256:a94b58e331647269ca62c2f41bbfd9effe1d8292672d6290348fc5e8e4a93998"}} as unknown as TypedDocumentString<JobsQuery, JobsQueryVariables>;
export const JobCountsDocument = {"__meta__":{"hash":"sha256:338bb0c58db243559c9923966738308dbbe582f231468a39c4d645b563445502"}} as unknown as TypedDocumentString<JobCountsQuery, JobCountsQueryVariables>;
export const OneJobDocument = {"__meta__":{"hash":"sha256:952f085159776227662e4d05f5c7e692021aaf5d14a245dc2b6988d99abaf41a"}} as unknown as TypedDocumentString<OneJobQuery, OneJobQueryVariables>;
export const CancelJobDocument = {"__meta__":{"hash":"sha256:8089b17089f888c701516564f6ea2be0bae6448918d59b122e616ae56d6beb38"}} as unknown as TypedDocumentString<CancelJobMutation, CancelJobMutationVariables>;
export const RetryJobDocument = {"__meta__":{"hash":"sha256:603cba5516ce82e3537db4ee5e0b4e00805311f41f1f999a1480ddaaa6f1789f"}} as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const TasksDocument = {"__meta__":{"hash":"sha256:2ff3f4ae9de20ae9b6f53bf77036474b5e1242dd310c42cd88730e72fcbd7f72"}} as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const RunTaskDocument = {"__meta__":{"hash":"sha256:4a1dc9f5064281b301bebc6cdb62c172333541eb7ac974b4273db435aab42849"}} as unknown as TypedDocumentString<RunTaskMutation, RunTaskMutationVariables>;
export const ConsolidateDocument = {"__meta__":{"hash":"sha256:65faa996354e84301044fcd781319289a2f0865c87ce76157274d9ff56daafd2"}} as unknown as TypedDocumentString<ConsolidateMutation, ConsolidateMutationVariables>;
export const ScheduleConsolidationDocument = {"__meta__":{"hash":"sha256:2926d4f874add582fb2aa26eff9b04fa378efa43e3d02de8845ec4b503ed53fe"}} as unknown as TypedDocumentString<ScheduleConsolidationMutation, ScheduleConsolidationMutationVariables>;
export const CheckDocument = {"__meta__":{"hash":"sha256:47334d3cf3b47023ba8971b63f6c8c486898daed3cabf02409c2d6fee084a649"}} as unknown as TypedDocumentString<CheckQuery, CheckQueryVariables>;
export const StatsDocument = {"__meta__":{"hash":"sha256:b9fa93bb7a73ae60313942666d40240774d6c890ccb50311d500255fd61d2777"}} as unknown as TypedDocumentString<StatsQuery, StatsQueryVariables>;
export const AuditDocument = {"__meta__":{"hash":"sha256:af15b3eec4d12a309fffb8d1ad2241891dd72c98f9c09547ff9100dfe7f3e391"}} as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const AuditHeadDocument = {"__meta__":{"hash":"sha256:dcf8d6162a3f7d4c37e008a2fdcff427539f2df9d697622672cc370f96a6f94a"}} as unknown as TypedDocumentString<AuditHeadQuery, AuditHeadQueryVariables>;
export const AttributesDocument = {"__meta__":{"hash":"sha256:10e3fe205b02c3ef74d8026dbab0b08bdb3424b737d14a9c3187003b1051dbee"}} as unknown as TypedDocumentString<AttributesQuery, AttributesQueryVariables>;
export const PolicyDocument = {"__meta__":{"hash":"sha256:517d3dc1c3833f3dba45ea238a635a04f60a4e806e98f042cca7d399053624ce"}} as unknown as TypedDocumentString<PolicyQuery, PolicyQueryVariables>;
export const AskDocument = {"__meta__":{"hash":"sha256:b92041381ec2bcbdf1a84dadcb6c7ca3f94c1c327eba574dd0b7a8114c9bc00b"}} as unknown as TypedDocumentString<AskQuery, AskQueryVariables>;
export const AskedBeforeDocument = {"__meta__":{"hash":"sha256:4ac22648f7bf55dbad2d9b483d74345defe91f22cde5e76eb8b761a9cc9eea8d"}} as unknown as TypedDocumentString<AskedBeforeQuery, AskedBeforeQueryVariables>;
export const AskAboutDocument = {"__meta__":{"hash":"sha256:c14654031e6f9c507c5d91cf3ae9b9b1ea6330fc7e165709e4e7c75a40870a59"}} as unknown as TypedDocumentString<AskAboutQuery, AskAboutQueryVariables>;
export const AskNamesDocument = {"__meta__":{"hash":"sha256:cc23a912859222f17c0bdb92eabbde48a9612daee58ed9a39d349ba425b906df"}} as unknown as TypedDocumentString<AskNamesQuery, AskNamesQueryVariables>;
export const PastRecallsDocument = {"__meta__":{"hash":"sha256:4c7bd93a7439c443d9b7bd7accaeb7ee1e5d6634589e0e2367d79353c03aceeb"}} as unknown as TypedDocumentString<PastRecallsQuery, PastRecallsQueryVariables>;
export const WhyRecalledDocument = {"__meta__":{"hash":"sha256:42e8e6e33ac1464f4ab9ee123d1a632eeaf0a62793e673dea3df4769c6e2ea23"}} as unknown as TypedDocumentString<WhyRecalledQuery, WhyRecalledQueryVariables>;
export const ReviewDocument = {"__meta__":{"hash":"sha256:bdd8d04accc57f1ab349e5c893988f46911783e9f83d5dae28fe4be36f715f1c"}} as unknown as TypedDocumentString<ReviewMutation, ReviewMutationVariables>;
export const ReviewManyDocument = {"__meta__":{"hash":"sha256:16ff09c0dc47bac0ba00666474dbc3028e4f64b1a0314faa1de2ca1f79eb9eff"}} as unknown as TypedDocumentString<ReviewManyMutation, ReviewManyMutationVariables>;
export const RevokeDocument = {"__meta__":{"hash":"sha256:cb087053d0ceef2c1559d49302130fab48948642d7f3b60993bf42e72633ee5c"}} as unknown as TypedDocumentString<RevokeMutation, RevokeMutationVariables>;
export const AnswerDocument = {"__meta__":{"hash":"sha256:95569dc9fc9cf698370bc1f9931ea24dab457d9318cfa72f4318b1885ae3b4af"}} as unknown as TypedDocumentString<AnswerMutation, AnswerMutationVariables>;
export const LiftDocument = {"__meta__":{"hash":"sha256:e310446a7ae11ebc9080dbc7cfbde767d4ae91f4ec530348fdf6309de35db04c"}} as unknown as TypedDocumentString<LiftMutation, LiftMutationVariables>;
export const ProposeMergesDocument = {"__meta__":{"hash":"sha256:82fa2cfbc5fe0d2d82742102e6ffbc5ce1f28977defa89ad9a42d084bef83754"}} as unknown as TypedDocumentString<ProposeMergesMutation, ProposeMergesMutationVariables>;
export const AcceptMergeDocument = {"__meta__":{"hash":"sha256:4c47ba7bfa7bb16d5ec5dbe028dfd5418ba6e1f9a5d1f4521fca9ce56efc2eb9"}} as unknown as TypedDocumentString<AcceptMergeMutation, AcceptMergeMutationVariables>;
export const DismissMergeDocument = {"__meta__":{"hash":"sha256:e73f26987a13d1bfc7e6d8d8d698eef01acf686cb35ea7ddfcf5615df11c54cc"}} as unknown as TypedDocumentString<DismissMergeMutation, DismissMergeMutationVariables>;
export const SplitDocument = {"__meta__":{"hash":"sha256:6f6f3fcbdabc400de7d01b5fa2f6e8738faa09fe79a474745148ac2dd428d70c"}} as unknown as TypedDocumentString<SplitMutation, SplitMutationVariables>;
export const DismissSimilarDocument = {"__meta__":{"hash":"sha256:fa3c23b02eaf19e50ab1abf81c3853005449ffe60eb33f7d75df28e2f1601b54"}} as unknown as TypedDocumentString<DismissSimilarMutation, DismissSimilarMutationVariables>;
export const AcceptConventionDocument = {"__meta__":{"hash":"sha256:508bf7516a466adc219db8ca42cfa08179ce25d5b3332d5b35d31b5086eba74f"}} as unknown as TypedDocumentString<AcceptConventionMutation, AcceptConventionMutationVariables>;
export const DismissConventionDocument = {"__meta__":{"hash":"sha256:f7d1cc036eb2824411b9e31dd51c4ba4605c9ca824d51dc43a8eaaf088451340"}} as unknown as TypedDocumentString<DismissConventionMutation, DismissConventionMutationVariables>;
export const TryRevokeDocument = {"__meta__":{"hash":"sha256:13c17de20a0f0a30fca2f7fd45b07fbc03ce757e1e5abd7e98695680b5cdd7a7"}} as unknown as TypedDocumentString<TryRevokeMutation, TryRevokeMutationVariables>;
export const TryReviewDocument = {"__meta__":{"hash":"sha256:060834cbe60868712c8e95ec2a247f09ebc431c42f9c9e11d3eed73a130c0ea2"}} as unknown as TypedDocumentString<TryReviewMutation, TryReviewMutationVariables>;
export const TryAnswerDocument = {"__meta__":{"hash":"sha256:e7c5ccb28bc6c6a34ad1a4c4cd8c7b5ec68bd0ab83e78b380254e837e5a2843e"}} as unknown as TypedDocumentString<TryAnswerMutation, TryAnswerMutationVariables>;
export const ReviewCountsDocument = {"__meta__":{"hash":"sha256:ad55c369495ac7e1f78b920ba6bcf5eaf47ce949cb111e4b496a7a17b4f13ff9"}} as unknown as TypedDocumentString<ReviewCountsQuery, ReviewCountsQueryVariables>;
export const ReviewQueueDocument = {"__meta__":{"hash":"sha256:bb2d07c027248ecb1d086356cdcf79c3439d10502826c264f242a799d9b1bd22"}} as unknown as TypedDocumentString<ReviewQueueQuery, ReviewQueueQueryVariables>;
export const SlotDocument = {"__meta__":{"hash":"sha256:5a34558e12b7974ea48409ffb9c04fbfd50400a6881cda445c71f732281ce3bd"}} as unknown as TypedDocumentString<SlotQuery, SlotQueryVariables>;
export const ContradictionsDocument = {"__meta__":{"hash":"sha256:7f49196a54a1f49cf6ed4eb57a2c4a37e3ce5483e30c736501fd80faa3045ec9"}} as unknown as TypedDocumentString<ContradictionsQuery, ContradictionsQueryVariables>;
export const ContradictionDocument = {"__meta__":{"hash":"sha256:e468d11079de0276b1b7e006c82f859a9da04b8dac1212465709a2a6bbbdd07a"}} as unknown as TypedDocumentString<ContradictionQuery, ContradictionQueryVariables>;
export const ClaimPairsDocument = {"__meta__":{"hash":"sha256:168653a732264bdfa8975a873d443b54e7c840dc759576bba35f2b37638fd795"}} as unknown as TypedDocumentString<ClaimPairsQuery, ClaimPairsQueryVariables>;
export const MergesDocument = {"__meta__":{"hash":"sha256:596ed8715d7671caa7969534f86b6d0ed868c5f62d1ddf73599bb0a23c9e973e"}} as unknown as TypedDocumentString<MergesQuery, MergesQueryVariables>;
export const SimilarDocument = {"__meta__":{"hash":"sha256:22b7f35b79acbafd7d5e1f2d10f3a5296cc259934583c0418ab018c9a7eeb597"}} as unknown as TypedDocumentString<SimilarQuery, SimilarQueryVariables>;
export const LoopsDocument = {"__meta__":{"hash":"sha256:215694f1c0fee880c3f6c5484b395edab6549311ee6da107b3799b4907bd754f"}} as unknown as TypedDocumentString<LoopsQuery, LoopsQueryVariables>;
export const UnsettledListDocument = {"__meta__":{"hash":"sha256:38f4c5d7eb0cdd6050d5acaa6c4b6fa40ea96592fcae3d6bd1f1b09a218cadf0"}} as unknown as TypedDocumentString<UnsettledListQuery, UnsettledListQueryVariables>;
export const ConventionsDocument = {"__meta__":{"hash":"sha256:3825d86079e0007863815aed6ae776ac33d1b9d0aa4667493f8aae389bfaf4bd"}} as unknown as TypedDocumentString<ConventionsQuery, ConventionsQueryVariables>;
export const RejectionsDocument = {"__meta__":{"hash":"sha256:a98984810613aa96f5ecabffdad7d397c26c05ada1daec8d3d46d613e04ee5cc"}} as unknown as TypedDocumentString<RejectionsQuery, RejectionsQueryVariables>;
export const SayDocument = {"__meta__":{"hash":"sha256:332564311c663247a0711ca55bfe23203a4ebeee9bf9b04e04d07582071a4064"}} as unknown as TypedDocumentString<SayMutation, SayMutationVariables>;
export const JobComesFurtherDocument = {"__meta__":{"hash":"sha256:e3cb69c8b39c81e0096e8cb633ca914832dbeac21dd7f99ff07ae186459d2100"}} as unknown as TypedDocumentString<JobComesFurtherSubscription, JobComesFurtherSubscriptionVariables>;
export const CancelSaidDocument = {"__meta__":{"hash":"sha256:75e2ef9b69900ee2a0c2645917e79007c58cc44694c41fe1c5d93a55161e1474"}} as unknown as TypedDocumentString<CancelSaidMutation, CancelSaidMutationVariables>;
export const RetrySaidDocument = {"__meta__":{"hash":"sha256:a3cc98116d1b1937d70af95690a69b33b10defd4bbaab1b993521f2f0e357ad8"}} as unknown as TypedDocumentString<RetrySaidMutation, RetrySaidMutationVariables>;
export const BeliefsChangeDocument = {"__meta__":{"hash":"sha256:bfc4ad5ffeeb34f500f9f88da2a4620bc3a4738f908052f3d162c9ab51af4259"}} as unknown as TypedDocumentString<BeliefsChangeSubscription, BeliefsChangeSubscriptionVariables>;
export const OverviewDocument = {"__meta__":{"hash":"sha256:848b260d6cdfc43c5b480d3df1999b2131418a31a843a75435ef8193189aa53a"}} as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const EntitiesDocument = {"__meta__":{"hash":"sha256:ab5dbbeb24002e9eb15abe4e1e5e2aab43e3d8aee43ec92dd3785d1e7c5091e2"}} as unknown as TypedDocumentString<EntitiesQuery, EntitiesQueryVariables>;