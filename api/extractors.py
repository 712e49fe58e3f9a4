"""Which extractor reads, by the settings: a provider's model, Claude, a local model, the rules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from extraction.learned import model_file
from extraction.llm.prices import Prices, find_prices
from extraction.llm.server_settings import ModelServer, ModelTrust
from extraction.local import models
from extraction.model.candidates import Extractor
from extraction.model.facts import Proposer
from graph.database.server import embedded
from graph.errors import InvalidArgument
from graph.settings import Settings

if TYPE_CHECKING:
    from extraction.offline.extractor import OfflineExtractor

NO_MODEL = "none"
LEARNED = "learned"
_log = logging.getLogger("doxa.api")


class Reader(StrEnum):
    """Who reads what is said."""

    PROVIDER = "provider"
    CLAUDE = "claude"
    LOCAL = "local"
    OFFLINE = "offline"


def choose(settings: Settings) -> Reader:
    """Who reads: what ``DOXA_PROVIDER`` names; else Claude with a key, or another server to ask;
    else a local model, if one has been pulled; else the rules alone.
    """
    if settings.provider in (Reader.LOCAL, Reader.OFFLINE):
        return Reader(settings.provider)
    if settings.provider:
        return Reader.PROVIDER
    if settings.anthropic_key.get_secret_value() or settings.anthropic_url:
        return Reader.CLAUDE
    return Reader.LOCAL if _has_local_model(settings) else Reader.OFFLINE


def describe(settings: Settings) -> str:
    """Who reads, with the model's name: ``claude claude-haiku-5-5``, ``offline``."""
    reader = choose(settings)
    if reader is Reader.OFFLINE:
        return f"{reader}{_beside_rules(settings)}"
    if reader is Reader.LOCAL:
        return f"{reader} {_local_name(settings)}"
    return f"{settings.provider or reader} {settings.model}"


@asynccontextmanager
async def extractor(settings: Settings) -> AsyncGenerator[Extractor]:
    """Provide the extractor that reads, open for the block.

    Raises:
        InvalidArgument: a budget in dollars is set, and what the model costs is not known; or
            what the reader needs is not there.
    """
    reader = choose(settings)
    if reader is Reader.PROVIDER:
        from extraction.llm.pydantic_ai_models import PydanticAIExtractor  # noqa: PLC0415 -- only who needs it

        async with PydanticAIExtractor.open(settings.provider, _server(settings, "")) as provided:
            yield provided
    elif reader is Reader.CLAUDE:
        from extraction.llm.claude import ClaudeExtractor  # noqa: PLC0415 -- only who needs it

        # A local server that speaks the Messages API may want no key; the client wants some.
        key = settings.anthropic_key.get_secret_value() or "none"
        async with ClaudeExtractor.open(_server(settings, key)) as claude:
            yield claude
    elif reader is Reader.LOCAL:
        async with _local(settings) as local:
            yield local
    else:
        # Loading spaCy takes seconds: not on the loop.
        yield await asyncio.to_thread(_offline, settings)


def fallback(settings: Settings) -> Callable[[], Awaitable[Extractor]] | None:
    """Who reads what begins when the day's budget is spent, if that is not to wait."""
    if settings.over_budget != "offline":
        return None
    # Loaded once, and only when it is needed.
    load = cache(partial(_offline, settings))
    return lambda: asyncio.to_thread(load)


@asynccontextmanager
async def _local(settings: Settings) -> AsyncGenerator[Extractor]:
    from extraction.local.extractor import LocalExtractor  # noqa: PLC0415 -- only who needs it
    from extraction.local.server import Address, SharedServer  # noqa: PLC0415 -- only who needs it

    if settings.local_url:
        server = Address(settings.local_url.rstrip("/"), settings.local_key.get_secret_value())
    else:
        path = local_model(settings)
        if path is None:
            raise InvalidArgument(
                "there is no local model",
                field="DOXA_LOCAL_MODEL",
                hint="fetch one: doxa model pull",
            )
        models.require_installed()
        data = settings.data or embedded.default_data_dir()
        server = SharedServer(path, data, settings.local_threads)
    rules = await asyncio.to_thread(_offline, settings)
    name = _local_name(settings)
    async with LocalExtractor.open(server, name, rules, settings.trust_local) as local:
        yield local


def local_model(settings: Settings) -> Path | None:
    """Return the file of the local model that the settings name, or else of one that was pulled.

    Raises:
        InvalidArgument: they name one that is not there.
    """
    if settings.local_model == NO_MODEL:
        return None
    return models.locate(settings.local_model, models.models_dir(settings.cache))


def _has_local_model(settings: Settings) -> bool:
    if settings.local_url:
        return True
    return models.is_installed() and local_model(settings) is not None


def _local_name(settings: Settings) -> str:
    """Return what the model is called: by its server, else by its file."""
    if settings.local_url:
        return settings.local_model or "default"
    path = local_model(settings)
    return NO_MODEL if path is None else path.stem


def _server(settings: Settings, key: str) -> ModelServer:
    prices = {name: Prices(**item.model_dump()) for name, item in settings.prices.items()}
    counted = settings.budget_usd or any(one.usd for one in settings.budgets.values())
    for model in (settings.model, *settings.models.values()):
        if counted and find_prices(model, prices) is None:
            raise InvalidArgument(
                f"what {model} costs is not known, and a budget in dollars is set",
                field="DOXA_PRICES",
                hint="name its prices, or set a budget in tokens",
            )
    return ModelServer(
        model=settings.model,
        key=key,
        base_url=settings.anthropic_url or None,
        prices=prices,
        models=settings.models,
        trust=ModelTrust(settings.trust_large, settings.trust_small, settings.trust_others),
        timeout_s=settings.model_timeout_s,
        retries_max=settings.model_retries,
        output_tokens_max=settings.model_output_tokens,
        thinking=settings.model_thinking == "on",
        effort=settings.model_effort,
        cache_hours=settings.model_cache == "1h",
    )


def _offline(settings: Settings) -> OfflineExtractor:
    from extraction.offline.extractor import OfflineExtractor  # noqa: PLC0415 -- only who needs it

    return OfflineExtractor(settings.trust_offline, _proposer(settings))


def _proposer(settings: Settings) -> Proposer | None:
    """Return the learned reader, unless the rules are to read alone, or have to."""
    if settings.reader != LEARNED:
        return None
    if wrong := model_file.problem():
        _log.warning("the rules read alone: %s", wrong)
        return None
    from extraction.learned.reader import LearnedReader  # noqa: PLC0415 -- only who needs it

    return LearnedReader()


def _beside_rules(settings: Settings) -> str:
    """Return who reads beside the rules, or why nobody does who should."""
    if settings.reader != LEARNED:
        return ""
    wrong = model_file.problem()
    return f", rules alone: {wrong}" if wrong else f" with {model_file.VERSION}"
