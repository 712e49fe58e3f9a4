"""Spans of calls to models, in OpenTelemetry's words for generative models.

They have the model, the provider and numbers; neither what was asked nor what was answered.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from graph import tracing
from graph.tracing import Kind, Span

# Where OpenTelemetry's name of a provider is another than ours.
_PROVIDERS = {"claude": "anthropic", "google": "gcp.gemini", "local": "llama.cpp"}


def chat(provider: str, model: str) -> AbstractContextManager[Span]:
    """Record the block as one question to a language model."""
    return tracing.span(
        f"chat {model}",
        Kind.CLIENT,
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
            "gen_ai.request.model": model,
        },
    )


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


def answered(span: Span, model: str, tokens: Tokens) -> None:
    """Tell a span of a question which model answered it, and in how many tokens."""
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
