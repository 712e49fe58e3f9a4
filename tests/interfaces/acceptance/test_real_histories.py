"""Histories that others keep, moved in and asked about, through the doors only."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime

import pytest

from tests.support.real_histories import ABSENT, DATA, QUESTIONS, executive, yago

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=ABSENT)

# Of thousands of points, and of subjects one in so many; the same in every run.
ASKED = 500
SHARE = 4
ASKED_AT_ONCE = 25
BELIEVED = """
  {name}: entity(name: {entity}) {{
    beliefs(attribute: {attribute}, asOf: {{validAt: {valid}{system}}}, first: 30) {{
      edges {{ node {{ value target {{ name }} }} }}
    }}
  }}
"""


@pytest.fixture
def believed(login, doxa, clock):
    """The values believed at some points: (entity, attribute, valid at, system at or none)."""
    ask = login(doxa.tenant)

    async def answers(points):
        clock.at = datetime.now(UTC)
        found = []
        for first in range(0, len(points), ASKED_AT_ONCE):
            part = points[first : first + ASKED_AT_ONCE]
            parts = [_question(number, *point) for number, point in enumerate(part)]
            data = await ask("query {" + "".join(parts) + "}")
            found += [_values(data[f"q{number}"]) for number in range(len(part))]
        return found

    return answers


def _question(number, entity, attribute, valid, system):
    return BELIEVED.format(
        name=f"q{number}",
        entity=json.dumps(entity),
        attribute=json.dumps(attribute),
        valid=json.dumps(valid),
        system="" if system is None else f", systemAt: {json.dumps(system)}",
    )


def _values(entity):
    nodes = [edge["node"] for edge in entity["beliefs"]["edges"]]
    return sorted(node["value"] or node["target"]["name"] for node in nodes)


@pytest.mark.long
async def test_questions_about_presidents_are_answered_as_of_both_times(doxa, believed):
    questions = random.Random(5).sample(json.loads(QUESTIONS.read_text(encoding="utf-8")), ASKED)
    lines = list(executive())
    loaded = doxa.json("load", doxa.file("executive.jsonl", lines), "--replay")
    then = [
        (one["s"], one["p"], f"{one['valid_at']}T00:00:00Z", one["known_at"]) for one in questions
    ]
    found = await believed(then)
    now = await believed([(*point[:3], None) for point in then])

    assert (loaded["lines"], loaded["refused"]) == (len(lines), [])
    assert found == [sorted(one["answers"]) for one in questions]
    assert now == [sorted(one["answers_now"]) for one in questions]
    assert doxa.json("check")["holds"]


@pytest.mark.nightly
async def test_facts_in_any_order_are_believed_in_exactly_their_years(doxa, believed):
    dice = random.Random(11)
    every, undated = yago()
    facts = [fact for fact in every if int(fact.subject) % SHARE == 0]
    dice.shuffle(facts)
    loaded = doxa.json("load", doxa.file("yago.jsonl", [fact.line for fact in facts]), code=3)
    codes = {one["line"]: (one["code"], one["field"]) for one in loaded["refused"]}
    taken = [fact for fact in facts if not fact.inverted and not fact.too_early]
    points = [_point(dice, dice.choice(taken)) for _ in range(ASKED)]
    found = await believed(
        [
            (f"s{who}", f"relation {what}", f"{year:04}-07-01T00:00:00Z", None)
            for who, what, year in points
        ]
    )

    assert (len(every) + undated, undated) == (20_509, 13)
    assert sum(fact.inverted for fact in every) == 66
    assert codes == {
        number: ("OUT_OF_RANGE", "valid_from")
        if fact.too_early
        else ("INVERTED_INTERVAL", "valid_to")
        for number, fact in enumerate(facts, 1)
        if fact.too_early or fact.inverted
    }
    assert sum(loaded["outcomes"].values()) == len(taken)
    assert found == [
        sorted(
            f"s{fact.object}"
            for fact in taken
            if (fact.subject, fact.relation) == (who, what) and fact.holds(year)
        )
        for who, what, year in points
    ]


def _point(dice, fact):
    """A year around a bound of a fact, where a wrong bound would show."""
    bounds = [fact.since] if fact.until is None else [fact.since, fact.until]
    year = dice.choice(bounds) + dice.choice([-1, 0, 0, 1, 10])
    return fact.subject, fact.relation, min(max(year, 1), 2100)
