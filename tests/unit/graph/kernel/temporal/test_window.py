"""Reading a window of a slot's claims gives the same change as reading them all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.kernel.temporal.projection import Projection, project
from graph.kernel.temporal.window import Below, anchor, newest_whole
from tests.oracle.oracle import C
from tests.support.profiles import examples
from tests.support.slot_strategies import as_claim, slots

Belief = tuple[object, ...]


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[C], C]:
    """A long-ish history, mostly told as it happened, and one more claim near its end."""
    claims = draw(slots(size_max=16, values="AB" if draw(st.booleans()) else "ABC"))
    if draw(st.integers(0, 3)):
        told = sorted(claims, key=lambda c: c.start)
        claims = [
            C(
                id=c.id,
                value=c.value,
                start=index + c.start // 7,
                end=None if c.end is None else index + c.start // 7 + c.end - c.start,
                said=index + c.start // 7 + c.said % 2 if draw(st.integers(0, 7)) else c.said,
                place=index,
                negative=c.negative,
                stated=c.stated,
                vouched=None,
                expires=c.expires,
                start_period=None,
            )
            for index, c in enumerate(told)
        ]
    position = draw(st.integers(0, len(claims) - 1))
    if draw(st.booleans()):
        position = max(range(len(claims)), key=lambda i: claims[i].start)
    return claims[:position] + claims[position + 1 :], claims[position]


def beliefs(projection: Projection, since: object) -> list[Belief]:
    return [
        (s.value, s.start, s.end, s.memories, s.open_by)
        for s in projection.segments
        if s.end is None or s.end > since
    ]


def links(projection: Projection, ids: set[str]) -> dict[str, object]:
    return {key: projection.superseded.get(key) for key in ids}


@examples(quick=300, long=3000)
@given(histories(), st.integers(2, 6), st.booleans())
def test_a_window_changes_what_the_whole_slot_would_change(history, size, resumes):
    """Before the anchor nothing changes at all; from it on the window gives all there is."""
    known, new = [as_claim(c) for c in history[0]], as_claim(history[1])
    if not known:
        return
    cut = sorted(known, key=lambda claim: claim.start, reverse=True)[:size]
    newest, first = newest_whole(cut)
    if not newest:
        return
    unread = [claim for claim in known if claim not in newest]
    below = Below(
        reaching=any(c.reach > first and c.start <= first for c in unread),
        later=any(c.said_at >= min(n.said_at for n in newest) and c.start <= first for c in unread),
    )
    before = project(known, resumes=resumes)
    after = project([*known, new], resumes=resumes)
    borders = {segment.start for segment in before.segments}
    since = anchor(newest, [new], below, borders, resumes=resumes)
    if since is None:
        return
    window = [claim for claim in newest if claim.start >= since]
    narrow = project([*window, new], resumes=resumes)
    inside = {claim.id for claim in window} | {new.id}
    outside = {claim.id for claim in known} - inside

    assert beliefs(narrow, since) == beliefs(after, since)
    assert links(narrow, inside) == links(after, inside)
    assert links(before, outside) == links(after, outside)
    assert {key: narrow.hull(key) for key in inside} == {key: after.hull(key) for key in inside}
    assert [s for s in before.segments if s.end is not None and s.end <= since] == [
        s for s in after.segments if s.end is not None and s.end <= since
    ]
