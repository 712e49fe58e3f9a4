"""Headed lines, tables and lists: whose they are is told by what stands before them, or by them.

"My details:" and a few headed lines are the speaker's own; the keys of a program's settings, of an
advert or of a recipe are nobody's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.structure.handed_over import OF_NAME, PARTS, owner
from extraction.structure.mail import is_anothers_name
from extraction.structure.page import Label, Page
from extraction.structure.regions import Kind, Whose

_ITEM = re.compile(r"^(?:[-*•·▪◦–—+]\s+|\d{1,2}[.)]\s+|\[[ xX]?\]\s+|[a-z]\)\s+)")
_KEYED = re.compile(
    r"^(?:[-*•·▪◦–—+]\s*|\d{1,2}[.)]\s+)?[*_]{0,2}(?P<key>[^\W_][\w /&.'’()+#-]{0,38}?)[*_]{0,2}\s?"
    r"(?P<mark>[:：=])[*_]{0,2}(?:\s+(?P<value>\S.*)|=?\s*(?P<tight>\S.*)?)$"
)
_SENTENCE = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|im|ive|we|we['’](?:re|ve|ll)|my|our)\b", re.IGNORECASE
)
_SPOKEN_KEYS = frozenset(
    {
        *(
            "update",
            "edit",
            "note",
            "ps",
            "p.s.",
            "pps",
            "btw",
            "fyi",
            "context",
            "background",
            "fun fact",
        ),
        *(
            "question",
            "reminder",
            "warning",
            "tldr",
            "tl;dr",
            "good news",
            "bad news",
            "news",
            "quick one",
        ),
        *(
            "quick question",
            "correction",
            "short version",
            "long story short",
            "problem",
            "issue",
            "so",
        ),
        *(
            "the thing is",
            "also",
            "plus",
            "and",
            "but",
            "fact",
            "confession",
            "true story",
            "summary",
        ),
    }
)
# Keys of adverts, recipes, products, works, bookings: of what is no person.
_FOREIGN_KEYS = frozenset(
    {
        *(
            "title",
            "job title",
            "company",
            "salary",
            "pay",
            "compensation",
            "position",
            "vacancy",
            "contract type",
        ),
        *(
            "hours",
            "requirements",
            "responsibilities",
            "qualifications",
            "benefits",
            "experience required",
        ),
        *(
            "start date",
            "closing date",
            "apply",
            "how to apply",
            "reports to",
            "employment type",
            "type",
        ),
        *(
            "serves",
            "servings",
            "yield",
            "prep time",
            "cook time",
            "cooking time",
            "total time",
            "ingredients",
        ),
        *(
            "method",
            "instructions",
            "difficulty",
            "calories",
            "oven",
            "price",
            "sku",
            "brand",
            "model",
            "condition",
        ),
        *(
            "material",
            "dimensions",
            "colour",
            "color",
            "stock",
            "shipping",
            "delivery",
            "rent",
            "deposit",
            "bedrooms",
        ),
        *(
            "bathrooms",
            "available",
            "available from",
            "furnished",
            "council tax",
            "epc",
            "sqm",
            "floor",
        ),
        *(
            "artist",
            "album",
            "genre",
            "released",
            "label",
            "track",
            "director",
            "cast",
            "runtime",
            "author",
            "authors",
        ),
        *(
            "publisher",
            "isbn",
            "pages",
            "abstract",
            "keywords",
            "doi",
            "year",
            "rating",
            "plot",
            "synopsis",
        ),
        *(
            "invoice",
            "invoice no",
            "order",
            "order no",
            "order number",
            "subtotal",
            "total",
            "vat",
            "due",
            "amount",
        ),
        *(
            "venue",
            "doors",
            "event",
            "tickets",
            "admission",
            "organiser",
            "gate",
            "seat",
            "flight",
            "terminal",
        ),
        *(
            "booking reference",
            "reference",
            "ticket",
            "severity",
            "reporter",
            "assignee",
            "steps to reproduce",
        ),
        *(
            "expected",
            "actual",
            "version",
            "environment",
            "priority",
            "labels",
            "component",
            "from",
            "to",
            "subject",
        ),
        *(
            "date",
            "sent",
            "cc",
            "tracking number",
            "carrier",
            "product",
            "item",
            "qty",
            "quantity",
            "seller",
        ),
        *(
            "character",
            "race",
            "class",
            "level",
            "alignment",
            "strength",
            "hp",
            "species",
            "habitat",
        ),
        *(
            "employer",
            "sector",
            "industry",
            "contact",
            "contact person",
            "deadline",
            "description",
            "about us",
        ),
    }
)
# Keys that a person fills in of himself.
_PERSONAL = re.compile(
    r"^(?:(?:my|full|first|last|given|family|preferred|middle|home|postal|work|mobile|cell|phone"
    r"|e-?mail)\s+)*"
    r"(?:name|surname|nickname|pronouns?|age|dob|birthdays?|birth ?date|date of birth|born|phone"
    r"|mobile|cell|tel"
    r"|telephone|number|address|e-?mail|time ?zone|tz|location|city|town|country|based in"
    r"|lives? in|home"
    r"|job|occupation|profession|role|employer|work|school|degree|major|languages?|allerg\w+|diet"
    r"|meds"
    r"|medications?|conditions?|blood type|height|weight|shoe size|hobb(?:y|ies)|interests|likes"
    r"|dislikes"
    r"|pets?|kids|children|wife|husband|partner|spouse|religion|nationality|car|drives|editor"
    r"|shell|stack"
    r"|os|laptop|favou?rite .*|emergency contact|github|twitter|instagram|linkedin|website"
    r"|handle)$",
    re.IGNORECASE,
)
_AS_SUBJECT = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|we)\b")
_TECHNICAL = re.compile(
    r"^(?:true|false|yes|no|null|none|~|\d+(?:\.\d+)*(?:[a-z%]{1,3})?|[\"'\[{|>&*$].*|\S*[/\\_]\S*"
    r"|https?://\S+|\S+:\S+)$",
    re.IGNORECASE,
)
_PROGRAM_KEY = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[a-z]\.[a-z]|^[a-z]+-[a-z-]+$")
_DELIMITER = re.compile(r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?$")
_CELLS_MIN, _ROWS_MIN = 3, 3
CELL_WORDS_MAX = 5


def mark_tables(page: Page) -> None:
    """Label tables: of Markdown, and rows of values between commas, semicolons or tabs."""
    for first, end in list(page.paragraphs()):
        for start, stop in _tables(page, first, end):
            whose = owner(page.lead(start)) or Whose.NOBODY
            page.mark(start, stop, Label(Kind.TABLE, whose))


def _tables(page: Page, first: int, end: int) -> Iterator[tuple[int, int]]:
    start = first
    while start < end:
        stop = start
        columns = _columns(page, start)
        while stop < end and columns is not None and _same(_columns(page, stop), columns):
            stop += 1
        if columns is not None and _is_table(page, start, stop, columns[0]):
            yield start, stop
        start = max(stop, start + 1)


def _same(first: tuple[str, int] | None, columns: tuple[str, int]) -> bool:
    return first is not None and (first == columns or (first[0] == columns[0] == "|"))


def _columns(page: Page, number: int) -> tuple[str, int] | None:
    """Return what separates the cells of a line, and how many cells there are; None for no row."""
    line = page.lines[number]
    raw = page.text[line.start : line.end][:400].strip("\n\r")
    if raw.count("|") >= 2 or (raw.count("|") == 1 and _DELIMITER.match(line.head)):
        return "|", raw.count("|")
    for mark in ("\t", ";", ","):
        count = raw.strip().count(mark)
        if count:
            tight = count == 1 and f"{mark} " not in raw and " " not in raw.strip()
            return (mark, count + 1) if mark == "\t" or count >= 2 or tight else None
    return None


def _is_table(page: Page, start: int, stop: int, mark: str) -> bool:
    heads = [page.lines[n].head for n in range(start, stop)]
    if mark == "|":
        ruled = any(_DELIMITER.match(head) for head in heads)
        return ruled or (
            len(heads) >= 2 and all(head.startswith("|") or head.count("|") >= 2 for head in heads)
        )
    return len(heads) >= 2 if mark == "\t" else _has_cells(heads, mark)


def _has_cells(heads: list[str], mark: str) -> bool:
    """Whether lines are rows of short values between commas or semicolons, and no sentences."""
    cells = [cell for head in heads for cell in head.split(mark)]
    short = all(len(cell.split()) <= CELL_WORDS_MAX for cell in cells)
    tight = sum(f"{mark} " not in head for head in heads)
    ended = any(head.endswith((".", "!", "?")) for head in heads)
    if not short or ended:
        return False
    wide = heads[0].count(mark) > 1
    return (tight == len(heads) and len(heads) >= (2 if wide else _ROWS_MIN)) or (
        len(heads) >= _ROWS_MIN and not _says(heads)
    )


def _says(heads: list[str]) -> bool:
    return any(_SENTENCE.search(head) for head in heads)


def mark_headed_lines(page: Page, speaker: str | None) -> None:
    """Label runs of ``key: value`` lines; those with the speaker's name as a value are his."""
    for first, end in list(_runs(page)):
        whose = _owner_of(page, first, end, (speaker or "").strip())
        if whose is Whose.SPEAKER:
            _mark_own(page, first, end)
        else:
            page.mark(first, end, Label(Kind.KEY_VALUE, whose))
            lead = page.next_before(first)
            if (
                lead >= 0
                and first - lead == 1
                and page.free(lead)
                and _bare_heading(page.head(lead))
            ):
                page.mark(lead, first, Label(Kind.KEY_VALUE, whose))


def _mark_own(page: Page, first: int, end: int) -> None:
    """Label the speaker's own headed lines; a sentence after a heading stays prose."""
    for number in range(first, end):
        key = _KEYED.match(page.head(number))
        if key is not None and not _is_sentence(key):
            page.mark(number, number + 1, Label(Kind.KEY_VALUE, Whose.SPEAKER))


def _bare_heading(head: str) -> bool:
    return head.endswith(":") and len(head.split()) <= 3 and not _SENTENCE.search(head)


def _runs(page: Page) -> Iterator[tuple[int, int]]:
    """Yield runs of two headed lines or more, with single blank lines and nested ones between."""
    number = 0
    while number < len(page.lines):
        key = _key_at(page, number)
        if key is None:
            number += 1
            continue
        if _is_heading(page, number, key):
            number = page.next_written(number + 1)
            end, keys = _run_end(page, number)
            keys += 1
        else:
            end, keys = _run_end(page, number)
        if keys >= 2 and end > number:
            yield number, end
        number = max(end, number)


def _is_heading(page: Page, number: int, key: re.Match[str]) -> bool:
    """Whether a line stands over headed lines as their heading: "My details:"."""
    below = page.next_written(number + 1)
    if key["value"] or key["tight"] or below >= len(page.lines) or below - number > 2:
        return False
    same = page.lines[below].indent <= page.lines[number].indent
    return same and _key_at(page, below) is not None


def _key_at(page: Page, number: int) -> re.Match[str] | None:
    if not page.free(number):
        return None
    found = _KEYED.match(page.lines[number].head)
    if found is None or len(found["key"].split()) > 5 or found["key"].casefold() in _SPOKEN_KEYS:
        return None
    return None if found["mark"] == ":" and (found["tight"] or "").startswith("//") else found


def _run_end(page: Page, first: int) -> tuple[int, int]:
    end, keys = first, 0
    while end < len(page.lines):
        line = page.lines[end]
        if line.blank:
            after = page.next_written(end)
            if after - end > 1 or _key_at(page, after) is None:
                break
            end = after
            continue
        nested = keys > 0 and page.free(end) and (line.indent >= 2 or _ITEM.match(line.head))
        if _key_at(page, end) is not None:
            keys += 1
        elif not nested or _is_prose_item(line.head, keys):
            break
        end += 1
    return end, keys


def _is_prose_item(head: str, keys: int) -> bool:
    """Whether an item below headed lines is a statement of the speaker's rather than a value."""
    return keys < 2 and _SENTENCE.search(head) is not None


def _is_sentence(key: re.Match[str]) -> bool:
    """Whether what follows a heading is said in the first person: "Work: I'm a nurse in Leeds"."""
    said = key["value"] or key["tight"] or ""
    return _SENTENCE.search(said) is not None and len(said.split()) >= 3


# Whose record it is: "Customer: Karl Holm". A manager or a doctor is somebody's.
_PARTY = re.compile(
    r"^(?:(?:full |first |last |legal |display )?name|customer|client|patient|guest"
    r"|claimant|employee|student|pupil|bill(?:ed)? to|ship(?:ped)? to|deliver(?:ed)? to|sold to"
    r"|recipient|passenger"
    r"|candidate|applicant|member|tenant|account holder|holder|insured|attn|attention|sender"
    r"|contact(?: person| name)?|cardholder|resident|lessee|donor|payee|character)(?: name)?$",
    re.IGNORECASE,
)
# A line over headed lines that says what kind of paper they are: "Employee record".
_PAPER = re.compile(
    r"^(?!.*\b(?:my|our)\b)(?:[\w#'’-]+ ){0,4}(?:records?|form|sheet|invoice|order|receipt|booking"
    r"|reservation|confirmation|confirmed|ticket|file|chart|referral|prescription|label)"
    r"(?: (?:#|no\.?)? ?[\w-]*\d[\w-]*)?[:.]?$",
    re.IGNORECASE,
)


def _is_of_another(page: Page, first: int, end: int, speaker: str) -> bool:
    """Whether headed lines are somebody else's record: by the name in them, or what paper it is."""
    for number in range(first, end):
        key = _key_at(page, number)
        if key is None or _PARTY.match(key["key"].strip()) is None:
            continue
        value = (key["value"] or key["tight"] or "").strip()
        if is_anothers_name(value, speaker):
            return True
    above = page.next_before(first)
    if above < 0 or first - above > 2:
        return False
    head = page.head(above)
    return _PAPER.match(head) is not None or is_anothers_name(head, speaker)


def _owner_of(page: Page, first: int, end: int, speaker: str) -> Whose:
    lead, head = page.lead(first), first
    while page.free(head - 1):
        head -= 1
    told = owner(lead)
    if told is None and PARTS.match(page.head(head)):
        told = Whose.NOBODY
    if told is not None:
        return told
    found = [m for n in range(first, end) if (m := _key_at(page, n)) is not None]
    keys = [m["key"].casefold().strip() for m in found]
    if _is_of_another(page, first, end, speaker):
        return Whose.OTHER
    named = bool(speaker) and any(_names(m, speaker) for m in found)
    if named or any(key.startswith(("my ", "our ")) for key in keys):
        return Whose.SPEAKER
    foreign = _is_machine(page, first, end, found) or _is_foreign(keys, lead)
    return Whose.NOBODY if foreign else Whose.SPEAKER


def _is_foreign(keys: list[str], lead: str) -> bool:
    """Whether headed lines are an advert's or the like, by their keys or what leads to them."""
    foreign = sum(key in _FOREIGN_KEYS for key in keys)
    if foreign >= 2 and 2 * foreign >= len(keys):
        return True
    about = _AS_SUBJECT.search(lead) is not None or OF_NAME.search(lead) is not None
    personal = any(_PERSONAL.match(key) for key in keys)
    return lead.endswith("?") or (lead.endswith(":") and personal and not about)


def _names(key: re.Match[str], speaker: str) -> bool:
    """Whether a line gives the speaker's name as a name: "Name: Mike Ferris"."""
    value = (key["value"] or "").casefold().split()
    return "name" in key["key"].casefold() and speaker.casefold().split()[0] in value


def _is_machine(page: Page, first: int, end: int, matches: list[re.Match[str]]) -> bool:
    """Whether headed lines are a program's: by their keys, their values or how they are nested."""
    keys = [m["key"] for m in matches]
    values = [(m["value"] or m["tight"] or "").strip() for m in matches]
    parents = [key for key, value in zip(keys, values, strict=True) if not value]
    nested = bool(parents) and any(page.lines[n].indent >= 2 for n in range(first, end))
    if nested and all(map(_is_lower, parents)):
        return True
    if sum(_PROGRAM_KEY.search(key) is not None for key in keys) >= max(1, len(keys) // 3):
        return True
    technical = any(
        _TECHNICAL.match(value) and not _PERSONAL.match(key)
        for key, value in zip(keys, values, strict=True)
    )
    bare = technical or page.next_before(first) >= 0
    return bare and all(map(_is_lower, keys)) and not all(v and " " in v for v in values)


def _is_lower(key: str) -> bool:
    return key == key.lower() and " " not in key


def mark_lists(page: Page) -> None:
    """Label lists that the speaker has made himself; those of others have their label by now."""
    for number, line in enumerate(page.lines):
        if page.free(number) and _ITEM.match(line.head):
            page.mark(number, number + 1, Label(Kind.LIST, Whose.SPEAKER))
