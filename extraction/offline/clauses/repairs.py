"""Slips that a speaker repairs within the sentence: "I live in Bonn, no wait, in Cologne".

What was repaired is blanked out with the words that say so, offsets kept, so that only the repaired
sentence is read: the whole of it where a clause follows, else the words before that are of the form
of those behind.
"""

from __future__ import annotations

import re

_SURE = (
    r"(?:oh,? )?no,? (?:wait|sorry|hang on|hold on|no|scratch that)"
    r"|(?:wait|sorry|hang on|hold on),? no"
    r"|scratch that|strike that|correction|(?:well,? )?actually,? no"
)
_MAYBE = r"sorry|I mean(?:t)?|or rather|make that|well,? actually|wait|hang on|no(?=,)"
_CUE = re.compile(
    rf"\s*(?:,|\.\.+|…|[—–]|(?<=\s)-{{1,2}}(?=\s))\s*(?:(?P<sure>{_SURE})|(?P<maybe>{_MAYBE}))"
    r"\b[\s,:;.—–-]*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:I|we|he|she|they|you|that|there)(?:['’](?:m|ve|s|re|d|ll)\b|\s+(?!and\b|or\b)\w+)"
    r"|(?:my|our|his|her|their)\s+(?:[\w'’-]+\s+){1,3}?"
    r"(?:is|are|was|were|has|have|had|did|does|lives?|works?|likes?|loves?|wants?|\w{3,}ed)\b"
    r"|(?-i:[A-Z])\w+\s+(?:is|was|has|lives|works|moved|likes|loves)\b",
    re.IGNORECASE,
)
_OWNED = r"(?:my|our|his|her)\s+[a-z][\w-]*(?:\s+(?-i:[A-Z])[\w'’-]+)?"
_OWNED_BEFORE = re.compile(rf"\b{_OWNED}$", re.IGNORECASE)
_OWNED_BEHIND = re.compile(rf"{_OWNED}(?P<joint>\s*[,—–]\s*|\s+-\s+)(?=\w)", re.IGNORECASE)
_FRAGMENT = re.compile(
    r"(?!(?:it|that|just|so|really|not|and|but|to be)\b)[^,.;!?\n—–]{1,40}?"
    r"(?=\s*(?:[,.;!\n—–]|\s-\s|$))"
)
_LED_BY = re.compile(r"(in|at|to|on|for|from|with|by|an?|the|my|our)\s", re.IGNORECASE)
_ARTICLES = r"an?|the|my|our"
_NAME_BEFORE = re.compile(r"\b(?:[A-Z][\w'’&-]*(?:\s(?:(?:and|&|of|de|van)\s)?(?=[A-Z]))?)+$")
_NUMBER_BEFORE = re.compile(r"\b\d[\d:./]*$")
_WORD_BEFORE = re.compile(r"\b[a-z][\w-]*$")
_WORDS_MAX = 5
_BARE_MAX = 2
_STATED_MIN = 2


def blank_slips(text: str) -> str:
    """Return the text with slips that are put right at once blanked out, offsets kept."""
    at = 0
    while (cue := _CUE.search(text, at)) is not None:
        start = _begin(text, cue.start())
        for first, last in _wrong(text, start, cue):
            text = f"{text[:first]}{' ' * (last - first)}{text[last:]}"
        at = cue.end()
    return text


def _begin(text: str, end: int) -> int:
    """Where the sentence begins that a position is in."""
    ends = [m.end() for m in re.finditer(r"[!?\n]|(?<![.])\.(?=\s)", text[:end])]
    return ends[-1] if ends else 0


def _wrong(text: str, start: int, cue: re.Match[str]) -> list[tuple[int, int]]:
    """Return what a cue says is wrong, with the cue itself; nothing where it repairs nothing."""
    before, behind, sure = text[start : cue.start()], text[cue.end() :], cue["sure"] is not None
    if _CLAUSE.match(behind):
        return [(start, cue.end())] if sure else []
    if len(before.split()) < _STATED_MIN:
        # "Sorry, I meant Porto" is of what was said before it.
        return []
    one, other = _OWNED_BEFORE.search(before), _OWNED_BEHIND.match(behind)
    if one is not None and other is not None:
        joint = (cue.end() + other.start("joint"), cue.end() + other.end("joint"))
        return [(start + one.start(), cue.end()), joint]
    fragment = _FRAGMENT.match(behind)
    if fragment is None or len(fragment[0].split()) > _WORDS_MAX:
        return []
    certain = sure or cue["maybe"].casefold() != "no"
    slip = _slip(before, fragment[0], certain=certain)
    return [] if slip is None else [(start + slip.start(), cue.end())]


def _slip(before: str, new: str, *, certain: bool) -> re.Match[str] | None:
    """Return the words before a cue that those behind it take the place of."""
    led = _LED_BY.match(new)
    if led is not None:
        word = led[1].casefold()
        leads = _ARTICLES if re.fullmatch(_ARTICLES, word) else word
        phrase = rf"\b(?:{leads})\s+[\w'’&.-]+(?:\s+[\w'’&.-]+){{0,3}}$"
        return re.search(phrase, before, re.IGNORECASE)
    if new[0].isdigit():
        return _NUMBER_BEFORE.search(before)
    if new[0].isupper():
        return _NAME_BEFORE.search(before)
    bare = certain and len(new.split()) <= _BARE_MAX
    return _WORD_BEFORE.search(before) if bare else None
