"""What two people who talk say they are to each other: "we're engaged", "you're my best friend".

Only where another person speaks in the window; to an assistant such words mean nothing. The table's
``[[between]]`` rows are read on the text of a sentence; who is meant is the listener.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import Draft
from extraction.offline.patterns.table import Between, Table
from extraction.offline.people.dialogue_sentence import How, Said, is_doubted
from graph.kernel.entities.given_names import is_given

_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_THIRD = re.compile(
    r"\b(?:he|him|his|she|her|your (?:boyfriend|girlfriend|husband|wife|partner|man|missus))\b",
    re.IGNORECASE,
)
_YOURS = re.compile(
    r"\b(?:you(?:'re| are| were)|you'll (?:always )?be"
    r"|you've (?:always )?been) my (?P<words>[\w-]+(?: [\w-]+){0,2})\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:I'm|I am|I was) your (?P<words>[\w-]+(?: [\w-]+){0,2})\b", re.IGNORECASE)


def between(statement: Said, *, asking: bool) -> Iterator[Draft]:
    """Yield the relations of the speaker to the listener that a sentence states, or addresses him
    by.
    """
    if statement.listener is None:
        return
    for address in statement.said_to:
        attribute = statement.table.addressed.get(plain(address.words).casefold())
        if attribute is not None and address.sure:
            yield from statement.draft(attribute, statement.two, (address.start, address.end))
    for row in statement.table.between:
        yield from by_row(statement, row, asking=asking)
    if not asking:
        yield from _borne(statement)


def by_row(statement: Said, row: Between, *, asking: bool) -> Iterator[Draft]:
    """ "We're engaged": what one row of the table hears."""
    text = plain(statement.sentence.text)
    found = row.says.search(text)
    if found is None or (row.over and _asked_of_another(statement)):
        return
    stated = not asking and not is_doubted(text[: found.end()])
    if stated or row.assumed:
        how = How(stated=stated, over=row.over)
        yield from statement.draft(row.attribute, statement.two, found.span(), how)


def _asked_of_another(statement: Said) -> bool:
    """Whether the turn before spoke of a third: "How's Darnell?" – "We broke up in May"."""
    previous, speaker = statement.voice.window.previous, statement.voice.window.turn.speaker or ""
    if not previous or previous[-1].speaker == speaker:
        return False
    named = set(_NAME.findall(plain(previous[-1].text)[1:])) - set(speaker.split())
    return _THIRD.search(previous[-1].text) is not None or any(map(is_given, named))


def _borne(statement: Said) -> Iterator[Draft]:
    """ "You're my best friend", "I'm your sister"."""
    text, (speaker, hearer) = plain(statement.sentence.text), statement.two
    for pattern, pair in ((_YOURS, (speaker, hearer)), (_MINE, (hearer, speaker))):
        found = pattern.search(text)
        role = None if found is None else _role(found["words"], statement.table)
        if found is not None and role is not None and not is_doubted(text[: found.start()]):
            yield from statement.draft(role, pair, found.span())


def _role(words: str, table: Table) -> str | None:
    """Return the first of a few words that is a role: "best friend"."""
    return next((table.roles[w] for w in words.casefold().split() if w in table.roles), None)
