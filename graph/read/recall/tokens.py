"""The words of questions and memories, as recall compares them.

A question's *terms* are the stems of its content words; how much of a question a text covers is the
share of them that it has, rare ones counting more.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any
from unicodedata import normalize

from graph.database.lucene import STOP_WORDS, of_tenant

WORDS_MAX = 32

# Words that ask, stand for somebody or only help a verb: they tell nothing of what is asked about.
_FUNCTION_WORDS = STOP_WORDS | frozenset(
    {
        "about", "after", "again", "also", "am", "any", "been", "before", "can", "could",
        "did", "do", "does", "during", "ever", "from", "had", "has", "have", "he", "her",
        "hers", "him", "his", "how", "i", "its", "just", "kind", "like", "long", "many",
        "may", "me", "might", "mine", "more", "most", "much", "my", "often", "our", "ours",
        "she", "should", "so", "some", "than", "their", "them", "type", "until", "us",
        "very", "we", "were", "what", "when", "where", "which", "while", "who", "whom",
        "whose", "why", "would", "you", "your", "yours",
    }
)  # fmt: skip
_WORD = re.compile(r"\w+")


# For an asked term, what share of it other terms stand for: "clarinet" for "instrument".
Alike = Mapping[str, Mapping[str, float]]
NOTHING_ALIKE: Alike = {}


def spellings(*texts: str) -> dict[str, str]:
    """Return the content words of some texts by their stems; of several the first."""
    found: dict[str, str] = {}
    for text in texts:
        for word in words(text):
            found.setdefault(stem(word), word)
    return found


def words(text: str) -> list[str]:
    """Return the content words of a text, in order; with repetitions."""
    plain = normalize("NFKC", text).casefold().replace("\u2019s", " ").replace("'s", " ")
    return [word for word in _WORD.findall(plain) if word not in _FUNCTION_WORDS]


def terms(*texts: str) -> frozenset[str]:
    """Return the stems of the content words of some texts."""
    return frozenset[str]().union(*map(_terms, texts))


# So many texts of up to some kilobytes each; the same memories come to mind again and again.
@lru_cache(maxsize=4_096)
def _terms(text: str) -> frozenset[str]:
    return frozenset(map(stem, words(text)))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the stem of a word in small letters."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    """Return the stemmer of the index: Porter's, of 1980."""
    # It brings those of all languages, a tenth of a second that only recall has to take.
    import snowballstemmer  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs] -- it has none

    return snowballstemmer.stemmer("porter")  # pyright: ignore[reportUnknownMemberType]


def coverage(
    asked: frozenset[str], texts: Mapping[str, frozenset[str]], alike: Alike = NOTHING_ALIKE
) -> dict[str, float]:
    """Return for each text the share of the asked terms that it has, 0 to 1.

    A term counts by its inverse document frequency among these texts, ln(1 + (n - d + 0.5) /
    (d + 0.5)), as in BM25; one that none of them has counts most. Of a term that a text has not,
    it has as much as of the one of its own that is most ``alike``.
    """
    having = Counter(term for held in texts.values() for term in held & asked)
    count = len(texts)
    weight = {
        term: math.log(1 + (count - having[term] + 0.5) / (having[term] + 0.5)) for term in asked
    }
    whole = sum(weight.values())
    if not whole:
        return dict.fromkeys(texts, 0.0)
    return {
        # In order, so that the sum is the same in each process.
        key: sum(weight[term] * share_of(term, held, alike) for term in sorted(asked)) / whole
        for key, held in texts.items()
    }


def share_of(term: str, terms: frozenset[str], alike: Alike) -> float:
    """Return how much of a term a text has: 1, or what its own terms that are alike have of it."""
    if term in terms:
        return 1.0
    like = alike.get(term)
    return max((like.get(other, 0.0) for other in terms), default=0.0) if like else 0.0


def words_query(tenant: str, text: str, *fields: str) -> str | None:
    """Return the query of a full-text index for what a tenant has with some of a text's words.

    They are looked for in any of the fields. It is None without a word.
    """
    found = list(dict.fromkeys(words(text)))[:WORDS_MAX]
    anywhere = " ".join(f"{field}:({' '.join(found)})" for field in fields)
    return of_tenant(tenant, f"+({anywhere})") if found else None


def phrases(text: str, longest: int = 5) -> Iterable[str]:
    """Yield every run of up to so many words of a text, as written: what may be a name in it."""
    found = [match.span() for match in re.finditer(r"[^\s,;!?\"()]+", text)]
    for first, (start, _) in enumerate(found[:100]):
        for _, end in found[first : first + longest]:
            phrase = text[start:end].rstrip(".:")
            yield phrase
            for ending in ("'s", "\u2019s"):
                if phrase.endswith(ending):
                    yield phrase.removesuffix(ending)
