/* eslint-disable */
import * as types from './graphql';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "fragment EntityName on Entity {\n  id\n  name\n  kind\n}\n\nfragment BeliefCell on Belief {\n  id\n  attribute\n  context\n  value\n  typedValue\n  validFrom\n  validTo\n  validFromPrecision\n  validToPrecision\n  validFromBasis\n  systemFrom\n  systemTo\n  confidence\n  contested\n  visibility\n  target {\n    ...EntityName\n  }\n  memory {\n    id\n    sourceKind\n    speaker\n    confirmations\n  }\n}": typeof types.EntityNameFragmentDoc,
    "query Viewer {\n  viewer {\n    tenant\n    actor\n    role\n    expiresAt\n    fields\n  }\n}": typeof types.ViewerDocument,
    "query Entity($id: ID!) {\n  entity(id: $id) {\n    ...EntityName\n    aliases\n    mergedInto {\n      ...EntityName\n    }\n  }\n}\n\nquery EntityBeliefs($id: ID!, $asOf: AsOf, $first: Int!, $after: String) {\n  entity(id: $id) {\n    id\n    beliefs(asOf: $asOf, first: $first, after: $after) {\n      edges {\n        node {\n          ...BeliefCell\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      totalCount\n    }\n  }\n}\n\nquery EntityHeld($id: ID!) {\n  contradictions(status: OPEN, entity: $id, first: 50) {\n    edges {\n      node {\n        id\n        attribute\n        context\n        challenger {\n          id\n          text\n          value\n          validFrom\n          validTo\n        }\n      }\n    }\n  }\n}": typeof types.EntityDocument,
    "query EntityGraph($id: ID!, $depth: Int!, $asOf: AsOf, $first: Int!) {\n  entity(id: $id) {\n    id\n    neighbourhood(depth: $depth, asOf: $asOf, first: $first) {\n      entities {\n        distance\n        entity {\n          ...EntityName\n        }\n      }\n      relations {\n        id\n        attribute\n        context\n        validFrom\n        validTo\n        validFromPrecision\n        validToPrecision\n        validFromBasis\n        contested\n        visibility\n        entity {\n          ...EntityName\n        }\n        target {\n          ...EntityName\n        }\n        memory {\n          id\n        }\n      }\n      whole\n    }\n  }\n}": typeof types.EntityGraphDocument,
    "query Entities($search: String, $kind: String, $first: Int!, $after: String) {\n  entities(search: $search, kind: $kind, first: $first, after: $after) {\n    edges {\n      node {\n        ...EntityName\n        aliases\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}": typeof types.EntitiesDocument,
};
const documents: Documents = {
    "fragment EntityName on Entity {\n  id\n  name\n  kind\n}\n\nfragment BeliefCell on Belief {\n  id\n  attribute\n  context\n  value\n  typedValue\n  validFrom\n  validTo\n  validFromPrecision\n  validToPrecision\n  validFromBasis\n  systemFrom\n  systemTo\n  confidence\n  contested\n  visibility\n  target {\n    ...EntityName\n  }\n  memory {\n    id\n    sourceKind\n    speaker\n    confirmations\n  }\n}": types.EntityNameFragmentDoc,
    "query Viewer {\n  viewer {\n    tenant\n    actor\n    role\n    expiresAt\n    fields\n  }\n}": types.ViewerDocument,
    "query Entity($id: ID!) {\n  entity(id: $id) {\n    ...EntityName\n    aliases\n    mergedInto {\n      ...EntityName\n    }\n  }\n}\n\nquery EntityBeliefs($id: ID!, $asOf: AsOf, $first: Int!, $after: String) {\n  entity(id: $id) {\n    id\n    beliefs(asOf: $asOf, first: $first, after: $after) {\n      edges {\n        node {\n          ...BeliefCell\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      totalCount\n    }\n  }\n}\n\nquery EntityHeld($id: ID!) {\n  contradictions(status: OPEN, entity: $id, first: 50) {\n    edges {\n      node {\n        id\n        attribute\n        context\n        challenger {\n          id\n          text\n          value\n          validFrom\n          validTo\n        }\n      }\n    }\n  }\n}": types.EntityDocument,
    "query EntityGraph($id: ID!, $depth: Int!, $asOf: AsOf, $first: Int!) {\n  entity(id: $id) {\n    id\n    neighbourhood(depth: $depth, asOf: $asOf, first: $first) {\n      entities {\n        distance\n        entity {\n          ...EntityName\n        }\n      }\n      relations {\n        id\n        attribute\n        context\n        validFrom\n        validTo\n        validFromPrecision\n        validToPrecision\n        validFromBasis\n        contested\n        visibility\n        entity {\n          ...EntityName\n        }\n        target {\n          ...EntityName\n        }\n        memory {\n          id\n        }\n      }\n      whole\n    }\n  }\n}": types.EntityGraphDocument,
    "query Entities($search: String, $kind: String, $first: Int!, $after: String) {\n  entities(search: $search, kind: $kind, first: $first, after: $after) {\n    edges {\n      node {\n        ...EntityName\n        aliases\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}": types.EntitiesDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment EntityName on Entity {\n  id\n  name\n  kind\n}\n\nfragment BeliefCell on Belief {\n  id\n  attribute\n  context\n  value\n  typedValue\n  validFrom\n  validTo\n  validFromPrecision\n  validToPrecision\n  validFromBasis\n  systemFrom\n  systemTo\n  confidence\n  contested\n  visibility\n  target {\n    ...EntityName\n  }\n  memory {\n    id\n    sourceKind\n    speaker\n    confirmations\n  }\n}"): typeof import('./graphql').EntityNameFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Viewer {\n  viewer {\n    tenant\n    actor\n    role\n    expiresAt\n    fields\n  }\n}"): typeof import('./graphql').ViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Entity($id: ID!) {\n  entity(id: $id) {\n    ...EntityName\n    aliases\n    mergedInto {\n      ...EntityName\n    }\n  }\n}\n\nquery EntityBeliefs($id: ID!, $asOf: AsOf, $first: Int!, $after: String) {\n  entity(id: $id) {\n    id\n    beliefs(asOf: $asOf, first: $first, after: $after) {\n      edges {\n        node {\n          ...BeliefCell\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      totalCount\n    }\n  }\n}\n\nquery EntityHeld($id: ID!) {\n  contradictions(status: OPEN, entity: $id, first: 50) {\n    edges {\n      node {\n        id\n        attribute\n        context\n        challenger {\n          id\n          text\n          value\n          validFrom\n          validTo\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql').EntityDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query EntityGraph($id: ID!, $depth: Int!, $asOf: AsOf, $first: Int!) {\n  entity(id: $id) {\n    id\n    neighbourhood(depth: $depth, asOf: $asOf, first: $first) {\n      entities {\n        distance\n        entity {\n          ...EntityName\n        }\n      }\n      relations {\n        id\n        attribute\n        context\n        validFrom\n        validTo\n        validFromPrecision\n        validToPrecision\n        validFromBasis\n        contested\n        visibility\n        entity {\n          ...EntityName\n        }\n        target {\n          ...EntityName\n        }\n        memory {\n          id\n        }\n      }\n      whole\n    }\n  }\n}"): typeof import('./graphql').EntityGraphDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Entities($search: String, $kind: String, $first: Int!, $after: String) {\n  entities(search: $search, kind: $kind, first: $first, after: $after) {\n    edges {\n      node {\n        ...EntityName\n        aliases\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}"): typeof import('./graphql').EntitiesDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
