"""``doxa consolidate``: a diff first, then the change."""

from __future__ import annotations

import re

import pytest

HABITS = [
    {"entity": "Ana", "attribute": "habit", "value": value, "topic": "work", "text": text}
    for value, text in (
        ("deploys on Fridays", "Ana deploys on Fridays."),
        ("deploys on Fridays at 5 pm", "Ana deploys on Fridays at 5 pm."),
        ("deploys on Fridays at 6 pm", "Ana deploys on Fridays at 6 pm."),
    )
]


@pytest.fixture
def loaded(alone):
    # Empty names the default model.
    alone.extra["DOXA_EMBEDDING_MODEL"] = ""

    def told(*rows):
        alone.json("load", alone.file("habits.jsonl", list(rows)))
        return alone

    return told


@pytest.mark.long
@pytest.mark.long
def test_what_would_be_done_is_shown_as_a_diff_and_then_done(loaded):
    doxa = loaded(*HABITS[:2])
    shown = doxa("consolidate", "work")
    done = doxa.json("consolidate", "work", "--apply")["consolidation"]

    assert "- Ana deploys on Fridays.\n" in shown.out
    assert "+ Ana deploys on Fridays at 5 pm.\n" in shown.out
    assert "2 memories would become 1" in shown.out
    assert len(doxa.json("beliefs", "Ana")["beliefs"]) == 1
    (group,) = done["groups"]
    assert (group["canonical"], group["lost"]) == ("Ana deploys on Fridays at 5 pm.", [])
    assert len(group["originals"]) == 2
    found = doxa.json("recall", "When does Ana deploy?")["items"]
    assert [one["memory"] for one in found] == [group["memory"]["id"]]
    assert "vector" in found[0]["via"]
    assert doxa("check", "--json").code == 0


@pytest.mark.long
def test_what_would_be_lost_is_told_and_nothing_is_changed(loaded):
    doxa = loaded(*HABITS[1:])
    done = doxa("consolidate", "work", "--apply")

    # Which of the two would have stood for both is open.
    assert re.search(r"stays: no text of them has it all \([56]\)", done.out)
    assert "0 memories became 0; 1 groups stay as they are" in done.out
    assert len(doxa.json("beliefs", "Ana")["beliefs"]) == 2
