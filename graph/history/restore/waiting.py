"""What waits for a person, as a file has it."""

from __future__ import annotations

import json
from dataclasses import replace

from graph.database.rows import Props
from graph.errors import InvalidArgument
from graph.history.file_format import events
from graph.history.restore.part import Part
from graph.kernel.entities.resolution import Identity
from graph.model.commands import Quote
from graph.model.gate.gate import Stopped
from graph.model.records import Caller
from graph.vocabulary import Outcome, Role
from graph.write.pending_review import read_asked, waiting_row
from graph.write.preparation import ENTITY, TARGET


def waiting(line: events.MemoryWaits, part: Part) -> Props:
    """Return what is kept of a memory that waits, under the ids that things have here.

    Raises:
        Incorrect: what was asked for cannot be.
    """
    if line.outcome not in (Outcome.QUARANTINED, Outcome.REVIEW):
        raise InvalidArgument(f"{line.outcome} does not wait", field="outcome")
    keys, tenant = part.keys, part.registry.tenant
    ends = {ENTITY: line.entity, TARGET: line.target}
    ids = {field: keys.id(ref.id) for field, ref in ends.items() if ref is not None}
    document = json.loads(line.asked)
    for end, field in (("entity", ENTITY), ("target", TARGET)):
        if isinstance(document, dict) and (document.get(end) or {}).get("id") is not None:
            document[end]["id"] = ids.get(field)
    asked = read_asked(json.dumps(document))
    quotes = tuple(
        Quote(keys.id(one.episode), one.span, one.start, one.end, one.verdict) for one in line.spans
    )
    row = waiting_row(
        Caller(tenant, line.actor or "", Role.OWNER),
        replace(part.registry, policy_version=line.policy),
        replace(asked, quotes=quotes),
        Stopped(line.outcome, line.gate, line.why),
        {field: Identity(found, None, found, 0) for field, found in ids.items()},
        line.at,
        memory=keys.id(line.key),
    )
    row["audit"] = None
    row["properties"]["export_key"] = line.key
    if line.turned_away_at is not None:
        row["decided"] = True
        row["properties"] |= {
            "retired_at": line.turned_away_at,
            "decided_by": line.turned_away_by,
            "decided_reason": line.turned_away_reason,
        }
    return row
