"""PROV-O as TriG: where every memory comes from, who said it, what took its place.

Episodes, memories and those who speak are in the default graph; the beliefs of one point in a
graph of their own, each derived from the memories that carry it. Times are full dateTimes, which
can be compared; how exactly a bound was said stands beside it. A view: it cannot be loaded.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from graph.clock import END_OF_TIME, format_instant
from graph.database.session import Session
from graph.model.records import AsOf, Belief, Caller, Entity
from graph.read import tenant_scan

Row = Mapping[str, Any]
Pairs = Iterable[tuple[str, str | None]]

_PREFIXES = """@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix doxa: <urn:doxa:vocabulary:> .

"""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


async def trig(db: Session, caller: Caller, as_of: AsOf) -> AsyncIterator[str]:
    """Yield the document, piece by piece."""
    tenant = _Tenant(caller.tenant)
    yield _PREFIXES
    async for episode in tenant_scan.all_episodes(db, caller):
        yield tenant.episode(episode)
    async for row in tenant_scan.all_memories(db, caller):
        yield tenant.memory(row)
    graph = tenant.thing("beliefs")
    times = (("doxa:validAt", _time(as_of.valid_at)), ("doxa:systemAt", _time(as_of.system_at)))
    yield _subject(graph, "prov:Entity, prov:Bundle", times)
    yield f"GRAPH {graph} {{\n"
    async for entity in tenant_scan.all_entities(db, caller):
        yield tenant.entity(entity)
    async for belief in tenant_scan.all_beliefs(db, caller, as_of):
        yield tenant.belief(belief)
    yield "}\n"


class _Tenant:
    """The things of one tenant as subjects with what is said of them."""

    def __init__(self, tenant: str) -> None:
        self._root = f"urn:doxa:{quote(tenant, safe='')}:"

    def thing(self, key: str) -> str:
        """Return the IRI of something."""
        return f"<{self._root}{quote(key, safe='')}>"

    def agent(self, name: str | None) -> str | None:
        """Return the IRI of somebody who speaks or does something."""
        return None if name is None else f"<{self._root}agent:{quote(name, safe='')}>"

    def episode(self, episode: Row) -> str:
        """Return a source as it arrived."""
        speaker = self.agent(episode.get("speaker"))
        said = [
            ("prov:value", _text(episode["text"])),
            ("prov:generatedAtTime", _time(episode["recorded_at"])),
            ("doxa:occurredAt", _time(episode["occurred_at"])),
            ("doxa:sourceKind", _text(episode["source_kind"])),
            ("doxa:session", _text(episode.get("session"))),
            ("prov:wasAttributedTo", speaker),
        ]
        subject = _subject(self.thing(episode["id"]), "prov:Entity, doxa:Episode", said)
        return subject + self._named(episode.get("speaker"))

    def memory(self, row: Row) -> str:
        """Return a claim: whence it comes, who said it, until when it was one, what took its
        place.
        """
        memory: Row = row["memory"]
        this = self.thing(memory["id"])
        said = [
            ("prov:value", _text(memory["text"])),
            ("prov:generatedAtTime", _time(memory["recorded_at"])),
            ("prov:invalidatedAtTime", _time(memory["retired_at"])),
            ("doxa:saidAt", _time(memory["said_at"])),
            ("doxa:type", _text(memory["type"])),
            ("doxa:attribute", _text(memory.get("attribute"))),
            ("doxa:about", memory.get("entity") and self.thing(memory["entity"])),
            ("doxa:negative", _truth(memory["negative"] and not memory["end_unknown"])),
            ("doxa:startUnknown", "true" if memory["start_unknown"] else None),
            ("doxa:endUnknown", "true" if memory["end_unknown"] else None),
            ("doxa:confidence", _number(memory["confidence"])),
            *(("prov:wasDerivedFrom", self.thing(episode)) for episode in row["episodes"]),
            *(
                ("prov:wasAttributedTo", self.agent(name))
                for name in dict.fromkeys((memory.get("speaker"), memory.get("actor")))
            ),
        ]
        text = _subject(this, "prov:Entity, doxa:Memory", said)
        for successor in row["successors"]:
            if successor["known_to"] == END_OF_TIME:
                # A revision is a derivation; not every reader knows the one by the other.
                following = self.thing(successor["id"])
                text += f"{following} prov:wasRevisionOf {this} ; prov:wasDerivedFrom {this} .\n"
        names = (memory.get("speaker"), memory.get("actor"))
        return text + "".join(self._named(name) for name in dict.fromkeys(names))

    def entity(self, entity: Entity) -> str:
        """Somebody or something that beliefs are about."""
        said = [("rdfs:label", _text(entity.name)), ("doxa:kind", _text(entity.kind))]
        said += [("doxa:name", _text(name)) for name in entity.aliases]
        return _subject(self.thing(entity.id), "doxa:Entity", said)

    def belief(self, belief: Belief) -> str:
        """Return a belief, and the memories that carry it."""
        target = None if belief.target is None else self.thing(belief.target)
        said = [
            ("doxa:about", self.thing(belief.entity)),
            ("doxa:attribute", _text(belief.attribute)),
            ("doxa:context", _text(belief.context)),
            ("doxa:value", _text(belief.value)),
            ("doxa:canonical", None if belief.target else _text(belief.canonical)),
            ("doxa:target", target),
            ("doxa:validFrom", _time(belief.valid_from)),
            ("doxa:validTo", _time(belief.valid_to)),
            ("doxa:validFromText", _text(belief.valid_from_text)),
            ("doxa:validToText", _text(belief.valid_to_text)),
            ("doxa:validFromPrecision", _text(belief.valid_from_precision)),
            ("doxa:validToPrecision", _text(belief.valid_to_precision)),
            ("doxa:validFromBasis", _text(belief.valid_from_basis)),
            ("doxa:startUnknown", "true" if belief.start_unknown else None),
            ("doxa:endUnknown", "true" if belief.end_unknown else None),
            ("doxa:systemFrom", _time(belief.system_from)),
            ("doxa:systemTo", _time(belief.system_to)),
            ("doxa:confidence", _number(belief.confidence)),
            *(("prov:wasDerivedFrom", self.thing(key)) for key in belief.memories),
        ]
        return _subject(self.thing(belief.id), "prov:Entity, doxa:Belief", said)

    def _named(self, name: str | None) -> str:
        if name is None:
            return ""
        return f"{self.agent(name)} a prov:Agent ; rdfs:label {_text(name)} .\n"


def _subject(subject: str, kinds: str, pairs: Pairs) -> str:
    lines = [f"{subject} a {kinds}"]
    lines += [f"  {predicate} {value}" for predicate, value in pairs if value is not None]
    return " ;\n".join(lines) + " .\n"


def _text(value: str | None) -> str | None:
    if value is None:
        return None
    return '"' + "".join(_ESCAPES.get(one) or _safe(one) for one in value) + '"'


def _safe(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04X}" if code < 0x20 or 0x7F <= code < 0xA0 else character


def _time(at: datetime | None) -> str | None:
    if at is None or at >= END_OF_TIME:
        return None
    return f'"{format_instant(at)}"^^xsd:dateTime'


def _truth(value: bool) -> str:  # noqa: FBT001 - it is the value
    return "true" if value else "false"


def _number(value: float) -> str:
    return f'"{value!r}"^^xsd:double'
