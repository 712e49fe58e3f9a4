"""A local model's server over real HTTP: what it proposes the rules judge, and the store keeps."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import pytest_asyncio

from api import extractors
from api.service.worker import drain
from extraction.learned import model_file
from extraction.local.client import Client
from extraction.local.extractor import LocalExtractor
from extraction.local.prompt import grammar, messages
from extraction.local.server import Address
from extraction.model.candidates import Candidate, Turn, Window
from extraction.offline.extractor import OfflineExtractor, version
from graph.errors import InvalidArgument, ModelUnavailable, UnreadableAnswer
from graph.model.commands import Message
from graph.read import reads
from graph.settings import Settings
from graph.vocabulary import JobStatus, SourceKind
from graph.write.intake import jobs
from tests.support.offline_claims import value
from tests.support.servers.fake_chat_api import Said, chatting

SAID = datetime(2025, 11, 20, 9, tzinfo=UTC)
TEXT = "I live in Porto. got the mortgage sorted, Skipton."
LENDER = "I | lender | Skipton"


def window(text: str) -> Window:
    kind = SourceKind.USER
    return Window(turn=Turn(id="t", speaker="Nora", source_kind=kind, text=text, occurred_at=SAID))


def values(extraction) -> list[tuple[str, str]]:
    found = [one for one in extraction.candidates if isinstance(one, Candidate)]
    return [(one.predicate, value(one)) for one in found]


@pytest.fixture
def api():
    with chatting() as api:
        api.otherwise = Said("-")
        yield api


@pytest_asyncio.fixture
async def extractor(api):
    async with LocalExtractor.open(Address(api.url, "k"), "small", OfflineExtractor()) as found:
        yield found


async def test_each_sentence_is_asked_by_itself_and_what_it_proposes_is_claimed(api, extractor):
    api.will(Said("-"), Said(LENDER))
    found = await extractor.extract(window(TEXT))

    asked = [request["messages"][-1]["content"] for request in api.requests]
    assert asked == ["Said: I live in Porto.", "Said: got the mortgage sorted, Skipton."]
    assert values(found) == [("lender", "Skipton")]
    assert found.extractor == extractor.version


async def test_what_all_questions_begin_with_is_the_same_to_the_letter(api, extractor):
    await extractor.extract(window(TEXT))
    first, second = (request["messages"] for request in api.requests)
    assert first[:-1] == second[:-1] == messages("anything", "")[:-1]
    assert {request["temperature"] for request in api.requests} == {0}


async def test_greetings_thanks_questions_and_code_cost_no_question(api, extractor):
    for text in ("hi there!", "thanks, great", "Where is the gym?", "x = {'a': [1, 2]};"):
        found = await extractor.extract(window(text))
        assert (found.candidates, found.usage) == ((), None)
    assert api.requests == []


async def test_its_tokens_are_counted_as_those_of_one_reading(api, extractor):
    found = await extractor.extract(window(TEXT))
    used = found.usage
    assert (used.model, used.calls, used.input_tokens, used.cached_tokens) == (
        "small",
        1,
        2_000,
        1_600,
    )


async def test_what_the_model_itself_doubts_is_dropped(api, extractor):
    def tokens(logarithm: float):
        parts = ("I", " |", " lender", " |", " Skipton")
        return tuple((part, logarithm) for part in parts)

    api.will(
        Said("-"), Said(LENDER, tokens=tokens(-0.1)), Said("-"), Said(LENDER, tokens=tokens(-3))
    )
    sure = await extractor.extract(window(TEXT))
    doubted = await extractor.extract(window(TEXT))
    assert (values(sure), values(doubted)) == ([("lender", "Skipton")], [])


async def test_only_a_server_that_knows_grammars_is_sent_one(api, extractor):
    await extractor.extract(window("got the mortgage sorted, Skipton"))
    api.server = "llama.cpp"
    async with LocalExtractor.open(Address(api.url, "k"), "small", OfflineExtractor()) as other:
        await other.extract(window("got the mortgage sorted, Skipton"))
    plain, held = api.requests
    assert "grammar" not in plain
    assert held["grammar"] == grammar("got the mortgage sorted, Skipton")
    assert api.keys == ["Bearer k", "Bearer k"]


@pytest.mark.parametrize(
    "answer", ["", "nonsense", "I | lender", "| | |", "I | a | b | c", "-" * 999]
)
async def test_an_answer_of_another_form_claims_nothing(api, extractor, answer):
    api.will(Said("-"), Said(answer))
    assert values(await extractor.extract(window(TEXT))) == []


async def test_a_server_that_fails_for_a_moment_is_asked_again(api, extractor):
    api.will(Said("-"), Said(status=503), Said(LENDER))
    assert values(await extractor.extract(window(TEXT))) == [("lender", "Skipton")]


async def test_a_server_that_refuses_gives_no_readable_answer(api, extractor):
    api.will(Said(status=400))
    with pytest.raises(UnreadableAnswer):
        await extractor.extract(window(TEXT))


async def test_a_server_that_is_away_makes_the_job_wait(monkeypatch):
    monkeypatch.setattr("extraction.local.client.RETRY_S", 0.0)
    async with Client.open(Address("http://127.0.0.1:9/v1", ""), "small") as client:
        with pytest.raises(ModelUnavailable):
            await client.ask("got the mortgage sorted, Skipton", "")


async def test_what_the_rules_find_is_stored_before_the_model_is_asked(db, caller, api):
    held: list[list[str]] = []

    async def texts() -> list[str]:
        page = await reads.memories(db, caller, reads.MemoryFilter())
        return sorted(memory.text for memory in page.items)

    class Asked(LocalExtractor):
        async def extract(self, given):
            held.append(await texts())
            return await super().extract(given)

    api.will(Said("-"), Said(LENDER))
    message = Message(TEXT, speaker="Nora", occurred_at=SAID)
    job = await jobs.submit(db, caller, [message], session="s", topic=None, scope="")
    async with Asked.open(Address(api.url, ""), "small", OfflineExtractor()) as extractor:
        await drain(db, extractor, caller.tenant)

    assert held == [["Nora lives in Porto."]]
    assert await texts() == ["Nora has the lender Skipton.", "Nora lives in Porto."]
    done = await jobs.job(db, caller, job.id)
    assert done.status is JobStatus.SUCCEEDED
    assert len(await jobs.decisions(db, caller, job.id)) == 2


async def test_a_local_server_by_address_is_who_reads(api):
    settings = Settings(provider="local", local_url=f"{api.url}/", local_model="qwen")
    assert extractors.describe(settings) == "local qwen"
    async with extractors.extractor(settings) as found:
        api.will(Said("-"), Said(LENDER))
        assert values(await found.extract(window(TEXT))) == [("lender", "Skipton")]


def test_who_reads_is_who_is_named_else_claude_with_a_key_else_a_local_model_else_the_rules():
    def reader(**settings):
        return extractors.describe(Settings(local_model="none", **settings))

    assert reader() == "offline"
    assert reader(anthropic_key="k").startswith("claude claude-haiku")
    assert reader(provider="offline", anthropic_key="k") == "offline"
    assert reader(provider="openai", model="gpt-x") == "openai gpt-x"
    assert extractors.describe(Settings(local_url="http://x/v1", local_model="q")) == "local q"


async def test_the_learned_reader_reads_beside_the_rules_and_is_named():
    settings = Settings(provider="offline", reader="learned")
    assert extractors.describe(settings) == f"offline with {model_file.VERSION}"
    async with extractors.extractor(settings) as found:
        assert found.version == f"{version()} with {model_file.VERSION}"
    assert extractors.describe(Settings(provider="offline", reader="rules")) == "offline"


async def test_without_its_model_the_rules_read_alone_and_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr(model_file, "MODEL", tmp_path / "reader.onnx")
    settings = Settings(provider="offline", reader="learned")
    assert extractors.describe(settings) == "offline, rules alone: reader.onnx is missing"
    async with extractors.extractor(settings) as found:
        assert found.version == version()


async def test_a_local_reader_without_a_model_says_how_to_get_one(tmp_path):
    settings = Settings(provider="local", cache=tmp_path)
    with pytest.raises(InvalidArgument) as refused:
        async with extractors.extractor(settings):
            pass
    assert (refused.value.field, "doxa model pull" in refused.value.hint) == (
        "DOXA_LOCAL_MODEL",
        True,
    )
