"""The check of one slot: clean on what the claims add up to, and blind to no damage."""

from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graph.clock import END_OF_TIME
from graph.history.integrity import replay
from graph.history.integrity.replay import Link, Recorded, Version
from graph.history.integrity.slot_invariants import SlotRecord, find_violations
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import project
from graph.model.slot_keys import slot_parent
from tests.oracle.oracle import C
from tests.support.slot_strategies import as_claim, day, slots

PARENT = slot_parent("t", "e", "lives_in", None)


def recorded(claims: list[Claim]) -> SlotRecord:
    """The slot as a faithful store keeps it, one claim recorded each day."""
    versions: list[Version] = []
    added_up_now = project(claims, resumes=True)
    links: dict[str, list[Link]] = {claim.id: [] for claim in claims}
    for number, _ in enumerate(claims):
        now = day(number)
        added_up = project(claims[: number + 1], resumes=True)
        wanted = {
            (one.value, one.start, one.end or END_OF_TIME, one.memories)
            for one in added_up.segments
        }
        for place, one in enumerate(versions):
            content = (one.canonical, one.valid_from, one.valid_to, one.memories)
            if one.system_to == END_OF_TIME and content not in wanted:
                versions[place] = replace(one, system_to=now)
            elif one.system_to == END_OF_TIME:
                wanted.remove(content)
        versions += [
            Version(
                f"b{number}{value}{start}", "t", PARENT, value, start, end, now, END_OF_TIME, by
            )
            for value, start, end, by in sorted(wanted)
        ]
        for key, known in links.items():
            successor = added_up.superseded.get(key)
            last = known[-1] if known and known[-1].known_to == END_OF_TIME else None
            if last is not None and (
                successor is None or (last.successor, last.reason) != successor
            ):
                known[-1], last = replace(last, known_to=now), None
            if last is None and successor is not None:
                known.append(Link(successor[0], successor[1].value, now, END_OF_TIME))
    return SlotRecord(
        tenant="t",
        key=PARENT,
        parent=PARENT,
        scope="",
        entity="e",
        attribute="lives_in",
        context=None,
        claims=tuple(
            Recorded(
                claim=claim,
                tenant="t",
                scope="",
                parent=PARENT,
                admitted_at=day(number),
                retired_at=END_OF_TIME,
                shared=False,
                links=tuple(links[claim.id]),
                holds=added_up_now.hull(claim.id),
            )
            for number, claim in enumerate(claims)
        ),
        versions=tuple(versions),
    )


def broken(slot: SlotRecord) -> list[int]:
    return sorted({one.invariant for one in find_violations(slot, resumes=True)})


def three() -> SlotRecord:
    """Berlin since day 0, Lisbon since day 10, then, late, Rome since day -5."""
    starts = {"Berlin": 0, "Lisbon": 10, "Rome": -5}
    return recorded(
        [
            as_claim(C(f"m{number}", value, start, None, number, number))
            for number, (value, start) in enumerate(starts.items())
        ]
    )


@given(slots())
def test_what_the_claims_add_up_to_at_every_time_is_clean(claims: list[C]):
    assert broken(recorded([as_claim(claim) for claim in claims])) == []


@given(slots(), st.data())
def test_a_version_that_is_gone_or_moved_is_found(claims: list[C], data: st.DataObject):
    slot = recorded([as_claim(claim) for claim in claims])
    if not slot.versions:
        return
    place = data.draw(st.integers(0, len(slot.versions) - 1))
    one = slot.versions[place]
    others = (*slot.versions[:place], *slot.versions[place + 1 :])
    moved = replace(one, valid_from=one.valid_from - timedelta(microseconds=1))

    assert 2 in broken(replace(slot, versions=others))
    assert 2 in broken(replace(slot, versions=(*others, moved)))
    assert 2 in broken(replace(slot, versions=(*others, replace(one, canonical="Z"))))
    assert 2 in broken(replace(slot, versions=(*others, replace(one, memories=("m9",)))))
    assert 1 in broken(replace(slot, versions=(*slot.versions, replace(one, id="twin"))))


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), max_size=8))
def test_the_sweep_finds_an_overlap_where_comparing_all_pairs_does(corners):
    def version(number: int, valid: int, length: int, known: int, lasting: int) -> Version:
        return Version(
            f"b{number}",
            "t",
            PARENT,
            "v",
            day(valid),
            day(valid + length + 1),
            day(known),
            day(known + lasting + 1),
            ("m0",),
        )

    versions = tuple(version(number, *corner) for number, corner in enumerate(corners))

    def meet(one: Version, other: Version) -> bool:
        def share(bounds: tuple[datetime, datetime, datetime, datetime]) -> bool:
            return max(bounds[0], bounds[2]) < min(bounds[1], bounds[3])

        return share((one.valid_from, one.valid_to, other.valid_from, other.valid_to)) and share(
            (one.system_from, one.system_to, other.system_from, other.system_to)
        )

    expected = sum(
        meet(one, other) for number, one in enumerate(versions) for other in versions[number + 1 :]
    )
    slot = replace(three(), claims=(), versions=versions)
    found = [one for one in find_violations(slot, resumes=True) if one.invariant == 1]

    assert len(found) == expected


def test_what_stays_wrong_is_told_once():
    slot = three()
    without = replace(slot, versions=slot.versions[1:])
    [told] = [one for one in find_violations(without, resumes=True) if one.invariant == 2]

    assert f"lives_in of e as known at {day(0).isoformat()}" in told.message
    assert f"'Berlin' [{day(0).isoformat()}" in told.message
    assert "the store holds no other" in told.message


def test_a_chain_that_the_claims_do_not_say_is_found():
    slot = three()
    berlin, lisbon, rome = slot.claims

    assert broken(slot) == []
    assert broken(replace(slot, claims=(replace(berlin, links=()), lisbon, rome))) == [4]
    back = Link("m0", "CHANGE", day(2), END_OF_TIME)
    assert broken(replace(slot, claims=(berlin, replace(lisbon, links=(back,)), rome))) == [4]
    merged = Link("m7", "CONSOLIDATION", day(2), END_OF_TIME)
    assert broken(replace(slot, claims=(berlin, replace(lisbon, links=(merged,)), rome))) == []


def test_an_interval_that_a_claim_does_not_carry_is_found():
    slot = three()
    berlin, lisbon, rome = slot.claims
    for wrong in (None, (day(1), day(10)), (day(0), None)):
        [told] = find_violations(
            replace(slot, claims=(replace(berlin, holds=wrong), lisbon, rome)), resumes=True
        )
        assert told.invariant == 2
        assert (
            f"now the claims carry m0 [{day(0).isoformat()}, {day(10).isoformat()})" in told.message
        )


def test_what_crosses_into_a_slot_is_found():
    slot = three()
    first, *others = slot.versions
    berlin, *claims = slot.claims

    def with_claim(**changed: str) -> SlotRecord:
        return replace(slot, claims=(replace(berlin, **changed), *claims))

    assert broken(replace(slot, versions=(replace(first, tenant="u"), *others))) == [5]
    assert broken(replace(slot, versions=(replace(first, parent="x"), *others))) == [5]
    assert broken(with_claim(tenant="u")) == [5]
    assert broken(with_claim(scope="private")) == [5]
    assert broken(replace(slot, entity="somebody else")) == [5]
    assert 5 in broken(replace(slot, key="another value's"))


def long_life(size: int) -> SlotRecord:
    """A home that changed every day."""
    return recorded(
        [as_claim(C(f"m{day}", f"v{day % 7}", day, None, day, day)) for day in range(size)]
    )


def test_a_slot_with_many_claims_is_played_through_windows_and_misses_nothing(monkeypatch):
    monkeypatch.setattr(replay, "WINDOW", 8)
    monkeypatch.setattr(replay, "WHOLE_MAX", 12)
    slot = long_life(50)
    sizes: list[int] = []
    whole = replay.project

    def counting(claims, *, resumes):
        sizes.append(len(claims))
        return whole(claims, resumes=resumes)

    monkeypatch.setattr(replay, "project", counting)

    assert broken(slot) == []
    assert sum(size < 12 for size in sizes) > 35
    for place, version in list(enumerate(slot.versions))[::9]:
        others = (*slot.versions[:place], *slot.versions[place + 1 :])
        moved = replace(version, valid_from=version.valid_from + timedelta(hours=1))
        assert 2 in broken(replace(slot, versions=others))
        assert 2 in broken(replace(slot, versions=(*others, moved)))
