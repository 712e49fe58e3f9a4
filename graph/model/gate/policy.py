"""A tenant's policy: what its gate lets through, as data that a person can read and change.

A policy is a JSON object. What it leaves out is as in the built-in policy, which a tenant has until
it applies one of its own; what it misspells is an error. Categories are those of attributes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from difflib import unified_diff
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from graph.errors import Incorrect, InvalidArgument, TooLarge
from graph.validation import name_text, text, text_form
from graph.vocabulary import Role, SourceKind, Transient, Unconsented

# Characters of a policy, and names in each of its lists.
POLICY_MAX = 50_000
NAMES_MAX = 500
CATEGORY_MAX = 60
BASIS_MAX = 200


def _in_order(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a list without what it repeats, in order, so that equal policies are equal."""
    return tuple(sorted(set(given)))


def _roles(given: object) -> object:
    """Return what a policy says of all roles as the roles."""
    if isinstance(given, bool):
        return tuple(Role) if given else ()
    return given


def category_key(given: str, *, field: str) -> str:
    """Return a category in the canonical form in which categories are compared.

    Raises:
        Incorrect: it is no good text, or more than 60 characters long.
    """
    return text_form(text(given, CATEGORY_MAX, field=field))


def basis_text(given: str, *, field: str) -> str:
    """Return a lawful basis with single blanks.

    Raises:
        Incorrect: it is no good text, or more than 200 characters long.
    """
    return name_text(given, BASIS_MAX, field=field)


def _by(check: Callable[..., str]) -> AfterValidator:
    """Have pydantic check a text as the border does; the field's path is pydantic's."""

    def checked(given: str) -> str:
        try:
            return check(given, field="")
        except Incorrect as error:
            raise ValueError(error.message) from error

    return AfterValidator(checked)


Category = Annotated[str, _by(category_key)]
Categories = Annotated[tuple[Category, ...], Field(max_length=NAMES_MAX), AfterValidator(_in_order)]
Sources = Annotated[tuple[SourceKind, ...], AfterValidator(_in_order)]
Strict = Annotated[tuple[Role, ...], BeforeValidator(_roles), AfterValidator(_in_order)]
Basis = Annotated[str, _by(basis_text)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=False, validate_by_name=True, validate_by_alias=True
    )


class Quarantine(_Part):
    """Which sources do not speak for the user: what they say waits for a person.

    A structured claim of a document was put in by somebody who read it; what an extractor reads
    out of one was not.
    """

    claims: Sources = (SourceKind.ASSISTANT, SourceKind.TOOL, SourceKind.WEB)
    extracted: Sources = (
        SourceKind.ASSISTANT,
        SourceKind.DOCUMENT,
        SourceKind.TOOL,
        SourceKind.WEB,
    )


class Policy(_Part):
    """What the gate of one tenant lets through.

    ``confidence`` is what a claim of a category needs beside the floor that holds for all; one with
    less waits for a person. ``out_of_purpose`` are categories that are not kept, ``review`` those
    in which everything waits for a person, ``ask_on_change`` those in which only what contradicts
    a belief does. What says itself that it holds for now expires, or is dropped (``transient``).
    ``basis`` is the lawful basis on which ordinary categories are kept where a subject has said
    nothing. A claim of a ``special`` category needs its subject's consent; without one it waits
    for a person, or is refused (``without_consent``). Callers of the roles in ``strict_attributes``
    may not bring in an attribute whose name is a slip for a known one's; ``true`` are all roles.
    A model words its claims in ``language``; in English if there is none.
    """

    confidence: Annotated[dict[Category, Share], Field(max_length=NAMES_MAX)] = {}
    quarantine: Quarantine = Quarantine()
    out_of_purpose: Categories = ()
    transient: Transient = Transient.EXPIRE
    review: Categories = ()
    ask_on_change: Categories = ("billing", "contact", "permissions")
    basis: Basis = "contract"
    special: Categories = (
        "biometrics",
        "ethnicity",
        "health",
        "politics",
        "religion",
        "sexuality",
        "union",
    )
    without_consent: Unconsented = Unconsented.REVIEW
    strict_attributes: Annotated[
        Strict, Field(validation_alias=AliasChoices("strict_attributes", "strictAttributes"))
    ] = (Role.MODEL,)
    language: Annotated[str, Field(pattern=r"^[^\W\d_][\w -]{1,39}$")] | None = None

    def asks(self, category: str | None) -> bool:
        """Whether what contradicts a belief of this category waits for an answer."""
        return category is not None and text_form(category) in self.ask_on_change

    def as_json(self) -> dict[str, Any]:
        """Return all of it as a JSON object."""
        return self.model_dump(mode="json")

    def as_text(self) -> str:
        """Return it as lines of JSON, in one order."""
        return json.dumps(self.as_json(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


BUILT_IN = Policy()


def read_policy(given: object) -> Policy:
    """Read a policy from what a JSON document has.

    Raises:
        TooLarge: it has more than 50,000 characters.
        InvalidArgument: it is no object, or some part of it is bad; the field says which.
    """
    if not isinstance(given, Mapping):
        raise InvalidArgument("a policy is a JSON object", field="policy", hint="see `policy`")
    if len(json.dumps(given, ensure_ascii=False, default=str)) > POLICY_MAX:
        raise TooLarge(f"more than {POLICY_MAX:,} characters", field="policy", hint="shorten it")
    try:
        return Policy.model_validate(dict(given))  # pyright: ignore[reportUnknownArgumentType]
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(str(part) for part in ("policy", *first["loc"]))
        raise InvalidArgument(
            first["msg"][0].lower() + first["msg"][1:],
            field=path[:200],
            hint="`policy` gives one with every part",
        ) from None


def difference(before: Policy, after: Policy) -> str:
    """Return what changes from one policy to another, as a diff of lines; empty if nothing."""
    return "".join(
        unified_diff(
            before.as_text().splitlines(keepends=True),
            after.as_text().splitlines(keepends=True),
            "before",
            "after",
        )
    )
