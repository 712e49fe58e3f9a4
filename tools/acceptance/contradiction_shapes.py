"""The five shapes of a contradiction, each as it is said and as it is claimed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tools.acceptance.client import Caller
from tools.acceptance.operations import ASSERT, RETRACT, REVOKE

# What holds of somebody: the values of an attribute.
State = Mapping[tuple[str, str], frozenset[str]]
Claim = dict[str, Any]
# The second thing said, of the memories of the first and at a time.
Change = Callable[[Caller, Sequence[str], str], None]

# What holds all along, and must come back whatever else does not.
CONTROL_TEXT = "I can speak French."
CONTROL_CLAIM = {"entityName": "Ada", "attribute": "speaks", "value": "French"}
CONTROL = {("Ada", "speaks"): frozenset({"French"})}


@dataclass(frozen=True)
class Shape:
    """One shape in one way: what is said first and then, and what holds before and after.

    ``asked`` is what is recalled, ``stale`` the words by which the first is known; ``lasting``
    tells whether the first stays true of its own time.
    """

    name: str
    way: str
    first: Sequence[str | Claim]
    then: Change
    asked: Sequence[str]
    stale: Sequence[str]
    before: State
    after: State
    lasting: bool = True
    # Where the first began long before it was said.
    early: str = ""


def tell(caller: Caller, what: Sequence[str | Claim], at: str, **more: Any) -> list[str]:
    """Say texts in a conversation or assert claims; return the ids of the claims' memories."""
    texts = [one for one in what if isinstance(one, str)]
    if texts:
        caller.remember(*texts, occurredAt=at, **more)
    said = [{"saidAt": at, **more, **one} for one in what if not isinstance(one, str)]
    return [caller.ask(ASSERT, input=one)["assertBelief"]["memory"]["id"] for one in said]


def held(**values: Sequence[str]) -> State:
    """What holds of Ada beside the control."""
    mine = {("Ada", name): frozenset(some) for name, some in values.items()}
    return {**CONTROL, **mine}


def _ada(attribute: str, value: str, **more: Any) -> Claim:
    return {"entityName": "Ada", "attribute": attribute, "value": value, **more}


def _saying(*texts: str) -> Change:
    def then(caller: Caller, _: Sequence[str], at: str) -> None:
        tell(caller, texts, at, session="second")

    return then


def _claiming(*claims: Claim) -> Change:
    def then(caller: Caller, _: Sequence[str], at: str) -> None:
        tell(caller, claims, at)

    return then


def _revoking(caller: Caller, memories: Sequence[str], _: str) -> None:
    caller.ask(REVOKE, id=memories[0], reason="I misspoke")


def _stopping(caller: Caller, _: Sequence[str], at: str) -> None:
    stopped = {"entityName": "Ada", "attribute": "diet", "at": "2024-01-01T00:00:00Z"}
    caller.ask(RETRACT, input=stopped | {"saidAt": at})


_MOVED = (held(lives_in=["Berlin"]), held(lives_in=["Lisbon"]))
_TASTE = (held(likes=["coriander"], dislikes=[]), held(likes=[], dislikes=["coriander"]))
_WORK = (
    held(works_at=["Acme"], job_title=["engineer"]),
    held(works_at=["Acme"], job_title=["manager"]),
)
_DIET = (held(diet=["vegetarian"]), held(diet=[]))
_DOCTOR = frozenset({"doctor"})


def _sister(name: str) -> tuple[State, State]:
    job = (name, "job_title")
    return {**held(sibling=[name]), job: _DOCTOR}, {**held(sibling=[]), job: frozenset()}


_QUESTIONS = {
    "replacement": (["Where does Ada live?"], ["Berlin"]),
    "polarity": (["Does Ada like coriander?"], ["likes coriander", "loves coriander"]),
    "retraction": (
        ["Is Ada's sister a doctor?", "Who is Ada's sister?", "What does Eve do?"],
        ["doctor", "Eve", "Ada's sister is"],
    ),
    "partial": (["What is Ada's job title?", "Where does Ada work?"], ["engineer"]),
    "bounded": (["Is Ada a vegetarian?", "What is Ada's diet?"], ["vegetarian"]),
}


def _shape(
    name: str, way: str, first: Sequence[str | Claim], then: Change, states: tuple[State, State]
) -> Shape:
    asked, stale = _QUESTIONS[name]
    before, after = states
    early = "2020-06-01T00:00:00Z" if name == "bounded" else ""
    return Shape(name, way, first, then, asked, stale, before, after, name != "retraction", early)


SHAPES = [
    _shape("replacement", "said", ["I live in Berlin."], _saying("I moved to Lisbon."), _MOVED),
    _shape(
        "replacement",
        "claimed",
        [_ada("lives_in", "Berlin")],
        _claiming(_ada("lives_in", "Lisbon")),
        _MOVED,
    ),
    _shape(
        "polarity",
        "said",
        ["I really love coriander."],
        _saying("I can't stand coriander now."),
        _TASTE,
    ),
    _shape(
        "polarity",
        "claimed",
        [_ada("likes", "coriander")],
        _claiming(_ada("dislikes", "coriander")),
        _TASTE,
    ),
    _shape(
        "retraction",
        "said",
        ["My sister is a doctor."],
        _saying("I misspoke, I have no sister."),
        _sister("Ada's sister"),
    ),
    _shape(
        "retraction",
        "claimed",
        [
            {
                "entityName": "Ada",
                "attribute": "sister",
                "targetName": "Eve",
                "targetKind": "person",
            },
            {"entityName": "Eve", "attribute": "job_title", "value": "doctor"},
        ],
        _revoking,
        _sister("Eve"),
    ),
    _shape(
        "partial",
        "said",
        ["I am an engineer at Acme."],
        _saying("I was promoted to manager."),
        _WORK,
    ),
    _shape(
        "partial",
        "claimed",
        [_ada("works_at", "Acme"), _ada("job_title", "engineer")],
        _claiming(_ada("job_title", "manager")),
        _WORK,
    ),
    _shape(
        "bounded",
        "said",
        ["I have been a vegetarian for ten years."],
        _saying("I stopped being a vegetarian in 2024."),
        _DIET,
    ),
    _shape(
        "bounded",
        "claimed",
        [_ada("diet", "vegetarian", validFrom="2014-01-01T00:00:00Z")],
        _stopping,
        _DIET,
    ),
]
