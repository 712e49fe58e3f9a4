"""What a subject's consents say of a category: granted, withdrawn, or nothing. Pure.

The consents that stand for an identity are short texts on its entity: category, sign and basis,
apart by tabs. The category is empty where one speaks of all of them. A grant of all categories
covers no special one: such a one has to be named. A withdrawal of all covers every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

# Stands in the place of a category for a consent that speaks of all of them.
EVERY = ""

_GRANTED, _WITHDRAWN = "+", "-"
_MARK = "\t"


@dataclass(frozen=True, slots=True)
class Permission:
    """What a consent says: whether the category may be kept, and on what lawful basis."""

    granted: bool
    basis: str


Standing: TypeAlias = Mapping[str, Permission]


def standing_text(category: str, permission: Permission) -> str:
    """Return how a consent stands on its subject's entity."""
    sign = _GRANTED if permission.granted else _WITHDRAWN
    return _MARK.join((category, sign, permission.basis))


def read_standing(texts: Iterable[str] | None) -> Standing:
    """Read the consents of an identity by category; of two that differ the withdrawal counts.

    An identity of several entities has what was said of each.
    """
    found: dict[str, Permission] = {}
    for text in texts or ():
        category, sign, basis = text.split(_MARK, 2)
        if category not in found or sign == _WITHDRAWN:
            found[category] = Permission(sign == _GRANTED, basis)
    return found


def permission(standing: Standing, category: str | None, *, special: bool) -> Permission | None:
    """Return what was said of a category; None if nothing was.

    ``category`` is in canonical form, or None for what has none.
    """
    own = None if category is None else standing.get(category)
    if own is not None:
        return own
    every = standing.get(EVERY)
    return None if every is None or (special and every.granted) else every
