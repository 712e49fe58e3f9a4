"""Scopes: what the whole tenant sees, and what one subject keeps to itself.

A scope is a part of a tenant in which claims are made: the common one, or that of one subject. What
belongs to the common scope says nothing of it in the store; at every interface it is named by its
``visibility``: ``tenant``, or ``user:SUBJECT``.
"""

from __future__ import annotations

from graph.errors import Forbidden, InvalidArgument
from graph.validation import name
from graph.vocabulary import Role

COMMON_SCOPE = ""
COMMON_VISIBILITY = "tenant"
SUBJECT_MAX = 200

_SUBJECT = "user:"
# Those who answer for the tenant: what they may not see they could not decide on, or hand over.
_SEES_ALL = frozenset({Role.OWNER, Role.REVIEWER})


def subject_scope(subject: str) -> str:
    """Return the scope of one subject, the ``sub`` of its tokens."""
    return f"{_SUBJECT}{subject}"


def scopes_seen(subject: str, role: Role) -> tuple[str, ...] | None:
    """Return the scopes that a subject sees, its own one first; None for all of the tenant."""
    return None if role in _SEES_ALL else (subject_scope(subject), COMMON_SCOPE)


def scopes_within(scope: str) -> tuple[str, ...]:
    """Return the scopes that what is said in a scope may draw on: its own, and the common one."""
    return (scope,) if scope == COMMON_SCOPE else (scope, COMMON_SCOPE)


def own_parts(scope: str) -> tuple[str, ...]:
    """Return what a key has that tells a scope's things from the common ones: for these nothing."""
    return () if scope == COMMON_SCOPE else (scope,)


def name_in_scope(scope: str, key: str) -> str:
    """Return the key under which a name leads to the entities of a scope.

    No name's own key has a tab in it.
    """
    return key if scope == COMMON_SCOPE else f"{scope}\t{key}"


def visibility_of(scope: str) -> str:
    """Return the name of a scope at an interface."""
    return scope or COMMON_VISIBILITY


def read_visibility(visibility: str, *, field: str) -> str:
    """Return the scope that a visibility names.

    Raises:
        InvalidArgument: it is neither ``tenant`` nor ``user:`` with a subject.
    """
    if visibility == COMMON_VISIBILITY:
        return COMMON_SCOPE
    subject = visibility.removeprefix(_SUBJECT)
    if subject == visibility:
        raise InvalidArgument(
            f"{visibility[:40]!r} is no visibility", field=field, hint="tenant, or user:SUBJECT"
        )
    return subject_scope(name(subject, SUBJECT_MAX, field=field))


def require_scope(scope: str, subject: str, role: Role, *, field: str) -> None:
    """Go on only if the subject may speak in a scope: the common one, or its own.

    Who sees all scopes may speak in all.

    Raises:
        Forbidden: it is another subject's.
    """
    seen = scopes_seen(subject, role)
    if seen is not None and scope not in seen:
        raise Forbidden(
            "another subject's scope is not yours to speak in",
            field=field,
            hint=f"tenant, or {subject_scope(subject)}",
        )
