"""Single claims out of proposals."""

from datetime import UTC, datetime

from extraction.model.candidates import (
    Bound,
    Candidate,
    Confirmation,
    ListObject,
    LiteralObject,
)
from extraction.pipeline.splitting import split_claims
from graph.vocabulary import MemoryType, Precision, TimeBasis

NOW = datetime(2025, 5, 1, tzinfo=UTC)
END = Bound(text="until 2020", at=datetime(2020, 1, 1, tzinfo=UTC), precision=Precision.YEAR)


def candidate(**given):
    return Candidate(
        **{
            "type": MemoryType.FACT,
            "subject": "I",
            "predicate": "knows",
            "object": LiteralObject(literal="Java"),
            "text": "t",
            "importance": 0.6,
            "source_confidence": "direct",
            "span": "s",
            "turn": "p_1",
            **given,
        }
    )


def test_a_list_is_one_claim_for_each_member():
    listed = ListObject(list=(LiteralObject(literal="Java"), LiteralObject(literal="React")))
    found = split_claims([candidate(object=listed), candidate()], NOW)

    assert [claim.object.literal for claim in found] == ["Java", "React", "Java"]


def test_what_is_single_stays_as_it_is():
    alone = [candidate(), candidate(object=None, negative=True)]
    confirmation = Confirmation(confirms="m_1", span="s", turn="p_1")

    assert split_claims([*alone, confirmation], NOW) == [*alone, confirmation]


def test_a_period_that_is_over_was_so_before_and_is_not_so_after():
    before, after = split_claims([candidate(end=END, vouched_until=NOW)], NOW)

    assert (before.negative, before.basis) == (False, TimeBasis.OBSERVED)
    assert (before.start, before.start_unknown, before.end) == (None, True, END)
    assert not after.start_unknown
    assert (after.negative, after.basis, after.start, after.end) == (
        True,
        TimeBasis.STATED,
        END,
        None,
    )
    assert before.vouched_until is after.vouched_until is None


def test_a_period_with_a_start_or_with_an_end_ahead_is_one_claim():
    start = Bound(text="2018", at=datetime(2018, 1, 1, tzinfo=UTC), precision=Precision.YEAR)
    ahead = Bound(text="until June", at=datetime(2025, 6, 1, tzinfo=UTC))
    whole = [
        candidate(start=start, end=END),
        candidate(end=ahead),
        candidate(end=END, negative=True),
    ]

    assert split_claims(whole, NOW) == whole


def test_what_is_over_stays_one_claim():
    over = [candidate(end_unknown=True), candidate(start=END, end_unknown=True)]

    assert split_claims(over, NOW) == over
