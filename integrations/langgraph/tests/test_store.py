"""The store against a running service, and within a graph of LangGraph."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from doxa_client import DoxaError
from doxa_langgraph import DoxaStore, PutNotBelieved, memory_tools
from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.runtime import Runtime
from langgraph.store.base import GetOp, InvalidNamespaceError, PutOp, SearchOp


@pytest.fixture
def store(memory):
    return DoxaStore(memory)


def test_what_is_put_is_got_and_what_it_replaces_stays_on_the_timeline(store, memory, name):
    store.put((name,), "job_title", {"value": "nurse"})
    before = store.get((name,), "job_title")
    store.put((name,), "job_title", {"value": "doctor"})
    now = store.get((name,), "job_title")

    assert (before.value, now.value) == ({"value": "nurse"}, {"value": "doctor"})
    assert (now.namespace, now.key) == ((name,), "job_title")
    assert before.created_at <= before.updated_at < now.updated_at
    told = memory.timeline(name, attribute="job_title")
    assert [(one.value, one.valid_to is None) for one in told] == [
        ("nurse", False),
        ("doctor", True),
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"data": "Likes tea", "tags": ["a", {"b": None}], "n": 1.5, "ok": True},
        {"value": 3},
        {"value": ""},
        {"value": '{"value": "a"}'},
        {"value": "  two\nlines, ü and 日本 "},
        {"value": "a", "more": "b"},
    ],
)
def test_every_value_comes_back_as_it_was_put(store, name, value):
    store.put((name,), "notes", {"value": "something else"})
    store.put((name,), "notes", value)

    assert store.get((name,), "notes").value == value
    assert [item.value for item in store.search((name,))] == [value]


def test_a_value_that_changes_only_in_its_letters_is_another(store, name):
    for text in ("Abc", "aBC", "aBC"):
        store.put((name,), "notes", {"value": text})
        assert store.get((name,), "notes").value == {"value": text}


def test_values_may_change_back_and_forth_under_a_key_of_ones_own(store, name):
    for number in range(6):
        store.put((name,), "mood", {"value": str(number % 2)})
        assert [item.value for item in store.search((name,))] == [{"value": str(number % 2)}]


def test_a_text_may_be_the_target_of_a_relation(store, memory, name):
    for city in ("Porto", "Lisbon", "lisbon"):
        store.put((name,), "lives_in", {"value": city})

    assert store.get((name,), "lives_in").value == {"value": "Lisbon"}
    assert [one.target.name for one in memory.timeline(name)] == ["Porto", "Lisbon"]


def test_a_put_against_what_has_gone_to_and_fro_is_not_lost_silently(store, name):
    def change_often():
        for number in range(8):
            store.put((name,), "lives_in", {"value": f"City {number % 2}"})

    with pytest.raises(PutNotBelieved) as refused:
        change_often()

    assert refused.value.outcome == "HELD"


def test_a_put_of_an_agent_waits_for_a_person(memory, name):
    with pytest.raises(PutNotBelieved) as refused:
        DoxaStore(memory, source_kind="ASSISTANT").put((name,), "job_title", {"value": "nurse"})

    assert refused.value.outcome == "QUARANTINED"
    assert DoxaStore(memory).get((name,), "job_title") is None


def test_what_is_deleted_is_believed_no_more_and_stays_on_the_timeline(store, memory, name):
    store.put((name,), "notes", {"a": 1})
    store.delete((name,), "notes")
    store.delete((name,), "notes")
    store.delete((f"{name}x",), "notes")

    assert store.get((name,), "notes") is None
    assert store.search((name,)) == []
    assert len(memory.timeline(name)) == 1
    assert store.list_namespaces(prefix=(f"{name}x",)) == []


def test_namespaces_that_differ_in_case_never_share_an_item(store, name):
    store.put((name,), "notes", {"value": "mine"})
    other = (name.upper(),)

    assert store.get(other, "notes") is None
    assert store.search(other) == store.search(other, query="notes") == []
    with pytest.raises(ValueError, match=name):
        store.put(other, "notes", {"value": "theirs"})
    with pytest.raises(ValueError, match=name):
        store.delete(other, "notes")
    assert store.get((name,), "notes").value == {"value": "mine"}


def test_spellings_of_a_key_are_one_key(store, name):
    key = "550e8400-e29b-41d4-a716-446655440000"
    store.put((name,), key, {"a": 1})
    (listed,) = store.search((name,))

    assert store.get((name,), key).key == key
    assert listed.key == key.replace("-", "_")
    assert store.get((name,), listed.key).value == {"a": 1}


def test_a_search_has_what_is_under_its_prefix_filtered_and_in_pages(store, name):
    for number in range(4):
        store.put((name, f"u{number}"), "notes", {"n": number, "even": number % 2 == 0})
    store.put((f"{name}x", "u0"), "notes", {"n": 9})

    def found(**asked):
        return [item.value["n"] for item in store.search((name,), **asked)]

    assert found() == [0, 1, 2, 3]
    assert found(limit=2, offset=1) == [1, 2]
    assert found(filter={"even": True}) == [0, 2]
    assert found(filter={"n": {"$gte": 1, "$lt": 3}}) == [1, 2]
    assert found(filter={"n": {"$ne": 1}, "even": {"$eq": False}}) == [3]
    assert found(filter={"n": {"$gt": "a"}}) == found(filter={"m": 1}) == []
    with pytest.raises(ValueError, match="in"):
        found(filter={"n": {"$in": [1]}})


def test_a_question_brings_what_matters_to_it_under_the_prefix(store, name):
    store.put((name, "ana"), "hobby", {"value": "plays the clarinet"})
    store.put((name, "ana"), "notes", {"data": "has a cat called Luna"})
    store.put((name, "bo"), "hobby", {"value": "plays the clarinet badly"})
    (found,) = store.search((name, "ana"), query="Who plays the clarinet?")

    assert (found.key, found.value) == ("hobby", {"value": "plays the clarinet"})
    assert 0 < found.score <= 1
    assert len(store.search((name,), query="Who plays the clarinet?")) == 2
    assert len(store.search((name,), query="Who plays the clarinet?", limit=1)) == 1
    asked = store.search((name,), query="clarinet", filter={"value": "plays the clarinet badly"})
    assert [item.namespace for item in asked] == [(name, "bo")]
    assert store.search((name,), query="How tall is the Eiffel tower?") == []


def test_a_question_finds_nothing_that_was_replaced(store, name):
    store.put((name,), "hobby", {"value": "plays the oboe"})
    store.put((name,), "hobby", {"value": "paints"})

    assert store.search((name,), query="Who plays the oboe?") == []


def test_namespaces_are_listed_by_their_ends_and_depth(store, name):
    for path in ("a.x", "a.y.x", "b.x"):
        store.put((name, *path.split(".")), "notes", {"n": 1})

    def listed(**asked):
        return [".".join(space[1:]) for space in store.list_namespaces(**asked)]

    assert listed(prefix=(name,)) == ["a.x", "a.y.x", "b.x"]
    assert listed(prefix=(name, "a")) == ["a.x", "a.y.x"]
    assert listed(prefix=(name, "*", "x")) == ["a.x", "b.x"]
    assert listed(prefix=(name,), suffix=("y", "x")) == ["a.y.x"]
    assert listed(prefix=(name,), max_depth=2) == ["a", "b"]
    assert listed(prefix=(name,), limit=1, offset=1) == ["a.y.x"]


def test_a_batch_is_done_in_its_order_and_checked_before(store, name):
    put = PutOp((name,), "notes", {"n": 1})
    got = store.batch([GetOp((name,), "notes"), put, GetOp((name,), "notes"), SearchOp((name,))])

    assert [got[0], got[1], got[2].value, len(got[3])] == [None, None, {"n": 1}, 1]
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp((name,), "notes", {"n": 2}), GetOp(("a.b",), "notes")])
    assert store.get((name,), "notes").value == {"n": 1}


def test_what_the_service_refuses_is_raised_and_changes_nothing(store, name):
    store.put((name,), "notes", {"n": 1})
    with pytest.raises(DoxaError) as refused:
        store.put((name,), "notes", {"text": "x" * 2_000})
    with pytest.raises(DoxaError, match="no letter"):
        store.put((name,), "notes", {})
    with pytest.raises(NotImplementedError):
        store.put((name,), "notes", {"n": 2}, ttl=5)

    assert refused.value.code == "TOO_LARGE"
    assert store.get((name,), "notes").value == {"n": 1}


async def test_a_graph_reads_and_writes_it_and_another_run_has_it(store, name):
    @dataclass
    class Who:
        user: str

    async def greet(state: MessagesState, runtime: Runtime[Who]):
        space = ("users", runtime.context.user)
        item = await runtime.store.aget(space, "greeted")
        times = item.value["times"] + 1 if item else 1
        await runtime.store.aput(space, "greeted", {"times": times})
        return {"messages": [AIMessage(f"Hello, the {times}. time")]}

    builder = StateGraph(MessagesState, context_schema=Who).add_node(greet)
    graph = builder.add_edge(START, "greet").add_edge("greet", END).compile(store=store)
    said = [
        (await graph.ainvoke({"messages": []}, context=Who(user=name)))["messages"][-1].content
        for _ in range(2)
    ]

    assert said == ["Hello, the 1. time", "Hello, the 2. time"]
    assert (await store.asearch(("users", name)))[0].value == {"times": 2}
    await store.adelete(("users", name), "greeted")
    assert await store.aget(("users", name), "greeted") is None
    assert ("users", name) in await store.alist_namespaces(prefix=("users",), limit=10_000)


async def test_an_agent_calls_the_tools(memory, name):
    tools = memory_tools(memory, session=name, speaker=f"Ana {name}", relay=True)
    builder = StateGraph(MessagesState).add_node("tools", ToolNode(tools))
    graph = builder.add_edge(START, "tools").add_edge("tools", END).compile()

    async def call(tool, **arguments):
        said = AIMessage("", tool_calls=[{"name": tool, "args": arguments, "id": "1"}])
        return (await graph.ainvoke({"messages": [said]}))["messages"][-1].content

    kept = await call("remember", text="I live in Porto.")
    job = memory.wait(kept.split("job ")[1].rstrip(")."), timeout_s=120)

    assert [one.outcome for one in job.decisions] == ["STORED"]
    assert "Porto" in await call("recall", question=f"Where does Ana {name} live?")
    assert "Nothing" in await call("recall", question="How tall is the Eiffel tower?")
    assert (await call("remember", text="")).startswith("EMPTY: ")


def test_what_a_model_remembers_is_its_own_word(memory, name):
    _, remember = memory_tools(memory, session=name)
    kept = remember.invoke({"text": f"Bo {name} lives in Porto."})
    job = memory.wait(kept.split("job ")[1].rstrip(")."), timeout_s=120)

    assert "STORED" not in [one.outcome for one in job.decisions]
    assert memory.beliefs(f"Bo {name}") == []


async def test_the_example_of_the_readme_does_what_it_says(printed):
    assert await printed() == [
        "{'value': 'doctor'}",
        "[{'value': 'doctor'}]",
        "['nurse', 'doctor']",
        "True",
    ]
