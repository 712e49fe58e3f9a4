"""Random histories of everything that can be asked of a tenant."""

from __future__ import annotations

import random
from datetime import timedelta

from graph.errors import Incorrect
from graph.model.commands import Answer, AttributeDefinition, Correction, InContext
from graph.proposals.resolution.rejections import lift_rejection
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.vocabulary import Cardinality, ContradictionStatus, Precision, Resolution, SourceKind
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.distrust import distrust
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory
from graph.write.sources import Source
from tests.support.story import Story, year

NAMES = ("Ana", "Anna", "Bo")
RELATIONS = ("friend", "spouse", "manager", "manages")
VALUES = ("red", "blue", "green")


class SeededTokens:
    """Tokens that a seed repeats, in place of the module ``secrets``: so the order of ids does."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)

    def token_hex(self, size: int) -> str:
        """So many bytes, in hexadecimal digits."""
        return self._chance.randbytes(size).hex()


class Chance:
    """Somebody who asks for anything, at any time."""

    def __init__(self, story: Story, seed: int) -> None:
        self._story = story
        self._chance = random.Random(seed)
        self.done = 0

    async def live(self, steps: int) -> None:
        names = {
            one: AttributeDefinition(name=one, cardinality=Cardinality.ONE) for one in ("mind",)
        }
        for definition in names.values():
            await define_attribute(self._story.db, self._story.caller, definition)
        for _ in range(steps):
            pick = self._chance
            act = pick.choice(
                [self.says] * 8
                + [self.takes_back, self.corrects, self.revokes, self.answers, self.answers]
                + [self.reviews]
                + [self.merges, self.splits, self.lifts, self.distrusts, self.widens]
            )
            try:
                await act()
                self.done += 1
            except Incorrect:
                pass
            if pick.random() < 0.7:
                self._story.db.clock.at += timedelta(hours=pick.randint(1, 30))

    def _when(self):
        return year(self._chance.randint(2015, 2025), self._chance.randint(1, 12))

    async def says(self) -> None:
        pick = self._chance
        since = pick.choice([None, self._when()])
        until = None if since is None or pick.random() < 0.7 else since + timedelta(days=400)
        relation = pick.random() < 0.25
        told: dict[str, object] = {
            "since": since,
            "until": until,
            "said_at": pick.choice([None, self._when()]),
            "precision": pick.choice([None, Precision.YEAR, Precision.MONTH]),
            "confidence": pick.choice([0.2, 0.6, 0.9, 0.99]),
            "source_kind": pick.choice([SourceKind.USER, SourceKind.WEB, SourceKind.DOCUMENT]),
            "context": pick.choice([None, None, None, "work", "Work"]),
            "evidence": pick.choice([None, "so it was said"]),
            "vouched_until": None if since is None or until else pick.choice([None, year(2026)]),
        }
        await self._story.says(
            pick.choice(NAMES),
            pick.choice(RELATIONS) if relation else pick.choice(["mind", "shade", "likes"]),
            None if relation else pick.choice(VALUES),
            target=pick.choice(NAMES) if relation else None,
            **told | self._unknown(since, until),
        )

    def _unknown(self, since: object, until: object) -> dict[str, object]:
        """What makes a bound of some claims one that nobody knows."""
        if until is None and self._chance.random() < 0.15:
            return {"end_unknown": True, "vouched_until": None}
        if until is not None and self._chance.random() < 0.3:
            return {"start_unknown": True, "since": None}
        return {}

    async def takes_back(self) -> None:
        pick = self._chance
        relation = pick.random() < 0.4
        await self._story.says(
            pick.choice(NAMES),
            pick.choice(RELATIONS if relation else ["mind", "shade", "likes"]),
            None if relation else pick.choice([None, *VALUES]),
            target=pick.choice([None, *NAMES]) if relation else None,
            since=self._when(),
            negative=True,
        )

    async def _memory(self) -> str:
        entity = await self._own_id(self._chance.choice(NAMES))
        held = await reads.beliefs(
            self._story.db, self._story.caller, entity=entity, as_of=self._story.at()
        )
        found = sorted(key for one in held.items for key in one.memories)
        if not found:
            raise Incorrect("nothing is believed")
        texts = await reads.memories_by_id(self._story.db, self._story.caller, found)
        ordered = sorted(
            texts.values(), key=lambda one: (one.recorded_at, one.text, one.value or "")
        )
        return self._chance.choice(ordered).id

    async def corrects(self) -> None:
        pick = self._chance
        new = pick.choice([{"value": pick.choice(VALUES)}, {"valid_from": self._when()}])
        change = Correction(
            memory=await self._memory(), reason="wrong", reject=pick.random() < 0.3, **new
        )
        await correct_memory(self._story.db, self._story.caller, change)

    async def revokes(self) -> None:
        reject = self._chance.random() < 0.3
        memory = await self._memory()
        await revoke_memory(self._story.db, self._story.caller, memory, "no", reject=reject)

    async def answers(self) -> None:
        story, pick = self._story, self._chance
        waiting = await reads.contradictions(
            story.db, story.caller, status=ContradictionStatus.OPEN
        )
        if not waiting.items:
            raise Incorrect("nothing waits")
        doubt = waiting.items[0]
        resolution = pick.choice(list(Resolution))
        more = {}
        if resolution is Resolution.BY_CONTEXT:
            more = {"contexts": (InContext("work", "red"), InContext(None, "blue"))}
        if resolution is Resolution.OTHER:
            more = {"value": pick.choice(VALUES)}
        decided = Answer(contradiction=doubt.id, resolution=resolution, reason="asked", **more)
        await resolve_contradiction(story.db, story.caller, decided)

    async def reviews(self) -> None:
        story, pick = self._story, self._chance
        waiting = await reads.review_queue(story.db, story.caller)
        if not waiting.items:
            raise Incorrect("nothing waits for a person")
        approve = pick.random() < 0.7
        decided = Review(waiting.items[0].id, approve=approve, reason="asked")
        await review(story.db, story.caller, decided)

    async def merges(self) -> None:
        keep, absorb = self._chance.sample(NAMES, 2)
        ids = [await self._own_id(name) for name in (keep, absorb)]
        await merge_entities(self._story.db, self._story.caller, *ids)

    async def splits(self) -> None:
        wanted = await self._own_id(self._chance.choice(NAMES))
        await split_entity(self._story.db, self._story.caller, wanted)

    async def _own_id(self, name: str) -> str:
        page = await reads.entities(self._story.db, self._story.caller, first=100)
        for one in page.items:
            if one.name == name:
                return one.id
        raise Incorrect("nobody is called that")

    async def lifts(self) -> None:
        story = self._story
        page = await reads.rejections(story.db, story.caller)
        standing = [one for one in page.items if one.lifted_at is None]
        if not standing:
            raise Incorrect("nothing is rejected")
        await lift_rejection(story.db, story.caller, standing[0].id, "after all")

    async def distrusts(self) -> None:
        if self._chance.random() < 0.2:
            source = Source(kind=SourceKind.WEB)
            await distrust(self._story.db, self._story.caller, source, "forged", dry_run=False)

    async def widens(self) -> None:
        if self._chance.random() < 0.1:
            many = AttributeDefinition(name="mind", cardinality=Cardinality.MANY)
            await define_attribute(self._story.db, self._story.caller, many)
