"""The comparison of the books sees whatever is missing from them, there twice or too much."""

from __future__ import annotations

import pytest

from graph.ids import id_from
from graph.kernel.slots.receipts import receipt_key
from graph.write.intake.candidates import candidates_key, decision_key
from tests.faults.receipts import Books

READER = "a model"


def books():
    """One job, done: of its message one candidate is believed and one refused."""
    stored, refused = (decision_key("e", READER, number) for number in range(2))
    shared = {"job": "j", "episode": "e", "extractor": READER}
    job = {"id": "j", "status": "SUCCEEDED", "error": None, "extractor": READER, "episodes": ["e"]}
    return Books(
        jobs=[job | dict.fromkeys(("worker", "front", "line"))],
        candidates=[{"key": candidates_key("e", READER), "count": 2} | shared],
        decisions=[
            {"key": stored, "number": 0, "outcome": "STORED", "memory": "m"} | shared,
            {"key": refused, "number": 1, "outcome": "REJECTED", "memory": None} | shared,
        ],
        receipts=[
            {"key": stored, "memory": "m"},
            {"key": receipt_key("t", "asked"), "memory": "n"},
        ],
        audits=[{"id": id_from("a", refused)}],
        tally={"done": 1, "failed": 0, "answers": 1},
    )


def wrong(found):
    return [
        *found.unfinished(),
        *found.undecided(),
        *found.misplaced(),
        *found.miscounted(),
        *found.unreceipted("t", ["asked"]),
    ]


def test_complete_books_are_not_complained_of():
    assert wrong(books()) == []


@pytest.mark.parametrize("part", ["candidates", "decisions", "receipts", "audits"])
@pytest.mark.parametrize("change", ["missing", "twice", "unknown"])
def test_what_is_not_there_once_is_noticed(part, change):
    found = books()
    rows = getattr(found, part)
    name = "id" if part == "audits" else "key"
    if change == "missing":
        rows.pop()
    else:
        rows.append(rows[-1] if change == "twice" else rows[-1] | {name: "unknown"})

    assert wrong(found)


@pytest.mark.parametrize(
    "change",
    [{"status": status} for status in ("QUEUED", "RUNNING", "FAILED", "CANCELLED")]
    + [{"worker": "w"}, {"front": "t"}, {"line": "s"}],
)
def test_a_job_that_is_not_done_or_still_stands_in_a_queue_is_noticed(change):
    found = books()
    found.jobs[0] |= change

    assert found.unfinished()


@pytest.mark.parametrize("change", [{"job": "other"}, {"outcome": "REJECTED"}])
def test_a_decision_that_is_not_the_jobs_or_the_answers_is_noticed(change):
    found = books()
    found.decisions[0] |= change

    assert found.misplaced()


@pytest.mark.parametrize("change", [{"done": 2}, {"failed": 1}, {"answers": 0}])
def test_counts_that_do_not_add_up_are_noticed(change):
    found = books()
    found.tally |= change

    assert found.miscounted()


def test_a_receipt_of_another_memory_is_noticed():
    found = books()
    found.receipts[0] |= {"memory": "another"}

    assert found.unreceipted("t", ["asked"])
