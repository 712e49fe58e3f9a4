"""Any mix of operations by concurrent clients: nothing is lost, nothing overlaps, all can go on."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from graph.database import migrations
from graph.database.session import Session
from graph.errors import Conflict, Cycle, InvalidArgument, NotFound
from graph.history.integrity import check
from graph.model.commands import Assertion, AttributeDefinition, Correction, EntityRef
from graph.model.records import Caller
from graph.read import memories, reads
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.merging import merge
from graph.write.revocation import revoke_memory
from tests.support.oracle_claims import NOTHING_HELD
from tests.support.profiles import count, examples
from tests.support.slot_strategies import day

WRITERS = 64
EACH = count(quick=2, long=6)
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
ALIASES = tuple(f"{name} (work)" for name in PEOPLE)


@dataclass
class Client:
    """What the clients of one tenant have done; ``told`` maps a live claim to who it is about."""

    db: Session
    caller: Caller = field(
        default_factory=lambda: Caller(f"t{secrets.token_hex(8)}", "tester", Role.OWNER)
    )
    told: dict[str, str] = field(default_factory=dict)

    async def declare(self) -> None:
        one, many, entity = Cardinality.ONE, Cardinality.MANY, ValueType.ENTITY
        for definition in (
            AttributeDefinition("place", cardinality=one),
            AttributeDefinition("likes_to", cardinality=many),
            AttributeDefinition("led_by", cardinality=one, value_type=entity),
        ):
            await define_attribute(self.db, self.caller, definition)

    async def tell(
        self, person: str, attribute: str, value: str | None, n: int, **more: Any
    ) -> None:
        said = await assert_belief(
            self.db,
            self.caller,
            Assertion(
                entity=EntityRef(name=person),
                attribute=attribute,
                value=value,
                valid_from=day(n),
                said_at=day(n),
                negative=value is None,
                **more,
            ),
            limits=NOTHING_HELD,
        )
        assert said.memory is not None
        self.told[said.memory] = person

    async def take_back(self, memory: str) -> None:
        try:
            await revoke_memory(self.db, self.caller, memory, "no", reject=False)
        except Conflict:
            return

    async def correct(self, memory: str, value: str) -> None:
        try:
            await correct_memory(
                self.db, self.caller, Correction(memory, "no", value=value, reject=False)
            )
        except (Conflict, InvalidArgument):
            return

    async def merge(self, keep: str, absorb: str) -> None:
        try:
            await merge.merge_entities(
                self.db, self.caller, await self.id(keep), await self.id(absorb)
            )
        except (Conflict, Cycle, InvalidArgument, NotFound):
            return

    async def split(self, absorbed: str) -> None:
        try:
            await merge.split_entity(self.db, self.caller, await self.id(absorbed))
        except (Conflict, NotFound):
            return

    async def id(self, name: str) -> str:
        """The entity that was claimed under this name, whoever stands for it."""
        for entity in {*self.ids}:
            if self.ids[entity] == name:
                return entity
        raise NotFound(f"nothing was told of {name}")

    @property
    def ids(self) -> dict[str, str]:
        return self._ids

    _ids: dict[str, str] = field(default_factory=dict)

    async def look(self) -> None:
        """Learn the ids of those that were told of."""
        found = await memories.memories_by_id(self.db, self.caller, self.told)
        self._ids = {found[key].entity: name for key, name in self.told.items() if key in found}

    async def violations(self) -> list[object]:
        return [one async for one in check.violations(self.db, self.caller.tenant)]

    async def lost(self) -> list[str]:
        """Claims that were acknowledged and are not there."""
        found = await memories.memories_by_id(self.db, self.caller, self.told)
        return [key for key in self.told if key not in found]


@pytest.mark.long
async def test_sixty_four_writers_of_eight_slots_lose_nothing_while_merges_run(db):
    dice = random.Random(64)
    client = Client(db)
    await client.declare()
    for person in (*PEOPLE, *ALIASES):
        await client.tell(person, "place", "START", 0)
    await client.look()
    done = asyncio.Event()

    async def write(writer: int) -> None:
        for n in range(EACH):
            person = dice.choice((*PEOPLE, *ALIASES))
            attribute = dice.choice(("place", "likes_to", "led_by"))
            others = [one for one in PEOPLE if one not in person]
            value = dice.choice((*(others if attribute == "led_by" else "ABCD"), None))
            await client.tell(person, attribute, value, 1 + writer * EACH + n)

    async def shuffle() -> None:
        while not done.is_set():
            n = dice.randrange(len(PEOPLE))
            await client.merge(PEOPLE[n], ALIASES[n])
            await asyncio.sleep(0.05)
            await client.split(ALIASES[n])

    shuffling = asyncio.create_task(shuffle())
    await asyncio.gather(*(write(n) for n in range(WRITERS)))
    done.set()
    await shuffling

    assert await client.lost() == []
    assert await client.violations() == []
    found = await memories.memories_by_id(db, client.caller, client.told)
    assert all(one.admitted_at and not one.retired_at for one in found.values())
    for alias in ALIASES:
        await client.split(alias)
    for entity, name in client.ids.items():
        claimed = {key for key, person in client.told.items() if person == name}
        timeline = await reads.timeline(
            db, client.caller, entity=entity, attribute=None, context=None, system_at=db.clock()
        )
        assert timeline
        assert {key for one in timeline for key in one.memories} <= claimed
    assert await client.violations() == []


PERSON = st.sampled_from((*PEOPLE[:2], *ALIASES[:2]))
TELL = st.tuples(
    st.just("tell"),
    PERSON,
    st.sampled_from(("place", "likes_to")),
    st.sampled_from(("A", "B", None)),
    st.integers(0, 40),
)
OPERATION = st.one_of(
    TELL,
    TELL,
    st.tuples(st.just("take_back"), st.integers(0, 99)),
    st.tuples(st.just("correct"), st.integers(0, 99), st.sampled_from(("A", "B", "C"))),
    st.tuples(st.just("merge"), PERSON, PERSON),
    st.tuples(st.just("split"), PERSON),
)


def test_any_mix_of_concurrent_operations_leaves_a_sound_store(server):
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        opening = Session.open(server.uri, server.user, server.password, strict=True)
        db = runner.run(stack.enter_async_context(opening))
        runner.run(migrations.ensure(db))

        class Clients(RuleBasedStateMachine):
            def __init__(self) -> None:
                super().__init__()
                self.client = Client(db)
                runner.run(self.client.declare())

            @rule(operations=st.lists(OPERATION, min_size=1, max_size=8))
            def together(self, operations: list[tuple[Any, ...]]) -> None:
                runner.run(self._together(operations))

            async def _together(self, operations: list[tuple[Any, ...]]) -> None:
                live = sorted(self.client.told)
                await self.client.look()
                tasks: list[Coroutine[Any, Any, None]] = []
                for name, *given in operations:
                    if name in ("take_back", "correct"):
                        if not live:
                            continue
                        given[0] = live[given[0] % len(live)]
                    tasks.append(getattr(self.client, name)(*given))
                await asyncio.gather(*tasks)

            @invariant()
            def is_sound(self) -> None:
                assert runner.run(self.client.lost()) == []
                assert runner.run(self.client.violations()) == []

        run_state_machine_as_test(
            Clients,
            settings=settings(
                examples(quick=4, long=15), phases=(Phase.generate,), stateful_step_count=10
            ),
        )
        runner.run(stack.aclose())
