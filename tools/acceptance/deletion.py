"""The deletion sequence: one secret, from being recalled to being nowhere but in the audit.

Its steps follow one another in one tenant; each is a cell. What was copied before the erasure is
tried with them: an export, and a backup that is restored with its ledger.
"""

from __future__ import annotations

import gzip
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.acceptance import operations
from tools.acceptance.client import Caller, Doxa
from tools.acceptance.contradiction import background
from tools.acceptance.operations import absent, claimed, claimed_privately, context, nodes, values
from tools.acceptance.report import Result, control, must, tried

GROUP = "deletion"
TEST = ("test: deletion", "the sequence holds"), ("test: deletion", "it reaches copies made before")
SAID = "2026-03-01T10:00:00Z"
ASKED = ("Where does Ada work?", "Where does Ada live?")

GRAPH = """query ($search: String!, $name: String!) {
  entity(name: $name) { id }
  entities(search: $search) { edges { node { name aliases } } }
  named: entities(first: 500) { edges { node { name aliases } } }
  ada: entity(name: "Ada") { related(depth: 3, first: 100) { edges { node { name } } } }
}"""
TEXTS = """query ($value: String!) {
  beliefs(value: $value, attribute: "works_at", first: 10) { edges { node { value } } }
  all: beliefs(first: 50) { edges { node { value target { name } memories {
    text evidence { span excerpt episode { text } }
  } } } }
  ada: entity(name: "Ada") {
    timeline { value target { name } }
    works: history(attribute: "works_at") { value target { name } }
    lives: history(attribute: "lives_in") { value target { name } }
    code: history(attribute: "locker_code") { value target { name } }
  }
}"""
STATUSES = ("ACTIVE", "SUPERSEDED", "EXPIRED", "ENDED", "FUTURE", "REVOKED", "PENDING")
MEMORY = "query ($id: ID!) { memory(id: $id) { id } }"
MEMORIES = """query ($status: MemoryStatus) { memories(status: $status, first: 500) { edges { node {
  id text value target { name } evidence { span excerpt episode { text } }
} } } }"""
NEAREST = """query ($words: String!) {
  recall(query: $words, k: 50, minScore: 0, minConfidence: 0, maxTokens: 8000,
         include: [MEMORIES, HINTS, EPISODES]) {
    context degraded items { via memory { text } } hints { memory { text } }
    episodes { episode { text } }
  }
}"""
KEPT = """{
  recalls(first: 100) { id context items { memory { id text } } hints { memory { text } }
    episodes { episode { text } } questions { text } rules { text } }
  stats
}"""
QUEUES = """{
  jobs(first: 100) { edges { node { error decisions { candidate reason } memories { text } } } }
  reviewQueue { edges { node { text value } } }
  contradictions { edges { node { challenger { text } held { text } reason } } }
  rejections { edges { node { value reason } } }
  unsettled { edges { node { history { value } } } }
  similarMemories { edges { node { older { text } newer { text } } } }
  mergeProposals { edges { node { one { name } other { name } } } }
  conventionProposals { edges { node { belief { value } } } }
}"""
NODES = "query ($id: ID!) { node(id: $id) { __typename ... on Episode { text } } }"


@dataclass
class Sequence:
    """The secret, who has it, and what was made before it was erased."""

    caller: Caller
    secret: str = field(default_factory=lambda: f"Vq{secrets.token_hex(5)}")
    memory: str = ""
    claim: str = ""
    before: list[str] = field(default_factory=list)
    export: str = ""
    backup: Path = Path()
    receipt: dict[str, Any] = field(default_factory=dict)

    @property
    def doxa(self) -> Doxa:
        return self.caller.doxa

    @property
    def words(self) -> list[str]:
        """What must not stand anywhere."""
        return [self.secret, self.code]

    @property
    def code(self) -> str:
        """A second secret, a claim that no text was read for."""
        return f"ZX-{self.secret[2:6]}-{self.secret[6:]}"

    def source(self) -> None:
        """The original source, as it was and as it comes again: texts, a claim and a file."""
        texts = (f"I work at {self.secret} Labs.", "I live in Porto.")
        self.caller.remember(*texts, session="first", occurredAt=SAID)
        claimed(self.caller, self.code, "locker_code", evidence=f"My code is {self.code}.")

    def written(self) -> None:
        """Write the secret; it is recalled."""
        self.source()
        memories = nodes(self.caller, MEMORIES)
        (self.memory,) = [one["id"] for one in memories if self.secret in one["text"]]
        (self.claim,) = [one["id"] for one in memories if self.code in one["text"]]
        probed = " ".join(context(self.caller, words) for words in ASKED)
        control(self.secret in probed, "the secret before it is erased")
        control("Porto" in probed, "Ada lives in Porto")
        self.before = [
            edge["episode"]["id"]
            for words in ASKED
            for item in operations.recalled(self.caller, words)["items"]
            for edge in item["memory"]["evidence"]
            if self.secret in edge["episode"]["text"]
        ]

    def copied(self) -> None:
        """An export and a backup are made while it is there."""
        path = self.doxa.folder / "before.jsonl"
        self.caller.run("export", "--output", str(path))
        control(self.secret in path.read_text(encoding="utf-8"), "the secret in the export")
        self.export = str(path)
        folder = self.doxa.folder / "backups"
        self.doxa.run("backup create", str(folder))
        (self.backup,) = [one for one in folder.iterdir() if (one / "manifest.json").exists()]
        control(_files_with(self.backup, self.words), "the secret in the backup")

    def erased(self) -> None:
        """It is erased, completely, and gone from what is recalled."""
        for memory in (self.memory, self.claim):
            self.receipt = self.caller.ask(operations.ERASE, id=memory)["erase"]
            must(
                self.receipt["complete"] and not self.receipt["residue"],
                "the erasure is not complete",
            )
        self.not_recalled()

    def not_recalled(self) -> None:
        """No question recalls it; what was said beside it comes back."""
        must(self.receipt, "it was not erased")
        found = [
            context(self.caller, words) for words in (*ASKED, f"{self.secret} Labs", self.code)
        ]
        absent(self.words, found, "what is recalled")
        control("Porto" in " ".join(found), "Ada lives in Porto")

    def fed_again(self) -> None:
        """The original source comes in again, by every road."""
        self.source()
        lines = [
            {"entity": "Ada", "attribute": "works_at", "target": f"{self.secret} Labs"},
            {"entity": "Ada", "attribute": "plays", "value": "chess", "evidence": "I play chess."},
        ]
        self.caller.run("load", self.doxa.file(lines), "--no-embed")
        message = {"text": f"I work at {self.secret} Labs.", "speaker": "Ada", "occurred_at": SAID}
        self.caller.run("ingest", self.doxa.file([message]), "--no-embed")
        self.not_recalled()
        control(values(self.caller, "plays") == ["chess"], "what was said beside it in the file")

    def all_run(self) -> None:
        """Every job runs, everything is indexed anew, the service and the database restart."""
        background(self.doxa, [self.caller])
        self.doxa.stop()
        self.doxa.start()
        self.not_recalled()

    def in_texts(self) -> None:
        """Beliefs, memories of every status, timelines, evidence and episodes."""
        found = self.caller.ask(TEXTS, value=self.secret)
        absent(self.words, found, "beliefs or their history")
        told = [nodes(self.caller, MEMORIES, status=status) for status in STATUSES]
        absent(self.words, told, "memories")
        control("Porto" in json.dumps(told), "Ada lives in Porto")
        control(self.before, "the episodes of the source")
        ids = [*self.before, self.memory, self.claim]
        seen = [self.caller.ask(NODES, id=one)["node"] for one in ids]
        absent(self.words, seen, "a node by its id")

    def in_graph(self) -> None:
        """Entities by name and by search, and whom paths lead to."""
        found = self.caller.ask(GRAPH, search=self.secret, name=f"{self.secret} Labs")
        must(found["entity"] is None, "an entity has its name")
        absent(self.words, found, "entities")
        control("Porto" in json.dumps(found["ada"]), "a path to Porto")

    def in_vectors(self) -> None:
        """The nearest neighbours of what was said, with every floor at zero."""
        asked = [f"Ada works at {self.secret} Labs.", f"Ada's locker code is {self.code}."]
        found = [self.caller.ask(NEAREST, words=words)["recall"] for words in asked]
        absent(self.words, found, "a nearest neighbour")
        near = self.caller.ask(NEAREST, words="Ada lives in Porto.")["recall"]
        must(not near["degraded"], f"it was not searched: {near['degraded']}")
        via = {way for item in near["items"] for way in item["via"]}
        control("vector" in via, f"a neighbour by its vector, only by {sorted(via)}")

    def in_kept(self) -> None:
        """Recalls that were kept, with what they had found."""
        found = self.caller.ask(KEPT)
        # A question that names the secret is the caller's own: only what was recalled is judged.
        absent(self.words, found, "a kept recall")
        control("Porto" in json.dumps(found["recalls"]), "a kept recall of Porto")

    def in_queues(self) -> None:
        """Jobs with their candidates, and everything that waits for somebody."""
        found = self.caller.ask(QUEUES)
        absent(self.words, found, "a job or a queue")
        control("Porto" in json.dumps(found["jobs"]), "the candidate of Porto")

    def in_exports(self) -> None:
        """Exports in each format, and a backup made afterwards."""
        for form in ("jsonl", "graphml", "trig"):
            told = self.caller.run("export", "--format", form)
            absent(self.words, told, f"the export as {form}")
            control("Porto" in told, f"Porto in the export as {form}")
        folder = self.doxa.folder / "after"
        self.doxa.run("backup create", str(folder))
        found = _files_with(folder, self.words)
        must(not found, f"it stands in a backup made afterwards: {found}")
        control(_files_with(folder, ["Porto"]), "Porto in the backup")

    def in_audit(self) -> None:
        """The audit has the event, and nowhere the value."""
        found = nodes(self.caller, operations.AUDIT)
        control("erase" in {one["action"] for one in found}, "the erasure in the audit")
        absent(self.words, found, "the audit")
        absent(self.words, self.caller.run("audit export", "--reasons"), "the exported audit")
        self.caller.run("audit verify")

    def in_ledger(self) -> None:
        """The ledger outside the store knows it again and does not have it."""
        ledger = (self.doxa.folder / "data" / "erasures.jsonl").read_text(encoding="utf-8")
        control(ledger.strip(), "the ledger of erasures")
        absent(self.words, ledger, "the ledger")

    def from_export(self) -> None:
        """The export that was made before is loaded into a new store that has the ledger."""
        ledger = self.doxa.folder / "data" / "erasures.jsonl"
        with Doxa(self.doxa.folder / "loaded", self.doxa.key, ledger).running() as there:
            there.run("load", self.export, "--replay", tenant=self.caller.tenant)
            self._not_in(there)

    def from_backup(self) -> None:
        """The backup that was made before is restored into a new folder, with the ledger."""
        there = Doxa(self.doxa.folder / "restored", self.doxa.key)
        there.folder.mkdir()
        there.run("restore", str(self.backup))
        with there.running():
            self._not_in(there)

    def _not_in(self, there: Doxa) -> None:
        other = Caller(there, self.caller.tenant, self.caller.token)
        told = [nodes(other, MEMORIES, status=status) for status in STATUSES]
        control("Porto" in json.dumps(told), "Porto in the other store")
        absent(self.words, told, "the other store")
        found = [context(other, words) for words in ASKED]
        absent(self.words, found, "what is recalled of the other store")
        control("Porto" in " ".join(found), "Porto is recalled of the other store")

    def other_scopes(self) -> None:
        """A copy in the scope of one subject goes with it."""
        value = f"{self.secret}2"
        copy = claimed_privately(self.caller, value, "locker_code")["memory"]["id"]
        told = operations.claimed(self.caller, value, "locker_code")["memory"]["id"]
        control(self._memory(copy) is not None, "the copy of the subject ana")
        self.caller.ask(operations.ERASE, id=told)
        must(self._memory(copy) is None, "the copy in the scope of one subject is there")

    def _memory(self, wanted: str) -> object:
        return self.caller.ask(MEMORY, id=wanted)["memory"]


def _files_with(folder: Path, words: list[str]) -> list[str]:
    """Return the files below a folder that have one of the words; packed ones are unpacked."""
    found: list[str] = []
    for path in (one for one in folder.rglob("*") if one.is_file()):
        content = path.read_bytes()
        content = gzip.decompress(content) if path.suffix == ".gz" else content
        if any(word.encode() in content for word in words):
            found.append(path.name)
    return found


def run(doxa: Doxa) -> Iterator[Result]:
    """Follow the sequence; of the twenty tests, two are made of it."""
    it = Sequence(Caller.of(doxa))
    steps = {
        "a secret is recalled": it.written,
        "copies are made": it.copied,
        "erased, it is not recalled": it.erased,
        "not after the source came in again": it.fed_again,
        "not after every job, reindexing and a restart": it.all_run,
        "not in texts": it.in_texts,
        "not in the graph": it.in_graph,
        "not near in vectors": it.in_vectors,
        "not in kept recalls": it.in_kept,
        "not in jobs and queues": it.in_queues,
        "not in exports or a new backup": it.in_exports,
        "the audit has the event and not the value": it.in_audit,
        "the ledger does not have it": it.in_ledger,
        "not in a restored backup": it.from_backup,
    }
    results: list[Result] = []
    for cell, step in steps.items():
        results.append(tried(GROUP, cell, "sequence", step))
        yield results[-1]
    (whole, copies) = TEST
    red = [one.cell for one in results if one.reason]
    yield Result(*whole, "all steps", ", ".join(f"red: {name}" for name in red))
    yield tried(*copies, "an export, loaded", it.from_export)
    yield Result(*copies, "a backup, restored", results[-1].reason)
    yield tried(*copies, "another scope", it.other_scopes)
