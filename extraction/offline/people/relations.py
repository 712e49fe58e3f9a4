"""Claims about people and their belongings that hang on no verb of the table.

Relations said in passing ("my sister Ana"), what a possessed noun is said to be ("my favourite
colour is green"), and the relation that a role carries by itself ("my sister is a nurse").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from extraction.language.kin_words import kin_word
from extraction.language.sentence import Sentence, Word
from extraction.model.candidates import SourceConfidence
from extraction.offline.clauses.clause import Clause, Tense
from extraction.offline.clauses.draft import PERSON, Draft
from extraction.offline.clauses.things import THING
from extraction.offline.clauses.times import OVER_UNDATED, When
from extraction.offline.clauses.value_acceptance import stated_values
from extraction.offline.clauses.value_phrases import Value, activity
from extraction.offline.patterns.table import Table, Wording
from extraction.offline.people.possessive_ties import CHILDREN, Tie, has_died, kin, ties
from extraction.offline.people.speaker import Voice
from extraction.offline.people.stated_ties import FAMILY, Possession, favourites, find_possession
from extraction.offline.people.subjects import mention
from graph.vocabulary import TimeBasis

PET = "has_pet"
HAS_CHILDREN = "has_children"
LIKES = "likes"
_FAVOURITE = frozenset({"favorite", "favourite", "fave", "fav"})
_NO_FAVOURITE = frozenset(
    {"part", "thing", "one", "memory", "moment", "time", "way", "place", "pic"}
)


def passing(
    voice: Voice, sentence: Sentence, number: int, *, asking: bool = False
) -> Iterator[Draft]:
    """Relations that a sentence mentions without stating them; a question only named ones."""
    yield from draft_ties(voice, ties(sentence, voice.reading), number, SourceConfidence.DIRECT)
    if asking:
        return
    fresh = (tie for tie in kin(sentence, voice.reading) if voice.first_told(tie))
    yield from draft_ties(voice, fresh, number, SourceConfidence.DIRECT)


def draft_ties(
    voice: Voice,
    ties: Iterable[Tie],
    number: int,
    source: SourceConfidence,
    when: When | None = None,
) -> Iterator[Draft]:
    """Yield the claims that ties come to, at the times when they are said to hold."""
    for tie in ties:
        predicate = _predicate(tie, voice.reading.table)
        name, bearer = voice.name(tie.owner, tie.start), voice.named(tie.bearer, tie.start)
        if name is None or bearer is None or bearer.casefold() == name.casefold():
            continue
        times = OVER_UNDATED if tie.ended else when or When(basis=TimeBasis.OBSERVED)
        if tie.negative:
            times = When(basis=TimeBasis.OBSERVED, negative=True, denied=not tie.ended)
        yield Draft(
            tie.owner,
            name,
            predicate,
            bearer or None,
            voice.reading.table.attributes[predicate],
            times,
            tie.start,
            tie.end,
            number,
            source=source,
            role=None if tie.role == CHILDREN else tie.role,
        )


def draft_favourites(voice: Voice, sentence: Sentence, number: int) -> Iterator[Draft]:
    """ "Blue is my favourite", "painting is my passion"."""
    for head, subject in favourites(sentence):
        for value in stated_values(subject, "activity", voice.reading):
            name = voice.name("I", value.start)
            if name is not None:
                yield Draft(
                    *("I", name, LIKES, value.text, voice.reading.table.attributes[LIKES]),
                    *(When(basis=TimeBasis.OBSERVED), value.start, head.end, number),
                )


def draft_possessions(voice: Voice, clause: Clause, number: int) -> Iterator[Draft]:
    """ "My favourite colour is green", "the deadline of the Atlas report is 14 March"."""
    found = find_possession(clause, voice.reading)
    if found is None or clause.tense is not Tense.PRESENT:
        return
    row = _about(found.noun, voice.reading.table)
    if row is None:
        return
    predicate, accept, wording, about = row
    of_thing = about == "thing" or (about == "either" and found.thing != "")
    kind, whose = (THING, found.thing) if of_thing else (PERSON, found.whose)
    for value in _said(found, accept, voice) if whose else ():
        yield from _owned(voice, clause, found, (whose, kind, predicate, wording), value, number)


def _owned(
    voice: Voice,
    clause: Clause,
    possession: Possession,
    claim: tuple[str, str, str, Wording],
    value: Value,
    number: int,
) -> Iterator[Draft]:
    whose, kind, predicate, wording = claim
    noun = possession.noun
    start = min(noun.start, *(w.start for w in noun.subtree()), value.start)
    end = max(clause.verb.end, value.end, noun.end)
    name = voice.name(whose, start, kind)
    if name is not None:
        times = When(basis=TimeBasis.OBSERVED)
        yield Draft(
            *(whose, name, predicate, value.text, wording, times, start, end, number),
            source=clause.source,
            kind=kind,
        )


def _said(possession: Possession, accept: str, voice: Voice) -> Iterator[Value]:
    """Yield what the noun is said to be; of a goal also what is to be done."""
    if accept == "mention":
        for who in mention(possession.value, voice.reading):
            yield Value(possession.value, who, possession.value.start, possession.value.end)
    elif possession.value.dep == "xcomp" and possession.value.tag == "VB":
        value = activity(possession.value, voice.reading)
        if value is not None and accept == "activity":
            yield value
    else:
        yield from stated_values(possession.value, accept, voice.reading)


def borne(voice: Voice, draft: Draft, clause: Clause, number: int) -> Iterator[Draft]:
    """Yield the relation that a role known by nothing else carries: "my sister is a nurse"."""
    word = clause.subject
    role = "" if word is None else kin_word(word.lemma.casefold())
    predicate = voice.reading.table.roles.get(role)
    if word is None or predicate not in FAMILY or has_died(word):
        return
    name = voice.name("I", draft.start)
    if name is None or draft.name.casefold() != f"{name}'s {role}".casefold():
        return
    start = min(w.start for w in (word, *word.all("poss")))
    yield Draft(
        "I",
        name,
        predicate,
        draft.subject,
        voice.reading.table.attributes[predicate],
        When(basis=TimeBasis.OBSERVED),
        start,
        word.end,
        number,
        role=role,
    )


# What is called so is not what somebody is called.
_PARTS_OF_NAME = frozenset(
    {
        "middle",
        "last",
        "second",
        "family",
        "maiden",
        "stage",
        "pen",
        "screen",
        "user",
        "code",
        "brand",
    }
    | {"company", "business", "domain", "file", "husband", "dog", "cat", "pet", "street", "team"}
)


def _about(noun: Word, table: Table) -> tuple[str, str, Wording, str] | None:
    """Return what attribute a possessed noun stands for; any "favourite …" is one of its own."""
    if any(child.low in _FAVOURITE for child in noun.children):
        kind = "_".join(
            [*(c.low for c in noun.children if c.dep == "compound"), noun.lemma.casefold()]
        )
        if not kind.replace("_", "").isalnum() or not kind.isascii() or kind in _NO_FAVOURITE:
            return None
        said = f"has the favourite {kind.replace('_', ' ')} {{value}}"
        wording = Wording(text=said, past=said.replace("has", "had", 1), importance=0.8)
        return f"favorite_{kind}", "thing", wording, "person"
    before = next((c.low for c in reversed(noun.children) if c.index == noun.index - 1), "")
    known = table.possessed
    row = known.get(f"{before} {noun.lemma.casefold()}") or known.get(noun.lemma.casefold())
    if row is None or (row.attribute == "name" and before in _PARTS_OF_NAME):
        return None
    return row.attribute, row.accept, table.attributes[row.attribute], row.about


def _predicate(tie: Tie, table: Table) -> str:
    if tie.role == CHILDREN:
        return HAS_CHILDREN
    return PET if tie.pet else table.roles[tie.role]
