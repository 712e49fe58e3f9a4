"""Records, one operation a line: what ``doxa load`` reads.

Parsing is pure. What a line says of times is settled here: a bare year, month or day is the start
of that in UTC, with its precision; what has no time at all keeps none, and is observed when it is
said.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, cast

from api.files.json_lines import Fields, Line
from api.files.load.operations import (
    Assert,
    Consent,
    Correct,
    Define,
    Meant,
    Merge,
    Operation,
    Restore,
    Revoke,
    Split,
)
from api.files.load.record_values import (
    literal,
    literal_of,
    moment,
    read_date,
    reference,
    target_of,
)
from graph.clock import to_utc
from graph.edtf import (
    DatedInterval,
    correction_text,
    interval_text,
    refuse_beside,
)
from graph.errors import Empty, Incorrect, InvalidArgument, TooLarge
from graph.history.file_format.conversion import parse_line
from graph.history.file_format.fields import SPAN_MAX
from graph.model.commands import Assertion, AttributeDefinition, EntityRef, optional_value
from graph.validation import name_text
from graph.vocabulary import (
    Cardinality,
    MemoryType,
    Precision,
    SourceKind,
    TimeBasis,
    ValueType,
    Verdict,
)

KEY_MAX = 200
EXPORTED = frozenset(
    {
        *("episode", "alias", "hold", "resolve", "reject", "lift", "policy", "wait", "propose"),
        *("tombstone", "calibrate", "mark"),
    }
)

_BOUNDS = ("valid_from", "valid_to")
_RETRACTION = {"valid_from": "at", "valid_to": "until"}
_PLAIN = {
    "entity_name": "entity",
    "entity_kind": "entity",
    "target_name": "target",
    "target_kind": "target",
    "idempotency_key": "key",
    "speaker": "source",
}
# What other formats call the keys of a record.
_ELSEWHERE = MappingProxyType(
    {
        **dict.fromkeys(("name", "node", "subject", "subject_name", "who"), "entity"),
        **dict.fromkeys(("field", "predicate", "property", "relation"), "attribute"),
        **dict.fromkeys(("object", "fact"), "value"),
        **dict.fromkeys(("begin", "from", "since", "start", "valid_at"), "valid_from"),
        **dict.fromkeys(("end", "ended", "invalid_at", "until"), "valid_to"),
        **dict.fromkeys(("created_at", "timestamp", "ts"), "occurred_at"),
        **dict.fromkeys(("author", "speaker", "user"), "source"),
        **dict.fromkeys(("note", "why"), "reason"),
        **dict.fromkeys(("id", "uuid"), "key"),
    }
)


def operation(line: Line, *, replay: bool = False) -> Operation:
    """Return the operation of a line; in a replay with its system time.

    Raises:
        Incorrect: a key is bad, missing or unknown, or the operation is none of this command's.
    """
    fields = Fields(line.values, _ELSEWHERE)
    op = (fields.text("op") or "assert").casefold()
    key = fields.text("key")
    key = None if key is None else name_text(key, KEY_MAX, field="key")
    at = _recorded_at(fields, replay=replay, needed=op != "define")
    if op in EXPORTED or line.values.get("export") is not None:
        return _restore(op, line, key, at)
    found = _read(op, line, key, fields)
    fields.done()
    return found if at is None else replace(found, at=at)


def _recorded_at(fields: Fields, *, replay: bool, needed: bool) -> datetime | None:
    if replay:
        at = _utc(fields.time("recorded_at"), "recorded_at")
        if at is None and needed:
            raise Empty(
                "a replay needs to know when this was recorded",
                field="recorded_at",
                hint="give its system time, or load the file without --replay",
            )
        return at
    if fields.has("recorded_at"):
        raise InvalidArgument(
            "system time is set by the system",
            field="recorded_at",
            hint="load an export with --replay, which keeps its system times; else leave it out",
        )
    fields.any("recorded_at")
    return None


def _restore(op: str, line: Line, key: str | None, at: datetime | None) -> Restore:
    if at is None:
        raise InvalidArgument(
            f"{op!r} is a line of an export", field="op", hint="load the file with --replay"
        )
    return Restore(line.number, key, parse_line(line.values), at=at)


def _read(op: str, line: Line, key: str | None, fields: Fields) -> Operation:
    if op in ("assert", "retract"):
        assertion = _assertion(fields, negative=op == "retract")
        evidence = assertion.evidence or _own_words(line)
        return Assert(line.number, key, replace(assertion, evidence=evidence))
    if op == "correct":
        return _correct(line.number, key, fields)
    if op == "revoke":
        meant, reason, reject = _meant(fields), fields.text("reason"), fields.truth("reject")
        return Revoke(line.number, key, meant, reason or "revoked by a record", reject is True)
    if op == "define":
        return Define(line.number, key, _definition(fields))
    if op == "merge":
        keep, absorb = fields.any("keep"), fields.any("absorb")
        return Merge(line.number, key, _entity(keep, "keep"), _entity(absorb, "absorb"))
    if op == "split":
        return Split(line.number, key, _entity(fields.any("absorbed"), "absorbed"))
    if op == "consent":
        granted = fields.truth("granted")
        return Consent(
            line=line.number,
            key=key,
            entity=_entity(fields.any("entity"), "entity"),
            categories=fields.texts("categories"),
            basis=fields.needed("basis"),
            granted=granted is not False,
        )
    raise InvalidArgument(
        f"{op[:80]!r} is no operation",
        field="op",
        hint="one of assert, retract, correct, revoke, define, merge, split, consent",
    )


def _own_words(line: Line) -> str:
    """Return the line as its own evidence; an export must have space for it in a line of its
    own.
    """
    if len(line.text) > SPAN_MAX:
        raise TooLarge(
            f"{len(line.text):,} characters, at most {SPAN_MAX:,} are evidence",
            hint="leave out white space, or give `evidence`",
        )
    return line.text


def _entity(value: Any, field: str) -> EntityRef:
    try:
        return reference(value, field).checked(field)
    except Incorrect as error:
        error.field = field
        raise


def _assertion(fields: Fields, *, negative: bool) -> Assertion:
    said_at = read_date(fields, "said_at")
    occurred_at = read_date(fields, "occurred_at")
    spoken = said_at or occurred_at
    interval = _interval(fields, negative=negative).spoken(spoken)
    given = replace(
        _assertion_of(fields, interval, negative=negative),
        said_at=None if spoken is None else spoken.at,
        basis=fields.member("basis", TimeBasis),
        vouched_until=None if negative else moment(fields, "vouched_until"),
        type=fields.member("type", MemoryType) or MemoryType.FACT,
        text=fields.text("text"),
        topic=fields.text("topic"),
        importance=_or(fields.number("importance"), 0.5),
        confidence=interval.confidence(fields.number("confidence")),
        source_kind=fields.member("source_kind", SourceKind) or SourceKind.USER,
        session=fields.text("session"),
        speaker=fields.text("source"),
        evidence=fields.text("evidence"),
        reason=fields.text("reason"),
        verdict=fields.member("verdict", Verdict),
    )
    return check_assertion(given, negative=negative)


def _assertion_of(fields: Fields, interval: DatedInterval, *, negative: bool) -> Assertion:
    """Subject, attribute, value and interval: what every statement about beliefs has."""
    return Assertion(
        entity=reference(fields.any("entity"), "entity"),
        attribute=fields.needed("attribute"),
        context=fields.text("context"),
        value=literal(fields, "value"),
        target=target_of(fields, "target"),
        valid_from=interval.start,
        valid_to=interval.end,
        precision=interval.precision,
        precision_to=interval.precision_to,
        start_unknown=interval.start_unknown is True,
        end_unknown=interval.end_unknown is True,
        negative=negative,
    )


def _interval(fields: Fields, *, negative: bool = False, corrects: bool = False) -> DatedInterval:
    """When it holds: bounds, each under its key, or the whole interval under one."""
    start, end = ("at", "until") if negative else _BOUNDS
    given = {name: read_date(fields, name, certain=corrects) for name in (start, end)}
    exactly = {name: fields.member(name, Precision) for name in ("precision", "precision_to")}
    bounds = DatedInterval.of(given[start], given[end], **exactly)
    if negative:
        return bounds
    unknown = {name: fields.truth(name) for name in ("start_unknown", "end_unknown")}
    whole = fields.text("valid")
    if whole is None:
        return replace(bounds, **unknown)
    refuse_beside({**given, **exactly, **unknown}, field="valid")
    return (correction_text if corrects else interval_text)(whole, field="valid")


def check_assertion(assertion: Assertion, *, negative: bool) -> Assertion:
    """Return the statement as the store will take it; errors name the keys of the line.

    Raises:
        Incorrect: some part of it is bad.
    """
    try:
        return assertion.checked()
    except Incorrect as error:
        error.field = key_of(error.field, negative=negative)
        raise


def key_of(field: str | None, *, negative: bool = False) -> str | None:
    """Return the key of a line that the store's path for an argument means."""
    if field is None:
        return None
    last = field.removeprefix("input.").partition(".")[0]
    # Some operations of the store still spell it as GraphQL does.
    key = re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", last)
    key = _PLAIN.get(key, key)
    return _RETRACTION.get(key, key) if negative else key


def _correct(number: int, key: str | None, fields: Fields) -> Correct:
    value, target, interval = None, None, DatedInterval()
    new = fields.any("to")
    meant = _meant(fields)
    if meant.key is not None:
        # The line meant is named by its key, so these are what the interval should have been.
        interval = _interval(fields, corrects=True)
    if isinstance(new, dict) and "quantity" not in new:
        target = _entity(cast("dict[str, Any]", new), "to")
    elif new is not None:
        value = optional_value(literal_of(new, "to"), field="to")
    elif interval == DatedInterval():
        raise InvalidArgument(
            "there is nothing to correct", field="to", hint="give `to`: what it should have been"
        )
    return Correct(
        line=number,
        key=key,
        meant=meant,
        value=value,
        target=target,
        valid_from=interval.start,
        valid_to=interval.end,
        precision=interval.precision,
        precision_to=interval.precision_to,
        start_unknown=interval.start_unknown,
        end_unknown=interval.end_unknown,
        reason=fields.text("reason") or "corrected by a record",
        reject=fields.truth("reject") is True,
    )


def _meant(fields: Fields) -> Meant:
    of = fields.text("of")
    if of is not None:
        return Meant(name_text(of, KEY_MAX, field="of"), None)
    said = _assertion_of(fields, _interval(fields), negative=False)
    return Meant(None, check_assertion(said, negative=False))


def _definition(fields: Fields) -> AttributeDefinition:
    return AttributeDefinition(
        name=name_text(fields.text("name") or fields.needed("attribute"), 100, field="attribute"),
        cardinality=fields.member("cardinality", Cardinality),
        value_type=fields.member("value_type", ValueType),
        target_kind=fields.text("target_kind"),
        unit=fields.text("unit"),
        category=fields.text("category"),
        inverse=fields.text("inverse"),
        symmetric=fields.truth("symmetric"),
        opposite=fields.text("opposite"),
        resumes=fields.truth("resumes"),
        volatile=fields.truth("volatile"),
        high_stakes=fields.truth("high_stakes"),
        ttl_days=fields.number("ttl_days"),
        half_life_days=fields.number("half_life_days"),
        aliases=fields.texts("aliases"),
    )


def _utc(value: datetime | None, field: str) -> datetime | None:
    return None if value is None else to_utc(value, field=field)


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
