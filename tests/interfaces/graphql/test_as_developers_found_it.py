"""What application developers stumbled over: each is answered in words that help."""

from __future__ import annotations

import pytest

from graph.database.session import Session
from graph.errors import StoreUnavailable
from graph.vocabulary import Role

SAY = """
mutation ($name: String!, $attribute: String!, $value: String, $kind: SourceKind, $from: DateTime) {
  assertBelief(input: {
    entityName: $name, attribute: $attribute, value: $value, sourceKind: $kind, validFrom: $from
  }) { outcome believed warnings instead { value } memory { id entity { id } } }
}
"""


async def say(ask, value, attribute="job_title", **given):
    told = await ask(SAY, name="Ana", attribute=attribute, value=value, **given)
    return told["assertBelief"]


async def test_an_operation_that_fails_leaves_the_answers_of_its_sisters(ask):
    response = await ask.post("""mutation {
      one: assertBelief(input: {entityName: "Ana", attribute: "likes", value: "tea"}) { outcome }
      two: assertBelief(input: {entityName: "", attribute: "likes", value: "milk"}) { outcome }
    }""")
    body = response.json()

    assert body["data"] == {"one": {"outcome": "STORED"}, "two": None}
    assert [error["path"] for error in body["errors"]] == [["two"]]


@pytest.mark.parametrize("name", [None, "C"])
async def test_of_several_operations_one_has_to_be_named(ask, http, name):
    body = {"query": 'query A { attributes { name } } mutation B { runTask(name: "x") { name } }'}
    body |= {"operationName": name} if name else {}
    headers = {"Authorization": f"Bearer {ask.token}"}
    answer = (await http.post("/graphql", json=body, headers=headers)).json()

    assert not answer.get("data")
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_ARGUMENT"


async def test_one_of_several_operations_runs_by_name(ask, http):
    body = {"query": "query A { attributes { name } } query B { __typename }", "operationName": "B"}
    headers = {"Authorization": f"Bearer {ask.token}"}

    answer = (await http.post("/graphql", json=body, headers=headers)).json()
    assert answer == {"data": {"__typename": "Query"}}


async def test_a_number_of_thousands_of_digits_is_out_of_range(ask):
    query = "{ entities(first: %s) { totalCount } }" % ("9" * 4_400)
    errors = (await ask.post(query)).json()["errors"]

    assert [error["extensions"]["code"] for error in errors] == ["OUT_OF_RANGE"]


DIGITS = "9" * 4_400


@pytest.mark.parametrize("variables", ['{"n": %s}', '{"n": %s.5}', '{"other": [%s]}'])
async def test_such_a_number_in_variables_is_out_of_range_too(ask, http, variables):
    query, given = "query($n: Int) { entities(first: $n) { totalCount } }", variables % DIGITS
    headers = {"Authorization": f"Bearer {ask.token}", "Content-Type": "application/json"}
    body = f'{{"query": "{query}", "variables": {given}}}'
    answers = [
        await http.post("/graphql", content=body, headers=headers),
        await http.get("/graphql", params={"query": query, "variables": given}, headers=headers),
    ]

    codes = [answer.json()["errors"][0]["extensions"]["code"] for answer in answers]
    assert codes == ["OUT_OF_RANGE"] * 2


async def test_what_cannot_be_read_does_not_read_as_if_it_were_not_there(ask, db, monkeypatch):
    said = await say(ask, "nurse")
    read = db.read

    async def failing(name, /, **given):
        if name.startswith("read/memories"):
            raise StoreUnavailable("Neo4j does not answer")
        return await read(name, **given)

    monkeypatch.setattr(Session, "read", lambda _, name, /, **given: failing(name, **given))
    query = "query ($id: ID!) { viewer { tenant } memory(id: $id) { text } }"
    answer = (await ask.post(query, {"id": said["memory"]["id"]})).json()

    assert answer["data"] is None
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAVAILABLE"]


async def test_a_claim_says_whether_it_is_believed_and_what_is_instead(ask):
    first = await say(ask, "nurse")
    same = await say(ask, "nurse")
    beaten = await say(ask, "pilot", kind="WEB")

    assert (first["believed"], first["instead"]) == (True, None)
    assert (same["outcome"], same["believed"]) == ("CONFIRMED", True)
    assert (beaten["believed"], beaten["instead"]) == (False, {"value": "nurse"})


async def test_a_retraction_is_believed_if_it_ends_something(ask, clock):
    await say(ask, "nurse")
    clock.advance(minutes=1)
    told = await ask("""mutation { retractBelief(input: {
      entityName: "Ana", attribute: "job_title"
    }) { outcome believed } }""")

    assert told["retractBelief"] == {"outcome": "STORED", "believed": True}


async def test_a_retraction_of_what_nobody_believed_says_so(ask, clock):
    await say(ask, "nurse")
    clock.advance(minutes=1)
    told = await ask("""mutation { retractBelief(input: {
      entityName: "Ana", attribute: "job_title", value: "pilot"
    }) { outcome believed warnings } }""")

    assert told["retractBelief"] == {
        "outcome": "STORED",
        "believed": False,
        "warnings": ["nothing was believed of it that this could end"],
    }


READ = """query ($attribute: String!, $name: String = "Ana") {
  entity(name: $name) { timeline(attribute: $attribute) { value } }
  beliefs(attribute: "colour_of_eyes") { edges { node { value } } }
}"""


async def test_what_is_read_of_an_unknown_attribute_is_empty_and_says_so_beside(ask):
    await say(ask, "nurse")
    answer = (await ask.post(READ, {"attribute": "job_titel"})).json()
    good = READ.replace("colour_of_eyes", "occupation")
    known = (await ask.post(good, {"attribute": "city"})).json()

    assert answer["data"]["entity"]["timeline"] == []
    assert answer["extensions"]["warnings"] == [
        "there is no attribute `job_titel`: is `job_title` meant?",
        "there is no attribute `colour_of_eyes`",
    ]
    assert "errors" not in answer
    assert "extensions" not in known


async def test_a_model_brings_in_no_attribute_that_is_a_slip_for_a_known_one(login, ask):
    model = login(ask.tenant, role=Role.MODEL, actor="agent")
    said = {"entityName": "Ana", "attribute": "job_titel", "value": "nurse"}
    for mutation in ("assertBelief(input: $said)", "retractBelief(input: $said)"):
        kind = "AssertInput" if "assert" in mutation else "RetractInput"
        query = f"mutation ($said: {kind}!) {{ {mutation} {{ outcome }} }}"
        refused = await model.refused(query, said=said)
        assert (refused["code"], refused["field"]) == ("INVALID_ARGUMENT", "input.attribute")
        assert "did you mean job_title?" in refused["hint"]
    query = "mutation ($said: AssertInput!) { assertBelief(input: $said) { outcome } }"
    for attribute in ("job_title", "occupation", "eye_colour", "works_as"):
        await model(query, said=said | {"attribute": attribute})
    await ask(
        'mutation ($p: JSON!) { applyPolicy(policy: $p, reason: "loose") }',
        p={"strictAttributes": False},
    )
    assert (await model(query, said=said))["assertBelief"]["outcome"] == "QUARANTINED"


@pytest.mark.parametrize(
    ("attribute", "meant"),
    [
        ("job_titel", "job_title"),
        ("jobtitle", "job_title"),
        ("emploer", "works_at"),
        ("job_title", None),
        ("colour", None),
        ("ages", None),
    ],
)
async def test_a_name_one_letter_from_an_attributes_is_pointed_out(ask, attribute, meant):
    told = await say(ask, "nurse", attribute=attribute)

    assert [f"`{meant}`" in one for one in told["warnings"]] == ([] if meant is None else [True])


async def test_who_works_somewhere_is_found_from_there(ask):
    for name in ("Ana", "Bob"):
        await ask(
            """mutation ($name: String!) { assertBelief(input: {
          entityName: $name, attribute: "works_at", targetName: "Acme", targetKind: "organization"
        }) { outcome } }""",
            name=name,
        )
    await say(ask, "Acme", attribute="likes")
    told = await ask("""{ entity(name: "Acme") {
      incoming { totalCount edges { node { attribute entity { name } } } }
      none: incoming(attribute: "manager") { totalCount }
    } }""")

    edges = told["entity"]["incoming"]["edges"]
    assert {(one["node"]["attribute"], one["node"]["entity"]["name"]) for one in edges} == {
        ("works_at", "Ana"),
        ("works_at", "Bob"),
    }
    assert told["entity"]["none"]["totalCount"] == 0
