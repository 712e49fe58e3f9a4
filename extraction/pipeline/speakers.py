"""Whose words a job's are: who is labelled in a recording, by the name that he gives there.

"Speaker 1" of two recordings is two people. Each has the name that he gives in his, from where he
gives it, and before his first one that too; who gives none is named by label and recording. What
was said under the label before a name was given goes to the bearer of the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from graph.database.session import Row, Session
from graph.errors import Incorrect
from graph.kernel.entities.entity_queries import ids_by_names
from graph.kernel.entities.speaker_labels import given_name, is_label, name_of_label
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.write.intake.context_window import (
    EpisodeTurn,
    keep_speakers,
    load_labelled,
    load_turns,
)
from graph.write.merging.merge import merge_entities

# So many of what a recording's labels said are looked at, and so much of each.
TURNS_MAX = 5_000
LENGTH_MAX = 1_000


@dataclass(frozen=True, slots=True)
class Heard:
    """A job's turns with their speakers by name, and the labels that have names by now."""

    turns: Sequence[EpisodeTurn]
    named: Mapping[str, str]


async def load_heard(db: Session, tenant: str, job: str) -> Heard:
    """Load the turns of a job, and name those whom labels mean.

    The names are kept with the episodes: what is read later, and what is erased, goes by them.
    Jobs without labels cost nothing more.
    """
    turns = await load_turns(db, tenant, job)
    labels = sorted({turn.speaker for turn in turns if turn.speaker and is_label(turn.speaker)})
    if not labels:
        return Heard(turns, {})
    session = turns[0].session
    rows: list[Row] = [
        {"id": turn.id, "speaker": turn.speaker, "scope": turn.scope, "text": turn.text}
        for turn in turns
    ]
    if session is not None:
        rows = await load_labelled(db, tenant, session, labels, length=LENGTH_MAX, limit=TURNS_MAX)
    said = [row for row in rows if row["speaker"] in labels]
    names = name_turns(said, session or job)
    await keep_speakers(db, tenant, names)
    heard = [replace(turn, speaker=names.get(turn.id, turn.speaker)) for turn in turns]
    if any(turn.for_review for turn in heard):
        # Who somebody is, is not settled by what waits for a person.
        return Heard(heard, {})
    return Heard(heard, named_labels(said, names, session or job))


def name_turns(rows: Iterable[Row], recording: str) -> dict[str, str]:
    """Return the name of who said each of some turns of a recording, given in their order by id.

    A name that is given in private is nobody's in what everybody sees.
    """
    names: dict[str, str] = {}
    current: dict[tuple[str, str], str] = {}
    unnamed: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        label = (row["speaker"], row["scope"])
        name = given_name(row["text"])
        if name is not None:
            current[label] = name
            names.update(dict.fromkeys(unnamed.pop(label, ()), name))
        if label not in current:
            unnamed.setdefault(label, []).append(row["id"])
        names[row["id"]] = current.get(label) or name_of_label(label[0], recording)
    return names


def named_labels(rows: Iterable[Row], names: Mapping[str, str], recording: str) -> dict[str, str]:
    """Return the first name that was given to all under each label, by what its bearer was
    called.
    """
    found: dict[str, str] = {}
    for row in rows:
        unnamed, name = name_of_label(row["speaker"], recording), names[row["id"]]
        # The tenant's own entity stays what it is.
        own = unnamed == row["speaker"]
        if name != unnamed and not own and row["scope"] == COMMON_SCOPE:
            found.setdefault(unnamed, name)
    return found


async def join_named(db: Session, caller: Caller, named: Mapping[str, str]) -> None:
    """Have the bearer of a name stand for whom only the label meant, where both are known.

    What cannot be joined stays two; the next job of the recording tries again.
    """
    if not named:
        return
    ids = await ids_by_names(db, caller, [*named, *named.values()])
    for label, name in named.items():
        unnamed, bearers = ids.get(label, []), ids.get(name, [])
        if len(unnamed) == 1 == len(bearers) and unnamed != bearers:
            with suppress(Incorrect):
                await merge_entities(db, caller, bearers[0], unnamed[0])
