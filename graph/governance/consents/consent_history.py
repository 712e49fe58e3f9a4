"""The records of a subject's consents, and what a new word changes of them. Pure.

A record says that a category, or every one, may be kept from a time on, or may not. The next word
on the same category ends it: the record is retired on the axis of system time, one that is closed
at the time of the change takes its place, and a new one begins there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.model.gate.consent import EVERY, Permission


@dataclass(frozen=True, slots=True)
class Consent:
    """One record: what was said of a category of a subject's, when it holds, and when it was known.

    ``category`` is empty if it is about every one. The ends of both intervals are the end of time
    where they are open. ``fell`` are the memories that were taken back as it was withdrawn.
    """

    id: str
    subject: str
    category: str
    permission: Permission
    actor: str
    valid_from: datetime
    valid_to: datetime
    system_from: datetime
    system_to: datetime
    fell: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """What is said anew: of which categories, or of ``EVERY`` one alone, by whom, and when."""

    categories: Collection[str]
    permission: Permission
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What a word changes: the records that it retires, and those that it adds."""

    retired: tuple[Consent, ...]
    added: tuple[Consent, ...]


def change(
    subject: str,
    consents: Iterable[Consent],
    word: Word,
    special: Collection[str],
    ids: Iterable[str],
) -> Change:
    """Work out what a word changes of the records of a subject that are known now.

    A withdrawal of every category ends what was said of each; a grant of every one leaves the
    ``special`` ones as they are, also where they were withdrawn with every other. What is said
    already is not recorded again. ``ids`` are for the records that it adds.
    """
    fresh = iter(ids)
    standing = [one for one in consents if one.valid_to == END_OF_TIME]
    retired: list[Consent] = []
    added: list[Consent] = []
    for category in sorted(word.categories):
        met = [one for one in standing if _ends(word, category, one, special)]
        if _said(met, category, word.permission):
            continue
        standing = [one for one in standing if one not in met]
        opened = [(category, word.permission), *_kept(met, standing, word, special)]
        retired += met
        added += _closed(met, word, fresh)
        added += [_opened(subject, one, said, word, next(fresh)) for one, said in opened]
    return Change(tuple(retired), tuple(added))


def _ends(word: Word, category: str, met: Consent, special: Collection[str]) -> bool:
    if category != EVERY or met.category == EVERY:
        return met.category == category
    return not word.permission.granted or met.category not in special


def _kept(
    met: Iterable[Consent], standing: Iterable[Consent], word: Word, special: Collection[str]
) -> list[tuple[str, Permission]]:
    """Return what a grant of every category leaves withdrawn: the special ones of which nothing is
    said.

    ``met`` is what the grant ends, ``standing`` what is left.
    """
    gone = [one.permission for one in met if one.category == EVERY and not one.permission.granted]
    if not gone or not word.permission.granted:
        return []
    said = {one.category for one in standing}
    return [(category, gone[0]) for category in sorted(special) if category not in said]


def _said(met: Sequence[Consent], category: str, permission: Permission) -> bool:
    return [(one.category, one.permission) for one in met] == [(category, permission)]


def _closed(met: Iterable[Consent], word: Word, fresh: Iterator[str]) -> list[Consent]:
    """Return what takes the place of records that a word ends; of one that it ends at once,
    nothing.
    """
    known = {"valid_to": word.at, "system_from": word.at, "system_to": END_OF_TIME}
    return [replace(one, id=next(fresh), **known) for one in met if one.valid_from < word.at]


def _opened(subject: str, category: str, permission: Permission, word: Word, fresh: str) -> Consent:
    return Consent(
        id=fresh,
        subject=subject,
        category=category,
        permission=permission,
        actor=word.actor,
        valid_from=word.at,
        valid_to=END_OF_TIME,
        system_from=word.at,
        system_to=END_OF_TIME,
    )
