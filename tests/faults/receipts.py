"""Whether a tenant's books are complete: one decision a candidate, one receipt an operation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from graph.database.session import Row, Session
from graph.ids import id_from
from graph.kernel.slots.receipts import receipt_key
from graph.model.records import Caller
from graph.vocabulary import JobStatus, Outcome
from graph.write.intake import jobs
from graph.write.intake.candidates import candidates_key, decision_key
from tests.support.story import Damage

# What the model answers to each message: what was said, and what was not.
OUTCOMES = [Outcome.REJECTED.value, Outcome.STORED.value]

_JOBS = """MATCH (job:Job {tenant: $tenant})-[of:OF]->(episode:Episode)
WITH job, episode ORDER BY of.ordinal
RETURN job.id AS id, job.status AS status, job.extractor AS extractor, job.error AS error,
       job.worker AS worker, job.front AS front, job.line AS line,
       collect(episode.id) AS episodes"""
_CANDIDATES = """MATCH (kept:Candidates {tenant: $tenant})
RETURN kept.key AS key, kept.episode AS episode, kept.extractor AS extractor, kept.count AS count"""
_DECISIONS = """MATCH (it:Decision {tenant: $tenant})
RETURN it.key AS key, it.job AS job, it.episode AS episode, it.extractor AS extractor,
       it.number AS number, it.outcome AS outcome, it.memory AS memory"""
_RECEIPTS = "MATCH (it:Receipt {tenant: $tenant}) RETURN it.key AS key, it.memory AS memory"
_AUDITS = "MATCH (it:Audit {tenant: $tenant, action: 'decide'}) RETURN it.id AS id"
_TALLIES = """MATCH (it:Tally {tenant: $tenant})
RETURN sum(it.jobs_done) AS done, sum(it.jobs_failed) AS failed, sum(it.answers) AS answers"""


@dataclass
class Books:
    """What is written of a tenant's jobs, of their candidates and of its operations."""

    jobs: list[Row]
    candidates: list[Row]
    decisions: list[Row]
    receipts: list[Row]
    audits: list[Row]
    tally: Row

    @classmethod
    async def load(cls, db: Session, tenant: str) -> Books:
        """All of it."""
        damage = Damage(db, tenant)
        parts = [
            await damage.run(text)
            for text in (_JOBS, _CANDIDATES, _DECISIONS, _RECEIPTS, _AUDITS, _TALLIES)
        ]
        return cls(*parts[:-1], parts[-1][0])

    def unfinished(self) -> list[str]:
        """The jobs that are not done, or that something still holds."""
        return [
            f"job {job['id']} is {job['status']}: {job['error']}"
            for job in self.jobs
            if job["status"] != JobStatus.SUCCEEDED.value
            or [job["worker"], job["front"], job["line"]] != [None] * 3
        ]

    def undecided(self) -> list[str]:
        """Candidates without their one decision, and decisions on what is no candidate."""
        read = {
            candidates_key(episode, job["extractor"] or ""): (episode, job["extractor"])
            for job in self.jobs
            for episode in job["episodes"]
        }
        kept = Counter(row["key"] for row in self.candidates)
        wrong = _times("the candidates of episode", {key: read[key][0] for key in read}, kept)
        due = {
            decision_key(row["episode"], row["extractor"], number): (
                f"{number} of episode {row['episode']}"
            )
            for row in self.candidates
            for number in range(row["count"])
        }
        return wrong + _times("the decision on candidate", due, _keys(self.decisions))

    def misplaced(self) -> list[str]:
        """Decisions that another job made, or whose outcomes are not those of the answer."""
        of_episode = {episode: job["id"] for job in self.jobs for episode in job["episodes"]}
        known = {job["id"]: job["episodes"] for job in self.jobs}
        wrong = [
            f"decision {row['key']} is of job {row['job']}"
            for row in self.decisions
            if row["episode"] not in known.get(row["job"], [])
        ]
        found: dict[str, list[str]] = {episode: [] for episode in of_episode}
        for row in self.decisions:
            found.setdefault(row["episode"], []).append(row["outcome"])
        return wrong + [
            f"episode {episode} came to {sorted(outcomes)}"
            for episode, outcomes in found.items()
            if sorted(outcomes) != OUTCOMES
        ]

    def unreceipted(self, tenant: str, keys: Iterable[str]) -> list[str]:
        """Operations without their one receipt, and receipts of what nobody asked for."""
        asked = {receipt_key(tenant, key): f"key {key}" for key in keys}
        stored = [row for row in self.decisions if row["memory"] is not None]
        asked |= {row["key"]: f"decision {row['key']}" for row in stored}
        wrong = _times("the receipt of", asked, _keys(self.receipts))
        memories = {row["key"]: row["memory"] for row in self.receipts}
        wrong += [
            f"the receipt of decision {row['key']} is of another memory"
            for row in stored
            if memories.get(row["key"]) != row["memory"]
        ]
        refused = {id_from("a", row["key"]) for row in self.decisions if row["memory"] is None}
        noted = Counter(row["id"] for row in self.audits)
        return wrong + _times("the audit record", {key: key for key in refused}, noted)

    def miscounted(self) -> list[str]:
        """What the tenant's days say of its jobs, and is not so."""
        done = sum(job["status"] == JobStatus.SUCCEEDED.value for job in self.jobs)
        wrong = []
        if (self.tally["done"], self.tally["failed"]) != (done, 0):
            wrong.append(f"{done} jobs are done, and {self.tally} is counted")
        # An answer that came too late was paid for, and is counted beside the one that is kept.
        if self.tally["answers"] < len(self.candidates):
            wrong.append(f"{len(self.candidates)} answers are kept, and {self.tally} is counted")
        return wrong


async def incomplete(db: Session, caller: Caller, keys: Iterable[str]) -> list[str]:
    """Compare what is written of a tenant's jobs and operations; return each difference.

    ``keys`` are those of all operations that were acknowledged.
    """
    books = await Books.load(db, caller.tenant)
    wrong = books.unfinished() + books.undecided() + books.misplaced() + books.miscounted()
    wrong += books.unreceipted(caller.tenant, keys)
    due = Counter({row["episode"]: row["count"] for row in books.candidates})
    for job in books.jobs:
        shown = len(await jobs.decisions(db, caller, job["id"]))
        count = sum(due[episode] for episode in job["episodes"])
        if shown != count:
            wrong.append(f"job {job['id']} shows {shown} decisions on {count} candidates")
    return wrong


def _keys(rows: Iterable[Row]) -> Counter[str]:
    return Counter(row["key"] for row in rows)


def _times(what: str, due: dict[str, str], found: Counter[str]) -> list[str]:
    """What should be there once and is not, and what is there and should not be."""
    wrong = [f"{what} {name}: {found[key]} times" for key, name in due.items() if found[key] != 1]
    return wrong + [f"{what} {key} belongs to nothing" for key in found.keys() - due.keys()]
