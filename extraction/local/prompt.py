"""The question put to a small model: a few words of one person, and its answer, one fact a line.

A line is ``who | relation | value``; ``-`` is none. The words before the question are the same in
every call, so that a server reads them once. The grammar lets the model write nothing as ``who``
and ``value`` but what was said, and so grounds them while they are written. Measured on the first
blind set: JSON took 1.8 times as long and found no more; without the grammar 0.38 of the values
were found, with it 0.62.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from extraction.model.facts import Fact
from graph.ids import digest

EXAMPLES_FILE = Path(__file__).with_name("examples.toml")
FACTS_MAX = 6
ANSWER_TOKENS_MAX = 200
NONE = "-"
PARTS = 3
SYSTEM = (
    "You note what a person tells about themselves and the people, pets and things in their life:"
    " job, home, family, health, food, money, habits, plans, likes."
    " One fact a line: who | relation | value."
    " Copy who and value from the words that were said; I is the speaker."
    " The relation is one to three words."
    " A greeting, a question, a request, fiction or what is only imagined has no fact: write -."
)
_WORD = re.compile(r"[^\W_](?:\S*[^\W_%])?[+#%]*")
_SPACE = re.compile(r"\s+")

# A token of an answer with the logarithm of its probability.
Token = tuple[str, float]


def messages(text: str, asked: str) -> list[dict[str, str]]:
    """Return the messages of one call; ``asked`` is the question that is answered, if one was."""
    return [*_prefix(), {"role": "user", "content": _shown(text, asked)}]


@cache
def version() -> str:
    """Digest of what is the same in every call, grammar included: answers depend on it."""
    return digest(*(one["content"] for one in _prefix()), grammar("a b"))[:8]


def grammar(text: str) -> str:
    """Return the answers that are possible, in llama.cpp's notation (GBNF).

    Rule ``wN`` is a stretch of the words that begins with the word N.
    """
    words = list(_WORD.finditer(text))
    stretches = [
        f"w{number} ::= {_quoted(word[0])}"
        + (
            f" ({_quoted(_SPACE.sub(' ', text[word.end() : words[number + 1].start()]))}"
            f" w{number + 1})?"
            if number + 1 < len(words)
            else ""
        )
        for number, word in enumerate(words)
    ]
    anywhere = " | ".join(f"w{number}" for number in range(len(words)))
    return "\n".join(
        [
            f'root ::= "{NONE}" | fact ("\\n" fact){{0,{FACTS_MAX - 1}}}',
            'fact ::= who " | " relation " | " words',
            'who ::= "I" | "my " words | words',
            "relation ::= [a-z] [a-z' ]{1,24}",
            f"words ::= {anywhere}",
            *stretches,
            "",
        ]
    )


def has_words(text: str) -> bool:
    """Whether there is anything that could be copied."""
    return _WORD.search(text) is not None


def parse_answer(answer: str, tokens: Sequence[Token], start: int, end: int) -> list[Fact]:
    """Return the facts of an answer; a line that is none is left out."""
    found: list[Fact] = []
    logarithms = list(_lines(tokens))
    for number, line in enumerate(answer.strip().splitlines()[:FACTS_MAX]):
        parts = [_SPACE.sub(" ", part).strip() for part in line.split("|")]
        if len(parts) == PARTS and all(parts):
            who, relation, value = parts
            told = logarithms[number] if number < len(logarithms) else []
            likelihood = _likelihood(told, value) if len(told) == PARTS and all(told) else None
            found.append(Fact(who, relation.casefold(), value, start, end, likelihood))
    return found


def _likelihood(logarithms: list[list[float]], value: str) -> float:
    """How likely a fact is right, from the logarithms of its tokens' probabilities by part.

    A logistic regression over the 354 facts of the first two blind sets that the rules let pass; of
    those held out at each fit it tells right from wrong with an area under the curve of 0.76, and
    is calibrated: of those at 0.8 and over 0.86 are right, of those under 0.5 a third. What the
    grammar tells of a value adds nothing to that.
    """
    who, relation, words = (sum(part) for part in logarithms)
    name = value[:1].isupper()
    score = (
        0.71 + 0.22 * who + 0.37 * relation + 0.26 * words + 0.73 * logarithms[2][0] + 1.35 * name
    )
    return 1 / (1 + exp(-score))


def _lines(tokens: Sequence[Token]) -> Iterator[list[list[float]]]:
    """Yield the logarithms of each line's tokens, by part of the line."""
    parts: list[list[float]] = [[]]
    for text, logarithm in tokens:
        if "\n" in text:
            yield parts
            parts = [[]]
        elif text.strip() == "|":
            parts.append([])
        else:
            parts[-1].append(logarithm)
    yield parts


@cache
def _prefix() -> list[dict[str, str]]:
    found = [{"role": "system", "content": SYSTEM}]
    rows: list[dict[str, Any]] = tomllib.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))["example"]
    for row in rows:
        found.append({"role": "user", "content": _shown(row["said"], row.get("asked", ""))})
        found.append({"role": "assistant", "content": "\n".join(row["facts"]) or NONE})
    return found


def _shown(text: str, asked: str) -> str:
    return (f"Asked: {asked}\n" if asked else "") + f"Said: {text}"


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
