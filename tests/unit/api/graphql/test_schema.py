"""The schema: printed and current, true to the contract, and bounded."""

from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLNamedType, build_schema, parse, print_ast
from graphql.language import OperationDefinitionNode

from api.graphql.limits import check, measure
from api.graphql.request.descriptions import ARGUMENTS
from api.graphql.request.query_limits import Bounds
from api.graphql.schema import SCHEMA, print_sdl
from graph.errors import TooLarge
from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[4]
OURS = build_schema(print_sdl())
BOUNDS = Bounds.of(Settings())
CONTRACT = build_schema((ROOT / "tests" / "contract.graphql").read_text())

# What the contract does not have; a client that knows only the contract never meets it.
ADDED_TYPES = {
    "AskedPeriod",
    "AuditHead",
    "ClaimPair",
    "Calibration",
    "ChangeKind",
    "ClaimPairConnection",
    "ClaimPairEdge",
    "ConversationFormat",
    "ConventionProposal",
    "CreatedWebhook",
    "DeadLetter",
    "ConventionProposalConnection",
    "ConventionProposalEdge",
    "DateOrder",
    "ErasurePreview",
    "Hop",
    "ImportConversationInput",
    "ImportOmission",
    "ImportRefusal",
    "ImportResult",
    "LeftOut",
    "Neighbour",
    "Neighbourhood",
    "MarkInput",
    "OpenQuestion",
    "Reliability",
    "ReliabilityBand",
    "Role",
    "Sample",
    "Sheet",
    "SheetConnection",
    "SheetEdge",
    "SimilarMemories",
    "SimilarMemoriesConnection",
    "SimilarMemoriesEdge",
    "SimilarityStatus",
    "SimilarityVerdict",
    "Slot",
    "Unsettled",
    "UnsettledConnection",
    "UnsettledEdge",
    "Viewer",
    "Webhook",
    "WebhookInput",
}
PAGING = ("first", "after")
ADDED = {
    "Contradiction.rejection",
    "Attribute.targetKind",
    "AttributeInput.targetKind",
    *(f"AuditRecord.{name}" for name in ("hash", "policyVersion", "sequence")),
    "Belief.cursor",
    "Belief.memoryId",
    "Belief.visibility",
    "RetractInput.visibility",
    "Consent.fell",
    "Decision.policyVersion",
    "DistrustResult.changed",
    "Memory.calibrationVersion",
    "Memory.statedConfidence",
    "Mutation.importConversation",
    *(f"Mutation.review({beyond})" for beyond in ("value", "target")),
    *(
        f"Mutation.{name}(dryRun)"
        for name in (
            "assertBelief",
            "correctMemory",
            "resolveContradiction",
            "retractBelief",
            "review",
            "revokeMemory",
        )
    ),
    "Query.entity(systemAt)",
    *(f"Waiting.{name}" for name in ("entityName", "policyVersion")),
    "ErasureReceipt.compactedAt",
    "Episode.turns",
    "Evidence.excerpt",
    *(f"Entity.{name}({paging})" for name in ("history", "timeline") for paging in PAGING),
    "Rejection.target",
    *(f"Memory.valid{name}" for name in ("FromBasis", "FromPrecision", "ToPrecision")),
    *(f"{kind}.valid{end}Text" for kind in ("Belief", "Memory") for end in ("From", "To")),
    "AssertInput.precisionTo",
    *(f"RetractInput.{name}" for name in ("precision", "precisionTo")),
    *(f"Mutation.correctMemory({name})" for name in ("precision", "precisionTo")),
    *(f"Mutation.correctMemory({name})" for name in ("startUnknown", "endUnknown")),
    *("AssertInput.valid", "Mutation.correctMemory(valid)"),
    *(
        f"{kind}.{bound}Unknown"
        for kind in ("AssertInput", "Belief", "Memory")
        for bound in ("start", "end")
    ),
    "Entity.formerly",
    "Entity.history(systemAt)",
    *(f"Evidence.{name}Utf16" for name in ("start", "end")),
    *(f"Job.{name}" for name in ("opening", "session")),
    "Query.jobs(newestFirst)",
    *(f"Query.memories({beyond})" for beyond in ("attribute", "session")),
    *(f"AssertResult.{name}" for name in ("believed", "instead", "warnings")),
    "Entity.incoming",
    "Entity.neighbourhood",
    "Entity.absorbed",
    "Entity.slots",
    "Entity.related(hops)",
    "Query.auditHead",
    "Query.contradictingClaims",
    "Query.erasure",
    "Query.erasurePreview",
    "Mutation.eraseSession",
    *(f"Mutation.{what}Webhook" for what in ("create", "delete", "retry")),
    "Query.webhooks",
    "Query.calibration",
    "Query.sheets",
    "Query.similarMemories",
    "Mutation.dismissSimilar",
    "Query.recall(speaker)",
    "Query.recall(timeZone)",
    *(f"Usage.{kind}Tokens" for kind in ("thinking", "written")),
    "Mutation.applyCalibration",
    "Mutation.markMemories",
    "Mutation.scheduleConsolidation",
    "Query.unsettled",
    "Query.viewer",
    *(f"Recall.{name}" for name in ("at", "leftOut", "period", "query", "questions")),
    "Query.conventionProposals",
    *(f"Mutation.{name}Convention" for name in ("accept", "dismiss")),
    *(f"ConsolidationGroup.{name}" for name in ("lost", "why")),
    *(f"ConsolidationResult.{name}" for name in ("unembedded", "why")),
}


def own_types() -> list[str]:
    """The types that both have."""
    return sorted(name for name in OURS.type_map if name in CONTRACT.type_map)


def members(named: GraphQLNamedType) -> dict[str, Any]:
    return {**getattr(named, "fields", {}), **getattr(named, "values", {})}


def arguments(schema: Any) -> dict[str, str]:
    """Every argument and input field of the contract's own types, with its type and default."""
    found = {}
    for type_name in own_types():
        for name, member in members(schema.type_map[type_name]).items():
            for argument_name, argument in getattr(member, "args", {}).items():
                place = f"{type_name}.{name}({argument_name})"
                found[place] = (str(argument.type), given(argument))
            if hasattr(member, "type"):
                default = given(member) if hasattr(member, "default_value") else None
                found[f"{type_name}.{name}"] = (str(member.type), default)
    return found


def given(argument: Any) -> str | None:
    default = argument.default
    if default is None:
        return None
    return print_ast(default.literal) if default.literal else str(default.value)


def test_the_committed_schema_is_the_one_that_is_served():
    assert (ROOT / "api" / "graphql" / "schema.graphql").read_text() == print_sdl()


def test_every_type_field_and_argument_is_the_contracts():
    theirs, ours = arguments(CONTRACT), arguments(OURS)

    added = {name for name in OURS.type_map if name not in CONTRACT.type_map}
    assert {name for name in added if not name.startswith("__")} == ADDED_TYPES
    # A mutation that fails is null, so that the answers of its sisters stay.
    for place, (kind, default) in theirs.items():
        if place.startswith("Mutation.") and "(" not in place:
            theirs[place] = (kind.removesuffix("!"), default)
    differing = {place for place, kind in ours.items() if theirs.get(place) != kind}
    assert {place if place in ADDED else place.partition("(")[0] for place in differing} == ADDED
    for name in own_types():
        if hasattr(OURS.type_map[name], "values"):
            assert members(OURS.type_map[name]).keys() == members(CONTRACT.type_map[name]).keys()
        if hasattr(OURS.type_map[name], "interfaces"):
            assert {one.name for one in OURS.type_map[name].interfaces} == {
                one.name for one in CONTRACT.type_map[name].interfaces
            }


def test_all_that_the_contract_promises_is_served():
    missing = [name for name in CONTRACT.type_map if name not in OURS.type_map]
    served = arguments(OURS)
    absent = [place for place in arguments(CONTRACT) if place not in served]

    assert missing == []
    assert absent == []


@pytest.mark.parametrize(
    "name", [name for name in sorted({*own_types(), *ADDED_TYPES}) if name[0].isupper()]
)
def test_everything_public_says_what_it_is(name: str):
    named = OURS.type_map[name]

    assert named.description or named.name in {"ID", "String", "Int", "Float", "Boolean"}
    for member_name, member in members(named).items():
        assert member.description, f"{name}.{member_name}"
        for argument_name, argument in getattr(member, "args", {}).items():
            assert argument.description, f"{name}.{member_name}({argument_name})"


def test_no_argument_is_described_that_is_not_there():
    places = {
        (f"{name}.{member_name}({argument_name})", argument_name)
        for name, named in OURS.type_map.items()
        if not name.startswith("__")
        for member_name, member in members(named).items()
        for argument_name in getattr(member, "args", {})
    }
    # A place with words of its own does not need those of the name.
    by_name = {name for place, name in places if place not in ARGUMENTS}

    assert ARGUMENTS.keys() - {place for place, _ in places} == by_name


def measured(query: str, **variables: Any):
    document = parse(query)
    operation = document.definitions[0]
    assert isinstance(operation, OperationDefinitionNode)
    return measure(SCHEMA._schema, document, operation, variables)


def test_cost_grows_with_the_pages_asked_for():
    query = "query ($n: Int) { beliefs(first: $n) { edges { node { id entity { name } } } } }"

    assert measured(query, n=1).cost == 1 + 5
    assert measured(query, n=100).cost == 1 + 100 * 5
    assert measured(query).cost == 1 + 50 * 5
    assert measured(query, n=10**9).cost == 1 + 500 * 5


def test_what_reads_much_of_a_store_costs_more_than_its_fields():
    many = " ".join(f"c{number}: check {{ message }}" for number in range(21))

    assert measured("{ check(sample: 1) { message } }").cost > 5_000
    assert measured(f"{{ {many} }}").cost > Settings().query_cost


@pytest.mark.parametrize("field", ["timeline", 'history(attribute: "job")'])
def test_a_plain_list_in_pages_costs_what_it_may_hold(field: str):
    paged = field[:-1] + ", first: 7)" if field.endswith(")") else field + "(first: 7)"
    asked = '{{ entity(name: "Ann") {{ {} {{ value memories {{ id }} }} }} }}'

    assert measured(asked.format(paged)).cost == 1 + 1 + 7 * (1 + 1 + 10)
    assert measured(asked.format(field)).cost == 1 + 1 + 500 * (1 + 1 + 10)


def test_turns_cost_what_stands_around_an_episode():
    asked = 'query ($n: Int) {{ node(id: "p_1") {{ ... on Episode {{ turns{} {{ text }} }} }} }}'

    assert measured(asked.format("")).cost == 1 + 1 + 5
    assert measured(asked.format("(before: 0, after: $n)"), n=1).cost == 1 + 1 + 2
    assert measured(asked.format("(before: 99, after: $n)"), n=-1).cost == 1 + 1 + 21
    assert measured(asked.format("(before: null, after: $n)")).cost == 1 + 1 + 5


def test_pages_in_pages_are_too_dear():
    page = (
        "entities(first: 500) { edges { node { beliefs(first: 500) { edges { node { id } } } } } }"
    )

    with pytest.raises(TooLarge):
        check(measured(f"{{ {page} }}"), BOUNDS)
    check(measured(f"{{ {page.replace('500', '50')} }}"), BOUNDS)


def test_fragments_within_fragments_are_measured_once_each():
    doubled = "\n".join(
        f"fragment F{n} on Entity {{"
        f" a{n}: mergedInto {{ ...F{n + 1} }} b{n}: mergedInto {{ ...F{n + 1} }} }}"
        for n in range(200)
    )
    query = f'{{ entity(id: "e_1") {{ ...F0 }} }} {doubled} fragment F200 on Entity {{ id }}'

    with pytest.raises(TooLarge):
        check(measured(query), BOUNDS)


def test_depth_and_aliases_are_bounded():
    deep = "mergedInto { " * 20 + "id" + " }" * 20
    wide = " ".join(f'e{n}: entity(id: "e_1") {{ id }}' for n in range(40))

    for query in (f'{{ entity(id: "e_1") {{ {deep} }} }}', f"{{ {wide} }}"):
        with pytest.raises(TooLarge):
            check(measured(query), BOUNDS)


def test_a_page_of_no_given_size_counts_as_the_default():
    assert measured("{ entities { edges { cursor } } }").cost == 1 + 50 * 2
    assert measured("{ entities(first: null) { edges { cursor } } }").cost == 1 + 50 * 2
