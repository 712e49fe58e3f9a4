"""Split a message into its regions: the one place where it is decided whose words are whose.

Each stage labels lines that none before it has labelled, from what is surest to what is told by
its surroundings: fences, mail, chats, programs, what is handed over, tables, headed lines, the
signature, lists. What is left is the speaker's own prose, with the quotations in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from extraction.structure.blocks import mark_headed_lines, mark_lists, mark_tables
from extraction.structure.chat import Speaker, mark_chats
from extraction.structure.handed_over import mark_material
from extraction.structure.mail import mark_letters, mark_mail, mark_signature
from extraction.structure.page import Label, Page
from extraction.structure.program import mark_fences, mark_programs
from extraction.structure.quotations import quotations, tagged_spans
from extraction.structure.regions import Kind, Region, Structure, Whose

CACHED_MAX = 64
_PROSE = Label(Kind.PROSE, Whose.SPEAKER)
_WITH_QUOTATIONS = frozenset({Kind.PROSE, Kind.LIST, Kind.CHAT})


def split(text: str, speaker: str | None = None, others: Sequence[str] = ()) -> Structure:
    """Split a text of a speaker's into regions that cover it exactly once, in order.

    ``others`` are the names of those who speak with him. The last few texts are cached.
    """
    return _split(text, speaker, tuple(others))


@lru_cache(maxsize=CACHED_MAX)
def _split(text: str, speaker: str | None, others: tuple[str, ...]) -> Structure:
    page = Page.of(text)
    tagged = tagged_spans(text)
    for first, end, author in tagged:
        _mark_span(page, first, end, Label(Kind.QUOTATION, Whose.OTHER, author))
    mark_fences(page)
    mark_mail(page)
    mark_chats(page, Speaker.of(speaker), others)
    mark_programs(page)
    mark_tables(page)
    mark_headed_lines(page, speaker)
    mark_material(page)
    mark_letters(page, (speaker or "").strip())
    mark_signature(page)
    mark_lists(page)
    return Structure(text, tuple(_merged(_regions(page, tagged))))


def _mark_span(page: Page, first: int, end: int, label: Label) -> None:
    """Label the lines that lie in a span entirely."""
    for number, line in enumerate(page.lines):
        if first <= line.start and line.end <= end + 1:
            page.mark(number, number + 1, label)


def _regions(page: Page, tagged: Sequence[tuple[int, int, str | None]]) -> Iterator[Region]:
    """Yield the regions of runs of lines with one label, those of prose with what is quoted in
    them.
    """
    number = 0
    while number < len(page.lines):
        label = page.labels[number] or _PROSE
        end = number + 1
        while end < len(page.lines) and (page.labels[end] or _PROSE) == label and not label.marked:
            end += 1
        start, stop = page.lines[number].start, page.lines[end - 1].end
        if label.marked:
            yield Region(
                start, start + label.marked, Kind.CHAT, Whose.NOBODY, date=label.date, inline=True
            )
            start += label.marked
        whole = Region(start, stop, label.kind, label.whose, label.author, label.date)
        yield from _with_quotations(page.text, whole, tagged)
        number = end


def _with_quotations(
    text: str, whole: Region, tagged: Sequence[tuple[int, int, str | None]]
) -> Iterator[Region]:
    """Yield a region of the speaker's prose in parts: his own words and those that he quotes."""
    if not whole.own or whole.kind not in _WITH_QUOTATIONS:
        yield whole
        return
    said = text[whole.start : whole.end]
    quoted = list(quotations(said, whole.start))
    quoted += [
        Region(max(first, whole.start), min(end, whole.end), Kind.QUOTATION, Whose.OTHER, author)
        for first, end, author in tagged
        if first < whole.end and whole.start < end
    ]
    at = whole.start
    for region in sorted(quoted, key=lambda r: (r.start, -r.end)):
        if region.end <= at:
            continue
        first = max(region.start, at)
        if first > at:
            yield _part(whole, at, first)
        yield Region(
            first, region.end, region.kind, region.whose, region.author, region.date, region.inline
        )
        at = region.end
    if at < whole.end:
        yield _part(whole, at, whole.end)


def _part(whole: Region, start: int, end: int) -> Region:
    return Region(start, end, whole.kind, whole.whose, whole.author, whole.date)


def _merged(regions: Iterator[Region]) -> Iterator[Region]:
    """Yield the regions with neighbours of one kind put together, and empty ones left out."""
    held: Region | None = None
    for region in regions:
        if region.start == region.end:
            continue
        if held is not None and _alike(held, region):
            held = Region(
                held.start, region.end, held.kind, held.whose, held.author, held.date, held.inline
            )
            continue
        if held is not None:
            yield held
        held = region
    if held is not None:
        yield held


def _alike(first: Region, second: Region) -> bool:
    return (first.kind, first.whose, first.author, first.date, first.inline) == (
        *(second.kind, second.whose, second.author, second.date, second.inline),
    )
