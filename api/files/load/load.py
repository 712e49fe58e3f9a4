"""Load: the lines of a file become operations of the store, each done once.

What asserts and retracts goes in parts, many lines a transaction; what corrects, takes back,
defines or merges is done alone, in its place between them. A line with a key is the same operation
in every file. One without is the line of this very file, so that a load that was cut off goes on
where it stopped, and the same file twice is one load.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import BinaryIO

from api.files.json_lines import Line, Refusal, raw_lines, read_line
from api.files.load.operations import Assert, Consent, Define, Merge, Operation, Restore, Split
from api.files.load.record_lines import key_of, operation
from api.files.load.restore import Restored, Restoring
from api.files.load.single_operations import KNOWN, Loading, do_alone, key_at_fault, reused_key
from graph.clock import START_OF_TIME
from graph.database.session import Session
from graph.errors import Conflict, Incorrect, InvalidArgument, OutOfRange
from graph.history.bulk.file_progress import begin_replay, known_progress
from graph.history.bulk.load import Bulk
from graph.history.bulk.part import Judged, Part, Progress
from graph.history.bulk.planning import Entry, memory_of
from graph.ids import digest
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.model.authority import effective_source_kind
from graph.model.records import Caller, Memory
from graph.progress import Say
from graph.read import reads
from graph.vocabulary import Role, Verdict

PART_LINES = 1_000
PART_CHARACTERS = 1_000_000
BREATH_LINES = 50
WARNINGS_MAX = 100


@dataclass(slots=True)
class Loaded:
    """What became of the lines of a file."""

    lines: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    warnings: list[str] = field(default_factory=list[str])


async def load(
    db: Session,
    caller: Caller,
    stream: BinaryIO,
    say: Say,
    *,
    replay: bool = False,
    for_review: bool = False,
) -> Loaded:
    """Do every line's operation, in order; a line that cannot be done is set apart.

    What is asserted ``for_review`` waits for a person, instead of being believed.
    In a replay each line is recorded at the system time that it brings.

    Raises:
        Conflict: a replay into a tenant that holds something else.
        Unavailable: the store does not answer; loading the same file again goes on.
    """
    file = file_digest(stream)
    # Its clock is set to each line's own time in a replay; the caller's goes on as it is.
    own = copy.copy(db) if replay else db
    loading = _File(Loading(own, caller, file, replay), db, say, for_review=for_review)
    await loading.begin()
    await loading.go_through(stream)
    loading.loaded.refused.sort(key=lambda one: one.line)
    return loading.loaded


class _File:
    """One file on its way into the store."""

    def __init__(self, loading: Loading, clocked: Session, say: Say, *, for_review: bool) -> None:
        self._for_review = for_review
        self.loaded = Loaded()
        self._loading = loading
        self._clock = clocked.clock
        self._say = say
        self._replay = loading.replay
        self._restoring = Restoring(loading.db, loading.caller)
        self._bulk = Bulk(loading.db, loading.caller, self._stored)
        self._contents: dict[str, str] = {}
        self._last = START_OF_TIME
        self._done = 0
        self._refused: set[int] = set()
        self._noted: set[int] = set()
        self._waiting: list[Assert] = []
        self._known: list[Entry] = []
        self._size = 0
        self._number = 0
        self._registry: Registry | None = None
        self._named: set[str] = set()

    async def begin(self) -> None:
        """Find out how far the file has come, and whether it may be replayed."""
        db, caller = self._loading.db, self._loading.caller
        known, empty = await known_progress(db, caller, self._loading.file)
        if self._replay and not (known.replay if known else empty):
            raise Conflict(
                f"the tenant {caller.tenant!r} holds something already",
                field="--replay",
                hint="replay a history into a tenant of its own",
            )
        if known is not None:
            self._done, self._refused = known.done, set(known.refused)
            self._noted = set(self._refused)
            self._last = known.at if self._replay and self._done and known.at else self._last
        elif self._replay:
            await begin_replay(db, caller, self._loading.file)
        self._registry = None if self._replay else await registries.load(db, caller.tenant)

    async def go_through(self, stream: BinaryIO) -> None:
        """Do the lines that have not been done."""
        parse = self._once()
        for number, raw in enumerate(raw_lines(stream), 1):
            self._number = number
            if number <= self._done and number not in self._refused:
                if raw.strip():
                    self.loaded.lines += 1
                    self.loaded.outcomes[KNOWN] += 1
                continue
            found = read_line(number, raw, parse)
            if found is None:
                continue
            self.loaded.lines += 1
            if isinstance(found, Refusal):
                self._refuse(found)
            else:
                await self._take(found)
            if number % BREATH_LINES == 0:
                # The answer to the part that is being written comes in between.
                await asyncio.sleep(0)
        self._restored(await self._restoring.finish())
        await self._flush(self._number, last=True)

    async def _take(self, operation: Operation) -> None:
        if not isinstance(operation, Restore):
            self._restored(await self._restoring.finish())
        if isinstance(operation, Assert):
            self._doubt(operation)
            self._waiting.append(operation)
            self._size += len(operation.assertion.evidence or "")
            if len(self._waiting) == PART_LINES or self._size > PART_CHARACTERS:
                await self._flush(self._number)
            return
        if isinstance(operation, Restore):
            await self._flush_before()
            self._restored(await self._restoring.take(operation))
            return
        if isinstance(operation, Define):
            self._named.add(operation.definition.name)
        await self._flush_before()
        await self._alone(operation)
        if isinstance(operation, Merge | Split | Consent):
            # Nothing else would tell that it has been done.
            await self._flush(self._number, last=True)

    def _doubt(self, operation: Assert) -> None:
        """Note a new attribute that may be a slip for another, once."""
        name = operation.assertion.attribute
        if self._registry is None or name in self._named:
            return
        self._named.add(name)
        doubt = self._registry.doubt(name)
        if doubt is not None and len(self.loaded.warnings) < WARNINGS_MAX:
            self.loaded.warnings.append(f"line {operation.line}: {doubt}")

    async def _flush_before(self) -> None:
        """See stored what waits, without the line at hand."""
        if self._waiting:
            await self._flush(self._waiting[-1].line, last=True)
        await self._bulk.settled()

    def _restored(self, done: Restored) -> None:
        """Lines of an export are in the store; those of a load cut off are known the next time."""
        for number, found in done:
            if isinstance(found, Refusal):
                self._refuse(found)
            else:
                self._refused.discard(number)
                self.loaded.outcomes[found] += 1
        if done:
            self._say(f"loaded {self.loaded.lines:,} lines")

    async def _flush(self, done: int, *, last: bool = False) -> None:
        """Hand on what waits, up to a line; ``last``: and see it stored."""
        lines, self._waiting, self._size = self._waiting, [], 0
        done = max(self._done, done)
        while lines or (last and self._changed(done)):
            part = self._part(lines, done)
            self._tell_time(lines)
            judged = await self._bulk.load(part)
            self._refused |= _refused(part, judged)
            if judged.rest is None:
                break
            await self._bulk.settled()
            await self._alone(lines[judged.rest])
            lines = lines[judged.rest + 1 :]
        if last:
            await self._bulk.settled()
        if (last or len(self._known) >= PART_LINES) and await self._refuse_reused() and last:
            await self._flush(done, last=True)

    async def _refuse_reused(self) -> bool:
        """Count the keyed lines that are in the store already; refuse those that say other words.

        Gives whether one was refused.
        """
        entries, self._known = self._known, []
        found = False
        db, caller = self._loading.db, self._loading.caller
        for first in range(0, len(entries), PART_LINES):
            some = entries[first : first + PART_LINES]
            known = await registries.load(db, caller.tenant)
            memories = await reads.memories_by_id(db, caller, [entry.memory for entry in some])
            for entry in some:
                if _says(memories[entry.memory], entry, known):
                    self.loaded.outcomes[KNOWN] += 1
                else:
                    self._refuse(Refusal.of(entry.line, reused_key(entry.key)))
                    found = True
        return found

    def _changed(self, done: int) -> bool:
        """Whether there is something to note of how far the file has come."""
        news = done > self._done or self._refused != self._noted
        return news and (self._done > 0 or bool(self.loaded.outcomes))

    def _part(self, lines: Sequence[Assert], done: int) -> Part:
        numbers = {found.line for found in lines}
        refused = tuple(sorted(self._refused - numbers))
        progress = Progress(
            self._loading.file, done, self._done, refused, self._replay, at=self._last
        )
        return Part([self._entry(found) for found in lines], progress)

    def _entry(self, operation: Assert) -> Entry:
        caller = self._loading.caller
        kind = effective_source_kind(caller, operation.assertion)
        assertion = operation.assertion
        if kind is not assertion.source_kind:
            assertion = replace(assertion, source_kind=kind)
        memory = memory_of(caller.tenant, self._loading.key(operation))
        return Entry(operation.line, memory, operation.key, assertion, operation.at)

    def _stored(self, part: Part, judged: Judged) -> None:
        """Count the lines of a part that is in the store, and remember how far the file has
        come.
        """
        for entry, found in zip(part.entries, judged.outcomes, strict=False):
            self._refused.discard(entry.line)
            if isinstance(found, Incorrect):
                found.field = key_of(found.field, negative=entry.assertion.negative)
                self._refuse(Refusal.of(entry.line, found))
            elif found is None and entry.key is not None:
                self._known.append(entry)
            else:
                self.loaded.outcomes[KNOWN if found is None else found.value] += 1
        self._done = max(self._done, judged.load["done"])
        self._noted = set(judged.load["refused"])
        self._say(f"loaded {self.loaded.lines:,} lines")

    async def _alone(self, operation: Operation) -> None:
        self._tell_time([operation])
        try:
            outcome = await do_alone(
                self._loading, operation, self._contents.get(operation.key or "")
            )
        except Incorrect as error:
            error.field = key_at_fault(operation, error.field)
            self._refuse(Refusal.of(operation.line, error))
            return
        self._refused.discard(operation.line)
        self.loaded.outcomes[outcome] += 1

    def _refuse(self, refusal: Refusal) -> None:
        self._refused.add(refusal.line)
        self.loaded.refused.append(refusal)

    def _tell_time(self, lines: Sequence[Operation]) -> None:
        """In a replay the store's clock shows the time of the line at hand."""
        times = [found.at for found in lines if found.at is not None]
        if self._replay and times:
            at = times[0]
            self._loading.db.clock = lambda: at

    def _once(self) -> Callable[[Line], Operation]:
        """Return a reader of lines that refuses one key for two contents, and time that runs
        back.
        """

        def parse(line: Line) -> Operation:
            found = operation(line, replay=self._replay)
            if found.key is not None:
                content = digest(line.text)
                if self._contents.setdefault(found.key, content) != content:
                    raise reused_key(found.key)
            if found.at is not None:
                self._check_time(found.at)
            return self._judged(found) if isinstance(found, Assert) else found

        return parse

    def _judged(self, operation: Assert) -> Assert:
        """Return a line with what is to be decided on it, or has been."""
        if self._for_review:
            assertion = replace(operation.assertion, for_review=True)
            operation = replace(operation, assertion=assertion)
        return self._with_verdict(operation)

    def _with_verdict(self, operation: Assert) -> Assert:
        """Return a line with the verdict of the gate that it has passed: in a replay each has."""
        verdict = operation.assertion.verdict
        if verdict is not None and self._loading.caller.role is not Role.OWNER:
            raise InvalidArgument(
                "only an owner's file may say that a gate was passed", field="verdict"
            )
        if verdict is None and self._replay:
            return replace(
                operation, assertion=replace(operation.assertion, verdict=Verdict.PASSED)
            )
        return operation

    def _check_time(self, at: datetime) -> None:
        if at < self._last:
            raise OutOfRange(
                f"system time goes back from {self._last.isoformat()} to {at.isoformat()}",
                field="recorded_at",
                hint="a replay is in order of recording",
            )
        if at > self._clock():
            raise OutOfRange(
                f"{at.isoformat()} is yet to come", field="recorded_at", hint="give a past time"
            )
        self._last = at


def _says(memory: Memory, entry: Entry, registry: Registry) -> bool:
    """Whether a memory was made by this very line: its words are the memory's evidence."""
    said = entry.assertion
    if said.evidence not in [one.span for one in memory.evidence]:
        return False
    if said.text is not None:
        return said.text == memory.text
    # The evidence may be words of its own that are not about this value.
    if registry.name(said.attribute) != memory.attribute:
        return False
    if None not in (said.value, memory.value):
        return said.value == memory.value
    target = None if said.target is None else said.target.name
    return target is None or " ".join(target.split()) in memory.text


def _refused(part: Part, judged: Judged) -> set[int]:
    found = zip(part.entries, judged.outcomes, strict=False)
    return {entry.line for entry, one in found if isinstance(one, Incorrect)}


def file_digest(stream: BinaryIO) -> str:
    """Return what a file is recognised by when it is loaded again; the stream is at its start."""
    hasher = hashlib.blake2b(digest_size=16)
    while part := stream.read(1 << 20):
        hasher.update(part)
    stream.seek(0)
    return hasher.hexdigest()
