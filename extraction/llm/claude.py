"""Claude client: one Messages API call for each turn, or a batch of many.

The only module that imports the SDK. Rate limits, overload, time-outs and rejected keys raise
``ModelUnavailable``, and the job is retried; any other refusal of the server is final.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Literal

import anthropic
from anthropic.types import CacheControlEphemeralParam, Message, OutputConfigParam, Usage
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages.batch_create_params import Request

from extraction.llm.language_model import LanguageModel, ModelResponse
from extraction.llm.prices import TokenCounts
from extraction.llm.server_settings import ModelServer
from extraction.llm.window_prompt import render_window
from extraction.model import model_spans
from extraction.model.candidates import Extraction, Shown, Window
from extraction.model.capabilities import Task
from graph import tracing
from graph.errors import ModelUnavailable, UnreadableAnswer
from graph.tracing import Span

_CHARACTERS_A_TOKEN = 4
_ANSWER_TOKENS = 300
_REFUSAL_LENGTH = 300
_ENDS = {"errored": "failed", "expired": "ran out of time", "canceled": "was cancelled"}
_Option = Literal["effort", "thinking", "ttl", "schema"]
# How a refusal names them; the effort is a part of the output's configuration.
_OPTIONS: dict[_Option, tuple[str, ...]] = {
    "effort": ("effort",),
    "thinking": ("thinking",),
    "ttl": ("ttl", "cache_control"),
    "schema": ("output_config", "output_format", "json_schema", "structured output"),
}
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
        # What a model's server does not know, shared with the copies for tenants: found out once.
        self._refused: dict[str, set[_Option]] = {}

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
            len(self.turn.system) + len(render_window(window))
        ) // _CHARACTERS_A_TOKEN + _ANSWER_TOKENS

    async def submit_batch(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Submit windows as one batch, each under a key; returns the server's batch id.

        Raises:
            ModelUnavailable: the server does not answer, or knows no batches.
            UnreadableAnswer: it refused them.
        """
        requests = [
            Request(custom_id=key, params=self._request(self.turn, render_window(window)))
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

    async def cancel_batch(self, batch: str) -> None:
        """Have the server answer nothing more of a batch; what it has answered is paid for.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch, or is done with it.
        """
        with (
            model_spans.cancel_batch(self.provider, self.server.model, batch),
            _translate_errors(),
        ):
            await self._client.messages.batches.cancel(batch)

    async def batch_results(
        self, batch: str, shown: Mapping[str, Shown]
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        """Yield the result of each request of a finished batch whose key is in ``shown``.

        Raises:
            ModelUnavailable: the server does not answer.
            UnreadableAnswer: it does not know the batch.
        """
        span = model_spans.collect_batch(self.provider, self.server.model, batch)
        async for found in tracing.steps(span, self._results(batch, shown, span)):
            yield found

    async def _results(
        self, batch: str, shown: Mapping[str, Shown], span: Span
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        ends: Counter[str] = Counter()
        tokens = TokenCounts(sent=0, answered=0)
        model = self.server.model
        with _translate_errors():
            async for entry in await self._client.messages.batches.results(batch):
                if entry.custom_id not in shown:
                    continue
                result = entry.result
                ends[result.type] += 1
                if result.type == "succeeded":
                    response = self._to_response(result.message)
                    tokens, model = tokens + response.tokens, response.model
                    yield (
                        entry.custom_id,
                        self.parse_batch_result(response, shown[entry.custom_id]),
                    )
                else:
                    why = f"in its batch it {_ENDS.get(result.type, result.type)}"
                    yield entry.custom_id, UnreadableAnswer(why)
        span.set({"doxa.requests": ends.total(), "doxa.answers": ends["succeeded"]})
        model_spans.record_answer(span, model, tokens)

    async def ask(self, task: Task, prompt: str) -> ModelResponse:
        """Send one question; the system prompt may come from the server's prompt cache.

        Raises:
            ModelUnavailable: the server does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """
        with _translate_errors():
            while True:
                try:
                    return self._to_response(
                        await self._client.messages.create(**self._request(task, prompt))
                    )
                except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                    refused = self._refused.setdefault(self.server.model, set())
                    option = _option_refused(error)
                    if option is None or option in refused:
                        raise
                    # A server without structured output is asked for plain JSON from here on; one
                    # that knows no thinking, effort or hour decides on them itself.
                    refused.add(option)

    def _to_response(self, message: Message) -> ModelResponse:
        return ModelResponse(
            text="".join(block.text for block in message.content if block.type == "text"),
            model=message.model,
            tokens=_count_tokens(message.usage, for_hour=self._caches_for_hour),
            refused=message.stop_reason == "refusal",
            refusal=_why_refused(message),
            cut_off=message.stop_reason in ("max_tokens", "model_context_window_exceeded"),
        )

    @property
    def _caches_for_hour(self) -> bool:
        return self.server.cache_hours and "ttl" not in self._refused.get(self.server.model, ())

    def _request(self, task: Task, prompt: str) -> MessageCreateParamsNonStreaming:
        server, refused = self.server, self._refused.get(self.server.model, ())
        kept: CacheControlEphemeralParam = {"type": "ephemeral"}
        if self._caches_for_hour:
            kept["ttl"] = "1h"
        request: MessageCreateParamsNonStreaming = {
            "model": server.model,
            "max_tokens": server.output_tokens_max,
            "system": [{"type": "text", "text": task.system, "cache_control": kept}],
            "messages": [{"role": "user", "content": prompt}],
        }
        if "schema" not in refused:
            form: OutputConfigParam = {"format": {"type": "json_schema", "schema": task.schema}}
            if server.effort is not None and "effort" not in refused:
                form["effort"] = server.effort
            request["output_config"] = form
        if "thinking" not in refused:
            request["thinking"] = {"type": "adaptive"} if server.thinking else {"type": "disabled"}
        return request


def _count_tokens(used: Usage, *, for_hour: bool) -> TokenCounts:
    """Return the counts of an answer; without details all was written for as long as was asked."""
    written, kept = used.cache_creation_input_tokens or 0, used.cache_creation
    hour = kept.ephemeral_1h_input_tokens if kept is not None else written if for_hour else 0
    details = used.output_tokens_details
    return TokenCounts(
        sent=used.input_tokens,
        answered=used.output_tokens,
        cached=used.cache_read_input_tokens or 0,
        written=written,
        written_hour=min(hour, written),
        thinking=0 if details is None else details.thinking_tokens,
    )


def _why_refused(message: Message) -> str:
    """Return what the server says of a refusal: its category, and what it explains."""
    details = message.stop_details
    told = () if details is None else (details.category, details.explanation)
    return ": ".join(filter(None, told))[:_REFUSAL_LENGTH]


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


def _option_refused(error: anthropic.APIStatusError) -> _Option | None:
    """Which option of a request its server does not know, by the words of its refusal."""
    said = str(error).casefold()
    return next(
        (option for option, words in _OPTIONS.items() if any(word in said for word in words)), None
    )


def _error_message(error: Exception) -> str:
    if isinstance(error, anthropic.APIStatusError):
        return f"the model's server answered {error.status_code}: {error.message}"[:500]
    return f"the model's server did not answer: {error}"[:500]
