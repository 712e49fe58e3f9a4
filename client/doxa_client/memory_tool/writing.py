"""What an edit sends: claims, a message of its prose, and retractions, each an agent's word."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from anthropic.lib.tools import ToolError

from doxa_client import calls
from doxa_client.calls import Call
from doxa_client.errors import DoxaError
from doxa_client.memory_tool.answers import tell_claim, tell_job
from doxa_client.memory_tool.edits import Edit
from doxa_client.memory_tool.lines import Line, Statement
from doxa_client.memory_tool.reading import Steps, read_file
from doxa_client.models import Claim, Job, Message

AGENT = "ASSISTANT"
CLAIMS_MAX = 200
EVIDENCE_MAX = 2_000
_REFUSED = ("REJECTED", "HELD")


@dataclass(slots=True)
class Writer:
    """Writes an edit of one entity's file, in a session, and tells what became of each part.

    ``words`` is the edit as the agent gave it: the evidence of what it retracts.
    """

    entity: str
    session: str
    words: str
    report: list[str] = field(default_factory=list[str])
    claims: int = 0

    def write(self, edit: Edit) -> Steps[str]:
        """Send an edit: what it says first, so that nothing goes in whose place nothing comes.

        Raises:
            ToolError: it says nothing, or too much, or all of it was refused.
        """
        if edit.size == 0:
            raise ToolError("Nothing was changed: there is no statement in it.")
        if edit.size > CLAIMS_MAX:
            raise ToolError(f"Nothing was changed: one edit has at most {CLAIMS_MAX} lines.")
        for statement, line in edit.statements:
            yield from self._state(statement, line)
        is_read = True
        if edit.prose:
            is_read = yield from self._pass_on("\n".join(edit.prose))
        for line in edit.removals:
            if is_read:
                yield from self._end(line, None)
            else:
                self.report.append(f"- {line.text}: it stands, for nothing takes its place.")
        answer = "\n".join(self.report)
        if self.claims == 0:
            raise ToolError(f"Nothing of it was taken.\n{answer}")
        return answer

    def _state(self, statement: Statement, line: Line | None) -> Steps[None]:
        """Claim what a statement says, and retract what the line that it replaces says besides."""
        claim = calls.store(
            self.entity,
            statement.attribute,
            statement.value,
            context=statement.context,
            valid_from=statement.since,
            valid_to=statement.until,
            evidence=statement.words,
            source_kind=AGENT,
            session=self.session,
        )
        stands = yield from self._send(claim, statement.words, "believed")
        if line is None or not stands:
            return
        if line.says(statement):
            yield from self._shorten(line, statement)
        else:
            yield from self._end(line, statement.since)

    def _shorten(self, line: Line, statement: Statement) -> Steps[None]:
        """Retract the part of a line's period that a statement of its value leaves out."""
        start, end = line.belief.valid_from_text, line.belief.valid_to_text
        if statement.since and start and statement.since > start:
            yield from self._retract(line, at=start, until=statement.since)
        if statement.until and (end is None or statement.until < end):
            yield from self._retract(line, at=statement.until)

    def _end(self, line: Line, since: str | None) -> Steps[None]:
        """Retract a line, if it still stands: from ``since`` or now on, or from its later start."""
        file = yield from read_file(self.entity)
        if file is None or file.line_like(line) is None:
            self.report.append(f"- {line.text}: it stands no more.")
            return
        start = line.belief.valid_from_text
        if since is not None and start is not None:
            since = max(since, start)
        elif line.belief.valid_from > datetime.now(UTC):
            since = start
        yield from self._retract(line, at=since)

    def _retract(self, line: Line, *, at: str | None, until: str | None = None) -> Steps[None]:
        belief = line.belief
        claim = calls.retract(
            self.entity,
            belief.attribute,
            None if belief.target else belief.value,
            target=belief.target.id if belief.target else None,
            context=belief.context,
            at=at,
            until=until,
            evidence=self.words[:EVIDENCE_MAX],
            source_kind=AGENT,
            session=self.session,
        )
        period = "".join(
            f" {word} {time}" for word, time in (("from", at), ("until", until)) if time
        )
        yield from self._send(claim, f"{line.text}{period}", "retracted")

    def _send(self, claim: Call[Claim], words: str, done: str) -> Steps[bool]:
        """Send a claim, and tell what became of it; whether it was taken, or waits in review."""
        try:
            result: Claim = yield claim
        except DoxaError as error:
            self.report.append(f"- {words}: not {done}: {error.code}: {error}.")
            return False
        self.report.append(tell_claim(words, result, done))
        self.claims += result.outcome != "REJECTED"
        return result.outcome not in _REFUSED

    def _pass_on(self, prose: str) -> Steps[bool]:
        """Have prose read as a message; whether anything came of it, as far as that is known."""
        message = Message(text=prose, source_kind=AGENT)
        try:
            job: Job = yield calls.remember(message, session=self.session)
        except DoxaError as error:
            self.report.append(f"- prose: not read: {error.code}: {error}.")
            return False
        self.claims += 1
        try:
            job = yield job
        except (DoxaError, TimeoutError):
            self.report.append(
                f"- prose: not believed yet: it is still being read, by job {job.id}."
            )
            return False
        self.report.append(tell_job(job))
        return any(decision.outcome not in _REFUSED for decision in job.decisions)
