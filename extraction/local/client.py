"""The transport to a model's server that speaks OpenAI's chat completions: local, or by address."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import httpx
from pydantic import BaseModel, Field, ValidationError

from extraction.llm.prices import TokenCounts
from extraction.local.prompt import ANSWER_TOKENS_MAX, Token, grammar, messages
from extraction.local.server import Address, SharedServer
from extraction.model import model_spans
from graph.errors import ModelUnavailable, UnreadableAnswer

TIMEOUT_S = 120.0
TRIES_MAX = 3
RETRY_S = 1.0
_LLAMA = "llama.cpp"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its text, its tokens with their log-probabilities, and what it cost."""

    text: str
    tokens: tuple[Token, ...]
    counts: TokenCounts
    seconds: float


class Client:
    """Asks one model; its server is the shared child process, or one at a given address."""

    def __init__(self, http: httpx.AsyncClient, server: SharedServer | Address, model: str) -> None:
        self._http = http
        self._server = server
        self._model = model
        self._grammar: bool | None = True if isinstance(server, SharedServer) else None

    @classmethod
    @asynccontextmanager
    async def open(cls, server: SharedServer | Address, model: str) -> AsyncGenerator[Client]:
        """Open a client; ``model`` is what the server calls it."""
        # Proxies are for what is far away; a key must not go there.
        async with httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False) as http:
            try:
                yield cls(http, server, model)
            finally:
                if isinstance(server, SharedServer):
                    server.release()

    async def ask(self, text: str, asked: str) -> Answer:
        """Ask which facts some words state, as the answer to a question if one is given.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        for tries_left in reversed(range(TRIES_MAX)):
            address = await self._address()
            try:
                with model_spans.chat("local", self._model) as span:
                    answer = await self._ask(address, text, asked)
                    model_spans.record_answer(span, self._model, answer.counts)
                    return answer
            except httpx.HTTPError as error:
                # The child may have ended since: the next address is that of its successor.
                if not tries_left:
                    raise ModelUnavailable(
                        f"the model's server does not answer: {str(error)[:300] or repr(error)}",
                        hint="the job waits and is tried again",
                    ) from error
                await asyncio.sleep(RETRY_S)
        raise AssertionError("the last try returns or raises")

    async def _address(self) -> Address:
        if isinstance(self._server, Address):
            return self._server
        # Loading a model takes seconds: not on the loop.
        return await asyncio.to_thread(self._server.address)

    async def _ask(self, address: Address, text: str, asked: str) -> Answer:
        headers = {"Authorization": f"Bearer {address.key}"} if address.key else {}
        if self._grammar is None:
            models = await self._http.get(f"{address.url}/models", headers=headers)
            self._grammar = models.headers.get("server") == _LLAMA
        body: dict[str, Any] = {
            "model": self._model,
            "messages": messages(text, asked),
            "temperature": 0,
            "max_tokens": ANSWER_TOKENS_MAX,
            "logprobs": True,
        }
        if self._grammar:
            body |= {"grammar": grammar(text), "cache_prompt": True}
        begun = time.monotonic()
        response = await self._http.post(
            f"{address.url}/chat/completions", headers=headers, json=body
        )
        if 400 <= response.status_code < 500 and response.status_code not in (408, 425, 429):
            raise UnreadableAnswer(f"the model's server refuses: {response.text[:300]}")
        response.raise_for_status()
        return _to_answer(response, time.monotonic() - begun)


def _to_answer(response: httpx.Response, seconds: float) -> Answer:
    """Return the answer of a response.

    Raises:
        UnreadableAnswer: it has not the form of one.
    """
    try:
        told = _Completion.model_validate_json(response.content)
    except ValidationError as error:
        raise UnreadableAnswer("the model's server gives no chat completion") from error
    choice, used = told.choices[0], told.usage or _Usage()
    cached = used.prompt_tokens_details.cached_tokens if used.prompt_tokens_details else 0
    tokens = choice.logprobs.content if choice.logprobs else None
    return Answer(
        text=choice.message.content or "",
        tokens=tuple((one.token, one.logprob) for one in tokens or ()),
        counts=TokenCounts(
            sent=max(used.prompt_tokens - cached, 0), answered=used.completion_tokens, cached=cached
        ),
        seconds=seconds,
    )


class _Message(BaseModel):
    content: str | None = None


class _Token(BaseModel):
    token: str
    logprob: float


class _LogProbs(BaseModel):
    content: list[_Token] | None = None


class _Choice(BaseModel):
    message: _Message
    logprobs: _LogProbs | None = None


class _Details(BaseModel):
    cached_tokens: Annotated[int, Field(ge=0)] = 0


class _Usage(BaseModel):
    prompt_tokens: Annotated[int, Field(ge=0)] = 0
    completion_tokens: Annotated[int, Field(ge=0)] = 0
    prompt_tokens_details: _Details | None = None


class _Completion(BaseModel):
    """A chat completion, as far as it is used."""

    choices: Annotated[list[_Choice], Field(min_length=1)]
    usage: _Usage | None = None
