"""Load: records become operations of the store, one by one, each done once.

A line with a key is the same operation in every file. One without is the line of this very file,
so that a load that was cut off goes on where it stopped, and the same file twice is one load.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import BinaryIO, TypeAlias

from api.json_lines import Line, Refusal, raw_lines, read
from api.load_lines import Assert, Correct, Define, Meant, Operation, key_of, operation
from graph import canonical, reads, registry
from graph.commands import Assertion, Correction, EntityRef
from graph.correction import correct_memory
from graph.errors import Ambiguous, IdConflict, Incorrect, NotFound
from graph.ids import digest
from graph.model import Attribute, Caller, Memory
from graph.progress import Say
from graph.receipts import receipt
from graph.revision import assert_belief
from graph.revocation import revoke_memory
from graph.session import Session
from graph.vocabulary import ValueType

KNOWN = "KNOWN"
DEFINED = "DEFINED"
REVOKED = "REVOKED"

Parse: TypeAlias = Callable[[Line], Operation]


@dataclass(slots=True)
class Loaded:
    """What became of the lines of a file."""

    lines: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    refused: list[Refusal] = field(default_factory=list[Refusal])


@dataclass(frozen=True, slots=True)
class _Loading:
    db: Session
    caller: Caller
    file: str


async def load(db: Session, caller: Caller, stream: BinaryIO, say: Say) -> Loaded:
    """Do every line's operation, in order; a line that cannot be done is set apart.

    Raises:
        Unavailable: the store does not answer; loading the same file again goes on.
    """
    loading = _Loading(db, caller, _digest(stream))
    done = Loaded()
    for found in read(raw_lines(stream), _once()):
        done.lines += 1
        if isinstance(found, Refusal):
            done.refused.append(found)
            continue
        try:
            done.outcomes[await _do(loading, found)] += 1
        except Incorrect as error:
            error.field = _key_at_fault(found, error.field)
            done.refused.append(Refusal.of(found.line, error))
        say(f"loaded {done.lines:,} lines")
    return done


def _digest(stream: BinaryIO) -> str:
    hasher = hashlib.blake2b(digest_size=16)
    while part := stream.read(1 << 20):
        hasher.update(part)
    stream.seek(0)
    return hasher.hexdigest()


def _key_at_fault(found: Operation, field: str | None) -> str | None:
    if isinstance(found, Assert):
        return key_of(field, negative=found.assertion.negative)
    key = key_of(field)
    if isinstance(found, Correct) and found.meant.key is not None:
        return {"value": "to", "target": "to", "id": "of"}.get(key or "", key)
    return key


def _once() -> Parse:
    """A reader of lines that refuses one key for two contents."""
    contents: dict[str, str] = {}

    def parse(line: Line) -> Operation:
        found = operation(line)
        if found.key is not None:
            content = digest(line.text)
            if contents.setdefault(found.key, content) != content:
                raise IdConflict(
                    f"{found.key!r} is the key of another line", field="key", hint="one key a line"
                )
        return found

    return parse


async def _do(loading: _Loading, found: Operation) -> str:
    """Do one operation, unless it has been done; its outcome."""
    db, caller = loading.db, loading.caller
    key = _key(found.key) if found.key else f"file {loading.file} line {found.line}"
    if isinstance(found, Define):
        await registry.define_attribute(db, caller, found.definition)
        return DEFINED
    if await receipt(db, caller.tenant, key) is not None:
        return KNOWN
    if isinstance(found, Assert):
        result = await assert_belief(db, caller, replace(found.assertion, idempotency_key=key))
        return result.outcome.value
    memory = await _memory(loading, found.meant)
    if isinstance(found, Correct):
        corrected = await correct_memory(db, caller, _correction(found, memory, key))
        return corrected.outcome.value
    await revoke_memory(db, caller, memory, found.reason, reject=found.reject, idempotency_key=key)
    return REVOKED


def _correction(found: Correct, memory: str, key: str) -> Correction:
    return Correction(
        memory=memory,
        reason=found.reason,
        value=found.value,
        target=found.target,
        valid_from=found.valid_from,
        valid_to=found.valid_to,
        reject=found.reject,
        idempotency_key=key,
    )


async def _memory(loading: _Loading, meant: Meant) -> str:
    """The claim that a line is about."""
    if meant.key is not None:
        known = await receipt(loading.db, loading.caller.tenant, _key(meant.key))
        if known is None or known["memory"] is None:
            raise NotFound(
                f"no line with the key {meant.key!r} has been loaded",
                field="of",
                hint="load that line first",
            )
        return known["memory"]
    assert meant.said is not None
    return await _memory_saying(loading, meant.said)


async def _memory_saying(loading: _Loading, said: Assertion) -> str:
    """The claim of the same subject, attribute, value and interval that stands."""
    db, caller = loading.db, loading.caller
    entity = await _entity(loading, said.entity, "entity")
    attribute = await registry.attribute(db, caller, said.attribute)
    versions = await reads.history(
        db, caller, entity=entity, attribute=said.attribute, context=said.context
    )
    ids = dict.fromkeys(key for version in versions for key in version.memories)
    claims = await reads.memories_by_id(db, caller, ids)
    wanted = None if attribute is None else await _value(loading, said, attribute)
    found = [
        claim
        for claim in claims.values()
        if attribute is not None
        and _value_of(claim, attribute) == wanted
        and claim.context == said.context
        and claim.retired_at is None
        and claim.valid_to == said.valid_to
        and said.valid_from in (None, claim.valid_from)
    ]
    if not found:
        raise NotFound(
            "no claim says that", field="value", hint="give subject, value and interval as loaded"
        )
    if len({claim.valid_from for claim in found}) > 1:
        raise Ambiguous(
            f"{len(found)} claims say that", field="valid_from", hint="give `valid_from`, or `of`"
        )
    return found[0].id


async def _entity(loading: _Loading, reference: EntityRef, name: str) -> str:
    called = reference.external or reference.name
    found = await reads.entity(loading.db, loading.caller, id=reference.id, name=called)
    if found is None:
        raise NotFound(f"there is no {called!r}", field=name, hint="load it first")
    return found.id


async def _value(loading: _Loading, said: Assertion, attribute: Attribute) -> str | None:
    if attribute.value_type is ValueType.ENTITY:
        reference = said.target or EntityRef(name=said.value)
        return await _entity(loading, reference, "target" if said.target else "value")
    value = said.value or (said.target.name if said.target else None)
    return value and canonical.canonical(value, attribute.value_type, field="value")[0]


def _value_of(claim: Memory, attribute: Attribute) -> str | None:
    if attribute.value_type is ValueType.ENTITY or claim.value is None:
        return claim.target
    return canonical.canonical(claim.value, attribute.value_type, field="value")[0]


def _key(key: str) -> str:
    return f"line {key}"
