"""Rule-based coreference resolution over a conversation; no referent where it is not clear.

Utterances are read once, in order. Every person named or described is kept with name, sex, and
where and how prominently they were last mentioned. A pronoun refers to the most prominent person
that nothing excludes: sex, number, the speaker, and binding ("Tom saw him" is not Tom). Prominence
is that of Lappin and Leass, "An Algorithm for Pronominal Anaphora Resolution" (1994): a weight by
grammatical role, decaying with every sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf

from extraction.language import person_words as words
from extraction.language.addressee import Addressees
from extraction.language.mention_positions import (
    addresses_everybody,
    clause_subject,
    coreferent_by_syntax,
    disjoint_referents,
    reorder_cataphora,
    weight,
)
from extraction.language.mentions import Mention, MentionType, mentions
from extraction.language.people import People, Person
from extraction.language.sentence import Sentence

# Under this, somebody was last spoken of too long ago to be meant.
PROMINENCE_MIN = 0.02
# The subject of the clause that a pronoun stands in is meant the more; the one who listens is
# hardly ever "he", others who are present less often than those who are not, and whoever has no
# name less often than whoever has. Set by trial on half of the scenes and articles measured.
SUBJECT_FACTOR, ADDRESSEE_FACTOR, PRESENT_FACTOR, NAMELESS_FACTOR = 2.5, 0.3, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class Utterance:
    """Sentences of one speaker in a row; a text without speakers is one utterance."""

    speaker: str | None
    sentences: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class ResolvedMention:
    """A mention with the names of its referents; none where no named person is clear.

    ``lead`` is the ratio of the referent's prominence to the runner-up's, for an ambiguous pronoun;
    otherwise infinite.
    """

    line: int
    mention: Mention
    names: tuple[str, ...]
    lead: float = inf


@dataclass(slots=True)
class CoreferenceResolver:
    """Resolves mentions utterance by utterance, tracking who was mentioned.

    ``names`` are names of people that may be mentioned without being named in full here: those of
    the store. ``others`` are names, in lower case, of what is no person: firms and towns.
    ``mentions`` is what has been resolved so far.
    """

    lines: Sequence[Utterance]
    names: Iterable[str] = ()
    others: frozenset[str] = frozenset()
    mentions: list[ResolvedMention] = field(default_factory=list[ResolvedMention])
    _people: People = field(init=False)
    _addressee_index: Addressees = field(init=False)
    _clock: int = 0
    _line: int = 0
    _lead: float = inf

    def __post_init__(self) -> None:
        speakers = [line.speaker for line in self.lines if line.speaker]
        self._people = People.of(speakers, self.names)
        self._addressee_index = Addressees(tuple(line.speaker for line in self.lines))

    def read(self) -> list[ResolvedMention]:
        """Resolve every mention of every utterance, in order."""
        names = self._people.certain_name_words()
        for number, line in enumerate(self.lines):
            self._line = number
            sentences = [
                list(mentions(sentence, names, self.others)) for sentence in line.sentences
            ]
            vocatives = self._vocatives(sentences, line)
            for sentence_mentions in sentences:
                self._clock += 1
                self._resolve_sentence(reorder_cataphora(sentence_mentions), line, vocatives)
        return self.mentions

    def prominent(self, female: bool, speaker: str | None) -> str | None:  # noqa: FBT001
        """Name the most prominent person at the end, of that sex, except the speaker."""
        sex = "female" if female else "male"
        candidates = [
            (person.prominence(self._clock), person.name)
            for person in self._people.everybody()
            if person.name and person.name != speaker and person.fits(sex)
        ]
        best, name = max(candidates, default=(0.0, ""))
        return name if best > PROMINENCE_MIN else None

    def _vocatives(
        self, sentences: list[list[Mention]], line: Utterance
    ) -> list[tuple[int, Person]]:
        """List the people addressed by name in an utterance, with their offsets."""
        return [
            (mention.start, self._people.by_mention(mention, line.speaker))
            for sentence_mentions in sentences
            for mention in sentence_mentions
            if mention.vocative and mention.sort is MentionType.NAME
        ]

    def _resolve_sentence(
        self, sentence_mentions: list[Mention], line: Utterance, vocatives: list[tuple[int, Person]]
    ) -> None:
        heads: dict[int, Person] = {}
        for mention in sentence_mentions:
            self._lead = inf
            referents = self._referents(mention, line, vocatives, heads)
            for person in referents:
                person.record_mention(self._clock, weight(mention.word))
            if len(referents) == 1:
                heads[mention.word.index] = referents[0]
                referents[0].learn(mention.sex)
            names = tuple(name for person in referents if (name := person.name or person.role))
            self.mentions.append(ResolvedMention(self._line, mention, names, self._lead))

    def _referents(
        self,
        mention: Mention,
        line: Utterance,
        vocatives: list[tuple[int, Person]],
        heads: dict[int, Person],
    ) -> list[Person]:
        type_ = mention.sort
        if type_ is MentionType.FIRST:
            return self._people.by_names(line.speaker)
        if type_ is MentionType.NAME:
            return [self._resolve_name(mention, line, heads)]
        if type_ is MentionType.NOUN:
            return self._resolve_noun(mention, vocatives, heads)
        if type_ is MentionType.THIRD:
            return self._resolve_pronoun(mention, line, heads)
        if type_ is MentionType.PLURAL:
            return []
        addressees = self._addressees(mention, vocatives)
        if type_ is MentionType.FIRST_PLURAL:
            return [*self._people.by_names(line.speaker), *addressees]
        return addressees

    def _addressees(self, mention: Mention, vocatives: list[tuple[int, Person]]) -> list[Person]:
        everybody = mention.sort is MentionType.SECOND_PLURAL or addresses_everybody(mention.word)
        if not everybody and vocatives and mention.sort is not MentionType.FIRST_PLURAL:
            before = [person for person in vocatives if person[0] <= mention.start]
            return [before[-1][1] if before else vocatives[0][1]]
        speakers = (
            self._addressee_index.all(self._line)
            if everybody
            else self._addressee_index.of_line(self._line)
        )
        return self._people.by_names(*speakers)

    def _resolve_name(self, mention: Mention, line: Utterance, heads: dict[int, Person]) -> Person:
        """Find the bearer of a name; a person described in apposition is the bearer."""
        person = coreferent_by_syntax(mention.word, heads)
        if person is not None and person.name is None:
            return self._people.assign_name(person, mention)
        return self._people.by_mention(mention, line.speaker)

    def _resolve_noun(
        self,
        mention: Mention,
        vocatives: list[tuple[int, Person]],
        heads: dict[int, Person],
    ) -> list[Person]:
        """Resolve a noun: the addressee, the subject it is predicated of, or an unnamed person."""
        word = mention.word
        if mention.plural:
            return self._addressees(mention, vocatives) if word.low in words.GROUPS else []
        if mention.vocative:
            return self._addressees(mention, vocatives)
        if (person := coreferent_by_syntax(word, heads)) is not None:
            return [person]
        owner = word.child("poss")
        if owner is not None:
            owner_person = heads.get(owner.index)
            return [self._people.by_role(owner_person, mention)]
        determiner = word.child("det")
        if determiner is not None and determiner.low in ("the", "that", "this"):
            return [self._people.same_noun(mention)]
        return [self._people.add_unnamed(mention)]

    def _resolve_pronoun(
        self, mention: Mention, line: Utterance, heads: dict[int, Person]
    ) -> list[Person]:
        reflexive = mention.word.low in words.REFLEXIVE
        if reflexive and (subject := clause_subject(mention.word, heads)) is not None:
            return [subject]
        disjoint: set[int] = set() if reflexive else disjoint_referents(mention.word, heads)
        speakers = self._people.by_names(line.speaker)
        addressees = self._people.by_names(*self._addressee_index.of_line(self._line))
        subject = clause_subject(mention.word, heads)
        ranked = sorted(
            (self._prominence(person, addressees, subject), -number, person)
            for number, person in enumerate(self._people.everybody())
            if person not in speakers and id(person) not in disjoint and person.fits(mention.sex)
        )
        if not ranked or ranked[-1][0] <= PROMINENCE_MIN:
            return [self._people.add_unnamed(mention)]
        if len(ranked) > 1 and ranked[-2][0] > 0:
            self._lead = ranked[-1][0] / ranked[-2][0]
        return [ranked[-1][2]]

    def _prominence(
        self, person: Person, addressees: Sequence[Person], subject: Person | None
    ) -> float:
        weight = person.prominence(self._clock)
        if person is subject:
            weight *= SUBJECT_FACTOR
        if person in addressees:
            weight *= ADDRESSEE_FACTOR
        if person.present:
            weight *= PRESENT_FACTOR
        if person.name is None:
            weight *= NAMELESS_FACTOR
        return weight
