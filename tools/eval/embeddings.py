"""How fast the default embedding model is, what it takes, and whether it knows likeness.

The sentences are this file's own: pairs that say the same in other words, and for each a third that
shares its words and says something else. No data is needed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from extraction.embedding.onnx_model import OnnxEmbedder
from graph.database.embeddings.vectors import cosine
from tools.results import figure

# One sentence, the same in other words, and another matter in like words.
TRIPLES = [
    ("She lives in Lisbon.", "Her home is in Lisbon.", "She flew over Lisbon once."),
    ("Tom quit the bank.", "Tom no longer works for the bank.", "Tom sat on the river bank."),
    ("The call was moved to Friday.", "They rescheduled the call for Friday.", "Call me Al."),
    ("My sister can't eat nuts.", "My sister has a nut allergy.", "My sister drives us nuts."),
    ("He bought a red bicycle.", "He purchased a red bike.", "He sold red peppers."),
    ("Their daughter was born in May.", "They had a baby girl in May.", "May's daughter called."),
    ("I prefer tea to coffee.", "Given the choice I drink tea, not coffee.", "The tea is cold."),
    ("Ana married Paul last year.", "Paul and Ana wed last year.", "Ana sued Paul last year."),
    ("We adopted a puppy.", "We took in a young dog.", "We adopted a new tax law."),
    ("The rent went up by a tenth.", "Our rent rose ten percent.", "I rent a car every tenth day."),
    ("He speaks fluent Japanese.", "His Japanese is excellent.", "He eats Japanese food."),
    (
        "She is training for a marathon.",
        "She prepares to run a marathon.",
        "The film marathon ran.",
    ),
    ("My laptop's screen is broken.", "The display of my laptop cracked.", "I broke my leg."),
    ("Dad had surgery on his knee.", "My father's knee was operated on.", "Dad kneels to pray."),
    ("They moved from Oslo to Bergen.", "They left Oslo to live in Bergen.", "Oslo hosts Bergen."),
    ("I never fly before nine.", "Don't book me flights earlier than 9 a.m.", "Nine flies died."),
]
BATCH = 64
ROUNDS = 4
_MEMORY = """
import psutil
from extraction.embedding.onnx_model import OnnxEmbedder
def held():
    return psutil.Process().memory_info().rss / 2**20
embedder = OnnxEmbedder.default()
before = held()
embedder.embed(["one"])
loaded = held()
for _ in range(5):
    embedder.embed(["a text as long as the model reads " * 60] * 64)
print(before, loaded, held())
"""


def main() -> None:
    """Print the figures."""
    for one in figures():
        print(f"{one['name']:58} {one['value']:>8} {one['unit']}")


def figures() -> Iterator[dict[str, Any]]:
    """Speed on one thread, what it takes to load and hold, and likeness in order."""
    started = time.perf_counter()
    embedder = OnnxEmbedder.default()
    embedder.embed(["one"])
    yield figure("embeddings, load", time.perf_counter() - started, "s", None, None)
    texts = [text for triple in TRIPLES for text in triple] * ROUNDS
    started = time.perf_counter()
    for text in texts:
        embedder.embed([text])
    single = len(texts) / (time.perf_counter() - started)
    # What the trials of the libraries saw of this model on the same kind of machine.
    yield figure("embeddings, one at a time", single, "sentences/s", None, "114 in the first trial")
    started = time.perf_counter()
    for at in range(0, len(texts), BATCH):
        embedder.embed(texts[at : at + BATCH])
    batch = len(texts) / (time.perf_counter() - started)
    yield figure(
        f"embeddings, {BATCH} at a time", batch, "sentences/s", None, "154 in the first trial"
    )
    yield from _memory()
    yield from _likeness(embedder)


def _memory() -> Iterator[dict[str, Any]]:
    """Memory of a process of its own: what the model adds, and what the longest texts do."""
    done = subprocess.run([sys.executable, "-c", _MEMORY], capture_output=True, check=True)
    before, loaded, after = map(float, done.stdout.split())
    yield figure("embeddings, memory of the model", loaded - before, "MB", None, None)
    yield figure("embeddings, more after 320 longest texts", after - loaded, "MB", None, None)


def _likeness(embedder: OnnxEmbedder) -> Iterator[dict[str, Any]]:
    """Whether what says the same is nearer than what shares the words, and than all else."""
    ones, same, unlike = (embedder.embed(list(side)) for side in zip(*TRIPLES, strict=True))
    near = [cosine(a, b) for a, b in zip(ones, same, strict=True)]
    far = [cosine(a, b) for i, a in enumerate(ones) for j, b in enumerate(same) if i != j]
    lure = [cosine(a, b) for a, b in zip(ones, unlike, strict=True)]
    nearer = [n > other for n, other in zip(near, lure, strict=True)]
    yield figure(
        "embeddings, cosine of pairs that say the same", statistics.mean(near), "", None, None
    )
    yield figure(
        "embeddings, cosine of pairs of other matters", statistics.mean(far), "", None, None
    )
    yield figure("embeddings, lowest of the first", min(near), "", None, None)
    yield figure("embeddings, highest of the second", max(far), "", None, None)
    share = sum(nearer) / len(nearer)
    yield figure("embeddings, nearer than like words", share, "of pairs", 0.9, None)
    apart = sum(n > max(far) for n in near) / len(near)
    yield figure("embeddings, nearer than all other matters", apart, "of pairs", 0.9, None)


if __name__ == "__main__":
    main()
