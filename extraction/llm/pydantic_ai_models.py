"""GPT, Gemini and others as extractors, by the extra [models]: one provider-neutral library.

The same prompt, answers and failures as with Claude; the form of the answer is asked for in words
and as JSON, which every provider can. The library is imported when an extractor is made: the
default install does not have it. Addresses and keys are read from the environment as each provider
names them, such as ``OPENAI_API_KEY`` and ``OPENAI_BASE_URL``.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from extraction.abilities import Task
from extraction.asked import Answer, AskedModel
from extraction.asked_server import Server
from extraction.prices import Counted
from graph.errors import InvalidArgument, ModelUnavailable, UnreadableAnswer

_CUT_OFF = frozenset({"length"})
_REFUSED = frozenset({"content_filter"})


class ProvidedExtractor(AskedModel):
    """Proposes candidates by asking the model of any provider that the library knows."""

    name = "provided"

    def __init__(self, library: _Library, provider: str, server: Server) -> None:
        super().__init__(provider, server)
        self._library = library

    @classmethod
    @asynccontextmanager
    async def open(cls, provider: str, server: Server) -> AsyncGenerator[ProvidedExtractor]:
        """An extractor for a provider, ``openai`` or ``google`` say, and the server's models.

        Raises:
            InvalidArgument: the extra is not installed, or the library cannot ask that provider.
        """
        library = _Library()
        async with AsyncExitStack() as opened:
            for model in {server.model, *server.models.values()}:
                await opened.enter_async_context(library.model(provider, model))
            yield cls(library, provider, server)

    async def ask(self, task: Task, asked: str) -> Answer:
        """One question; its form is asked for in words and as JSON.

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
            answer = await self._library.ask(self.server.model, task, asked, settings)
        except self._library.waiting as error:
            raise ModelUnavailable(_said(error), hint="the job waits and is tried again") from error
        except self._library.any as error:
            raise UnreadableAnswer(_said(error)) from error
        return _answer(answer, self.server.model)


class _Library:
    """What is used of the library, looked up once."""

    def __init__(self) -> None:
        try:
            errors = importlib.import_module("pydantic_ai.exceptions")
        except ModuleNotFoundError as error:
            raise InvalidArgument(
                "the extra for other providers' models is not installed",
                field="DOXA_PROVIDER",
                hint='pip install "doxa[models]"',
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
        """A model, to be opened before it is asked.

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

    async def ask(self, model: str, task: Task, asked: str, settings: dict[str, Any]) -> Any:
        """One question and its answer; the static part goes first."""
        parts = [
            self._messages.SystemPromptPart(content=task.system),
            self._messages.UserPromptPart(content=asked),
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


def _answer(answer: Any, model: str) -> Answer:
    used = answer.usage
    return Answer(
        text=answer.text or "",
        model=answer.model_name or model,
        # The library counts cached tokens among the sent ones.
        counted=Counted(
            sent=used.input_tokens - used.cache_read_tokens - used.cache_write_tokens,
            answered=used.output_tokens,
            cached=used.cache_read_tokens,
            written=used.cache_write_tokens,
        ),
        refused=answer.finish_reason in _REFUSED,
        cut_off=answer.finish_reason in _CUT_OFF,
    )


def _said(error: Exception) -> str:
    return f"the model's provider did not answer: {error}"[:500]
