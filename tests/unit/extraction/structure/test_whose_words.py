"""Messages with traps: half are pasted things with a sentence of the speaker's own around.

A row of ``tests/data/whose_words.jsonl`` is a message of Mike's: ``own`` are words of his that have
to be read, ``others`` words that must never be taken for his.
"""

import json
from pathlib import Path

import pytest

from extraction.structure.split import split
from tests.support.offline_claims import claims

ROWS = Path(__file__).parents[3] / "data" / "whose_words.jsonl"
SAMPLE = 12


def rows():
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def claimed(row):
    return " | ".join(str(value) for _, _, value in claims(row["text"], speaker="Mike"))


def taken(row):
    """What of others' words is claimed in a row."""
    found = claimed(row)
    return [words for words in row["others"] if words in found]


def test_there_are_four_hundred_messages_half_of_them_with_something_pasted():
    kinds = [row["kind"] for row in rows()]

    assert len(kinds) >= 400
    assert sum(kind not in ("own", "nothing", "quoted") for kind in kinds) >= 200


def test_nothing_of_the_speakers_is_lost_and_nothing_of_others_is_taken():
    wrong = {}
    for row in rows():
        shown = split(row["text"], "Mike").own_text()
        lost = [words for words in row["own"] if words not in shown]
        if lost or any(words in shown for words in row["others"]):
            wrong[row["id"]] = shown
    assert wrong == {}


def test_no_claim_is_made_of_others_words_in_a_sample():
    assert {row["id"]: found for row in rows()[::SAMPLE] if (found := taken(row))} == {}


@pytest.mark.long
def test_no_claim_is_made_of_others_words():
    assert {row["id"]: found for row in rows() if (found := taken(row))} == {}
