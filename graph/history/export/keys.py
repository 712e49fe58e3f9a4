"""Keys of records in export files, and the ids that restored records get.

The key of a memory loaded from a file is its key in that file; the key of every other record is
its id. In another tenant a key refers to the record that was restored with it.
"""

from __future__ import annotations

import re

from graph.ids import id_from
from graph.kernel.slots.receipts import receipt_key

_OURS = re.compile(r"[a-z]{1,2}_[0-9a-f]{26}")


def is_id(key: str) -> bool:
    """Whether a key has the form of an id."""
    return _OURS.fullmatch(key) is not None


def restored_id(prefix: str, tenant: str, key: str) -> str:
    """Return the id of the record that a tenant restores with this key."""
    if prefix == "m":
        # The same id as that of a memory loaded from a line with this key.
        return id_from("m", tenant, receipt_key(tenant, f"line {key}"))
    return id_from(prefix, tenant, "line", key)


def memory_key(tenant: str, memory: str, named: str | None) -> str:
    """Return a memory's key in files: that of the file it came from, or its id."""
    if named is not None and restored_id("m", tenant, named) == memory:
        return named
    return memory
