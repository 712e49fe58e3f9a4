"""What is believed when a model answers rightly: recorded answers, through the whole write path.

Answers written as a very good model would give them stand in ``tests/data/model_answers``, with
what is then to be believed, written from the messages alone; recordings of a LoCoMo conversation
are looked for beside the other evaluation data. A loopback server answers every message as it was
answered there, and a real store believes what comes of it. What is wrong then is this project's
share, and none of the model's.

A claim is *lost* if the answer keeps it, as a plain statement or a plan, and it is neither stored
nor a confirmation; it is *mistimed* if the memory's bounds are not the dates that the answer gives.
An expected belief is *right by value* if its entity has the value at some time, *strictly right* if
its times are right too. *Wrong now* is what must not be believed at the end. A question of LoCoMo
about what was said in the recordings is *answered by an item* if recall brings, by default
settings, a memory of a message that its authors name as evidence; ``DOXA_EMBEDDING_MODEL`` may name
another model of vectors.

Run by itself with ``-v`` it prints every difference.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from api import wiring
from api.service.worker import drain
from extraction.embedding.backfill import embed_missing
from extraction.embedding.known_models import scale_of
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from extraction.model.candidates import OF_PLANS
from extraction.recall.question import QuestionEmbedder
from graph import settings
from graph.database import migrations
from graph.database.embeddings import store
from graph.database.server.embedded import Address, running
from graph.database.session import Session
from graph.kernel.registry.builtin import ALIASES
from graph.limits import Limits
from graph.model.gate.policy import Policy
from graph.model.records import Belief, Caller, Decision, Entity, Memory
from graph.periods import period_end
from graph.read import reads
from graph.validation import name_key
from graph.vocabulary import Outcome, Precision, Role, SourceKind
from graph.write.intake import jobs
from graph.write.intake.episodes import Message
from tests.support.fake_messages_api import turns_of
from tools.eval import items
from tools.eval.answer_server import CHARACTERS_A_TOKEN, RecordedAnswers, answering, key_of
from tools.eval.recall import ADVERSARIAL, locomo
from tools.results import DATA, ROOT, figure

OWN = ROOT / "tests" / "data" / "model_answers"
LOCOMO = DATA / "model-answers" / "locomo-conv26.jsonl"
STRICT, WRONG_NOW = 0.97, 0
STATIC_TOKENS, CLAIM_TOKENS, COST = 3_000, 75, 1.2
ANSWERED_QUESTIONS = 17
# Dollars for a million tokens of a small model: read from its cache, sent, answered.
CACHED, SENT, ANSWERED = 0.1, 1.0, 5.0
BASELINE = "0.81 to 0.83 strictly, before the answers were looked at"
MODEL = "claude-haiku-5-5"
LOCOMO_TENANT = "locomo"
# Attributes whose values are denied by what they mean.
DENYING = frozenset({"avoids_eating", "dislikes", "forbids", "allergic_to", "fears"})
# Values that deny in words: "without introductions".
_DENIES = re.compile(r"no\b|without\b|never\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """One message and the answer to it, if a model is asked."""

    conversation: str
    message: Message
    answer: dict[str, Any] | None


@dataclass
class Outcomes:
    """What came of the answers of one set."""

    claims: int = 0
    lost: list[str] = field(default_factory=list[str])
    mistimed: list[str] = field(default_factory=list[str])
    by_value: list[str] = field(default_factory=list[str])
    strict: list[str] = field(default_factory=list[str])
    expected: int = 0
    wrong: list[str] = field(default_factory=list[str])
    forbidden: int = 0
    episodes: dict[str, str] = field(default_factory=dict[str, str])
    asked: int = 0
    unanswered: list[str] = field(default_factory=list[str])


def main() -> None:
    """Print the figures, and with ``-v`` every difference."""
    for one in figures(verbose="-v" in sys.argv):
        print(f"{one['name']:70} {one['value']:>8} {one['unit']}")


@contextmanager
def _server() -> Generator[Address]:
    with (
        tempfile.TemporaryDirectory(prefix="doxa-eval-") as folder,
        running(Path(folder) / "data") as address,
    ):
        yield address


def figures(
    *, verbose: bool = False, first: int | None = None, address: Address | None = None
) -> Iterator[dict[str, Any]]:
    """Yield for each set what is lost, right and wrong, and what the prompts cost.

    With ``first`` only so many messages of each set are said; without an ``address`` to a server of
    their own, which is gone afterwards.
    """
    sets = [(name, said[:first], expected) for name, said, expected in _sets()]
    with _server() if address is None else nullcontext(address) as at:
        replayed = [
            (name, said, *asyncio.run(_replay(at, said, expected))) for name, said, expected in sets
        ]
    for name, said, outcomes, api in replayed:
        if api.unknown:
            raise ValueError(f"no answer to {api.unknown[0]}")
        if verbose:
            _explain(name, outcomes)
        yield from _figures(name, said, outcomes, api)


def _figures(
    name: str, said: Sequence[Said], outcomes: Outcomes, api: RecordedAnswers
) -> Iterator[dict[str, Any]]:
    yield figure(
        f"{name}: of {outcomes.claims} claims kept, lost",
        len(outcomes.lost),
        "",
        0,
        None,
        least=False,
    )
    right = 1 - (len(outcomes.lost) + len(outcomes.mistimed)) / max(outcomes.claims, 1)
    yield figure(f"{name}: of these, stored as answered", right, "", STRICT, BASELINE)
    if total := outcomes.expected:
        strict = 1 - (len(outcomes.strict) + len(outcomes.by_value)) / total
        yield figure(f"{name}: of {total} beliefs, strictly right", strict, "", STRICT, BASELINE)
        yield figure(f"{name}: right by value", 1 - len(outcomes.by_value) / total, "", None, None)
        yield figure(
            f"{name}: of {outcomes.forbidden} that must not be, believed",
            len(outcomes.wrong),
            "",
            WRONG_NOW,
            None,
            least=False,
        )
    if outcomes.asked:
        answered = outcomes.asked - len(outcomes.unanswered)
        yield figure(
            f"{name}: of {outcomes.asked} questions, answered by an item",
            answered,
            "",
            ANSWERED_QUESTIONS,
            "7",
        )
    yield from _costs(name, said, outcomes, api)


def _costs(
    name: str, said: Sequence[Said], outcomes: Outcomes, api: RecordedAnswers
) -> Iterator[dict[str, Any]]:
    calls = len(api.requests)
    static, varying, answered = (
        characters / CHARACTERS_A_TOKEN
        for characters in (
            len(api.requests[-1]["system"][0]["text"]),
            sum(len(turns_of(request)) for request in api.requests) / calls,
            _answered(said) / calls,
        )
    )
    yield figure(f"{name}: static tokens", static, "", STATIC_TOKENS, "8,192", least=False)
    each = answered * calls / max(outcomes.claims, 1)
    yield figure(f"{name}: tokens a claim", each, "", CLAIM_TOKENS, "175 to 234", least=False)
    dollars = (static * CACHED + varying * SENT + answered * ANSWERED) / 1_000
    yield figure(f"{name}: 1,000 messages, warm", dollars, "USD", COST, "3.3", least=False)


def _answered(said: Sequence[Said]) -> int:
    """Characters of all answers, as the schema asks for them today: without defaults."""
    compact = (_compact(each.answer) for each in said if each.answer is not None)
    return sum(len(json.dumps(each, ensure_ascii=False, separators=(",", ":"))) for each in compact)


_UNSAID: Mapping[str, Any] = {
    "subject_kind": "person",
    "source_confidence": "direct",
    "grounding_verdict": "Supported",
    "confidence_adjustment": 0.0,
    "quality_decision": "keep",
}
_GONE = frozenset({"turn", "confidence", "inference", "quality_reason"})


def _compact(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what may be left out of it."""
    members: list[dict[str, Any]] = answer["memories"]
    return {"memories": [_compact_member(member) for member in members]}


def _compact_member(member: dict[str, Any]) -> dict[str, Any]:
    if member.get("quality_decision") == "discard":
        return {"discard": member.get("quality_reason", ""), "span": member["span"]}
    kept: dict[str, Any] = {}
    for name, value in member.items():
        holds = name == "holds_now" and value is (member.get("type") != "event")
        if name in _GONE or holds or value in (None, [], False) or _UNSAID.get(name) == value:
            continue
        literal = isinstance(value, dict) and set(value) == {"literal"}
        kept[name] = value["literal"] if literal else value
    return kept


def _explain(name: str, outcomes: Outcomes) -> None:
    for what, which in (
        ("lost", outcomes.lost),
        ("mistimed", outcomes.mistimed),
        ("value", outcomes.by_value),
        ("strict", outcomes.strict),
        ("WRONG", outcomes.wrong),
        ("asked", outcomes.unanswered),
    ):
        for one in which:
            print(f"{name} {what:7} {one}")


def _sets() -> Iterator[tuple[str, list[Said], dict[str, Any]]]:
    for path in sorted(OWN.glob("*.jsonl")):
        if path.name.startswith("expected"):
            continue
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        expected = OWN / f"expected_{path.name}"
        lines = expected.read_text(encoding="utf-8").splitlines() if expected.exists() else []
        wanted = {row["conversation"]: row for row in map(json.loads, lines)}
        yield path.stem, [_read_row(row) for row in rows], wanted
    if LOCOMO.exists():
        yield "LoCoMo", list(_recorded()), {}
    else:
        print(f"skipped: {LOCOMO} is absent")


def _read_row(row: dict[str, Any]) -> Said:
    kind = SourceKind(row.get("source", "user").upper())
    message = Message(
        text=row["text"],
        id=f"{row['conversation']}:{row['number']}",
        speaker=row["speaker"],
        source_kind=kind,
        occurred_at=datetime.fromisoformat(row["said_at"]),
    )
    answer = row.get("answer", {"memories": []} if kind is SourceKind.ASSISTANT else None)
    return Said(row["conversation"], message, answer)


def _recorded() -> Iterator[Said]:
    """Read the recordings of a LoCoMo conversation, their ids by name."""
    lines = (DATA / "dialogue" / "locomo-0.messages.jsonl").read_text(encoding="utf-8")
    told = {row["id"]: row for row in map(json.loads, lines.splitlines())}
    claims: dict[str, str] = {}
    for line in LOCOMO.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] != "turn":
            continue
        said = told[row["message"]]
        answer = _by_name(row["answer"], row["prompt"], claims)
        for member in row["answer"]["memories"]:
            if member.get("object"):
                claims.setdefault(member["text"], f"@{member['predicate']} = {_first(member)}")
        yield Said(
            LOCOMO_TENANT,
            Message(
                text=said["text"],
                id=row["message"],
                speaker=said["speaker"],
                source_kind=SourceKind(said["source_kind"]),
                occurred_at=datetime.fromisoformat(said["occurred_at"]),
            ),
            answer,
        )


def _first(member: dict[str, Any]) -> str:
    value = member["object"]
    value = value["list"][0] if "list" in value else value
    return value.get("literal") or value["entity"]


def _by_name(answer: dict[str, Any], prompt: str, claims: Mapping[str, str]) -> dict[str, Any]:
    """Replace the ids of a recording's prompt by what they stand for."""
    lines = [line.split(" | ") for line in prompt.splitlines() if " | " in line]
    names = {
        line[0]: claims.get(line[1], line[1]) if line[0].startswith("m_") else f"@{line[1]}"
        for line in lines
        if line[0][:2] in ("e_", "m_")
    }
    text = json.dumps(answer)
    for key, name in names.items():
        text = text.replace(json.dumps(key), json.dumps(name))
    return json.loads(text)


async def _replay(
    address: Address, said: Sequence[Said], expected: Mapping[str, Any]
) -> tuple[Outcomes, RecordedAnswers]:
    """Send every message of a set, a tenant for each conversation, and look at what came of it."""
    answers = {
        key_of(each.message.speaker or "user", each.message.text): each.answer
        for each in said
        if each.answer is not None
    }
    conversations: dict[str, list[Said]] = defaultdict(list)
    for each in said:
        conversations[each.conversation].append(each)
    outcomes = Outcomes()
    with answering(answers) as api:
        server = ModelServer(model=MODEL, key="none", base_url=api.url)
        async with (
            Session.open(
                address.uri,
                address.user,
                address.password,
                limits=Limits(vectors=scale_of(settings.load().embedding_model)),
            ) as db,
            ClaudeExtractor.open(server) as extractor,
        ):
            await migrations.ensure(db)
            # Their people have consented: what is measured is how they are understood.
            db.policy = Policy(special=())
            for name, messages in conversations.items():
                caller = Caller(tenant=name, actor="eval", role=Role.OWNER)
                await _send(db, caller, extractor, messages, outcomes)
                if name in expected:
                    await _compare(db, caller, messages, expected[name], outcomes)
                if name == LOCOMO_TENANT:
                    await _ask(db, caller, outcomes)
    return outcomes, api


async def _send(
    db: Session,
    caller: Caller,
    extractor: ClaudeExtractor,
    messages: Sequence[Said],
    outcomes: Outcomes,
) -> None:
    """Send one conversation, a message a job, and count what is lost of each answer."""
    for each in messages:
        # Each is read when it is said, as it would have been.
        db.clock = partial(_later, each.message.occurred_at or datetime.now(UTC))
        job = await jobs.submit(db, caller, [each.message], session=caller.tenant, topic=None)
        outcomes.episodes[str(each.message.id)] = job.episodes[0]
        await drain(db, extractor, caller.tenant)
        for decision in await jobs.decisions(db, caller, job.id):
            candidate = decision.candidate
            if isinstance(candidate, dict) and _is_meant(candidate):
                outcomes.claims += 1
                await _look_at(db, caller, each, decision, candidate, outcomes)


async def _ask(db: Session, caller: Caller, outcomes: Outcomes) -> None:
    """Ask what LoCoMo asks of what was said here, right after the last of it."""
    model = wiring.embedder(settings.load())
    if model is None:
        print("no questions are asked: DOXA_EMBEDDING_MODEL is none")
        return
    await embed_missing(db, model, await store.present(db, model.name, model.dimension))
    said = outcomes.episodes.keys()
    conversation = next(locomo())
    asked = tuple(
        question
        for question in conversation.asked
        if question.evidence <= said and question.kind != ADVERSARIAL
    )
    questions = QuestionEmbedder(lambda: model)
    answers = await items.evidence(
        db, caller, replace(conversation, asked=asked), outcomes.episodes, questions
    )
    outcomes.asked += len(asked)
    outcomes.unanswered += [each.asked.text for each in answers if not each.came]


async def _look_at(
    db: Session,
    caller: Caller,
    said: Said,
    decision: Decision,
    candidate: dict[str, Any],
    outcomes: Outcomes,
) -> None:
    """Note what is lost of a claim that an answer keeps, or has other times than it says."""
    if decision.outcome not in (Outcome.STORED, Outcome.CONFIRMED, Outcome.HELD):
        what = candidate.get("text") or candidate.get("confirms") or candidate.get("span")
        why = f"{decision.gate}: {decision.reason}"
        outcomes.lost.append(f"{said.message.id} {what!r} ({why})")
        return
    member = None if said.answer is None else _member_of(said.answer, candidate)
    if decision.memory is None or member is None:
        return
    memory = (await reads.memories_by_id(db, caller, [decision.memory]))[decision.memory]
    if wrong := _mistimed(memory, member, said.message):
        outcomes.mistimed.append(f"{said.message.id} {candidate['text']!r} ({wrong})")


def _member_of(answer: dict[str, Any], candidate: Mapping[str, Any]) -> dict[str, Any] | None:
    """The member of an answer that a stored candidate comes from."""
    members: list[dict[str, Any]] = answer["memories"]
    return next(
        (
            member
            for member in members
            if "text" in member
            and (member["text"], member["span"]) == (candidate.get("text"), candidate["span"])
        ),
        None,
    )


def _mistimed(memory: Memory, member: Mapping[str, Any], message: Message) -> str | None:
    """What is wrong with the bounds of a memory, by the dates that the answer gives."""
    predicate = ALIASES.get(member["predicate"], member["predicate"])
    if member.get("speech_act") == "plan" and (predicate in OF_PLANS or not member.get("start")):
        return None
    start, end = _date_of(member, "start"), _date_of(member, "end")
    zone = (message.occurred_at or datetime.now(UTC)).tzinfo
    ended = memory.negative and end is not None and start is None
    pairs = [(end, memory.valid_from)] if ended else [(start, memory.valid_from)]
    pairs += [] if ended or memory.negative else [(end, memory.valid_to)]
    for wanted, at in pairs:
        precision = (
            memory.valid_from_precision if at == memory.valid_from else memory.valid_to_precision
        )
        if wanted and (at is None or not _near(at.astimezone(zone), precision, wanted)):
            return f"{wanted}, stored {memory.valid_from_text} – {memory.valid_to_text}"
    return None


def _date_of(member: Mapping[str, Any], bound: str) -> str | None:
    given = member.get(bound)
    return given.get("resolved") if isinstance(given, dict) else None


def _near(at: datetime, precision: Precision | None, wanted: str) -> bool:
    """Whether a bound, as exactly as it is stored, meets a date: an end may be that of its day."""
    first = datetime.fromisoformat(f"{wanted}-01-01"[:10] if len(wanted) < 10 else wanted[:10])
    last = first + timedelta(days={4: 366, 7: 31}.get(len(wanted), 1))
    begin = at.replace(tzinfo=None)
    end = period_end(begin, precision or Precision.INSTANT) or begin
    return begin <= last and first <= end


def _later(said_at: datetime) -> datetime:
    return said_at.astimezone(UTC) + timedelta(seconds=1)


def _is_meant(candidate: Mapping[str, Any]) -> bool:
    """Whether an answer keeps a claim as a plain statement or a plan."""
    if "confirms" in candidate:
        return True
    meant = candidate.get("speech_act") in ("assertion", "plan")
    return meant and candidate.get("quality") == "keep"


async def _compare(
    db: Session,
    caller: Caller,
    messages: Sequence[Said],
    wanted: dict[str, Any],
    outcomes: Outcomes,
) -> None:
    """Compare what is believed at the end of a conversation with what is to be."""
    last = max(each.message.occurred_at for each in messages if each.message.occurred_at)
    asked_at = last + timedelta(days=1)
    beliefs = await _named_beliefs(db, caller)
    name: str = wanted["conversation"]
    for row in itertools.filterfalse(_is_negated, wanted["believed"]):
        _look_for(row, beliefs, asked_at, f"{name} {json.dumps(row, ensure_ascii=False)}", outcomes)
    for row in (*wanted.get("never", ()), *filter(_is_negated, wanted["believed"])):
        outcomes.forbidden += 1
        if held := _held(row, beliefs, asked_at):
            outcomes.wrong.append(f"{name} {json.dumps(row, ensure_ascii=False)} <- {held}")


NamedBelief: TypeAlias = tuple[Entity, Belief | Memory, Sequence[str]]


def _look_for(
    row: Mapping[str, Any],
    beliefs: Sequence[NamedBelief],
    asked_at: datetime,
    told: str,
    outcomes: Outcomes,
) -> None:
    """Look for an expected belief, by its value and then by its times."""
    outcomes.expected += 1
    valued = [each for each in beliefs if _is(*each, row)]
    if any(_is_timed(belief, row, asked_at) for _, belief, _ in valued):
        return
    missed = outcomes.strict if valued else outcomes.by_value
    seen = (_shown(belief, values[0]) for _, belief, values in valued)
    missed.append(f"{told} <- {'; '.join(seen)}")


def _held(row: Mapping[str, Any], beliefs: Sequence[NamedBelief], asked_at: datetime) -> str | None:
    """What is believed at the end of what must not be, if anything is."""
    held = (each for each in beliefs if _is(*each, row) and _holds(each[1], asked_at))
    return next((_shown(belief, values[0]) for _, belief, values in held), None)


async def _named_beliefs(db: Session, caller: Caller) -> list[NamedBelief]:
    """Every belief with its entity, and its value or the names of what it leads to."""
    believed = [pair async for pair in _all_beliefs(db, caller)]
    targets = {belief.target for _, belief in believed if belief.target}
    named = await reads.entities_by_id(db, caller, targets)
    names = {key: (each.name, *each.aliases) for key, each in named.items()}
    return [
        (entity, belief, names.get(belief.target or "", (belief.value or "",)))
        for entity, belief in believed
    ]


async def _all_beliefs(
    db: Session, caller: Caller
) -> AsyncIterator[tuple[Entity, Belief | Memory]]:
    """Every belief of a tenant with its entity, along valid time."""
    now = reads.as_of(db, caller, None, None)
    page = await reads.entities(db, caller, first=500)
    for entity in page.items:
        found = await reads.timeline(
            db, caller, entity=entity.id, attribute=None, context=None, system_at=now.system_at
        )
        for belief in found:
            yield entity, belief
        over = await reads.formerly(
            db, caller, entity=entity.id, attribute=None, context=None, system_at=now.system_at
        )
        for memory in over:
            yield entity, memory


def _is(
    entity: Entity, belief: Belief | Memory, values: Sequence[str], row: Mapping[str, Any]
) -> bool:
    """Whether a belief is about the entity and has the value that a row names.

    ``values`` are the value of the belief, or the names of the entity that it leads to.
    """
    names = [row["entity"]] if isinstance(row["entity"], str) else row["entity"]
    called = {name_key(name) for name in (entity.name, *entity.aliases)}
    if not called & {name_key(name) for name in names}:
        return False
    if row.get("negated") and (belief.attribute in DENYING or _DENIES.match(belief.value or "")):
        return False
    wanted = [name_key(each) for each in row["value"]]
    believed = [name_key(value) for value in values if value]
    attribute = (belief.attribute or "").replace("_", " ")
    return any(
        each in attribute or any(each in value or value in each for value in believed)
        for each in wanted
    )


def _is_negated(row: Mapping[str, Any]) -> bool:
    return bool(row.get("negated"))


def _is_timed(belief: Belief | Memory, row: Mapping[str, Any], asked_at: datetime) -> bool:
    return (
        _is_bound(belief, "from", row.get("from"))
        and _is_bound(belief, "to", row.get("to"))
        and ("now" not in row or _holds(belief, asked_at) is row["now"])
    )


def _is_bound(belief: Belief | Memory, end: str, wanted: str | None) -> bool:
    """Whether a bound begins with the date that a row names; "said" and None are not looked at."""
    if wanted is None or wanted == "said":
        return True
    unknown = belief.start_unknown if end == "from" else belief.end_unknown
    text = belief.valid_from_text if end == "from" else belief.valid_to_text
    text = text.removeprefix("week of ") if text else None
    if wanted == "unknown":
        return unknown or text is None
    if wanted == "open":
        return text is None and not unknown
    return text is not None and (text.startswith(wanted) or wanted.startswith(text))


def _holds(belief: Belief | Memory, at: datetime) -> bool:
    if not isinstance(belief, Belief):
        return False
    over = belief.valid_to is not None and belief.valid_to <= at
    return belief.valid_from <= at and not over


def _shown(belief: Belief | Memory, value: str) -> str:
    return (
        f"{belief.attribute} = {value} [{belief.valid_from_text}{'?' * belief.start_unknown}"
        f" – {belief.valid_to_text}{'?' * belief.end_unknown}]"
    )


if __name__ == "__main__":
    main()
