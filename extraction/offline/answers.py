"""What a short answer states: "At Halden Robotics." after "Where do you work?".

The table's ``[[answer]]`` rows say which question makes which statement of an answer; that
statement is read like any other, and what it claims is claimed by the answer's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from extraction.dates.find import find
from extraction.language.parsing import is_listed
from extraction.language.sentence import Sentence
from extraction.model.candidates import Turn, Window
from extraction.model.facts import Fact
from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.patterns.table import Answer, table
from extraction.offline.people.speaker import Voice
from extraction.offline.proposed_facts import judge_facts
from extraction.offline.sentence import Reader
from graph.vocabulary import SpeechAct

Parse = Callable[[str], Sequence[Sentence]]
WORDS_MAX = 10
_QUESTION = re.compile(r"[^.!?\n]*\?")
# What may be all of an answer, before an addition of its own.
_FIRST_WORDS = re.compile(
    r"((?:[\w'’&.:/%$€£-]+\s*){1,6}?)(?:[,;–—]|\s+-|\s+(?:but|though|although|and|so|because)\b)\s",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"\W*(?:no|none|nope|nah|not|never|nothing|nowhere|nobody|i|i'm|well|thanks|thank|sorry|what"
    r"|how|that|it|haha|hmm|maybe|perhaps|guess|oh|good|great|nice (?:to|try|one)|because|brb|skip"
    r"|pass|test|error|ok"
    r"|okay|wait|later|secret|same|ditto|whatever|please|hello|hi|hey|stop|next|cool|lovely|pleased"
    r"|let|depends)\b",
    re.IGNORECASE,
)
# What may stand before an answer: "Well, Leeds", "Hm, let me think".
_OPENING = re.compile(
    r"^\W*(?:(?:h+m+|u+m+|u+h+|e+r+m*|a+h+|u+gh+|argh|oh|hey|ha(?:ha)*|well|yes|yeah|yep|ok(?:ay)?|sure|right|so"
    r"|gosh|honestly|actually|let(?:['’]s| me) see|sorry|still|currently|now"
    r"|at the moment)\b(?:\s*[,.…!–—-]+\s*|\s+|$))+",
    re.IGNORECASE,
)
_LATER = re.compile(r"(?:tbd|tba|idk|n/?a|nvm|lol|dunno|earth|mars)\b", re.IGNORECASE)
# What is told by a quality: "what's your favourite colour?"
_OF_QUALITY = re.compile(r"\b(?:colou?r|size|diet|status|type|style|hair|eyes?|gender|religion)\b")
_NOUNS = ("NN", "CD", "FW", "$")
_LEXICON = {"JJ": "ADJ", "RB": "ADV", "VB": "VERB"}


# "Yes", in one or more words, with thanks and the like around it.
_YES = (
    r"(?:yes|yep|yeah|yup|ya|aye|correct|exactly|precisely|indeed|right|true|spot on|bang on"
    r"|you got it|got it in one|that(?:['’]s| is)? (?:right|it|correct|true|me)|it (?:is|does)"
    r"|I (?:am|do|have))\b"
)
_BESIDE_YES = r"(?:thanks|thank you|please|mate|haha|lol)\b"
_CONFIRMS = re.compile(
    rf"\W*(?:{_BESIDE_YES}\W*)*{_YES}\W*(?:(?:{_YES}|{_BESIDE_YES})\W*)*", re.IGNORECASE
)
_YOURS = re.compile(r"\byou(?:r|['’]re|['’]ve|['’]ll)?\b", re.IGNORECASE)
_ASKS_WHETHER = re.compile(
    r"(?:\W*(?:so|and|ok|okay|then|wait|hang on|just to confirm|to confirm)?\W*)"
    r"(?P<aux>do|did|are|were|have|is|was)\s+(?P<whom>you|your\s+[\w ]+?)\s+(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_OFFERS = re.compile(
    r"\b(?:want|need|mind|think|know|remember|see|understand|mean|would|could|should|shall|can|if"
    r"|any|something|anything|help|let me|I['’]ll)\b",
    re.IGNORECASE,
)
_SWAPPED = {"your": "my", "re": "I'm", "ve": "I've", "ll": "I'll", "you": "I"}
_TAG = re.compile(
    r"[,.;–—-]?\s*(?:(?:is )?(?:that|this) (?:right|correct|true)|right|correct|yes|yeah|no|"
    r"aren['’]t you|don['’]t you|isn['’]t it|did I get that right)?\s*[?.!]*\s*$",
    re.IGNORECASE,
)


def restate_confirmed(sentence: Sentence, number: int, window: Window, parse: Parse) -> str:
    """Return what another said of the speaker, in the speaker's words, if the turn says that it is
    so.

    "So you work at Barclays?" – "Yes, exactly."
    """
    confirmed = _CONFIRMS.fullmatch(sentence.text.strip()) is not None
    return "" if number or not confirmed else restate_asked(window, parse)


def restate_asked(window: Window, parse: Parse) -> str:
    """Return what the turn before says or asks of the speaker, in the speaker's words."""
    if not window.previous:
        return ""
    other = window.previous[-1]
    return "" if other.speaker == window.turn.speaker else _said_of_you(plain(other.text), parse)


def _said_of_you(text: str, parse: Parse) -> str:
    """Return the last thing said of the listener, as the listener would say it; empty for an
    offer.
    """
    about = [s.text.strip() for s in parse(text) if _YOURS.search(s.text)]
    if not about or _OFFERS.search(about[-1]):
        return ""
    said = _TAG.sub("", about[-1])
    asked = _ASKS_WHETHER.fullmatch(said)
    if asked is not None:
        verb = "" if asked["aux"].lower() in ("do", "did") else f"{asked['aux']} "
        said = f"{asked['whom']} {verb}{asked['rest']}"
    swapped = _YOURS.sub(_swap, said)
    return swapped.replace("I are ", "I am ").replace("I were ", "I was ") + "."


def _swap(match: re.Match[str]) -> str:
    word = match[0].casefold().replace("’", "'")
    return _SWAPPED.get(word) or _SWAPPED.get(word.partition("'")[2], "I")


def read_answer(
    sentence: Sentence, number: int, window: Window, parse: Parse, drafts: Sequence[Draft] = ()
) -> list[Draft]:
    """Return the claims of a turn's first sentence as the answer to the question before it.

    ``drafts`` is what it claims by itself: then only words before that may be the answer, as in
    "Nottingham, though I'm from Kraków".
    """
    words = sentence.text.strip().rstrip(".! ")
    question = None if number or words.endswith("?") else find_question(window)
    if question is None:
        return []
    first = _FIRST_WORDS.match(words)
    early = sentence.start + (0 if first is None else first.end(1))
    if any(draft.start < early for draft in drafts):
        return []
    whole = "" if drafts or len(words.split()) > WORDS_MAX else words
    for statement in _replies(question, [whole, "" if first is None else first[1]], parse):
        if found := claims_of(statement, sentence, window, parse):
            return found
    return []


def _replies(question: str, given: Sequence[str], parse: Parse) -> Iterator[str]:
    """Yield the statements that what may be an answer comes to, without what only leads to it."""
    for words in dict.fromkeys(_OPENING.sub("", each.rstrip(",;. ")) for each in given if each):
        if not _is_none(words, question, parse):
            yield from _statements(question, words)


def _is_none(answer: str, question: str, parse: Parse) -> bool:
    """Whether words only put off an answer: "later", "guess", "same as before".

    A capital says nothing at the head of a sentence: in small letters the words are no noun, and a
    place only if it is well known.
    """
    if not answer or _LATER.match(answer):
        return True
    if _NO_ANSWER.match(answer):
        # A denial, which is for the question to take.
        return False
    places = table().listed("places")
    words = [w for w in parse(answer[:1].lower() + answer[1:])[0].words if w.text[:1].isalnum()]
    if not words or answer.casefold() in places or words[0].low in places:
        return not words
    root = next((w for w in words if w.head is w), words[0])
    root = root.child("pobj") or root
    tag = root.tag[:2]
    if tag in _NOUNS or (tag == "JJ" and _OF_QUALITY.search(question)):
        return False
    form = root.lemma if tag == "VB" else root.low
    return tag not in _LEXICON or is_listed(form, _LEXICON[tag])


def claims_of(
    statement: str,
    sentence: Sentence,
    window: Window,
    parse: Parse,
    facts: Sequence[Fact] = (),
) -> list[Draft]:
    """Return what a statement claims of the speaker, as claimed by the sentence that stands for it.

    ``facts`` are what a model proposes of the statement.
    """
    words = sentence.text.strip()
    start = sentence.start + sentence.text.index(words)
    return [
        replace(draft, start=start, end=start + len(words), times=replace(draft.times, span=None))
        for draft in _read(statement, window, parse, facts)
        if draft.subject == "I"
    ]


def find_question(window: Window) -> str | None:
    """Return the last question of the turn before, if somebody else put it."""
    if not window.previous or window.previous[-1].speaker == window.turn.speaker:
        return None
    found = _QUESTION.findall(plain(window.previous[-1].text))
    return found[-1].strip() if found else None


def _statements(question: str, words: str) -> Iterator[str]:
    denied = _NO_ANSWER.match(words) is not None
    for row in table().answer:
        asked, given = row.asked.search(question), row.given.fullmatch(words)
        if asked is not None and given is not None and (row.denies or not denied):
            yield _worded(row, asked, given)


def _worded(row: Answer, asked: re.Match[str], given: re.Match[str]) -> str:
    kind = asked.groupdict().get("kind") or ""
    value = given.groupdict().get("value") or ""
    return row.reads.replace("{kind}", kind.strip()).replace("{}", value) + "."


def _read(statement: str, window: Window, parse: Parse, facts: Sequence[Fact]) -> Iterator[Draft]:
    turn: Turn = window.turn.model_copy(update={"text": statement})
    spans = tuple(find(statement, turn.occurred_at))
    reading = Reading(turn, plain(statement), spans, table(), "")
    reader = Reader(Voice(window.model_copy(update={"turn": turn}), reading))
    for sentence in parse(statement):
        told = list(reader.drafts(sentence, 0, SpeechAct.ASSERTION))
        yield from judge_facts(reader, sentence, 0, facts, told)
