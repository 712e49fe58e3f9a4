"""What was said in a session leads to it, by whatever way it came, and to none of another scope."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

from api.files.load.load import load
from graph.database.rows import Props
from graph.database.session import Transaction
from graph.governance.erasure.erase import erase, erase_session
from graph.history.integrity import check
from graph.ids import new_id
from graph.model.commands import Message
from graph.model.gate.policy import Policy
from graph.vocabulary import Outcome
from graph.write.intake import jobs
from graph.write.pending_review import keep_rows
from tests.support.story import Damage, Story, someone

OWN = "user:bob"
WHY = "asked for by the subject"
MIGRATION = "migrations/V0034__sessions/02"
WRITERS = 16


async def sessions(story: Story) -> list[tuple[str, str, int]]:
    """Each session: its name, its scope, and how many episodes lead to it."""
    rows = await Damage(story.db, story.caller.tenant).run(
        """MATCH (it:Session {tenant: $tenant})
        RETURN it.name AS name, it.scope AS scope, COUNT {
          MATCH (it)<-[:IN {tenant: $tenant}]-(episode:Episode {tenant: $tenant})
          WHERE episode.session = it.name
        } AS episodes
        ORDER BY name, scope"""
    )
    return [(row["name"], row["scope"], row["episodes"]) for row in rows]


async def clean(story: Story) -> bool:
    return [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def load_lines(story: Story, *lines: dict[str, Any]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = await load(story.db, story.caller, io.BytesIO(text.encode()), lambda _: None)
    assert done.outcomes[Outcome.STORED.value] == len(lines)


def spoken(text: str, number: int) -> Message:
    return Message(text, speaker="Ana", id=str(number))


async def test_an_episode_of_whatever_origin_leads_to_its_session(story, monkeypatch):
    monkeypatch.setattr(story.db, "policy", Policy(review=("preference",)))
    await story.says("Ana", "city", "Rome", session="told", evidence="in Rome")
    await story.says("Ana", "mood", "glad", session="told", evidence="glad")
    await story.says("Ana", "motto", "Onward", session="untold")
    await story.says("Ana", "pet", "cat", evidence="a cat")
    said = [spoken("It rains in Rome today.", 1), spoken("And in Oslo it snows.", 2)]
    for _ in range(2):
        await jobs.submit(story.db, story.caller, said, session="spoken", topic=None)
    # Three that are first of their slots, and one that comes upon the claim of another.
    values = (("Bo", "Oslo"), ("Cy", "Oslo"), ("Di", "Oslo"), ("Ana", "Oslo"))
    await load_lines(
        story,
        *(
            {"entity": {"name": name}, "attribute": "city", "value": city, "session": "filed",
             "evidence": f"{name} in {city}", "valid_from": f"{2020 + number}-01-01"}
            for number, (name, city) in enumerate(values)
        ),
    )  # fmt: skip
    kept = await story.says("Ana", "likes", "tea", session="asked", evidence="she likes tea")

    assert kept.outcome is Outcome.REVIEW
    assert await sessions(story) == [
        ("asked", "", 1), ("filed", "", 4), ("spoken", "", 2), ("told", "", 2),
    ]  # fmt: skip
    assert await clean(story)


async def test_a_name_is_a_session_of_its_own_in_each_scope(story):
    await story.says("Ana", "city", "Rome", session="s", evidence="in Rome")
    await story.says("Ana", "mood", "sad", session="s", evidence="sad", scope=OWN)
    said = [spoken("It rains in Rome today.", 1)]
    await jobs.submit(story.db, story.caller, said, session="s", topic=None, scope=OWN)

    assert await sessions(story) == [("s", "", 1), ("s", OWN, 2)]
    assert await clean(story)


async def test_stores_of_before_there_were_sessions_get_them_wherever_it_was_interrupted(own):
    story = Story(own, someone())
    await story.says("Ana", "city", "Rome", session="s", evidence="in Rome")
    await story.says("Ana", "mood", "sad", session="s", evidence="sad", scope=OWN)
    said = [spoken(f"It rains in Rome, day {number}.", number) for number in range(3)]
    await jobs.submit(story.db, story.caller, said, session="s", topic=None)
    before = await sessions(story)
    damage = Damage(story.db, story.caller.tenant)
    for lost in ("MATCH ()-[it:IN {tenant: $tenant}]->() WITH it LIMIT 2 DELETE it",
                 "MATCH (it:Session {tenant: $tenant}) DETACH DELETE it"):  # fmt: skip
        await damage.run(lost)
        assert not await clean(story)
        for _ in range(2):
            await story.db.write(MIGRATION)
        assert await sessions(story) == before

    assert before == [("s", "", 4), ("s", OWN, 1)]
    assert await clean(story)


async def test_many_who_write_into_one_session_make_it_once(story):
    async def submits(number: int) -> None:
        said = [spoken(f"Number {number} says that it rains.", number)]
        await jobs.submit(story.db, story.caller, said, session="s", topic=None)

    await asyncio.gather(*map(submits, range(WRITERS)))
    assert await sessions(story) == [("s", "", WRITERS)]
    await asyncio.gather(
        *(
            story.says(f"Writer {number}", "mood", f"mood {turn}", session=name, evidence=f"{turn}")
            for number in range(WRITERS)
            for turn, name in enumerate(("s", "t"))
        )
    )

    assert await sessions(story) == [("s", "", 2 * WRITERS), ("t", "", WRITERS)]
    assert await clean(story)


def waiting(story: Story) -> list[Props]:
    """What waits for a person, with the text that came with it, which was said in the session s."""
    at = story.db.clock()
    said = {"text": "glad", "session": "s", "recorded_at": at, "occurred_at": at}
    more = dict.fromkeys(("receipt", "decision", "audit"))
    return [
        {"key": new_id("w"), "properties": {"id": new_id("m"), "outcome": "REVIEW"},
         "episode": {"id": new_id("p"), **said}, "evidence": [], "decided": False, **more}
    ]  # fmt: skip


async def test_who_writes_into_a_session_that_is_there_holds_nobody_up(story):
    await story.says("Ana", "city", "Rome", session="s", evidence="in Rome")

    async def first(tx: Transaction) -> None:
        await keep_rows(tx.run, story.caller.tenant, waiting(story))
        # This one ends before the first does.
        await story.db.transaction(second)

    async def second(tx: Transaction) -> None:
        await keep_rows(tx.run, story.caller.tenant, waiting(story))

    await story.db.transaction(first)
    assert await sessions(story) == [("s", "", 3)]


async def test_a_session_goes_with_the_last_that_was_said_in_it(story):
    tea = await story.says("Mike", "drinks", "tea", session="s", evidence="Mike drinks tea.")
    await story.says("Mike", "drinks", "rain", session="s", evidence="Mike drinks rain.")
    await story.says("Mike", "eats", "soup", session="t", evidence="Mike eats soup.")
    assert tea.memory is not None
    await erase(story.db, story.caller, tea.memory, WHY)
    assert [name for name, _, _ in await sessions(story)] == ["s", "t"]

    await erase_session(story.db, story.caller, "s", WHY)

    assert await sessions(story) == [("t", "", 1)]
    assert await clean(story)


async def test_a_session_that_is_called_by_an_erased_name_is_masked_with_what_was_said_in_it(story):
    for day, name in enumerate(("Zarah", "Quinn")):
        await story.says(name, "city", "Lisbon")
        said = [spoken(f"It rains, day {day}, hour {number}.", number) for number in range(2)]
        await jobs.submit(story.db, story.caller, said, session=f"to {name}", topic=None)
    for name in ("Zarah", "Quinn"):
        receipt = await erase(story.db, story.caller, await story.id(name), WHY)
        assert receipt.complete

    # Whoever looks the episodes up by the property finds one session, and so does the graph.
    assert await sessions(story) == [("to █████", "", 4)]
    assert await clean(story)


async def test_an_erasure_and_those_who_write_into_its_session_leave_no_session_alone(story):
    await story.says("Mike", "drinks", "tea", session="s", evidence="Mike drinks tea.")

    async def writes(number: int) -> None:
        await story.says(f"Ana {number}", "mood", "glad", session="s", evidence=f"glad {number}")

    await asyncio.gather(
        erase_session(story.db, story.caller, "s", WHY), *map(writes, range(WRITERS))
    )

    assert all(episodes for _, _, episodes in await sessions(story))
    assert await clean(story)
