"""The twenty tests, but for the two of deletion, which are made of its sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tools.acceptance import belief_tests, gate_tests
from tools.acceptance.client import Caller, Doxa
from tools.acceptance.contradiction import (
    Told,
    after,
    is_answerable,
    is_current,
    is_qualified,
    why_not,
)
from tools.acceptance.report import Result, must, tried

Check = Callable[[Caller], None]

_GATED: dict[str, Check] = {
    "API": partial(gate_tests.gated, told=gate_tests.by_api),
    "job": partial(gate_tests.gated, told=gate_tests.by_job),
    "command line": partial(gate_tests.gated, told=gate_tests.by_command_line),
    "import": partial(gate_tests.gated, told=gate_tests.by_import),
    "MCP": partial(gate_tests.gated, told=gate_tests.by_mcp),
}
TESTS: dict[str, dict[str, dict[str, Check]]] = {
    "scope": {
        "another tenant's best match is absent": {"recall": gate_tests.best_match_is_absent},
        "a caller cannot widen its scope by any argument": {
            "tenant": gate_tests.no_argument,
            "one subject": gate_tests.another_subject,
        },
        "background jobs keep the boundary": {"jobs": gate_tests.background_keeps_the_boundary},
    },
    "evidence": {
        "every recalled claim leads to a surviving source": {
            "evidence": gate_tests.every_claim_leads_to_a_source
        },
        "deleting a source reaches everything made from it": {
            "by kind": gate_tests.deleting_a_source_reaches_all
        },
        "rebuilding from evidence brings back high-entropy facts": {
            "rebuilt": gate_tests.rebuilt_from_evidence
        },
    },
    "gateway": {
        "every road in obeys the same gate": _GATED,
        "a model-written claim cannot carry a person's authority": {
            "model": gate_tests.a_model_has_no_authority
        },
    },
    "rejection": {
        "rejected, superseded, restated, corroborated: still not believed": {
            "rejected": belief_tests.stays_rejected
        },
        "it outlives every expiry and prune": {"jobs": belief_tests.outlives_expiry},
        "look-alikes do not slip by": {"look-alikes": belief_tests.look_alikes},
        "reading it again does not bring it back, its neighbours come": {
            "read again": belief_tests.not_read_again
        },
        "and makes no second record": {"records": belief_tests.no_second_record},
    },
    "correction": {
        "a retraction with nothing in its place works, also fed again": {
            "retraction": belief_tests.retraction_alone
        },
    },
    "recall": {
        "k and the token budget bound what reaches the prompt, and are reached": {
            "k": gate_tests.k_bounds,
            "tokens": gate_tests.tokens_bound,
        },
        "recalled text is fenced as data": {"fence": gate_tests.fenced},
        "embedded instructions are not followed": {
            "offline extractor": gate_tests.orders_are_not_followed
        },
    },
}
FIVE = ("replacement", "polarity", "retraction", "partial", "bounded")
SURVIVES = "it survives reindexing in the five shapes"


def run(doxa: Doxa) -> Iterator[Result]:
    """Try each test in a tenant of its own."""
    for about, tests in TESTS.items():
        for test, parts in tests.items():
            for part, check in parts.items():
                made = partial(_alone, doxa, check)
                yield tried(f"test: {about}", test, part, made)
        if about == "correction":
            yield from _corrections(doxa)


def _alone(doxa: Doxa, check: Check) -> None:
    check(Caller.of(doxa))


def _corrections(doxa: Doxa) -> Iterator[Result]:
    told: dict[str, Told] = {}
    done = why_not(lambda: told.update(belief_tests.survive_reindexing(doxa, FIVE)))

    def survives(shape: str) -> None:
        must(not done, f"before that: {done}")
        after("", is_current, is_qualified, is_answerable)(told[shape])

    for shape in FIVE:
        yield tried("test: correction", SURVIVES, shape, partial(survives, shape))
