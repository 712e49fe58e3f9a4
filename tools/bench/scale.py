"""How much the bench loads and how often it measures: in full, and small, to see that it runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """One size of the bench. Figures of a small one say nothing of speed."""

    # How often all of it is done, each time on a server that starts from nothing.
    stores: int = 2
    rounds: int = 400
    # Beliefs in the store at the first and at the second measurement, and entities asked about.
    beliefs: tuple[int, int] = (10_000, 100_000)
    sample: int = 500
    # Lines of a load that alternates with as many bare edges, and how often; a quarter warms up.
    lines: int = 10_000
    loads: int = 8
    # Claims in the slot that has many, and how often it takes another; the first tenth warms up.
    crowd: int = 5_000
    crowd_rounds: int = 60
    # Memories with vectors at the first and at the second measurement of recall.
    memories: tuple[int, int] = (10_000, 100_000)
    # Of these many candidates at least, or the question is no question.
    considered: int = 50
    # Writers at once, claims of each in a round, rounds with and without sealing.
    writers: int = 64
    claims: int = 8
    writer_rounds: int = 15
    # People of the store that is served, readers and subscribers of the service.
    people: int = 1_000
    commands: int = 25
    readers: int = 200
    read_s: float = 60.0
    subscribers: int = 1_000
    subscribing_s: float = 10.0
    changes: int = 30


FULL = Scale()
SMALL = Scale(
    stores=1,
    rounds=20,
    beliefs=(200, 400),
    sample=10,
    lines=100,
    loads=4,
    crowd=80,
    crowd_rounds=10,
    memories=(400, 800),
    considered=20,
    writers=4,
    claims=2,
    writer_rounds=5,
    people=100,
    commands=1,
    readers=4,
    read_s=1.0,
    subscribers=4,
    subscribing_s=0.5,
    changes=2,
)
