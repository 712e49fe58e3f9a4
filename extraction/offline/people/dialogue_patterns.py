"""What people who talk say of each other and of those they know: "Tom broke up with Ana".

Read on the text of a sentence, where another person speaks in the window; everywhere else only
what the parser sees counts. Whom "he" and "she" mean the window tells, or nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import Draft
from extraction.offline.patterns.table import NAME, Told, table
from extraction.offline.people.dialogue_sentence import How, Said, is_unsettled
from extraction.offline.people.occupations import jobs

_PAST = re.compile(r"\b(?:ex|former|old|was|were)\b", re.IGNORECASE)


def match_dialogue(statement: Said, *, asking: bool) -> Iterator[Draft]:
    """Yield the claims of a sentence about people, by the table's ``[[dialogue]]`` rows and its
    roles.
    """
    if not statement.voice.among_people:
        return
    yield from jobs(statement)
    for row in statement.table.dialogue:
        yield from by_row(statement, row, asking=asking)
    for pattern in _roles():
        yield from by_role(statement, pattern, asking=asking)


def by_row(statement: Said, row: Told, *, asking: bool) -> Iterator[Draft]:
    """Yield what one row of the table hears."""
    text = plain(statement.sentence.text)
    for found in row.says.finditer(text):
        stated = not asking and not is_unsettled(text[: found.end()])
        if stated or row.assumed:
            how = How(stated=stated, over=row.over)
            yield from statement.draft(row.attribute, _meant(statement, found), found.span(), how)


def by_role(statement: Said, pattern: re.Pattern[str], *, asking: bool) -> Iterator[Draft]:
    """ "He's my boyfriend", which is only so if it is stated; "your sister Ana", "Tom, your ex"."""
    text = plain(statement.sentence.text)
    for found in pattern.finditer(text):
        being = found.groupdict().get("being")
        if being and (asking or is_unsettled(text[: found.end()])):
            continue
        owner = statement.who(re.sub(r"'s?$", "", found["owner"]), found.start("owner"))
        bearer = statement.who(found["bearer"], found.start("bearer"))
        role = statement.table.roles[found["role"].casefold()]
        over = _PAST.search(f"{being or ''} {found['how'] or ''}") is not None
        yield from statement.draft(role, (owner, bearer), found.span(), How(over=over))


def _meant(statement: Said, match: re.Match[str]) -> tuple[str | None, str | None]:
    """Return the two whom the places of a row mean."""
    if match.groupdict().get("both"):
        return _two(statement)
    who, whom = (statement.who(match[key], match.start(key)) for key in ("who", "whom"))
    return who, whom


def _two(statement: Said) -> tuple[str | None, str | None]:
    """Return the last two others who spoke, whom "you two" means."""
    own = statement.voice.window.turn.speaker
    before = (turn.speaker for turn in reversed(statement.voice.window.previous))
    others = list(dict.fromkeys(name for name in before if name and name != own))
    return (others[0], others[1]) if len(others) > 1 else (None, None)


@lru_cache(maxsize=1)
def _roles() -> tuple[re.Pattern[str], ...]:
    """Return the ways to say who is what to whom; ``being`` where it is stated."""
    known = "|".join(re.escape(each) for each in sorted(table().roles, key=len, reverse=True))
    owner = r"(?P<owner>my|your|his|her|(?-i:[A-Z])[\w-]+'s?)"
    role = rf"{owner} (?P<how>(?:[\w-]+[ -]){{0,3}}?)(?P<role>{known})\b"
    being = r"(?P<being>'s|'re| is| are| was| were)"
    bearer = rf"(?P<bearer>\b(?:I|you|he|she)|\b{NAME})"
    rows = (
        rf"{bearer}{being} (?:\w+ )??{role}(?!'s|[\w-])",
        rf"\b{role},? (?P<bearer>{NAME})",
        rf"\b(?P<bearer>{NAME}), {role}(?=\s*[,.!?]|$)",
    )
    return tuple(re.compile(row, re.IGNORECASE) for row in rows)
