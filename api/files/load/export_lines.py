"""Lines of an exported file: each tells one thing that happened, at its own system time.

They carry ``export``, the version of their form. What stands in them is as untrusted as any line:
everything is checked here, by the key it stands under.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields as fields_of
from datetime import datetime
from functools import partial
from typing import Any

from api.files.json_lines import Fields, Line
from api.files.load.export_fields import (
    KEY_MAX,
    anything,
    canonical_of,
    context_of,
    entity_of,
    instant_of,
    key_of,
    needed_entity,
    object_of,
    objects_of,
    place_of,
    text_of,
    typed_of,
    value_of,
    whole,
)
from api.files.load.export_memory_lines import memory_line
from graph.errors import Empty, InvalidArgument
from graph.export.memory_lines import FORMAT
from graph.limits import Limits
from graph.model.commands import NAME_MAX, VALUE_MAX, attribute_name
from graph.model.records import Attribute
from graph.restore.events import (
    AttributeDefined,
    EntitiesMerged,
    EntityNamed,
    EntitySplit,
    EpisodeContinued,
    EpisodeRecorded,
    MemoryMoved,
    MemoryRetired,
    RejectionLifted,
    Told,
    ValueRejected,
)
from graph.validation import name_text, not_ahead, text
from graph.vocabulary import Cardinality, SourceKind, SupersessionReason, ValueType


def is_exported(line: Line) -> bool:
    """Whether a line is one that an export wrote."""
    return line.values.get("export") is not None


def told(line: Line) -> Told:
    """What an exported line tells.

    Raises:
        Incorrect: a key is bad, missing or unknown, or the line is of a later version.
    """
    fields = Fields(line.values)
    version = fields.any("export")
    if version is not None and version != FORMAT:
        raise InvalidArgument(
            f"the line is of version {str(version)[:20]} of the format",
            field="export",
            hint=f"this program reads version {FORMAT}",
        )
    op = fields.needed("op")
    at, read = instant_of(fields, "recorded_at"), _READERS.get(op.casefold())
    if at is None:
        raise Empty("it says not when", field="recorded_at", hint="load it as exported")
    if read is None:
        raise InvalidArgument(
            f"{op[:80]!r} is nothing that this version knows", field="op", hint="leave it out"
        )
    found = read(fields, at)
    fields.done()
    return found


def _moved(fields: Fields, at: datetime) -> Told:
    of = key_of(fields, "of")
    place = place_of(fields, None, None, None, None)
    if place is None:
        raise Empty("it says not where", field="stands", hint="load it as exported")
    value, target = value_of(fields, "value")
    target = target or entity_of(fields, "target")
    if value is None and target is None:
        return MemoryMoved(at, of, place)
    return MemoryMoved(
        at,
        of,
        place,
        converted=True,
        value=value,
        typed=typed_of(fields, value),
        target=target,
    )


def _withdrawn(fields: Fields, at: datetime) -> Told:
    successors: list[tuple[str, str]] = []
    for one in objects_of(fields, "successors"):
        parts = Fields(one)
        reason = parts.member("reason", SupersessionReason) or SupersessionReason.CORRECTION
        successors.append((key_of(parts, "key"), reason.value))
        parts.done()
    return MemoryRetired(
        at=at,
        of=key_of(fields, "of"),
        action=text_of(fields, "logged_as", 60) or "revoke",
        by=text_of(fields, "by", NAME_MAX),
        reason=text_of(fields, "reason", VALUE_MAX),
        successors=tuple(successors),
    )


def _named(fields: Fields, at: datetime) -> Told:
    names = fields.texts("names") or ()
    return EntityNamed(
        at=at,
        key=key_of(fields, "key"),
        name=name_text(fields.needed("name"), VALUE_MAX, field="name"),
        kind=name_text(fields.needed("kind"), 60, field="kind"),
        external=text_of(fields, "external", NAME_MAX),
        names=tuple(name_text(one, VALUE_MAX, field="names") for one in names),
    )


def _heard(fields: Fields, at: datetime) -> Told:
    said = anything(fields.needed("text"), field="text")
    of = fields.text("of")
    if of is not None:
        start = whole(fields.any("start"), "start")
        return EpisodeContinued(at, name_text(of, KEY_MAX, field="of"), start, said)
    occurred = fields.time("occurred_at")
    if occurred is None:
        raise Empty("there is no occurred_at", field="occurred_at", hint="load it as exported")
    not_ahead(occurred, at, Limits().ahead, field="occurred_at")
    ordinal = fields.any("ordinal")
    return EpisodeRecorded(
        at=at,
        key=key_of(fields, "key"),
        text=said,
        session=text_of(fields, "session", NAME_MAX),
        speaker=text_of(fields, "source", NAME_MAX),
        source_kind=fields.member("source_kind", SourceKind) or SourceKind.USER,
        topic=text_of(fields, "topic", NAME_MAX),
        occurred_at=occurred,
        ordinal=None if ordinal is None else whole(ordinal, "ordinal"),
        message=text_of(fields, "message", NAME_MAX),
        known_by=text_of(fields, "known_by", 20),
    )


def _defined(fields: Fields, at: datetime) -> Told:
    name = attribute_name(fields.needed("attribute"), field="attribute")
    known: dict[str, Any] = {
        "cardinality": fields.member("cardinality", Cardinality),
        "value_type": fields.member("value_type", ValueType),
        "aliases": fields.texts("aliases") or (),
    }
    for one in fields_of(Attribute):
        if one.name in known or one.name == "name":
            continue
        kind = str(one.type)
        read = fields.truth if kind == "bool" else fields.text if "str" in kind else fields.number
        given = read(one.name)
        if given is not None:
            known[one.name] = given
    for needed in ("cardinality", "value_type"):
        if known[needed] is None:
            raise Empty(f"there is no {needed}", field=needed, hint="load it as exported")
    return AttributeDefined(at, Attribute(name=name, **known))


def _merged(fields: Fields, at: datetime) -> Told:
    by = text_of(fields, "by", NAME_MAX)
    return EntitiesMerged(at, needed_entity(fields, "keep"), needed_entity(fields, "absorb"), by)


def _parted(fields: Fields, at: datetime) -> Told:
    return EntitySplit(at, needed_entity(fields, "absorbed"), text_of(fields, "by", NAME_MAX))


def _rejected(fields: Fields, at: datetime) -> Told:
    value, valued = value_of(fields, "value")
    canonical, leads = canonical_of(fields)
    filed = Fields(object_of(fields, "filed") or {})
    under = entity_of(filed, "entity"), entity_of(filed, "canonical")
    filed.done()
    found, form = valued or value, leads if canonical is None else canonical
    if found is None or form is None:
        raise Empty("there is no value", field="value", hint="load it as exported")
    return ValueRejected(
        at=at,
        key=key_of(fields, "key"),
        entity=needed_entity(fields, "entity"),
        attribute=attribute_name(fields.needed("attribute"), field="attribute"),
        context=context_of(fields),
        value=found,
        canonical=form,
        leads=leads is not None,
        value_leads=valued is not None,
        by=name_text(fields.needed("by"), NAME_MAX, field="by"),
        reason=text(fields.needed("reason"), VALUE_MAX, field="reason"),
        filed=under,
        other=text_of(fields, "other", KEY_MAX),
    )


def _lifted(fields: Fields, at: datetime) -> Told:
    by, reason = text_of(fields, "by", NAME_MAX), text_of(fields, "reason", VALUE_MAX)
    return RejectionLifted(at, key_of(fields, "of"), by, reason)


_READERS: Mapping[str, Callable[[Fields, datetime], Told]] = {
    "assert": partial(memory_line, "assert"),
    "retract": partial(memory_line, "retract"),
    "correct": partial(memory_line, "correct"),
    "hold": partial(memory_line, "hold"),
    "resolve": partial(memory_line, "resolve"),
    "move": _moved,
    "revoke": _withdrawn,
    "alias": _named,
    "episode": _heard,
    "define": _defined,
    "merge": _merged,
    "split": _parted,
    "reject": _rejected,
    "lift": _lifted,
}
