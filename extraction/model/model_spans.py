"""Spans of calls to models, in OpenTelemetry's words for generative models.

They have the model, the provider and numbers; neither what was asked nor what was answered.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from graph import tracing
from graph.tracing import Kind, Span

# The id that the provider gave to a batch, in the spans of all that is done with it.
BATCH = "doxa.batch.id"
# Where OpenTelemetry's name of a provider is another than ours.
_PROVIDERS = {"claude": "anthropic", "google": "gcp.gemini", "local": "llama.cpp"}


def chat(provider: str, model: str) -> AbstractContextManager[Span]:
    """Record the block as one question to a language model."""
    return tracing.span(f"chat {model}", Kind.CLIENT, _asked("chat", provider, model))


def submit_batch(provider: str, model: str, requests: int) -> AbstractContextManager[Span]:
    """Record the block as the submission of so many questions in one batch."""
    told = _asked("submit_batch", provider, model) | {"doxa.requests": requests}
    return tracing.span(f"submit_batch {model}", Kind.CLIENT, told)


def poll_batch(provider: str, model: str, batch: str) -> AbstractContextManager[Span]:
    """Record the block as a look at whether a batch has ended."""
    told = _asked("poll_batch", provider, model) | {BATCH: batch}
    return tracing.span(f"poll_batch {model}", Kind.CLIENT, told)


def cancel_batch(provider: str, model: str, batch: str) -> AbstractContextManager[Span]:
    """Record the block as the cancelling of a batch."""
    told = _asked("cancel_batch", provider, model) | {BATCH: batch}
    return tracing.span(f"cancel_batch {model}", Kind.CLIENT, told)


def collect_batch(provider: str, model: str, batch: str) -> Span:
    """Begin a span of the answers of a batch, for ``tracing.steps`` to end."""
    span = tracing.begin(f"collect_batch {model}", Kind.CLIENT)
    span.set(_asked("collect_batch", provider, model) | {BATCH: batch})
    return span


def _asked(operation: str, provider: str, model: str) -> dict[str, str | int | float | bool]:
    return {
        "gen_ai.operation.name": operation,
        "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
        "gen_ai.request.model": model,
    }


class Tokens(Protocol):
    """Tokens of one answer; of the prompt, those read from a cache or written to it are apart."""

    @property
    def sent(self) -> int: ...  # noqa: D102 -- as the class says
    @property
    def answered(self) -> int: ...  # noqa: D102
    @property
    def cached(self) -> int: ...  # noqa: D102
    @property
    def written(self) -> int: ...  # noqa: D102


def record_answer(span: Span, model: str, tokens: Tokens) -> None:
    """Tell a span of a question, or of many, which model answered, and in how many tokens."""
    span.set(
        {
            "gen_ai.response.model": model,
            "gen_ai.usage.input_tokens": tokens.sent + tokens.cached + tokens.written,
            "gen_ai.usage.output_tokens": tokens.answered,
            "gen_ai.usage.cache_read.input_tokens": tokens.cached,
            "gen_ai.usage.cache_creation.input_tokens": tokens.written,
        }
    )


def embeddings(runtime: str, model: str, texts: int) -> AbstractContextManager[Span]:
    """Record the block as the embedding of so many texts, in this process."""
    return tracing.span(
        f"embeddings {model}",
        Kind.INTERNAL,
        {
            "gen_ai.operation.name": "embeddings",
            "gen_ai.provider.name": runtime,
            "gen_ai.request.model": model,
            "doxa.texts": texts,
        },
    )
