"""Afterthoughts: fragments that take back what was said before them in the turn, or end it.

"I work at Acme. Not any more, actually.", "I'm a teacher – well, was.", "I live in Rome. Scratch
that." A fragment speaks of the claims of the sentence before it that are of its person and its
verb; "We did it!" and "I studied there" speak of something else.
"""

from __future__ import annotations

import re
from dataclasses import replace

from extraction.dates.find import find
from extraction.language.sentence import Sentence
from extraction.model.candidates import Bound, Turn
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import OVER_UNDATED, When
from graph.vocabulary import TimeBasis

_LED = (
    r"(?:(?:well|ok|okay|oh|ah|hmm+|actually|but|and|or|rather|at least|sadly|unfortunately|alas"
    r"|sorry|no|wait|I mean|I should say|that is|to be (?:honest|fair|precise))\b[\s,.;:–—-]*)*"
)
# A word without which "was" may be of something else.
_CUE = r"(?:(?:well|or|rather|at least)\b[\s,.;:–—-]*)+"
_TRAILED = (
    r"(?:[\s,;:–—-]*\b(?:actually|though|sadly|unfortunately|alas|I should say|I guess|I suppose"
    r"|I'm afraid|sorry|at least|anyway|to be (?:honest|fair|precise)|tbh|that is|lol|haha"
    r"|come to think of it|now that I think of it)\b)*[^\w?]*"
)
_WHO = r"(?:(?P<who>I|we|he|she|they) )?"
_SURE = (
    r"(?:not (?:any ?more|any longer|now|these days|nowadays|since (?P<since>[^.!?,;]{2,30}?))"
    rf"|no (?:longer|more)|{_WHO}used to(?: be| do| have| (?:work|live|study|teach)(?: there)?)?"
    r"|I (?:don['’]?t|do not) any ?(?:more|longer)|I no longer (?:do|am)"
    r"|that['’]?s no longer (?:true|so|the case))"
)
_WAS = rf"{_WHO}(?:was|were|did|had|(?P<deed>worked|lived|studied|taught)(?: there)?)"
_UNTIL = r"(?:,? (?:until|till|up to) (?P<until>[^.!?,;]{2,30}?))"
_SAYS_OVER = tuple(
    re.compile(rf"^\W*{way}{_TRAILED}$", re.IGNORECASE)
    for way in (
        rf"{_LED}{_SURE}",
        rf"{_LED}{_WAS}{_UNTIL}",
        rf"{_LED}{_CUE}{_WAS}",
        r"(?:was|had)[\s,]+(?:I should say|sorry|rather)",
    )
)
_ANSWERS_OVER = re.compile(rf"^\W*{_LED}{_WHO}(?:was|were|did|had){_TRAILED}$", re.IGNORECASE)
_SAYS_UNTIL = re.compile(
    rf"^\W*{_LED}(?:until|till|up to) (?P<until>[^.!?,;]{{2,30}}?){_TRAILED}$", re.IGNORECASE
)
_TAKES_BACK = re.compile(
    rf"^\W*{_LED}(?:not really|(?:scratch|strike|delete|disregard|ignore) that"
    r"|forget (?:that|I said that)|I take (?:that|it) back|I (?:lied|made (?:that|it) up)"
    r"|that['’]?s (?:all )?(?:a lie|not true|untrue|false|made up|wrong)"
    rf"|actually,? no|no,? actually){_TRAILED}$",
    re.IGNORECASE,
)
# An afterthought in the sentence itself: "I'm vegan – not any more, though", "or did until May".
_MARK = re.compile(
    r"(?<![,;–—-])[,;–—-]{1,2}(?=\s*(?:but |though |or |well,? |at least )*"
    r"(?:not (?:any ?more|any longer|these days|since\b)|no longer\b(?! (?:that|so))"
    r"|used to\b|(?<=or )(?:was|did)\b|(?<=well )was\b|(?<=well, )was\b))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?…\n]")
_ONLY_LEADS = re.compile(rf"\W*{_LED}", re.IGNORECASE)
# Whose claims a deed is of; any other is of whatever can be over.
_OF_DEED = {
    "worked": frozenset({"works_at", "job_title"}),
    "lived": frozenset({"lives_in"}),
    "studied": frozenset({"studies_at", "studies"}),
    "taught": frozenset({"works_at", "teaches"}),
}
_FOR_GOOD = frozenset(
    {"age", "birth_year", "birthday", "born_in", "home_town", "name", "nationality", "visited"}
    | {"graduated_from", "studied_at", "life_event", "parent", "child", "sibling"}
)


def apart(text: str) -> str:
    """Return the text with an afterthought as a sentence of its own, offsets kept."""
    return _MARK.sub(_stop, text)


def _stop(mark: re.Match[str]) -> str:
    text = mark.string
    ends = _ENDS.search(text, mark.end())
    behind = text[mark.end() : ends.end() if ends else len(text)]
    starts = max((found.end() for found in _ENDS.finditer(text, 0, mark.start())), default=0)
    alone = _ONLY_LEADS.fullmatch(text[starts : mark.start()]) is not None
    if alone or (_over(behind) is None):
        return mark[0]
    return "." + " " * (len(mark[0]) - 1)


def takes_back(sentence: str) -> bool:
    """Whether it says that what stands before it is not so at all: "Not really.", "I made it
    up".
    """
    return _TAKES_BACK.match(sentence) is not None


def answers_over(sentence: str) -> bool:
    """Whether it says that what was asked about is over: "Not any more.", "I did until May."."""
    return _over(sentence) is not None or _ANSWERS_OVER.match(sentence) is not None


def _over(sentence: str) -> re.Match[str] | None:
    return next((found for way in _SAYS_OVER if (found := way.match(sentence))), None)


def end_before(
    drafts: list[Draft], sentence: Sentence, number: int, turn: Turn, *, asked: bool = False
) -> list[Draft]:
    """Return the drafts, those of the sentence before with the end that this one adds, or as over.

    ``asked``: they are what was asked, so that a bare "I was" is of them.
    """
    over = _over(sentence.text) or (_ANSWERS_OVER.match(sentence.text) if asked else None)
    said = over or _SAYS_UNTIL.match(sentence.text)
    if said is None:
        return drafts
    words = said.groupdict()
    end = _end(words, turn, is_over=over is not None)
    before = [
        draft
        for draft in drafts
        if draft.sentence == number - 1 and draft.times.holds and _is_meant(draft, words)
    ]
    # "My sister is a nurse. She was, until May": she is still a sister.
    meant = [draft for draft in before if draft.role is None] or before
    return [
        replace(draft, times=_with_end(draft.times, end, turn, is_over=over is not None))
        if draft in meant and not draft.times.planned
        else draft
        for draft in drafts
    ]


def _is_meant(draft: Draft, words: dict[str, str | None]) -> bool:
    """Whether a fragment is of a claim, by its person and its verb."""
    if draft.happening or (draft.predicate in _FOR_GOOD and draft.role is None):
        return False
    deed, who = words.get("deed"), (words.get("who") or "").casefold()
    if deed is not None and draft.predicate not in _OF_DEED[deed.casefold()]:
        return False
    return not who or (who in ("i", "we")) is (draft.subject == "I")


def _end(words: dict[str, str | None], turn: Turn, *, is_over: bool) -> Bound | None:
    """Return when it ends, if that is told: "not since May", "I did until last year"."""
    since, until = words.get("since"), words.get("until")
    if since:
        for span in find(f"not since {since}", turn.occurred_at, future=False):
            return Bound(at=span.valid_from, precision=span.precision)
    future = False if is_over else None
    for span in find(f"until {until}", turn.occurred_at, future=future) if until else ():
        return Bound(at=span.valid_to, precision=span.precision_to)
    return None


def _with_end(times: When, end: Bound | None, turn: Turn, *, is_over: bool) -> When:
    """Return the times with an end; what is told as over ended before it was told."""
    start = None if times.start is None else times.start.at
    at = None if end is None else end.at
    late = at is not None and is_over and at > turn.occurred_at
    if at is None or late or (start is not None and at <= start):
        return replace(OVER_UNDATED, start=times.start) if is_over else times
    basis = TimeBasis.OBSERVED if times.start is None else TimeBasis.STATED
    return When(times.start, end, basis)
