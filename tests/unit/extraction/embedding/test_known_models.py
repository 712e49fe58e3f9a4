"""Which embedding models are known, by what, and what is known of them."""

from __future__ import annotations

import json
from dataclasses import astuple

import pytest

from extraction.embedding import known_models as known
from extraction.embedding.known_models import Pooling, find_known, pooling_of, scale_of
from extraction.embedding.onnx_model import DIMENSION, MODEL, OnnxEmbedder
from graph.database.embeddings.vectors import cosine
from graph.limits import DEFAULT_SCALE, VectorScale
from tests.support.tiny_onnx_model import tiny_model

SCALE = VectorScale(zero=0.3, one=0.95, same=0.93)
TEXTS = ["I live in Rome", "what a day", "a", "zebras and 3 more"]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """The folder of a model, and what makes it a known one under what is given."""
    folder = tiny_model(tmp_path / "mine", dimension=6)

    def learn(**more):
        sha256 = known.digest(folder / "model.onnx")
        model = known.KnownModel("Mine", "a model", "MIT", sha256, 6, scale=SCALE, **more)
        monkeypatch.setattr(known, "known_models", lambda: {"Mine": model})

    return folder, learn


def test_the_default_model_is_known_with_the_default_scale():
    default, *others = known.known_models().values()

    assert (default.name, default.dimension, default.scale) == (MODEL, DIMENSION, DEFAULT_SCALE)
    assert scale_of("") == DEFAULT_SCALE
    assert scale_of("none") == DEFAULT_SCALE
    for one in others:
        assert one.scale != DEFAULT_SCALE
        assert -1 <= one.scale.zero < one.scale.one <= 1
        assert one.scale.word_begins < one.scale.word_full
        assert all(0 < share <= 1 for share in astuple(one.scale))


def test_a_model_is_known_by_its_weights_wherever_it_is(mine):
    folder, learn = mine
    learn()
    elsewhere = folder.with_name("elsewhere")
    folder.rename(elsewhere)

    assert OnnxEmbedder.of(elsewhere).name == "Mine"
    assert scale_of(str(elsewhere)) == SCALE


def test_of_a_model_that_nobody_knows_cosines_say_what_the_defaults_do(mine, tmp_path):
    folder, _ = mine

    assert find_known(folder / "model.onnx") is None
    assert scale_of(str(folder)) == DEFAULT_SCALE
    assert scale_of(str(tmp_path / "nowhere")) == DEFAULT_SCALE


def test_a_known_model_pools_as_it_was_trained(mine):
    folder, learn = mine
    mean = OnnxEmbedder.of(folder).embed(TEXTS)
    learn(pooling=Pooling.FIRST, alone=True)
    first = OnnxEmbedder.of(folder).embed(TEXTS)

    # The first token stands for the whole text and is the same of each: here it knows no other.
    assert all(cosine(first[0], one) == pytest.approx(1) for one in first)
    assert any(cosine(mean[0], one) < 0.99 for one in mean)


@pytest.mark.parametrize(
    ("told", "pooling"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, Pooling.FIRST),
        ({"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}, Pooling.MEAN),
        ({"pooling_mode_cls_token": "yes"}, Pooling.MEAN),
        ([1], Pooling.MEAN),
        (None, Pooling.MEAN),
    ],
)
def test_the_folder_of_another_model_says_how_it_pools(tmp_path, told, pooling):
    folder = tiny_model(tmp_path / "mine")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text("{" if told is None else json.dumps(told))

    assert pooling_of(folder) is pooling
    # Vectors that are made otherwise have another name.
    assert OnnxEmbedder.of(folder).name.endswith("+first") is (pooling is Pooling.FIRST)
