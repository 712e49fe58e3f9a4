"""What a form or a note says in headed lines: "Allergies: penicillin, latex", "- Diet: vegan".

Such lines have no verb. A heading that the table knows says what it always says; another one names
an attribute of its own, if other lines show that the speaker writes of himself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.model.candidates import SourceConfidence
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import Table, Wording
from extraction.offline.people.speaker import Voice
from extraction.offline.relation_names import attribute_name, open_wording
from graph.vocabulary import TimeBasis

VALUE_WORDS_MAX = 9
_LINE = re.compile(
    r"^[ \t]*(?:[-*•–]\s*|\d+[.)]\s*)?(?:my\s+)?(?P<head>[A-Za-z][A-Za-z'’ -]{1,30}?)\s*"
    r"(?:\([^()\n]*\)\s*)?(?:[:=]|(?P<dash>[-–—]))[ \t]+(?P<said>\S[^\n]*?)[ \t]*\.?[ \t]*$",
    re.MULTILINE,
)
# "Sitter's sheet for Biscuit:", over a list.
_HEADING = re.compile(
    r"^[^\n.!?]*\b(?:for|about|of) (?P<name>[A-Z][\w'’-]+)[^\n.!?]*:\s*$", re.MULTILINE
)
# Between the members of a list; "+44", "a+b@example.com" and "Europe/Lisbon" have none.
_JOINT = re.compile(
    r"\s*[,;]\s+|\s*;\s*|,(?=[^\W\d])|\s+(?:and|&|\+|/)\s+|(?<=[^\W\d])/(?=[^\W\d])"
)
# Of these a value is one, whatever stands in it: "12 High Street, Leeds", "Marks and Spencer".
_WHOLE = frozenset(
    {"address", "birthday", "employer", "job_title", "lives_in", "name", "phone", "timezone"}
    | {"works_at", "age", "nickname", "studies_at"}
)
# These head a line of a letter or of a timetable.
_LINKS = frozenset({"from", "to", "at", "by", "on", "in", "re", "via", "until", "since"})
_LISTED_MAILS = re.compile(r"\s*[,;]\s*|\s+(?:and|or)\s+|\s+/\s+")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_NONE = re.compile(r"(?:none|no|nope|nil|n/?a|nothing|-)", re.IGNORECASE)


def read_labelled_lines(voice: Voice, text: str) -> Iterator[Draft]:
    """Yield the claims of a turn's headed lines; ``text`` is what of it are the speaker's own
    words.
    """
    table = voice.reading.table
    lines = [(line, _attribute(line["head"], table)) for line in _LINE.finditer(text)]
    own = any(known for _, (_, _, known) in lines)
    for line, (attribute, wording, known) in lines:
        if "?" in line["said"] or not (known or (own and wording is not None)):
            continue
        if line["dash"] and not known:
            continue
        if wording is not None:
            yield from _claims(voice, line, attribute, wording, is_known=known)


def heading_name(text: str, position: int) -> str:
    """Whom the heading of a list above a position names; empty for none."""
    found = next(_HEADING.finditer(text, 0, position), None)
    return "" if found is None else found["name"]


def _attribute(head: str, table: Table) -> tuple[str, Wording | None, bool]:
    """Return what a heading stands for, how that reads, and whether the table knows it."""
    words = head.casefold().strip()
    known = table.headed.get(words)
    if known is not None:
        return known, table.attributes[known], True
    if set(words.split()) & {*table.listed("of_talk"), *_LINKS} or len(words.split()) > 3:
        return "", None, False
    return attribute_name(words), open_wording(f"has the {words} {{value}}"), False


def _claims(
    voice: Voice, line: re.Match[str], attribute: str, wording: Wording, *, is_known: bool
) -> Iterator[Draft]:
    who = heading_name(voice.reading.text, line.start()) or "I"
    name = voice.name(who, line.start("head"))
    if name is None or len(line["said"].split()) > VALUE_WORDS_MAX * 2:
        return
    for part in _parts(line["said"], attribute):
        value = _ASIDE.sub("", part).strip("\"'“”*_ ")
        if not value or _NONE.fullmatch(value) or len(value.split()) > VALUE_WORDS_MAX:
            continue
        source = SourceConfidence.DIRECT if is_known else SourceConfidence.INFERRED
        yield Draft(
            *(who, name, attribute, value, wording, When(basis=TimeBasis.OBSERVED)),
            *(line.start("head"), line.end("said"), -1),
            source=source,
        )


def _parts(text: str, attribute: str) -> list[str]:
    """Return the members of a list; a sentence is one, and so is an address or a name."""
    if attribute in ("name", "nickname"):
        return [text.partition(",")[0]]
    if attribute in _WHOLE:
        return [text]
    joint = _LISTED_MAILS if attribute == "email" else _JOINT
    return [part for part in joint.split(text) if part]
