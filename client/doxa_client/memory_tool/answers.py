"""The words of the memory tool's answers. No input or output."""

from __future__ import annotations

from doxa_client.memory_tool.lines import line_of
from doxa_client.models import Claim, Decision, Job

_WAITING = {
    "QUARANTINED": "it waits for a person, because it is an agent's word",
    "REVIEW": "it waits for a person to decide",
    "HELD": "it contradicts what is believed, and waits for a person's answer",
    "REJECTED": "the gate refused it",
}


def format_size(size: int) -> str:
    """Return a size in bytes as the protocol writes it: 512B, 1.5K."""
    amount, unit = float(size), "B"
    for larger in ("K", "M", "G"):
        if amount < 1024:
            break
        amount, unit = amount / 1024, larger
    return f"{amount:.0f}{unit}" if amount == int(amount) else f"{amount:.1f}{unit}"


def tell_claim(words: str, claim: Claim, done: str) -> str:
    """Say what became of a claim; ``done`` is what it is if it was taken: believed, retracted."""
    if claim.outcome in _WAITING:
        state = f"not {done}: {_WAITING[claim.outcome]}"
    elif claim.outcome == "CONFIRMED":
        state = f"{done} already"
    else:
        state = done if claim.believed else f"recorded, but not {done}"
    stands = [] if claim.instead is None else [f"What stands: {line_of(claim.instead).text}"]
    return f"- {words}: {'. '.join([state, *stands, *claim.warnings])}."


def tell_job(job: Job) -> str:
    """Say what became of prose."""
    if job.status != "SUCCEEDED":
        return f"- prose: not believed: its job {job.id} has ended as {job.status}: {job.error}."
    if not job.decisions:
        return "- prose: not believed: no statement was found in it."
    return "\n".join(_tell_decision(decision) for decision in job.decisions)


def _tell_decision(decision: Decision) -> str:
    memory = decision.memory
    text = "prose" if memory is None else memory.text.rstrip(".")
    if decision.outcome in _WAITING:
        return f"- {text}: not believed: {_WAITING[decision.outcome]} ({decision.reason})."
    pending = memory is not None and memory.status == "PENDING"
    return f"- {text}: {'recorded, but not believed' if pending else 'believed'}."
