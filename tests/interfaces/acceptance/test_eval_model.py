"""The evaluation of the model path, over real HTTP, and how a figure is printed."""

import pytest

from tests.support.fake_messages_api import Reply, answer, candidate, serving
from tools.eval import eval as evaluation
from tools.eval import model
from tools.results import figure


@pytest.fixture
def nothing_named(monkeypatch):
    for name in ("DOXA_ANTHROPIC_KEY", "ANTHROPIC_API_KEY", "DOXA_ANTHROPIC_URL"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_model_it_is_skipped_with_a_word(nothing_named, capsys):
    assert list(model.figures()) == []
    assert "skipped" in capsys.readouterr().out


@pytest.mark.long
def test_the_labelled_utterances_are_asked_once_each_and_counted(nothing_named, monkeypatch):
    moved = candidate(
        predicate="lives_in",
        object={"entity": "Tromsø", "kind": "place"},
        span="I moved to Tromsø in August 2021",
        text="Nora lives in Tromsø.",
    )
    poor = candidate(span="never looked back", quality_decision="discard")
    with serving() as api:
        api.by_words = True
        api.batched = {"Tromsø": answer(moved, poor)}
        api.otherwise = Reply(cache_read=100)
        monkeypatch.setenv("DOXA_ANTHROPIC_URL", api.url)
        found = {one["name"].rpartition(", ")[2]: one for one in model.figures()}
        asked = len(api.requests)

    assert asked == len(model.labelled()) >= 200
    assert (found["precision"]["value"], found["claims right"]["value"]) == (1.0, 1.0)
    assert 0 < found["recall"]["value"] < 0.05
    assert found["recall"]["holds"] is False
    assert found["unread"]["value"] == 0.0
    assert found["share of tokens from the cache"]["value"] > 0.4


def test_a_figure_is_printed_with_its_target_and_what_others_reach():
    met = evaluation.line(figure("recall", 0.91, "", 0.9, "spaCy 0.7"))
    missed = evaluation.line(figure("time", 3, "s", 2, None, least=False))

    assert met.split() == ["recall", "0.91", "target", "0.9", "holds", "baseline", "spaCy", "0.7"]
    assert missed.split() == ["time", "3", "s", "target", "2", "MISSED", "baseline", "none"]
