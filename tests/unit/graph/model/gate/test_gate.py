"""The write gate: what stops a claim, in which order, by which policy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.limits import Limits
from graph.model.gate.gate import GATE, Case, Passed, Proposal, Reading, Stopped, decide
from graph.model.gate.policy import BUILT_IN, Policy, Quarantine
from graph.vocabulary import (
    GroundingVerdict,
    Outcome,
    Quality,
    SourceKind,
    SpeechAct,
    Transient,
    Verdict,
)

LIMITS = Limits()
SAID = Proposal(
    category="work",
    high_stakes=False,
    source_kind=SourceKind.USER,
    confidence=0.9,
    importance=0.5,
    negative=False,
)
READ = replace(SAID, reading=Reading())


def stops(proposal, policy=BUILT_IN):
    """The outcome and the check that stops a claim; None if it passes."""
    found = decide(Case(proposal, policy, LIMITS))
    if isinstance(found, Passed):
        assert found.proposal == proposal
        return None
    assert found.reason
    return found.outcome, found.gate


def read(proposal=READ, **given):
    return replace(proposal, reading=replace(proposal.reading, **given))


def test_what_the_user_says_passes():
    assert stops(SAID) is None
    assert stops(READ) is None


def test_what_somebody_asks_a_person_to_decide_on_waits_unless_it_is_refused_or_was_approved():
    for proposal in (SAID, READ, replace(SAID, negative=True)):
        asked = replace(proposal, for_review=True)
        assert stops(asked) == (Outcome.REVIEW, "review")
        assert stops(replace(asked, earlier=Verdict.APPROVED)) is None
    question = read(replace(READ, for_review=True), speech_act=SpeechAct.QUESTION)
    assert stops(question) == (Outcome.REJECTED, "speech-act")


@pytest.mark.parametrize(
    ("given", "gate"),
    [
        ({"grounding": GroundingVerdict.NOT_SUPPORTED}, "grounding"),
        ({"speech_act": SpeechAct.QUESTION}, "speech-act"),
        ({"speech_act": SpeechAct.SARCASM}, "speech-act"),
        ({"speech_act": SpeechAct.PLAN}, "speech-act"),
        ({"quality": Quality.DISCARD}, "quality"),
        ({"recalled": True}, "recalled"),
    ],
)
def test_what_is_not_grounded_not_meant_or_worth_nothing_is_refused(given, gate):
    assert stops(read(**given)) == (Outcome.REJECTED, gate)


def test_a_plan_with_a_time_or_a_denied_one_says_something():
    plan = read(speech_act=SpeechAct.PLAN)

    assert stops(read(plan, dated=True)) is None
    assert stops(replace(plan, negative=True)) is None


def test_importance_counts_for_what_was_read_only():
    assert stops(replace(READ, importance=0.19)) == (Outcome.REJECTED, "importance")
    assert stops(replace(SAID, importance=0.0)) is None


@pytest.mark.parametrize("kind", SourceKind)
def test_who_does_not_speak_for_the_user_waits(kind):
    claimed = kind in (SourceKind.ASSISTANT, SourceKind.TOOL, SourceKind.WEB)
    extracted = claimed or kind is SourceKind.DOCUMENT
    quarantined = (Outcome.QUARANTINED, "provenance")

    assert stops(replace(SAID, source_kind=kind)) == (quarantined if claimed else None)
    assert stops(replace(READ, source_kind=kind)) == (quarantined if extracted else None)


def test_a_policy_may_trust_a_source():
    trusting = Policy(quarantine=Quarantine(claims=(), extracted=(SourceKind.WEB,)))

    assert stops(replace(SAID, source_kind=SourceKind.WEB), trusting) is None
    assert stops(replace(READ, source_kind=SourceKind.TOOL), trusting) is None
    assert stops(replace(READ, source_kind=SourceKind.WEB), trusting) is not None


def test_instructions_in_what_was_read_are_named():
    found = decide(
        Case(read(replace(READ, source_kind=SourceKind.WEB), commands=True), BUILT_IN, LIMITS)
    )

    assert isinstance(found, Stopped)
    assert "instructions" in found.reason


def test_whoever_tells_to_put_instructions_aside_waits():
    trusting = Policy(quarantine=Quarantine(claims=(), extracted=()))

    assert stops(read(overrides=True), trusting) == (Outcome.QUARANTINED, "provenance")


def test_high_stakes_and_categories_need_more_confidence_than_the_floor():
    asking = Policy(confidence={"work": 0.7})
    review = (Outcome.REVIEW, "confidence")

    assert stops(replace(SAID, high_stakes=True, confidence=0.79)) == review
    assert stops(replace(SAID, high_stakes=True, confidence=0.8)) is None
    assert stops(replace(SAID, confidence=0.69), asking) == review
    assert stops(replace(SAID, confidence=0.7), asking) is None
    assert stops(replace(SAID, category="home", confidence=0.69), asking) is None


def test_under_the_floor_nobody_is_asked():
    assert stops(replace(SAID, high_stakes=True, confidence=0.39)) is None


def test_a_policy_may_leave_out_a_category_or_have_a_person_decide_on_it():
    policy = Policy(out_of_purpose=("belief",), review=("finance",))

    assert stops(replace(SAID, category="belief"), policy) == (Outcome.REJECTED, "purpose")
    assert stops(replace(SAID, category="finance"), policy) == (Outcome.REVIEW, "review")
    assert stops(replace(SAID, category=None), policy) is None


def test_what_holds_for_the_moment_may_be_dropped():
    momentary, dropping = read(momentary=True), Policy(transient=Transient.DROP)

    assert stops(momentary) is None
    assert stops(momentary, dropping) == (Outcome.REJECTED, "transient")


def test_nobody_is_asked_about_what_is_refused_anyway():
    question = read(replace(READ, source_kind=SourceKind.WEB), speech_act=SpeechAct.QUESTION)

    assert stops(question) == (Outcome.REJECTED, "speech-act")


proposals = st.builds(
    Proposal,
    category=st.sampled_from([None, "work", "finance", "belief"]),
    high_stakes=st.booleans(),
    source_kind=st.sampled_from(SourceKind),
    confidence=st.floats(0, 1),
    importance=st.floats(0, 1),
    negative=st.booleans(),
    reading=st.none()
    | st.builds(
        Reading,
        grounding=st.sampled_from(GroundingVerdict),
        speech_act=st.sampled_from(SpeechAct),
        quality=st.sampled_from(Quality),
        dated=st.booleans(),
        momentary=st.booleans(),
        commands=st.booleans(),
        overrides=st.booleans(),
        recalled=st.booleans(),
    ),
)
policies = st.builds(
    Policy,
    confidence=st.dictionaries(st.sampled_from(["work", "finance"]), st.floats(0, 1)),
    out_of_purpose=st.sets(st.sampled_from(["belief", "work"])).map(tuple),
    review=st.sets(st.sampled_from(["finance", "work"])).map(tuple),
    transient=st.sampled_from(Transient),
)


@given(proposals, policies)
def test_the_first_check_that_stops_decides(proposal, policy):
    case = Case(proposal, policy, LIMITS)
    stopped = [one for checks in GATE.values() for check in checks if (one := check(case))]

    assert decide(case) == (stopped[0] if stopped else Passed(proposal))


@given(proposals, policies, st.sampled_from(Verdict))
def test_what_an_earlier_gate_let_through_passes(proposal, policy, verdict):
    assert stops(replace(proposal, earlier=verdict), policy) is None


@given(proposals, policies)
def test_what_refuses_comes_before_what_waits(proposal, policy):
    case = Case(proposal, policy, LIMITS)
    found = [one.outcome for checks in GATE.values() for c in checks if (one := c(case))]

    assert found == sorted(found, key=lambda outcome: outcome is not Outcome.REJECTED)
