/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument as DocumentTypeDecoration } from '../documents.js';
/** A moment in valid time and one in system time at which a field is evaluated. A nested field that takes an AsOf uses now, unless it is given its own. */
export type AsOf = {
  /** The moment of system time as of which the store is asked: what was recorded later is left out. Absent: now; a moment in the future is refused. */
  systemAt?: string | null | undefined;
  /** The moment in the world that is asked about: what holds from `validFrom` on and before `validTo`. Absent: now; in `recall` the period that the question names comes first. */
  validAt?: string | null | undefined;
};

/** One statement to believe. Give one of entity and entityName, and one of value, target and targetName. */
export type AssertInput = {
  /** The name of the attribute that is stated, or an alias of it, such as `employer`. A name that is new becomes an attribute. */
  attribute: string;
  /** Whether the start was stated by the source, or is when it was observed. Absent: STATED with a validFrom, else OBSERVED. */
  basis?: TimeBasis | null | undefined;
  /** How sure it is that the statement is true, 0 to 1. Under the confidence floor it is recorded and not believed. Where a date is uncertain or approximate (EDTF `?`, `~`, `%`), the default becomes 0.75, 0.8 or 0.7. */
  confidence?: number | null | undefined;
  /** The circumstances to which the statement is limited, such as `work`, in any spelling. Absent: none. */
  context?: string | null | undefined;
  /** It is over, and when it ended is unknown. With a validFrom it is believed from there for as long as somebody vouches for it; without, nothing is believed, and `Entity.formerly` has it. */
  endUnknown?: boolean | null | undefined;
  /** Whom it is about, by id. */
  entity?: string | null | undefined;
  /** The kind of the entity that is named: it tells bearers of one name apart, and a new one gets it. */
  entityKind?: string | null | undefined;
  /** Whom it is about, by name, in any spelling: the entity that bears it, or a new one if nobody does. Of several the call is refused as AMBIGUOUS. */
  entityName?: string | null | undefined;
  /** The words of the source that support it. */
  evidence?: string | null | undefined;
  /** When the statement ceases to count by itself, as opposed to validTo, when it ceases to be true. Absent: by the attribute's ttlDays, if it has any. */
  expiresAt?: string | null | undefined;
  /** A key of the caller's choice that makes a retry safe: a call with a key seen before gives the first call's result and changes nothing, whatever else it sends. */
  idempotencyKey?: string | null | undefined;
  /** How much it matters, 0 to 1: it weighs in recall, and decides nothing of what is believed. */
  importance?: number | null | undefined;
  /** How exactly the start was said, and an end that is written with a time of day. Absent: as exactly as each is written. A bound that is written more exactly moves to the start of its period: with MONTH, 2024-05-17 becomes 2024-05-01. */
  precision?: Precision | null | undefined;
  /** How exactly the end was said. Absent: `precision` if it is written with a time of day, else as exactly as it is written. */
  precisionTo?: Precision | null | undefined;
  /** When the statement was made. It stands in for an absent validFrom, and changes no system time. Absent: now. */
  saidAt?: string | null | undefined;
  /** The session it comes from. */
  session?: string | null | undefined;
  /** The kind of its source, which sets the authority that it has against others. Absent: USER; a token of the role MODEL has that of ASSISTANT. */
  sourceKind?: SourceKind | null | undefined;
  /** The name of whoever said it. */
  speaker?: string | null | undefined;
  /** It was true until validTo, and since when is unknown: it is believed for the one period of the end's precision (a day, a month, a year) before it. A validTo not after saidAt, without a validFrom, means the same. */
  startUnknown?: boolean | null | undefined;
  /** Another entity, by id. */
  target?: string | null | undefined;
  /** The kind of the entity that is named: it tells bearers of one name apart, and a new one gets it. */
  targetKind?: string | null | undefined;
  /** Another entity, by name. */
  targetName?: string | null | undefined;
  /** The statement as a sentence that can be understood by itself. Absent: made from the other fields. */
  text?: string | null | undefined;
  /** The topic it belongs to. */
  topic?: string | null | undefined;
  /** What sort of thing it is. */
  type?: MemoryType | null | undefined;
  /** The whole interval by EDTF, ends included, in place of its bounds: `1984`, `1984-06/1990`, `1984/..` (it goes on), `1984/` (it is over, and nobody knows since when), `/1990`. */
  valid?: string | null | undefined;
  /** When it begins to be true in the world, inclusive. Absent: saidAt, with the basis OBSERVED. */
  validFrom?: string | null | undefined;
  /** When it ceases to be true in the world, exclusive: a date alone means the start of that day. Absent: no end is known. */
  validTo?: string | null | undefined;
  /** A literal value as text, which is parsed as the attribute's type (`70 kg`, `2024-05-01`, `true`). For a relation it names the target. */
  value?: string | null | undefined;
  /** Who may read it: `tenant`, everybody of the tenant; or `user:SUBJECT`, the caller whose token has that subject, beside owners and reviewers. It is believed in that scope alone. */
  visibility?: string | null | undefined;
  /** The last moment in valid time for which the statement itself testifies; after it, it is only assumed to go on. Two claims that vouch for a common time overlap. */
  vouchedUntil?: string | null | undefined;
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

/** What ceased to be true. Without value and target: every value of that attribute and context. */
export type RetractInput = {
  /** When it ceased to be true, in valid time. Absent: saidAt. */
  at?: string | null | undefined;
  /** What no longer holds of the entity. */
  attribute: string;
  /** The circumstances to which the statement is limited, such as `work`, in any spelling. Absent: none. */
  context?: string | null | undefined;
  /** Whom it is about, by id. */
  entity?: string | null | undefined;
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
  target?: string | null | undefined;
  /** That entity, by name. */
  targetName?: string | null | undefined;
  /** The end of the time in which it is not true, in valid time, exclusive: from there on what was believed before holds again. Absent: no end. */
  until?: string | null | undefined;
  /** The value that no longer holds. */
  value?: string | null | undefined;
  /** The visibility of what is retracted: `tenant`, or `user:SUBJECT`. Beliefs of another visibility stay. */
  visibility?: string | null | undefined;
};

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

/** Whether a start was stated, or is the time of speaking. */
export type TimeBasis =
  /** The source does not say since when: the start is when it was said, and it may have begun before. */
  | 'OBSERVED'
  /** The source says when it began, as in “since 2018”. */
  | 'STATED';

export type BeliefFragment = { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } };

export type MemoryFragment = { id: string, text: string, status: MemoryStatus };

export type ClaimFragment = { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string, text: string, status: MemoryStatus } | null, beliefs: Array<{ id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }>, instead: { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } } | null, contradictions: Array<{ id: string, kind: ContradictionKind, status: ContradictionStatus }> };

export type JobFragment = { id: string, status: JobStatus, error: string | null, decisions: Array<{ outcome: Outcome, gate: string | null, reason: string, memory: { id: string, text: string, status: MemoryStatus } | null }> };

export type StoreMutationVariables = Exact<{
  input: AssertInput;
}>;


export type StoreMutation = { assertBelief: { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string, text: string, status: MemoryStatus } | null, beliefs: Array<{ id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }>, instead: { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } } | null, contradictions: Array<{ id: string, kind: ContradictionKind, status: ContradictionStatus }> } | null };

export type RetractMutationVariables = Exact<{
  input: RetractInput;
}>;


export type RetractMutation = { retractBelief: { outcome: Outcome, believed: boolean, warnings: Array<string>, memory: { id: string, text: string, status: MemoryStatus } | null, beliefs: Array<{ id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }>, instead: { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } } | null, contradictions: Array<{ id: string, kind: ContradictionKind, status: ContradictionStatus }> } | null };

export type RememberMutationVariables = Exact<{
  input: RememberInput;
}>;


export type RememberMutation = { remember: { id: string, status: JobStatus, error: string | null, decisions: Array<{ outcome: Outcome, gate: string | null, reason: string, memory: { id: string, text: string, status: MemoryStatus } | null }> } | null };

export type FindJobQueryVariables = Exact<{
  id: string;
}>;


export type FindJobQuery = { job: { id: string, status: JobStatus, error: string | null, decisions: Array<{ outcome: Outcome, gate: string | null, reason: string, memory: { id: string, text: string, status: MemoryStatus } | null }> } | null };

export type BeliefsQueryVariables = Exact<{
  id?: string | null | undefined;
  name?: string | null | undefined;
  attribute?: string | null | undefined;
  asOf?: AsOf | null | undefined;
  systemAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BeliefsQuery = { entity: { beliefs: { edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type TimelineQueryVariables = Exact<{
  id?: string | null | undefined;
  name?: string | null | undefined;
  attribute?: string | null | undefined;
  systemAt?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TimelineQuery = { entity: { timeline: Array<{ cursor: string | null, id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }> } | null };

export type RecallQueryVariables = Exact<{
  query: string;
  topic?: string | null | undefined;
  k?: number | null | undefined;
  asOf?: AsOf | null | undefined;
  entity?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type RecallQuery = { recall: { id: string, context: string, degraded: Array<string>, items: Array<{ score: number, via: Array<string>, memory: { id: string, text: string, status: MemoryStatus } }>, rules: Array<{ id: string, text: string, status: MemoryStatus }> } };

export type BeliefChangesSubscriptionVariables = Exact<{
  entity?: string | null | undefined;
  attribute?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type BeliefChangesSubscription = { beliefChanges: { cursor: string, change: { at: string, inserted: Array<{ id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }>, retired: Array<{ id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromText: string, validToText: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, startUnknown: boolean, endUnknown: boolean, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string, text: string } }> } } };

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
export const MemoryFragmentDoc = new TypedDocumentString(`
    fragment Memory on Memory {
  id
  text
  status
}
    `, {"fragmentName":"Memory"}) as unknown as TypedDocumentString<MemoryFragment, unknown>;
export const BeliefFragmentDoc = new TypedDocumentString(`
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}
    `, {"fragmentName":"Belief"}) as unknown as TypedDocumentString<BeliefFragment, unknown>;
export const ClaimFragmentDoc = new TypedDocumentString(`
    fragment Claim on AssertResult {
  outcome
  believed
  warnings
  memory {
    ...Memory
  }
  beliefs {
    ...Belief
  }
  instead {
    ...Belief
  }
  contradictions {
    id
    kind
    status
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}
fragment Memory on Memory {
  id
  text
  status
}`, {"fragmentName":"Claim"}) as unknown as TypedDocumentString<ClaimFragment, unknown>;
export const JobFragmentDoc = new TypedDocumentString(`
    fragment Job on Job {
  id
  status
  error
  decisions {
    outcome
    gate
    reason
    memory {
      ...Memory
    }
  }
}
    fragment Memory on Memory {
  id
  text
  status
}`, {"fragmentName":"Job"}) as unknown as TypedDocumentString<JobFragment, unknown>;
export const StoreDocument = new TypedDocumentString(`
    mutation Store($input: AssertInput!) {
  assertBelief(input: $input) {
    ...Claim
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}
fragment Memory on Memory {
  id
  text
  status
}
fragment Claim on AssertResult {
  outcome
  believed
  warnings
  memory {
    ...Memory
  }
  beliefs {
    ...Belief
  }
  instead {
    ...Belief
  }
  contradictions {
    id
    kind
    status
  }
}`) as unknown as TypedDocumentString<StoreMutation, StoreMutationVariables>;
export const RetractDocument = new TypedDocumentString(`
    mutation Retract($input: RetractInput!) {
  retractBelief(input: $input) {
    ...Claim
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}
fragment Memory on Memory {
  id
  text
  status
}
fragment Claim on AssertResult {
  outcome
  believed
  warnings
  memory {
    ...Memory
  }
  beliefs {
    ...Belief
  }
  instead {
    ...Belief
  }
  contradictions {
    id
    kind
    status
  }
}`) as unknown as TypedDocumentString<RetractMutation, RetractMutationVariables>;
export const RememberDocument = new TypedDocumentString(`
    mutation Remember($input: RememberInput!) {
  remember(input: $input) {
    ...Job
  }
}
    fragment Memory on Memory {
  id
  text
  status
}
fragment Job on Job {
  id
  status
  error
  decisions {
    outcome
    gate
    reason
    memory {
      ...Memory
    }
  }
}`) as unknown as TypedDocumentString<RememberMutation, RememberMutationVariables>;
export const FindJobDocument = new TypedDocumentString(`
    query FindJob($id: ID!) {
  job(id: $id) {
    ...Job
  }
}
    fragment Memory on Memory {
  id
  text
  status
}
fragment Job on Job {
  id
  status
  error
  decisions {
    outcome
    gate
    reason
    memory {
      ...Memory
    }
  }
}`) as unknown as TypedDocumentString<FindJobQuery, FindJobQueryVariables>;
export const BeliefsDocument = new TypedDocumentString(`
    query Beliefs($id: ID, $name: String, $attribute: String, $asOf: AsOf, $systemAt: DateTime, $first: Int, $after: String) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    beliefs(attribute: $attribute, asOf: $asOf, first: $first, after: $after) {
      edges {
        node {
          ...Belief
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}`) as unknown as TypedDocumentString<BeliefsQuery, BeliefsQueryVariables>;
export const TimelineDocument = new TypedDocumentString(`
    query Timeline($id: ID, $name: String, $attribute: String, $systemAt: DateTime, $first: Int, $after: String) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    timeline(
      attribute: $attribute
      systemAt: $systemAt
      first: $first
      after: $after
    ) {
      cursor
      ...Belief
    }
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}`) as unknown as TypedDocumentString<TimelineQuery, TimelineQueryVariables>;
export const RecallDocument = new TypedDocumentString(`
    query Recall($query: String!, $topic: String, $k: Int, $asOf: AsOf, $entity: ID, $timeZone: String) {
  recall(
    query: $query
    topic: $topic
    k: $k
    asOf: $asOf
    entity: $entity
    timeZone: $timeZone
  ) {
    id
    context
    degraded
    items {
      score
      via
      memory {
        ...Memory
      }
    }
    rules {
      ...Memory
    }
  }
}
    fragment Memory on Memory {
  id
  text
  status
}`) as unknown as TypedDocumentString<RecallQuery, RecallQueryVariables>;
export const BeliefChangesDocument = new TypedDocumentString(`
    subscription BeliefChanges($entity: ID, $attribute: String, $after: String) {
  beliefChanges(entity: $entity, attribute: $attribute, after: $after) {
    cursor
    change {
      at
      inserted {
        ...Belief
      }
      retired {
        ...Belief
      }
    }
  }
}
    fragment Belief on Belief {
  id
  attribute
  context
  value
  typedValue
  entity {
    id
    name
    kind
  }
  target {
    id
    name
    kind
  }
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
  memory {
    id
    text
  }
}`) as unknown as TypedDocumentString<BeliefChangesSubscription, BeliefChangesSubscriptionVariables>;