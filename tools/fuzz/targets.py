"""What reads texts that others wrote, each as a function that fails only on a fault of ours.

A target takes any text. It passes over the errors that its parser may raise, and fails on any
other, or where what was read is not written and read again as the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

from api.files.imports.documents import Document
from api.files.imports.gedcom import read_gedcom
from api.files.imports.items import ImportOptions, Item, Reader
from api.files.imports.letta import read_letta
from api.files.imports.markdown import parse_markdown
from api.files.imports.mcp_memory import read_mcp_memory
from api.files.imports.mem0 import read_mem0
from api.files.imports.members import Unreadable
from api.files.imports.pdf import parse_pdf
from api.files.imports.web_pages import parse_html
from api.files.imports.wikidata import read_wikidata
from api.files.imports.zep import read_zep
from api.files.json_lines import Refusal, read_line
from api.files.load.record_lines import operation
from api.files.messages import message_line
from api.graphql.request.cursors import Cursors, Place
from api.service.access.claims import header_of
from api.service.access.identity_provider import Expected, read_signed
from api.service.access.key_set import parse_keys
from api.service.access_tokens import issue, lifetime, verify
from extraction.dates.find import find
from extraction.llm.answer_schema import parse_answer
from extraction.llm.entity_judge import parse_opinion
from extraction.llm.session_schema import parse_session
from extraction.model.candidates import Shown, Turn
from extraction.model.capabilities import ClosedSession
from graph.database.statements import parse, parse_migration
from graph.edtf import dated_text, edtf_text, interval_text
from graph.errors import (
    BadCursor,
    Incorrect,
    InvalidArgument,
    StatementError,
    Unauthenticated,
    Unavailable,
)
from graph.history.file_format.conversion import json_of, parse_line
from graph.model.values.canonical import canonical
from graph.validation import instant_text
from graph.vocabulary import Role, SourceKind, ValueType

KEY = b"k" * 40
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
CURSORS = Cursors.of(KEY, "acme", "beliefs")
TURN = Turn(
    id="p_1",
    speaker="Ada",
    source_kind=SourceKind.USER,
    text="I have lived in Lisbon since May 2020.",
    occurred_at=datetime(2024, 6, 19, 15, 30, tzinfo=timezone(timedelta(hours=5, minutes=45))),
)

SHOWN = Shown(TURN, ("e_1",), ("m_1", "m_2"))

PROVIDER = ec.derive_private_key(7**40, ec.SECP256R1())
PUBLISHED = {
    **ECAlgorithm.to_jwk(PROVIDER.public_key(), as_dict=True),
    "kid": "one",
    "use": "sig",
    "alg": "ES256",
}
PROVIDER_KEY = jwt.PyJWK(PUBLISHED, "ES256")
EXPECTED = Expected("https://login.example.com", "doxa", "tenant", "role")
_RSA_KEY = '{"kty": "RSA", "kid": "a", "alg": "RS256", "n": "' + "x" * 342 + '", "e": "AQAB"}'


def _provider_token() -> str:
    claims = {
        "iss": EXPECTED.issuer,
        "aud": EXPECTED.audience,
        "sub": "ada",
        "tenant": "acme",
        "role": ["staff", "writer"],
        "iat": int(NOON.timestamp()),
        "exp": int(NOON.timestamp()) + 60,
    }
    return jwt.encode(claims, PROVIDER, algorithm="ES256", headers={"kid": "one"})


@dataclass(frozen=True, slots=True)
class Target:
    """A parser, the errors that it may raise, and texts that it reads."""

    read: Callable[[str], object]
    raises: tuple[type[Exception], ...]
    seeds: tuple[str, ...]

    def __call__(self, text: str) -> None:
        """Read the text; it fails only on a fault of the parser."""
        try:
            self.read(text)
        except self.raises:
            return


def line(text: str, parse_it: Callable[[Any], Any]) -> Any:
    """A line of a file; what it refuses says why and what to do."""
    found = read_line(1, text.encode("utf-8", "surrogatepass"), parse_it)
    if isinstance(found, Refusal):
        assert found.code
        assert found.message
        assert found.hint
        return None
    return found


def read_exported(text: str) -> object:
    """A line of an export is written as it was read."""
    found = line(text, lambda one: parse_line(one.values))
    if found is not None:
        written = json_of(found)
        again = line(json.dumps(written), lambda one: parse_line(one.values))
        assert again is not None
        assert json_of(again) == written
    return found


def read_file(reader: Reader) -> Callable[[str], list[Item]]:
    """Return a reader of another program's export as one of its text."""

    def read(text: str) -> list[Item]:
        with NamedTemporaryFile(suffix=".json") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()
            return list(reader(Path(file.name), ImportOptions()))

    return read


def read_document(parse: Callable[[bytes], Document]) -> Callable[[str], Document]:
    """Return a reader of documents as one of a text."""
    return lambda text: parse(text.encode("utf-8", "surrogatepass"))


def read_cursor(text: str) -> None:
    """A cursor is written as it was read."""
    assert CURSORS.read(text) == CURSORS.read(CURSORS.write(CURSORS.read(text)))


def read_dates(text: str) -> None:
    """What is found lies in the text, is of some time, and is found again."""
    found = find(text, TURN.occurred_at)
    assert found == find(text, TURN.occurred_at)
    for span in found:
        assert 0 <= span.start < span.end <= len(text)
        if span.valid_from and span.valid_to:
            assert span.valid_from < span.valid_to


def read_time(text: str) -> None:
    """An instant is in UTC, and is read from its own form as the same."""
    found = instant_text(text, field="at")
    assert found.tzinfo is UTC
    assert instant_text(found.isoformat(), field="at") == found


def read_edtf(text: str) -> None:
    """An interval is written as EDTF, if that has a form for it, and is read again as the same."""
    found = interval_text(text, field="valid")
    written = edtf_text(found)
    assert written is None or interval_text(written, field="valid") == found
    if "/" not in text:
        assert dated_text(text, field="at").at == found.start


def read_value(text: str) -> None:
    """A canonical value is its own canonical form, whatever the type."""
    for kind in (ValueType.TEXT, ValueType.NUMBER, ValueType.DATE, ValueType.BOOLEAN):
        try:
            form, _ = canonical(text, kind, field="value")
        except Incorrect:
            continue
        assert canonical(form, kind, field="value")[0] == form


def read_statement(text: str) -> None:
    """A statement has the parameters that its header declares."""
    found = parse("some/statement", text)
    assert found.access in ("read", "write", "schema")
    assert found.spans_tenants or "tenant" in found.params or found.access == "schema"


_MESSAGE = (
    '{"id": "1", "session": "s", "speaker": "Ana", "source_kind": "user", "topic": "t",'
    ' "text": "I moved.", "occurred_at": "2024-05-01T23:30:00-05:00"}'
)
_RECORDS = (
    (
        '{"key": "a", "entity": "Ana", "attribute": "lives_in", "value": "Rome", "context": "work",'
        ' "valid_from": "2020", "valid_to": "2021-05-06", "said_at": "2022-01-01T00:00:00Z",'
        ' "confidence": 0.9, "importance": 0.5, "basis": "stated", "precision": "month"}'
    ),
    (
        '{"op": "retract", "entity": {"id": "x1", "name": "Bo", "kind": "person"},'
        ' "attribute": "likes", "target": {"name": "Cy"}, "at": "2020-01-01", "until": "2021"}'
    ),
    '{"op": "correct", "of": "a", "to": {"quantity": 1.5, "unit": "km"}, "reason": "misread"}',
    '{"op": "revoke", "of": "a", "reject": true}',
    '{"op": "define", "attribute": "mood", "cardinality": "one", "aliases": ["m"], "ttl_days": 3}',
    '{"op": "merge", "keep": "Ana", "absorb": {"id": "x1"}}',
    '{"op": "split", "absorbed": "Ana"}',
)
_EXPORTED = (
    (
        '{"op": "assert", "export": 1, "recorded_at": "2026-01-01T00:00:00Z", "key": "m_1",'
        ' "entity": {"id": "e_1"}, "attribute": "motto", "value": "x", "canonical": "x",'
        ' "valid_from": "2020-01-01T00:00:00Z", "basis": "STATED", "tags": ["a"], "importance": 1,'
        ' "said_at": "2020-01-01T00:00:00Z", "confidence": 0.9, "text": "x", "source_kind": "USER"}'
    ),
    (
        '{"op": "episode", "export": 1, "recorded_at": "2026-01-01T00:00:00Z", "key": "p_1",'
        ' "text": "hello", "source_kind": "USER", "occurred_at": "2026-01-01T00:00:00+02:00"}'
    ),
    (
        '{"op": "alias", "recorded_at": "2026-01-01T00:00:00Z", "key": "e_1", "name": "Ana",'
        ' "kind": "person", "names": ["Ana", "Anna"]}'
    ),
    (
        '{"op": "revoke", "export": 1, "recorded_at": "2026-01-01T00:00:00Z", "of": "m_1",'
        ' "successors": [{"key": "m_2", "reason": "CORRECTION"}]}'
    ),
)
_HEADER = "// What it is for.\n// access  read\n// param  tenant  STRING  whose\n"
_CLAIM = """{"span": "lived in Lisbon", "speech_act": "plan", "type": "event", "subject": "e1",
"predicate": "livesIn", "text": "Ada lives in Lisbon", "importance": 2, "object": ["x", 9],
"start": {"said": "two years", "resolved": "2020-05"}, "end": "in 2014", "ends": "m1",
"corrects": "m2", "category": "health", "tags": ["convention"], "many": true}"""
_CANDIDATE = json.dumps(
    {
        "type": "fact",
        "subject": "Ada",
        "subject_kind": "person",
        "predicate": "lives_in",
        "object": {"list": [{"literal": "x"}, {"entity": "Lisbon", "kind": "place"}]},
        "text": "Ada lives in Lisbon",
        "importance": 0.5,
        "confidence": 0.9,
        "source_confidence": "direct",
        "inference": False,
        "span": "lived in Lisbon",
        "turn": "p_1",
        "start": {"said": "since May 2020", "resolved": "2020-05-01"},
        "end": {"said": "until 2030", "resolved": "9999-12-31T23:59:59-14:00"},
        "holds_now": True,
        "negative": False,
        "corrects": False,
        "speech_act": "assertion",
        "quality_decision": "keep",
        "quality_reason": "said",
        "confidence_adjustment": 0,
        "grounding_verdict": "Supported",
        "tags": [],
    }
)
_POINT = (
    '{"kind": "arc", "subject": "Ada", "text": "She moved.", "importance": 0.5,'
    ' "source_confidence": "direct", "rests_on": [{"turn": "p_1", "span": "moved"}]}'
)

_NOW = "2024-05-01T09:00:00Z"
_TREE = (
    "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n0 @I1@ INDI\n1 NAME Ann /Roe/\n1 BIRT\n"
    "2 DATE BET 1850 AND 1851\n1 RESI\n2 DATE FROM @#DJULIAN@ 5 MAR 1700 TO 1710\n2 PLAC Oslo\n"
    "0 @F1@ FAM\n1 WIFE @I1@\n0 TRLR"
)
_AGENT = {
    "agents": [
        {
            "name": "a",
            "block_ids": ["b"],
            "messages": [{"role": "user", "content": "hi", "created_at": _NOW}],
        }
    ],
    "blocks": [{"id": "b", "label": "human", "value": "x"}],
}
_EDGE = {
    "uuid": "e",
    "name": "KNOWS",
    "fact": "x",
    "source_node_uuid": "n",
    "target_node_uuid": "n",
    "created_at": _NOW,
    "invalid_at": _NOW,
}
_MEMORY = {"id": "m", "memory": "x", "user_id": "u", "created_at": _NOW, "history": [{}]}
_TIME = {"time": "+1952-03-11T00:00:00Z", "precision": 11, "calendarmodel": "x/Q1985786"}
_SNAK = {"snaktype": "value", "datavalue": {"type": "time", "value": _TIME}}
_STATEMENT = {"id": "s", "rank": "normal", "mainsnak": _SNAK, "qualifiers": {"P582": [_SNAK]}}

_MARKDOWN = (
    "---\ntitle: T\ndate: 2024-05-01\nauthor: [a]\n---\n# H\n\nI live in *Oslo* &amp; ~~Rome~~.\n\n"
    "- a\n  1. b\n\n> c\n\n| d | e |\n|---|---|\n| 1 | 2 |\n\n```\nf\n```\n<p>g</p>\n"
)
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>t</title><meta name=date content=2024-05-01>"
    "<main><h1>h</h1><p>a&nbsp;b<ul><li>c</ul><blockquote>d</blockquote>"
    "<table><tr><td>e<td>f<table><tr><td>g</table></table><pre>h</pre></main>"
)
_PDF = (
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 "
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
    "4 0 obj<</Length 39>>stream\nBT /F1 12 Tf 0 0 Td (I live in) Tj ET   \nendstream endobj\n"
    "5 0 obj<</Title(t)/CreationDate(D:20240501100000Z)>>endobj\n"
    "trailer<</Root 1 0 R/Info 5 0 R/Size 6>>\nstartxref\n0\n%%EOF\n"
)

TARGETS = {
    **{
        f"document in {name}": Target(read_document(parse), (Unreadable,), (seed,))
        for name, parse, seed in (
            ("HTML", parse_html, _PAGE),
            ("Markdown", parse_markdown, _MARKDOWN),
            ("PDF", parse_pdf, _PDF),
        )
    },
    **{
        f"export of {name}": Target(read_file(reader), (Incorrect,), (seed,))
        for name, reader, seed in (
            ("GEDCOM", read_gedcom, _TREE),
            ("Letta", read_letta, json.dumps(_AGENT)),
            (
                "the MCP memory server",
                read_mcp_memory,
                '{"type": "entity", "name": "a", "entityType": "person", "observations": ["x"]}',
            ),
            ("mem0", read_mem0, json.dumps({"results": [_MEMORY]})),
            (
                "Wikidata",
                read_wikidata,
                json.dumps({"entities": {"Q1": {"id": "Q1", "claims": {"P569": [_STATEMENT]}}}}),
            ),
            (
                "Zep",
                read_zep,
                json.dumps({"edges": [_EDGE], "nodes": [{"uuid": "n", "name": "a"}]}),
            ),
        )
    },
    "message": Target(lambda text: line(text, message_line), (), (_MESSAGE,)),
    "record": Target(lambda text: line(text, operation), (), _RECORDS),
    "replayed record": Target(
        lambda text: line(text, lambda one: operation(one, replay=True)), (), _RECORDS + _EXPORTED
    ),
    "exported line": Target(read_exported, (), _EXPORTED),
    "token": Target(
        lambda text: verify((KEY,), text, at=NOON),
        (Unauthenticated,),
        (issue(KEY, tenant="acme", actor="ada", role=Role.OWNER, at=NOON),),
    ),
    "provider token": Target(
        lambda text: read_signed(PROVIDER_KEY, text, EXPECTED, NOON),
        (Unauthenticated,),
        (_provider_token(),),
    ),
    "header of a token": Target(
        header_of,
        (Unauthenticated,),
        (issue(KEY, tenant="acme", actor="ada", role=Role.OWNER, at=NOON), _provider_token()),
    ),
    "keys": Target(
        lambda text: parse_keys(text.encode("utf-8", "surrogatepass")),
        (Unavailable,),
        (json.dumps({"keys": [PUBLISHED]}), f'{{"keys": [{_RSA_KEY}]}}'),
    ),
    "lifetime": Target(lifetime, (InvalidArgument,), ("30d", "90s")),
    "cursor": Target(
        read_cursor, (BadCursor,), (CURSORS.write(Place(("likes", None, NOON, 1.5), None)),)
    ),
    "date": Target(
        read_dates, (), (TURN.text, "the first Friday in May 2023", "from 3 to 5 May '98, 9999")
    ),
    "time": Target(read_time, (Incorrect,), ("2024-05-01T09:00:00+02:00", "9998-12-31T23:59Z")),
    "EDTF": Target(
        read_edtf,
        (Incorrect,),
        ("1984-06?/2004-06-XX", "?2004-06-~11", "156X", "2001-24/..", "/1985", "1985/"),
    ),
    "value": Target(read_value, (), ("1,000.50", "3 May 2024", "yes", "2.5 km")),
    "statement": Target(
        read_statement, (StatementError,), (f"{_HEADER}CYPHER 25\nRETURN $tenant AS it",)
    ),
    "migration": Target(
        lambda text: parse_migration("migrations/V0001__x", text),
        (StatementError,),
        ("// A.\n// access  schema\nCYPHER 25\n\n// By key.\nCREATE INDEX a;\nCREATE INDEX b;\n",),
    ),
    "answer": Target(
        lambda text: parse_answer(text, SHOWN),
        (ValueError,),
        (
            f'{{"memories": [{_CANDIDATE}]}}',
            f'{{"memories": [{_CLAIM}, {{"discard": "a mood", "span": "since"}}]}}',
            '```json\n{"memories": [{"confirms": "m1", "span": "lived in Lisbon"}]}\n```',
        ),
    ),
    "summary": Target(
        lambda text: parse_session(text, ClosedSession(turns=(TURN,))),
        (ValueError,),
        (f'{{"points": [{_POINT}]}}',),
    ),
    "opinion": Target(
        lambda text: parse_opinion(text, {}),
        (ValueError,),
        ('{"verdict": "same", "cites": ["a1", "b2"]}',),
    ),
}
