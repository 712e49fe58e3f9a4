"""One statement at a shell: believed, ended, put right; its history, and what it leads to."""

from __future__ import annotations

import pytest


def shown(beliefs):
    return [(one["value"], one["validFrom"][:10], (one["validTo"] or "")[:10]) for one in beliefs]


def test_a_statement_is_believed_and_shows_how_exactly_its_start_is_known(doxa):
    done = doxa.json("assert", "Ada", "job_title", "nurse", "--from", "2024-05")
    told = doxa("beliefs", "Ada")

    assert done["outcome"] == "STORED"
    assert done["beliefs"][0]["validFromPrecision"] == "MONTH"
    assert " 2024-05 " in told.out


@pytest.mark.long
def test_the_value_of_a_relation_is_another_entity_by_name_or_id(doxa):
    first = doxa.json("assert", "Ada", "works_at", "Acme")
    [belief] = first["beliefs"]
    again = doxa.json("assert", "Ben", "works_at", belief["target"]["id"])

    assert belief["target"]["name"] == "Acme"
    assert again["beliefs"][0]["target"] == belief["target"]


def test_what_is_retracted_held_until_then(doxa):
    doxa.json("assert", "Ada", "job_title", "nurse", "--from", "2020")
    doxa.json("retract", "Ada", "job_title", "--at", "2023", "--reason", "she left")

    assert doxa.json("beliefs", "Ada")["beliefs"] == []
    assert shown(doxa.json("timeline", "Ada")["beliefs"]) == [("nurse", "2020-01-01", "2023-01-01")]


@pytest.mark.long
def test_what_is_corrected_was_never_so_and_stays_in_the_history(doxa):
    memory = doxa.json("assert", "Ada", "job_title", "baker", "--from", "2020")["memory"]
    doxa.json("correct", memory, "--value", "brewer", "--from", "2021", "--reason", "misheard")
    [belief] = doxa.json("beliefs", "Ada")["beliefs"]
    versions = doxa.json("history", "Ada", "job_title")["beliefs"]

    assert shown([belief]) == [("brewer", "2021-01-01", "")]
    assert [(one["value"], one["systemTo"] is None) for one in versions] == [
        ("baker", False),
        ("brewer", True),
    ]
    assert "baker" in doxa("history", "Ada", "job_title").out


@pytest.mark.long
def test_a_corrected_relation_leads_to_the_other_entity(doxa):
    memory = doxa.json("assert", "Ada", "works_at", "Acme")["memory"]
    done = doxa.json("correct", memory, "--value", "Beta", "--reason", "misheard")

    assert done["beliefs"][0]["target"]["name"] == "Beta"


def test_an_attribute_one_letter_from_a_known_one_is_stored_with_a_warning(doxa):
    ended = doxa("assert", "Ada", "livs_in", "Porto")

    assert (ended.code, ended.out.split(":")[0]) == (0, "STORED")
    assert "`livs_in` is new: is `lives_in` meant?" in ended.err


@pytest.mark.long
def test_a_question_about_an_unknown_attribute_says_that_there_is_none(doxa):
    doxa.json("assert", "Ada", "lives_in", "Porto")
    for words in (
        ("beliefs", "Ada", "--attribute", "livs_in"),
        ("timeline", "Ada", "--attribute", "livs_in"),
        ("history", "Ada", "livs_in"),
    ):
        ended = doxa(*words)
        assert ended.code == 0
        assert "there is no attribute `livs_in`: is `lives_in` meant?" in ended.err
    assert doxa("beliefs", "Ada", "--attribute", "city").err == ""


@pytest.mark.parametrize(
    ("words", "code", "field"),
    [
        (["Ada", "job_title", ""], "EMPTY", "value"),
        (["Ada", "job_title", "nurse", "--from", "2024-13"], "OUT_OF_RANGE", "--from"),
        (["Ada", "job_title", "nurse", "--from", "2024-05-01T09:00"], "NAIVE_TIME", "--from"),
        (
            ["Ada", "job_title", "nurse", "--from", "2024", "--until", "2023"],
            "INVERTED_INTERVAL",
            "--until",
        ),
    ],
    ids=["empty", "month", "naive", "inverted"],
)
def test_a_statement_that_makes_no_sense_changes_nothing(doxa, words, code, field):
    ended = doxa("assert", *words, "--json")

    assert (ended.code, ended.error["code"], ended.error["field"]) == (2, code, field)
    assert doxa("beliefs", "Ada").code == 2


@pytest.mark.long
def test_what_is_related_is_listed_nearest_first_with_the_way_there(doxa):
    doxa.json("assert", "Ada", "spouse", "Ben", "--from", "2020")
    doxa.json("assert", "Ben", "works_at", "Acme", "--from", "2022")
    near = doxa.json("related", "Ada")["related"]
    far = doxa.json("related", "Ada", "--depth", "2")["related"]
    before = doxa.json("related", "Ada", "--depth", "2", "--valid-at", "2021")["related"]

    assert [one["entity"]["name"] for one in near] == ["Ben"]
    assert [(one["entity"]["name"], one["distance"]) for one in far] == [("Ben", 1), ("Acme", 2)]
    assert len(far[1]["path"]) == 2
    assert [one["entity"]["name"] for one in before] == ["Ben"]
    assert "Ada spouse Ben; Ben works_at Acme" in " ".join(
        doxa("related", "Ada", "--depth", "2").out.split()
    )
