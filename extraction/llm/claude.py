"""Claude client: one Messages API call for each turn, or a batch of many.

The only module that imports the SDK. Rate limits, overload, time-outs and rejected keys raise
``ModelUnavailable``, and the job is retried; any other refusal of the server is final.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager

import anthropic
from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages.batch_create_params import Request

from extraction.llm.language_model import TURN, LanguageModel, ModelResponse
from extraction.llm.prices import TokenCounts
from extraction.llm.server import ModelServer
from extraction.llm.window_prompt import render_window
from extraction.model import model_spans
from extraction.model.candidates import Extraction, Turn, Window
from extraction.model.capabilities import Task
from graph import tracing
from graph.errors import ModelUnavailable, UnreadableAnswer
from graph.tracing import Span

_CHARACTERS_A_TOKEN = 4
_ANSWER_TOKENS = 300
_ENDS = {"errored": "failed", "expired": "ran out of time", "canceled": "was cancelled"}
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


class ClaudeExtractor(LanguageModel):
    """Extractor that calls a Claude model, one by one or in batches; also summarises sessions."""

    name = "claude"

    def __init__(self, client: anthropic.AsyncAnthropic, server: ModelServer) -> None:
        super().__init__(self.name, server)
        self._client = client
        # Shared with the copies for tenants, so that it is found out once.
        self._unconstrained = set[str]()

    @classmethod
    @asynccontextmanager
    async def open(cls, server: ModelServer) -> AsyncGenerator[ClaudeExtractor]:
        """Open an extractor with its own connections, closed at the end of the block."""
        async with anthropic.AsyncAnthropic(
            api_key=server.key,
            base_url=server.base_url,
            # Its spans would repeat ours, and ours are not its server's business.
            open_telemetry={"traces": False, "propagation": False},
            timeout=server.timeout_s,
            max_retries=server.retries_max,
        ) as client:
            yield cls(client, server)

    def estimate_tokens(self, window: Window) -> int:
        """Estimate how many tokens the extraction of a window consumes, from its length."""
        return (
            len(TURN.system) + len(render_window(window))
        ) // _CHARACTERS_A_TOKEN + _ANSWER_TOKENS

    async def submit_batch(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Submit windows as one batch, each under a key; returns the server's batch id.

        Raises:
            ModelUnavailable: the server does not answer, or knows no batches.
            UnreadableAnswer: it refused them.
        """
        requests = [
            Request(custom_id=key, params=self._request(TURN, render_window(window)))
            for key, window in windows
        ]
        with (
            model_spans.submit_batch(self.provider, self.server.model, len(windows)) as span,
            _translate_errors(),
        ):
            made = await self._client.messages.batches.create(requests=requests)
            span.set({model_spans.BATCH: made.id})
            return made.id

    async def has_ended(self, batch: str) -> bool:
        """Whether every request of a batch has finished.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch.
        """
        with (
            model_spans.poll_batch(self.provider, self.server.model, batch) as span,
            _translate_errors(),
        ):
            state = await self._client.messages.batches.retrieve(batch)
            ended = state.processing_status == "ended"
            span.set({"doxa.batch.ended": ended})
            return ended

    async def batch_results(
        self, batch: str, turns: Mapping[str, Turn]
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        """Yield the result of each request of a finished batch whose key is in ``turns``.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch.
        """
        span = model_spans.collect_batch(self.provider, self.server.model, batch)
        async for found in tracing.steps(span, self._results(batch, turns, span)):
            yield found

    async def _results(
        self, batch: str, turns: Mapping[str, Turn], span: Span
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        ends: Counter[str] = Counter()
        tokens = TokenCounts(sent=0, answered=0)
        model = self.server.model
        with _translate_errors():
            async for entry in await self._client.messages.batches.results(batch):
                if entry.custom_id not in turns:
                    continue
                result = entry.result
                ends[result.type] += 1
                if result.type == "succeeded":
                    response = _to_response(result.message)
                    tokens, model = tokens + response.tokens, response.model
                    yield (
                        entry.custom_id,
                        self.parse_batch_result(response, turns[entry.custom_id]),
                    )
                else:
                    why = f"in its batch it {_ENDS.get(result.type, result.type)}"
                    yield entry.custom_id, UnreadableAnswer(why)
        span.set({"doxa.requests": ends.total(), "doxa.answers": ends["succeeded"]})
        model_spans.answered(span, model, tokens)

    async def ask(self, task: Task, prompt: str) -> ModelResponse:
        """Send one question; the system prompt may come from the server's prompt cache.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """
        with _translate_errors():
            if self.server.model not in self._unconstrained:
                try:
                    return _to_response(
                        await self._client.messages.create(**self._request(task, prompt))
                    )
                except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                    if not _is_about_schema(error):
                        raise
                    # A server without structured output is asked for plain JSON from here on.
                    self._unconstrained.add(self.server.model)
            return _to_response(await self._client.messages.create(**self._request(task, prompt)))

    def _request(self, task: Task, prompt: str) -> MessageCreateParamsNonStreaming:
        request: MessageCreateParamsNonStreaming = {
            "model": self.server.model,
            "max_tokens": self.server.output_tokens_max,
            "system": [
                {"type": "text", "text": task.system, "cache_control": {"type": "ephemeral"}}
            ],
            "messages": [{"role": "user", "content": prompt}],
        }
        if self.server.model not in self._unconstrained:
            request["output_config"] = {"format": {"type": "json_schema", "schema": task.schema}}
        return request


def _to_response(message: Message) -> ModelResponse:
    used = message.usage
    return ModelResponse(
        text="".join(block.text for block in message.content if block.type == "text"),
        model=message.model,
        tokens=TokenCounts(
            sent=used.input_tokens,
            answered=used.output_tokens,
            cached=used.cache_read_input_tokens or 0,
            written=used.cache_creation_input_tokens or 0,
        ),
        refused=message.stop_reason == "refusal",
        cut_off=message.stop_reason in ("max_tokens", "model_context_window_exceeded"),
    )


@contextmanager
def _translate_errors() -> Generator[None]:
    """Translate the SDK's errors to the project's."""
    try:
        yield
    except _WAITING as error:
        raise ModelUnavailable(
            _error_message(error), hint="the job waits and is tried again"
        ) from error
    except anthropic.AnthropicError as error:
        raise UnreadableAnswer(_error_message(error)) from error


def _is_about_schema(error: anthropic.APIStatusError) -> bool:
    words = ("output_config", "output_format", "json_schema", "structured output")
    return any(word in str(error).casefold() for word in words)


def _error_message(error: Exception) -> str:
    if isinstance(error, anthropic.APIStatusError):
        return f"the model's server answered {error.status_code}: {error.message}"[:500]
    return f"the model's server did not answer: {error}"[:500]
