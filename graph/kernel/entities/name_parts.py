"""Parse a name into titles, given names and surname, or classify it as e-mail, handle, code, ...

Only the words themselves and the table of given names are used: a single word is a given name if
the table has it, else a plain word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from graph.kernel.entities.given_names import Sex, is_given, sex_of
from graph.validation import name_key

FEMALE_TITLES = frozenset({"mrs", "ms", "miss", "madam", "lady", "dame", "mme", "frau", "aunt"})
MALE_TITLES = frozenset({"mr", "sir", "lord", "herr", "uncle", "don"})
TITLES = (
    FEMALE_TITLES
    | MALE_TITLES
    | {"dr", "prof", "professor", "doctor", "rev", "reverend", "capt", "captain", "sgt", "lt"}
    | {"col", "gen", "judge", "hon", "mx", "coach", "president", "senator"}
)
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"})
_DISTINGUISHING_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_PARTICLES = frozenset(
    {"de", "da", "do", "dos", "del", "della", "di", "la", "le", "van", "von", "der", "den", "du"}
    | {"al", "el", "bin", "ibn", "ben", "st", "san", "ter", "ten", "zu"}
)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_HANDLE = re.compile(r"@\w[\w.-]*")
_ROLE = re.compile(r".+['\u2019]s? .+|(?:my|our|your|his|her|their|the) .+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_PERSON = "person"


class NameKind(Enum):
    """The kinds of names."""

    PERSON = auto()
    EMAIL = auto()
    HANDLE = auto()
    CODE = auto()
    ROLE = auto()
    THING = auto()


@dataclass(frozen=True, slots=True)
class ParsedName:
    """The parts of a name; all words are folded: without case, accents and dots.

    ``given`` are a person's given names and initials, ``surname`` the rest of the name; ``words``
    are all words of any name. ``key`` is the canonical form used by look-ups.
    """

    key: str
    kind: NameKind
    words: tuple[str, ...]
    given: tuple[str, ...] = ()
    surname: tuple[str, ...] = ()
    titles: frozenset[str] = frozenset()
    suffixes: frozenset[str] = frozenset()

    @property
    def sex(self) -> Sex | None:
        """The sex given by a title or by the first given name."""
        if self.titles & FEMALE_TITLES:
            return "female"
        if self.titles & MALE_TITLES:
            return "male"
        return sex_of(self.given[0]) if self.given else None


def parse_name(name: str, kind: str | None = None) -> ParsedName:
    """Parse a name; ``kind`` is the kind of the entity, if it is known.

    The name of a person may have any kind; a name of another entity is a code, an address, a
    handle or a thing.
    """
    key = name_key(name)
    words = tuple(_WORD.findall(fold(key)))
    if _EMAIL.fullmatch(key):
        return ParsedName(key, NameKind.EMAIL, _split_words(key.split("@")[0]))
    if _HANDLE.fullmatch(key):
        return ParsedName(key, NameKind.HANDLE, _split_words(key[1:]))
    if any(c.isdigit() for c in key):
        return ParsedName(key, NameKind.CODE, words)
    if kind not in (None, "unknown", _PERSON):
        return ParsedName(key, NameKind.THING, words)
    if _ROLE.fullmatch(key) and not _has_surname_apostrophe(key):
        return ParsedName(key, NameKind.ROLE, words)
    return _parse_person(key, words, is_person=kind == _PERSON)


def without_titles(name: str) -> str | None:
    """Return a name of two words or more without the titles before it; None if there are none."""
    first, _, rest = name.partition(" ")
    if name_key(first).rstrip(".") not in TITLES or len(rest.split()) < 2:
        return None
    return without_titles(rest) or rest


def with_dotted_title(name: str) -> str:
    """Return a name with a dot behind a title before it that has none: Dr. Vale for Dr Vale."""
    first, blank, rest = name.partition(" ")
    return f"{first}.{blank}{rest}" if name_key(first) in TITLES and rest else name


def fold(text: str) -> str:
    """Fold case and remove accents, so that spellings of the same name become equal."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return bare.replace("\u2019", "'").replace("\u00f8", "o").replace("\u0142", "l")


def _has_surname_apostrophe(key: str) -> bool:
    """Whether the apostrophe belongs to a name ("O'Brien", "D'Angelo Jones"), not a possessive."""
    return re.search(r"\w['\u2019]s? ", key) is None and not key.startswith(
        ("my ", "our ", "your ", "his ", "her ", "their ", "the ")
    )


def _split_words(local: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\W_\d]+", fold(local)) if word)


def _parse_person(key: str, words: tuple[str, ...], *, is_person: bool) -> ParsedName:
    titles = frozenset(words) & TITLES
    suffixes = frozenset(words) & SUFFIXES
    names = [word for word in words if word not in titles | suffixes]
    if "," in key and len(names) > 1:
        names = _given_names_first(key, names)
    if not names or not (is_person or titles or _looks_like_person(names)):
        return ParsedName(key, NameKind.THING, words)
    cut = _find_surname(names, titled=bool(titles))
    given, surname = tuple(names[:cut]), tuple(names[cut:])
    return ParsedName(
        key, NameKind.PERSON, words, given, surname, titles, suffixes & _DISTINGUISHING_SUFFIXES
    )


def _given_names_first(key: str, names: list[str]) -> list[str]:
    """Reorder "Smith, John": the words before the comma are the surname."""
    before = sum(word in names for word in _WORD.findall(fold(key.partition(",")[0])))
    return names[before:] + names[:before]


def _looks_like_person(names: list[str]) -> bool:
    return is_given(names[0]) or (len(names[0]) == 1 and len(names) > 1)


def _find_surname(names: list[str], *, titled: bool) -> int:
    """Return the index of the surname: the last word, with the particles before it."""
    if len(names) == 1:
        # "Mrs. Lopez" is a surname; "Aunt Ana" and "Ana" are not.
        return 0 if titled and not is_given(names[0]) else 1
    cut = len(names) - 1
    while cut > 1 and names[cut - 1] in _PARTICLES:
        cut -= 1
    return cut
