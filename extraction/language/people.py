"""Discourse model: the people mentioned in a conversation, with their prominence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from extraction.language import person_words as words
from extraction.language.kin_words import kin_word
from extraction.language.mentions import Mention
from graph.kernel.entities.given_names import Sex, full_forms, is_given, sex_of

# How much of a mention's weight is left with every sentence, and how many mentions count.
DECAY = 0.6
MENTIONS_MAX = 8


@dataclass(eq=False, slots=True)
class Person:
    """A discourse referent; ``name`` is None until a name is mentioned."""

    name: str | None
    sex: Sex | None = None
    noun: str | None = None
    role: str | None = None
    present: bool = False
    seen: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])

    def record_mention(self, clock: int, weight: float) -> None:
        """Record a mention in the sentence of that number."""
        self.seen.append((clock, weight))

    def learn(self, sex: Sex | None) -> None:
        """Set the sex, if it is not known yet."""
        self.sex = self.sex or sex

    def fits(self, sex: Sex | None) -> bool:
        """Check whether a pronoun of that sex can refer to this person."""
        return self.sex is None or sex is None or self.sex == sex

    def prominence(self, clock: int) -> float:
        """Prominence in the sentence of that number: weights decayed with distance."""
        return sum(weight * DECAY ** (clock - at) for at, weight in self.seen[-MENTIONS_MAX:])


@dataclass(slots=True)
class People:
    """The people of a conversation, and the names known from the store."""

    _all: list[Person] = field(default_factory=list[Person])
    _known: list[str] = field(default_factory=list[str])
    _roles: dict[tuple[int, str], Person] = field(default_factory=dict[tuple[int, str], Person])

    @classmethod
    def of(cls, speakers: Iterable[str], names: Iterable[str]) -> People:
        """Build the model from the speakers, present from the start, and the known names."""
        people = cls()
        for name in dict.fromkeys(speakers):
            people._all.append(Person(name, _infer_sex(name), present=True))
        people._known = list(dict.fromkeys(names))
        return people

    def certain_name_words(self) -> frozenset[str]:
        """Words, in lower case, that are certainly personal names here."""
        names = [person.name or "" for person in self._all] + self._known
        return frozenset(
            word.casefold()
            for name in names
            for word in name.split()
            if len(word) > 2
            and word[:1].isupper()
            and word.casefold().rstrip(".") not in words.TITLES
        )

    def everybody(self) -> list[Person]:
        """All people mentioned or speaking."""
        return self._all

    def by_names(self, *names: str | None) -> list[Person]:
        """Return the people with exactly these names."""
        return [person for name in names for person in self._all if name and person.name == name]

    def by_mention(self, mention: Mention, speaker: str | None) -> Person:
        """Find the bearer of a name, or add one."""
        for fits in (_is_same_name, _is_part_of_name, _is_short_form):
            bearers = [p for p in reversed(self._all) if p.name and fits(mention.text, p.name)]
            bearers.sort(key=lambda p: p.name == speaker)
            if bearers:
                return self._extend_name(bearers[0], mention)
        for fits in (_is_same_name, _is_part_of_name, _is_short_form):
            bearing = [name for name in self._known if fits(mention.text, name)]
            if len(bearing) == 1:
                return self._add(Person(bearing[0], mention.sex or _infer_sex(bearing[0])))
        return self._add(Person(_normalise(mention.text), mention.sex))

    def assign_name(self, person: Person, mention: Mention) -> Person:
        """Name a person who was only described; merge with a known bearer."""
        bearer = self.by_mention(mention, None)
        bearer.learn(person.sex)
        bearer.seen += person.seen
        for key, other in self._roles.items():
            if other is person:
                self._roles[key] = bearer
        if person in self._all:
            self._all.remove(person)
        return bearer

    def by_role(self, owner: Person | None, mention: Mention) -> Person:
        """Find or add the person in a role to an owner."""
        if owner is None:
            return self.add_unnamed(mention)
        key = (id(owner), kin_word(mention.word.low))
        if key not in self._roles:
            person = self.add_unnamed(mention)
            if owner.name and not owner.name.startswith("("):
                person.role = f"{owner.name}'s {kin_word(mention.text.casefold())}"
            self._roles[key] = person
        return self._roles[key]

    def same_noun(self, mention: Mention) -> Person:
        """Find the last person described by the same noun, or add one."""
        for person in reversed(self._all):
            if person.noun == mention.word.low:
                return person
        return self.add_unnamed(mention)

    def add_unnamed(self, mention: Mention) -> Person:
        """Add a person without a name."""
        return self._add(Person(None, mention.sex, mention.word.low))

    def _add(self, person: Person) -> Person:
        self._all.append(person)
        return person

    def _extend_name(self, person: Person, mention: Mention) -> Person:
        """Extend a partial name by the full one, for a person who was only mentioned."""
        full = _normalise(mention.text)
        fuller = len(full.split()) > len((person.name or "").split())
        if fuller and not person.present and person.name not in self._known:
            person.name = full
        person.learn(mention.sex)
        return person


def _infer_sex(name: str) -> Sex | None:
    parts = name.replace(".", "").split()
    if not parts:
        return None
    if parts[0].casefold() in words.FEMALE_TITLES:
        return "female"
    if parts[0].casefold() in words.MALE_TITLES:
        return "male"
    given = [part for part in parts if part.casefold() not in words.TITLES]
    sex = sex_of(given[0]) if given else None
    return sex or next((words.noun_sex(part.casefold()) for part in reversed(parts)), None)


def _name_parts(name: str) -> list[str]:
    low = name.casefold().replace(".", " ").split()
    parts_ = [part for part in low if part not in words.TITLES]
    return parts_ or low


def _normalise(name: str) -> str:
    return " ".join(name.replace(" .", ".").split())


def _is_same_name(text: str, name: str) -> bool:
    return _name_parts(text) == _name_parts(name)


def _is_part_of_name(text: str, name: str) -> bool:
    """Match the given name alone, the surname alone, or more words than are known."""
    said_parts, full = _name_parts(text), _name_parts(name)
    if len(said_parts) > len(full):
        said_parts, full = full, said_parts
    return len(said_parts) < len(full) and (
        full[: len(said_parts)] == said_parts or full[-len(said_parts) :] == said_parts
    )


def _is_short_form(text: str, name: str) -> bool:
    """Match a short or pet form of the given name: from the table, or its prefix."""
    said_parts, full = _name_parts(text), _name_parts(name)
    if len(said_parts) > 1 and said_parts[-1] != full[-1]:
        return False
    first, given = said_parts[0], full[0]
    if full_forms(first) & ({given} | full_forms(given)):
        return True
    stem = first.rstrip("s") if len(first) > 3 else first
    return len(stem) >= 3 and not is_given(first) and given.startswith(stem)
