"""The gate as one table of checks: the first that refuses decides, else the first that asks. Pure.

    true?          grounded, not said back, meant as a statement
    to be kept?    worth it, within the purpose, not for the moment only
    believed?      sure enough, from somebody who may say it
    allowed?       by its subject's consents, and nothing that a person is to decide on

What fails is refused, is quarantined, or waits for review; each verdict names the check and the
reason. Below the confidence floor of all categories a claim is stored and makes no belief: that is
no matter of the gate. Nor is what is believed already: the slot's own transaction finds that and
confirms it, and the decision names ``duplicate``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from graph.limits import Limits
from graph.model.gate.consent import Permission, Standing, permission
from graph.model.gate.policy import Policy
from graph.vocabulary import (
    GroundingVerdict,
    Outcome,
    Quality,
    SourceKind,
    SpeechAct,
    Transient,
    Unconsented,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What an extractor says of a claim that it read in a text.

    ``dated`` says that the text names a time from which it holds, ``momentary`` that it says so
    only for now; ``commands`` that the text carries instructions, ``overrides`` that they are to
    put others aside. ``recalled`` says that the words stand in what was recalled here.
    ``category`` is the special one that the claim tells of, whatever its attribute.
    """

    grounding: GroundingVerdict = GroundingVerdict.SUPPORTED
    speech_act: SpeechAct = SpeechAct.ASSERTION
    quality: Quality = Quality.KEEP
    dated: bool = False
    momentary: bool = False
    commands: bool = False
    overrides: bool = False
    recalled: bool = False
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A claim as the gate sees it.

    ``category`` and ``high_stakes`` are its attribute's, ``source_kind`` is the one that counts,
    ``reading`` is that of a claim that was extracted; ``earlier`` is the verdict of a gate that it
    has passed before. ``for_review`` says that whoever brings it asks for a person's decision.
    """

    category: str | None
    high_stakes: bool
    source_kind: SourceKind
    confidence: float
    importance: float
    negative: bool
    reading: Reading | None = None
    earlier: Verdict | None = None
    for_review: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why a claim does not become one now: the outcome, the check and the reason.

    ``reason`` repeats nothing that was said, so that it may stand in the audit.
    """

    outcome: Outcome
    gate: str
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    """A claim before the gate, with the rules by which it is judged.

    ``subject`` is what the consents of its subject say, None while nobody has looked for them;
    ``target`` is what those of the entity say that it leads to.
    """

    proposal: Proposal
    policy: Policy
    limits: Limits
    subject: Standing | None = None
    target: Standing | None = None

    @property
    def special(self) -> bool:
        """Whether its category is one that needs consent."""
        return self.proposal.category in self.policy.special

    def said_by(self, standing: Standing | None) -> Permission | None:
        """Return what consents say of its category; None if nothing, or while they are not
        known.
        """
        if standing is None:
            return None
        return permission(standing, self.proposal.category, special=self.special)


Check: TypeAlias = Callable[[Case], Stopped | None]


@dataclass(frozen=True, slots=True)
class Passed:
    """What the gate has let through. Only ``decide`` makes one, and no claim is made without it.

    ``basis`` is the lawful basis on which it may be kept; None where there is none but a person's
    approval, or while its subject's consents are not known.
    """

    proposal: Proposal
    basis: str | None = None


def _ungrounded(case: Case) -> Stopped | None:
    reading = case.proposal.reading
    if reading is None or reading.grounding is not GroundingVerdict.NOT_SUPPORTED:
        return None
    return _refuse("grounding", "the conversation does not support it")


def _recalled(case: Case) -> Stopped | None:
    if case.proposal.reading is None or not case.proposal.reading.recalled:
        return None
    return _refuse("recalled", "it is what was recalled here, said back")


def _unmeant(case: Case) -> Stopped | None:
    reading = case.proposal.reading
    if reading is None:
        return None
    act = reading.speech_act
    if act is SpeechAct.QUESTION:
        return _refuse("speech-act", "a question states nothing")
    if act is SpeechAct.SARCASM:
        return _refuse("speech-act", "sarcasm or a joke is not sincere")
    if act is SpeechAct.PLAN and not reading.dated and not case.proposal.negative:
        return _refuse("speech-act", "a plan without a time says nothing of when it will hold")
    return None


def _unworthy(case: Case) -> Stopped | None:
    reading, importance = case.proposal.reading, case.proposal.importance
    if reading is None:
        return None
    if reading.quality is Quality.DISCARD:
        return _refuse("quality", "the extractor found it not worth keeping")
    if importance < case.limits.importance:
        return _refuse("importance", f"importance {importance} is under {case.limits.importance}")
    return None


def _unsure(case: Case) -> Stopped | None:
    sure, category = case.proposal.confidence, case.proposal.category
    if sure < case.limits.floor:
        return None
    needed, what = case.policy.confidence.get(category or "", 0.0), str(category)
    if case.proposal.high_stakes and needed < case.limits.high_stakes:
        needed, what = case.limits.high_stakes, "a high-stakes attribute"
    if sure >= needed:
        return None
    return _ask("confidence", f"confidence {sure:.2f} is under {needed} for {what}")


def _foreign(case: Case) -> Stopped | None:
    source, reading = case.proposal.source_kind, case.proposal.reading
    sources = case.policy.quarantine
    if reading is not None and reading.overrides:
        reason = "it comes with instructions to put others aside"
        return Stopped(Outcome.QUARANTINED, "provenance", reason)
    if source not in (sources.claims if reading is None else sources.extracted):
        return None
    if reading is None:
        reason = f"claimed by {source.lower()}, not by the user"
    elif reading.commands:
        reason = f"{source.lower()} material that carries instructions"
    else:
        reason = f"read in {source.lower()} material, not said by the user"
    return Stopped(Outcome.QUARANTINED, "provenance", reason)


def _out_of_purpose(case: Case) -> Stopped | None:
    category = case.proposal.category
    if category not in case.policy.out_of_purpose:
        return None
    return _refuse("purpose", f"{category} is not kept here")


def _momentary(case: Case) -> Stopped | None:
    reading = case.proposal.reading
    if reading is None or not reading.momentary or case.policy.transient is Transient.EXPIRE:
        return None
    return _refuse("transient", "it holds for the moment only")


def _withdrawn(case: Case) -> Stopped | None:
    said = (case.said_by(case.subject), case.said_by(case.target))
    if all(one is None or one.granted for one in said):
        return None
    return _refuse("consent", f"consent to keep {case.proposal.category or 'it'} was withdrawn")


def _unconsented(case: Case) -> Stopped | None:
    # What ends a belief of such a category may always be said.
    if case.subject is None or not case.special or case.proposal.negative:
        return None
    if case.said_by(case.subject) is not None:
        return None
    reason = f"nobody has recorded a consent to keep {case.proposal.category}"
    if case.policy.without_consent is Unconsented.REFUSE:
        return _refuse("consent", reason)
    return _ask("consent", reason)


def _a_persons(case: Case) -> Stopped | None:
    category = case.proposal.category
    if category not in case.policy.review:
        return None
    return _ask("review", f"a person decides on {category}")


def _asked_for(case: Case) -> Stopped | None:
    if not case.proposal.for_review:
        return None
    return _ask("review", "whoever brought it asks that a person decides")


def _refuse(gate: str, reason: str) -> Stopped:
    return Stopped(Outcome.REJECTED, gate, reason)


def _ask(gate: str, reason: str) -> Stopped:
    return Stopped(Outcome.REVIEW, gate, reason)


GATE: Mapping[str, tuple[Check, ...]] = MappingProxyType(
    {
        "Is it true?": (_ungrounded, _recalled, _unmeant),
        "Should it be kept?": (_unworthy, _out_of_purpose, _momentary),
        "May it be believed?": (_unsure, _foreign),
        "Is it allowed?": (_withdrawn, _unconsented, _a_persons, _asked_for),
    }
)


def decide(case: Case) -> Passed | Stopped:
    """Decide whether a claim is made; the first check that refuses it decides.

    Where none refuses it, the first that has it wait does: nobody is asked about a question. What
    an earlier gate has let through passes, unless consent to it has been withdrawn. What consents
    say is not known before the subject is found: a claim is decided on again then.
    """
    checks = (check for group in GATE.values() for check in group)
    if case.proposal.earlier is not None:
        checks = iter((_withdrawn,))
    found = [stopped for check in checks if (stopped := check(case)) is not None]
    refused = (one for one in found if one.outcome is Outcome.REJECTED)
    return next(refused, None) or (found[0] if found else Passed(case.proposal, _basis(case)))


def _basis(case: Case) -> str | None:
    """Return the lawful basis on which a claim that passed is kept."""
    said = case.said_by(case.subject)
    if said is not None:
        return said.basis
    return None if case.special or case.subject is None else case.policy.basis
