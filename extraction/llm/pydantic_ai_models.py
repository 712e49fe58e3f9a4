"""Extractors for GPT, Gemini and others through pydantic-ai, from the extra [models].

The prompt, the answers and the errors are those of Claude; the structure of an answer is requested
in words and as JSON, which every provider supports. The library is imported when an extractor is
opened: the default install does not have it. Addresses and keys are read from the environment
variables each provider defines, such as ``OPENAI_API_KEY`` and ``OPENAI_BASE_URL``.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from extraction.llm.language_model import LanguageModel, ModelResponse
from extraction.llm.prices import TokenCounts
from extraction.llm.server_settings import ModelServer
from extraction.model.capabilities import Task
from graph.errors import InvalidArgument, ModelUnavailable, UnreadableAnswer
from graph.extras import install_line

_CUT_OFF = frozenset({"length"})
_REFUSED = frozenset({"content_filter"})


class PydanticAIExtractor(LanguageModel):
    """Extractor that calls the model of any provider that pydantic-ai supports."""

    name = "provided"

    def __init__(self, library: _Library, provider: str, server: ModelServer) -> None:
        super().__init__(provider, server)
        self._library = library

    @classmethod
    @asynccontextmanager
    async def open(cls, provider: str, server: ModelServer) -> AsyncGenerator[PydanticAIExtractor]:
        """Open an extractor for a provider, such as ``openai`` or ``google``, and its models.

        Raises:
            InvalidArgument: the extra is not installed, or the library cannot ask that provider.
        """
        library = _Library()
        async with AsyncExitStack() as opened:
            for model in {server.model, *server.models.values()}:
                await opened.enter_async_context(library.model(provider, model))
            yield cls(library, provider, server)

    async def ask(self, task: Task, prompt: str) -> ModelResponse:
        """Send one question; its structure is requested in words and as JSON.

        Raises:
            ModelUnavailable: the provider does not answer, or not now.
            UnreadableAnswer: it refused the question.
        """
        settings = {
            "max_tokens": self.server.output_tokens_max,
            "timeout": self.server.timeout_s,
            "max_retries": self.server.retries_max,
        }
        try:
            response = await self._library.ask(self.server.model, task, prompt, settings)
        except self._library.waiting as error:
            raise ModelUnavailable(
                _error_message(error), hint="the job waits and is tried again"
            ) from error
        except self._library.any as error:
            raise UnreadableAnswer(_error_message(error)) from error
        return _to_response(response, self.server.model)


class _Library:
    """The parts of pydantic-ai in use, imported once."""

    def __init__(self) -> None:
        try:
            errors = importlib.import_module("pydantic_ai.exceptions")
        except ModuleNotFoundError as error:
            raise InvalidArgument(
                "the extra for other providers' models is not installed",
                field="DOXA_PROVIDER",
                hint=install_line("models"),
            ) from error
        self._direct = importlib.import_module("pydantic_ai.direct")
        self._messages = importlib.import_module("pydantic_ai.messages")
        self._models = importlib.import_module("pydantic_ai.models")
        self._output = importlib.import_module("pydantic_ai.output")
        self._opened: dict[str, Any] = {}
        self._unknown: tuple[type[Exception], ...] = (errors.UserError, ImportError, ValueError)
        self.any: tuple[type[Exception], ...] = (errors.AgentRunError, errors.UserError)
        self.waiting: tuple[type[Exception], ...] = (
            errors.ModelAuthenticationError,
            errors.ModelConnectionError,
            errors.ModelNotFoundError,
            errors.ModelQuotaExceededError,
            errors.ModelRateLimitError,
            errors.ModelRequestTimeout,
            errors.ModelServerError,
            errors.ModelUnavailableError,
        )

    def model(self, provider: str, model: str) -> Any:
        """Create a model, which must be opened before use.

        Raises:
            InvalidArgument: it cannot be made: no such provider, no key, or a part not installed.
        """
        try:
            self._opened[model] = self._models.infer_model(f"{provider}:{model}")
        except self._unknown as error:
            raise InvalidArgument(
                f"{provider} cannot be asked: {error}"[:500],
                field="DOXA_PROVIDER",
                hint="name a provider that the library knows, and set its key",
            ) from error
        return self._opened[model]

    async def ask(self, model: str, task: Task, prompt: str, settings: dict[str, Any]) -> Any:
        """Send one question and return the library's response."""
        parts = [
            self._messages.SystemPromptPart(content=task.system),
            self._messages.UserPromptPart(content=prompt),
        ]
        form = self._output.OutputObjectDefinition(json_schema=task.schema, name="answer")
        return await self._direct.model_request(
            self._opened[model],
            [self._messages.ModelRequest(parts=parts)],
            model_settings=settings,
            model_request_parameters=self._models.ModelRequestParameters(
                output_mode="prompted", output_object=form, prompted_output_template=False
            ),
        )


def _to_response(response: Any, model: str) -> ModelResponse:
    used = response.usage
    return ModelResponse(
        text=response.text or "",
        model=response.model_name or model,
        # The library counts cached tokens among the sent ones.
        tokens=TokenCounts(
            sent=used.input_tokens - used.cache_read_tokens - used.cache_write_tokens,
            answered=used.output_tokens,
            cached=used.cache_read_tokens,
            written=used.cache_write_tokens,
        ),
        refused=response.finish_reason in _REFUSED,
        cut_off=response.finish_reason in _CUT_OFF,
    )


def _error_message(error: Exception) -> str:
    return f"the model's provider did not answer: {error}"[:500]
