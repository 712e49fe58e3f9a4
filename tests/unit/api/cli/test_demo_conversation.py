"""The product's own conversation: what is read out of it, and the answers that follow from it.

The expected answers were worked out by hand from the temporal model. Here the offline extractor
reads the messages and the pure projection adds the claims up; no store is needed to compare.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.language.reference import Unresolved, resolve_mention
from extraction.model.candidates import Candidate, EntityObject, Turn, Window
from extraction.offline.extractor import extract
from graph.kernel.registry.builtin import PACK
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import project
from graph.periods import period_end
from graph.validation import name_key
from graph.vocabulary import SourceKind, SpeechAct, TimeBasis

DEMO = Path(__file__).resolve().parents[4] / "api" / "cli" / "demo"
EXPECTED = json.loads((DEMO / "expected.json").read_text("utf-8"))
UNMEANT = (SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM)


def messages():
    lines = (DEMO / "conversation.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def windows():
    session, previous = None, []
    for message in messages():
        if message["session"] != session:
            session, previous = message["session"], []
        turn = Turn(
            id=message["id"],
            speaker=message["speaker"],
            source_kind=message["source_kind"],
            text=message["text"],
            occurred_at=datetime.fromisoformat(message["occurred_at"]),
        )
        yield Window(turn=turn, previous=tuple(previous))
        previous.append(turn)


@pytest.fixture(scope="module")
def heard():
    """Every believed claim with its subject, in the order said."""
    found = []
    for number, window in enumerate(windows()):
        if window.turn.source_kind is not SourceKind.USER:
            continue
        for candidate in extract(window).candidates:
            assert isinstance(candidate, Candidate)
            if candidate.speech_act in UNMEANT:
                continue
            at = window.turn.text.index(candidate.span)
            found.append((number, window, named(candidate.subject, window, at), candidate))
    return found


def named(mention, window, at):
    who = resolve_mention(mention, "person", window, at)
    assert not isinstance(who, Unresolved)
    return who.name


def claims(heard, entity, attribute, known_after):
    last = len(messages())
    if known_after is not None:
        last = next(i for i, m in enumerate(messages()) if m["id"] == known_after)
    for order, (number, window, subject, candidate) in enumerate(heard):
        if (subject, candidate.predicate) == (entity, attribute) and number <= last:
            yield claim(order, window, candidate)


def claim(order, window, candidate):
    said = window.turn.occurred_at
    start = candidate.start.at if candidate.start else said
    precision = candidate.start.precision if candidate.start else None
    return Claim(
        id=f"{order}:{value_of(candidate, window)}",
        value=None if candidate.object is None else name_key(value_of(candidate, window)),
        start=start,
        end=candidate.end.at if candidate.end else None,
        said_at=said,
        placed=said,
        ordinal=order,
        negative=candidate.negative,
        stated=candidate.start is not None and candidate.basis is not TimeBasis.OBSERVED,
        vouched=candidate.vouched_until,
        expires=None,
        period_end=None if precision is None else period_end(start, precision),
    )


def value_of(candidate, window):
    if isinstance(candidate.object, EntityObject):
        return named(candidate.object.entity, window, len(window.turn.text))
    return candidate.object.literal if candidate.object else ""


def projected(heard, question):
    attribute = question["attribute"]
    found = list(claims(heard, question["entity"], attribute, question.get("known_after")))
    return project(found, resumes=PACK[attribute].resumes)


def head(memory, projection):
    while memory in projection.superseded:
        memory = projection.superseded[memory][0]
    return memory


def instant(text):
    return datetime.fromisoformat(text) if text else datetime.now(UTC)


def asked(kind):
    chosen = [q for q in EXPECTED["questions"] if q["ask"] == kind]
    return pytest.mark.parametrize("question", chosen, ids=lambda q: q["why"][:60])


@asked("belief")
def test_a_question_as_of_two_times_has_the_answer_worked_out_by_hand(heard, question):
    at = instant(question["valid_at"])
    holding = [
        s.value
        for s in projected(heard, question).segments
        if s.start <= at and (s.end is None or at < s.end)
    ]

    expected = question["answer"]
    assert holding == ([] if expected is None else [name_key(expected)])


@asked("timeline")
def test_a_timeline_has_the_intervals_worked_out_by_hand(heard, question):
    found = [(s.value, s.start, s.end) for s in projected(heard, question).segments]

    expected = [
        (name_key(e["value"]), instant(e["valid_from"]), e["valid_to"] and instant(e["valid_to"]))
        for e in question["answer"]
    ]
    assert found == expected


@asked("chain")
def test_a_chain_of_supersession_has_the_links_worked_out_by_hand(heard, question):
    projection = projected(heard, question)
    said = [c.id for c in sorted(projection.claims, key=lambda c: c.order)]
    first = next(c.id for c in projection.claims if c.value == name_key(question["value"]))
    chain = [each for each in said if head(each, projection) == head(first, projection)]

    assert [each.split(":")[1] for each in chain] == question["answer"]


@asked("never")
def test_what_was_only_supposed_is_believed_at_no_time(heard, question):
    values = [s.value for s in projected(heard, question).segments]

    assert name_key(question["value"]) not in values


def test_the_assistant_and_the_small_talk_bring_no_claim():
    silent = {w.turn.id: extract(w).candidates for w in windows()}

    assert not any(silent[m["id"]] for m in messages() if m["source_kind"] == "ASSISTANT")
    assert not any(silent[quiet] for quiet in ("m07", "m15", "m21", "m27"))
