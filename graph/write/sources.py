"""Claims that are taken back together, and which slots they have to be taken out of.

They have a source in common, or what else selects them. A source is named by session, kind,
speaker, extractor, or several of them; ``since`` leaves out what was recorded before. Selected
claims are walked through in order of their ids, by the index of what names them most narrowly, in
steps of a bounded number of slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from typing import Any, Protocol

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.rows import Row
from graph.database.session import Transaction
from graph.errors import InvalidArgument
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.slot import SlotName
from graph.model.commands import NAME_MAX, optional_text
from graph.validation import instant
from graph.vocabulary import SourceKind

STEP_SLOTS = 2_000
PAGE = 1_000


class Selection(Protocol):
    """What selects claims: the statements that find them, and how that is told."""

    @property
    def statement(self) -> str:
        """What walks through the claims, a page at a time."""
        ...

    @property
    def statement_in_slots(self) -> str:
        """What finds them among all claims of some slots."""
        ...

    @property
    def params(self) -> dict[str, Any]:
        """What both statements are told."""
        ...

    @property
    def detail(self) -> dict[str, Any]:
        """What is kept of it in a journal."""
        ...

    @property
    def action(self) -> str:
        """The operation that takes them back, as the audit names it."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """Where claims come from; ``None`` where it makes no difference."""

    session: str | None = None
    kind: SourceKind | None = None
    speaker: str | None = None
    extractor: str | None = None
    since: datetime | None = None

    def checked(self) -> Source:
        """Return the source, if it names one.

        Raises:
            InvalidArgument: nothing but a time is given.
            Incorrect: a name or the time is bad.
        """
        names = (self.session, self.kind, self.speaker, self.extractor)
        if all(name is None for name in names):
            raise InvalidArgument(
                "no source is named",
                field="input",
                hint="give a session, a kind of source, a speaker or an extractor",
            )
        return replace(
            self,
            session=optional_text(self.session, NAME_MAX, field="input.session"),
            speaker=optional_text(self.speaker, NAME_MAX, field="input.speaker"),
            extractor=optional_text(self.extractor, NAME_MAX, field="input.extractor"),
            since=instant(self.since, field="input.since"),
        )

    @property
    def statement(self) -> str:
        """What walks through its claims, by the narrowest name."""
        if self.session is not None:
            return "write/sources/by_session"
        if self.extractor is not None:
            return "write/sources/by_extractor"
        return "write/sources/by_kind" if self.speaker is None else "write/sources/by_speaker"

    @property
    def statement_in_slots(self) -> str:
        """What finds its claims among all of some slots."""
        return "write/sources/in_slots"

    @property
    def action(self) -> str:
        """What takes them back."""
        return "distrust"

    @property
    def params(self) -> dict[str, Any]:
        """What the statements about a source are told of it."""
        return {
            "session": self.session,
            "source_kind": None if self.kind is None else self.kind.value,
            "speaker": self.speaker,
            "extractor": self.extractor,
            "since": self.since or START_OF_TIME,
            "forever": END_OF_TIME,
        }

    @property
    def detail(self) -> dict[str, str]:
        """What names it, to be kept in a journal."""
        since = None if self.since is None else self.since.isoformat()
        named = {
            "session": self.session,
            "sourceKind": None if self.kind is None else self.kind.value,
            "speaker": self.speaker,
            "extractor": self.extractor,
            "since": since,
        }
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Reach:
    """One step of a selection: the slots it is to be taken out of, and the claims there.

    ``waiting`` are memories of it that are no claims yet, ``waiting_in`` the slots they wait for.
    ``after`` is where the next step begins; ``None`` if there is none.
    """

    names: tuple[SlotName, ...]
    claims: frozenset[str]
    waiting: tuple[str, ...]
    waiting_in: tuple[SlotName, ...]
    after: str | None


async def reach(
    tx: Transaction,
    registry: Registry,
    selection: Selection,
    after: str,
    *,
    skip_earlier: bool = False,
) -> Reach:
    """Return the next step of a selection, behind the claim ``after``.

    All of its claims in a slot are in one step, and where a negative claim without a value is among
    them, so are the slots of all the values beside it. ``skip_earlier``: slots with a claim up to
    ``after`` were in an earlier step that changed nothing; they are left out.
    """
    walked = await _walked(tx, registry.tenant, selection, after)
    keys = walked.slots.keys() | walked.slots.values()
    own = await _standing(tx, registry.tenant, selection, keys)
    wide = sorted(own.keys() & set(walked.slots.values()))
    rows = await tx.run(
        "write/sources/slots",
        tenant=registry.tenant,
        keys=sorted(walked.slots.keys() | walked.waiting.values()),
        parents=wide,
    )
    names = [SlotName.stored(registry, row) for row in rows]
    own |= await _standing(tx, registry.tenant, selection, {name.key for name in names} - keys)
    names, waiting_in = _parted(names, walked, wide)
    if skip_earlier:
        names = [name for name in names if min(_beside(own, name, names, wide)) > after]
    return Reach(
        names=tuple(names),
        claims=frozenset(chain.from_iterable(own.get(name.key, ()) for name in names)),
        waiting=tuple(walked.waiting),
        waiting_in=waiting_in,
        after=walked.last if walked.more else None,
    )


@dataclass(slots=True)
class _Walked:
    """What a walk has come through: slots with their parents, memories that wait with theirs."""

    last: str
    slots: dict[str, str] = field(default_factory=dict[str, str])
    waiting: dict[str, str] = field(default_factory=dict[str, str])
    more: bool = True

    def takes(self, row: Row) -> bool:
        """Whether the memory still belongs to this step."""
        if len(self.slots) + len(self.waiting) >= STEP_SLOTS and row["slot"] not in self.slots:
            return False
        if row["slot"] is None:
            self.waiting[row["id"]] = row["slot_held"]
        else:
            self.slots[row["slot"]] = row["parent"]
        self.last = row["id"]
        return True


async def _walked(tx: Transaction, tenant: str, selection: Selection, after: str) -> _Walked:
    walked = _Walked(after)
    while True:
        rows = await tx.run(
            selection.statement, tenant=tenant, after=walked.last, limit=PAGE, **selection.params
        )
        if not all(walked.takes(row) for row in rows):
            return walked
        if len(rows) < PAGE:
            walked.more = False
            return walked


async def _standing(
    tx: Transaction, tenant: str, selection: Selection, slots: Iterable[str]
) -> dict[str, list[str]]:
    """Return the claims of a selection in some slots, by slot."""
    wanted = sorted(slots)
    if not wanted:
        return {}
    rows = await tx.run(
        selection.statement_in_slots, tenant=tenant, slots=wanted, **selection.params
    )
    return {row["slot"]: row["ids"] for row in rows}


def _parted(
    names: list[SlotName], walked: _Walked, wide: list[str]
) -> tuple[list[SlotName], tuple[SlotName, ...]]:
    """Return the slots that claims stand in, or that one without a value reaches; and the
    others.
    """
    reached = [name for name in names if name.key in walked.slots or name.parent in wide]
    waiting = set(walked.waiting.values())
    return reached, tuple(name for name in names if name.key in waiting)


def _beside(
    own: Mapping[str, list[str]], name: SlotName, names: list[SlotName], wide: list[str]
) -> list[str]:
    """Return the claims that are taken out together with those of a slot."""
    if name.parent not in wide:
        return own[name.key]
    keys = [one.key for one in names if one.parent == name.parent]
    return list(chain.from_iterable(own.get(key, ()) for key in keys))
