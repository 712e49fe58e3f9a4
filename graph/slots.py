"""Keys of slots and rejections: what tells one slot from another, hashed into one string.

The scope is part of the key from the first day, so that private claims can never show through
another scope's intervals; until scopes are used there is one, the tenant's common scope.
"""

from __future__ import annotations

from graph.ids import digest

COMMON_SCOPE = ""


def slot_parent(
    tenant: str, entity: str, attribute: str, context: str | None, scope: str = COMMON_SCOPE
) -> str:
    """The key of (tenant, scope, entity, attribute, context)."""
    return digest("slot", tenant, scope, entity, attribute, context)


def value_slot(parent: str, canonical: str) -> str:
    """The key of one value's slot under a many-valued attribute."""
    return digest("value", parent, canonical)


def rejection_key(parent: str, canonical: str) -> str:
    """The key under which a rejected value of a slot is remembered."""
    return digest("rejection", parent, canonical)
