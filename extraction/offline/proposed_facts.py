"""What becomes of the facts that a model proposes of a sentence: the rules say whether and when.

A fact gives who, a relation and a value in the sentence's own words. Here the grammar decides the
rest, as it does for what the rules find themselves: whose the clause is, whether it is meant,
denied, planned or over, and since when. What the rules have found too stays as they read it; what
they cannot place is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from extraction.dates.time_spans import TimeSpan
from extraction.language.sentence import Sentence, Word
from extraction.model.candidates import SourceConfidence
from extraction.model.facts import Fact
from extraction.offline.clauses import speech_acts
from extraction.offline.clauses.clause import (
    COMING,
    CONDITIONS,
    OVER,
    SUBJECTS,
    Clause,
    Tense,
    clauses,
)
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.time_attachment import resolve_spans
from extraction.offline.clauses.times import When, shift_to_side, when
from extraction.offline.clauses.value_acceptance import accept_values
from extraction.offline.clauses.value_phrases import Reading, Value
from extraction.offline.labelled_lines import heading_name
from extraction.offline.open_clauses.match import third_person
from extraction.offline.patterns.table import Kind, Pattern
from extraction.offline.people.subjects import FIRST, NO_NAME, is_name, is_role, mention
from extraction.offline.relation_names import Attribute, attribute_of, verb_form, wording_of
from extraction.offline.sentence import Reader, counting
from graph.kernel.registry.builtin import PACK
from graph.vocabulary import SpeechAct, TimeBasis

# Below it a fact is more often wrong than right.
LIKELIHOOD_MIN = 0.5
# A likelihood adds nothing to confidence at the one, and at most a fifth by the other.
LIKELIHOOD_NEUTRAL, LIKELIHOOD_WEIGHT = 0.6, 0.4
# What a model denies so surely is denied.
DENIED_MIN = 0.5
# So sure of all that it says is a model that the rules only say whether and when.
SURE_MIN = 0.6
CODE_MARKS_MIN = 4

_PEOPLE = frozenset(name for name, known in PACK.items() if known.target_kind == "person")
_CODE_MARKS = frozenset("{}[]()<>;=|\\'\"")
_TELLING = frozenset({"NN", "CD", "JJ", "VB", "FW", "$"})
_SMALLTALK = frozenset(
    {"haan", "aye", "yep", "yup", "nah", "hi", "hello", "hey", "thanks", "thank", "thx"}
    | {"cheers", "lol", "haha", "ok", "okay", "yes", "yeah", "no", "nope", "great", "good"}
    | {"nice", "cool", "please", "sorry", "bye", "morning", "evening", "night", "wow"}
    | {"perfect", "lovely", "fine", "sure", "be", "is", "'s", "are"}
)
_TALK = frozenset(
    {"sir", "madam", "me", "us", "you", "it", "this", "that", "there", "here", "them", "one"}
    | {"ones", "none", "nothing", "nobody"}
)
_POINTING = frozenset({"the", "this", "that", "these", "those"})
_BEFORE = frozenset({"a", "an", "the", "my", "our", "his", "her", "their"})
_LINKS = frozenset({"IN", "TO", "CC", ",", ":"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_HELPING = frozenset(
    {"can", "could", "would", "should", "will", "may", "might", "must", "help", "not"}
)
# Parts of a clause, and what somebody only needs now.
_NO_RELATION = frozenset(
    {"a", "an", "the", "my", "our", "and", "or", "i", "that", "need", "needs", "never", "instead"}
    | {"it"}
    | {"without", "because", "half", "one", "two", "three", "four", "five"}
)
# What one only has to do, and what one has only read or heard.
_OBLIGED = frozenset({"had to", "has to", "have to"})
_HEARD = frozenset({"read about", "reads about", "heard about", "hears about", "heard of"})
# Attributes whose values have a form of their own.
_FORMED = frozenset(
    {"number", "date", "language", "person", "amount", "@genders", "@nationalities", "@religions"}
)
_ADVERBS = frozenset({"still", "already", "just", "only", "also", "now", "currently", "really"})
_PLACING = frozenset(
    {"with", "of", "in", "at", "on", "for", "to", "by", "as", "since", "during", "until", "per"}
)
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "sir", "respected", "dear", "madam"})
_SUPPOSES = frozenset({"suppose", "imagine", "pretend", "assume", "say", "picture"})
_INSIDE = frozenset({"dobj", "attr", "acomp", "prep", "pobj", "oprd", "xcomp", "dative", "pcomp"})
_NOBODY = frozenset({"they", "you", "it", "this", "that"})
_AGAINST = frozenset({"dislikes", "avoids_eating", "allergic_to", "averse_to"})
_PERSONAL = frozenset({"me", "us", "him", "her", "it", "them", "you"})
_NO = re.compile(r"\bno\s+$", re.IGNORECASE)
_ENTRY = re.compile(r"\s*(?:[-*•–]\s*)?(?P<name>[A-Z][\w'’-]+)(?=\s*[,(]|\s+[–-]\s)")


def worth_asking(words: Sequence[Word]) -> bool:
    """Whether words may state something: they have a noun, number or quality, and are no code."""
    told = [w for w in words if w.tag[:2] in _TELLING and w.low not in _SMALLTALK]
    marks = sum(w.text in _CODE_MARKS for w in words)
    return bool(told) and marks < CODE_MARKS_MIN


def judge_facts(
    reader: Reader, sentence: Sentence, number: int, facts: Sequence[Fact], drafts: list[Draft]
) -> list[Draft]:
    """Return the claims of a sentence: those that the rules found, and the model's that pass
    them.
    """
    said = sentence.text
    corrects = speech_acts.corrects(said) and not speech_acts.hedging(said)
    if corrects or speech_acts.guessing(said) or speech_acts.maybe_ironic(said):
        return drafts
    found = list(drafts)
    for fact in (_completed(fact, sentence, reader.reading) for fact in facts):
        unsure = fact.likelihood is not None and fact.likelihood < LIKELIHOOD_MIN
        if unsure or not _relates(fact, sentence) or any(_agree(d, fact) for d in found):
            continue
        draft = _claimed(reader, sentence, number, fact)
        found += [] if draft is None else [draft]
    return found


def _completed(fact: Fact, sentence: Sentence, reading: Reading) -> Fact:
    """Return a fact whose relation is only a preposition with the word that it hangs on: "shop
    in".
    """
    words = fact.relation.split()
    while len(words) > 1 and words[-1] in _BEFORE:
        words.pop()
    if set(words) <= _PLACING:
        value = _words_of(fact, sentence, reading)
        link = next((word.head for word in value if word.head.low == words[-1]), None)
        over = None if link is None else link.head
        named = over is not None and reading.timed(over.start, over.end) is None
        if over is not None and named and over.tag[:2] in ("NN", "VB") and over.lemma != "be":
            words.insert(0, over.lemma.casefold())
        elif words == ["in"] and all(word.capital for word in value):
            # "I'm here in Dubai."
            words = ["is", "in"]
    return replace(fact, relation=" ".join(words))


def _relates(fact: Fact, sentence: Sentence) -> bool:
    """Whether a relation is one: no clause of its own, and more than a preposition."""
    words = fact.relation.split()
    clausal = any(w.low in words[1:] and w.tag in _FINITE for w in sentence.words)
    passing = clausal or words[0] in _HELPING or not _NO_RELATION.isdisjoint(words)
    passing |= words[0].isdigit() or " ".join(words[:2]) in _OBLIGED | _HEARD
    passing |= not {"is", "are", "was"}.isdisjoint(words[1:])
    passing |= not _PERSONAL.isdisjoint(words)
    return not (passing or set(words) <= _PLACING or _is_of_a_noun(words, sentence))


def _is_of_a_noun(words: Sequence[str], sentence: Sentence) -> bool:
    """Whether it is a noun with its preposition, and not one's own: the "miles on" of a car."""
    if len(words) < 2 or words[1] not in _PLACING:
        return False
    same = [w for w in sentence.words if words[0] in (w.low, w.lemma.casefold())]
    return bool(same) and all(w.tag in ("NN", "NNS") and w.child("poss") is None for w in same)


def _agree(draft: Draft, fact: Fact) -> bool:
    """Whether a claim that was found says what the fact says: much the same value."""
    mine, proposed = _words(draft.value or ""), _words(fact.value)
    return bool(mine) and (mine <= proposed or proposed <= mine)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - _BEFORE


def _claimed(reader: Reader, sentence: Sentence, number: int, fact: Fact) -> Draft | None:
    """Return the claim that a fact comes to; none if the rules veto it."""
    reading = reader.reading
    value = _located(fact, sentence, reading)
    clause = None if value is None else _clause_of(value, fact, sentence, reading)
    if value is None or clause is None or not _is_stated(clause):
        return None
    relation = _as_told(fact.relation, sentence)
    who = _named(fact) if _sure(fact) else _whose(fact, clause, reading)
    attribute = attribute_of(relation)
    if not who or counting(attribute.name, clause):
        return None
    if _unfit(fact, who, relation, value, sentence, reading):
        return None
    astray = _of_no_owner(who, clause) or _of_another_time(value, clause, sentence, reading)
    if fact.denied is not None and astray:
        return None
    kind = _kind(relation, attribute, clause)
    pattern = Pattern(attribute=attribute.name, kind=kind, undated=True)
    times = _as_heard(_times(pattern, attribute, clause, value, sentence, reader), fact, clause)
    if times is None:
        return None
    wording = wording_of(relation, attribute, reading.table)
    direct = clause.source is SourceConfidence.DIRECT
    lone = replace(clause, source=SourceConfidence.INFERRED) if direct else clause
    match = Match(lone, pattern, value, value.text, wording)
    draft = reader.draft(who, attribute.name, value.text, times, lone, number, match)
    if draft is None:
        return None
    return replace(draft, happening=kind == "event", adjustment=_adjustment(fact), proposed=True)


def _unfit(
    fact: Fact, who: str, relation: str, value: Value, sentence: Sentence, reading: Reading
) -> bool:
    """Whether a value is nobody, where somebody is meant, or a fact that is not sure unlikely."""
    if attribute_of(relation).name in _PEOPLE and not _somebody(value, reading):
        return True
    return not _sure(fact) and _unlikely(who, relation, value, sentence, reading)


def _sure(fact: Fact) -> bool:
    """Whether a model that also says what is denied is surer than the rules are of whose it is."""
    return fact.denied is not None and (fact.likelihood or 0.0) >= SURE_MIN


def _of_no_owner(who: str, clause: Clause) -> bool:
    """Whether what the speaker is to have is said of a thing that is nobody's: "the car is a …"."""
    subject = clause.subject
    if who != "I" or subject is None or not subject.tag.startswith("NN"):
        return False
    return any(word.low in _POINTING for word in subject.all("det"))


def _unlikely(who: str, relation: str, value: Value, sentence: Sentence, reading: Reading) -> bool:
    """Whether a relation does not hold between such as these, as far as the rules can tell."""
    attribute = attribute_of(relation).name
    return (
        _is_place(who, sentence)
        or _is_thing(who, sentence, reading)
        or _beside(who, value.head)
        or not _of_its_form(attribute, value, reading)
        or (attribute not in PACK and _is_quality(value, relation))
    )


def _of_its_form(attribute: str, value: Value, reading: Reading) -> bool:
    """Whether a value has the form of an attribute's: an age is a number, a gender one of some."""
    if attribute == "name" and not is_name(value.head):
        return False
    accept = reading.table.accepts(attribute) if attribute in reading.table.attributes else ""
    if accept not in _FORMED:
        return True
    pattern = Pattern(attribute=attribute, kind="state", accept=accept)
    return any(accept_values(value.head, "object", pattern, reading))


def _is_quality(value: Value, relation: str) -> bool:
    """Whether a value only says how something is, of what is done: "rewires domestic"."""
    return value.head.tag in ("JJ", "RB") and relation.partition(" ")[0] not in ("is", "are", "has")


def _as_told(relation: str, sentence: Sentence) -> str:
    """Return a relation as told of somebody: "recite" is "recites", "taking" is "is taking"."""
    if relation in ("have", "have got", "having"):
        return "has"
    first, *rest = relation.split()
    tags = {w.tag for w in sentence.words if w.low == first}
    if "VBG" in tags or (tags & {"JJ", "VBN"} and rest and attribute_of(relation).name not in PACK):
        return " ".join(["is", first, *rest])
    return third_person(relation) if tags & {"VB", "VBP"} else relation


def _adjustment(fact: Fact) -> float:
    if fact.likelihood is None:
        return 0.0
    return round(LIKELIHOOD_WEIGHT * (fact.likelihood - LIKELIHOOD_NEUTRAL), 3)


def _located(fact: Fact, sentence: Sentence, reading: Reading) -> Value | None:
    """Where the value stands in the sentence; none if it does not, or is no value."""
    words = _words_of(fact, sentence, reading)
    if not words or _empty(words, reading) or (_timed(words, reading) and not _sure(fact)):
        return None
    head = next((w for w in words if w.head is w or w.head not in words), words[0])
    told = any(w.tag in _FINITE and w.dep not in ("relcl", "aux") for w in words)
    if told or (head.dep == "ROOT" and head.tag == "VB"):
        # A whole clause of its own: something else is said of somebody else.
        return None
    start, end = words[0].start, words[-1].end
    return Value(head, " ".join(reading.turn.text[start:end].split()), start, end)


def _words_of(fact: Fact, sentence: Sentence, reading: Reading) -> list[Word]:
    """Return the words of the value where it stands, without articles and prepositions before
    it.
    """
    expression = r"\s+".join(re.escape(word) for word in fact.value.split())
    match = re.compile(expression, re.IGNORECASE).search(reading.text, fact.start, fact.end)
    if match is None:
        return []
    words = [w for w in sentence.words if w.start < match.end() and match.start() < w.end]
    while words and (words[0].low in _BEFORE | _ADVERBS or words[0].tag in _LINKS):
        words.pop(0)
    # A model that was trained on values says where one ends: "due 2 December".
    while len(words) > 1 and fact.denied is None and _is_time(words[-1], reading):
        words.pop()
    return words


def _is_time(word: Word, reading: Reading) -> bool:
    """Whether a value does not end with a word: a time, or what leads to one ("since")."""
    return word.tag == "IN" or reading.timed(word.start, word.end) is not None


def _empty(words: list[Word], reading: Reading) -> bool:
    """Whether words say nothing by themselves: only pointing, only talk, only how."""
    vague = reading.table.listed("vague") | reading.table.listed("of_talk") | _TALK
    return all(w.low in vague or w.lemma.casefold() in vague for w in _telling(words))


def _timed(words: list[Word], reading: Reading) -> bool:
    """Whether words are only a time."""
    return all(reading.timed(w.start, w.end) is not None for w in _telling(words))


def _telling(words: list[Word]) -> list[Word]:
    return [w for w in words if w.tag[:2] in _TELLING and w.tag != "VBD"]


def _clause_of(value: Value, fact: Fact, sentence: Sentence, reading: Reading) -> Clause | None:
    """Return the clause that a value stands in; a note without a verb is one of the present."""
    head = value.head
    noted = rf"(?:^|[,;:\n]\s*|\b(?:my|our)\s+){re.escape(fact.relation)}(?:\s*:)?\s+$"
    if re.search(noted, reading.text[sentence.start : value.start], re.IGNORECASE):
        # The outgoings of "Outgoings: rent 640, council tax 118".
        return Clause(verb=head, subject=None, tense=Tense.PRESENT, chain=(head,))
    known = {verb.index: clause for clause in clauses(sentence) for verb in clause.chain}
    for word in (head, *head.above()):
        if word.index in known:
            return known[word.index]
        governs = word.child(*SUBJECTS, "aux", "mark") is not None or word.tag in ("VB", "VBZ")
        if word.is_verb and word is not head and governs:
            return _loosely_read(word)
    return Clause(verb=head, subject=None, tense=Tense.PRESENT, chain=(head,))


def _loosely_read(verb: Word) -> Clause | None:
    """Return a clause that the rules do not understand, if nothing takes the edge off it."""
    for word in (verb, *verb.above()):
        marks = {c.low for c in word.children if c.dep in ("mark", "advmod")}
        supposed = word.lemma in _SUPPOSES and word.child(*SUBJECTS) is None
        if marks & CONDITIONS or supposed or any(c.tag == "MD" for c in word.all("aux")):
            return None
    subject = _subject(verb)
    if subject is None and verb.tag not in ("VBN", "VBZ") and not _having(verb):
        return None
    over = verb.tag in ("VBD", "VBN")
    tense = Tense.PAST if over else Tense.PRESENT
    return Clause(verb=verb, subject=subject, tense=tense, chain=(verb,))


def _subject(verb: Word) -> Word | None:
    """Return the subject of a verb, or of the one that it is joined to: "I do the run and work
    there".
    """
    while verb.child(*SUBJECTS) is None and verb.dep == "conj" and verb.head.is_verb:
        verb = verb.head
    found = verb.child(*SUBJECTS)
    relative = found is not None and found.low in ("who", "that") and verb.dep == "relcl"
    return verb.head if relative else found


def _having(verb: Word) -> bool:
    return any(c.low == "having" for c in verb.all("aux"))


def _is_stated(clause: Clause) -> bool:
    """Whether a clause states something: no command, no supposition, not only a time."""
    commanded = clause.tense is Tense.BARE and clause.subject is None
    return clause.act is SpeechAct.ASSERTION and not (clause.dated_only or commanded)


def _whose(fact: Fact, clause: Clause, reading: Reading) -> str | None:
    """Whose the fact is: the clause's subject where it is somebody, else whom the model names."""
    proposed, subject = _named(fact), clause.subject
    if not proposed or (subject is not None and subject.low in reading.table.listed("nobody")):
        return None
    if proposed != "I" or (subject is not None and subject.low in FIRST):
        return proposed
    if subject is None:
        third = clause.verb.tag == "VBZ"
        return _entry(fact, reading) or (None if third else proposed)
    if subject.low in _NOBODY:
        return None
    said = mention(subject, reading, clause)
    if _words(fact.relation) & {subject.low, subject.lemma.casefold()}:
        return proposed
    if said and said != ["I"]:
        return said[0]
    # "The belt shrieks", "the 13 year old is allergic": the speaker does and is nothing of it.
    own = subject.child("poss")
    return proposed if own is not None and own.low in ("my", "our") else None


def _named(fact: Fact) -> str:
    """Whom the model names; empty for a word of talk or a title."""
    first = fact.who.casefold().replace("’", "'").partition("'")[0]
    if first.rstrip(".") in _TITLES | _SMALLTALK:
        return ""
    return "I" if first in FIRST else re.sub(r"['’]s$", "", fact.who)


def _is_place(who: str, sentence: Sentence) -> bool:
    """Whether the whom of a fact is a place, a date or the like."""
    return any(w.text == who and w.entity in NO_NAME for w in sentence.words)


def _is_thing(who: str, sentence: Sentence, reading: Reading) -> bool:
    """Whether the whom of a fact is a noun that opens a sentence large: "Warehouse put us …"."""
    last = who.rsplit(maxsplit=1)[-1]
    same = [w for w in sentence.words if w.text == last and w.tag in ("NN", "NNS")]
    return len(who.split()) == 1 and any(not is_role(w, reading.table) for w in same)


def _beside(who: str, head: Word) -> bool:
    """Whether a value only stands in one list with whom it is said of: "Python, Go"."""
    joined = head.dep == "conj" and head.child("poss") is None
    return joined and head.head.text in who.split()


def _entry(fact: Fact, reading: Reading) -> str:
    """Whom an entry of a list is about: it begins with a name, or its heading names somebody.

    "- Matilda, year 4"; "Sitter's sheet for Biscuit:".
    """
    entry = _ENTRY.match(reading.text, fact.start, fact.end)
    named = heading_name(reading.text, fact.start) if entry is None else entry["name"]
    return "" if named in fact.value else named


def _somebody(value: Value, reading: Reading) -> bool:
    """Whether a value may be a person: a name, somebody in a role, or so many of them.

    "The youngest of four" is the speaker.
    """
    if value.head.tag == "JJS":
        return False
    words = list(value.head.subtree())
    return value.head.capital or any(is_role(w, reading.table) or w.tag == "CD" for w in words)


def _kind(relation: str, attribute: Attribute, clause: Clause) -> Kind:
    """Return what a relation makes of its clause: "got it fitted, Harcourts" begins that he is the
    fitter.

    What somebody "taught" is over, and what he "flies with" in March is one flight.
    """
    if attribute.ended:
        return "event" if clause.tense in OVER else "end"
    if clause.tense in OVER:
        return "event" if verb_form(relation) == "VBD" else "start"
    if clause.tense in COMING:
        return "event" if verb_form(relation) else "start"
    return "state"


def _times(
    pattern: Pattern,
    attribute: Attribute,
    clause: Clause,
    value: Value,
    sentence: Sentence,
    reader: Reader,
) -> When:
    """When the claim holds, and whether it does: as the clause's form and its times say."""
    denied = clause.negated and _complements(value.head, clause)
    # "No kids" denies; "no onion for him" says only once what he does not like.
    told = _NO.search(reader.reading.text, 0, value.start) is not None
    denied |= told and attribute.name not in _AGAINST
    spans = _spans(clause, sentence, reader)
    times = when(pattern, replace(clause, negated=False), spans, reader.reading.turn)
    if times is None:
        times = When(basis=TimeBasis.OBSERVED, planned=clause.tense in COMING)
    if (attribute.negative or attribute.ended or denied) and not times.negative:
        return replace(times, negative=True, denied=not attribute.ended)
    return times


def _as_heard(times: When, fact: Fact, clause: Clause) -> When | None:
    """Return the times with the model's word on what is denied or over.

    What is denied is for the rules, which know "unless" and "only". The model also hears what was
    given up.
    """
    if fact.denied is None:
        return times
    if times.negative:
        return None
    if times.holds and fact.denied >= DENIED_MIN:
        return replace(times, over=True) if clause.tense in OVER else None
    return times


def _of_another_time(value: Value, clause: Clause, sentence: Sentence, reading: Reading) -> bool:
    """Whether a note follows on a time that is over: "back in 2010, skint, living in Leeds"."""
    now = reading.turn.occurred_at
    led = (s for s in reading.spans if sentence.start <= s.start < value.start)
    over = any(s.valid_to is not None and s.valid_to <= now for s in led)
    return over and clause.tense not in OVER


def _complements(head: Word, clause: Clause) -> bool:
    """Whether a word is what the clause's verb is said of, and no aside: "no" goes for both."""
    word = head
    while word.head is not word and word not in clause.chain:
        if word.dep not in _INSIDE:
            return False
        word = word.head
    return word in clause.chain


def _spans(clause: Clause, sentence: Sentence, reader: Reader) -> list[TimeSpan]:
    """Return the expressions of time of a clause, or of a note without a verb."""
    spans = [s for s in reader.reading.spans if sentence.start <= s.start < sentence.end]
    if clause.verb.is_verb:
        found = resolve_spans(clause, sentence, spans)
    else:
        words = list(clause.verb.subtree())
        found = [s for s in spans if any(w.start < s.end and s.start < w.end for w in words)]
    return [shift_to_side(span, clause, reader.reading.turn) for span in found]
