"""Supersession, read literally from the model's section of that name.

Readings taken here:

- What a memory carries is a set of instants: the whole belief in which it starts, and every
  instant at which it decides. "The last interval that it carries" ends at the last of them.
- "In force up to its end", of a closed claim: it has not ended (rule 7) just before its end.
- "The claim that ended it": of the negatives by which it has ended where what it carries ends,
  and the closed claims by whose end it no longer presumes there, the latest. Expiry is no claim.
- A claim that is over, unknown when, is superseded as its negative part is: if that is postponed.
  Both its parts may put others aside; if it could be put aside as well, chains would have cycles.
- Reason: void, restated, postponed, absorbed are ``CORRECTION``; superseded by a negative is
  ``RETRACTION``; by what holds where the memory has expired ``EXPIRY``; by a claim that starts just
  there ``CHANGE``; by one that was there already ``RETRACTION`` if the memory was ended by a
  negative, else ``CHANGE``.
"""

from __future__ import annotations

from tests.oracle.oracle import Belief, Span, beliefs, carries, read, spans
from tests.oracle.rules import (
    C,
    Left,
    boundaries,
    closers,
    decide,
    enders,
    expired,
    has_ended,
    spoken,
)
from tests.oracle.unknown_bounds import owner

Answer = tuple[str | None, str | None]  # who supersedes it, and why
NOBODY: Answer = (None, None)


def superseded_by(claims: list[C], resumes: bool = True) -> dict[str, str | None]:
    """For each memory the one that supersedes it, or None."""
    return {key: by for key, (by, _) in supersession(claims, resumes).items()}


def supersession(claims: list[C], resumes: bool = True) -> dict[str, Answer]:
    """For each memory who supersedes it and the reason; both None if nobody does."""
    left = read(claims, resumes)
    answers = {c.id: NOBODY for c in claims}
    over = {c.id for c in claims if c.end_unknown and not c.start_unknown}
    for key, takers in left.taken.items():
        if key not in over:
            answers[owner(key)] = (max(takers, key=spoken).id, "CORRECTION")
    found, stretches = beliefs(claims, resumes), spans(claims, resumes)
    for p in left.positives:
        if p.id in over:
            continue
        ends = carried_ends(p, found, stretches)
        answers[p.id] = _of_the_left(p, ends, left, resumes)
    return {key: _of_memories(answer) for key, answer in answers.items()}


def _of_memories(answer: Answer) -> Answer:
    by, why = answer
    return (None if by is None else owner(by), why)


def carried_ends(p: C, found: list[Belief], stretches: list[Span]) -> list[int | None]:
    """The ends of all that p carries: the belief it starts in, and the spans it decides."""
    begun = [belief[2] for belief in found if carries(p, belief)]
    decided = [s.end for s in stretches if s.decider and s.decider.id == p.id]
    return [*begun, *decided]


def _of_the_left(p: C, ends: list[int | None], left: Left, resumes: bool) -> Answer:
    """A positive claim that rules 1 to 5 leave, and where each thing that it carries ends."""
    if not ends:
        return _by_decider(p, p.start, left, resumes)
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return NOBODY
    last = max(known)
    if decide(left, last, resumes) is not None:
        return _by_decider(p, last, left, resumes)
    if expired(p, last) or in_force_to_its_end(p, left):
        return NOBODY
    return _by_ender(p, last, left)


def _by_decider(p: C, t: int, left: Left, resumes: bool) -> Answer:
    """Superseded by the deciding claim at t, if there is one."""
    decider = decide(left, t, resumes)
    if decider is None:
        return NOBODY
    if expired(p, t):
        return (decider.id, "EXPIRY")
    if decider.start < t and enders(left, p, t):
        return (decider.id, "RETRACTION")
    return (decider.id, "CHANGE")


def _by_ender(p: C, t: int, left: Left) -> Answer:
    """Superseded by the latest claim by which p has ended at t, if one did."""
    found = [*enders(left, p, t), *closers(left, p, t)]
    if not found:
        return NOBODY
    by = max(found, key=spoken)
    return (by.id, "RETRACTION" if by.negative else "CHANGE")


def in_force_to_its_end(p: C, left: Left) -> bool:
    """Whether p is closed and has not ended just before its end."""
    if p.end is None:
        return False
    known = boundaries([*left.positives, *left.negatives])
    return not has_ended(left, p, max(t for t in known if t < p.end or t == p.start))
