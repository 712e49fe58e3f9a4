"""The GraphQL operations behind the tools."""

from __future__ import annotations

_BELIEF = """
fragment Told on Belief {
  id attribute context value target { id name } validFrom validTo validFromText validToText
  validFromPrecision validToPrecision validFromBasis startUnknown endUnknown
  systemFrom systemTo confidence contested memory { id text }
}
"""
_CLAIM = """
fragment Claim on AssertResult {
  outcome warnings
  memory { id text status }
  beliefs { ...Told }
  contradictions { id status attribute held { id text } challenger { id text } }
}
"""

RECALL = """
query ($query: String!, $topic: String, $k: Int, $asOf: AsOf, $timeZone: String) {
  recall(query: $query, topic: $topic, k: $k, asOf: $asOf, timeZone: $timeZone) {
    id context degraded period { validFrom validTo }
    items {
      score via memory { id text confidence: currentConfidence saidAt speaker negative }
      belief { validFromText validToText }
    }
    rules { text }
    questions { text contradiction { id } }
  }
}
"""
RULES = (
    """{ recall(query: "the user's constraints and conventions", k: 1) { rules { text tags } } }"""
)
BELIEFS = (
    """
query (
  $id: ID, $name: String, $attribute: String, $first: Int, $asOf: AsOf, $systemAt: DateTime
) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    id name
    beliefs(attribute: $attribute, first: $first, asOf: $asOf) {
      edges { node { ...Told } }
    }
  }
}
"""
    + _BELIEF
)
TIMELINE = (
    """
query ($id: ID, $name: String, $attribute: String, $systemAt: DateTime, $first: Int) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    id name
    beliefs: timeline(attribute: $attribute, systemAt: $systemAt, first: $first) { ...Told }
    formerly(attribute: $attribute, systemAt: $systemAt) {
      id text attribute value target { name } saidAt speaker
    }
  }
}
"""
    + _BELIEF
)
HISTORY = (
    """
query ($id: ID, $name: String, $attribute: String!, $first: Int) {
  entity(id: $id, name: $name) {
    id name beliefs: history(attribute: $attribute, first: $first) { ...Told }
  }
}
"""
    + _BELIEF
)
ENTITY = "query ($id: ID, $name: String) { entity(id: $id, name: $name) { id name } }"
DIFF = (
    """
query ($entity: ID!, $from: AsOf!, $to: AsOf!) {
  diff(entity: $entity, from: $from, to: $to) { inserted { ...Told } retired { ...Told } }
}
"""
    + _BELIEF
)
RELATED = """
query (
  $id: ID, $name: String, $relation: [String!], $depth: Int, $first: Int, $asOf: AsOf,
  $systemAt: DateTime
) {
  entity(id: $id, name: $name, systemAt: $systemAt) {
    id name
    related(relation: $relation, depth: $depth, first: $first, asOf: $asOf) {
      edges {
        distance node { id name kind }
        path { attribute entity { id name } target { id name } validFromText validToText }
      }
      pageInfo { hasNextPage }
    }
  }
}
"""
WHY = "query ($recall: ID!, $memory: ID!) { why(recall: $recall, memory: $memory) }"
JOB = """
query ($id: ID!) {
  job(id: $id) {
    id status session error decisions { outcome gate reason memory { id text status } }
  }
}
"""
MEMORY = "query ($id: ID!) { memory(id: $id) { id text } }"
NODE = """
query ($id: ID!) {
  node(id: $id) { id ... on Entity { name } ... on Memory { text } ... on Episode { text } }
}
"""
CONTRADICTIONS = """
query ($first: Int) {
  contradictions(status: OPEN, first: $first) {
    edges {
      node {
        id status attribute context entity { id name } held { id text speaker saidAt }
        challenger { id text speaker saidAt }
      }
    }
  }
}
"""
CONTRADICTION = """
query ($id: ID!) {
  node(id: $id) {
    ... on Contradiction { id attribute entity { name } held { text } challenger { text } }
  }
}
"""
REMEMBER = """
mutation ($input: RememberInput!) { remember(input: $input) { id status session error } }
"""
RETRACT = (
    """
mutation ($input: RetractInput!) { retractBelief(input: $input) { ...Claim } }
"""
    + _CLAIM
    + _BELIEF
)
CORRECT = (
    """
mutation (
  $id: ID!, $value: String, $validFrom: DateTime, $validTo: DateTime, $valid: String,
  $reason: String!
) {
  correctMemory(
    id: $id, value: $value, validFrom: $validFrom, validTo: $validTo, valid: $valid,
    reason: $reason
  ) { ...Claim }
}
"""
    + _CLAIM
    + _BELIEF
)
RESOLVE = (
    """
mutation ($id: ID!, $resolution: Resolution!, $reason: String) {
  resolveContradiction(id: $id, resolution: $resolution, reason: $reason) { ...Claim }
}
"""
    + _CLAIM
    + _BELIEF
)
CONSOLIDATE = """
mutation ($topic: String!, $threshold: Float, $dryRun: Boolean) {
  consolidate(topic: $topic, threshold: $threshold, dryRun: $dryRun) {
    applied groups { canonical originals { id text } memory { id } }
  }
}
"""
ERASE = """
mutation ($subject: ID!, $reason: String!) {
  erase(subject: $subject, reason: $reason) { id complete residue deleted }
}
"""
