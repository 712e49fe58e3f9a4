"""Other providers' models over real HTTP; needs the extra ``models``: ``make wire``."""

from __future__ import annotations

import importlib.util
import json
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from extraction.llm import entity_judge
from extraction.llm.prices import Prices
from extraction.llm.pydantic_ai_models import PydanticAIExtractor
from extraction.llm.server_settings import ModelServer
from extraction.llm.session_prompt import SESSION_SYSTEM
from extraction.llm.system_prompt import RETRY, SYSTEM
from extraction.model.candidates import Candidate, Turn, Window
from extraction.model.capabilities import ClosedSession
from graph.errors import InvalidArgument, ModelUnavailable, UnreadableAnswer
from graph.kernel.entities.name_matching import Verdict
from graph.vocabulary import SourceKind
from tests.support.fake_messages_api import answer, candidate
from tests.support.servers.fake_chat_api import Said, chatting

SAID = datetime(2025, 5, 7, 9, tzinfo=UTC)
TURN = Turn(
    id="p_1",
    speaker="Ana",
    source_kind=SourceKind.USER,
    text="I live in Lisbon now",
    occurred_at=SAID,
)
WINDOW = Window(turn=TURN)
INSTALLED = importlib.util.find_spec("pydantic_ai") is not None
needed = pytest.mark.skipif(not INSTALLED, reason="the extra [models] is not installed")


@pytest.fixture
def api(monkeypatch):
    with chatting() as api:
        monkeypatch.setenv("OPENAI_BASE_URL", api.url)
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        yield api


@pytest_asyncio.fixture
async def extractor(api):
    prices = {"gpt": Prices(input=1.0, output=5.0, cached=0.1, written=0.0)}
    server = ModelServer("gpt-x", "", retries_max=1, prices=prices)
    async with PydanticAIExtractor.open("openai-chat", server) as extractor:
        yield extractor


async def test_without_the_extra_the_setting_is_refused_with_what_to_do():
    if INSTALLED:
        pytest.skip("the extra [models] is installed")
    with pytest.raises(InvalidArgument) as refused:
        async with PydanticAIExtractor.open("openai", ModelServer("gpt-x", "")):
            pass
    assert (refused.value.field, "[models]" in refused.value.hint) == ("DOXA_PROVIDER", True)


@needed
async def test_a_providers_answer_becomes_candidates_and_is_counted(api, extractor):
    api.will(Said(answer(candidate(), {"bad": 1}).text))
    found = await extractor.extract(WINDOW)
    (asked,) = api.requests

    assert [type(one) for one in found.candidates] == [Candidate]
    assert (found.malformed, found.extractor) == (1, extractor.version)
    assert (found.usage.input_tokens, found.usage.cached_tokens) == (1_000, 800)
    assert found.usage.cost_usd == pytest.approx((200 * 1.0 + 800 * 0.1 + 20 * 5.0) / 1e6)
    assert [one["role"] for one in asked["messages"]] == ["system", "user"]
    assert asked["messages"][0]["content"] == SYSTEM
    assert asked["response_format"] == {"type": "json_object"}


@needed
async def test_it_sums_a_session_up_and_answers_other_questions_in_their_own_form(api, extractor):
    point = {
        "kind": "summary", "subject": "Ana", "subject_kind": "person", "text": "Ana moved.",
        "importance": 0.5, "source_confidence": "direct",
        "rests_on": [{"turn": "p_1", "span": "in Lisbon now"}],
    }  # fmt: skip
    api.will(Said(json.dumps({"points": [point]})), Said('{"verdict": "unsure", "cites": []}'))
    summing = await extractor.summarise(ClosedSession(turns=(TURN,)))
    opinion, used = await extractor.answered(
        entity_judge.TASK, "a and b", lambda text: entity_judge.parse_opinion(text, {})
    )

    assert [one.text for one in summing.points] == ["Ana moved."]
    assert summing.extractor == extractor.session_version != extractor.version
    assert (opinion.verdict, used.calls) == (Verdict.UNCERTAIN, 1)
    system = [one["messages"][0]["content"] for one in api.requests]
    assert system == [SESSION_SYSTEM, entity_judge.TASK.system]


@needed
async def test_no_json_is_asked_for_once_more(api, extractor):
    api.will(Said("Sure!"), Said(answer(candidate()).text))

    assert len((await extractor.extract(WINDOW)).candidates) == 1
    first, second = (one["messages"][1]["content"] for one in api.requests)
    assert second == f"{RETRY}\n{first}"


@needed
@pytest.mark.parametrize(
    "said",
    [Said("no"), Said("x", finish_reason="length"), Said("", finish_reason="content_filter")],
)
async def test_an_answer_of_no_use_is_unreadable_and_counted(api, extractor, said):
    api.otherwise = said
    with pytest.raises(UnreadableAnswer) as refused:
        await extractor.extract(WINDOW)

    assert refused.value.consumed.input_tokens >= 1_000


@needed
@pytest.mark.parametrize("status", [401, 404, 429, 500, 503])
async def test_a_provider_that_does_not_answer_makes_the_job_wait(api, extractor, status):
    api.otherwise = Said(status=status)
    with pytest.raises(ModelUnavailable):
        await extractor.extract(WINDOW)


@needed
async def test_a_request_that_is_refused_is_no_reason_to_wait(api, extractor):
    api.otherwise = Said(status=400)
    with pytest.raises(UnreadableAnswer):
        await extractor.extract(WINDOW)


@needed
async def test_nobody_at_the_address_makes_the_job_wait(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    server = ModelServer("gpt-x", "", retries_max=0)
    async with PydanticAIExtractor.open("openai-chat", server) as extractor:
        with pytest.raises(ModelUnavailable):
            await extractor.extract(WINDOW)


@needed
@pytest.mark.parametrize("provider", ["nobody-knows", "groq"])
async def test_a_provider_that_cannot_be_asked_is_refused(provider):
    with pytest.raises(InvalidArgument) as refused:
        async with PydanticAIExtractor.open(provider, ModelServer("gpt-x", "")):
            pass

    assert refused.value.field == "DOXA_PROVIDER"


@needed
async def test_a_tenants_own_model_is_asked_for(api):
    server = ModelServer("gpt-x", "", models={"acme": "gpt-large"})
    async with PydanticAIExtractor.open("openai-chat", server) as extractor:
        await extractor.of_tenant("acme").extract(WINDOW)

    assert json.loads(json.dumps(api.requests[0]))["model"] == "gpt-large"
