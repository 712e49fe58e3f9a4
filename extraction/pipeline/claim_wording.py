"""What the words of a candidate say beside the claim: rules, for how long, and commands."""

from __future__ import annotations

import re

from extraction.model.candidates import Candidate, Tag
from extraction.model.standing import Term, term
from graph.kernel.registry.builtin import ALIASES
from graph.limits import ExtractionLimits
from graph.read.recall.context_block import FENCE
from graph.vocabulary import MemoryType

_RULED = frozenset({MemoryType.PREFERENCE, MemoryType.PROCEDURE, MemoryType.DECISION})

# "I always use dark mode" tells of a habit; "always answer in German" asks for one.
_ASKED = r"(?:^|[.!?;:,]\s*|\b(?:please|and|so|but|then)\s+)(?:please\s+)?"
_CONVENTION = re.compile(_ASKED + r"(?:always|every time|whenever|make sure)\b", re.IGNORECASE)
_CONSTRAINT = re.compile(_ASKED + r"(?:never|do not|don['\u2019]t|avoid)\b", re.IGNORECASE)
_ASKED_FOR: dict[Tag, re.Pattern[str]] = {"constraint": _CONSTRAINT, "convention": _CONVENTION}
# "At the moment" and "right now" are left out: people say so of where they live and work for years.
_FOR_NOW = r"(?:for (?:now|the time being|the moment)|temporarily|just for (?:today|tonight))"
_SAYS_FOR_NOW = re.compile(rf"\b{_FOR_NOW}\b", re.IGNORECASE)
_BEGINS_FOR_NOW = re.compile(rf"[\s,]*\b{_FOR_NOW}\b", re.IGNORECASE)
_ENDS_FOR_NOW = re.compile(rf"\b{_FOR_NOW}[\s,]*\Z", re.IGNORECASE)
_SENTENCE_ENDS = (". ", "! ", "? ", "\n")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")
INSTRUCTION = "instruction"
# What one does, likes or uses as a rule, which doing it once does not tell.
_HABITS = frozenset(
    {"prefers", "likes", "dislikes", "hobby", "uses", "plays", "diet", "favorite", "speaks"}
)
_ONCE = re.compile(
    r"\b(?:today|yesterday|tonight|this (?:morning|afternoon|evening)|last (?:night|time)|just now"
    r"|once|the other day|had to|for a change)\b",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:always|usually|often|every|mostly|generally|normally|never|prefer\w*|lov\w+|lik\w+"
    r"|enjoy\w*|hat(?:e|es|ed)|favou?rites?|fan|regularly|still|since|these days|from now"
    r"|start\w*|stop\w*|quit|gave up|gives? up|became|switch\w*|began|begin\w*|no longer)\b",
    re.IGNORECASE,
)
_OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}"
    r"\b(?:previous|prior|above|earlier|all|your|system)\b[^.!?\n]{0,20}"
    r"\b(?:instructions?|prompts?|rules?|guidelines?)\b",
    re.IGNORECASE,
)
_BLOCK = re.compile(rf"<{FENCE}>.*?(?:</{FENCE}>|\Z)", re.DOTALL)
_COMMAND = re.compile(
    r"\b(?:you are now|from now on,? you|(?:new|hidden) instructions?|system prompt)\b"
    r"|\b(?:save|store|add|write|commit)\b[^.!?\n]{0,40}\b(?:to|in|into) (?:your |the )?memory\b",
    re.IGNORECASE,
)


def carries_commands(text: str) -> bool:
    """Whether a text tells its reader what to do or to remember, as instructions do."""
    return overrides(text) or _COMMAND.search(text) is not None


def overrides(text: str) -> bool:
    """Whether a text tells its reader to put other instructions aside."""
    return _OVERRIDE.search(text) is not None


def is_recalled(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` stands in a context block that recall has made.

    A block that is not closed goes to the end.
    """
    return any(found.start() < end and start < found.end() for found in _BLOCK.finditer(text))


def asks_once(candidate: Candidate, text: str, start: int, end: int) -> bool:
    """Whether an extractor takes for a rule what ``text[start:end]`` asks for once only."""
    instructs = bool(candidate.tags) or candidate.predicate == INSTRUCTION
    # "No tables until Friday" is one for a time.
    return candidate.end is None and instructs and _term(text, start, end) is Term.ONCE


def rule_tags(candidate: Candidate, text: str, start: int, end: int) -> tuple[Tag, ...]:
    """Combine the extractor's tags with those that ``text[start:end]`` matches.

    What is asked for once has none.
    """
    if _term(text, start, end) is Term.ONCE:
        return ()
    tags = set(candidate.tags)
    if candidate.type in _RULED:
        tags |= {
            tag for tag, pattern in _ASKED_FOR.items() if _matches_within(pattern, text, start, end)
        }
    return tuple(tag for tag in _ASKED_FOR if tag in tags)


def _matches_within(pattern: re.Pattern[str], text: str, start: int, end: int) -> bool:
    # Matched in the whole text: what stands before the span tells a wish from a habit.
    return any(start < match.end() <= end for match in pattern.finditer(text))


def _term(text: str, start: int, end: int) -> Term:
    """How long the words of a span are meant to hold, by the sentences that it stands in."""
    return term(_sentence(text, start, end))


def _sentence(text: str, start: int, end: int) -> str:
    """Return the sentences that a span stands in."""
    first = max((text.rfind(mark, 0, start) for mark in _SENTENCE_ENDS), default=-1) + 1
    after = _SENTENCE_END.search(text, end)
    return text[first : after.start() if after else len(text)].strip()


def is_transient(candidate: Candidate, text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]``, or what stands next to it, says that it holds for now only.

    So does a rule that does not say that it is one for good. What has an end of its own ceases
    then.
    """
    if candidate.end is not None or candidate.negative:
        return False
    ruled = rule_tags(candidate, text, start, end) and not candidate.standing
    if ruled and _term(text, start, end) is Term.FOR_A_WHILE:
        return True
    return bool(
        _SAYS_FOR_NOW.search(text[start:end])
        or _BEGINS_FOR_NOW.match(text[end:])
        or _ENDS_FOR_NOW.search(text[:start])
    )


def generalises(candidate: Candidate, text: str, start: int, end: int) -> bool:
    """Whether what happened once is claimed as a habit: "I used e-mail today", prefers e-mail.

    The words of such a claim are there, and do not say it: it is an inference.
    """
    if ALIASES.get(candidate.predicate, candidate.predicate) not in _HABITS or candidate.negative:
        return False
    said = _sentence(text, start, end)
    return _ONCE.search(said) is not None and _LASTS.search(said) is None


def candidates_max(text: str, limits: ExtractionLimits) -> int:
    """Maximum number of candidates for a turn of this length."""
    if limits.candidates == 0:
        return 0
    scaled = limits.candidates + len(text) // limits.candidate_length
    return max(limits.candidates, min(scaled, limits.candidates_top))
