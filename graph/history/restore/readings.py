"""What was proposed from sources and what became of it, as a file has it."""

from __future__ import annotations

from graph.history.file_format.readings import CandidateDecided, CandidatesProposed
from graph.history.restore.part import Part
from graph.write.intake.candidates import candidates_key, decision_key


def propose(part: Part, line: CandidatesProposed) -> None:
    """Restore what an extractor proposed from an episode; the job that it was for stays behind."""
    episode = part.keys.id(line.of)
    part.records["candidates"].append(
        {
            "key": candidates_key(episode, line.extractor),
            "episode": episode,
            "extractor": line.extractor,
            "at": line.at,
            "json": line.candidates,
            "count": line.count,
        }
    )


def decide(part: Part, line: CandidateDecided) -> None:
    """Restore what became of a candidate."""
    episode = part.keys.id(line.of)
    part.records["decisions"].append(
        {
            "key": decision_key(episode, line.extractor, line.number),
            "episode": episode,
            "extractor": line.extractor,
            "number": line.number,
            "candidate": line.candidate,
            "outcome": line.outcome.value,
            "gate": line.gate,
            "reason": line.why,
            "policy": line.policy,
            "memory": None if line.memory is None else part.keys.id(line.memory),
            "contradiction": (
                None if line.contradiction is None else part.keys.id(line.contradiction)
            ),
            "at": line.at,
        }
    )
