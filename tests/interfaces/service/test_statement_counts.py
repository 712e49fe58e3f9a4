"""How many statements an operation takes: as many for thirty things as for one."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from graphql import build_schema, get_named_type, is_leaf_type, is_required_argument

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.proposals.reliability.sheets import draw_sheet

SDL = Path(__file__).parents[3] / "api" / "graphql" / "schema.graphql"
QUERY = build_schema(SDL.read_text()).query_type
# Each of these asks a question of its own for each entity or belief, a page that begins where
# its cursor says; what an operation may cost bounds how many.
A_PAGE_EACH = {
    "entities.formerly",
    "entities.incoming",
    "entities.related",
    "entities.neighbourhood",
    # No pages: each counts as many as it may have, so that many are refused.
    "entities.slots",
    "recalls.leftOut",
    "beliefs.coincident",
}
# Nothing here brings about any: two memories are similar by their vectors, and a convention is
# proposed of what several sessions show.
NONE_HERE = {"similarMemories", "conventionProposals"}
SIZES = (1, 30)
# A list that lies in parts is read part by part.
PARTS = 3
ADD = """
mutation ($name: String!, $short: String!) {
  old: assertBelief(input: {entityName: $name, entityKind: "person", attribute: "job_title",
    value: "nurse", validFrom: "2020-01-01T00:00:00Z"}) { outcome }
  new: assertBelief(input: {entityName: $name, attribute: "job_title", value: "judge",
    validFrom: "2023-01-01T00:00:00Z"}) { outcome }
  relation: assertBelief(input: {entityName: $name, attribute: "works_at", targetName: "Acme",
    evidence: "works at Acme"}) { outcome }
  held: assertBelief(input: {entityName: $name, attribute: "job_title", value: "pilot",
    sourceKind: DOCUMENT, validFrom: "2024-01-01T00:00:00Z"}) { outcome }
  waiting: assertBelief(input: {entityName: $name, attribute: "hobby", value: "golf",
    sourceKind: WEB, evidence: "plays golf"}) { outcome }
  alike: assertBelief(input: {entityName: $short, entityKind: "person", attribute: "likes",
    value: "tea"}) { outcome }
  wrong: assertBelief(input: {entityName: $name, attribute: "likes", value: "milk"}) {
    memory { id }
  }
}
"""
REVOKE = 'mutation ($id: ID!) { revokeMemory(id: $id, reason: "no") { id } }'
REMEMBER = "mutation ($text: String!) { remember(input: {messages: [{text: $text}]}) { id } }"
RECALL = "query ($asked: String!) { recall(query: $asked) { id } }"


def leaves(kind):
    """A selection of all that is plain and needs no argument."""
    chosen = [
        name
        for name, field in kind.fields.items()
        if is_leaf_type(get_named_type(field.type)) and not needs(field)
    ]
    return " ".join(chosen) or "__typename"


def needs(field):
    return any(is_required_argument(one) for one in field.args.values())


def node_of(kind):
    """What a connection lists; another type is what it is."""
    if not kind.name.endswith("Connection"):
        return kind
    return get_named_type(get_named_type(kind.fields["edges"].type).fields["node"].type)


def selected(kind, inside):
    return f"edges {{ node {{ {inside} }} }}" if kind.name.endswith("Connection") else inside


def operations():
    """Each list of the schema, with each field that leads on from what it lists."""
    for root, field in QUERY.fields.items():
        kind = get_named_type(field.type)
        if needs(field) or "first" not in field.args:
            continue
        for name, inner in node_of(kind).fields.items():
            of = get_named_type(inner.type)
            if needs(inner) or is_leaf_type(of):
                continue
            page = "(first: 10)" if "first" in inner.args else ""
            within = f"{name}{page} {{ {selected(of, leaves(node_of(of)))} }}"
            yield (
                f"{root}.{name}",
                f"{{ {root}(first: {SIZES[-1]}) {{ {selected(kind, within)} }} }}",
            )


OPERATIONS = {name: query for name, query in operations() if name not in A_PAGE_EACH}


async def people(ask, db, number):
    """People who changed their jobs, with something that waits, is disputed or was wrong."""

    async def add(place):
        family = f"Moss{chr(97 + place % 26)}{chr(97 + place // 26)}"
        name = f"Elizabeth {family}"
        told = await ask(ADD, name=name, short=f"Liz {family}")
        await ask(REVOKE, id=told["wrong"]["memory"]["id"])
        await ask(REMEMBER, text=f"{name} lives in Porto.")
        await ask(RECALL, asked=f"Where does {name} work?")

    for first in range(0, number, 10):
        await asyncio.gather(*map(add, range(first, min(first + 10, number))))
    await drain(db, OfflineExtractor(), ask.tenant)
    await ask("mutation { proposeMerges }")
    await draw_sheet(db, ask.tenant, datetime.now(UTC))


@pytest.mark.long
async def test_no_operation_takes_a_statement_for_each_thing(db, store, service, login):
    taken = {name: [] for name in OPERATIONS}
    told = {name: [] for name in OPERATIONS}
    for number in SIZES:
        ask = login()
        await people(ask, db, number)
        for name, query in OPERATIONS.items():
            before = store.executed
            told[name].append(len(str(await ask(query))))
            taken[name].append(store.executed - before)

    assert {name: found for name, found in taken.items() if found[-1] > found[0] + PARTS} == {}
    # What tells as little of thirty as of one has not been measured.
    assert {name.partition(".")[0] for name, found in told.items() if found[0] == found[-1]} == (
        NONE_HERE
    )
