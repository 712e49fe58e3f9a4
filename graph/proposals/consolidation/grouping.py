"""Group memories by the cosine of their texts: greedy, and the same for the same memories. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.database.embeddings.vectors import Vector, cosine


def greedy_groups(vectors: Mapping[str, Vector], threshold: float) -> list[list[str]]:
    """Group ids whose vectors are alike; groups of one are left out.

    In the order given, each joins the first group whose first member it has at least ``threshold``
    cosine with, or else begins a group. ``vectors`` are of length 1.
    """
    groups: list[list[str]] = []
    for key, vector in vectors.items():
        group = _first_alike(groups, vectors, vector, threshold)
        if group is None:
            groups.append([key])
        else:
            group.append(key)
    return [group for group in groups if len(group) > 1]


def _first_alike(
    groups: Sequence[list[str]],
    vectors: Mapping[str, Vector],
    vector: Vector,
    threshold: float,
) -> list[str] | None:
    for group in groups:
        if cosine(vectors[group[0]], vector) >= threshold:
            return group
    return None
