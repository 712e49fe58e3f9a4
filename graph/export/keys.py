"""What things are called in files, and which things of a tenant such a name means.

A memory that a file brought is called there as in that file; every other thing of the store by its
id. In another tenant the same name means the thing that was restored under it.
"""

from __future__ import annotations

import re

from graph.ids import id_from
from graph.receipts import receipt_key

_OURS = re.compile(r"[a-z]_[0-9a-f]{26}")


def is_id(key: str) -> bool:
    """Whether a name has the form of an id."""
    return _OURS.fullmatch(key) is not None


def restored_id(prefix: str, tenant: str, key: str) -> str:
    """The id of what a tenant restores under a name."""
    if prefix == "m":
        # The memory that a line with this key makes when it is loaded.
        return id_from("m", tenant, receipt_key(tenant, f"line {key}"))
    return id_from(prefix, tenant, "line", key)


def memory_key(tenant: str, memory: str, named: str | None) -> str:
    """What a memory is called in files: as in the file it came from, or its id."""
    if named is not None and restored_id("m", tenant, named) == memory:
        return named
    return memory
