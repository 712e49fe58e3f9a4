"""What one turn claims: its sentences in order, each understood after those before it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from extraction.dates.find import find
from extraction.dates.time_spans import TimeWord
from extraction.language.sentence import Sentence
from extraction.model.candidates import Turn, Window
from extraction.model.facts import Fact, Facts, Proposer
from extraction.model.own_words import own_window
from extraction.model.plain_text import plain
from extraction.offline.afterthoughts import answers_over, apart, end_before, takes_back
from extraction.offline.answers import (
    Parse,
    claims_of,
    find_question,
    read_answer,
    restate_asked,
    restate_confirmed,
)
from extraction.offline.appositions import with_asides
from extraction.offline.civil_status import with_civil_status
from extraction.offline.clauses import pretence, speech_acts
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.repairs import blank_slips
from extraction.offline.clauses.time_attachment import begins_name, since_then
from extraction.offline.clauses.times import When
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.coordination_repair import lost
from extraction.offline.corrections import apply_corrections
from extraction.offline.ellipsis import complete_sentence
from extraction.offline.labelled_lines import read_labelled_lines
from extraction.offline.patterns.table import table
from extraction.offline.people.speaker import Voice
from extraction.offline.proposed_facts import judge_facts, worth_asking
from extraction.offline.sentence import Reader
from graph.vocabulary import SourceKind, SpeechAct, TimeBasis

LOOK_BACK = 4
INSTRUCTION = "instruction"
INSTRUCTION_MAX = 300
BARE_CUE_WORDS = 6
_LINE = re.compile(r"[^\n]*[^\W_][^\n]*")
MEANT = frozenset({SpeechAct.ASSERTION, SpeechAct.QUESTION})
_ENDED = re.compile(r"(?:[.!?…)\"”\n]|\.\.)\s*$")
# Whether something is so, and not whether it was.
_IS_ASKED_NOW = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay|then)\b\W*)*(?:do|does|are|is|have|has|you)\b", re.IGNORECASE
)
_GREETING = (
    r"(?:hey|hi|hello|wow|woah|whoa|yeah|yep|yup|thanks|thank you|cool|nice|awesome|sure|aww*|omg"
    r"|haan|aye|hmm+|ooh|aww|eh|of course|for sure|definitely|indeed"
    r"|btw|by the way|anyway|guess what|congrats|good news|great news)"
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A few words that may state something: ``start:end`` of the turn, in one line of a sentence.

    ``asked`` is the question that they answer, if the turn before ended with one.
    """

    sentence: int
    start: int
    end: int
    text: str
    asked: str


def drafts(window: Window, parse: Parse, facts: Facts | None = None) -> list[Draft]:
    """Return the claims of a window's turn, corrections of earlier ones included.

    ``facts`` are what a model proposes of its sentences, which the rules judge.
    """
    return _Reading(own_window(window), parse, facts or {}).drafts()


def units(window: Window, parse: Parse) -> list[Unit]:
    """Return what of a turn is worth asking a model about: all but questions, greetings, code and
    play.

    Where the turn only says that something is so, that is what is asked about.
    """
    window = own_window(window)
    acts = list(_Reading(window, parse).acts())
    said = restate_confirmed(acts[0][0], 0, window, parse) if acts else ""
    if said:
        return [Unit(acts[0][0].start, 0, len(said), said, "")]
    found = [
        unit
        for sentence, act in acts
        if act is SpeechAct.ASSERTION and not speech_acts.joking(sentence.text)
        if not speech_acts.asks_unmarked(sentence.text)
        for unit in _lines(sentence)
    ]
    if found and not window.turn.text[: found[0].start].strip():
        found[0] = replace(found[0], asked=find_question(window) or "")
    return found


def propose_facts(window: Window, parse: Parse, proposer: Proposer) -> Facts:
    """Return what a model proposes of a turn, by its sentences; only of what is worth asking
    about.
    """
    asked = units(window, parse)
    if not asked:
        return {}
    found: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in proposer.propose(own_window(window)):
        for unit in asked:
            if unit.start <= fact.start and fact.end <= unit.end:
                found[unit.sentence].append(replace(fact, start=unit.start, end=unit.end))
    return found


def _lines(sentence: Sentence) -> Iterator[Unit]:
    """Yield the lines of a sentence that are worth asking about."""
    for line in _LINE.finditer(sentence.text):
        start, end = sentence.start + line.start(), sentence.start + line.end()
        words = [w for w in sentence.words if start <= w.start and w.end <= end]
        if worth_asking(words):
            yield Unit(sentence.start, start, end, " ".join(line[0].split()), "")


@dataclass(frozen=True, slots=True)
class _Reading:
    window: Window
    parse: Parse
    facts: Facts = field(default_factory=dict[int, Sequence[Fact]])

    def acts(self) -> Iterator[tuple[Sentence, SpeechAct]]:
        """Return the sentences of the turn's own words, with what the speaker does with each."""
        return self._acts(self._unaddressed(self.window.turn))

    def drafts(self) -> list[Draft]:
        turn = self.window.turn
        reader = Reader(Voice(self.window, self._reading(turn)))
        found: list[Draft] = []
        cue = ""
        own = self._unaddressed(turn)
        acts = list(self._acts(own))
        for number, (sentence, act) in enumerate(acts):
            if speech_acts.joking(sentence.text):
                found = [draft for draft in found if draft.sentence < number - 1]
                continue
            found = end_before(found, sentence, number, turn)
            said = self._said(reader, sentence, number, act, found)
            if act is SpeechAct.ASSERTION:
                said += self._lost(reader, sentence, number, own, said)
            correcting = speech_acts.corrects(sentence.text)
            if (correcting or cue) and act is SpeechAct.ASSERTION:
                found, said = apply_corrections(
                    said, found, sentence, number, turn, self._earlier, cue=cue
                )
            cue = _cue(sentence, said)
            found += said
        found = _without_taken_back(found, acts)
        if all(act in MEANT for _, act in acts):
            found += read_labelled_lines(reader.voice, own)
        return _distinct(with_civil_status(found, reader.voice.name("I", 0)))

    def _acts(self, own: str) -> Iterator[tuple[Sentence, SpeechAct]]:
        """Yield the turn's sentences with what the speaker does with each."""
        turn = self.window.turn
        frame = pretence.frame_before(self.window.previous, turn.speaker)
        before, ended, at = SpeechAct.ASSERTION, True, 0
        for sentence in self.parse(own):
            # What leads back to what is meant may be taken for a greeting: "anyway, seriously".
            led = plain(turn.text)[at : sentence.end]
            at = sentence.start + len(sentence.text.rstrip())
            frame = pretence.held_from(frame, led)
            act = _act(sentence.text, frame)
            frame = pretence.held_after(frame, led)
            if pretence.casts(sentence.text) and not self._among_people():
                frame = frame or pretence.FICTION
            if before is SpeechAct.SARCASM and speech_acts.mocking_on(sentence.text):
                act = SpeechAct.SARCASM
            if act is SpeechAct.ASSERTION and not ended:
                # The parser has broken a sentence in two.
                act = before
            before, ended = act, _ENDED.search(sentence.text) is not None
            ended = ended and not sentence.text.rstrip().casefold().endswith("e.g.")
            yield sentence, act

    def _said(
        self, reader: Reader, sentence: Sentence, number: int, act: SpeechAct, drafts: list[Draft]
    ) -> list[Draft]:
        """Return what a sentence claims by itself, else as an answer or with what was said
        before.
        """
        turn, spans = self.window.turn, reader.reading.spans
        told = [*reader.drafts(sentence, number, act), *self._rule(sentence, number, act)]
        said = with_asides(told, sentence, reader)
        if act is not SpeechAct.ASSERTION:
            return said
        facts = self.facts.get(sentence.start, ())
        if statement := restate_confirmed(sentence, number, self.window, self.parse):
            return said or claims_of(statement, sentence, self.window, self.parse, facts)
        if over := self._over_as_asked(sentence, number):
            return over
        answer = read_answer(sentence, number, self.window, self.parse, said)
        said = [*answer, *said] or complete_sentence(
            sentence, number, drafts, self._earlier, turn, spans, table()
        )
        return judge_facts(reader, sentence, number, facts, said)

    def _over_as_asked(self, sentence: Sentence, number: int) -> list[Draft]:
        """Return what was asked of the speaker, as over: "Do you still work there?" – "Not any
        more.".
        """
        if number or not answers_over(sentence.text):
            return []
        if _IS_ASKED_NOW.match(find_question(self.window) or "") is None:
            return []
        asked = restate_asked(self.window, self.parse)
        so_far = claims_of(asked, sentence, self.window, self.parse) if asked else []
        meant = [draft for draft in so_far if draft.role is None]
        return end_before(meant, sentence, 1, self.window.turn, asked=True)

    def _lost(
        self, reader: Reader, sentence: Sentence, number: int, own: str, drafts: list[Draft]
    ) -> Iterator[Draft]:
        """Yield what parts of a sentence claim that the parser has lost."""
        for start, text in lost(sentence, drafts, own):
            for part in self.parse(text):
                for draft in reader.drafts(part, number, SpeechAct.ASSERTION, drafts):
                    # Its subject may stand elsewhere, or nowhere; its owner only before.
                    begins = draft.start if draft.end <= start else max(draft.start, start)
                    yield replace(draft, start=begins)

    def _reading(self, turn: Turn) -> Reading:
        text = plain(turn.text)
        before = [memory.text for memory in self.window.memories]
        before += [earlier.text for earlier in self.window.previous]
        said = self.parse(self._unaddressed(turn))
        spans = tuple(
            span
            for span in since_then(find(blank_slips(turn.text), turn.occurred_at), text)
            # "When I lived in Graz" is a clause, and Graz is no time.
            if not (
                span.word is TimeWord.VAGUE and text[span.start :].casefold().startswith("when ")
            )
            if not any(begins_name(span, sentence) for sentence in said)
        )
        known = plain("\n".join(before))
        return Reading(turn, text, spans, table(), known, self.window.memories)

    def _unaddressed(self, turn: Turn) -> str:
        """Return the turn with greetings and the names of those spoken to blanked out, offsets
        kept.
        """
        others = {t.speaker for t in self.window.previous if t.speaker} - {turn.speaker or ""}
        names = sorted({part for name in others for part in (name, name.split()[0])}, key=len)
        called = "|".join(re.escape(name) for name in reversed(names)) or r"(?!)"
        greeting = rf"{_GREETING}(?=\s*[,!-]|\s+(?:{called}|I)\b)[\s,!-]*"
        address = rf"(?:{called})(?=\s*[,!.-])[\s,!.-]*"
        opening = re.compile(rf"(?:(?<=[.!?] )|^)\s*(?:{greeting}|{address})+", re.IGNORECASE)
        aside = re.compile(rf",\s*(?:{called})(?=[,.!?])")
        text = apart(speech_acts.apart(opening.sub(_blank, plain(turn.text))))
        return blank_slips(speech_acts.without_asked(aside.sub(_blank, text)))

    def _rule(self, sentence: Sentence, number: int, act: SpeechAct) -> list[Draft]:
        """Return a standing instruction to an assistant; between people it is only advice."""
        tag = speech_acts.rule(sentence)
        meant = act is SpeechAct.ASSERTION or speech_acts.asked_for_good(sentence.text)
        if tag is None or not meant or self._among_people():
            return []
        voice = Voice(self.window, self._reading(self.window.turn))
        name = voice.name("I", sentence.start)
        text = sentence.text.strip()
        if name is None or len(text) > INSTRUCTION_MAX:
            return []
        start = sentence.start + sentence.text.index(text)
        return [
            Draft(
                "I",
                name,
                INSTRUCTION,
                self.window.turn.text[start : start + len(text)].rstrip(".!? "),
                table().attributes[INSTRUCTION],
                When(basis=TimeBasis.OBSERVED),
                start,
                start + len(text),
                number,
                tags=(tag,),
            )
        ]

    def _among_people(self) -> bool:
        here = self.window.turn
        return any(
            turn.source_kind is SourceKind.USER and turn.speaker != here.speaker
            for turn in self.window.previous
        )

    def _earlier(self) -> list[tuple[Draft, Turn]]:
        """Return the claims of the speaker's last turns, the latest first."""
        here, previous = self.window.turn, self.window.previous
        found: list[tuple[Draft, Turn]] = []
        own = [i for i, turn in enumerate(previous) if turn.speaker == here.speaker]
        for index in reversed(own[-LOOK_BACK:]):
            earlier = self.window.model_copy(
                update={"turn": previous[index], "previous": previous[max(0, index - 4) : index]}
            )
            claims = _Reading(earlier, self.parse).drafts()
            found += [(draft, previous[index]) for draft in reversed(claims)]
        return found


def _cue(sentence: Sentence, drafts: list[Draft]) -> str:
    """Return a sentence that only says that what follows corrects something: "No wait."; else
    nothing.
    """
    bare = not drafts and len(sentence.words) <= BARE_CUE_WORDS
    return sentence.text if bare and speech_acts.corrects(sentence.text) else ""


def _without_taken_back(
    drafts: list[Draft], acts: Sequence[tuple[Sentence, SpeechAct]]
) -> list[Draft]:
    """Return the claims but those of sentences that the next one takes back: "Scratch that."."""
    untrue = {at - 1 for at, (sentence, _) in enumerate(acts) if takes_back(sentence.text)}
    return [draft for draft in drafts if draft.sentence not in untrue]


def _act(text: str, frame: pretence.Frame | None) -> SpeechAct:
    act = speech_acts.act(text)
    if frame is None or act is not SpeechAct.ASSERTION or pretence.steps_out(text):
        return act
    return frame.act


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _distinct(drafts: Iterable[Draft]) -> list[Draft]:
    """Each claim once: of several with the same content the one that says more of when."""
    kept: dict[tuple[str, str, str, bool], Draft] = {}
    for draft in drafts:
        held = kept.get(draft.key)
        if held is None or (held.times.start is None and draft.times.start is not None):
            kept[draft.key] = replace(
                draft, corrects=draft.corrects or bool(held and held.corrects)
            )
    return _without_ended(list(kept.values()))


def _without_ended(drafts: list[Draft]) -> list[Draft]:
    """Of a relation that a turn ends, only its end: "my wife and I divorced"."""
    ended = [draft for draft in drafts if draft.times.negative and draft.value]
    named = {(draft.name, draft.predicate) for draft in ended}
    over = {draft.key[:3] for draft in ended}
    # "We split up; I'm no longer with Farah" ends one thing.
    return [
        draft
        for draft in drafts
        if (draft.times.negative or draft.role is None or draft.key[:3] not in over)
        and (draft.value or not draft.times.negative or (draft.name, draft.predicate) not in named)
    ]
