"""Whatever is done to a chain is found; what was left alone, or only redacted, verifies."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graph.database.audit.chain import (
    FINDINGS_MAX,
    GENESIS,
    REDACTED_UNSEALED,
    Flaw,
    Head,
    SealedRecord,
    canonical_form,
    link,
    reason_digest,
    resume,
    verify,
)

START = datetime(2026, 1, 1, tzinfo=UTC)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
FIELDS = [one.name for one in fields(SealedRecord)]


def record(sequence: int, said: Any) -> SealedRecord:
    """A record that is yet to be hashed."""
    actor, subject, gate, policy, reason = said
    salt = None if reason is None else f"salt {sequence}"
    return SealedRecord(
        tenant="t",
        sequence=sequence,
        id=f"a_{sequence}",
        at=START + timedelta(seconds=sequence // 2),
        actor=actor,
        action="assert",
        subject=subject,
        gate=gate,
        policy=policy,
        reason=reason,
        salt=salt,
        reason_digest=None if salt is None else reason_digest(salt, reason),
        hash="",
    )


def sealed(said: list[Any]) -> list[SealedRecord]:
    """The chain of what was said."""
    chain: list[SealedRecord] = []
    previous = GENESIS
    for number, one in enumerate(said, 1):
        found = record(number, one)
        previous = link(previous, found)
        chain.append(replace(found, hash=previous))
    return chain


def head_of(chain: list[SealedRecord]) -> Head:
    return Head("t", chain[-1].sequence, chain[-1].hash, START)


def optional(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


SAID = st.tuples(
    TEXTS, optional(TEXTS), optional(TEXTS), optional(st.integers(0, 9)), optional(TEXTS)
)
CHAINS = st.lists(SAID, min_size=1, max_size=8).map(sealed)
LONGER = st.lists(SAID, min_size=2, max_size=8).map(sealed)


def flaws(found: Any) -> set[Flaw]:
    return {one.flaw for one in found.findings}


@given(CHAINS)
def test_what_was_left_alone_is_sound(chain):
    report = verify(chain, head_of(chain), [head_of(chain[:1]), head_of(chain)])

    assert report.sound
    assert (report.records, report.last) == (len(chain), (len(chain), chain[-1].hash))


def test_an_empty_chain_is_sound_unless_a_head_says_that_there_was_more():
    assert verify([]).sound
    assert verify([], Head("t", 0, GENESIS, START)).sound
    assert flaws(verify([], anchors=[Head("t", 2, "x", START)])) == {Flaw.MISSING}


def altered(one: SealedRecord, name: str) -> Any:
    """Another value for a field, that its type has."""
    held = getattr(one, name)
    if name == "at":
        return held + timedelta(microseconds=1)
    if name in ("sequence", "policy"):
        return (held or 0) + 1
    return f"{held or ''}!"


@given(CHAINS, st.data())
def test_a_field_that_is_altered_is_found(chain, data):
    at = data.draw(st.integers(0, len(chain) - 1))
    name = data.draw(st.sampled_from(FIELDS))
    before = head_of(chain)
    chain[at] = replace(chain[at], **{name: altered(chain[at], name)})

    assert not verify(chain, before).sound


@given(CHAINS, st.data())
def test_a_field_that_is_taken_away_is_found_unless_reason_and_salt_go_together(chain, data):
    at = data.draw(st.integers(0, len(chain) - 1))
    name = data.draw(st.sampled_from([one for one in FIELDS if one not in ("sequence", "hash")]))
    if getattr(chain[at], name) is None:
        return
    before = head_of(chain)
    chain[at] = replace(chain[at], **{name: None})

    assert not verify(chain, before).sound


@given(CHAINS, st.data())
def test_a_record_that_is_altered_and_hashed_anew_is_found_by_the_next_or_the_head(chain, data):
    at = data.draw(st.integers(0, len(chain) - 1))
    before = head_of(chain)
    changed = replace(chain[at], actor="somebody else!!")
    previous = GENESIS if at == 0 else chain[at - 1].hash
    chain[at] = replace(changed, hash=link(previous, changed))

    assert not verify(chain, before).sound


@given(CHAINS, st.data())
def test_records_that_are_dropped_are_found_also_at_the_end(chain, data):
    gone = data.draw(st.sets(st.integers(0, len(chain) - 1), min_size=1))
    left = [one for number, one in enumerate(chain) if number not in gone]
    report = verify(left, head_of(chain))

    assert flaws(report) == {Flaw.MISSING}
    assert flaws(verify(left, anchors=[head_of(chain)])) == {Flaw.MISSING}


@given(LONGER, st.data())
def test_two_records_that_change_places_are_found(chain, data):
    one, other = data.draw(
        st.lists(st.integers(0, len(chain) - 1), min_size=2, max_size=2, unique=True)
    )
    before = head_of(chain)
    swapped = list(chain)
    swapped[one], swapped[other] = chain[other], chain[one]
    renumbered = list(chain)
    renumbered[one] = replace(chain[other], sequence=chain[one].sequence)
    renumbered[other] = replace(chain[one], sequence=chain[other].sequence)

    assert not verify(swapped, before).sound
    assert not verify(renumbered, before).sound


@given(LONGER, st.data())
def test_an_end_that_is_cut_off_and_written_anew_is_found_by_a_head_that_was_kept(chain, data):
    kept = data.draw(st.integers(0, len(chain) - 1))
    forged = chain[:kept]
    for number in range(kept + 1, len(chain) + 1):
        told = record(number, ("forger!", None, None, None, None))
        previous = forged[-1].hash if forged else GENESIS
        forged.append(replace(told, hash=link(previous, told)))

    assert verify(forged, head_of(forged)).sound
    assert flaws(verify(forged, head_of(forged), [head_of(chain)])) == {Flaw.HEAD}


@given(CHAINS)
def test_a_redacted_reason_leaves_the_chain_sound_and_is_counted(chain):
    bare = [replace(one, reason=None, salt=None) for one in chain]
    report = verify(bare, head_of(chain))

    assert report.sound
    assert report.redacted == sum(one.reason is not None for one in chain)


def test_what_was_redacted_before_it_was_sealed_is_counted_too():
    told = replace(record(1, ("a", None, None, None, None)), reason_digest=REDACTED_UNSEALED)
    chain = [replace(told, hash=link(GENESIS, told))]

    assert verify(chain, head_of(chain)).redacted == 1


def test_the_digest_of_a_reason_cannot_be_guessed_without_its_salt():
    assert reason_digest("one", "because") != reason_digest("other", "because")
    assert reason_digest("one", "because") == reason_digest("one", "because")


def test_the_form_that_is_hashed_stays_as_it_is():
    told = record(1, ("ann", "m_1", None, 3, None))

    assert canonical_form(told) == (
        '{"action":"assert","actor":"ann","at":"2026-01-01T00:00:00Z","gate":null,"id":"a_1",'
        '"policy":3,"reasonDigest":null,"sequence":1,"subject":"m_1","tenant":"t"}'
    )
    assert link(GENESIS, told) == (
        "e346fec725f7ad82578281c08788711cac204b614ff51dba381555b10dacec6d"
    )


def test_a_head_that_lags_or_differs_is_found():
    chain = sealed([("a", None, None, None, None)] * 3)
    behind = replace(head_of(chain), sequence=2)
    other = replace(head_of(chain), hash="0" * 64)

    assert flaws(verify(chain, behind)) == {Flaw.HEAD}
    assert flaws(verify(chain, other)) == {Flaw.HEAD}


def test_sealing_goes_on_at_the_head_and_leaves_a_gap_where_it_is_gone_or_behind():
    assert resume(None, None) == (0, GENESIS)
    assert resume((3, "h"), 3) == (3, "h")
    assert resume((3, "h"), 1) == (3, "h")
    assert resume((3, "h"), None) == (3, "h")
    assert resume(None, 3) == (4, GENESIS)
    assert resume((2, "h"), 3) == (4, GENESIS)


def test_no_more_findings_are_listed_than_can_be_read():
    chain = sealed([("a", None, None, None, None)] * (FINDINGS_MAX + 5))
    report = verify([replace(one, actor="b") for one in chain])

    assert (len(report.findings), report.more) == (FINDINGS_MAX, 5)
