"""GPT, Gemini and others as extractors, by the extra [models]: one provider-neutral library.

The same prompt, answers and failures as with Claude; the form of the answer is asked for in words
and as JSON, which every provider can. The library is imported when an extractor is made: the
default install does not have it. Addresses and keys are read from the environment as each provider
names them, such as ``OPENAI_API_KEY`` and ``OPENAI_BASE_URL``.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from extraction import wire
from extraction.asked_server import Server, trust_of
from extraction.asking import shown
from extraction.model import Extraction, Window
from extraction.prices import Counted, prices_of, usage
from extraction.prompts import RETRY, SYSTEM
from graph.errors import InvalidArgument, ModelUnavailable, UnreadableAnswer
from graph.ids import digest
from graph.model import Usage

SCHEMA = wire.strict(wire.WireAnswer.model_json_schema())
PROMPT_VERSION = digest(SYSTEM, json.dumps(SCHEMA, sort_keys=True), "prompted")[:8]

_CUT_OFF = frozenset({"length"})
_REFUSED = frozenset({"content_filter"})


class ProvidedExtractor:
    """Proposes candidates by asking the model of any provider that the library knows."""

    name = "provided"
    metered = True

    def __init__(self, library: _Library, provider: str, server: Server) -> None:
        self._library = library
        self._provider = provider
        self._server = server

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

    def of_tenant(self, tenant: str) -> ProvidedExtractor:
        """The same provider, asked for the model that this tenant has."""
        model = self._server.models.get(tenant, self._server.model)
        return ProvidedExtractor(self._library, self._provider, replace(self._server, model=model))

    @property
    def version(self) -> str:
        """The provider, the model and the prompt."""
        return f"{self._provider}:{self._server.model}:{PROMPT_VERSION}"

    @property
    def trust(self) -> float:
        """That of a model that is not known, unless it is a Claude after all."""
        return trust_of(self._server.model)

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says.

        Raises:
            ModelUnavailable: the provider does not answer, or not now.
            UnreadableAnswer: it answered, and the answer is of no use.
        """
        asked = shown(window)
        answers: list[Any] = []
        for words in (asked, f"{RETRY}\n{asked}"):
            answers.append(await self._ask(words))
            found = self._read(answers, window)
            if found is not None:
                return found
        raise UnreadableAnswer(
            "the answer is no JSON, even when asked again", consumed=self._usage(answers)
        )

    async def _ask(self, asked: str) -> Any:
        try:
            return await self._library.ask(
                self._server.model,
                asked,
                {
                    "max_tokens": self._server.output_tokens_max,
                    "timeout": self._server.timeout_s,
                    "max_retries": self._server.retries_max,
                },
            )
        except self._library.waiting as error:
            raise ModelUnavailable(_said(error), hint="the job waits and is tried again") from error
        except self._library.any as error:
            raise UnreadableAnswer(_said(error)) from error

    def _read(self, answers: list[Any], window: Window) -> Extraction | None:
        answer = answers[-1]
        used = self._usage(answers)
        if answer.finish_reason in _REFUSED:
            raise UnreadableAnswer("the model refused to answer", consumed=used)
        if answer.finish_reason in _CUT_OFF:
            raise UnreadableAnswer("the answer was cut off", consumed=used)
        try:
            candidates, malformed = wire.read(answer.text or "", window.turn)
        except ValueError:
            return None
        return Extraction(
            candidates=candidates, extractor=self.version, usage=used, malformed=malformed
        )

    def _usage(self, answers: list[Any]) -> Usage:
        # The library counts cached tokens among the sent ones.
        counted = [
            Counted(
                sent=one.usage.input_tokens
                - one.usage.cache_read_tokens
                - one.usage.cache_write_tokens,
                answered=one.usage.output_tokens,
                cached=one.usage.cache_read_tokens,
                written=one.usage.cache_write_tokens,
            )
            for one in answers
        ]
        model = answers[-1].model_name or self._server.model
        return usage(model, counted, prices_of(self._server.model, self._server.prices))


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
        output = importlib.import_module("pydantic_ai.output")
        self._form = output.OutputObjectDefinition(json_schema=SCHEMA, name="memories")
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

    async def ask(self, model: str, asked: str, settings: dict[str, Any]) -> Any:
        """One question and its answer; the static part goes first."""
        parts = [
            self._messages.SystemPromptPart(content=SYSTEM),
            self._messages.UserPromptPart(content=asked),
        ]
        return await self._direct.model_request(
            self._opened[model],
            [self._messages.ModelRequest(parts=parts)],
            model_settings=settings,
            model_request_parameters=self._models.ModelRequestParameters(
                output_mode="prompted", output_object=self._form, prompted_output_template=False
            ),
        )


def _said(error: Exception) -> str:
    return f"the model's provider did not answer: {error}"[:500]
