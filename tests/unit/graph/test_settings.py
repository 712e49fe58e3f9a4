"""Settings come from the environment, and a bad one is named."""

import os
from pathlib import Path

import pytest

from api import wiring
from graph import settings
from graph.errors import InvalidArgument
from graph.limits import Limits, VectorScale
from graph.settings import Settings
from tools.settings_page import DOCUMENTS


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    for name in [name for name in os.environ if name.startswith(("DOXA_", "ANTHROPIC_"))]:
        monkeypatch.delenv(name)


def test_with_nothing_set_the_defaults_are_those_of_the_documents():
    assert wiring.limits(settings.load()) == Limits()


def test_a_variable_sets_its_setting(monkeypatch):
    monkeypatch.setenv("DOXA_DATA", "/somewhere")
    monkeypatch.setenv("DOXA_CONFIDENCE_FLOOR", "0.6")
    monkeypatch.setenv("DOXA_LOOP_BOUNDARIES", "5")

    loaded = settings.load()

    assert loaded.data == Path("/somewhere")
    assert wiring.limits(loaded) == Limits(floor=0.6, loop_count=5)


def test_what_a_cosine_says_belongs_to_the_model_unless_it_is_set(monkeypatch):
    scale = VectorScale(same=0.95, related=0.82, consolidated=0.93)
    monkeypatch.setattr(wiring, "scale_of", {"/bge": scale}.__getitem__)
    monkeypatch.setenv("DOXA_EMBEDDING_MODEL", "/bge")
    monkeypatch.setenv("DOXA_SIMILAR_RELATED", "0")

    found = wiring.limits(settings.load())

    assert found.vectors == scale
    assert (found.similarity.same, found.similarity.related) == (0.95, 0)
    assert found.consolidation.threshold == 0.93


def test_an_empty_variable_sets_nothing(monkeypatch):
    monkeypatch.setenv("DOXA_DATA", "")
    monkeypatch.setenv("DOXA_CONFIDENCE_FLOOR", "")

    assert settings.load() == Settings()


@pytest.mark.parametrize("variable", ["DOXA_ANTHROPIC_KEY", "ANTHROPIC_API_KEY"])
def test_the_key_is_found_under_both_its_names(monkeypatch, variable):
    monkeypatch.setenv(variable, "a-key")

    assert settings.load().anthropic_key.get_secret_value() == "a-key"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DOXA_CONFIDENCE_FLOOR", "1.5"),
        ("DOXA_CONFIDENCE_FLOOR", "nan"),
        ("DOXA_LOOP_BOUNDARIES", "often"),
        ("DOXA_NEO4J_PORT", "http"),
    ],
)
def test_an_impossible_value_is_refused_by_its_name(monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)

    with pytest.raises(InvalidArgument) as refused:
        settings.load()
    assert refused.value.field == variable
    assert refused.value.hint


@pytest.mark.parametrize("name", ["neo4j_password", "token_key", "anthropic_key"])
def test_a_secret_is_not_shown(name):
    secret = Settings.model_validate({name: "do-not-show"})

    assert getattr(secret, name).get_secret_value() == "do-not-show"
    assert "do-not-show" not in repr(secret)


def test_every_setting_says_what_it_does_and_has_an_area():
    for field in Settings.model_fields.values():
        assert field.description.endswith(".")
        assert field.json_schema_extra["source"] in DOCUMENTS
