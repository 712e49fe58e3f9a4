"""GEDCOM 5.5.1 and 7: births, deaths, residences, occupations, marriages and parents.

The date of an event is a value, and a bound only where it is one date. What went on in a time is
believed for that time; what is dated to one day or year was so then, and nobody says since when. A
marriage ends with a divorce or a death. A record's own UID is its id, else its number in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.files.imports.gedcom_dates import GedcomDate, Span, Uncertain, parse_date
from api.files.imports.gedcom_lines import Structure, decode, read_structures, unescape
from api.files.imports.inclusive_periods import Bound, End, Period, Start, bounds, within
from api.files.imports.items import ImportedFact, ImportOptions, Item, Omission, content_key
from api.files.imports.members import read_members
from graph.errors import InvalidArgument

_READ = frozenset({"BIRT", "DEAT", "NAME", "OCCU", "RESI"})
# What leads to families, and ids.
_LINKS = frozenset({"FAMC", "FAMS", "RESN", "UID", "_UID"})
_IN_EVIDENCE = frozenset({"ADDR", "AGNC", "DATE", "PLAC", "TYPE"})
_PRIVATE = ("CONFIDENTIAL", "PRIVACY")
_NO_PARENTS = frozenset({"FOSTER", "SEALING"})
_UNCERTAIN = "a date that is not certain, kept as words"


@dataclass(slots=True)
class _Person:
    """A person with what others' facts need of him."""

    record: Structure
    reference: dict[str, str]
    birth: Period | None
    death: End | None

    @property
    def name(self) -> str:
        """What he is called, for people to read."""
        return self.reference.get("name", self.reference["id"])


def read_gedcom(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the facts of a GEDCOM file.

    Raises:
        InvalidArgument: it is none.
        BadCharacters: it is not in Unicode.
    """
    del given
    recognised = False
    for name, content in read_members(path, ".ged"):
        recognised = True
        yield from _Tree(name).read(decode(name, content))
    if not recognised:
        raise InvalidArgument(
            f"there is no GEDCOM file in {path.name}", field="PATH", hint="name the file (.ged)"
        )


class _Tree:
    """The people and families of one file."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inclusive = False
        self._people: dict[str, _Person] = {}
        self._families: list[Structure] = []

    def read(self, text: str) -> Iterator[Item]:
        """Yield the facts of a file, and what of it is none."""
        individuals: list[Structure] = []
        for record in read_structures(self._name, text):
            if isinstance(record, int):
                yield Omission(f"{self._name}, line {record}", "a line that is no GEDCOM")
            elif record.tag == "HEAD":
                self._inclusive = (record.text("GEDC", "VERS") or "").startswith("7")
            elif record.tag in ("INDI", "FAM") and _is_private(record):
                yield Omission(self._place(record), "what the file keeps confidential")
            elif record.tag == "INDI" and record.key is not None:
                individuals.append(record)
            elif record.tag == "FAM":
                self._families.append(record)
            elif record.tag != "TRLR":
                yield Omission(self._place(record), f"a record of the kind {record.tag}")
        for record in individuals:
            assert record.key is not None
            self._people[record.key] = self._person(record, record.key)
        for person in self._people.values():
            yield from self._of_person(person)
        for family in self._families:
            yield from self._of_family(family)

    def _place(self, structure: Structure) -> str:
        return f"{self._name}, line {structure.line}"

    def _person(self, record: Structure, key: str) -> _Person:
        own = record.text("UID") or record.text("_UID")
        reference = {"id": f"gedcom:{own or f'{self._name}:{key}'}", "kind": "person"}
        name = record.text("NAME")
        if name is not None and name.replace("/", "").strip():
            reference["name"] = " ".join(name.replace("/", " ").split())
        birth, death = record.first("BIRT"), record.first("DEAT")
        date = None if birth is None else self._date(birth)
        return _Person(
            record,
            reference,
            date if isinstance(date, Period) else None,
            None if death is None else _end_of(self._date(death)),
        )

    def _date(self, event: Structure) -> GedcomDate | None:
        written = event.text("DATE")
        if written is not None:
            return parse_date(written, inclusive=self._inclusive)
        phrase = event.text("DATE", "PHRASE")
        return None if phrase is None else Uncertain(phrase)

    def _of_person(self, person: _Person) -> Iterator[Item]:
        once: set[str] = set()
        for part in person.record.parts:
            place, tag = self._place(part), part.tag
            if tag in ("BIRT", "DEAT", "NAME") and tag in once:
                yield Omission(place, f"another {tag}: the first is the preferred")
            elif tag in _READ and _is_private(part):
                yield Omission(place, "what the file keeps confidential")
            elif tag == "BIRT":
                yield from self._event(person, part, "born_in")
            elif tag == "DEAT":
                yield from self._event(person, part, "died_in")
            elif tag in ("RESI", "OCCU"):
                yield self._state(person, part)
            elif tag not in _READ | _LINKS:
                yield Omission(place, f"what {tag} says of a person")
            once.add(tag)

    def _event(self, person: _Person, event: Structure, where: str) -> Iterator[Item]:
        """Yield the date and the place of a birth or a death."""
        date, place = self._date(event), event.text("PLAC")
        since = bounds(date, Bound.UNSTATED) if isinstance(date, Period) else {}
        if date is not None:
            exact = isinstance(date, Period)
            words = date.start if isinstance(date, Period) else _words(date, event)
            attribute = "birthday" if event.tag == "BIRT" else "date_of_death"
            if event.tag == "BIRT" and isinstance(date, Period) and date.month is None:
                attribute = "birth_year"
            yield self._fact(person, event, attribute, {"value": words, **since})
            if not exact:
                yield Omission(self._place(event), _UNCERTAIN)
        if place is not None:
            target = {"name": place, "kind": "place"}
            yield self._fact(person, event, where, {"target": target, **since})

    def _state(self, person: _Person, state: Structure) -> Item:
        """Return where somebody lived, or what he did, in the time that is said."""
        payload = " ".join(unescape(state.payload).split())
        if state.tag == "RESI":
            called = state.text("PLAC") or state.text("ADDR") or payload
            attribute, value = "lives_in", {"target": {"name": called, "kind": "place"}}
        else:
            called, attribute, value = payload, "job_title", {"value": payload}
        if not called:
            return Omission(self._place(state), f"{state.tag} that does not say what")
        date = self._date(state)
        if isinstance(date, Uncertain):
            return Omission(self._place(state), f"{state.tag} at a date that is not certain")
        times: dict[str, Any]
        if date is None:
            # Who is dead lives nowhere, whatever else is not known.
            times = bounds(Bound.UNSTATED, Bound.UNKNOWN) if person.death else {}
        else:
            times = bounds(date.start, date.end) if isinstance(date, Span) else within(date)
        return self._fact(person, state, attribute, {**value, **times})

    def _of_family(self, family: Structure) -> Iterator[Item]:
        parents = self._members(family, "HUSB", "WIFE")
        for marriage, divorce in _marriages(family):
            yield from self._marriage(family, marriage, divorce, parents)
        for child in self._members(family, "CHIL"):
            yield from self._parents(family, child, parents)
        for part in family.parts:
            if part.tag not in ("HUSB", "WIFE", "CHIL", "MARR", "DIV", "ANUL", "RESN"):
                yield Omission(self._place(part), f"what {part.tag} says of a family")

    def _members(self, family: Structure, *tags: str) -> list[_Person]:
        pointers = (part.pointer for part in family.parts if part.tag in tags)
        return [self._people[key] for key in dict.fromkeys(pointers) if key in self._people]

    def _marriage(
        self,
        family: Structure,
        marriage: Structure,
        divorce: Structure | None,
        couple: list[_Person],
    ) -> Iterator[Item]:
        place = self._place(marriage)
        if _is_private(marriage):
            yield Omission(place, "what the file keeps confidential")
            return
        if len(couple) != len(("HUSB", "WIFE")):
            yield Omission(place, "a marriage of somebody who is not in the file")
            return
        if family.first("ANUL") is not None:
            yield Omission(place, "a marriage that was annulled")
            return
        date = self._date(marriage)
        if isinstance(date, Uncertain):
            yield Omission(place, _UNCERTAIN)
        start: Start = Bound.UNKNOWN
        if isinstance(date, Period | Span):
            start = date.start if isinstance(date, Span) else date
        ends = [one.death for one in couple if one.death is not None]
        if divorce is not None:
            ends = [_end_of(self._date(divorce))]
        end, event = _earliest(ends), [marriage, *([divorce] if divorce else [])]
        times = _until(start, end)
        target = couple[1].reference
        yield self._fact(couple[0], marriage, "spouse", {"target": target, **times}, event)

    def _parents(self, family: Structure, child: _Person, parents: list[_Person]) -> Iterator[Item]:
        links = (link for link in child.record.all("FAMC") if link.pointer == family.key)
        kinds = {(link.text("PEDI") or "").upper() for link in links}
        if kinds & _NO_PARENTS:
            yield Omission(self._place(child.record), "a child who is not the parents' own")
            return
        since = {} if child.birth is None else bounds(child.birth, Bound.UNSTATED)
        for parent in parents:
            evidence = f"{parent.name} is a parent of {child.name} in the family {family.key}"
            content = {"target": parent.reference, "evidence": evidence, **since}
            yield self._fact(child, child.record, "parent", content)

    def _fact(
        self,
        person: _Person,
        event: Structure,
        attribute: str,
        content: dict[str, Any],
        events: list[Structure] | None = None,
    ) -> ImportedFact:
        evidence = "\n".join(_written(one) for one in events or [event])
        line = {
            "entity": person.reference,
            "attribute": attribute,
            "evidence": f"{person.name}\n{evidence}",
            "source": self._name,
            **content,
        }
        return ImportedFact(
            self._place(event),
            line | {"key": f"gedcom:{content_key(*map(str, sorted(line.items())))}"},
        )


def _marriages(family: Structure) -> list[tuple[Structure, Structure | None]]:
    """Return the marriages of a couple, each with the divorce that follows it in the file.

    A divorce that stands before all of them is that of the first.
    """
    marriages: list[tuple[Structure, Structure | None]] = []
    early: Structure | None = None
    for part in family.parts:
        if part.tag == "MARR":
            marriages.append((part, early))
            early = None
        elif part.tag == "DIV" and not marriages:
            early = part
        elif part.tag == "DIV" and marriages[-1][1] is None:
            marriages[-1] = (marriages[-1][0], part)
    return marriages


def _is_private(structure: Structure) -> bool:
    marks = (structure.text("RESN") or "").upper()
    return any(mark in marks for mark in _PRIVATE)


def _end_of(date: GedcomDate | None) -> End:
    """Return when an event was that ends something: its date, if it is one."""
    return date if isinstance(date, Period) else Bound.UNKNOWN


def _earliest(ends: list[End]) -> End:
    """Return the first of some ends; it is not known where one of them is not."""
    periods = [end for end in ends if isinstance(end, Period)]
    if len(periods) < len(ends):
        return Bound.UNKNOWN
    return min(periods, key=lambda end: end.start, default=Bound.UNSTATED)


def _until(start: Start, end: End) -> dict[str, Any]:
    """Return the keys for what an event ends: with its day, or somewhere in its month or year."""
    times = bounds(start, end)
    if isinstance(end, Period) and end.day is None:
        times["valid_to"] = end.start
    return times


def _words(date: GedcomDate, event: Structure) -> str:
    return date.words if isinstance(date, Uncertain) else event.text("DATE") or ""


def _written(event: Structure) -> str:
    """Return the lines of an event that say what, when and where."""
    lines = [f"{event.tag} {event.payload}".strip()]
    lines += [f"{part.tag} {part.payload}" for part in event.parts if part.tag in _IN_EVIDENCE]
    return "\n".join(lines)
