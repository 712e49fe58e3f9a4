"""Those whom a talk is about: named, or only described, and how prominent each of them is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from extraction import person_words as words
from extraction.mentions import Mention
from graph.given_names import Sex, full_forms, is_given, sex_of

# How much of a mention's weight is left with every sentence, and how many mentions count.
FADING = 0.6
LATEST = 8


@dataclass(eq=False, slots=True)
class Person:
    """Somebody; without a name as long as none was said."""

    name: str | None
    sex: Sex | None = None
    noun: str | None = None
    role: str | None = None
    present: bool = False
    seen: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])

    def spoken_of(self, clock: int, weight: float) -> None:
        """Note a mention in the sentence of that number."""
        self.seen.append((clock, weight))

    def learn(self, sex: Sex | None) -> None:
        """Take a sex that the words tell, if none is known."""
        self.sex = self.sex or sex

    def fits(self, sex: Sex | None) -> bool:
        """Whether a pronoun of that sex may mean this person."""
        return self.sex is None or sex is None or self.sex == sex

    def prominence(self, clock: int) -> float:
        """How prominent the person is in the sentence of that number."""
        return sum(weight * FADING ** (clock - at) for at, weight in self.seen[-LATEST:])


@dataclass(slots=True)
class People:
    """Everybody in a talk, and those of whom only the names are known."""

    _all: list[Person] = field(default_factory=list[Person])
    _known: list[str] = field(default_factory=list[str])
    _roles: dict[tuple[int, str], Person] = field(default_factory=dict[tuple[int, str], Person])

    @classmethod
    def of(cls, speakers: Iterable[str], known: Iterable[str]) -> People:
        """The speakers, present from the start, and the known names."""
        made = cls()
        for name in dict.fromkeys(speakers):
            made._all.append(Person(name, _sex(name), present=True))
        made._known = list(dict.fromkeys(known))
        return made

    def surely(self) -> frozenset[str]:
        """Words, in lower case, that are surely somebody's name here."""
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
        """All who were spoken of or speak."""
        return self._all

    def by_names(self, *names: str | None) -> list[Person]:
        """The people of exactly these names."""
        return [person for name in names for person in self._all if name and person.name == name]

    def named(self, mention: Mention, speaker: str | None) -> Person:
        """Whoever bears the name said, made if nobody does."""
        for fits in (_same_name, _part_of_name, _short_of):
            bearers = [p for p in reversed(self._all) if p.name and fits(mention.text, p.name)]
            bearers.sort(key=lambda p: p.name == speaker)
            if bearers:
                return self._longer(bearers[0], mention)
        for fits in (_same_name, _part_of_name, _short_of):
            bearing = [name for name in self._known if fits(mention.text, name)]
            if len(bearing) == 1:
                return self._add(Person(bearing[0], mention.sex or _sex(bearing[0])))
        return self._add(Person(_bare(mention.text), mention.sex))

    def christen(self, person: Person, mention: Mention) -> Person:
        """Give somebody described the name said beside; or find that the bearer is known."""
        bearer = self.named(mention, None)
        bearer.learn(person.sex)
        bearer.seen += person.seen
        for key, one in self._roles.items():
            if one is person:
                self._roles[key] = bearer
        if person in self._all:
            self._all.remove(person)
        return bearer

    def in_role(self, owner: Person | None, mention: Mention) -> Person:
        """Who stands in a role to somebody: the same as before, if that was said before."""
        if owner is None:
            return self.unnamed(mention)
        key = (id(owner), mention.word.low)
        if key not in self._roles:
            person = self.unnamed(mention)
            if owner.name and not owner.name.startswith("("):
                person.role = f"{owner.name}'s {mention.text.casefold()}"
            self._roles[key] = person
        return self._roles[key]

    def again(self, mention: Mention) -> Person:
        """The last one described by the same noun."""
        for person in reversed(self._all):
            if person.noun == mention.word.low:
                return person
        return self.unnamed(mention)

    def unnamed(self, mention: Mention) -> Person:
        """Somebody new without a name."""
        return self._add(Person(None, mention.sex, mention.word.low))

    def _add(self, person: Person) -> Person:
        self._all.append(person)
        return person

    def _longer(self, person: Person, mention: Mention) -> Person:
        """A name told in full replaces a part of it, for one who was only mentioned."""
        whole = _bare(mention.text)
        fuller = len(whole.split()) > len((person.name or "").split())
        if fuller and not person.present and person.name not in self._known:
            person.name = whole
        person.learn(mention.sex)
        return person


def _sex(name: str) -> Sex | None:
    parts = name.replace(".", "").split()
    if not parts:
        return None
    if parts[0].casefold() in words.FEMALE_TITLES:
        return "female"
    if parts[0].casefold() in words.MALE_TITLES:
        return "male"
    given = [part for part in parts if part.casefold() not in words.TITLES]
    told = sex_of(given[0]) if given else None
    return told or next((words.noun_sex(part.casefold()) for part in reversed(parts)), None)


def _parts(name: str) -> list[str]:
    low = name.casefold().replace(".", " ").split()
    kept = [part for part in low if part not in words.TITLES]
    return kept or low


def _bare(name: str) -> str:
    return " ".join(name.replace(" .", ".").split())


def _same_name(said: str, name: str) -> bool:
    return _parts(said) == _parts(name)


def _part_of_name(said: str, name: str) -> bool:
    """The given name alone, the family name alone, or more words than are known."""
    mine, whole = _parts(said), _parts(name)
    if len(mine) > len(whole):
        mine, whole = whole, mine
    return len(mine) < len(whole) and (whole[: len(mine)] == mine or whole[-len(mine) :] == mine)


def _short_of(said: str, name: str) -> bool:
    """A short or pet form of the given name: from the table, or its beginning."""
    mine, whole = _parts(said), _parts(name)
    if len(mine) > 1 and mine[-1] != whole[-1]:
        return False
    first, given = mine[0], whole[0]
    if full_forms(first) & ({given} | full_forms(given)):
        return True
    stem = first.rstrip("s") if len(first) > 3 else first
    return len(stem) >= 3 and not is_given(first) and given.startswith(stem)
