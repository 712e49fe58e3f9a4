"""The small model that comes with Doxa, and how any model's tokens become a vector."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.embedding import onnx_model
from extraction.embedding.known_models import known_models
from extraction.embedding.onnx_model import DIMENSION, MODEL, OnnxEmbedder, mean_pool, normalise
from extraction.embedding.torch_model import TorchEmbedder
from graph.database.embeddings.vectors import cosine, flaw
from graph.errors import Fault, InvalidArgument
from tests.support.tiny_onnx_model import tiny_model

SAME = [
    ("She lives in Lisbon.", "Her home is in Lisbon."),
    ("Tom quit his job at the bank.", "Tom no longer works for the bank."),
    ("The meeting was moved to Friday.", "They rescheduled the meeting for Friday."),
    ("My sister is allergic to nuts.", "My sister can't eat nuts because of an allergy."),
    ("He bought a red bicycle yesterday.", "Yesterday he purchased a red bike."),
]


@pytest.fixture(scope="module")
def embedder():
    return OnnxEmbedder.default()


def test_the_default_says_its_name_and_size_before_it_is_loaded(embedder):
    fresh = OnnxEmbedder.default()

    assert (fresh.name, fresh.dimension) == (MODEL, DIMENSION)
    assert fresh._loaded is None


def test_what_means_the_same_is_nearer_than_everything_else(embedder):
    ones = embedder.embed([one for one, _ in SAME])
    others = embedder.embed([other for _, other in SAME])
    pairs = [cosine(a, b) for a, b in zip(ones, others, strict=True)]
    strangers = [cosine(a, b) for i, a in enumerate(ones) for j, b in enumerate(others) if i != j]

    assert min(pairs) > max(strangers)


def test_a_vector_depends_on_its_text_alone(embedder):
    texts = ["short", "a longer text about nothing much " * 9, "Ünïcödé 中文 😀", "", "x" * 9_000]
    together = embedder.embed(texts)
    alone = [embedder.embed([text])[0] for text in texts]

    for one, other in zip(together, alone, strict=True):
        assert flaw(one, DIMENSION) is None
        assert cosine(one, other) == pytest.approx(1.0, abs=1e-5)


def test_nothing_asked_gives_no_vectors(embedder):
    assert embedder.embed([]) == []


def test_what_stands_behind_the_models_reach_changes_nothing(embedder):
    long = "river " * 300

    assert embedder.embed([long]) == embedder.embed([long + "and a castle"])


def test_several_threads_may_ask_at_once(embedder):
    wanted = embedder.embed(["I live in Rome"])
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(embedder.embed(["I live in Rome"])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [wanted] * 4


def test_weights_that_are_not_the_pinned_ones_are_refused(tmp_path):
    folder = tiny_model(tmp_path / "forged")
    forged = OnnxEmbedder(
        folder / "model.onnx", folder / "vocab.txt", name=MODEL, pinned=known_models()[MODEL].sha256
    )

    with pytest.raises(Fault, match="not the pinned file"):
        forged.embed(["x"])


def test_a_folder_of_ones_own_takes_the_models_place(tmp_path):
    mine = OnnxEmbedder.of(tiny_model(tmp_path / "mine", dimension=6))
    other = OnnxEmbedder.of(tiny_model(tmp_path / "other", dimension=6, seed=2))
    again = OnnxEmbedder.of(tiny_model(tmp_path / "again" / "mine", dimension=6))

    assert mine.dimension == 6
    assert flaw(mine.embed(["I live in Rome"])[0], 6) is None
    assert mine.name == again.name
    assert mine.name.startswith("mine@")
    assert mine.name.partition("@")[2] != other.name.partition("@")[2]


def test_a_model_without_a_tokenizer_is_refused(tmp_path):
    folder = tiny_model(tmp_path / "bare")
    (folder / "vocab.txt").unlink()

    with pytest.raises(InvalidArgument) as refused:
        OnnxEmbedder.of(folder)
    assert refused.value.field == "DOXA_EMBEDDING_MODEL"


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="holds no model"):
        TorchEmbedder(tmp_path)


def test_without_the_extra_a_torch_model_says_what_to_install(tmp_path, monkeypatch):
    (tmp_path / "model.safetensors").write_bytes(b"")
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)

    with pytest.raises(InvalidArgument) as refused:
        TorchEmbedder(tmp_path)
    assert "[embeddings]" in refused.value.hint


TOKENS = st.integers(1, 5).flatmap(
    lambda texts: st.integers(1, 7).flatmap(
        lambda length: st.tuples(
            st.lists(
                st.lists(st.integers(-9, 9), min_size=length * 3, max_size=length * 3),
                min_size=texts,
                max_size=texts,
            ),
            st.lists(st.integers(1, length), min_size=texts, max_size=texts),
            st.just(length),
        )
    )
)


@given(TOKENS)
def test_a_text_is_the_mean_of_its_own_tokens(made):
    numbers, lengths, length = made
    tokens = np.array(numbers, dtype=np.float32).reshape(len(numbers), length, 3)
    mask = np.array([[int(at < one) for at in range(length)] for one in lengths], dtype=np.int64)
    expected = [rows[:one].mean(axis=0) for rows, one in zip(tokens, lengths, strict=True)]

    assert np.allclose(mean_pool(tokens, mask), expected, atol=1e-5)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=5))
def test_every_vector_but_that_of_zeros_gets_length_one(numbers):
    vectors = np.array(numbers, dtype=np.float32)
    lengths = np.linalg.norm(normalise(vectors), axis=1)

    assert all(
        length == pytest.approx(float(any(row)), abs=1e-5)
        for length, row in zip(lengths, numbers, strict=True)
    )


def test_the_batches_hold_every_text_once():
    read = onnx_model.load_tokenizer(onnx_model.VOCAB).encode_batch(
        ["word " * (n % 13) for n in range(37)]
    )
    batches = list(onnx_model._similar_length_batches(read, onnx_model.BATCH))

    assert sorted(at for batch in batches for at in batch) == list(range(37))
    assert max(map(len, batches)) <= onnx_model.BATCH
