"""Relations with another end: which there are, claims as the page writes them, random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.oracle.oracle import C
from tests.oracle.table import read
from tests.oracle.two_ends import Claimed, End, Relation

SPOUSE = Relation(End("spouse", resumes=False), End("spouse", resumes=False))
SIBLING = Relation(End("sibling", many=True), End("sibling", many=True))
MANAGER = Relation(End("manager"), End("manages", many=True))


RELATIONS = {
    "spouse": SPOUSE,
    "sibling": SIBLING,
    "manager": MANAGER,
    "manages": MANAGER,
}


def read_claims(row: str) -> list[Claimed]:
    """Claims as the page writes them: "Ann spouse Bob 2010–", "Bob ¬spouse Ann 2015"."""
    claims: list[Claimed] = []
    for place, written in enumerate(row.split("; ")):
        entity, attribute, rest = written.split(" ", 2)
        (claim,) = read(rest)
        claims.append(
            Claimed(
                entity,
                attribute.removeprefix("¬"),
                replace(
                    claim,
                    id=f"m{place}",
                    said=claim.said + place,
                    place=place,
                    negative=attribute.startswith("¬"),
                ),
            )
        )
    return claims


def worlds(count: int, seed: int = 7) -> Iterator[tuple[Relation, list[Claimed]]]:
    """Random claims of three or four entities about each other, at either end."""
    dice = random.Random(seed)
    for _ in range(count):
        relation = dice.choice([SPOUSE, SIBLING, MANAGER, Relation(End("a"), End("b"))])
        names = ["Ann", "Bob", "Cyd", "Dee"][: dice.choice([3, 4])]
        said = dice.sample(range(16), dice.randint(1, 6))
        yield relation, [one_claim(dice, n, s, names, relation) for n, s in enumerate(said)]


def one_claim(
    dice: random.Random, place: int, said: int, names: list[str], relation: Relation
) -> Claimed:
    """One random claim."""
    entity, target = dice.sample(names, 2)
    negative = dice.random() < 0.25
    start = dice.randrange(8)
    end = start + dice.randint(1, 6) if dice.random() < 0.3 else None
    claim = C(
        id=f"m{place}",
        value=None if negative and dice.random() < 0.4 else target,
        start=start,
        end=end,
        said=said,
        place=place,
        negative=negative,
        stated=dice.random() < 0.7,
        vouched=said if end is None and said > start and dice.random() < 0.4 else None,
        expires=start + dice.randint(1, 6) if not negative and dice.random() < 0.1 else None,
    )
    claim = claim if negative else unknown(claim, dice.randrange(9))
    return Claimed(entity, dice.choice([relation.own, relation.other]).attribute, claim)


def unknown(claim: C, choice: int) -> C:
    """A positive claim of which some choices make one with bounds that are not known."""
    bare = replace(claim, vouched=None, expires=None)
    if choice == 0 and claim.end is None and claim.start < claim.said:
        return replace(claim, end_unknown=True, expires=None)
    if choice == 1:
        return replace(bare, end=None, start_unknown=True, end_unknown=True)
    if choice == 2 and claim.end is not None:
        return replace(bare, start_unknown=True)
    return claim
