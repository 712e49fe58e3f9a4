"""Relations in dialogue, by the offline extractor alone, against DialogRE's gold.

Scored as its authors do: for each given pair of arguments in a dialogue the relations are named;
precision, recall and F1 are counted over all (pair, relation), "unanswerable" left out. The gold
pairs say only which answers are looked at; the answers are the claims of the extractor over the
turns, with its inverses, and with the names by which the speakers address each other. The rules
were written looking at the train part; the dev part was only scored.

``python -m tools.eval.relations train`` prints the figures of the other part, by relation.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from extraction.language.reference import Unresolved, resolve_mention
from extraction.model.candidates import Candidate, EntityObject, LiteralObject, Turn, Window
from extraction.model.grounding import locate
from extraction.offline.extractor import extract
from extraction.offline.people.speaker_names import name_speakers
from graph.kernel.entities.name_matching import Verdict, compare_names
from graph.vocabulary import SourceKind
from tools.results import DATA, figure

SAID_AT = datetime(2000, 1, 1, 12, 0, tzinfo=UTC)
LOOK_BACK = 20
TARGET, FLOOR = 0.35, "0.24"
NONE = "unanswerable"
PERSON = "person"
# What an attribute is called there: from the subject's end, and from the value's. One claim may
# count twice, since the gold has both ends as arguments: siblings are siblings of each other, a
# parent's child has him for a parent. What the gold names and no attribute says (dates, works,
# acquaintances) is left out, and so is always missed; a claim that is over counts like one that
# holds, since the gold does not tell them apart. Nothing is claimed of a pair without a sentence.
RELATIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "spouse": (("per:spouse",), ("per:spouse",)),
    "partner": (("per:girl/boyfriend",), ("per:girl/boyfriend",)),
    "sibling": (("per:siblings",), ("per:siblings",)),
    "child": (("per:children",), ("per:parents",)),
    "parent": (("per:parents",), ("per:children",)),
    "grandparent": (("per:other_family",), ("per:other_family",)),
    "grandchild": (("per:other_family",), ("per:other_family",)),
    "relative": (("per:other_family",), ("per:other_family",)),
    "friend": (("per:friends",), ("per:friends",)),
    "roommate": (("per:roommate",), ("per:roommate",)),
    "neighbor": (("per:neighbor",), ("per:neighbor",)),
    "classmate": (("per:alumni",), ("per:alumni",)),
    "manager": (("per:boss",), ("per:subordinate",)),
    "manages": (("per:subordinate",), ("per:boss",)),
    "name": (("per:alternate_names",), ("per:alternate_names",)),
    "nickname": (("per:alternate_names",), ("per:alternate_names",)),
    "likes": (("per:positive_impression",), ()),
    "dislikes": (("per:negative_impression",), ()),
    "fond_of": (("per:positive_impression",), ()),
    "praises": (("per:positive_impression",), ()),
    "blames": (("per:negative_impression",), ()),
    "averse_to": (("per:negative_impression",), ()),
    "client": (("per:client",), ()),
    "has_pet": (("per:pet",), ()),
    "job_title": (("per:title",), ()),
    "age": (("per:age",), ()),
    "birthday": (("per:date_of_birth",), ()),
    "born_in": (("per:place_of_birth",), ("gpe:births_in_place",)),
    "lives_in": (("per:place_of_residence",), ("gpe:residents_of_place",)),
    "visited": (("per:visited_place",), ("gpe:visitors_of_place",)),
    "works_at": (
        ("per:employee_or_member_of", "per:place_of_work"),
        ("org:employees_or_members",),
    ),
    "workplace": (("per:place_of_work",), ()),
    "member_of": (("per:employee_or_member_of",), ("org:employees_or_members",)),
    "studies_at": (("per:schools_attended",), ("org:students",)),
    "studied_at": (("per:schools_attended",), ("org:students",)),
    "studies": (("per:major",), ()),
    "nationality": (("per:origin",), ()),
    "home_town": (("per:origin", "per:place_of_residence"), ("gpe:residents_of_place",)),
}
_SAID_BY = re.compile(r"(?P<who>Speaker \d+(?:, Speaker \d+)*)\s*:\s*(?P<text>.*)", re.DOTALL)

Pair = tuple[str, str]


def figures(part: str = "dev") -> Iterator[dict[str, Any]]:
    """Precision, recall and F1 over the pairs of one part."""
    path = DATA / "dialogue" / f"dialogre-{part}.json"
    if not path.exists():
        print(f"skipped: {path} is absent")
        return
    right, told, gold = _counted(json.loads(path.read_text(encoding="utf-8")))
    hits, said, wanted = right.total(), told.total(), gold.total()
    precision, recall = hits / max(said, 1), hits / max(wanted, 1)
    score = 2 * hits / max(said + wanted, 1)
    name = f"relations, DialogRE {part}"
    yield _figure(f"{name}, precision", precision, None)
    yield _figure(f"{name}, recall", recall, None)
    yield _figure(f"{name}, F1", score, TARGET)


def main() -> None:
    """Print the figures of one part, and each relation's."""
    part = sys.argv[1] if len(sys.argv) > 1 else "dev"
    for one in figures(part):
        print(f"{one['name']:58} {one['value']:>8}")
    path = DATA / "dialogue" / f"dialogre-{part}.json"
    if len(sys.argv) > 2 and path.exists():
        right, told, gold = _counted(json.loads(path.read_text(encoding="utf-8")))
        for relation, wanted in gold.most_common():
            print(f"  {relation:28} {right[relation]:4} of {told[relation]:4} for {wanted:4}")


def _counted(dialogues: list[Any]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How often each relation is right, is told, and is in the gold."""
    right, told, gold = Counter[str](), Counter[str](), Counter[str]()
    for lines, pairs in dialogues:
        found = relations(turns_of(lines))
        for pair in pairs:
            wanted = set(pair["r"]) - {NONE}
            said = set(found.get((_plain(pair["x"]), _plain(pair["y"])), ()))
            if _same(pair["x"], pair["y"]):
                said.add("per:alternate_names")
            right.update(said & wanted)
            told.update(said)
            gold.update(wanted)
    return right, told, gold


def _same(one: str, other: str) -> bool:
    """Whether two names said in one conversation may be one's: "Mon" and "Monica Vale".

    By the store's own rules for names; what they leave uncertain is there put to a person.
    """
    unnamed = one.startswith("Speaker ") or other.startswith("Speaker ")
    return (
        not unnamed and compare_names(one, other, PERSON, PERSON).verdict is not Verdict.DIFFERENT
    )


def turns_of(lines: list[str]) -> list[Turn]:
    """The turns of a dialogue."""
    found: list[Turn] = []
    for number, line in enumerate(lines):
        said = _SAID_BY.match(line)
        who, text = (said["who"], said["text"]) if said else (None, line)
        found.append(
            Turn(
                id=f"t{number}",
                speaker=who,
                source_kind=SourceKind.USER,
                text=text,
                occurred_at=SAID_AT,
            )
        )
    return found


def relations(turns: list[Turn]) -> dict[Pair, set[str]]:
    """Every relation that is found between two names of a dialogue."""
    found: dict[Pair, set[str]] = {}
    names = name_speakers(turns)
    proper = frozenset(_plain(n) for given in names.values() for n in given if n[:1].isupper())
    known = {_plain(name): _plain(who) for who, given in names.items() for name in given}
    for who, given in names.items():
        for name in given:
            found.setdefault((_plain(who), _plain(name)), set()).add("per:alternate_names")
    for subject, predicate, value in _claims(turns):
        forward, backward = RELATIONS.get(predicate, ((), ()))
        for one in _forms(subject, known, proper):
            for other in _forms(value, known, proper):
                found.setdefault((one, other), set()).update(forward)
                found.setdefault((other, one), set()).update(backward)
    return found


def _forms(name: str, known: Mapping[str, str], proper: frozenset[str]) -> set[str]:
    """The name as given, and the others of the one who bears it."""
    low = _plain(name)
    if low in known and name.islower() and " " not in name:
        return {known[low]}
    who = known.get(low) or (low if low in known.values() else None)
    same = {each for each, speaker in known.items() if who and speaker == who and each in proper}
    return {low, *same, *([who] if who else [])}


def _claims(turns: list[Turn]) -> Iterator[tuple[str, str, str]]:
    for index, turn in enumerate(turns):
        window = Window(turn=turn, previous=_before(turns, index))
        for claim in extract(window).candidates:
            if isinstance(claim, Candidate) and claim.object is not None:
                subject, value = _named(claim.subject, claim, window), _value(claim, window)
                if subject and value:
                    yield subject, claim.predicate, value


def _before(turns: list[Turn], index: int) -> tuple[Turn, ...]:
    """The turns before one; where nobody else has spoken yet, he who will, saying nothing."""
    before, own = turns[max(0, index - LOOK_BACK) : index], turns[index].speaker
    if any(turn.speaker != own for turn in before):
        return tuple(before)
    coming = next((turn for turn in turns[index:] if turn.speaker != own), None)
    silent = () if coming is None else (coming.model_copy(update={"text": ""}),)
    return (*silent, *before)


def _named(mention: str, claim: Candidate, window: Window) -> str | None:
    place = locate(claim.span, window.turn.text)
    found = resolve_mention(mention, "person", window, place.start if place else 0)
    return None if isinstance(found, Unresolved) else found.name


def _value(claim: Candidate, window: Window) -> str | None:
    if isinstance(claim.object, EntityObject):
        return _named(claim.object.entity, claim, window)
    return claim.object.literal if isinstance(claim.object, LiteralObject) else None


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def _figure(name: str, value: float, target: float | None) -> dict[str, Any]:
    return figure(name, value, "", target, f"{FLOOR}, the floor that was set for it")


if __name__ == "__main__":
    main()
