"""What was erased, between the hosts of a store: each has a ledger, and the store what all have.

A host writes an erasure into its ledger and then into the store, before anything is deleted. The
others see by a number beside the version of the registry that there is more than they have read,
and copy it into theirs before they write anything for that tenant. So the ledger of each is a copy
that outlives the store, and whoever has one gives a store that was restored what it lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from graph.database.session import Session
from graph.errors import StoreUnavailable

# Of what is copied at once.
_LINES_MAX = 500
_CHARACTERS_MAX = 2_000_000


class StaleTombstones(Exception):
    """Something was erased on another host after this one had looked."""


@dataclass(slots=True)
class _Seen:
    """What a session has seen of a tenant's tombstones in the store: up to which number."""

    number: int = 0
    ids: set[str] = field(default_factory=set[str])


_seen: WeakKeyDictionary[Session, dict[str, _Seen]] = WeakKeyDictionary()


def seen_number(db: Session, tenant: str) -> int:
    """Return up to which number this host has what the store keeps away of a tenant's."""
    return _seen_of(db, tenant).number


async def share(db: Session, tenant: str) -> None:
    """Write into the store what the ledger of this host has of a tenant's and the store lacks.

    Raises:
        LedgerUnavailable: the ledger cannot be read.
        StoreUnavailable: the store does not answer.
    """
    seen = _seen_of(db, tenant)
    lacking = db.ledger.digests(tenant) - seen.ids
    if not lacking:
        return
    key = db.ledger.fingerprint()
    for part in _parts(db.ledger.entries(tenant, lacking)):
        rows = [{"id": one, "erasure": erasure, "line": line} for one, erasure, line in part]
        await db.write(
            "database/shared_tombstones/share", tenant=tenant, ledger=key, tombstones=rows
        )
    seen.ids |= lacking


async def catch_up(db: Session, tenant: str, key: str | None, number: int) -> None:
    """See that the ledger is that of a tenant, and copy what other hosts have erased since.

    Args:
        db: The store.
        tenant: Whose erasures they are.
        key: The fingerprint of the key by which the store has them; None if nothing was erased.
        number: How many the store has ever had.

    Raises:
        LedgerUnavailable: the ledger is missing, is another one, or cannot be written.
        StoreUnavailable: the store does not answer.
    """
    if key is not None and number:
        db.ledger.require_copy(key)
    db.ledger.require_key(key)
    seen = _seen_of(db, tenant)
    if key is None or seen.number == number:
        return
    if seen.number > number:
        # The store is another one than before, such as one that was restored.
        seen.number, seen.ids = 0, set()
    rows = await db.lock("database/shared_tombstones/after", tenant=tenant, after=seen.number)
    await copy_from(db, tenant, [row["id"] for row in rows if row["ledger"] == key])
    seen.number = max([number, *(row["number"] for row in rows)])


async def copy_from(db: Session, tenant: str, ids: Iterable[str]) -> None:
    """Copy from the store what the ledger of this host lacks of some tombstones.

    Raises:
        LedgerUnavailable: the ledger cannot be written, or the store has what is no line of it.
        StoreUnavailable: the store does not answer, or has them not any more.
    """
    wanted = set(ids)
    lacking = sorted(wanted - db.ledger.digests(tenant))
    for at in range(0, len(lacking), _LINES_MAX):
        part = lacking[at : at + _LINES_MAX]
        rows = await db.read("database/shared_tombstones/lines", tenant=tenant, ids=part)
        if len(rows) < len(part):
            raise StoreUnavailable(
                f"what was erased of tenant {tenant} is not all there yet", hint="try again"
            )
        db.ledger.copy(tenant, [row["line"] for row in rows])
    _seen_of(db, tenant).ids |= wanted


def _seen_of(db: Session, tenant: str) -> _Seen:
    return _seen.setdefault(db.whole, {}).setdefault(tenant, _Seen())


def _parts(entries: Iterable[tuple[str, str, str]]) -> Iterator[list[tuple[str, str, str]]]:
    """Yield lines in parts that are not too long for a statement, one line at least in each."""
    part: list[tuple[str, str, str]] = []
    size = 0
    for entry in entries:
        if part and (len(part) >= _LINES_MAX or size + len(entry[2]) > _CHARACTERS_MAX):
            yield part
            part, size = [], 0
        part.append(entry)
        size += len(entry[2])
    if part:
        yield part
