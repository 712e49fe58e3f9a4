"""Quotations and other's words within a line of the speaker's own.

'She said "I live in Rome"' has a quotation: it speaks of its own first person. A title ("I Will
Survive") and what is put in quotes for its own sake ("home") are none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from extraction.structure.chat import scripts_within
from extraction.structure.handed_over import spans_within
from extraction.structure.regions import Kind, Region, Whose

_PAIRS = {
    '"': '"',
    "\u201c": "\u201d\u201c",
    "\u201e": "\u201c\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2039": "\u203a",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "'": "'",
    "\u2018": "\u2019",
}
_SINGLE = frozenset("'\u2018")
QUOTE_MAX = 4_000
_FIRST_PERSON = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|im|me|my|mine|we|our|us)\b", re.IGNORECASE)
_SAYS = re.compile(
    r"(?:\b(?:said|says|say|told \w+|wrote|writes|texted|replied|asked|shouted|answered|whispered"
    r"|like|goes|went|reads?|yelled|translate|phrase|sentence|line|text|message)\W*|[:,]\s*)$",
    re.IGNORECASE,
)
_SPOKE = re.compile(
    r"\b(?:said|says|say|told \w+|wrote|writes|texted|replied|shouted|answered|whispered"
    r"|yelled)\W*$",
    re.IGNORECASE,
)
_SMALL = frozenset(
    {
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "and",
        "or",
        "but",
        "with",
        "by",
        "from",
    }
)
_BRACKETED = re.compile(
    r"[\[(](?:(?P<reply>re(?:ply(?:ing)?)?|in reply|response|quot(?:e|ed|ing)|fwd|forwarded"
    r"|originally)"
    r"\s*(?:to|from|by|:|of)?\b|(?P<tag>quote)\b)[^\n]",
    re.IGNORECASE,
)
_BRACKET_AUTHOR = re.compile(
    r"\b(?:to|from|by|quoting)\s+(@?[\w.'’-]+(?:\s[A-Z][\w.'’-]*)?)", re.IGNORECASE
)
_BRACKET = re.compile(r"[\[\]()]")
_MARK = re.compile(f"[{''.join({*_PAIRS, *''.join(_PAIRS.values())})}]")
_NEW_LINE = re.compile(r"\n")
_NEW_PARAGRAPH = re.compile(r"\n\n")
_TAGGED = re.compile(
    r"\[quote(?:=[^\]\n]{0,80})?\].*?(?:\[/quote\]|\Z)"
    r"|<(?:block)?quote\b[^>]*>.*?(?:</(?:block)?quote>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_TAG_AUTHOR = re.compile(r"\[quote=[\"']?(?P<author>[^\]\"';,]{1,40})", re.IGNORECASE)
_REPLIED = re.compile(
    r"^(?:(?![\[(])[\W_])*(?:(?:replying|reply|in reply|in response|responding) to|quoting"
    r"|quote from|RT|retweet(?:ed)?|fwd from"
    r"|forwarded from)\s+(?P<author>@?[\w.'’-]+(?:\s[\w.'’-]+){0,2})\s*:\s*(?=\S)",
    re.IGNORECASE,
)
_CODE_SPAN = re.compile(r"(?P<ticks>`{1,2})(?P<code>[^`\n]{1,400}?)(?P=ticks)(?!`)")
_INNER_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|br|s|sup|sub|code|kbd|small|mark|span|a|p|div|li|ul)\b[^<>\n]{0,200}>"
)


def tagged_spans(text: str) -> list[tuple[int, int, str | None]]:
    """Quotations between tags, which may go over several lines."""
    found: list[tuple[int, int, str | None]] = []
    if "quote" not in text[:1] and "quote" not in text.casefold():
        return found
    for match in _TAGGED.finditer(text):
        author = _TAG_AUTHOR.match(match[0])
        found.append((match.start(), match.end(), author["author"].strip() if author else None))
    return found


def quotations(text: str, start: int) -> Iterator[Region]:
    """Yield the quotations in a stretch of the speaker's own prose, which begins at ``start``."""
    for first, end, author in spans_within(text):
        yield Region(
            start + first,
            start + end,
            Kind.MATERIAL if author is None else Kind.QUOTATION,
            Whose.NOBODY if author is None else Whose.OTHER,
            author,
        )
    for first, end in scripts_within(text):
        yield Region(start + first, start + end, Kind.CHAT, Whose.OTHER)
    yield from _bracketed(text, start)
    yield from _replied(text, start)
    for match in _CODE_SPAN.finditer(text):
        if len(match["code"].split()) >= 3:
            yield Region(
                start + match.start(), start + match.end(), Kind.CODE, Whose.NOBODY, inline=True
            )
    for match in _INNER_TAG.finditer(text):
        yield Region(
            start + match.start(), start + match.end(), Kind.MARKUP, Whose.NOBODY, inline=True
        )
    for first, end in _quoted(text):
        yield Region(start + first, start + end, Kind.QUOTATION, Whose.OTHER, inline=True)


def _bracketed(text: str, start: int) -> Iterator[Region]:
    """Yield what a chat shows of the message that is replied to: "[Reply to Bob: I live in
    Rome]".
    """
    closing: dict[int, int] | None = None
    covered = 0
    for match in _BRACKETED.finditer(text):
        if match.start() < covered:
            continue
        if closing is None:
            closing = _closing(text)
        stop = text.find("\n", match.start())
        covered = closing.get(match.start(), len(text) if stop < 0 else stop)
        inside = text[match.start() + 1 : min(covered, match.start() + 120)]
        author = _BRACKET_AUTHOR.search(inside)
        yield Region(
            start + match.start(),
            start + covered,
            Kind.REPLY_HEADER,
            Whose.OTHER,
            author[1] if author else None,
        )


def _closing(text: str) -> dict[int, int]:
    """Return the character after its closing bracket, of each bracket that is closed."""
    found: dict[int, int] = {}
    opened: dict[str, list[int]] = {"]": [], ")": []}
    for match in _BRACKET.finditer(text):
        if match[0] in "[(":
            opened["]" if match[0] == "[" else ")"].append(match.start())
        elif opened[match[0]]:
            found[opened[match[0]].pop()] = match.end()
    return found


def _replied(text: str, start: int) -> Iterator[Region]:
    """Yield a line that begins with whom it quotes: "RT @bob: I live in Rome"."""
    at = 0
    for line in text.splitlines(keepends=True):
        found = _REPLIED.match(line[:200])
        if found is not None:
            yield Region(
                start + at,
                start + at + len(line.rstrip("\r\n")),
                Kind.QUOTATION,
                Whose.OTHER,
                found["author"],
            )
        at += len(line)


def _quoted(text: str) -> Iterator[tuple[int, int]]:
    """Where quotations with a first person of their own begin and end."""
    marks = [match.start() for match in _MARK.finditer(text)]
    closers = _Closers(text, marks)
    covered = 0
    for at in marks:
        if at < covered or not _opens(text, at):
            continue
        end = closers.after(at)
        if end is None:
            continue
        if _is_quotation(text, at, end):
            yield at, end
            covered = end
        elif text[at] not in _SINGLE:
            covered = end


def _opens(text: str, at: int) -> bool:
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    return text[at] in _PAIRS and not (before.isalnum() or after.isspace() or after in ".,;:!?)")


class _Closers:
    """Where the quotation marks of a text close what they may have opened."""

    def __init__(self, text: str, marks: Sequence[int]) -> None:
        self._text = text
        self._lines = [match.start() for match in _NEW_LINE.finditer(text)]
        self._paragraphs = [match.start() for match in _NEW_PARAGRAPH.finditer(text)]
        self._closing: dict[str, list[int]] = {}
        for mark in marks:
            if mark and not text[mark - 1].isspace():
                self._closing.setdefault(text[mark], []).append(mark)
        self._single = {
            mark: [at for at in places if not text[at + 1 : at + 2].isalnum()]
            for mark, places in self._closing.items()
        }

    def after(self, at: int) -> int | None:
        """Return the character after what closes a quotation; where none does, its line's after
        "said".
        """
        single = self._text[at] in _SINGLE
        places = self._single if single else self._closing
        limit = self._next(self._lines if single else self._paragraphs, at) or len(self._text)
        found = [self._next(places.get(c, ()), at) for c in _PAIRS[self._text[at]]]
        end = min((place for place in found if place is not None), default=None)
        if end is not None and end < min(limit, at + QUOTE_MAX):
            return end + 1
        if single or not _SAYS.search(self._text[max(0, at - 30) : at]):
            return None
        return self._next(self._lines, at) or len(self._text)

    @staticmethod
    def _next(places: Sequence[int], at: int) -> int | None:
        number = bisect_right(places, at)
        return places[number] if number < len(places) else None


def _is_quotation(text: str, at: int, end: int) -> bool:
    words = text[at + 1 : end - 1]
    if len(words) < 4 or _FIRST_PERSON.search(words) is None:
        return False
    return not _is_title(words) or _SPOKE.search(text[max(0, at - 30) : at]) is not None


def _is_title(words: str) -> bool:
    """Whether all words are written large but for the small ones: "I Will Survive"."""
    parts = words.split()
    large = all(p[:1].isupper() or not p[:1].isalpha() or p.casefold() in _SMALL for p in parts)
    return large and 1 < len(parts) <= 7 and not words.endswith((".", "!"))
