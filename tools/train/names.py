"""The names of relations that the reader chooses from, and which of them say what a label says.

People word a relation in thousands of ways. Chosen are the names of declared attributes, then one
wording after the other, each time the one that says what most labels say that no chosen name says
yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.offline.relation_names import attribute_of
from graph.kernel.registry.builtin import PACK
from tools.train.turns import Claim, content

NAMES_MAX = 260
CLAIMS_MIN = 3
ALIKE = 0.72
WORDS_MAX = 3
# Of projects, and of what is reckoned.
_UNSAID = frozenset(
    {"birth_year", "repository", "milestone", "version", "released_on", "blocked_by", "depends_on"}
    | {"license", "hosted_on", "priority", "stakeholder", "contributor", "stage", "status", "owner"}
    | {"started_on", "timezone", "preferred_meeting_time", "username", "website"}
)
_NO_NAME = frozenset(
    {"is", "has", "does", "can", "was", "have", "need", "needs", "never", "not", "no", "it", "and"}
    | {"without", "because", "one", "or", "that", "instead", "cannot", "can't", "doesn't", "don't"}
    | {"isn't", "i", "you", "her", "him", "them", "me", "us", "had", "are", "in", "day", "year"}
    | {"time", "type", "number", "got", "gets", "effect", "miles", "rate"}
)

Vectors = npt.NDArray[np.float32]


def chosen_names(claims: Sequence[Claim]) -> list[str]:
    """Return the names of relations that say best what claims say."""
    counts = Counter(word for claim in claims for word in dict.fromkeys(claim.wordings))
    wordings = sorted(word for word, count in counts.items() if count >= CLAIMS_MIN)
    names = [name.replace("_", " ") for name in PACK if name not in _UNSAID]
    candidates = [*names, *(word for word in wordings if _may_name(word) and word not in names)]
    says = mark_accepted(candidates, claims)
    covered = says[:, : len(names)].any(axis=1)
    for _ in range(NAMES_MAX - len(names)):
        gains = (says & ~covered[:, np.newaxis]).sum(axis=0)
        best = int(gains.argmax())
        if gains[best] < CLAIMS_MIN:
            break
        names.append(candidates[best])
        covered |= says[:, best]
    print(f"{len(names)} names of relations say what {covered.mean():.2f} of the labels say")
    return names


def _may_name(wording: str) -> bool:
    words = wording.split()
    return len(words) <= WORDS_MAX and words[0].isalpha() and _NO_NAME.isdisjoint(words)


def mark_accepted(names: Sequence[str], claims: Sequence[Claim]) -> npt.NDArray[np.bool_]:
    """Whether a name says what a label says, claims x names.

    It does if it is one of the label's wordings, is declared as the same, has the same words, or is
    near one of them.
    """
    wordings = sorted({word for claim in claims for word in claim.wordings})
    index = {word: at for at, word in enumerate(wordings)}
    near = vectors(wordings) @ vectors(names).T >= ALIKE
    mine = [_keys(name) for name in names]
    for at, wording in enumerate(wordings):
        keys = _keys(wording)
        near[at] |= [not keys.isdisjoint(other) for other in mine]
    return np.array(
        [near[[index[word] for word in claim.wordings]].any(axis=0) for claim in claims]
    )


def _keys(wording: str) -> set[object]:
    keys: set[object] = {wording, attribute_of(wording).name}
    return keys | ({content(wording)} if content(wording) and " " not in wording else set())


def vectors(texts: Iterable[str]) -> Vectors:
    """Return unit vectors of texts, as the judge of the blind sets compares attributes."""
    return np.array(OnnxEmbedder.default().embed(list(texts)), dtype=np.float32)
