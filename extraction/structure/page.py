"""A message as lines, and what each line has been found to be so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extraction.structure.regions import Kind, Whose

# Of a longer line no more is looked at to tell what it is.
HEAD_MAX = 400


@dataclass(frozen=True, slots=True)
class Label:
    """What a line is; equal labels of neighbouring lines make one region.

    Of its first ``marked`` characters the label is that they only say whose the rest is.
    """

    kind: Kind
    whose: Whose
    author: str | None = None
    date: str | None = None
    marked: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: ``start:end`` with its line break; ``head`` is how it begins, stripped."""

    start: int
    end: int
    head: str
    indent: int

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it."""
        return not self.head


@dataclass(slots=True)
class Page:
    """The lines of a message with their labels, None for what is the speaker's prose."""

    text: str
    lines: list[Line]
    labels: list[Label | None]
    _after: list[int]
    _before: list[int]
    _last: dict[str, int]

    @classmethod
    def of(cls, text: str) -> Page:
        """Split a text into its lines."""
        lines: list[Line] = []
        start = 0
        for raw in text.splitlines(keepends=True):
            shown = raw[:HEAD_MAX].expandtabs(4)
            head = shown.strip().strip("\u200e\u200f\u202a\u202c\ufeff")
            lines.append(Line(start, start + len(raw), head, len(shown) - len(shown.lstrip())))
            start += len(raw)
        after, before = [len(lines)] * (len(lines) + 1), [-1] * (len(lines) + 1)
        for number in range(len(lines)):
            before[number + 1] = before[number] if lines[number].blank else number
        for number in reversed(range(len(lines))):
            after[number] = after[number + 1] if lines[number].blank else number
        return cls(text, lines, [None] * len(lines), after, before, {})

    def mark(self, first: int, end: int, label: Label) -> None:
        """Label the lines ``first:end`` that have no label."""
        for number in range(first, end):
            if self.labels[number] is None:
                self.labels[number] = label

    def occurs(self, words: str, start: int) -> bool:
        """Whether some words stand anywhere from a character on."""
        if words not in self._last:
            self._last[words] = self.text.rfind(words)
        return self._last[words] >= start

    def free(self, number: int) -> bool:
        """Whether a line exists, has words and no label."""
        inside = 0 <= number < len(self.lines)
        return inside and self.labels[number] is None and not self.lines[number].blank

    def head(self, number: int) -> str:
        """How a line begins; empty beyond the last one."""
        return self.lines[number].head if 0 <= number < len(self.lines) else ""

    def next_written(self, number: int) -> int:
        """Return the first line from a number on that is not blank; the number of lines for
        none.
        """
        return self._after[min(number, len(self.lines))]

    def next_before(self, number: int) -> int:
        """Return the last line before a number that is not blank; -1 for none."""
        return self._before[max(number, 0)]

    def paragraph_end(self, number: int) -> int:
        """Return the first blank or labelled line from a number on, or the number of lines."""
        while self.free(number):
            number += 1
        return number

    def lead(self, number: int) -> str:
        """Return what the speaker says just before a line, with at most one blank line between.

        It is the last sentence of that line; empty if there is none.
        """
        before = number - 1
        if before >= 0 and self.lines[before].blank:
            before -= 1
        if not self.free(before):
            return ""
        line = self.lines[before]
        return last_sentence(self.text[max(line.start, line.end - HEAD_MAX) : line.end].strip())

    def paragraphs(self) -> Iterator[tuple[int, int]]:
        """Yield the runs of unlabelled lines that are not blank."""
        number = 0
        while number < len(self.lines):
            if not self.free(number):
                number += 1
                continue
            end = self.paragraph_end(number)
            yield number, end
            number = end


def last_sentence(line: str) -> str:
    """Return the last sentence of a line."""
    cut = max(line.rfind(mark, 0, len(line) - 1) for mark in (". ", "! ", "? "))
    return line[cut + 1 :].strip()
