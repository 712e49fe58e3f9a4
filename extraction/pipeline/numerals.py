"""Numbers as they are said, for attributes that have numbers: "nine", "7 years", "over 70"."""

from __future__ import annotations

import re

from extraction.dates.grammar.lexicon import CARDINALS
from extraction.dates.grammar.tokens import parse_spelled, tokenize
from graph.model.values.numbers import parse_number

_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w.])")
_A_SCALE = re.compile(r"^an?\s+(?=hundred|thousand)", re.IGNORECASE)
_UNITS = re.compile(
    r"^(?:years?(?: old| of age)?|yrs?|months?|people|persons?|kids?|children|times?|pieces?)?$",
    re.IGNORECASE,
)


def numeral(words: str) -> str | None:
    """Return what is said as a number in digits; None if it is not exactly one number."""
    if parse_number(words) is not None:
        return words
    figures = _FIGURE.findall(words)
    if len(figures) == 1 and _UNITS.fullmatch(_FIGURE.sub("", words).strip(" ,.")):
        return figures[0]
    return _spelled(words)


def has_number(words: str) -> bool:
    """Whether a number is said in the words at all, if not exactly."""
    return any(
        word in CARDINALS or any(map(str.isdigit, word))
        for word in re.findall(r"\w+", words.casefold())
    )


def _spelled(words: str) -> str | None:
    """Read "nine", "twenty-five", "a hundred and two"."""
    tokens = tokenize(_A_SCALE.sub("one ", words))
    parsed = parse_spelled(tokens, 0)
    if parsed is None:
        return None
    end, number, ordinal = parsed
    rest = " ".join(token.low for token in tokens[end:])
    return None if ordinal or not _UNITS.fullmatch(rest) else str(number)
