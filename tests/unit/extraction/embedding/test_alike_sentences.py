"""Why likeness alone confirms nothing: what the default model makes of sentences of one value."""

from __future__ import annotations

import pytest

from extraction.embedding.onnx_model import OnnxEmbedder
from graph.database.embeddings.vectors import cosine
from graph.limits import SimilarityLimits
from graph.proposals.similarity.comparing import wording

# Each says the same as the other.
SAME = [
    ("Ana lives in Lisbon.", "Ana's home is in Lisbon."),
    ("Ana lives in Lisbon.", "Ana resides in Lisbon."),
    ("Ana lives in Lisbon.", "Ana is based in Lisbon."),
    ("Ana likes green tea.", "Ana is fond of green tea."),
    ("Ana likes green tea.", "Ana enjoys green tea."),
    ("Ana works at Lidl.", "Ana is employed by Lidl."),
    ("Ana works at Lidl.", "Ana has a job at Lidl."),
    ("Ana works at Lidl.", "Lidl is Ana's employer."),
    ("Ana is married to Tom.", "Ana's husband is Tom."),
    ("Ana is allergic to nuts.", "Ana has a nut allergy."),
    ("Ana speaks French.", "Ana is fluent in French."),
    ("Ana speaks French.", "Ana knows French."),
    ("Ana drives a Volvo.", "Ana's car is a Volvo."),
    ("Ana studied physics.", "Ana has a degree in physics."),
    ("Ana plays the violin.", "Ana's instrument is the violin."),
    ("Ana has a dog called Rex.", "Ana owns a dog called Rex."),
    ("Ana was born in Porto.", "Ana's birthplace is Porto."),
    ("Ana is a nurse.", "Ana works as a nurse."),
    ("Ana is a nurse.", "Ana's profession is nurse."),
    ("Ana's favourite colour is blue.", "Ana likes the colour blue best."),
    ("Ana deploys on Fridays.", "Ana ships releases on Fridays."),
    ("Ana uses Postgres.", "Ana's database is Postgres."),
    ("Ana is reading Dune.", "Ana's current book is Dune."),
    ("Ana wants to learn Rust.", "Ana plans to learn Rust."),
    ("Ana votes for the Greens.", "Ana supports the Greens."),
]
# The value is the same, and what is said of it is not.
OTHER = [
    ("Ana lives in Lisbon.", "Ana works in Lisbon."),
    ("Ana lives in Lisbon.", "Ana was born in Lisbon."),
    ("Ana lives in Lisbon.", "Ana studied in Lisbon."),
    ("Ana lives in Lisbon.", "Ana wants to move to Lisbon."),
    ("Ana lives in Lisbon.", "Ana left Lisbon."),
    ("Ana lives in Lisbon.", "Ana visited Lisbon."),
    ("Ana likes green tea.", "Ana hates green tea."),
    ("Ana likes green tea.", "Ana is allergic to green tea."),
    ("Ana likes green tea.", "Ana used to like green tea."),
    ("Ana likes green tea.", "Ana sells green tea."),
    ("Ana works at Lidl.", "Ana shops at Lidl."),
    ("Ana works at Lidl.", "Ana quit Lidl."),
    ("Ana works at Lidl.", "Ana applied at Lidl."),
    ("Ana works at Lidl.", "Ana wants to work at Lidl."),
    ("Ana is married to Tom.", "Ana is divorced from Tom."),
    ("Ana is married to Tom.", "Ana is engaged to Tom."),
    ("Ana speaks French.", "Ana is learning French."),
    ("Ana speaks French.", "Ana teaches French."),
    ("Ana drives a Volvo.", "Ana sold a Volvo."),
    ("Ana drives a Volvo.", "Ana wants a Volvo."),
    ("Ana studied physics.", "Ana teaches physics."),
    ("Ana plays the violin.", "Ana used to play the violin."),
    ("Ana plays the violin.", "Ana is learning the violin."),
    ("Ana is a nurse.", "Ana wants to be a nurse."),
    ("Ana is a nurse.", "Ana was a nurse."),
    ("Ana deploys on Fridays.", "Ana rests on Fridays."),
    ("Ana deploys on Fridays.", "Ana freezes deploys on Fridays."),
    ("Ana uses Postgres.", "Ana dropped Postgres."),
    ("Ana is reading Dune.", "Ana finished reading Dune."),
    ("Ana votes for the Greens.", "Ana works for the Greens."),
    ("Ana wants to learn Rust.", "Ana teaches Rust."),
    ("Ana manages Tom.", "Ana reports to Tom."),
    ("Ana trusts Tom.", "Ana distrusts Tom."),
]


@pytest.fixture(scope="module")
def alike():
    """How many pairs have the cosine from which on two may say the same."""
    model = OnnxEmbedder.default()

    def count(pairs):
        vectors = [model.embed(list(pair)) for pair in pairs]
        return sum(cosine(*pair) >= SimilarityLimits().same for pair in vectors)

    return count


def test_likeness_does_not_tell_the_same_from_something_else(alike):
    # The shares of the decision, within what another build of the runtime may round.
    assert abs(alike(SAME) - 17) <= 1
    assert abs(alike(OTHER) - 13) <= 1


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_the_words_tell_something_else_apart(one, other):
    assert wording(one) != wording(other)
