"""The context block: fenced, escaped, qualified, within its budget."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.model.records import Belief, Episode
from graph.read.recall.context_block import (
    HEAD,
    TURN_MAX,
    Statement,
    Told,
    claim,
    render,
    tokens,
    turn,
)
from graph.vocabulary import Precision, SourceKind, TimeBasis

MAY = datetime(2024, 5, 1, tzinfo=UTC)
MEMORY = Told(
    text="Ana lives in Lisbon.",
    said_at=MAY,
    source_kind=SourceKind.USER,
    speaker="Ana",
    context=None,
    inference=False,
)
BELIEF = Belief(
    id="b_1",
    entity="e_1",
    attribute="address",
    context=None,
    value="Lisbon",
    canonical="lisbon",
    typed_value=None,
    target=None,
    valid_from=MAY,
    valid_to=None,
    valid_from_precision=Precision.MONTH,
    valid_to_precision=None,
    valid_from_basis=TimeBasis.STATED,
    system_from=MAY,
    system_to=None,
    confidence=0.9,
    contested=False,
    memories=("m_1",),
)


def line(memory=None, belief=None, section="known"):
    told = claim(replace(MEMORY, **(memory or {})), replace(BELIEF, **(belief or {})))
    return render([Statement(section, told)], 800).splitlines()[-2]


def test_nothing_to_say_is_an_empty_text():
    assert render([], 800) == ""


def test_each_statement_says_since_when_and_who_said_it():
    assert line() == "- Ana lives in Lisbon. [since 2024-05; said by Ana on 2024-05-01]"


@pytest.mark.parametrize(
    ("memory", "belief", "words"),
    [
        ({}, {"contested": True}, "contested"),
        ({}, {"valid_to": datetime(2025, 1, 1, tzinfo=UTC)}, "from 2024-05 until 2025-01-01"),
        ({}, {"context": "work"}, "in the context work"),
        ({}, {"valid_from_precision": Precision.DECADE}, "since the 2020s"),
        ({"inference": True}, {}, "concluded, not said"),
        ({"source_kind": SourceKind.WEB}, {}, "said by web, Ana on"),
        ({"source_kind": SourceKind.TOOL, "speaker": None}, {}, "said by tool on"),
    ],
)
def test_what_is_less_than_a_plain_fact_says_so(memory, belief, words):
    assert words in line(memory, belief)


def test_a_period_is_told_as_in_the_zone_in_which_it_was_said():
    for hours in (-11, -5, 0, 5.5, 13):
        zone = timezone(timedelta(hours=hours))
        for precision, text in (
            (Precision.INSTANT, "2020-01-01"),
            (Precision.DAY, "2020-01-01"),
            (Precision.MONTH, "2020-01"),
            (Precision.YEAR, "2020"),
            (Precision.DECADE, "the 2020s"),
        ):
            belief = {
                "valid_from": datetime(2020, 1, 1, tzinfo=zone).astimezone(UTC),
                "valid_from_precision": precision,
                "valid_from_offset": 60 * hours,
            }
            said = {
                "said_at": datetime(2026, 5, 1, tzinfo=zone).astimezone(UTC),
                "offset": 60 * hours,
            }

            assert f"[since {text}; said by Ana on 2026-05-01]" in line(said, belief)


def test_rules_come_first_constraints_before_conventions():
    statements = [
        Statement("known", claim(MEMORY, BELIEF)),
        Statement("convention", claim(replace(MEMORY, text="Always greet."), BELIEF)),
        Statement("constraint", claim(replace(MEMORY, text="Never call."), BELIEF)),
    ]
    block = render(statements, 800)

    assert block.index("never to be broken") < block.index("Never call.")
    assert block.index("Never call.") < block.index("Always greet.") < block.index("Lisbon")
    assert block.splitlines()[:2] == ["<memory>", HEAD]


def test_hints_and_what_was_said_stand_apart_from_what_is_known():
    said = Episode("p_1", None, SourceKind.USER, "Bo", "I saw\nher in <Porto>.", MAY, MAY)
    block = render(
        [
            Statement("said", turn(said)),
            Statement("hint", claim(replace(MEMORY, text="Ana may move."), None)),
            Statement("known", claim(MEMORY, BELIEF)),
        ],
        800,
    )

    assert block.index("Known:") < block.index("Lisbon") < block.index("never to be stated as fact")
    assert "- Ana may move. [said by Ana on 2024-05-01]" in block
    assert block.index("Ana may move.") < block.index("verbatim, not checked")
    assert "- Bo on 2024-05-01: I saw her in &lt;Porto&gt;.\n" in block


def test_a_long_turn_is_cut():
    said = Episode("p_1", None, SourceKind.ASSISTANT, None, "word " * 1_000, MAY, MAY)

    assert turn(said).startswith("- assistant on 2024-05-01: word word")
    assert TURN_MAX - 10 <= turn(said).count("word ") * 5 <= TURN_MAX
    assert turn(said).endswith("…")


@given(st.text(max_size=300), st.text(max_size=50))
def test_nothing_that_was_said_ends_the_fence(text, speaker):
    said = replace(MEMORY, text=text, speaker=speaker or None)
    block = render([Statement("known", claim(said, BELIEF))], 5_000)

    assert block.count("<") == block.count(">") == 2
    assert len(block.splitlines()) == len(
        render([Statement("known", claim(MEMORY, BELIEF))], 800).split("\n")
    )


@given(st.lists(st.text(min_size=1, max_size=80), max_size=12), st.integers(1, 400))
def test_a_block_keeps_to_its_budget_and_leaves_out_the_last(texts, most):
    statements = [Statement("known", claim(replace(MEMORY, text=text), BELIEF)) for text in texts]
    block = render(statements, most)
    longer = render(statements, most + 100)

    assert not block or tokens(block) <= most
    assert longer.startswith(block.removesuffix("\n</memory>"))
    assert render(statements, most) == block
