"""Wikidata: statements of entities, as ``Special:EntityData`` or a dump has them.

Deprecated statements are none. Preferred ones are taken with the normal ones, which are what they
were before. Start time and end time are bounds, and the end belongs to what it ends; a point in
time is when it was so. A known end at an unknown time is an end, and an end of no value is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from api.files.imports.inclusive_periods import Bound, Period, bounds, within
from api.files.imports.items import ImportedFact, ImportOptions, Item, Omission
from api.files.imports.json_values import Record, as_list, as_record, as_text, records_of
from api.files.imports.layouts import read_layout, texts_under
from api.files.imports.members import read_json_values, read_members
from api.files.imports.wikidata_values import parse_time, parse_value, reference
from graph.errors import InvalidArgument

SOURCE = "Wikidata"
PROPERTIES: Mapping[str, str] = MappingProxyType(
    {
        "P6": "head_of_government",
        "P17": "country",
        "P19": "born_in",
        "P20": "died_in",
        "P21": "gender",
        "P22": "parent",
        "P25": "parent",
        "P26": "spouse",
        "P27": "nationality",
        "P31": "instance_of",
        "P35": "head_of_state",
        "P36": "capital",
        "P39": "position_held",
        "P40": "child",
        "P54": "plays_for",
        "P69": "studied_at",
        "P102": "party",
        "P103": "native_language",
        "P106": "has_occupation",
        "P108": "works_at",
        "P112": "founder",
        "P127": "owner",
        "P131": "located_in",
        "P140": "religion",
        "P159": "headquarters",
        "P166": "award",
        "P169": "chief_executive",
        "P361": "part_of",
        "P451": "partner",
        "P463": "member_of",
        "P488": "chairperson",
        "P551": "lives_in",
        "P569": "birthday",
        "P570": "date_of_death",
        "P571": "founded_on",
        "P576": "dissolved_on",
        "P1082": "population",
        "P1412": "speaks",
        "P1448": "official_name",
        "P3373": "sibling",
    }
)
# What nobody is or has who is dead, whatever else is not known of it.
_OF_THE_LIVING = frozenset({"P26", "P39", "P54", "P102", "P106", "P108", "P451", "P463", "P551"})
_START, _END, _AT = "P580", "P582", "P585"
_BORN, _DIED, _INSTANCE, _HUMAN = "P569", "P570", "P31", "Q5"
# Their values are dates, and what they say holds from then on.
_EVENTS = frozenset({"P569", "P570", "P571", "P576"})
_YEAR = re.compile(r"\d{1,4}")
_RANKS = ("preferred", "normal")
_LANGUAGES = ("en", "mul")
_UNCERTAIN = "a bound that is no date, kept in the evidence"


def read_wikidata(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the statements of entities of Wikidata that have a name here.

    Raises:
        InvalidArgument: there is no entity in it.
    """
    properties = dict(PROPERTIES)
    if given.layout is not None:
        properties |= texts_under(read_layout(given.layout, ("properties",)), "properties")
    entities: list[tuple[str, Record]] = []
    for name, content in read_members(path, ".json"):
        for place, value in read_json_values(name, content):
            entities += _entities(place, value)
    if not any("claims" in entity for _, entity in entities):
        raise InvalidArgument(
            f"{path.name} has no entities of Wikidata",
            field="PATH",
            hint="name what Special:EntityData answers, or a dump of JSON",
        )
    names = {
        key: label
        for _, one in entities
        if (key := as_text(one.get("id"))) and (label := _label(one))
    }
    for place, entity in entities:
        yield from _Entity(place, entity, names, properties).statements()


def _entities(place: str, value: object) -> Iterator[tuple[str, Record]]:
    """Yield the entities in a JSON value: it is one, a list of them, or has them by their ids."""
    record = as_record(value)
    inner = record.get("entities")
    members = as_list(value) or list(as_record(inner).values()) or as_list(inner)
    if not members:
        yield place, record
        return
    for member in members:
        entity = as_record(member)
        yield f"{place}, {as_text(entity.get('id')) or 'an entity without an id'}", entity


def _label(entity: Record) -> str | None:
    """Return what an entity is called: in English, else in any language."""
    labels = as_record(entity.get("labels"))
    order = [*(key for key in _LANGUAGES if key in labels), *sorted(labels)]
    texts = (as_text(as_record(labels[key]).get("value")) for key in order)
    return next(filter(None, texts), None)


class _Entity:
    """One entity with its statements."""

    def __init__(
        self, place: str, entity: Record, names: dict[str, str], properties: Mapping[str, str]
    ) -> None:
        self._place = place
        self._claims = as_record(entity.get("claims"))
        self._key = as_text(entity.get("id"))
        self._type = entity.get("type", "item")
        self._names = names
        self._properties = properties

    def statements(self) -> Iterator[Item]:
        """Yield the statements, and what of them is none."""
        if self._key is None or self._type != "item":
            yield Omission(self._place, "what is no item of Wikidata")
            return
        kind = "person" if self._is_human() else None
        subject = reference(self._key, self._names, kind)
        for name, statements in self._claims.items():
            place = f"{self._place}, {name}"
            attribute = self._properties.get(name)
            if attribute is None:
                yield Omission(place, "a property that has no name here: see --map")
                continue
            for statement in records_of(statements):
                yield from self._statement(place, subject, name, statement)

    def _values(self, name: str) -> Iterator[Record]:
        for statement in records_of(self._claims.get(name)):
            if statement.get("rank") in _RANKS:
                yield as_record(statement.get("mainsnak"))

    def _is_human(self) -> bool:
        return any(
            as_record(as_record(snak.get("datavalue")).get("value")).get("id") == _HUMAN
            for snak in self._values(_INSTANCE)
        )

    def _statement(
        self, place: str, subject: dict[str, str], name: str, statement: Record
    ) -> Iterator[Item]:
        key = as_text(statement.get("id"))
        if statement.get("rank") not in _RANKS:
            yield Omission(place, "a statement that is deprecated")
            return
        value = parse_value(as_record(statement.get("mainsnak")), self._names)
        if key is None or isinstance(value, str):
            yield Omission(place, value if isinstance(value, str) else "a statement without an id")
            return
        qualifiers = as_record(statement.get("qualifiers"))
        times, unclear = self._times(name, qualifiers)
        if times is None:
            yield Omission(place, "a statement of a time that is no date")
            return
        if unclear:
            yield Omission(place, _UNCERTAIN)
        attribute = self._properties[name]
        if name in _EVENTS and not times:
            times = _since(statement)
        if name == _BORN and _YEAR.fullmatch(str(value.get("value"))):
            attribute = "birth_year"
        yield ImportedFact(
            place,
            {
                "key": f"wikidata:{key}",
                "entity": subject,
                "attribute": attribute,
                "evidence": _evidence(statement, qualifiers),
                "source": SOURCE,
                **value,
                **times,
            },
        )

    def _times(self, name: str, qualifiers: Record) -> tuple[dict[str, Any] | None, bool]:
        """Return the keys of the times of a statement, and whether a bound of it is no date.

        None if it was so at a time that is no date.
        """
        start, end, at = (_bound(qualifiers.get(key)) for key in (_START, _END, _AT))
        unclear = "words" in (start, end)
        if (start, end) == (None, None) and at is not None:
            return (within(at), False) if isinstance(at, Period) else (None, True)
        dead = name in _OF_THE_LIVING and any(self._values(_DIED))
        if end is None and dead:
            end = Bound.UNKNOWN
        return bounds(_as_bound(start), _as_bound(end)), unclear


def _since(statement: Record) -> dict[str, Any]:
    """Return the keys of what holds from the time on that is its value."""
    value = as_record(as_record(statement.get("mainsnak")).get("datavalue")).get("value")
    period = parse_time(as_record(value))
    return bounds(period, Bound.UNSTATED) if isinstance(period, Period) else {}


def _as_bound(bound: Period | Bound | str | None) -> Period | Bound:
    if bound is None:
        return Bound.UNSTATED
    return Bound.UNKNOWN if isinstance(bound, str) else bound


def _bound(snaks: object) -> Period | Bound | str | None:
    """Return what a qualifier says of time: ``words`` if that is no date, None if it is absent."""
    listed = list(records_of(snaks))
    if not listed:
        return None
    kind = listed[0].get("snaktype")
    if len(listed) > 1 or kind not in ("value", "somevalue", "novalue"):
        return "words"
    if kind != "value":
        return Bound.UNKNOWN if kind == "somevalue" else Bound.UNSTATED
    time = parse_time(as_record(as_record(listed[0].get("datavalue")).get("value")))
    return time if isinstance(time, Period) else "words"


def _evidence(statement: Record, qualifiers: Record) -> str:
    """Return the parts of a statement that are read, as they are written."""
    snak = as_record(statement.get("mainsnak"))
    parts = {
        "id": statement.get("id"),
        "rank": statement.get("rank"),
        "value": as_record(snak.get("datavalue")).get("value"),
        "qualifiers": {key: qualifiers[key] for key in (_START, _END, _AT) if key in qualifiers},
    }
    return json.dumps(parts, ensure_ascii=False, default=str)
