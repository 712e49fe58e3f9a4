"""Keys of slots and rejections, hashed from the properties that identify them.

The scope is part of the key so that private claims can never affect the intervals of another
scope.
"""

from __future__ import annotations

from graph.ids import digest
from graph.model.rejection_form import claimed_forms, rejection_form
from graph.model.scopes import COMMON_SCOPE
from graph.validation import is_entity_id, text_form


def context_key(context: str | None) -> str | None:
    """Return the canonical form of a context, by which contexts are compared; None for none."""
    return None if context is None else text_form(context)


def slot_parent(
    tenant: str, entity: str, attribute: str, context: str | None, scope: str = COMMON_SCOPE
) -> str:
    """Return the key of (tenant, scope, entity, attribute, context in canonical form)."""
    return digest("slot", tenant, scope, entity, attribute, context_key(context))


def value_slot(parent: str, canonical: str) -> str:
    """Return the key of one value's slot under a many-valued attribute."""
    return digest("value", parent, canonical)


def rejection_key(parent: str, canonical: str) -> str:
    """Return the key of a value's rejection in a slot; values that look the same share it."""
    return digest("rejection", parent, rejection_form(canonical))


def rejections_key(parent: str, canonical: str) -> str:
    """Return the key by which a value's rejection is found when something is claimed in its slot.

    Of a literal it is that of the rejection. All entities have one: which of them look like another
    rests on their names, which are compared when some stand rejected.
    """
    if is_entity_id(canonical):
        return digest("rejections", parent)
    return rejection_key(parent, canonical)


def claimed_keys(parent: str, canonical: str) -> list[str]:
    """Return the keys of the rejections that a claimed literal may meet in a slot, in order."""
    return sorted(digest("rejection", parent, form) for form in claimed_forms(canonical))
