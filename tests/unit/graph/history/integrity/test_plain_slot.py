"""What lets the check leave most slots alone: one claim by itself is believed as it stands."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import project
from tests.support.story import year

instants = st.integers(0, 4_000).map(lambda days: year(2015) + timedelta(days=days))
later = st.none() | st.integers(1, 4_000).map(lambda days: timedelta(days=days))


def after(start: datetime, by: timedelta | None) -> datetime | None:
    return None if by is None else start + by


@st.composite
def positive(draw: st.DrawFn) -> Claim:
    start = draw(instants)
    end = after(start, draw(later))
    return Claim(
        id="m_1",
        value="lisbon",
        start=start,
        end=end,
        said_at=draw(instants),
        placed=draw(instants),
        ordinal=draw(st.integers(0, 3)),
        negative=False,
        stated=draw(st.booleans()),
        vouched=None if end else after(start, draw(later)),
        expires=None,
        period_end=after(start, draw(later)),
    )


@given(claim=positive(), resumes=st.booleans())
def test_one_positive_claim_alone_makes_one_belief_over_its_own_interval(claim, resumes):
    found = project([claim], resumes=resumes)

    [segment] = found.segments
    assert (segment.value, segment.start, segment.end) == (claim.value, claim.start, claim.end)
    assert segment.memories == (claim.id,)
    assert found.superseded == {}
