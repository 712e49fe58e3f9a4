"""Afterthoughts: fragments that take back what was said before them in the turn, or end it.

"I work at Acme. Not any more, actually.", "I'm a teacher – well, was.", "I live in Rome. Scratch
that."
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from extraction.dates.find import find
from extraction.language.sentence import Sentence
from extraction.model.candidates import Bound, Turn
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import OVER_UNDATED, When
from graph.vocabulary import TimeBasis

_LED = (
    r"(?:(?:well|ok|okay|oh|ah|hmm+|actually|but|and|or|rather|at least|sadly|unfortunately|alas"
    r"|sorry|no|wait|I mean|I should say|that is|to be (?:honest|fair|precise)|or so I (?:did|was))"
    r"\b[\s,.;:–—-]*)*"
)
_TRAILED = (
    r"(?:[\s,;:–—-]*\b(?:actually|though|sadly|unfortunately|alas|I should say|I guess|I suppose"
    r"|I'm afraid|sorry|at least|anyway|to be (?:honest|fair|precise)|tbh|that is"
    r"|come to think of it|now that I think of it))*\s*[.!…]*\s*"
)
_WHO = r"(?:I|we|he|she|they|it)"
_UNTIL = r"(?:,? (?:until|till|up to|before) (?P<until>[^.!?,;]{2,30}?))"
_OVER = (
    r"(?:not (?:any ?more|any longer|now|these days|nowadays|since (?P<since>[^.!?,;]{2,30}?))"
    rf"|no (?:longer|more)|(?:{_WHO} )?used to(?: be| do| have)?"
    rf"|(?:{_WHO} )?(?:was|were|did|had|worked|lived|studied|taught|played|owned)"
    rf"(?: (?:that|so|it|there))?{_UNTIL}?)"
)
_NEVER_SO = (
    r"(?:not really|scratch that|strike that|forget (?:that|it|I said that)|ignore (?:that|this)"
    r"|delete that|disregard that|never ?mind(?: that)?|I take (?:that|it) back"
    r"|(?:that['’]s|that is|that was|it['’]s) (?:all )?(?:a lie|a joke|not true|untrue|false"
    r"|nonsense|made up|rubbish|a test|an example)|I (?:lied|made (?:that|it) up)|just testing"
    r"|actually,? no|no,? actually)"
)
_SAYS_OVER = re.compile(rf"^\W*{_LED}{_OVER}{_TRAILED}$", re.IGNORECASE)
_SAYS_UNTIL = re.compile(
    rf"^\W*{_LED}(?:until|till|up to) (?P<until>[^.!?,;]{{2,30}}?){_TRAILED}$", re.IGNORECASE
)
_ONLY_LEADS = re.compile(rf"(?:^|[.!?…\n])\W*{_LED}$", re.IGNORECASE)
_TAKES_BACK = re.compile(rf"^\W*{_LED}{_NEVER_SO}{_TRAILED}$", re.IGNORECASE)
# An afterthought in the sentence itself: "I'm vegan – not any more, though", "or did until May".
_HANGS_ON = re.compile(
    rf"[,;–—-]+(?=\s*(?:(?!\w){_LED})?(?:or |well,? |at least ){{0,2}}{_OVER}{_TRAILED}"
    r"(?:$|(?<=[.!…\n])))",
    re.IGNORECASE,
)


def apart(text: str) -> str:
    """Return the text with an afterthought as a sentence of its own, offsets kept."""
    return _HANGS_ON.sub(_stop, text)


def _stop(mark: re.Match[str]) -> str:
    if _ONLY_LEADS.search(mark.string, 0, mark.start()):
        return mark[0]
    return "." + " " * (len(mark[0]) - 1)


def takes_back(sentence: str) -> bool:
    """Whether it says that what stands before it is not so at all: "Not really.", "I made it
    up".
    """
    return _TAKES_BACK.match(sentence) is not None


def says_over(sentence: str) -> bool:
    """Whether it says that what was spoken of is over: "Not any more.", "No longer, sadly."."""
    return _SAYS_OVER.match(sentence) is not None


def end_before(drafts: list[Draft], sentence: Sentence, number: int, turn: Turn) -> list[Draft]:
    """Return the drafts, those of the sentence before with the end that this one adds, or as
    over.
    """
    over, until = _SAYS_OVER.match(sentence.text), _SAYS_UNTIL.match(sentence.text)
    if over is None and until is None:
        return drafts
    said = over or until
    end = None if said is None else _end(said.groupdict(), turn)
    before = [d for d in drafts if d.sentence == number - 1 and d.times.holds]
    # "My sister is a nurse. She was, until May": she is still a sister.
    meant = [draft for draft in before if draft.role is None] or before
    return [
        replace(draft, times=_ended(draft.times, end, turn, is_over=over is not None))
        if draft in meant and not draft.times.planned
        else draft
        for draft in drafts
    ]


def _end(words: Mapping[str, str | None], turn: Turn) -> Bound | None:
    """When it ends, if that is told: "not since May", "I did until last year"."""
    since, until = words.get("since"), words.get("until")
    if since:
        for span in find(f"not since {since}", turn.occurred_at, future=False):
            return Bound(at=span.valid_from, precision=span.precision)
    for span in find(f"until {until}", turn.occurred_at) if until else ():
        return Bound(at=span.valid_to, precision=span.precision_to)
    return None


def _ended(times: When, end: Bound | None, turn: Turn, *, is_over: bool) -> When:
    """Return the times with an end; what is told as over ended before it was told."""
    if end is None or end.at is None or (is_over and end.at > turn.occurred_at):
        return replace(OVER_UNDATED, start=times.start) if is_over else times
    basis = TimeBasis.OBSERVED if times.start is None else TimeBasis.STATED
    return When(times.start, end, basis)
