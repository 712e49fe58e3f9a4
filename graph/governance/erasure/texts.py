"""What erasure leaves of a text: its masks, and the tombstones of the passages in it. Pure.

What memories that stay quote of a text stays readable in it; names of what is erased, and what
identifies it, do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from graph.database.tombstones.ledger import PassageTombstone
from graph.database.tombstones.passages import (
    Passage,
    Span,
    identifiers,
    mask,
    mentions,
    overlaps,
    passages,
    without,
)
from graph.governance.erasure.selection import Selection, is_called
from graph.validation import text_form


@dataclass(frozen=True, slots=True)
class Quote:
    """Where a memory quotes a text."""

    memory: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A text of an episode, with what is quoted of it; ``spoken_as`` is whom a label means."""

    episode: str
    text: str
    speaker: str | None
    quotes: tuple[Quote, ...]
    spoken_as: str | None = None

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Text:
        """Return the text of a row of the store."""
        episode = row["episode"]
        quotes = (
            Quote(one["memory"], (one["start"], one["end"]))
            for one in row["quotes"]
            if one["start"] is not None
        )
        return cls(
            episode["id"],
            episode["text"],
            episode["speaker"],
            tuple(quotes),
            episode["spoken_as"],
        )


@dataclass(frozen=True, slots=True)
class MaskedText:
    """What is left of a text; nothing of a ``gone`` one, whose episode is deleted."""

    source: Text
    text: str
    speaker: str | None
    spoken_as: str | None
    gone: bool
    tombstones: tuple[PassageTombstone, ...]

    @property
    def changed(self) -> bool:
        """Whether anything of it has to be written."""
        source = self.source
        was = (source.text, source.speaker, source.spoken_as)
        return (self.text, self.speaker, self.spoken_as) != was

    @property
    def quotes(self) -> Iterator[tuple[Quote, str]]:
        """What memories quote of it now."""
        for quote in self.source.quotes:
            start, end = quote.span
            yield quote, self.text[start:end]


def masked_text(source: Text, selected: Selection, tokens: AbstractSet[str]) -> MaskedText:
    """Mask in a text what is erased of it.

    ``tokens`` are identifiers, in canonical form. Of an episode that is erased itself only what
    memories quote that stay is left; with none it goes. So does one in which nothing can be read
    any more, if no memory that stays rests on it.
    """
    kept = [one.span for one in source.quotes if one.memory not in selected.memories]
    hidden = _hidden(source, selected, kept)
    names = mentions(source.text, selected.names, selected.longer)
    named = [*names, *_tokens(source.text, tokens)]
    erased = source.episode in selected.episodes and not (selected.entities and kept)
    gone = erased or (not kept and _all_hidden(source.text, [*hidden, *named]))
    return MaskedText(
        source=source,
        text=mask(source.text, [*hidden, *named]),
        speaker=_unless_own(source.speaker, selected),
        spoken_as=_unless_own(source.spoken_as, selected),
        gone=gone,
        tombstones=tuple(_tombstones(source, [(0, len(source.text))] if gone else hidden, named)),
    )


def _hidden(source: Text, selected: Selection, kept: Sequence[Span]) -> list[Span]:
    """Return what is erased of a text, but for names and identifiers, and but for what stays
    quoted.
    """
    if source.episode in selected.episodes:
        return list(without((0, len(source.text)), kept))
    erased = [one.span for one in source.quotes if selected.quoting(one.memory)]
    hidden = [part for span in erased for part in without(span, kept)]
    return [*hidden, *_values(source, selected, kept)]


def _unless_own(speaker: str | None, selected: Selection) -> str | None:
    """Return the name of who speaks, unless it is one of the names that are erased."""
    if speaker is None or is_called(speaker, selected.names, selected.longer):
        return None
    return speaker


def _values(source: Text, selected: Selection, kept: Sequence[Span]) -> Iterator[Span]:
    """Where the values of erased memories stand in what others quote as well."""
    for quote in source.quotes:
        row = selected.quoting(quote.memory)
        if row is None or not any(overlaps(quote.span, one) for one in kept):
            continue
        said = row["memory"]["value"]
        for start, end in mentions(source.text, [said] if said else ()):
            if overlaps((start, end), quote.span):
                yield start, end


def _all_hidden(text: str, spans: Sequence[Span]) -> bool:
    """Whether every word of a text is hidden, and there are some."""
    words = [word for passage in passages(text) for word in passage.words]
    return bool(words) and all(any(overlaps(word, one) for one in spans) for word in words)


def _tokens(text: str, wanted: AbstractSet[str]) -> Iterator[Span]:
    return (span for token, span in identifiers(text) if token in wanted)


def _tombstones(
    source: Text, hidden: Sequence[Span], named: Sequence[Span]
) -> Iterator[PassageTombstone]:
    """Yield what is hidden of each passage; said by anybody, where a name or an identifier is in
    it.
    """
    for passage in passages(source.text):
        words = tuple(_words(passage, [*hidden, *named]))
        if not words:
            continue
        anybody = any(overlaps((passage.start, passage.end), span) for span in named)
        speaker = None if anybody else text_form(source.speaker or "")
        whole = len(words) == len(passage.words)
        yield PassageTombstone(passage.key, speaker, None if whole else words)


def _words(passage: Passage, spans: Sequence[Span]) -> Iterator[int]:
    for number, word in enumerate(passage.words):
        if any(overlaps(word, span) for span in spans):
            yield number
