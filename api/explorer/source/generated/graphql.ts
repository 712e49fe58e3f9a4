/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A point on each time axis; nested fields do not inherit it. */
export type AsOf = {
  /** As known when, by this system. Absent: now; never in the future. */
  systemAt?: string | null | undefined;
  /** True when, in the world. Absent: now. */
  validAt?: string | null | undefined;
};

/** How exactly a bound of an interval was said. */
export type Precision =
  | 'DAY'
  | 'DECADE'
  | 'HOUR'
  | 'INSTANT'
  | 'MONTH'
  | 'QUARTER'
  | 'SEASON'
  | 'WEEK'
  | 'YEAR';

/** What a token allows. */
export type Role =
  | 'MODEL'
  | 'OWNER'
  | 'READER'
  | 'REVIEWER'
  | 'WRITER';

/** Where an episode came from. */
export type SourceKind =
  | 'ASSISTANT'
  | 'DOCUMENT'
  | 'SYSTEM'
  | 'TOOL'
  | 'USER'
  | 'WEB';

/** Whether a start was stated, or is the time of speaking. */
export type TimeBasis =
  | 'OBSERVED'
  | 'STATED';

export type EntityNameFragment = { id: string, name: string, kind: string };

export type BeliefCellFragment = { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null, confirmations: number } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { tenant: string, actor: string, role: Role, expiresAt: string | null, fields: Array<string> } };

export type EntityQueryVariables = Exact<{
  id: string | number;
}>;


export type EntityQuery = { entity: { aliases: Array<string>, id: string, name: string, kind: string, mergedInto: { id: string, name: string, kind: string } | null } | null };

export type EntityBeliefsQueryVariables = Exact<{
  id: string | number;
  asOf?: AsOf | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type EntityBeliefsQuery = { entity: { id: string, beliefs: { totalCount: number | null, edges: Array<{ node: { id: string, attribute: string, context: string | null, value: string | null, typedValue: unknown, validFrom: string, validTo: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, systemFrom: string, systemTo: string | null, confidence: number, contested: boolean, visibility: string, target: { id: string, name: string, kind: string } | null, memory: { id: string, sourceKind: SourceKind, speaker: string | null, confirmations: number } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EntityHeldQueryVariables = Exact<{
  id: string | number;
}>;


export type EntityHeldQuery = { contradictions: { edges: Array<{ node: { id: string, attribute: string, context: string | null, challenger: { id: string, text: string, value: string | null, validFrom: string | null, validTo: string | null } } }> } };

export type EntityGraphQueryVariables = Exact<{
  id: string | number;
  depth: number;
  asOf?: AsOf | null | undefined;
  first: number;
}>;


export type EntityGraphQuery = { entity: { id: string, neighbourhood: { whole: boolean, entities: Array<{ distance: number, entity: { id: string, name: string, kind: string } }>, relations: Array<{ id: string, attribute: string, context: string | null, validFrom: string, validTo: string | null, validFromPrecision: Precision, validToPrecision: Precision | null, validFromBasis: TimeBasis, contested: boolean, visibility: string, entity: { id: string, name: string, kind: string }, target: { id: string, name: string, kind: string } | null, memory: { id: string } }> } } | null };

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
export const EntityNameFragmentDoc = new TypedDocumentString(`
    fragment EntityName on Entity {
  id
  name
  kind
}
    `, {"fragmentName":"EntityName"}) as unknown as TypedDocumentString<EntityNameFragment, unknown>;
export const BeliefCellFragmentDoc = new TypedDocumentString(`
    fragment BeliefCell on Belief {
  id
  attribute
  context
  value
  typedValue
  validFrom
  validTo
  validFromPrecision
  validToPrecision
  validFromBasis
  systemFrom
  systemTo
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
    confirmations
  }
}
    fragment EntityName on Entity {
  id
  name
  kind
}`, {"fragmentName":"BeliefCell"}) as unknown as TypedDocumentString<BeliefCellFragment, unknown>;
export const ViewerDocument = {"__meta__":{"hash":"sha256:9ee5e9ac38bef6f7ecd064914113a40d65f9454560c4b3ed360df0da2f80fbe9"}} as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const EntityDocument = {"__meta__":{"hash":"sha256:b72429caa6ebf51c676aeeb8ade2cafde69186125481fcddf29bc4f56290568b"}} as unknown as TypedDocumentString<EntityQuery, EntityQueryVariables>;
export const EntityBeliefsDocument = {"__meta__":{"hash":"sha256:36b337597aefd7248285179fae7b4a7320daf866eb380d0457a428bf8ef41f23"}} as unknown as TypedDocumentString<EntityBeliefsQuery, EntityBeliefsQueryVariables>;
export const EntityHeldDocument = {"__meta__":{"hash":"sha256:5da9f59dd8844c494f591df0787a35e1a267422ec8c4e20f8b3446e34af46536"}} as unknown as TypedDocumentString<EntityHeldQuery, EntityHeldQueryVariables>;
export const EntityGraphDocument = {"__meta__":{"hash":"sha256:038081d2e729a4036decee21e0c4513400f62ccedbd189da352d46a606f79910"}} as unknown as TypedDocumentString<EntityGraphQuery, EntityGraphQueryVariables>;
export const EntitiesDocument = {"__meta__":{"hash":"sha256:ab5dbbeb24002e9eb15abe4e1e5e2aab43e3d8aee43ec92dd3785d1e7c5091e2"}} as unknown as TypedDocumentString<EntitiesQuery, EntitiesQueryVariables>;