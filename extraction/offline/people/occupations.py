"""What people who talk say somebody works as: "you're a great actor", "my agent, Estelle".

Read on the text of a sentence; a declarative question ("So you're a chef?") takes it for granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from extraction.language.sentence import Sentence
from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import Draft
from extraction.offline.patterns.table import NAME, table
from extraction.offline.people.dialogue_sentence import Said, is_unsettled
from extraction.offline.people.subjects import past_modifiers

JOB, CLIENT = "job_title", "client"
COMPOUND_MAX = 30
_OWNER = rf"(?P<owner>my|your|his|her|{NAME}'s?)"


def jobs(statement: Said) -> Iterator[Draft]:
    """Yield the claims of a sentence about what people work as, and for whom."""
    text = plain(statement.sentence.text)
    if not _jobs().search(text):
        return
    for pattern in _patterns():
        for found in pattern.finditer(text):
            if not is_unsettled(text[: found.end()]):
                yield from _claims(statement, found)
    for address in statement.said_to:
        if plain(address.words).casefold() in table().listed("occupations"):
            span = (address.start, address.end)
            yield from statement.draft(JOB, (statement.listener, address.words), span)


def _claims(statement: Said, match: re.Match[str]) -> Iterator[Draft]:
    """Who works as what; and whose he is, who serves single persons: "my agent"."""
    who, job = statement.who(match["who"], match.start("who")), _whole(statement.sentence, match)
    if job is None:
        return
    yield from statement.draft(JOB, (who, job), match.span())
    groups = match.groupdict()
    if groups.get("owner") and match["job"].casefold() in table().listed("served"):
        whose = statement.who(re.sub(r"'s?$", "", match["owner"]), match.start("owner"))
        yield from statement.draft(CLIENT, (who, whose), match.span())


def _whole(sentence: Sentence, match: re.Match[str]) -> str | None:
    """Return the occupation with the nouns before it, "pet mortician"; none where it is such a
    noun.
    """
    start, end = (sentence.start + match.start("job"), sentence.start + match.end("job"))
    head = next((w for w in sentence.words if start <= w.start and w.end >= end), None)
    if head is None or head.dep == "compound" or not match["job"].islower() or past_modifiers(head):
        return None
    parts = [w for noun in head.all("compound") for w in noun.subtree() if w.tag in ("NN", "NNS")]
    first = min([start, *(w.start for w in parts if w.start > start - COMPOUND_MAX)])
    return sentence.text[first - sentence.start : match.end("job")]


@lru_cache(maxsize=1)
def _jobs() -> re.Pattern[str]:
    return re.compile(_job(), re.IGNORECASE)


def _job() -> str:
    known = table().listed("occupations")
    endings = [rf"\w+{re.escape(each)}" for each in table().listed("occupation_endings")]
    words = "|".join([*sorted(map(re.escape, known), key=len, reverse=True), *sorted(endings)])
    return rf"\b(?P<job>{words})"


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    job, being = _job(), r"(?:'s|'m|'re| am| is| are| was| were)"
    becoming = r"(?:as|being|became|become) (?:an?|the)"
    who = rf"(?:(?P<who>\b(?:I|you|he|she)|\b{NAME})"
    article = rf"(?:an?|the|such an?|one|{_OWNER}|our)"
    just = r"(?:(?:just|also|still|really|actually|both|all|already|now|only) ){0,2}"
    rows = (
        rf"{who}{being}) {just}{article} (?:[\w-]+ ){{0,2}}?{job}\b(?!')",
        rf"{who}{being}) {just}(?:[\w-]+ )?{job}s\b",
        rf"\b(?:{_OWNER}|our|the|this|an?) (?:[\w-]+ ){{0,2}}?{job},? (?P<who>{NAME})",
        rf"\b(?P<who>{NAME}),? (?:{_OWNER}|our|the|that|an?) (?:[\w-]+ ){{0,2}}?{job}\b(?!')",
        rf"\b(?P<who>I|you|he|she)\b[^.!?,]{{0,30}} {becoming} (?:[\w-]+ )?{job}\b",
    )
    return tuple(re.compile(row, re.IGNORECASE) for row in rows)
