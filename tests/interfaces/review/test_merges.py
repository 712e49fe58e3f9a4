"""Proposals to merge, and the way between two entities, on the command line."""

import pytest

from tests.support.command_line import CommandLine
from tests.support.fake_messages_api import Reply, serving

RECORDS = [
    {"entity": "Liz Moss", "attribute": "works_at", "target": "Acme", "valid_from": "2020"},
    {"entity": "Elizabeth Moss", "attribute": "lives_in", "value": "Lisbon", "valid_from": "2022"},
    {"entity": "Tom Kim", "attribute": "works_at", "target": "Acme", "valid_from": "2021"},
]


@pytest.fixture
def doxa(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.mark.long
def test_a_pair_is_proposed_and_accepted(doxa):
    proposed = doxa.json("merges", "propose")
    assert proposed["proposed"] == 1
    [one] = proposed["mergeProposals"]
    assert {one["one"]["name"], one["other"]["name"]} == {"Liz Moss", "Elizabeth Moss"}
    assert "Liz" in doxa("merges", "list").out

    merged = doxa.json("merges", "accept", one["id"])["entity"]
    assert {"Liz Moss", "Elizabeth Moss"} <= {merged["name"], *merged["aliases"]}
    assert doxa.json("merges", "list")["mergeProposals"] == []
    again = doxa("merges", "accept", one["id"], "--json")
    assert (again.code, again.error["code"]) == (2, "CONFLICT")

    way = doxa.json("path", "Elizabeth Moss", "Tom Kim")["path"]
    assert [step["attribute"] for step in way] == ["works_at", "works_at"]
    assert doxa.json("path", "Elizabeth Moss", "Tom Kim", "--depth", "1")["path"] == []
    assert doxa("check").code == 0


@pytest.mark.long
def test_a_pair_is_dismissed_for_good(doxa):
    [one] = doxa.json("merges", "propose")["mergeProposals"]
    done = doxa.json("merges", "dismiss", one["id"], "--reason", "mother and daughter")

    assert done["mergeProposal"]["status"] == "DISMISSED"
    assert doxa.json("merges", "propose")["proposed"] == 0
    listed = doxa.json("merges", "list", "--status", "dismissed")["mergeProposals"]
    assert [each["reason"] for each in listed] == ["mother and daughter"]
    unknown = doxa("merges", "accept", "mp_0123456789abcdef", "--json")
    assert (unknown.code, unknown.error["code"]) == (2, "NOT_FOUND")


ALIKE = {
    "works_at": "the harbour office of Rotterdam",
    "hobby": "rebuilding wooden boats",
    "has_pet": "a parrot called Captain",
    "likes": "salted liquorice",
}
SAME = '{"verdict": "same", "cites": ["a1", "a2", "b1", "b2"]}'


@pytest.fixture
def of_like_people(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    records = [
        {"entity": name, "attribute": attribute, "value": value, "valid_from": "2020"}
        for name in ("Bob", "Robert Weber", "Liz Moss", "Elizabeth Moss")
        for attribute, value in ALIKE.items()
    ]
    doxa.json("load", doxa.file("people.jsonl", records))
    return doxa


@pytest.mark.long
def test_where_they_are_configured_vectors_propose_and_a_model_judges(of_like_people):
    doxa = of_like_people
    # Empty names the default model.
    doxa.extra["DOXA_EMBEDDING_MODEL"] = ""
    with serving() as api:
        api.otherwise = Reply(text=SAME)
        doxa.extra["DOXA_ANTHROPIC_URL"] = api.url
        found = doxa.json("merges", "propose")
        again = doxa("merges", "propose")

    assert [found[name] for name in ("proposed", "judged", "merged", "why")] == [2, 2, 1, None]
    [bob] = found["mergeProposals"]
    assert {bob["one"]["name"], bob["other"]["name"]} == {"Bob", "Robert Weber"}
    assert bob["reasons"][-2:] == [
        "what is believed of both is alike (1.00)",
        "the model takes them for one, by: has pet, hobby",
    ]
    assert len(api.requests) == 2
    assert "a model judged 0, and 0 of them were merged" in again.out
    [liz] = doxa.json("merges", "list", "--status", "accepted")["mergeProposals"]
    assert liz["reasons"][-1].startswith("the model takes them for one")
    assert doxa("check").code == 0
    [day] = doxa.json("stats")["days"]
    assert (day["calls"], ":identity-" in day["extractor"]) == (2, True)


@pytest.mark.long
def test_over_the_budget_the_rest_waits_and_that_is_said(of_like_people):
    doxa = of_like_people
    with serving() as api:
        api.otherwise = Reply(text=SAME)
        doxa.extra.update({"DOXA_ANTHROPIC_URL": api.url, "DOXA_BUDGET_TOKENS": "100"})
        first = doxa("merges", "propose")
        doxa.json(
            "load",
            doxa.file(
                "more.jsonl",
                [
                    {"entity": name, "attribute": attribute, "value": value, "valid_from": "2020"}
                    for name in ("Bill Kim", "William Kim")
                    for attribute, value in ALIKE.items()
                ],
            ),
        )
        over = doxa("merges", "propose")

    assert "1 of them were merged" in first.out
    assert "more are pending: the day's budget of 100 tokens is spent" in over.out
    assert "Bill Kim" in over.out
    assert len(api.requests) == 1
