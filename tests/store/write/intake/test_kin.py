"""Kin under any word for them, before and after their names are told, read without a model."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.model.commands import Message
from graph.read import reads
from graph.write.intake import jobs

LIVES, WORKS = "lives_in", "works_at"


@pytest.fixture
def hear(db, caller, clock):
    """Have sentences read, each in a session of its own and a day after the one before."""

    async def say(*sentences: str) -> None:
        for number, text in enumerate(sentences):
            at = clock.advance(days=1)
            message = Message(text, speaker="Ada", occurred_at=at)
            await jobs.submit(db, caller, [message], session=f"{number} {at}", topic=None)
            await drain(db, OfflineExtractor(), caller.tenant)

    return say


@pytest.fixture
def held(db, caller):
    """The values believed of an attribute of somebody; targets by name."""

    async def read(name: str, attribute: str, valid_at=None) -> set[str | None]:
        entity = await reads.entity(db, caller, name=name)
        if entity is None:
            return set()
        at = reads.as_of(db, caller, valid_at, None)
        page = await reads.beliefs(
            db, caller, entity=entity.id, attribute=attribute, as_of=at, first=50
        )
        names = await reads.entities_by_id(db, caller, [b.target for b in page.items if b.target])
        return {names[b.target].name if b.target else b.value for b in page.items}

    return read


@pytest.mark.parametrize(
    "said",
    [
        ("My mum works at Tesco.", "My mother lives in Leeds.", "My mom Carol is a nurse."),
        ("My mom Carol is a nurse.", "My mum works at Tesco.", "My mother lives in Leeds."),
    ],
)
async def test_ones_mother_is_one_person_before_and_after_her_name_is_told(hear, held, said):
    await hear(*said)

    assert await held("Ada", "parent") == {"Carol"}
    for name in ("Carol", "Ada's mother"):
        assert await held(name, LIVES) == {"Leeds"}
        assert await held(name, WORKS) == {"Tesco"}
        assert await held(name, "job_title") == {"nurse"}


async def test_a_husband_is_the_one_who_is_named_while_the_marriage_lasts(hear, held):
    await hear(
        "My husband is a chef.", "My hubby Tom lives in Leeds.", "My husband works at Shell."
    )

    assert await held("Ada", "spouse") == {"Tom"}
    assert await held("Tom", "job_title") == {"chef"}
    assert await held("Tom", WORKS) == {"Shell"}


async def test_kin_of_whom_there_may_be_several_are_not_joined(hear, held):
    await hear(
        "My brother is a chef.",
        "My brother Tom lives in Leeds.",
        "My grandmother is a chef.",
        "My grandma Rose lives in Kent.",
        "My stepmother Ann lives in York.",
        "My mum lives in Hull.",
    )

    assert await held("Tom", "job_title") == await held("Rose", "job_title") == set()
    assert await held("Ada", "parent") == {"Ann", "Ada's mother"}
    assert await held("Ada's mother", LIVES) == {"Hull"}


async def test_a_second_mother_by_name_is_nobody_else(hear, held):
    await hear("My mum works at Tesco.", "My mum Carol lives in Leeds.", "My mum Jo lives in York.")

    assert await held("Carol", LIVES) == {"Leeds"}
    assert await held("Jo", LIVES) == {"York"}
    assert await held("Jo", WORKS) == set()


async def test_civil_status_and_marriage_take_one_course(hear, held):
    await hear("I'm single.", "I got married to Tom in 2015.", "We got divorced in 2020.")

    def status(year):
        return held("Ada", "marital_status", datetime(year, 6, 1, tzinfo=UTC))

    def spouse(year):
        return held("Ada", "spouse", datetime(year, 6, 1, tzinfo=UTC))

    assert await status(2016) == {"married"}
    assert await spouse(2016) == {"Tom"}
    assert await status(2021) == {"divorced"}
    assert await spouse(2014) == await spouse(2021) == set()


async def test_who_is_divorced_has_the_spouse_no_longer_who_was_believed(hear, held, clock):
    await hear("I married Tom in 2015.")
    married = clock()
    await hear("I'm divorced.")

    assert await held("Ada", "spouse") == set()
    assert await held("Ada", "spouse", married) == {"Tom"}
    assert await held("Ada", "marital_status") == {"divorced"}
