"""The contradiction test: each shape in two ways, minutes and months apart, through six columns.

Each telling has a tenant of its own. What is done to the whole store, such as running its tasks, is
done once for all of them.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from graph.clock import format_instant
from graph.model.records import DEFAULT_TENANT
from tools.acceptance.client import Caller, Doxa, Refused
from tools.acceptance.contradiction_shapes import (
    CONTROL,
    CONTROL_CLAIM,
    CONTROL_TEXT,
    SHAPES,
    Shape,
    State,
    tell,
)
from tools.acceptance.judge import unqualified
from tools.acceptance.operations import nodes, recalled
from tools.acceptance.report import Failed, Result, control, must, tried

GROUP = "contradiction"
SPOKEN = "Which language does Ada speak?"
COLUMNS = ("A", "B", "C", "C′", "D", "E")
APART = {"minutes": timedelta(minutes=5), "months": timedelta(days=150)}
# Two processors are enough for it, and more than one caller is what a service has.
AT_ONCE = 2

BELIEVED = """query ($name: String!, $at: AsOf) { entity(name: $name) {
  beliefs(asOf: $at, first: 100) { edges { node { attribute value target { name } } } }
} }"""
VIEWS = """query ($name: String!) { entity(name: $name) {
  beliefs(first: 100) { edges { node { ...seen } } }
  timeline { ...seen }
  related(first: 100) { edges { node { name } path { id } } }
} }
fragment seen on Belief { id attribute value validTo systemTo target { name } }"""
MEMORIES = """query ($type: MemoryType) { memories(type: $type, first: 100) {
  edges { node { id text topic negative status } }
} }"""
CHAIN = "query ($id: ID!) { supersessionChain(memory: $id) { id status negative } }"
RUNS_MAX = 60
RUN = "mutation ($name: String!) { runTask(name: $name) { error } }"
CONSOLIDATE = """mutation ($topic: String!) {
  consolidate(topic: $topic, threshold: 0.5, dryRun: false) { groups { canonical } }
}"""


@dataclass(frozen=True)
class Told:
    """A shape as told in a tenant: when each part was said, and when the second became known."""

    shape: Shape
    apart: str
    caller: Caller
    began: datetime
    changed: datetime
    known: datetime

    @property
    def part(self) -> str:
        """What this telling is called in the report."""
        return f"{self.shape.way}, {self.apart} apart"


def told(doxa: Doxa, shape: Shape, apart: str) -> Told:
    """Tell both, so far apart, the second as long ago as the first was before it."""
    now = datetime.now(UTC)
    began, changed = now - 2 * APART[apart], now - APART[apart]
    caller = Caller.of(doxa)
    first = [CONTROL_TEXT if shape.way == "said" else CONTROL_CLAIM, *shape.first]
    memories = tell(caller, first, format_instant(began))
    made = Told(shape, apart, caller, began, changed, datetime.now(UTC))
    must(believed(made) == shape.before, f"the first was not believed: {shown(believed(made))}")
    shape.then(caller, memories[1:], format_instant(changed))
    return made


def believed(it: Told, **at: datetime) -> State:
    """What is believed at a point of that which the shape is about."""
    found: dict[tuple[str, str], set[str]] = {key: set() for key in it.shape.before}
    point = {key: format_instant(moment) for key, moment in at.items()}
    for name in dict.fromkeys(name for name, _ in it.shape.before):
        entity = it.caller.ask(BELIEVED, name=name, at=point)["entity"]
        for edge in entity["beliefs"]["edges"] if entity else []:
            node = edge["node"]
            value = node["target"]["name"] if node["target"] else node["value"]
            found.setdefault((name, node["attribute"]), set()).add(value)
    return {key: frozenset(values) for key, values in found.items() if key in it.shape.before}


def is_current(it: Told) -> None:
    """A: what holds now is believed and recalled."""
    found = believed(it)
    control(found[("Ada", "speaks")] == CONTROL[("Ada", "speaks")], "Ada speaks French")
    must(found == it.shape.after, f"believed is {shown(found)}")
    context = "\n".join(
        recalled(it.caller, words, include=["MEMORIES"])["context"] for words in it.shape.asked
    )
    fresh = {value for key in it.shape.after for value in it.shape.after[key]} - {"French"}
    for value in fresh:
        control(value in context, f"{value} is not recalled")


def is_qualified(it: Told) -> None:
    """B: nothing stale is recalled without its end; everything has its interval."""
    spoken = recalled(it.caller, SPOKEN, include=["MEMORIES"])["context"]
    control("French" in spoken, "Ada speaks French")
    for words in it.shape.asked:
        for include in (["MEMORIES"], ["MEMORIES", "HINTS", "EPISODES"]):
            context = recalled(it.caller, words, include=include)["context"]
            wrong = unqualified(context, it.shape.stale)
            must(not wrong, f"asked {words!r}, it recalls {wrong[:1]}")


def is_answerable(it: Told) -> None:
    """D: what was known before the second, also of a time between them, and what held then."""
    between = it.began + (it.changed - it.began) / 2
    then = datetime.fromisoformat(it.shape.early) if it.shape.early else between
    lasting = dict(it.shape.before if it.shape.lasting else it.shape.after)
    if it.shape.early:
        # The control was not said of so early a time.
        lasting |= dict.fromkeys(CONTROL, frozenset())
    for held, at in (
        (it.shape.before, {"systemAt": it.known}),
        (it.shape.before, {"systemAt": it.known, "validAt": between}),
        (lasting, {"validAt": then}),
    ):
        found = believed(it, **at)
        must(found == held, f"as of {' and '.join(at)} it was {shown(found)}")


def agrees(it: Told) -> None:
    """E: every view of it says the same."""
    for name in dict.fromkeys(name for name, _ in it.shape.before):
        seen = it.caller.ask(VIEWS, name=name)["entity"]
        if seen is not None:
            _same(name, seen)
    _memories_agree(it)
    found = recalled(it.caller, SPOKEN, include=["MEMORIES"])["items"]
    control(any("vector" in item["via"] for item in found), "a memory found by its vector")
    _view_agrees(it)
    there = _carried_away(it)
    for column in (is_current, is_qualified, is_answerable):
        try:
            column(there)
        except Failed as error:
            raise Failed(f"where its export was loaded: {error}") from error


def _same(name: str, seen: dict[str, Any]) -> None:
    current = {edge["node"]["id"]: edge["node"] for edge in seen["beliefs"]["edges"]}
    now = datetime.now(UTC)
    line = {
        one["id"]
        for one in seen["timeline"]
        if one["validTo"] is None or datetime.fromisoformat(one["validTo"]) > now
    }
    must(line == set(current), f"the timeline of {name} is not what is believed")
    must(all(one["systemTo"] is None for one in current.values()), "what is believed is closed")
    related = {edge["node"]["name"] for edge in seen["related"]["edges"]}
    targets = {one["target"]["name"] for one in current.values() if one["target"]}
    must(related == targets, f"{name} is related to {sorted(related)}, not {sorted(targets)}")
    steps = {step["id"] for edge in seen["related"]["edges"] for step in edge["path"]}
    must(steps <= set(current), f"an edge of {name} is none of the beliefs")


def _memories_agree(it: Told) -> None:
    """No active memory, summaries among them, states what is over; each chain ends in one."""
    active = {one["id"]: one for one in nodes(it.caller, MEMORIES) if not one["negative"]}
    control(any("French" in one["text"] for one in active.values()), "Ada speaks French")
    texts = [one["text"] for one in active.values()]
    # A memory stands without its interval in this list, so its text alone is judged.
    lines = "\n".join(f"- {text} [since now; said by one on then]" for text in texts)
    wrong = unqualified(lines, it.shape.stale)
    must(not wrong, f"an active memory states what is over: {wrong[:1]}")
    for one in active:
        head = it.caller.ask(CHAIN, id=one)["supersessionChain"][-1]
        must(head["status"] == "ACTIVE", f"the chain of {active[one]['text']!r} ends otherwise")


def _view_agrees(it: Told) -> None:
    """The exported view has the beliefs that are believed, and no others."""
    name = f"urn:doxa:{it.caller.tenant}"
    told = it.caller.run("export", "--format", "trig").partition(f"GRAPH <{name}:beliefs>")[2]
    viewed = set(re.findall(rf"<{name}:(\w+)> a [^.;]*doxa:Belief", told))
    held = {
        one["id"] for one in nodes(it.caller, "{ beliefs(first: 500) { edges { node { id } } } }")
    }
    control(held and "French" in told, "French in the exported view")
    must(viewed == held, "an exported view has other beliefs")


def _carried_away(it: Told) -> Told:
    """The same, exported and loaded in another tenant."""
    other = Caller.of(it.caller.doxa)
    path = it.caller.doxa.folder / f"{other.tenant}.jsonl"
    it.caller.run("export", "--output", str(path))
    other.run("load", str(path), "--replay", "--no-embed")
    return replace(it, caller=other)


def background(doxa: Doxa, callers: Iterable[Caller]) -> None:
    """Run every job that there is: all tasks, consolidation, merges, vectors and rebuilding."""
    callers = list(callers)

    def of_one(caller: Caller) -> None:
        caller.ask("mutation { scheduleConsolidation(enabled: true) }")
        for topic in {one["topic"] for one in nodes(caller, MEMORIES) if one["topic"]}:
            caller.ask(CONSOLIDATE, topic=topic)
        caller.ask("mutation { proposeMerges }")
        caller.run("rebuild")
        broken = caller.ask("{ check { message } }")["check"]
        must(not broken, f"an invariant is violated: {broken[:1]}")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(of_one, callers))
    run_tasks(doxa)
    doxa.run("reembed")


def run_tasks(doxa: Doxa) -> None:
    """Run every task of the store now, as whoever runs it."""
    caller = Caller.of(doxa, DEFAULT_TENANT)
    for task in caller.ask("{ tasks { name } }")["tasks"]:
        error = _run_task(caller, task["name"])
        must(error is None, f"the task {task['name']} failed: {error}")


def _run_task(caller: Caller, name: str) -> str | None:
    """Run a task, after the service has done so by itself, if it is at it; its error."""
    for _ in range(RUNS_MAX):
        try:
            error: str | None = caller.ask(RUN, name=name)["runTask"]["error"]
        except Refused as refused:
            if refused.code != "CONFLICT":
                raise
            time.sleep(1)
        else:
            return error
    return "it ran all the time"


def again(it: Told) -> None:
    """Have the first come in again: in another session, as a document, and in a file."""
    at = format_instant(it.began)
    if it.shape.way == "said":
        texts = [str(text) for text in it.shape.first]
        it.caller.remember(*texts, session="third")
        it.caller.remember(*texts, session="fourth", occurredAt=at)
        it.caller.remember(*texts, session="paper", sourceKind="DOCUMENT")
        lines = [{"text": text, "speaker": "Ada", "occurred_at": at} for text in texts]
        path = it.caller.doxa.file([one | {"session": "imported"} for one in lines])
        it.caller.run("ingest", path, "--no-embed")
        return
    tell(it.caller, it.shape.first, at, session="third")
    tell(it.caller, it.shape.first, at, sourceKind="DOCUMENT", session="paper")
    path = it.caller.doxa.file(
        [as_line(one, at) for one in it.shape.first if isinstance(one, dict)]
    )
    it.caller.run("load", path, "--no-embed")


def as_line(claim: dict[str, Any], at: str) -> dict[str, Any]:
    """A claim as the line of a file."""
    line = {"entity": claim["entityName"], "attribute": claim["attribute"], "said_at": at}
    line |= {"value": claim["value"]} if "value" in claim else {}
    line |= {"target": claim["targetName"]} if "targetName" in claim else {}
    return line | ({"valid_from": claim["validFrom"]} if "validFrom" in claim else {})


def run(doxa: Doxa, *, brief: bool = False) -> Iterator[Result]:
    """Tell all shapes and try the columns; what is done to the store is done once for all.

    ``brief``: each of them is told once, in turn minutes and months apart.
    """
    pairs = [(shape, apart) for shape in SHAPES for apart in APART]
    if brief:
        # Of what is said and of what is claimed some are minutes apart and some months.
        pairs = [pairs[2 * number + (number + number // 2) % 2] for number in range(len(SHAPES))]
    tellings, untold = _tell_all(doxa, pairs)
    yield from untold
    yield from _try(tellings, {"A": is_current, "B": is_qualified, "D": is_answerable})
    done = why_not(lambda: background(doxa, [it.caller for it in tellings]))
    yield from _try(tellings, {"C": after(done, is_current, is_qualified)})
    # How long ago it was said makes no difference between views of the same state.
    each_once = {(it.shape.name, it.shape.way): it for it in tellings}
    yield from _try(list(each_once.values()), {"E": agrees})
    fed = dict(_each(tellings, lambda it: (it.caller.tenant, why_not(lambda: again(it)))))
    done = why_not(lambda: run_tasks(doxa))

    def holds(it: Told) -> None:
        after(fed[it.caller.tenant], after(done, is_current, is_qualified))(it)

    yield from _try(tellings, {"C′": holds})


def why_not(work: Callable[[], object]) -> str:
    """Why it could not be done; empty if it was."""
    return tried(GROUP, "", "", work).reason


def after(done: str, *columns: Callable[[Told], None]) -> Callable[[Told], None]:
    """Check columns after something that was done, which ``done`` tells why it could not be."""

    def check(it: Told) -> None:
        must(not done, f"before that: {done}")
        for column in columns:
            column(it)

    return check


def _tell_all(doxa: Doxa, wanted: Sequence[tuple[Shape, str]]) -> tuple[list[Told], list[Result]]:
    made: list[Told] = []
    untold: list[Result] = []

    def one(pair: tuple[Shape, str]) -> Told | str:
        found: list[Told] = []
        reason = why_not(lambda: found.append(told(doxa, *pair)))
        return found[0] if found else reason

    for (shape, apart), found in zip(wanted, _each(wanted, one), strict=True):
        if isinstance(found, Told):
            made.append(found)
            continue
        part = f"{shape.way}, {apart} apart"
        untold += [Result(GROUP, f"{shape.name} {name}", part, found) for name in COLUMNS]
    return made, untold


def _try(tellings: Sequence[Told], columns: dict[str, Callable[[Told], None]]) -> list[Result]:
    def one(it: Told) -> list[Result]:
        return [
            tried(GROUP, f"{it.shape.name} {name}", it.part, lambda column=column: column(it))
            for name, column in columns.items()
        ]

    return [result for results in _each(tellings, one) for result in results]


def _each(given: Iterable[Any], make: Callable[[Any], Any]) -> list[Any]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(make, given))


def shown(state: State) -> str:
    """What is believed, in words."""
    return json.dumps({f"{name} {key}": sorted(values) for (name, key), values in state.items()})
