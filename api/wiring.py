"""What a process is made of, put together from its settings; every door begins here."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from api.cleartext import exposed_secrets
from api.extractors import Reader, choose, extractor
from extraction.embedding.embedder import Embedder
from extraction.embedding.known_models import scale_of
from extraction.model.candidates import Extractor
from extraction.recall.question import QuestionEmbedder
from graph.database import migrations
from graph.database.server import embedded as server
from graph.database.server.disk import MB
from graph.database.server.embedded import Address
from graph.database.server.supervision import Supervisor
from graph.database.session import Session
from graph.database.tombstones.ledger import Ledger, given_key
from graph.errors import InvalidArgument
from graph.limits import (
    BANDS,
    Budget,
    ConsolidationLimits,
    DecayLimits,
    ExtractionLimits,
    Limits,
    PerTenant,
    Quota,
    RecallLimits,
    ReviewLimits,
    SimilarityLimits,
    VectorScale,
    WebhookLimits,
)
from graph.model.gate.policy import BUILT_IN, Policy, read_policy
from graph.model.records import Caller
from graph.proposals.consolidation.consolidate import Merger
from graph.proposals.merges.scoring import Beliefs, Judge
from graph.proposals.resolution.rekeying import rekey_rejections
from graph.proposals.similarity.judging import PairJudge
from graph.settings import Settings
from graph.upkeep.tasks import Definition, definitions

LEDGER = "erasures.jsonl"

_log = logging.getLogger("doxa.api")

_Asked = TypeVar("_Asked")


@asynccontextmanager
async def store(settings: Settings, *, idle_s: float = 0.0) -> AsyncGenerator[Session]:
    """Provide a session on the store that the settings name, brought to this program's version.

    Without an address it is the embedded server of the data folder, which then runs for as long
    as somebody uses it, and ``idle_s`` seconds more.

    Raises:
        Unavailable: it cannot be started, or does not answer.
        SchemaMismatch: it is of a version this program cannot use.
    """
    for exposed in exposed_secrets(settings, os.environ):
        _log.warning("%s; %s", exposed, exposed.hint)
    async with (
        _server_in_use(settings, idle_s) as (address, supervisor),
        Session.open(
            address.uri,
            address.user,
            address.password,
            database=settings.neo4j_database,
            limits=limits(settings),
            policy=policy(settings),
            ledger=ledger(settings),
            pool_max=settings.neo4j_pool_max,
            wait_s=settings.store_wait_s,
            limit_s=settings.transaction_s,
            slow_s=settings.slow_query_s,
            supervisor=supervisor,
        ) as db,
    ):
        with db.slow.passed_over():
            await migrations.ensure(db)
            await rekey_rejections(db)
        yield db


def ledger_file(settings: Settings) -> Path:
    """Where the ledger of erasures is."""
    return (settings.ledger or (settings.data or server.default_data_dir()) / LEDGER).expanduser()


def ledger(settings: Settings) -> Ledger:
    """Return the ledger of erasures, whose key is the one that is set, or lies beside it.

    Raises:
        InvalidArgument: what is set is no key.
    """
    return Ledger(ledger_file(settings), given_key(settings.ledger_key.get_secret_value()))


def policy(settings: Settings) -> Policy:
    """Return the policy of tenants that have applied none.

    Raises:
        InvalidArgument: the file that the settings name is not there, or is no policy.
    """
    if settings.policy is None:
        return BUILT_IN
    try:
        return read_policy(json.loads(settings.policy.read_bytes()))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidArgument(
            f"{settings.policy}: {error}", field="DOXA_POLICY", hint="see doxa policy check"
        ) from None


def limits(settings: Settings) -> Limits:
    """Return the numbers that the settings give, and those that belong to the embedding model."""
    scale = scale_of(settings.embedding_model)
    return Limits(
        floor=settings.confidence_floor,
        high_stakes=settings.high_stakes_floor,
        importance=settings.importance_floor,
        margin=settings.challenge_margin,
        loop_days=settings.loop_window_days,
        loop_count=settings.loop_boundaries,
        budgets=_budgets(settings),
        quotas=_quotas(settings),
        idle_hours=settings.session_idle_hours,
        transient_days=settings.transient_days,
        ahead=timedelta(minutes=settings.ahead_minutes),
        seal_seconds=settings.audit_seal_s,
        bands={**BANDS, **settings.health_bands},
        vectors=scale,
        extraction=_extraction(settings),
        recall=_recall(settings),
        decay=DecayLimits(
            rate_per_day=settings.decay_rate_per_day,
            accesses_full=settings.decay_accesses,
            every_minutes=settings.decay_minutes,
        ),
        consolidation=_consolidation(settings, scale),
        similarity=_similarity(settings, scale),
        review=ReviewLimits(
            unsettled_days=settings.unsettled_days,
            convention_sessions=settings.convention_sessions,
            sample_days=settings.sample_days,
            sample_size=settings.sample_size,
            calibration_weight=settings.calibration_weight,
        ),
        webhooks=_webhooks(settings),
    )


def _consolidation(settings: Settings, scale: VectorScale) -> ConsolidationLimits:
    return ConsolidationLimits(
        threshold=_or_else(settings.consolidation_threshold, scale.consolidated),
        every_days=settings.consolidation_days,
    )


def _similarity(settings: Settings, scale: VectorScale) -> SimilarityLimits:
    return SimilarityLimits(
        same=_or_else(settings.similar_same, scale.same),
        related=_or_else(settings.similar_related, scale.related),
        every_minutes=settings.similar_minutes,
    )


def _or_else(given: float | None, default: float) -> float:
    return default if given is None else given


def _webhooks(settings: Settings) -> WebhookLimits:
    return WebhookLimits(
        loopback=settings.webhook_loopback,
        hosts=frozenset(one.lower() for one in settings.webhook_hosts),
        attempts=settings.webhook_attempts,
        pause_s=settings.webhook_pause_s,
        timeout_s=settings.webhook_timeout_s,
    )


def _recall(settings: Settings) -> RecallLimits:
    return RecallLimits(
        relevance=settings.recall_relevance_weight,
        recency=settings.recall_recency_weight,
        importance=settings.recall_importance_weight,
        half_life_days=settings.recall_half_life_days,
        relevance_floor=settings.recall_relevance_floor,
        hint_floor=settings.recall_hint_floor,
        kept_days=settings.recall_kept_days,
        count_minutes=settings.recall_count_minutes,
        questions=settings.recall_questions,
    )


def _extraction(settings: Settings) -> ExtractionLimits:
    return ExtractionLimits(
        inferred=settings.strength_inferred,
        speculated=settings.strength_speculated,
        partial=settings.penalty_partial,
        ungrounded=settings.penalty_unknown,
        inference=settings.inference_factor,
        unmeant=settings.unmeant_max,
        adjustment=settings.adjustment_max,
        candidates=settings.candidates_max,
        turns=settings.window_turns,
        turn_length=settings.window_turn_length,
        entities=settings.window_entities,
        memories=settings.window_memories,
        attempts=settings.job_attempts,
    )


def embedder(settings: Settings) -> Embedder | None:
    """Return what makes vectors, if anything is to; a folder's model may take seconds to load.

    Raises:
        InvalidArgument: the folder holds no model, or the extra that it needs is not installed.
    """
    if settings.embedding_model == "none":
        return None
    from extraction.embedding.onnx_model import OnnxEmbedder  # noqa: PLC0415 -- only who needs it

    threads = settings.embedding_threads
    if not settings.embedding_model:
        return OnnxEmbedder.default(threads=threads)
    folder = Path(settings.embedding_model).expanduser()
    if (folder / "model.onnx").is_file():
        return OnnxEmbedder.of(folder, threads=threads)
    from extraction.embedding.torch_model import TorchEmbedder  # noqa: PLC0415 -- only who needs it

    return TorchEmbedder(folder, threads=threads)


def questions(settings: Settings) -> QuestionEmbedder:
    """Return what embeds the questions of recall; the model is loaded at the first one."""
    return QuestionEmbedder(lambda: embedder(settings))


@asynccontextmanager
async def comparing(
    settings: Settings, db: Session, caller: Caller
) -> AsyncGenerator[tuple[Beliefs | None, Judge | None]]:
    """Provide what tells entities apart beside their names: vectors of beliefs, and a model as
    judge.

    Raises:
        InvalidArgument: as ``extractor`` and ``embedder`` do.
    """
    from extraction.llm import entity_judge  # noqa: PLC0415 -- only who needs it

    # Loading a model of vectors takes its time: not on the loop.
    vectors = await asyncio.to_thread(embedder, settings)
    beliefs = None if vectors is None else entity_judge.BeliefVectors(db, vectors)
    async with _model(settings, db, caller, entity_judge.build_judge) as judge:
        yield beliefs, judge


def judging(
    settings: Settings, db: Session, caller: Caller
) -> AbstractAsyncContextManager[PairJudge | None]:
    """Return the model that judges similar memories, if one is configured; it raises as
    ``extractor``.
    """
    from extraction.llm import memory_judge  # noqa: PLC0415 -- only who needs it

    return _model(settings, db, caller, memory_judge.build_judge)


def merging(
    settings: Settings, db: Session, caller: Caller
) -> AbstractAsyncContextManager[Merger | None]:
    """Return the model that writes one memory for several, if one is; it raises as
    ``extractor``.
    """
    from extraction.llm import memory_merger  # noqa: PLC0415 -- only who needs it

    return _model(settings, db, caller, memory_merger.build_merger)


def tasks(settings: Settings, db: Session) -> dict[str, Definition]:
    """Return the tasks of the store, by name."""
    return definitions(
        db.limits, judging=partial(judging, settings, db), merging=partial(merging, settings, db)
    )


@asynccontextmanager
async def _model(
    settings: Settings,
    db: Session,
    caller: Caller,
    build: Callable[[Session, Caller, Extractor], _Asked | None],
) -> AsyncGenerator[_Asked | None]:
    """Provide what asks the model that is configured, as it is built for a caller; None without
    one.
    """
    if choose(settings) not in (Reader.PROVIDER, Reader.CLAUDE):
        yield None
        return
    async with extractor(settings) as model:
        yield build(db, caller, model)


def _budgets(settings: Settings) -> PerTenant[Budget]:
    own = {tenant: Budget(one.tokens, one.usd) for tenant, one in settings.budgets.items()}
    return PerTenant(Budget(settings.budget_tokens, settings.budget_usd), own)


def _quotas(settings: Settings) -> PerTenant[Quota]:
    own = {tenant: Quota(one.memories, one.jobs) for tenant, one in settings.quotas.items()}
    return PerTenant(Quota(settings.quota_memories, settings.quota_jobs), own)


@asynccontextmanager
async def _server_in_use(
    settings: Settings, idle_s: float
) -> AsyncGenerator[tuple[Address, Supervisor | None]]:
    """Provide the server that the settings name; the embedded one is supervised."""
    if settings.neo4j_uri:
        password = settings.neo4j_password.get_secret_value()
        yield Address(settings.neo4j_uri, settings.neo4j_user, password), None
        return
    # Starting and stopping it blocks for seconds: not on the loop.
    data = settings.data or server.default_data_dir()
    embedded = server.running(data, idle_s=idle_s)
    address = await asyncio.to_thread(embedded.__enter__)
    try:
        async with Supervisor.watching(data, settings.disk_free_mb * MB) as supervisor:
            yield address, supervisor
    finally:
        await asyncio.to_thread(embedded.__exit__, None, None, None)
