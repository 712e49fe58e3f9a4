"""Who is meant by each mention in a stretch of talk, by rules; nobody, where that is not clear.

The talk is read once, line by line. Everybody named or described is kept with what is known of
him or her: names, sex, where and how prominently he was last spoken of. A pronoun means the most
prominent one whom nothing excludes: sex, number, the speaker himself, and the grammar of the
sentence ("Tom saw him" is not Tom). Prominence is that of Lappin and Leass, "An Algorithm for
Pronominal Anaphora Resolution" (1994): a weight by grammatical role, halved with every sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf

from extraction import person_words as words
from extraction.listeners import Listeners
from extraction.mention_places import beside, clause_subject, excluded, fronted, to_all, weight
from extraction.mentions import Mention, Sort, mentions
from extraction.offline_tree import Sentence
from extraction.people import People, Person

# Under this, somebody was last spoken of too long ago to be meant.
FAINT = 0.02
# The subject of the clause that a pronoun stands in is meant the more; the one who listens is
# hardly ever "he", others who are present less often than those who are not, and whoever has no
# name less often than whoever has. Set by trial on half of the scenes and articles measured.
ACTING, LISTENING, PRESENT, NAMELESS = 2.5, 0.3, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """What one speaker says at a stretch; a text without speakers is one line."""

    speaker: str | None
    sentences: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class Found:
    """A mention with the people it means, by name; none, where nobody named is clear.

    ``lead`` is how many times more prominent than the next possible one he is, for a pronoun that
    several may be meant by; else infinite.
    """

    line: int
    mention: Mention
    names: tuple[str, ...]
    lead: float = inf


@dataclass(slots=True)
class Reader:
    """Reads lines one after the other and remembers who was spoken of.

    ``known`` are names of people who may be meant though nobody in these lines is called so in
    full: those of the store. ``others`` are names, in lower case, that are nobody's: of firms and
    towns. ``found`` is what has been read so far.
    """

    lines: Sequence[Line]
    known: Iterable[str] = ()
    others: frozenset[str] = frozenset()
    found: list[Found] = field(default_factory=list[Found])
    _people: People = field(init=False)
    _listeners: Listeners = field(init=False)
    _clock: int = 0
    _line: int = 0
    _lead: float = inf

    def __post_init__(self) -> None:
        speakers = [line.speaker for line in self.lines if line.speaker]
        self._people = People.of(speakers, self.known)
        self._listeners = Listeners(tuple(line.speaker for line in self.lines))

    def read(self) -> list[Found]:
        """Every mention of every line, in order."""
        sure = self._people.surely()
        for number, line in enumerate(self.lines):
            self._line = number
            rows = [list(mentions(sentence, sure, self.others)) for sentence in line.sentences]
            called = self._called(rows, line)
            for row in rows:
                self._clock += 1
                self._sentence(fronted(row), line, called)
        return self.found

    def prominent(self, female: bool, speaker: str | None) -> str | None:  # noqa: FBT001
        """The name of whoever is most prominent at the end, of that sex and not the speaker."""
        sex = "female" if female else "male"
        fitting = [
            (person.prominence(self._clock), person.name)
            for person in self._people.everybody()
            if person.name and person.name != speaker and person.fits(sex)
        ]
        most, name = max(fitting, default=(0.0, ""))
        return name if most > FAINT else None

    def _called(self, rows: list[list[Mention]], line: Line) -> list[tuple[int, Person]]:
        """Who is called by name in a line, and where."""
        return [
            (mention.start, self._people.named(mention, line.speaker))
            for row in rows
            for mention in row
            if mention.vocative and mention.sort is Sort.NAME
        ]

    def _sentence(self, row: list[Mention], line: Line, called: list[tuple[int, Person]]) -> None:
        heads: dict[int, Person] = {}
        for mention in row:
            self._lead = inf
            meant = self._meant(mention, line, called, heads)
            for person in meant:
                person.spoken_of(self._clock, weight(mention.word))
            if len(meant) == 1:
                heads[mention.word.index] = meant[0]
                meant[0].learn(mention.sex)
            names = tuple(name for person in meant if (name := person.name or person.role))
            self.found.append(Found(self._line, mention, names, self._lead))

    def _meant(
        self,
        mention: Mention,
        line: Line,
        called: list[tuple[int, Person]],
        heads: dict[int, Person],
    ) -> list[Person]:
        sort = mention.sort
        if sort is Sort.FIRST:
            return self._people.by_names(line.speaker)
        if sort is Sort.NAME:
            return [self._named(mention, line, heads)]
        if sort is Sort.NOUN:
            return self._described(mention, called, heads)
        if sort is Sort.THIRD:
            return self._third(mention, line, heads)
        if sort is Sort.PLURAL:
            return []
        listening = self._listening(mention, called)
        if sort is Sort.FIRST_PLURAL:
            return [*self._people.by_names(line.speaker), *listening]
        return listening

    def _listening(self, mention: Mention, called: list[tuple[int, Person]]) -> list[Person]:
        everybody = mention.sort is Sort.SECOND_PLURAL or to_all(mention.word)
        if not everybody and called and mention.sort is not Sort.FIRST_PLURAL:
            before = [one for one in called if one[0] <= mention.start]
            return [before[-1][1] if before else called[0][1]]
        heard = self._listeners.all(self._line) if everybody else self._listeners.one(self._line)
        return self._people.by_names(*heard)

    def _named(self, mention: Mention, line: Line, heads: dict[int, Person]) -> Person:
        """Whoever bears the name; one described beside it is the bearer."""
        one = beside(mention.word, heads)
        if one is not None and one.name is None:
            return self._people.christen(one, mention)
        return self._people.named(mention, line.speaker)

    def _described(
        self,
        mention: Mention,
        called: list[tuple[int, Person]],
        heads: dict[int, Person],
    ) -> list[Person]:
        """Whom a noun means: the listener, the one it is said of, or somebody not named."""
        word = mention.word
        if mention.plural:
            return self._listening(mention, called) if word.low in words.GROUPS else []
        if mention.vocative:
            return self._listening(mention, called)
        if (one := beside(word, heads)) is not None:
            return [one]
        owner = word.child("poss")
        if owner is not None:
            whose = heads.get(owner.index)
            return [self._people.in_role(whose, mention)]
        again = word.child("det")
        if again is not None and again.low in ("the", "that", "this"):
            return [self._people.again(mention)]
        return [self._people.unnamed(mention)]

    def _third(self, mention: Mention, line: Line, heads: dict[int, Person]) -> list[Person]:
        reflexive = mention.word.low in words.REFLEXIVE
        if reflexive and (own := clause_subject(mention.word, heads)) is not None:
            return [own]
        apart: set[int] = set() if reflexive else excluded(mention.word, heads)
        speaking = self._people.by_names(line.speaker)
        listening = self._people.by_names(*self._listeners.one(self._line))
        acting = clause_subject(mention.word, heads)
        ranked = sorted(
            (self._prominence(person, listening, acting), -number, person)
            for number, person in enumerate(self._people.everybody())
            if person not in speaking and id(person) not in apart and person.fits(mention.sex)
        )
        if not ranked or ranked[-1][0] <= FAINT:
            return [self._people.unnamed(mention)]
        if len(ranked) > 1 and ranked[-2][0] > 0:
            self._lead = ranked[-1][0] / ranked[-2][0]
        return [ranked[-1][2]]

    def _prominence(
        self, person: Person, listening: Sequence[Person], acting: Person | None
    ) -> float:
        weight = person.prominence(self._clock)
        if person is acting:
            weight *= ACTING
        if person in listening:
            weight *= LISTENING
        if person.present:
            weight *= PRESENT
        if person.name is None:
            weight *= NAMELESS
        return weight
