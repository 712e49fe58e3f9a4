"""Replay the slots of relations with another end, whose beliefs rest on the claims of both ends.

At each system time at which a claim came or went in them, what both slots of a pair hold is worked
out again from the claims known then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Ask, Row
from graph.history.integrity.replay import (
    Recorded,
    Version,
    belief_in_words,
    compare_holds,
    content,
    difference_in_words,
    join_differences,
    links_in_words,
)
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.change_rows import LinkRow
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.two_ends.joint_beliefs import hull, shared_beliefs, successor
from graph.kernel.slots.two_ends.state import Missing, Standing, State, index_of
from graph.kernel.temporal.stored_claim import Holds, StoredClaim, Successor, read_claim
from graph.vocabulary import SupersessionReason

# How many ends away from its own slots a claim may touch beliefs.
REACH = 2


@dataclass(frozen=True, slots=True)
class KnownStanding:
    """A claim in the slot in which it was made, as known from one system time to another."""

    name: SlotName
    item: StoredClaim
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class KnownThen:
    """What a slot held at a system time: its beliefs, and of each memory successor and interval."""

    moment: datetime
    beliefs: tuple[BeliefVersion, ...]
    successors: Mapping[str, Successor]
    holds: Mapping[str, Holds]


@dataclass(slots=True)
class Histories:
    """The slots read so far, with every claim that ever stood in them.

    ``formed`` is since when all of them stand at both ends as their attributes are defined now:
    what was believed before rests on other definitions.
    """

    registry: Registry
    read: dict[str, SlotName] = field(default_factory=dict[str, SlotName])
    stays: dict[tuple[str, str, datetime], KnownStanding] = field(
        default_factory=dict[tuple[str, str, datetime], KnownStanding]
    )
    formed: datetime = START_OF_TIME
    moments: dict[str, set[datetime]] = field(default_factory=dict[str, set[datetime]])

    async def load(self, ask: Ask, names: Iterable[SlotName]) -> None:
        """Read more slots."""
        wanted = [name for name in names if name.key not in self.read]
        if not wanted:
            return
        rows = await ask(
            "history/integrity/both_ends",
            tenant=self.registry.tenant,
            slots=[{"key": name.key, "parent": name.parent} for name in wanted],
        )
        self.read |= {name.key: name for name in wanted}
        for row in rows:
            moments = self.moments.setdefault(row["slot"], set())
            for claim in row["claims"]:
                moments |= {claim["since"], claim["until"]}
                self._take(claim)

    def _take(self, row: Row) -> None:
        name = SlotName.stored(self.registry, row["slot"])
        there = None if row["canonical"] is None else name.counterpart(row["canonical"])
        if there is not None and there.key != row["other_slot"]:
            self.formed = max(self.formed, row["until"])
        elif row["since"] < row["until"]:
            stay = KnownStanding(name, read_claim(row), row["since"], row["until"])
            self.stays[(row["id"], name.key, row["since"])] = stay

    def beside(self) -> list[SlotName]:
        """Return the slots at either end of every claim that was read."""
        ends = (
            end
            for stay in self.stays.values()
            if (value := stay.item.claim.value) is not None
            for end in (stay.name, stay.name.counterpart(value))
        )
        return list({end.key: end for end in ends if end is not None}.values())

    def at(self, moment: datetime) -> State:
        """Return the claims known at a system time."""
        claims: dict[str, Standing] = {}
        nameless: dict[str, dict[str, StoredClaim]] = {}
        for stay in self.stays.values():
            if not stay.since <= moment < stay.until:
                continue
            if stay.item.claim.value is None:
                nameless.setdefault(stay.name.parent, {})[stay.item.claim.id] = stay.item
            else:
                claims[stay.item.claim.id] = Standing.of(stay.name, stay.item)
        return State(self.read, claims, nameless, index_of(claims))


async def replay_both_ends(
    ask: Ask, histories: Histories, name: SlotName, also: Iterable[datetime] = ()
) -> list[KnownThen]:
    """Return what the claims of a slot and of its other ends came to, at every time at which any
    changed.

    ``also`` are further times to look at.
    """
    await histories.load(ask, [name])
    while True:
        try:
            return list(_replay(histories, name, set(also)))
        except Missing as found:
            await histories.load(ask, found.names)


async def slots_in_reach(
    ask: Ask, registry: Registry, names: Iterable[SlotName]
) -> dict[str, SlotName]:
    """Find the slots, by key, whose beliefs a claim that stands or stood in some slots may touch.

    It touches the values of its own two slots, and so the slots at the other ends of these, whose
    beliefs are bounded by what is believed there: two steps along whatever was ever claimed.
    """
    histories = Histories(registry)
    await histories.load(ask, names)
    for _ in range(REACH):
        await histories.load(ask, histories.beside())
    return histories.read


def _replay(histories: Histories, name: SlotName, also: set[datetime]) -> Iterator[KnownThen]:
    # Every slot that was read may have touched this one.
    moments = also.union(*histories.moments.values()) - {END_OF_TIME}
    for moment in sorted(moment for moment in moments if moment >= histories.formed):
        yield _known(histories.at(moment), name, moment)


def _known(state: State, name: SlotName, moment: datetime) -> KnownThen:
    values = sorted({str(item.claim.value) for item in state.valued(name).values()})
    beliefs = [
        belief
        for value in values
        for belief in shared_beliefs(state, name, value, moment)
        if belief.slot == name.key
    ]
    successors: dict[str, Successor] = {}
    holds: dict[str, Holds] = {}
    for memory, ends in _own(state, name):
        given, carried = successor(state, memory, ends), hull(state, memory)
        if given is not None:
            successors[memory] = given
        if carried is not None:
            holds[memory] = carried
    return KnownThen(moment, tuple(beliefs), successors, holds)


def _own(state: State, name: SlotName) -> Iterator[tuple[str, tuple[SlotName, ...]]]:
    """Yield the memories made in a slot, with the slots in which each stands."""
    for memory in state.valued(name):
        one = state.claims[memory]
        if one.name.key == name.key:
            other = one.other
            yield memory, (name,) if other is None else (name, other)
    if name.key == name.parent:
        for memory in state.named(name):
            yield memory, state.ends_of_nameless(name, memory)


def as_versions(history: Iterable[KnownThen]) -> list[BeliefVersion]:
    """Every version that a replayed slot had, with the system times at which it was known."""
    standing: dict[tuple[object, ...], BeliefVersion] = {}
    found: list[BeliefVersion] = []
    for known in history:
        now = {belief.content: belief for belief in known.beliefs}
        ended = standing.keys() - now.keys()
        found += [replace(standing.pop(one), system_to=known.moment) for one in ended]
        for one in now.keys() - standing.keys():
            standing[one] = replace(now[one], system_from=known.moment)
    return [*found, *standing.values()]


def differences_at_both_ends(
    history: Sequence[KnownThen], claims: Sequence[Recorded], versions: Sequence[Version]
) -> Iterator[tuple[datetime, str, str]]:
    """Yield the system times at which beliefs or chain of a slot differ from what was replayed.

    Each has a description of the beliefs' difference and of the chain's; a difference that
    persists is reported once.
    """
    previous = ("", "")
    for known in history:
        beliefs = _beliefs_amiss(known, versions)
        if known is history[-1]:
            standing = [one for one in claims if one.admitted_at <= known.moment < one.retired_at]
            beliefs = join_differences(beliefs, compare_holds(standing, known.holds))
        current = (beliefs, _chain_amiss(known, claims))
        news = tuple("" if now == was else now for now, was in zip(current, previous, strict=True))
        if any(news):
            yield known.moment, news[0], news[1]
        previous = current


def _beliefs_amiss(state: KnownThen, versions: Sequence[Version]) -> str:
    wanted = {(one.canonical, one.valid_from, one.valid_to, one.memories) for one in state.beliefs}
    held = {content(one) for one in versions if one.system_from <= state.moment < one.system_to}
    return difference_in_words(
        "the claims project to",
        map(belief_in_words, wanted - held),
        "the store holds",
        map(belief_in_words, held - wanted),
    )


def _chain_amiss(state: KnownThen, claims: Sequence[Recorded]) -> str:
    now = state.moment
    wanted = {
        f"{memory} to {given[0]} ({given[1].value})" for memory, given in state.successors.items()
    }
    held: set[str] = set()
    for one in claims:
        if not one.shared and one.admitted_at <= now < one.retired_at:
            held |= links_in_words(one, lambda link: link.known_from <= now < link.known_to)
    return difference_in_words(
        "the claims lead from", wanted - held, "the store from", held - wanted
    )


def links_of(history: Iterable[KnownThen]) -> list[LinkRow]:
    """Every supersession that a replayed slot had, with the system times at which it was known."""
    standing: dict[str, LinkRow] = {}
    found: list[LinkRow] = []
    for known in history:
        for memory in standing.keys() | known.successors.keys():
            given, was = known.successors.get(memory), standing.get(memory)
            if was is not None and given != (was.successor, SupersessionReason(was.reason)):
                found.append(replace(standing.pop(memory), system_to=known.moment))
                was = None
            if was is None and given is not None:
                standing[memory] = LinkRow(
                    memory, given[0], given[1].value, known.moment, END_OF_TIME
                )
    return [*found, *standing.values()]
