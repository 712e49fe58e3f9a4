"""Claude as an extractor: one call a turn, over any server that speaks the Messages API.

The only module that knows the SDK. What the server does decides what becomes of the job:

- limits, overload, time-outs, refused keys: ``ModelUnavailable``, the job waits;
- an answer that is cut off, refused, or no JSON even when asked again: ``UnreadableAnswer``;
- a member of the answer that does not fit: left out and counted, its neighbours stay.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anthropic
from anthropic.types import Message, MessageParam, TextBlockParam

from extraction import wire
from extraction.asking import shown
from extraction.model import Extraction, Turn, Window
from extraction.prompts import RETRY, SYSTEM
from graph.errors import ModelUnavailable, UnreadableAnswer
from graph.ids import digest
from graph.model import Usage

TRUST_OF_SMALL = 0.95
TRUST_OF_LARGE = 1.0
TRUST_OF_OTHERS = 0.85
OUTPUT_TOKENS_MAX = 4_096
TIMEOUT_S = 60.0
RETRIES_MAX = 2

SCHEMA: dict[str, Any] = anthropic.transform_schema(wire.WireAnswer)
PROMPT_VERSION = digest(SYSTEM, json.dumps(SCHEMA, sort_keys=True))[:8]
_LARGE = ("sonnet", "opus", "fable", "mythos")
_WAITING = (
    anthropic.APIConnectionError,
    anthropic.AuthenticationError,
    anthropic.CredentialsError,
    anthropic.InternalServerError,
    anthropic.NotFoundError,
    anthropic.PaymentRequiredError,
    anthropic.PermissionDeniedError,
    anthropic.RateLimitError,
    anthropic.RequestTimeoutError,
    anthropic.RetryableError,
)


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in US dollars; given by whoever runs the service."""

    input: float
    output: float
    cached: float


@dataclass(frozen=True, slots=True)
class Server:
    """Where Claude is asked, and how patiently."""

    model: str
    key: str
    base_url: str | None = None
    timeout_s: float = TIMEOUT_S
    retries_max: int = RETRIES_MAX
    output_tokens_max: int = OUTPUT_TOKENS_MAX
    prices: Prices | None = None


class ClaudeExtractor:
    """Proposes candidates by asking a Claude model."""

    name = "claude"

    def __init__(self, client: anthropic.AsyncAnthropic, server: Server) -> None:
        self._client = client
        self._server = server
        self._constrained = True

    @classmethod
    @asynccontextmanager
    async def open(cls, server: Server) -> AsyncGenerator[ClaudeExtractor]:
        """An extractor with its own connections, closed at the end of the block."""
        async with anthropic.AsyncAnthropic(
            api_key=server.key,
            base_url=server.base_url,
            timeout=server.timeout_s,
            max_retries=server.retries_max,
        ) as client:
            yield cls(client, server)

    @property
    def version(self) -> str:
        """The model and the prompt; another of either may answer otherwise."""
        return f"claude:{self._server.model}:{PROMPT_VERSION}"

    @property
    def trust(self) -> float:
        """By the size of the model; one that is not known is trusted like the offline reader."""
        if "haiku" in self._server.model:
            return TRUST_OF_SMALL
        large = any(name in self._server.model for name in _LARGE)
        return TRUST_OF_LARGE if large else TRUST_OF_OTHERS

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        asked = shown(window)
        first = await self._ask(asked)
        answers = [first]
        found = _read(first, window.turn)
        if found is None:
            answers.append(await self._ask(f"{RETRY}\n{asked}"))
            found = _read(answers[-1], window.turn)
        if found is None:
            raise UnreadableAnswer("the answer is no JSON, even when asked again")
        candidates, malformed = found
        return Extraction(
            candidates=candidates,
            extractor=self.version,
            usage=self._usage(answers),
            malformed=malformed,
        )

    async def _ask(self, asked: str) -> Message:
        system: list[TextBlockParam] = [
            {"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}
        ]
        messages: list[MessageParam] = [{"role": "user", "content": asked}]
        try:
            return await self._create(system, messages)
        except _WAITING as error:
            raise ModelUnavailable(_said(error), hint="the job waits and is tried again") from error
        except anthropic.AnthropicError as error:
            raise UnreadableAnswer(_said(error)) from error

    async def _create(self, system: list[TextBlockParam], messages: list[MessageParam]) -> Message:
        if self._constrained:
            try:
                return await self._client.messages.create(
                    model=self._server.model,
                    max_tokens=self._server.output_tokens_max,
                    system=system,
                    messages=messages,
                    output_config={"format": {"type": "json_schema", "schema": SCHEMA}},
                )
            except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                if not _is_about_schema(error):
                    raise
                # A server without structured output is asked for plain JSON from here on.
                self._constrained = False
        return await self._client.messages.create(
            model=self._server.model,
            max_tokens=self._server.output_tokens_max,
            system=system,
            messages=messages,
        )

    def _usage(self, answers: list[Message]) -> Usage:
        written = sum(answer.usage.output_tokens for answer in answers)
        cached = sum(answer.usage.cache_read_input_tokens or 0 for answer in answers)
        fresh = sum(
            answer.usage.input_tokens + (answer.usage.cache_creation_input_tokens or 0)
            for answer in answers
        )
        prices = self._server.prices
        cost = None
        if prices is not None:
            cost = fresh * prices.input + written * prices.output + cached * prices.cached
        return Usage(
            model=answers[-1].model,
            input_tokens=fresh + cached,
            output_tokens=written,
            cached_tokens=cached,
            cost_usd=None if cost is None else cost / 1_000_000,
        )


def _read(answer: Message, turn: Turn) -> tuple[tuple[Any, ...], int] | None:
    """What the answer holds; ``None`` if it is no JSON of the right shape.

    Raises:
        UnreadableAnswer: it was refused or cut off; asking again would not help.
    """
    if answer.stop_reason == "refusal":
        raise UnreadableAnswer("the model refused to answer")
    if answer.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise UnreadableAnswer("the answer was cut off")
    text = "".join(block.text for block in answer.content if block.type == "text")
    try:
        return wire.read(text, turn)
    except ValueError:
        return None


def _is_about_schema(error: anthropic.APIStatusError) -> bool:
    words = ("output_config", "output_format", "json_schema", "structured output")
    return any(word in str(error).casefold() for word in words)


def _said(error: Exception) -> str:
    if isinstance(error, anthropic.APIStatusError):
        return f"the model's server answered {error.status_code}: {error.message}"[:500]
    return f"the model's server did not answer: {error}"[:500]
