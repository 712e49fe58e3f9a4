"""What a new word changes of the records of a subject's consents."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from graph.clock import END_OF_TIME
from graph.governance.consents.consent_history import Word, change
from graph.model.gate.consent import EVERY, Permission, permission, read_standing, standing_text

DAWN = datetime(2024, 1, 1, tzinfo=UTC)
SPECIAL = ("health", "religion")
CATEGORIES = ("health", "religion", "work", "family")

words = st.lists(
    st.tuples(
        st.just(frozenset({EVERY}))
        | st.frozensets(st.sampled_from(CATEGORIES), min_size=1, max_size=3),
        st.booleans(),
        st.sampled_from(("consent", "contract")),
        # Several at one instant, too.
        st.integers(0, 2),
    ),
    max_size=8,
)


def live(told):
    """Say the words one after the other; all records, and what each word changed."""
    numbers, records, changes, at = count(), {}, [], DAWN
    for categories, granted, basis, days in told:
        at += timedelta(days=days)
        known = [one for one in records.values() if one.system_to == END_OF_TIME]
        word = Word(categories, Permission(granted, basis), "tester", at)
        ids = (f"k_{next(numbers)}" for _ in count())
        changed = change("e_ana", known, word, SPECIAL, ids)
        for one in changed.retired:
            records[one.id] = type(one)(**{**fields(one), "system_to": at})
        records |= {one.id: one for one in changed.added}
        changes.append((word, changed))
    return list(records.values()), changes


def fields(one):
    return {name: getattr(one, name) for name in one.__slots__}


def standing(records, valid_at=END_OF_TIME - timedelta(days=1)):
    """What holds at a time, as known at the end."""
    held = [
        one
        for one in records
        if one.system_to == END_OF_TIME and one.valid_from <= valid_at < one.valid_to
    ]
    return read_standing([standing_text(one.category, one.permission) for one in held]), held


def expected(told, category):
    """The last word that speaks of a category, by the rules of the guide."""
    found = None
    for categories, granted, basis, _ in told:
        for one in sorted(categories):
            speaks = one == category or (one == EVERY and not (granted and category in SPECIAL))
            if speaks:
                found = (granted, basis)
    return found


@given(words)
def test_the_last_word_on_a_category_holds(told):
    records, _ = live(told)
    found, held = standing(records)

    assert len({one.category for one in held}) == len(held)
    for category in ("health", "religion", "work", "family", "another"):
        said = permission(found, category, special=category in SPECIAL)
        assert (said and (said.granted, said.basis)) == expected(told, category), category


@given(words)
def test_what_held_before_a_word_is_told_as_before(told):
    records, changes = live(told)
    for number, (word, _) in enumerate(changes):
        earlier, _ = live(told[:number])
        before = word.at - timedelta(seconds=1)
        assert standing(records, before)[0] == standing(earlier, before)[0]


@given(words)
def test_no_record_is_empty_and_none_overlaps_another_of_its_category(told):
    records, _ = live(told)
    known = [one for one in records if one.system_to == END_OF_TIME]

    for one in known:
        assert one.valid_from < one.valid_to
    for one in known:
        for other in known:
            if one.id < other.id and one.category == other.category:
                assert one.valid_to <= other.valid_from or other.valid_to <= one.valid_from


@given(words)
def test_what_is_said_again_is_not_recorded_again(told):
    records, changes = live(told)
    if changes:
        word, _ = changes[-1]
        known = [one for one in records if one.system_to == END_OF_TIME]
        again = Word(word.categories, word.permission, "tester", word.at + timedelta(days=1))
        once = change("e_ana", known, again, SPECIAL, map(str, count()))
        known = [one for one in known if one not in once.retired] + list(once.added)
        assert change("e_ana", known, again, SPECIAL, map(str, count())).added == ()


def test_a_withdrawal_counts_where_members_of_an_identity_differ():
    texts = [
        standing_text("health", Permission(granted=True, basis="consent")),
        standing_text("health", Permission(granted=False, basis="withdrawn")),
    ]
    for given_order in (texts, texts[::-1]):
        said = permission(read_standing(given_order), "health", special=True)
        assert said == Permission(granted=False, basis="withdrawn")


def test_a_grant_of_everything_covers_no_special_category():
    every = read_standing([standing_text(EVERY, Permission(granted=True, basis="contract"))])

    assert permission(every, "health", special=True) is None
    assert permission(every, "work", special=False) == Permission(granted=True, basis="contract")
    assert permission(every, None, special=False) == Permission(granted=True, basis="contract")
    gone = read_standing([standing_text(EVERY, Permission(granted=False, basis="asked"))])
    assert permission(gone, "health", special=True) == Permission(granted=False, basis="asked")
