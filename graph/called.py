"""What a name is made of: a person's titles, given names and surname; an address, a code, a role.

Nothing is looked up and nothing guessed beyond the words: a lone word is a given name if the table
of given names has it, else a word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from graph.canonical import name_key
from graph.given_names import Sex, is_given, sex_of

FEMALE_TITLES = frozenset({"mrs", "ms", "miss", "madam", "lady", "dame", "mme", "frau", "aunt"})
MALE_TITLES = frozenset({"mr", "sir", "lord", "herr", "uncle", "don"})
TITLES = (
    FEMALE_TITLES
    | MALE_TITLES
    | {"dr", "prof", "professor", "doctor", "rev", "reverend", "capt", "captain", "sgt", "lt"}
    | {"col", "gen", "judge", "hon", "mx", "coach", "president", "senator"}
)
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"})
_KEPT_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_PARTICLES = frozenset(
    {"de", "da", "do", "dos", "del", "della", "di", "la", "le", "van", "von", "der", "den", "du"}
    | {"al", "el", "bin", "ibn", "ben", "st", "san", "ter", "ten", "zu"}
)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_HANDLE = re.compile(r"@\w[\w.-]*")
_ROLE = re.compile(r".+['\u2019]s? .+|(?:my|our|your|his|her|their|the) .+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_PERSON = "person"


class Make(Enum):
    """What a name is."""

    PERSON = auto()
    EMAIL = auto()
    HANDLE = auto()
    CODE = auto()
    ROLE = auto()
    THING = auto()


@dataclass(frozen=True, slots=True)
class Called:
    """A name taken apart; all words in their comparable form, without case, accents and dots.

    ``given`` are the given names and initials of a person, ``surname`` the rest of the name;
    ``words`` all words of any name. ``key`` is the canonical form that look-ups use.
    """

    key: str
    make: Make
    words: tuple[str, ...]
    given: tuple[str, ...] = ()
    surname: tuple[str, ...] = ()
    titles: frozenset[str] = frozenset()
    suffixes: frozenset[str] = frozenset()

    @property
    def sex(self) -> Sex | None:
        """The sex that a title or the first given name tells."""
        if self.titles & FEMALE_TITLES:
            return "female"
        if self.titles & MALE_TITLES:
            return "male"
        return sex_of(self.given[0]) if self.given else None


def taken_apart(name: str, kind: str | None = None) -> Called:
    """A name as its parts; ``kind`` is that of the entity, where it is known.

    A name of a person may be any of them; one of another kind is a code, an address or a thing.
    """
    key = name_key(name)
    words = tuple(_WORD.findall(plain(key)))
    if _EMAIL.fullmatch(key):
        return Called(key, Make.EMAIL, _words_of(key.split("@")[0]))
    if _HANDLE.fullmatch(key):
        return Called(key, Make.HANDLE, _words_of(key[1:]))
    if any(c.isdigit() for c in key):
        return Called(key, Make.CODE, words)
    if kind not in (None, "unknown", _PERSON):
        return Called(key, Make.THING, words)
    if _ROLE.fullmatch(key) and not _owned_surname(key):
        return Called(key, Make.ROLE, words)
    return _person(key, words, sure=kind == _PERSON)


def plain(text: str) -> str:
    """Without accents, in folded case: what two spellings of one name share."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return bare.replace("\u2019", "'").replace("\u00f8", "o").replace("\u0142", "l")


def _owned_surname(key: str) -> bool:
    """ "O'Brien" and "D'Angelo Jones" are owned by nobody."""
    return re.search(r"\w['\u2019]s? ", key) is None and not key.startswith(
        ("my ", "our ", "your ", "his ", "her ", "their ", "the ")
    )


def _words_of(local: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\W_\d]+", plain(local)) if word)


def _person(key: str, words: tuple[str, ...], *, sure: bool) -> Called:
    titles = frozenset(word for word in words if word in TITLES)
    suffixes = frozenset(word for word in words if word in SUFFIXES)
    rest = [word for word in words if word not in titles | suffixes]
    if "," in key and len(rest) > 1:
        # "Smith, John": the surname comes first.
        before = len([w for w in _WORD.findall(plain(key.partition(",")[0])) if w in rest])
        rest = rest[before:] + rest[:before] if 0 < before < len(rest) else rest
    if not rest or (not sure and not titles and not _like_a_person(rest)):
        return Called(key, Make.THING, words)
    cut = _surname_at(rest, titled=bool(titles))
    kept = suffixes & _KEPT_SUFFIXES
    return Called(
        key, Make.PERSON, words, tuple(rest[:cut]), tuple(rest[cut:]), titles, frozenset(kept)
    )


def _like_a_person(rest: list[str]) -> bool:
    return is_given(rest[0]) or (len(rest[0]) == 1 and len(rest) > 1)


def _surname_at(rest: list[str], *, titled: bool) -> int:
    """Where the surname begins: the last word, with the particles before it."""
    if len(rest) == 1:
        # "Mrs. Lopez" is a surname; "Aunt Ana" and "Ana" are not.
        return 0 if titled and not is_given(rest[0]) else 1
    cut = len(rest) - 1
    while cut > 1 and rest[cut - 1] in _PARTICLES:
        cut -= 1
    return cut
