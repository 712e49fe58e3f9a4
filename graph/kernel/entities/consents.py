"""The consents that stand for an identity, kept on the entity that stands for it."""

from __future__ import annotations

from collections.abc import Iterable

from graph.clock import END_OF_TIME
from graph.database.session import Ask


async def stand_consents(ask: Ask, tenant: str, entities: Iterable[str]) -> None:
    """Work out anew which consents stand for the identities of some entities.

    Each identity counts as changed, so that whoever has read it before reads it again.
    """
    await ask(
        "kernel/entities/stand_consents",
        tenant=tenant,
        ids=sorted(set(entities)),
        forever=END_OF_TIME,
    )
