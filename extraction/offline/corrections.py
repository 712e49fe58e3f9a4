"""Corrections: which earlier claim a turn takes back, and what is said in its place.

"No, I meant Porto" has no verb of its own: it is the earlier claim said again with another value,
or with another date, from the same start. Of a many-valued attribute the old value is denied too,
over the same time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from extraction.dates.find import find
from extraction.dates.time_spans import TimeSpan, TimeWord
from extraction.language.sentence import Sentence
from extraction.model.candidates import Bound, Turn
from extraction.offline.clauses import speech_acts
from extraction.offline.clauses.draft import Draft, observed_at
from extraction.offline.clauses.times import When
from graph.vocabulary import TimeBasis

Earlier = Callable[[], list[tuple[Draft, Turn]]]

_REMAINDER = re.compile(
    r"(?:(?P<strong>\bI (?:meant|mean|should have said)|\bmake (?:that|it)"
    r"|\b(?:it|that) should (?:be|have been))|\bit(?:'s| is| was)|\bthat's|\brather)"
    r"\s*,?\s*(?:actually\s+)?(?P<new>[^,.;!?]+?)"
    r"(?:,?\s+(?:and\s+)?(?:not|instead of|rather than)\s+(?P<old>[^,.;!?]+?))?\s*[.;!?,]*\s*$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^\W*(?:(?:no|nope|wait|sorry|correction|oops|actually)\b\W*)+(?P<new>[^,.;!?]{1,40}?)"
    r",?\s+(?:not|instead of|rather than)\s+(?P<old>[^,.;!?]+?)\s*[.;!?,]*\s*$",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"^\W*(?:(?:(?:no,? wait|wait,? no|no,? sorry|sorry|scratch that|strike that|correction|oops"
    r"|rather|no(?=,)|actually)\b[\s,:;.-]*)+|(?<=\*))(?P<new>[^,.;!?]{1,40}?)(?:,\s*typo)?\s*[.!*]*\s*$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:to|in|at|on|for|the|a|an|that|it was|it is|as|from)\s+", re.IGNORECASE)
_WORDS_MAX = 6
ALIKE = 0.7
_NO_VALUE = frozenset({"it", "that", "so", "yes", "no", "yeah", "nope", "nothing", "never", "ok"})


@dataclass(frozen=True, slots=True)
class Fragment:
    """What stands in a correction without a verb: the new words, and the old ones if named.

    ``sure``: it says that it puts a word right ("I meant …"), not only that something is so.
    """

    new: str
    old: str | None
    sure: bool
    start: int
    end: int


# Of these there is one, though several may be possible: the years that follow from an age.
_ONCE = frozenset({"birth_year"})


def apply_corrections(
    corrections: list[Draft],
    drafts: list[Draft],
    sentence: Sentence,
    number: int,
    turn: Turn,
    earlier: Earlier,
    *,
    cue: str,
) -> tuple[list[Draft], list[Draft]]:
    """Return the turn's claims so far and those of a correcting sentence, put right against each
    other.

    A claim of this very turn that is corrected goes; one of an earlier turn stays said, and is
    said again as it should have been. That something is not so corrects what was said before only
    where the speaker admits an error, here or in the ``cue`` before it, or gives another value:
    else it may have been so until now.
    """
    if not corrections:
        return _filled(drafts, sentence, number, turn, earlier)
    here = [(draft, turn) for draft in reversed(drafts)]
    sure = not speech_acts.hedging(sentence.text)
    kept, told = _restated(corrections, drafts, [*here, *earlier()], turn, sure=sure)
    if speech_acts.admits_error(f"{cue} {sentence.text}"):
        return kept, told
    return kept, [_unless_denied(draft, told) for draft in told]


def _filled(
    drafts: list[Draft], sentence: Sentence, number: int, turn: Turn, earlier: Earlier
) -> tuple[list[Draft], list[Draft]]:
    """Return the same for a sentence that claims nothing by itself: "No, I meant Porto"."""
    fragment = _fragment(sentence)
    if fragment is None:
        return drafts, []
    here = [(draft, turn) for draft in reversed(drafts)]
    # "Actually, Dara" is rather of a Dora than of what was said last.
    held = sorted([*here, *earlier()], key=lambda pair: not _like(fragment.new, pair[0].value))
    for draft, source in held:
        again = _again(draft, source, fragment, number)
        if again:
            kept = [held for held in drafts if held is not draft]
            return kept, again if source is not turn else again[:1]
    return drafts, []


def _like(new: str, value: str | None) -> bool:
    """Whether two words are written almost alike."""
    return SequenceMatcher(None, new.casefold(), (value or "").casefold()).ratio() >= ALIKE


def _restated(
    corrections: list[Draft],
    drafts: list[Draft],
    candidates: list[tuple[Draft, Turn]],
    turn: Turn,
    *,
    sure: bool,
) -> tuple[list[Draft], list[Draft]]:
    """Full sentences that correct: "Actually, I live in Porto", "I misspoke, I have no sister"."""
    kept, result = drafts, list[Draft]()
    for draft in corrections:
        wrong = next((pair for pair in candidates if _contradicts(draft, pair[0])), None)
        if wrong is None:
            result.append(replace(draft, corrects=sure and not _ends(draft)))
            continue
        old, source = wrong
        marked = _correction(draft, old, source)
        result.append(marked)
        if source is turn:
            kept = [other for other in kept if other is not old]
        elif marked.many and not marked.times.negative:
            result.append(_denial(old, source, marked))
    return kept, result


def _unless_denied(draft: Draft, corrections: list[Draft]) -> Draft:
    """Return the draft, as no correction if it only denies something and nothing is put in its
    place.
    """
    replaced = any(
        other.predicate == draft.predicate and other.name == draft.name
        for other in corrections
        if not other.times.negative
    )
    return draft if replaced or not draft.times.negative else replace(draft, corrects=False)


def _correction(draft: Draft, old: Draft, source: Turn) -> Draft:
    """Return the draft as a correction of an earlier one; a denial is of the earlier one's
    value.
    """
    value = old.value if draft.times.negative else draft.value
    times = _at_start_of(old, source, draft.times)
    return replace(draft, value=value, times=times, corrects=True)


def _ends(draft: Draft) -> bool:
    """Whether it says that something is no longer so, and so was."""
    return draft.times.negative and not draft.times.denied


def _contradicts(draft: Draft, other: Draft) -> bool:
    same = draft.predicate == other.predicate and draft.name == other.name
    if not same or other.times.negative or _ends(draft):
        return False
    if draft.times.negative:
        # A denial is of what it names: "not unittest" says nothing of another tool.
        return draft.value is None or draft.role is not None or _is_named(draft.value, other.value)
    single = not draft.many or draft.predicate in _ONCE
    return (draft.value or "").casefold() != (other.value or "").casefold() and single


def _is_named(value: str, current: str | None) -> bool:
    """Whether one value is the other, or more of it: "dog", "a black dog"."""
    one, other = value.casefold().split(), (current or "").casefold().split()
    return set(one) <= set(other) or set(other) <= set(one)


def _at_start_of(old: Draft, source: Turn, times: When) -> When:
    """Return the times of a correction: the earlier claim's own, where it gives none."""
    if times.start is not None:
        return times
    if old.times.start is not None:
        return replace(old.times, negative=times.negative, span=None)
    start = observed_at(source.occurred_at)
    return replace(times, start=start, end=old.times.end, basis=TimeBasis.OBSERVED)


def _denial(old: Draft, source: Turn, by: Draft) -> Draft:
    times = replace(_at_start_of(old, source, When()), negative=True, span=None, vouched=None)
    return replace(
        old, times=times, start=by.start, end=by.end, sentence=by.sentence, corrects=True, role=None
    )


def _fragment(sentence: Sentence) -> Fragment | None:
    text = sentence.text
    match = _REMAINDER.search(text) or _BARE.search(text) or _ALONE.search(text)
    if match is None or _is_told(sentence, *match.span("new")):
        return None
    new = _LEADING.sub("", match["new"].strip())
    old = match.groupdict().get("old")
    if not new or len(new.split()) > _WORDS_MAX or new.casefold() in _NO_VALUE:
        return None
    start = sentence.start + len(sentence.text) - len(sentence.text.lstrip())
    end = sentence.start + len(sentence.text.rstrip())
    sure = old is not None or match.groupdict().get("strong") is not None
    return Fragment(new, None if old is None else _LEADING.sub("", old.strip()), sure, start, end)


def _is_told(sentence: Sentence, start: int, end: int) -> bool:
    """Whether words have a subject of their own, and so are no fragment: "No, I use pytest"."""
    first, last = sentence.start + start, sentence.start + end
    inside = (w for w in sentence.words if first <= w.start < last)
    return any(word.dep in ("nsubj", "nsubjpass") for word in inside)


def _again(draft: Draft, source: Turn, fragment: Fragment, number: int) -> list[Draft]:
    """Return the earlier claim as the fragment would have it; nothing if it cannot mean that
    one.
    """
    if draft.times.negative or draft.value is None:
        return []
    new_time = _time(fragment.new, source, future=draft.times.planned)
    said = replace(draft, start=fragment.start, end=fragment.end, sentence=number, corrects=True)
    if new_time is not None:
        moved = _moved(draft, new_time)
        # "My flight is on the 14th": there the day is what is claimed.
        value = fragment.new if _time(draft.value, source) is not None else draft.value
        return [] if moved is None else [replace(said, times=moved, value=value)]
    if not _could_mean(draft, fragment):
        return []
    times = replace(_at_start_of(draft, source, replace(draft.times)), span=None)
    again = replace(said, value=fragment.new, times=times)
    return [again, _denial(draft, source, again)] if draft.many else [again]


def _could_mean(draft: Draft, fragment: Fragment) -> bool:
    value = draft.value or ""
    if fragment.old is not None:
        return fragment.old.casefold() in value.casefold()
    names = value[:1].isupper(), fragment.new[:1].isupper()
    return names[0] == names[1] and value != fragment.new and (fragment.sure or all(names))


def _time(words: str, source: Turn, *, future: bool = False) -> TimeSpan | None:
    """Return the period that the words name, read at the time of the claim they correct."""
    for text in (f"in {words}", f"on {words}", f"on the {words}", f"since {words}", words):
        for span in find(text, source.occurred_at, future=future):
            if span.end == len(text) and span.placed:
                return replace(span, word=TimeWord.AT)
    return None


def _moved(draft: Draft, span: TimeSpan) -> When | None:
    """Return the claim's times with the corrected start, and end where it is one period."""
    if draft.times.start is None or span.valid_from is None:
        return None
    start = Bound(at=span.valid_from, precision=span.precision)
    end = draft.times.end
    if end is not None:
        end = Bound(at=span.valid_to, precision=span.precision_to) if span.valid_to else None
    return replace(draft.times, start=start, end=end, span=None)
