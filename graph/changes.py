"""What changes in what is believed: the beliefs that go and those that come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.model import Belief


@dataclass(frozen=True, slots=True)
class BeliefChange:
    """Beliefs that one system time, or the way from one point to another, adds and takes away."""

    at: datetime
    inserted: tuple[Belief, ...]
    retired: tuple[Belief, ...]
