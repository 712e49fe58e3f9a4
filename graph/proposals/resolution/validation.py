"""What an answer to a contradiction must say, and what it may not: checked before anything is done.

Every resolution has its own words. One that is given words of another is refused by the field that
makes no sense there, so that a person never settles something else than he thinks.
"""

from __future__ import annotations

from dataclasses import replace

from graph.clock import END_OF_TIME
from graph.database.rows import Row
from graph.errors import Conflict, InvalidArgument
from graph.model.commands import Answer, InContext, optional_name, optional_value
from graph.model.records import Attribute
from graph.model.slot_keys import context_key
from graph.validation import ident, text
from graph.vocabulary import Cardinality, ContradictionStatus, Resolution

CONTEXTS_MAX = 50


def check_answer(answer: Answer) -> Answer:
    """Return the same answer with its text cleaned.

    Raises:
        Incorrect: something is missing, or makes no sense with this resolution.
    """
    ident(answer.contradiction, field="id")
    contexts = tuple(_in_context(one, f"contexts.{n}") for n, one in enumerate(answer.contexts))
    value = optional_value(answer.value)
    target = None if answer.target is None else answer.target.checked("target")
    if answer.resolution is Resolution.OTHER:
        _one_of(value, target, "value")
    elif value is not None or target is not None:
        raise InvalidArgument(
            f"{answer.resolution.value} takes no other value",
            field="value" if value is not None else "target",
            hint="give one with OTHER, or leave it out",
        )
    if answer.resolution is Resolution.BY_CONTEXT:
        _some_contexts(contexts)
    elif contexts:
        raise InvalidArgument(
            f"{answer.resolution.value} takes no contexts",
            field="contexts",
            hint="give them with BY_CONTEXT, or leave them out",
        )
    return replace(
        answer,
        contexts=contexts,
        value=value,
        target=target,
        reason=None if answer.reason is None else text(answer.reason, 2_000, field="reason"),
    )


def require_open(contradiction: Row) -> None:
    """Go on only if the contradiction waits for an answer.

    Raises:
        Conflict: it settled itself, or has been answered.
    """
    if contradiction["status"] == ContradictionStatus.AUTO_RESOLVED.value:
        raise Conflict(
            "the contradiction settled itself: nothing waits for an answer",
            field="id",
            hint="correct or revoke the memory that is wrong",
        )
    if contradiction["status"] == ContradictionStatus.RESOLVED.value:
        by = contradiction.get("actor") or "somebody"
        raise Conflict(
            f"the contradiction has been settled already, by {by}",
            field="id",
            hint="correct or revoke what that made believed",
        )


def require_pending_challenger(challenger: Row) -> None:
    """Go on only if the challenger still waits.

    Raises:
        Conflict: it has been taken back, or counts already.
    """
    if challenger["retired_at"] != END_OF_TIME or challenger["admitted_at"] != END_OF_TIME:
        raise Conflict(
            "the challenger does not wait any more: it was taken back, or counts already",
            field="id",
            hint="nothing is left to decide",
        )


def check_fits_attribute(answer: Answer, attribute: Attribute, *, negative: bool) -> None:
    """Refuse a resolution that this attribute, or this challenger, cannot have.

    Raises:
        InvalidArgument: there is no value to put in a context, or values share their slot anyway.
    """
    if answer.resolution is not Resolution.BY_CONTEXT:
        return
    if attribute.cardinality is Cardinality.MANY:
        raise InvalidArgument(
            f"{attribute.name} holds many values at a time: they need no contexts",
            field="resolution",
            hint="REPLACE admits the challenger beside them",
        )
    if negative:
        raise InvalidArgument(
            "the challenger says that a value does not hold: there is nothing to put in a context",
            field="resolution",
            hint="KEEP or REPLACE",
        )


def _in_context(given: InContext, at: str) -> InContext:
    return InContext(
        context=optional_name(given.context, 200, field=f"{at}.context"),
        value=optional_value(given.value, field=f"{at}.value"),
        target=None if given.target is None else given.target.checked(f"{at}.target"),
    )


def _some_contexts(contexts: tuple[InContext, ...]) -> None:
    if not contexts or len(contexts) > CONTEXTS_MAX:
        raise InvalidArgument(
            f"BY_CONTEXT takes 1 to {CONTEXTS_MAX} contexts, each with its value",
            field="contexts",
            hint="say which value holds in which context; a null context is everywhere else",
        )
    seen: set[str | None] = set()
    for number, one in enumerate(contexts):
        _one_of(one.value, one.target, f"contexts.{number}.value")
        key = context_key(one.context)
        if key in seen:
            raise InvalidArgument(
                "the context is named twice",
                field=f"contexts.{number}.context",
                hint="a context holds one value",
            )
        seen.add(key)


def _one_of(value: object, target: object, at: str) -> None:
    if (value is None) == (target is None):
        what = "neither a value nor a target" if value is None else "both a value and a target"
        raise InvalidArgument(what, field=at, hint="give one of them")
