"""How well mentions and names are led to people, on public data that this repository does not hold.

Two measures. *Character identification*: mentions in the scenes of a television season, whose
spans are given, led to the names of the season's speakers; a mention counts as right if exactly the
people of the gold are named, so one that means nobody named can never be right. *GAP*: which of two
names in an article a pronoun means, by the F1 that the data's authors define. Names that may be
one's are measured in ``eval_merges.py``.

The rules were written looking at the even scenes and the first thousand articles only; the others
are told apart.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extraction.language.coreference import CoreferenceResolver, ResolvedMention, Utterance
from extraction.language.mentions import MentionType
from extraction.language.parsing import parse
from tools.eval import merges
from tools.results import DATA, figure

SCENES = Path("coref") / "character-identification-dev.json"
EARLIER = 20  # turns, as many as an extractor is shown
FLOOR = "0.384"
LEARNED = 1_000


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene with its gold: (utterance, start, end, words, the names meant)."""

    lines: list[Utterance]
    earlier: list[Utterance]
    gold: list[tuple[int, int, int, frozenset[str]]]


def figures() -> Iterator[dict[str, Any]]:
    """Every figure there is data for."""
    for file, measure in ((SCENES, _characters), (Path("coref"), _articles)):
        if (DATA / file).exists():
            yield from measure()
        else:
            print(f"skipped: {DATA / file} is absent")
    yield from merges.figures()


# Mentions to people --------------------------------------------------------------------------


def _characters() -> Iterator[dict[str, Any]]:
    scenes, speakers = _scenes()
    told = "mentions to people, "
    for name, some in (
        ("scenes looked at", scenes[::2]),
        ("scenes not looked at", scenes[1::2]),
        ("all scenes", scenes),
    ):
        right, of = _right(some, speakers)
        yield figure(f"{told}{name}, {of} mentions", right / of, "right", 0.6, FLOOR)
    right, of = _right(scenes, speakers, one=True)
    yield figure(f"{told}those of one person, {of}", right / of, "right", None, "none")
    right, of = _right(scenes, speakers, ahead=False)
    yield figure(f"{told}nothing read ahead, {of} mentions", right / of, "right", 0.6, FLOOR)


def _right(
    scenes: Iterable[Scene],
    speakers: list[str],
    *,
    ahead: bool = True,
    one: bool = False,
) -> tuple[int, int]:
    """How many mentions are led to exactly the people meant, and of how many.

    Without ``ahead`` each line is read as when it is the newest, as a conversation is.
    """
    right = of = 0
    for scene in scenes:
        found = _read(scene, speakers) if ahead else _read_as_it_comes(scene, speakers)
        for line, start, end, names in scene.gold:
            if one and (len(names) != 1 or next(iter(names)).startswith("#")):
                continue
            of += 1
            meant = found.get((line, end)) or found.get((line, -1 - start))
            right += meant is not None and frozenset(meant.names) == names
    return right, of


def _read(scene: Scene, speakers: list[str]) -> dict[tuple[int, int], ResolvedMention]:
    return _by_place(
        CoreferenceResolver([*scene.earlier, *scene.lines], speakers).read(), len(scene.earlier)
    )


def _read_as_it_comes(scene: Scene, speakers: list[str]) -> dict[tuple[int, int], ResolvedMention]:
    found: dict[tuple[int, int], ResolvedMention] = {}
    for number in range(len(scene.lines)):
        told = [*scene.earlier, *scene.lines[: number + 1]][-EARLIER - 1 :]
        read = CoreferenceResolver(told, speakers).read()
        here = [one for one in read if one.line == len(told) - 1]
        found |= _by_place(here, len(told) - 1 - number)
    return found


def _by_place(
    found: Iterable[ResolvedMention], before: int
) -> dict[tuple[int, int], ResolvedMention]:
    """By line and end of the head word, and by line and start."""
    places: dict[tuple[int, int], ResolvedMention] = {}
    for one in found:
        places.setdefault((one.line - before, one.mention.word.end), one)
        places.setdefault((one.line - before, -1 - one.mention.start), one)
    return places


def _scenes() -> tuple[list[Scene], list[str]]:
    season = json.loads((DATA / SCENES).read_text(encoding="utf-8"))
    made: list[Scene] = []
    speakers: dict[str, None] = {}
    for episode in season["episodes"]:
        before: list[Utterance] = []
        for scene in episode["scenes"]:
            lines = [_line(said) for said in scene["utterances"]]
            earlier = [*before[-EARLIER:], Utterance(None, ())] if before else []
            made.append(Scene(lines, earlier, list(_gold(scene["utterances"]))))
            speakers |= dict.fromkeys(name for u in scene["utterances"] for name in u["speakers"])
            before = lines
    return made, list(speakers)


def _line(said: dict[str, Any]) -> Utterance:
    return Utterance(" & ".join(said["speakers"]), parse(said["transcript"]))


def _gold(utterances: list[dict[str, Any]]) -> Iterator[tuple[int, int, int, frozenset[str]]]:
    for number, said in enumerate(utterances):
        at = 0
        for words, meant in zip(said["tokens"], said["character_entities"], strict=True):
            spans: list[tuple[int, int]] = []
            for word in words:
                at = max(said["transcript"].find(word, at), at)
                spans.append((at, at + len(word)))
                at += len(word)
            for first, end, *names in meant:
                yield number, spans[first][0], spans[end - 1][1], frozenset(names)


# Pronouns to names ---------------------------------------------------------------------------


def _articles() -> Iterator[dict[str, Any]]:
    development, validation = _rows("development"), _rows("validation")
    for name, rows in (
        ("looked at", development[:LEARNED]),
        ("not looked at", development[LEARNED:] + validation),
    ):
        counts, nearest = _judged(rows), _f1(_nearest(rows))
        for who in ("all", "female", "male"):
            said = f"GAP, {len(rows)} articles {name}, {who} pronouns"
            baseline = f"{nearest:.3f}, the last of the two names before any pronoun"
            yield figure(said, _f1(counts[who]), "F1", None, baseline)


def _rows(name: str) -> list[dict[str, str]]:
    path = DATA / "coref" / f"gap-{name}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _judged(rows: Iterable[dict[str, str]]) -> dict[str, Counter[str]]:
    """Right, wrong and missed answers, for all pronouns and by sex; the two names are given."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found = CoreferenceResolver(
            [Utterance(None, parse(row["Text"]))], (row["A"], row["B"])
        ).read()
        place = int(row["Pronoun-offset"])
        pronoun = next((one for one in found if one.mention.start == place), None)
        names = set(pronoun.names) if pronoun else set[str]()
        female = row["Pronoun"].casefold() in ("she", "her", "hers")
        said = {side for side in "AB" if names and _bearer(found, row, side) == names}
        for who in ("all", "female" if female else "male"):
            counts[who] += _answers(row, said)
    return counts


def _answers(row: dict[str, str], said: set[str]) -> Counter[str]:
    gold = {side for side in "AB" if row[f"{side}-coref"].upper() == "TRUE"}
    return Counter(right=len(said & gold), wrong=len(said - gold), missed=len(gold - said))


def _nearest(rows: Iterable[dict[str, str]]) -> Counter[str]:
    """Right, wrong and missed answers of a guess: the last of the two names that stands before."""
    counts = Counter[str]()
    for row in rows:
        place = int(row["Pronoun-offset"])
        before = [(int(row[f"{s}-offset"]), s) for s in "AB" if int(row[f"{s}-offset"]) < place]
        counts += _answers(row, {max(before)[1] if before else "A"})
    return counts


def _f1(counts: Counter[str]) -> float:
    right = 2 * counts["right"]
    return right / max(right + counts["wrong"] + counts["missed"], 1)


def _bearer(found: Iterable[ResolvedMention], row: dict[str, str], side: str) -> set[str]:
    start = int(row[f"{side}-offset"])
    end = start + len(row[side])
    for one in found:
        inside = one.mention.start < end and start < one.mention.end
        if inside and one.mention.sort is MentionType.NAME:
            return set(one.names)
    return set()


if __name__ == "__main__":
    for one in figures():
        print(f"{one['name']:70} {one['value']:>6} {one['unit']}")
