"""Answers that are refused: given twice, by a model, about nothing, or without sense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.errors import Conflict, Forbidden, InvalidArgument, NotFound
from graph.model.commands import EntityRef, InContext
from graph.proposals.resolution import rejections
from graph.vocabulary import (
    MemoryStatus,
    Resolution,
    Role,
)
from graph.write import revocation
from tests.support.held_contradictions import answer, believed, claim, held, refused, status
from tests.support.oracle_claims import declare, say, timeline

pytestmark = pytest.mark.usefixtures("sound", "trusting")


async def test_an_answer_is_no_claim_to_be_taken_back(db, caller):
    done = await answer(db, caller, await held(db, caller), Resolution.KEEP)

    with pytest.raises(Conflict) as caught:
        await revocation.revoke_memory(db, caller, done.memory, "no")

    assert caught.value.field == "id"


async def test_a_contradiction_is_answered_once(db, caller):
    told = await held(db, caller)
    await answer(db, caller, told, Resolution.KEEP)

    error = await refused(db, caller, told, Resolution.REPLACE)

    assert isinstance(error, Conflict)
    assert (error.field, error.code) == ("id", "CONFLICT")
    assert error.hint
    assert await believed(db, caller) == [("berlin", 0, None)]


async def test_what_settled_itself_has_no_answer(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Berlin", 0, said=0))
    moved = await say(db, caller, claim("Lisbon", 100, said=100))

    error = await refused(db, caller, moved, Resolution.KEEP)

    assert isinstance(error, Conflict)
    assert await believed(db, caller) == [("berlin", 0, 100), ("lisbon", 100, None)]


async def test_a_challenger_taken_back_needs_no_answer(db, caller):
    told = await held(db, caller)
    await revocation.revoke_memory(db, caller, told.memory, "wrong page")

    assert isinstance(await refused(db, caller, told, Resolution.REPLACE), Conflict)
    assert not (await timeline(db, caller))[0].contested


async def test_another_tenant_has_no_such_contradiction(db, caller):
    told = await held(db, caller)
    stranger = replace(caller, tenant=f"{caller.tenant}x")

    error = await refused(db, stranger, told, Resolution.KEEP)

    assert isinstance(error, NotFound)
    assert (await timeline(db, caller))[0].contested


async def test_a_model_decides_nothing(db, caller):
    told = await held(db, caller)
    model = replace(caller, role=Role.MODEL)

    assert isinstance(await refused(db, model, told, Resolution.REPLACE), Forbidden)
    with pytest.raises(Forbidden):
        await rejections.lift_rejection(db, model, "r_00000000", "I say so")


WRONG = [
    (Resolution.OTHER, {}, "value"),
    (Resolution.OTHER, {"value": "x", "target": EntityRef(name="y")}, "value"),
    (Resolution.OTHER, {"value": " OSLO "}, "value"),
    (Resolution.KEEP, {"value": "x"}, "value"),
    (Resolution.KEEP, {"target": EntityRef(name="y")}, "target"),
    (Resolution.REPLACE, {"contexts": (InContext("a", "Oslo"),)}, "contexts"),
    (Resolution.BY_CONTEXT, {}, "contexts"),
    (Resolution.BY_CONTEXT, {"contexts": (InContext("a", "Berlin"),)}, "contexts"),
    (Resolution.BY_CONTEXT, {"contexts": (InContext("a"),)}, "contexts.0.value"),
    (
        Resolution.BY_CONTEXT,
        {"contexts": (InContext("a", "Oslo"), InContext(" A", "Berlin"))},
        "contexts.1.context",
    ),
    (
        Resolution.BY_CONTEXT,
        {"contexts": (InContext("a", "Oslo"), InContext("b", "Rome"))},
        "contexts.1.value",
    ),
]


@pytest.mark.parametrize(("resolution", "fields", "field"), WRONG)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(
    db, caller, resolution, fields, field
):
    told = await held(db, caller)

    error = await refused(db, caller, told, resolution, **fields)

    assert isinstance(error, InvalidArgument)
    assert error.field == field
    assert error.hint
    assert await believed(db, caller) == [("berlin", 0, None)]
    assert (await timeline(db, caller))[0].contested
    assert (await status(db, caller, told.memory)) is MemoryStatus.PENDING
