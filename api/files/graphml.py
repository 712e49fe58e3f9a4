"""GraphML: entities and values as nodes, the beliefs of one point as edges between them.

A view for programs that draw and measure graphs. What was believed before, and why, is not in it.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from graph.clock import format_instant
from graph.database.session import Session
from graph.edtf import DatedInterval, edtf_text
from graph.ids import digest
from graph.model.records import AsOf, Belief, Caller, Entity
from graph.periods import Dating, said_at_offset
from graph.read import tenant_scan
from graph.vocabulary import Precision

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_KEYS = {
    "node": {"label": "string", "kind": "string", "names": "string"},
    "edge": {
        "attribute": "string",
        "context": "string",
        "value": "string",
        "valid_from": "string",
        "valid_to": "string",
        "basis": "string",
        "precision": "string",
        "precision_to": "string",
        "valid_from_text": "string",
        "valid_to_text": "string",
        "valid": "string",
        "start_unknown": "boolean",
        "end_unknown": "boolean",
        "system_from": "string",
        "system_to": "string",
        "confidence": "double",
        "contested": "boolean",
        "memories": "string",
    },
}
# What XML 1.0 cannot hold, however it is written.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


async def graphml(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[str]:
    """Yield the document, piece by piece."""
    yield _HEAD
    for holder, keys in _KEYS.items():
        for name, kind in keys.items():
            yield (
                f'  <key id="{holder}_{name}" for="{holder}" attr.name="{name}"'
                f' attr.type="{kind}"/>\n'
            )
    yield f'  <graph id={_quoted(caller.tenant)} edgedefault="directed">\n'
    async for entity in tenant_scan.all_entities(db, caller):
        yield _entity(entity)
    async for value in tenant_scan.all_values(db, caller, as_of):
        yield _element("node", {"id": _value_id(value)}, {"label": value, "kind": "value"})
    async for belief in tenant_scan.all_beliefs(db, caller, as_of):
        yield _belief(belief)
    yield "  </graph>\n</graphml>\n"


def _entity(entity: Entity) -> str:
    names = "\n".join(entity.aliases)
    said = {"label": entity.name, "kind": entity.kind, "names": names}
    return _element("node", {"id": entity.id}, said)


def _belief(belief: Belief) -> str:
    target = belief.target or _value_id(belief.canonical)
    ends = {"id": belief.id, "source": belief.entity, "target": target}
    said = {
        "attribute": belief.attribute,
        "context": belief.context,
        "value": belief.value,
        "valid_from": _time(belief.valid_from),
        "valid_to": _time(belief.valid_to),
        "basis": belief.valid_from_basis.value,
        "precision": belief.valid_from_precision.value,
        "precision_to": belief.valid_to_precision and belief.valid_to_precision.value,
        "valid_from_text": belief.valid_from_text,
        "valid_to_text": belief.valid_to_text,
        "valid": _edtf(belief),
        "start_unknown": "true" if belief.start_unknown else None,
        "end_unknown": "true" if belief.end_unknown else None,
        "system_from": _time(belief.system_from),
        "system_to": _time(belief.system_to),
        "confidence": repr(belief.confidence),
        "contested": str(belief.contested).lower(),
        "memories": " ".join(belief.memories),
    }
    return _element("edge", ends, said)


def _edtf(belief: Belief) -> str | None:
    """Return the interval of a belief as one text, where EDTF has it."""
    start = Dating(belief.valid_from_precision, belief.valid_from_offset)
    end = Dating(belief.valid_to_precision or Precision.INSTANT, belief.valid_to_offset)
    return edtf_text(
        DatedInterval(
            start=said_at_offset(belief.valid_from, start),
            end=belief.valid_to and said_at_offset(belief.valid_to, end),
            precision=start.precision,
            precision_to=end.precision,
            start_unknown=belief.start_unknown,
            end_unknown=belief.end_unknown,
        )
    )


def _element(holder: str, attributes: Mapping[str, str], values: Mapping[str, Any]) -> str:
    head = " ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())
    data = "".join(
        f'<data key="{holder}_{name}">{escape(_possible(value), {chr(13): "&#13;"})}</data>'
        for name, value in values.items()
        if value is not None
    )
    return f"    <{holder} {head}>{data}</{holder}>\n"


def _quoted(value: str) -> str:
    return quoteattr(_possible(value))


def _possible(value: str) -> str:
    return _IMPOSSIBLE.sub("\ufffd", value)


def _value_id(canonical: str) -> str:
    return f"v_{digest(canonical)}"


def _time(at: datetime | None) -> str | None:
    return None if at is None else format_instant(at)
