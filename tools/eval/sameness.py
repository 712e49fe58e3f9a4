"""Whether what is believed of two tells that they are one: by the cosine of it, and word for word.

What is believed of a person is parted in two, and each part compared with the other part and with
the parts of other people. LoCoMo: what annotators observed of each speaker in each session; the
other speaker of a conversation is the hardest to tell apart, since both talk about the same.
DialogRE: relations of people in scenes. Names are taken out. Precision is told for as many pairs of
one as of two people: share found of one / (that + share found of two).
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.llm.entity_judge import VECTOR_BELIEFS
from graph.database.embeddings.vectors import Vector, cosine
from graph.limits import DEFAULT_SCALE
from graph.proposals.merges.scoring import COMMON_MIN
from tools.results import DATA, figure

PARTS = DATA / "dialogue"
PAIRS_MAX = 1_000
TARGET = 0.8
NONE = "none: no other measure was run on them"

Part = tuple[str, ...]
Pair = tuple[Part, Part]


def main() -> None:
    """Print the figures."""
    for one in figures():
        print(f"{one['name']:72} {one['value']:>8} {one['unit']}")


def figures() -> Iterator[dict[str, Any]]:
    """The mean of all sets, and the set where vectors are worst, at the cosine that is acted on."""
    if not PARTS.exists():
        print(f"skipped: {PARTS} is absent")
        return
    vectors, drawn = _Vectors(), random.Random(7)
    alike: list[tuple[float, float]] = []
    common: list[tuple[float, float]] = []
    for size in (VECTOR_BELIEFS[0], 8, VECTOR_BELIEFS[1]):
        relations = _relations(size, drawn)
        common.append(_found(_common, *relations))
        for ones, twos in (*_talks(size), relations):
            some = (drawn.sample(pairs, min(PAIRS_MAX, len(pairs))) for pairs in (ones, twos))
            alike.append(_found(vectors.alike, *some))
    name = f"one by beliefs alike (cosine {DEFAULT_SCALE.people:.2f})"
    yield from _told(name, alike, TARGET)
    worst = min(alike, key=_precision)
    yield figure(f"{name}, precision of the worst set", _precision(worst), "", None, NONE)
    yield from _told(f"one by {COMMON_MIN} beliefs in common, relations", common, None)


def _told(
    name: str, found: Sequence[tuple[float, float]], target: float | None
) -> Iterator[dict[str, Any]]:
    of_one, of_two = (sum(shares) / len(found) for shares in zip(*found, strict=True))
    yield figure(f"{name}, precision", _precision((of_one, of_two)), "at evens", target, NONE)
    yield figure(f"{name}, found of one", of_one, "", None, NONE)
    yield figure(f"{name}, found of two", of_two, "", None, NONE)


def _precision(shares: tuple[float, float]) -> float:
    return shares[0] / sum(shares) if any(shares) else 1.0


def _found(
    measure: Callable[[Part, Part], bool], ones: Sequence[Pair], twos: Sequence[Pair]
) -> tuple[float, float]:
    """The shares that a measure takes for one: of pairs of one, and of pairs of two."""
    of_one = sum(measure(*pair) for pair in ones) / len(ones)
    return of_one, sum(measure(*pair) for pair in twos) / len(twos)


def _talks(size: int) -> list[tuple[list[Pair], list[Pair]]]:
    """Parts of what was observed of one speaker, against the other one's and against strangers'."""
    parts: dict[tuple[int, str], list[Part]] = {}
    conversations = json.loads((PARTS / "locomo-0-2.json").read_text(encoding="utf-8"))
    for number, talk in enumerate(conversations):
        for who, lines in _observed(talk).items():
            ends = range(size, len(lines) + 1, size)
            parts[number, who] = [tuple(lines[end - size : end]) for end in ends]
    ones = [pair for some in parts.values() for pair in combinations(some, 2)]
    near: list[Pair] = []
    far: list[Pair] = []
    for one, other in combinations(parts, 2):
        (near if one[0] == other[0] else far).extend(product(parts[one], parts[other]))
    return [(ones, near), (ones, far)]


def _observed(talk: dict[str, Any]) -> dict[str, list[str]]:
    """What was observed of each speaker, in the order of the sessions."""
    seen: dict[str, list[str]] = defaultdict(list)
    for _, said in sorted(talk["observation"].items(), key=lambda one: _session(one[0])):
        for who, observed in said.items():
            seen[who] += [_nameless(text, who, said) for text, _ in observed]
    return seen


def _session(name: str) -> int:
    return int(re.findall(r"\d+", name)[0])


def _nameless(text: str, who: str, all_of_them: Iterable[str]) -> str:
    for name in all_of_them:
        text = re.sub(rf"\b{name}\b(?:'s)?", "" if name == who else "a friend", text)
    return " ".join(text.split())


def _relations(size: int, drawn: random.Random) -> tuple[list[Pair], list[Pair]]:
    """The relations of a person in half of the scenes, against those in the other half."""
    known: dict[str, list[list[str]]] = defaultdict(list)
    for split in ("train", "dev"):
        scenes = json.loads((PARTS / f"dialogre-{split}.json").read_text(encoding="utf-8"))
        for _, relations in scenes:
            for who, lines in _scene(relations).items():
                known[who].append(lines)
    halves: list[Pair] = []
    for who in sorted(known):
        scenes = drawn.sample(known[who], len(known[who]))
        parts = [_first(scenes[side::2], size) for side in (0, 1)]
        if min(map(len, parts)) >= min(size, VECTOR_BELIEFS[0]):
            halves.append((parts[0], parts[1]))
    twos = [(one[0], other[1]) for one, other in permutations(halves, 2)]
    return halves, twos


def _first(scenes: Sequence[list[str]], size: int) -> Part:
    return tuple(dict.fromkeys(line for lines in scenes for line in lines))[:size]


def _scene(relations: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The relations of each named person of a scene, in words."""
    named = {
        one["x"]: one["y"]
        for one in relations
        if "per:alternate_names" in one["r"] and not one["y"].startswith("Speaker")
    }
    found: dict[str, list[str]] = defaultdict(list)
    for one in relations:
        who, whom = named.get(one["x"], one["x"]), named.get(one["y"], one["y"])
        if one["x_type"] != "PER" or "Speaker" in who or "Speaker" in whom:
            continue
        kinds = (kind.partition(":")[2].replace("_", " ") for kind in one["r"] if ":" in kind)
        found[who] += [f"{kind} {whom}" for kind in kinds if kind != "alternate names"]
    return found


class _Vectors:
    """The vectors of parts, each made once."""

    def __init__(self) -> None:
        self._embedder = OnnxEmbedder.default()
        self._made: dict[Part, Vector] = {}

    def alike(self, one: Part, other: Part) -> bool:
        return cosine(self._of(one), self._of(other)) >= DEFAULT_SCALE.people

    def _of(self, part: Part) -> Vector:
        if part not in self._made:
            [self._made[part]] = self._embedder.embed([". ".join(part)])
        return self._made[part]


def _common(one: Part, other: Part) -> bool:
    return len(set(one) & set(other)) >= COMMON_MIN


if __name__ == "__main__":
    main()
