"""What an embedding model knows of public conversations: turns found by their vectors alone.

No store and no scale takes part: each question is compared with every turn of its conversation. A
figure is the mean share of a question's evidence among the first ten. What an assistant says counts
seven tenths, or its long answers to everything would come first. The model is the one that the
settings name::

    DOXA_EMBEDDING_MODEL=FOLDER python -m tools.eval.turn_vectors
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any

import numpy as np

from api import wiring
from extraction.embedding.embedder import Embedder
from graph import settings
from graph.vocabulary import SourceKind
from tools.eval.recall import FIRST, Conversation, beam, locomo
from tools.results import figure

_OF_ASSISTANT = 0.7


def figures() -> Iterator[dict[str, Any]]:
    """The shares of evidence for each set of conversations that is here, over all and by kind."""
    model = wiring.embedder(settings.load())
    if model is None:
        print("skipped: DOXA_EMBEDDING_MODEL is none")
        return
    for name, conversations in (("LoCoMo", locomo()), ("BEAM", beam())):
        shares = list(_shares(model, conversations))
        kinds: dict[str, list[float]] = defaultdict(list)
        for kind, share in shares:
            kinds["questions"].append(share)
            kinds[kind].append(share)
        for kind, some in kinds.items():
            title = f"turns by vectors of {model.name}, {name}, {len(some)} {kind}"
            yield figure(title, fmean(some), "", None, None)


def _shares(model: Embedder, conversations: Iterable[Conversation]) -> Iterator[tuple[str, float]]:
    """Yield the kind of each question with the share of its evidence among the first."""
    for conversation in conversations:
        messages = [said for _, said in conversation.messages]
        turns = np.array(model.embed([f"{one.speaker}: {one.text}" for one in messages]))
        of_assistant = [one.source_kind is SourceKind.ASSISTANT for one in messages]
        weights = np.where(of_assistant, _OF_ASSISTANT, 1.0)
        for asked in conversation.asked:
            (vector,) = model.embed([asked.text])
            order = np.argsort(-(turns @ np.array(vector)) * weights, kind="stable")
            first = {str(messages[at].id) for at in order[:FIRST]}
            yield asked.kind, len(asked.evidence & first) / len(asked.evidence)


if __name__ == "__main__":
    for line in figures():
        print(f"{line['name']:78} {line['value']:>8}")
