"""What sealing the audit costs writers, for ``tools/bench/bench.py``.

Many write at once, each in slots of its own. Rounds alternate between the audit being sealed
beside them, ten times as often as by default, and not at all, so that a noisy machine slows both
alike. ``make bench ARGS=--writers`` measures nothing else.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from graph.background import working
from graph.database.audit.sealing import head, seal
from graph.database.session import Session
from graph.limits import Limits
from graph.model.commands import Assertion, EntityRef
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.assertion import assert_belief
from tools.bench.rows import SAID
from tools.bench.scale import Scale
from tools.bench.timing import at_most

SEALED_EVERY_S = Limits().seal_seconds / 10
TARGET = 1.3


async def figures(db: Session, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    """The time of the writers while their audit is sealed, to their time alone."""
    caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
    alone: list[float] = []
    beside: list[float] = []
    for number in range(scale.writer_rounds):
        alone.append(await _round(db, caller, scale, 2 * number))
        await seal(db, caller.tenant)
        async with working(_sealing(db, caller.tenant)):
            beside.append(await _round(db, caller, scale, 2 * number + 1))
        await seal(db, caller.tenant)
    claims, warm = scale.writers * scale.claims, scale.writer_rounds // 5
    found = await head(db, caller.tenant)
    if found is None or found.sequence != 2 * scale.writer_rounds * claims:
        raise RuntimeError(f"the audit ends at {found}")
    bare, sealed = (statistics.median(times[warm:]) for times in (alone, beside))
    rate = claims / bare
    print(
        f"{scale.writers} writers: {rate:,.0f} claims a second, {rate * bare / sealed:,.0f} sealed"
    )
    name = f"{scale.writers} writers while the audit is sealed"
    yield at_most(name, sealed / bare, TARGET, "x", "the same without sealing, in the same run")


async def _round(db: Session, caller: Caller, scale: Scale, number: int) -> float:
    """The seconds that all writers take for their claims."""
    began = time.perf_counter()
    writing = (_write(db, caller, one, scale.claims, number) for one in range(scale.writers))
    await asyncio.gather(*writing)
    return time.perf_counter() - began


async def _write(db: Session, caller: Caller, writer: int, claims: int, number: int) -> None:
    for claim in range(claims):
        said = SAID + timedelta(days=number, minutes=claim)
        assertion = Assertion(
            entity=EntityRef(name=f"Writer {writer}"),
            attribute="trait_1",
            value=f"value {number} {claim}",
            valid_from=said,
            said_at=said,
            evidence=f"It is {number} {claim}.",
            many_hint=False,
        )
        await assert_belief(db, caller, assertion)


async def _sealing(db: Session, tenant: str) -> None:
    while True:
        await seal(db, tenant)
        await asyncio.sleep(SEALED_EVERY_S)
