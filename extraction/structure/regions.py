"""Regions: the parts that a message consists of, each with whose words it has.

The regions of a text follow one another without gap or overlap and cover it exactly; offsets are
code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a region is."""

    PROSE = "prose"
    LIST = "list"
    KEY_VALUE = "key-value"
    TABLE = "table"
    SIGNATURE = "signature"
    QUOTATION = "quotation"
    REPLY_HEADER = "reply-header"
    FORWARDED = "forwarded"
    CHAT = "chat"
    CODE = "code"
    MARKUP = "markup"
    MATERIAL = "material"


class Whose(StrEnum):
    """Whose words a region has."""

    SPEAKER = "speaker"
    OTHER = "other"
    NOBODY = "nobody"


# Of the speaker's own words these are sentences or headed lines, which a reader by rules can read.
_READ = frozenset({Kind.PROSE, Kind.LIST, Kind.KEY_VALUE, Kind.CHAT})
# These stand within a sentence of the speaker's, who says them of somebody: 'she said "…"'.
_INLINE = frozenset({Kind.QUOTATION})


@dataclass(frozen=True, slots=True)
class Region:
    """The characters ``start:end`` of a message.

    ``author`` is the name of who wrote them, as it stands there, and ``date`` when, if the message
    says so. ``inline`` regions stand within a sentence of somebody else's.
    """

    start: int
    end: int
    kind: Kind
    whose: Whose
    author: str | None = None
    date: str | None = None
    inline: bool = False

    @property
    def own(self) -> bool:
        """Whether they are the speaker's own words."""
        return self.whose is Whose.SPEAKER


@dataclass(frozen=True, slots=True)
class Structure:
    """A text with its regions, in order."""

    text: str
    regions: tuple[Region, ...]

    @property
    def all_own(self) -> bool:
        """Whether all of the text may be read as the speaker's own words."""
        return all(region.own and region.kind in _READ for region in self.regions)

    def own_text(self) -> str:
        """Return the text with all but the speaker's own sentences blanked out; line breaks
        stay.
        """
        if self.all_own:
            return self.text
        return "".join(
            self.text[r.start : r.end] if r.own and r.kind in _READ else _blank(self.text, r)
            for r in self.regions
        )

    def foreign(self, start: int, end: int) -> Region | None:
        """Return the region that makes ``start:end`` other than the speaker's own words; None if
        none.

        What stands within a sentence of the speaker's may be quoted with words of that sentence.
        """
        own = False
        found: Region | None = None
        for region in self._overlapping(start, end):
            part = self.text[max(start, region.start) : min(end, region.end)]
            if not any(character.isalnum() for character in part):
                continue
            if region.own:
                own = True
            elif not region.inline:
                return region
            else:
                found = found or region
        return None if own else found

    def _overlapping(self, start: int, end: int) -> Iterator[Region]:
        return (r for r in self.regions if r.start < end and start < r.end)


def _blank(text: str, region: Region) -> str:
    part = text[region.start : region.end]
    return "\n".join(" " * len(line) for line in part.split("\n"))
