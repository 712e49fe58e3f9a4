"""Every number and address that can be set, each read from the environment once.

``DOXA_`` and the name in capitals sets it: ``DOXA_CONFIDENCE_FLOOR=0.5``.
``docs/reference/settings.md`` is written from this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from graph.errors import InvalidArgument
from graph.setting_types import (
    DEFAULT_PRICES,
    Count,
    Days,
    ModelPrices,
    Origin,
    Share,
    TenantBudget,
    TenantQuota,
)
from graph.setting_types import (
    setting as _said,
)


class Settings(BaseSettings):
    """The settings of one process."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_prefix="DOXA_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    neo4j_uri: str = _said("", "product", "A Neo4j or Aura to use instead of the embedded server.")
    neo4j_user: str = _said("neo4j", "product", "The user at `DOXA_NEO4J_URI`.")
    neo4j_password: SecretStr = _said(SecretStr(""), "product", "The password of that user.")
    neo4j_database: str = _said(
        "neo4j", "stack", "The database; naming it saves a round trip for each call."
    )
    neo4j_pool_max: int = _said(50, "stack", "The maximum number of open connections.")
    neo4j_idle_s: Annotated[float, Field(ge=0.0, le=86_400.0)] = _said(
        120.0,
        "product",
        "Seconds for which the embedded server waits after a command for the next one, which then"
        " need not start it; 0: it ends with the command.",
    )

    cleartext_hosts: list[str] = _said(
        [],
        "product",
        "Hosts that passwords and keys may go to unencrypted without a warning, because nobody else"
        ' is on the way: `["neo4j"]`. This machine needs none.',
    )
    store_wait_s: Annotated[float, Field(ge=0.0, le=600.0)] = _said(
        5.0, "stack", "Seconds that a request waits for a database that is gone."
    )
    transaction_s: Annotated[float, Field(ge=1.0, le=3_600.0)] = _said(
        120.0, "stack", "Seconds that one transaction may take before it is ended."
    )

    clock_offset_s: Annotated[float, Field(ge=0.0, le=86_400.0)] = _said(
        60.0,
        "stack",
        "Seconds that the clock of a service or worker may differ from the database's; one that"
        " differs more writes nothing. 0: any.",
    )
    slow_query_s: Annotated[float, Field(ge=0.0, le=3_600.0)] = _said(
        1.0,
        "stack",
        "Seconds from which a service or worker logs a statement, with its plan; 0: none.",
    )

    query_tokens: Count = _said(10_000, "api", "Tokens that an operation may have; likewise.")
    query_depth: Count = _said(
        16, "api", "Levels that an operation may be deep; a deeper one is answered TOO_LARGE."
    )
    query_aliases: Count = _said(30, "api", "Aliases that an operation may have; likewise.")
    query_cost: Count = _said(
        100_000, "api", "Fields that an operation may have to resolve at most; likewise."
    )
    introspection: bool = _said(
        default=True, source="api", description="Tell the schema to operations that ask for it."
    )
    requests_max: Count = _said(
        200, "api", "Requests at a time beyond which others are answered 503 with Retry-After."
    )
    requests_tenant: Count = _said(
        150, "api", "Requests of one tenant at a time beyond which others of it are answered 429."
    )
    requests_minute: Count | None = _said(
        None, "api", "Requests of one tenant a minute; others of it are answered 429."
    )
    requests_subject: Count | None = _said(
        None, "api", "Requests of one subject of a tenant at a time; others of it likewise."
    )
    requests_subject_minute: Count | None = _said(
        None, "api", "Requests of one subject of a tenant a minute; likewise."
    )
    streams_max: Count = _said(
        2_000, "api", "Connections, subscriptions and streams open beyond which others are refused."
    )
    streams_tenant: Count = _said(1_500, "api", "Those of one tenant; likewise.")
    streams_address: Count = _said(
        1_500,
        "api",
        "Those from one address; likewise. Behind a proxy all come from its address.",
    )
    quota_memories: Count | None = _said(
        None, "api", "Memories that a tenant may have; further claims are answered QUOTA_REACHED."
    )
    quota_jobs: Count | None = _said(
        None, "api", "Jobs of a tenant that may be waiting or running; further messages likewise."
    )
    quotas: dict[str, TenantQuota] = _said(
        {}, "api", 'Quotas of single tenants: `{"acme": {"memories": 1000000, "jobs": 5000}}`.'
    )
    job_age_s: Annotated[float, Field(gt=0.0)] = _said(
        3_600.0, "api", "Seconds; while the oldest job is older, `/health` says `degraded`."
    )
    answer_mb: Annotated[int, Field(ge=1, le=1_000)] = _said(
        10, "api", "Megabytes that one answer may have; what would be larger is refused."
    )

    import_mb: Annotated[int, Field(ge=1, le=7)] = _said(
        4, "api", "Megabytes that a conversation may have which is imported over GraphQL."
    )
    answers_mb: Annotated[int, Field(ge=1, le=100_000)] = _said(
        200,
        "api",
        "Megabytes that all answers together may have which are being made or read; beyond that"
        " others are UNAVAILABLE for a moment.",
    )

    data: Path | None = _said(
        None, "product", "The data folder. Default: the data folder of the user on this platform."
    )
    disk_free_mb: Annotated[int, Field(ge=1, le=1_000_000)] = _said(
        256, "product", "Free megabytes in the data folder below which writes are refused."
    )
    policy: Path | None = _said(
        None,
        "pipeline",
        "A file with the policy of tenants that have applied none, as `doxa policy show` prints"
        " one. Without it the built-in policy holds for them.",
    )
    ledger: Path | None = _said(
        None,
        "storage",
        "The ledger of erasures, a file outside the store; its key lies beside it. Default:"
        " `erasures.jsonl` in the data folder.",
    )
    ledger_key: SecretStr = _said(
        SecretStr(""),
        "storage",
        "The key of the ledger, which all hosts of a store share: what is in `erasures.jsonl.key`,"
        " or 64 hexadecimal digits. A host without a ledger then copies it from the store.",
    )
    backup_dir: Path | None = _said(
        None, "product", "The folder of nightly backups. Without it none are made."
    )
    backup_hour: Annotated[int, Field(ge=0, le=23)] = _said(
        2, "product", "The hour (UTC) at which the service makes the nightly backup."
    )
    backups_kept: Count = _said(7, "product", "Nightly backups that are kept; older ones go.")
    cache: Path | None = _said(
        None, "product", "The folder of downloaded jars. Default: the cache folder of the user."
    )
    maven_url: str = _said("", "product", "A mirror of Maven Central for the jars.")
    neo4j_port: int = _said(0, "product", "The embedded server's port; 0 takes a free one.")
    neo4j_heap_mb: int | None = _said(
        None, "product", "The embedded server's heap. Default: a share of the memory."
    )
    neo4j_pagecache_mb: int | None = _said(
        None, "product", "Its page cache. Default: a share of the memory."
    )
    java_options: str = _said("", "product", "More options for the embedded server's Java.")
    token_key: SecretStr = _said(
        SecretStr(""),
        "api",
        "The key that signs tokens. Default: one that is kept in the data folder.",
    )
    token_key_before: SecretStr = _said(
        SecretStr(""),
        "api",
        "The key before `token_key`: tokens that it signed are still taken. Empty: none.",
    )
    own_tokens: bool = _said(
        default=True,
        source="api",
        description="Take the tokens of `doxa token`. False: those of the identity provider alone.",
    )
    jwks_url: str = _said(
        "",
        "api",
        "Where an identity provider publishes its keys (JWKS), by https: tokens that they have"
        " signed, RS256 or ES256, are taken. Needs the next two.",
    )
    token_issuer: str = _said("", "api", "The `iss` of the provider's tokens, exactly.")
    token_audience: str = _said(
        "", "api", "What their `aud` has to name, so that tokens for others are refused."
    )
    tenant_claim: str = _said("tenant", "api", "The claim of their tenant.")
    role_claim: str = _said(
        "role", "api", "The claim of their role: text, or a list that has one role of Doxa in it."
    )
    metrics: bool = _said(
        default=False,
        source="api",
        description="Answer `/metrics`, for Prometheus. It takes no token, and names no tenant.",
    )
    log_format: Literal["json", "text"] = _said(
        "text", "api", "The lines of the log on standard error: `text`, or `json`, one object each."
    )
    mcp_hosts: list[str] = _said(
        [],
        "api",
        "Names, with port, by which agents reach `/mcp` other than as this machine:"
        ' `["memory.example.com:443"]`; `:*` stands for any port.',
    )
    origins: list[Origin] = _said(
        [],
        "api",
        'Origins whose web pages may reach `/graphql`: `["https://app.example.com"]`. Pages of'
        " the service's own host and port may; no other.",
    )
    trusted_documents: Path | None = _said(
        None,
        "api",
        "A manifest of trusted documents, as the build of an application writes it. With it"
        " `/graphql` runs these documents, named by `documentId`, and no others.",
    )
    explorer: bool = _said(
        default=True,
        source="api",
        description="Give browsers the explorer at `/`, a page that shows what is believed, since"
        " when and why. It asks by the ids of documents of its own, which are known beside trusted"
        " ones.",
    )
    graphiql: bool = _said(
        default=False,
        source="api",
        description="Give browsers GraphiQL at `/graphql`, a page to ask from with a token.",
    )
    redis_url: SecretStr = _said(
        SecretStr(""),
        "product",
        "With the extra `redis`, a Redis server through which workers of several processes wake one"
        " another: `redis://HOST:6379`. Its password is kept secret.",
    )

    webhook_hosts: list[str] = _said(
        [],
        "api",
        "Hosts that webhooks may be sent to by https though their addresses are not public:"
        ' `["hooks.internal"]`.',
    )
    webhook_loopback: bool = _said(
        default=False,
        source="api",
        description="Let webhooks be sent to this machine, by http too: for tests and development.",
    )
    webhook_attempts: Annotated[int, Field(ge=1, le=100)] = _said(
        12, "api", "Attempts after which a change is a dead letter of a webhook."
    )
    webhook_pause_s: Annotated[float, Field(gt=0.0, le=3_600.0)] = _said(
        5.0,
        "api",
        "Seconds after which it is first tried again at most; each pause is twice the last one, up"
        " to an hour.",
    )
    webhook_timeout_s: Annotated[float, Field(gt=0.0, le=60.0)] = _said(
        10.0, "api", "Seconds in which a receiver has to answer."
    )

    anthropic_key: SecretStr = _said(
        SecretStr(""),
        "pipeline",
        "With it Claude extracts.",
        "DOXA_ANTHROPIC_KEY",
        "ANTHROPIC_API_KEY",
    )
    anthropic_url: str = _said(
        "",
        "pipeline",
        "Another server with the Messages API, such as a local one.",
        "DOXA_ANTHROPIC_URL",
        "ANTHROPIC_BASE_URL",
    )
    model: str = _said(
        "claude-haiku-5-5",
        "pipeline",
        "The model that extracts; `claude-sonnet-5-5` costs more and is trusted more.",
    )
    models: dict[str, str] = _said(
        {}, "pipeline", 'Models of single tenants: `{"acme": "claude-sonnet-5-5"}`.'
    )
    model_thinking: Literal["off", "on"] = _said(
        "off",
        "pipeline",
        "Whether the model thinks before it answers; what it thinks costs as much as an answer.",
    )
    model_effort: Literal["low", "medium", "high", "xhigh", "max"] | None = _said(
        "low", "pipeline", "How much effort the model makes, where its server knows effort."
    )
    model_cache: Literal["5m", "1h"] = _said(
        "5m",
        "pipeline",
        "How long the server keeps the static prompt; an hour costs more to write, and pays where"
        " messages come minutes apart.",
    )
    model_output_tokens: Annotated[int, Field(ge=256, le=64_000)] = _said(
        4_096, "pipeline", "Tokens that an answer may have, thinking included."
    )
    model_timeout_s: Annotated[float, Field(ge=1.0, le=600.0)] = _said(
        60.0, "pipeline", "Seconds that an answer may take."
    )
    model_retries: Annotated[int, Field(ge=0, le=10)] = _said(
        2, "pipeline", "How often a request is sent again at once; then its job waits."
    )
    provider: str = _said(
        "",
        "pipeline",
        "Who reads: `local` a model on this machine, `offline` the rules alone; with the extra"
        " `models`, a provider: `openai`, `google`; their own variables set keys. Default: Claude"
        " with a key, else a local model that was pulled, else the rules.",
    )
    local_model: str = _said(
        "",
        "pipeline",
        "The local model: a GGUF file, or a name of `doxa model list`. Default: one that was"
        " pulled. `none`: no model. With `DOXA_LOCAL_URL`, what that server calls its model.",
    )
    local_url: str = _said(
        "",
        "pipeline",
        "A server of local models that speaks OpenAI's chat completions, instead of the one that"
        " Doxa starts: `http://127.0.0.1:11434/v1`.",
    )
    local_key: SecretStr = _said(SecretStr(""), "pipeline", "The key that this server asks for.")
    local_threads: Annotated[int, Field(ge=1, le=256)] = _said(
        1,
        "pipeline",
        "Cores that a local model may use. On cores that others use too, two are slower than one.",
    )
    prices: dict[str, ModelPrices] = _said(
        DEFAULT_PRICES,
        "pipeline",
        "US dollars for a million tokens, by the beginning of a model's name. The defaults are"
        " those of the previous generation: **check them against your bill**. `written` is for what"
        " is cached for five minutes; what is cached for an hour costs twice the input.",
    )
    budget_tokens: Count | None = _said(
        None, "pipeline", "Tokens that models may consume for a tenant a day (UTC)."
    )
    budget_usd: Annotated[float, Field(gt=0.0)] | None = _said(
        None, "pipeline", "The same in US dollars; needs the model's prices."
    )
    budgets: dict[str, TenantBudget] = _said(
        {}, "pipeline", 'Budgets of single tenants: `{"acme": {"tokens": 1000000, "usd": 2}}`.'
    )
    reader: Literal["learned", "rules"] = _said(
        "rules",
        "pipeline",
        "Who reads offline: the rules alone, or with a small encoder that proposes what they do not"
        " find (`learned`): as much again, of which two in five are right.",
    )
    over_budget: Literal["wait", "offline"] = _said(
        "wait",
        "pipeline",
        "Jobs that begin when the budget is spent wait for the next day, or are read by the offline"
        " extractor.",
    )
    transient_days: Days = _said(
        3.0, "pipeline", "What is said to hold for now only ceases after so many days."
    )
    strength_inferred: Share = _said(
        0.75,
        "pipeline",
        "The strength of what follows from the words; of what is said directly it is 1.",
        work="filtering",
    )
    strength_speculated: Share = _said(
        0.30, "pipeline", "The strength of what is only supposed.", work="filtering"
    )
    penalty_partial: Share = _said(
        0.15, "pipeline", "What partial grounding takes from confidence.", work="filtering"
    )
    penalty_unknown: Share = _said(
        0.10, "pipeline", "What grounding that cannot be judged takes from it.", work="filtering"
    )
    inference_factor: Share = _said(
        0.6, "pipeline", "The share of its confidence that a conclusion keeps."
    )
    unmeant_max: Share = _said(
        0.3,
        "pipeline",
        "The most confidence of what is supposed, played or said in irony.",
        work="write",
    )
    adjustment_max: Annotated[float, Field(ge=0.0, le=0.2)] = _said(
        0.2,
        "pipeline",
        "The most that an extractor may add to confidence, or take from it.",
        work="filtering",
    )
    trust_large: Share = _said(
        1.0, "pipeline", "Trust in large models of Claude's families, such as Sonnet."
    )
    trust_small: Share = _said(0.95, "pipeline", "Trust in small ones, such as Haiku.")
    trust_others: Share = _said(0.85, "pipeline", "Trust in all other models.")
    trust_offline: Share = _said(0.85, "pipeline", "Trust in the offline extractor.")
    trust_local: Share = _said(
        0.85, "pipeline", "Trust in what a local model adds to it, before its own likelihood."
    )
    candidates_max: Annotated[int, Field(ge=0, le=200)] = _said(
        5,
        "pipeline",
        "Claims kept of a short turn at most, 0 to 200. One more for each 25 characters, up to 50;"
        " what is over is a decision of the check `count`.",
        work="filtering",
    )
    window_turns: Annotated[int, Field(ge=0, le=20)] = _said(
        20, "pipeline", "Earlier turns that an extractor is shown at most."
    )
    window_turn_length: Annotated[int, Field(ge=100, le=2_000)] = _said(
        2_000, "pipeline", "Characters of each of them."
    )
    window_entities: Annotated[int, Field(ge=0, le=30)] = _said(
        30, "pipeline", "Known entities that an extractor is shown at most."
    )
    window_memories: Annotated[int, Field(ge=0, le=15)] = _said(
        15, "pipeline", "Current memories that an extractor is shown at most."
    )
    job_attempts: Annotated[int, Field(ge=1, le=100)] = _said(
        5, "pipeline", "Attempts after which a job that keeps failing is given up."
    )
    health_bands: dict[
        Literal["empty", "discarded", "malformed", "retried", "unreadable"], tuple[Share, Share]
    ] = _said(
        {},
        "pipeline",
        "Other healthy shares of an extractor's answers, from and to:"
        ' `{"empty": [0.35, 0.5], "discarded": [0.4, 0.6]}`, the defaults of these two.',
        work="filtering",
    )
    session_idle_hours: Annotated[float, Field(ge=0.0)] = _said(
        6.0,
        "pipeline",
        "A session is closed and summarised after so many hours without a message; 0: never.",
    )
    batch_poll_s: Annotated[float, Field(gt=0.0)] = _said(
        30.0, "pipeline", "Seconds between queries whether a message batch has ended."
    )

    embedding_model: str = _said(
        "",
        "stack",
        "The folder of another embedding model, ONNX or of sentence-transformers (with the extra"
        " `embeddings`). Default: a small one that comes with Doxa. `none`: no vectors.",
    )
    embedding_threads: Count = _said(1, "stack", "Cores that embedding may use.")

    confidence_floor: Share = _said(
        0.4, "model", "A claim with less confidence is kept as PENDING and makes no belief."
    )
    high_stakes_floor: Share = _said(0.8, "pipeline", "The same for high-stakes attributes.")
    importance_floor: Share = _said(0.2, "pipeline", "Candidates of less importance are discarded.")
    challenge_margin: Share = _said(
        0.25, "model", "A new claim weaker than the held one by more than this is held."
    )
    ahead_minutes: Annotated[float, Field(ge=0.0, le=1_440.0)] = _said(
        5.0,
        "model",
        "How far after the system time a statement may say that it was made; later is refused.",
    )
    loop_window_days: Days = _said(
        30.0, "model", "How far back, in valid time, a loop is looked for.", work="manage"
    )
    loop_boundaries: Count = _said(
        3,
        "model",
        "So many changes between two values within the window make a loop.",
        work="manage",
    )

    recall_relevance_weight: Share = _said(
        0.60, "recall", "Weight of relevance in a score.", work="paths"
    )
    recall_recency_weight: Share = _said(
        0.25, "recall", "Weight of recency in a score.", work="paths"
    )
    recall_importance_weight: Share = _said(
        0.15, "recall", "Weight of importance in a score.", work="paths"
    )
    recall_half_life_days: Days = _said(
        30.0, "recall", "After so many days recency is half.", work="paths"
    )
    recall_relevance_floor: Share = _said(
        0.25, "recall", "What is less relevant is not recalled, however recent and important."
    )
    recall_hint_floor: Share = _said(
        0.2, "pipeline", "A memory of less confidence is not recalled as a hint either."
    )
    recall_kept_days: Days = _said(90.0, "recall", "Days for which a recall can be explained.")
    recall_questions: Annotated[int, Field(ge=0, le=20)] = _said(
        2, "recall", "Open contradictions that a recall asks about at most; 0: none."
    )

    convention_sessions: Annotated[int, Field(ge=2, le=1_000)] = _said(
        3, "pipeline", "A preference of so many sessions is proposed as a convention."
    )

    recall_count_minutes: Annotated[float, Field(ge=0.0, le=525_600.0)] = _said(
        1.0, "upkeep", "Minutes between runs of the task `access_counts`; 0: only by hand."
    )

    decay_rate_per_day: Annotated[float, Field(ge=0.0, le=100.0)] = _said(
        0.02,
        "upkeep",
        "The rate at which importance decays, for attributes without a half-life; 0: not at all.",
        work="manage",
    )
    decay_accesses: Count = _said(
        10, "upkeep", "What was recalled so many times keeps all its importance.", work="manage"
    )
    decay_minutes: Annotated[float, Field(ge=0.0, le=525_600.0)] = _said(
        60.0, "upkeep", "Minutes between runs of the task `decay`; 0: only by hand.", work="manage"
    )

    consolidation_threshold: Annotated[float, Field(ge=0.5, le=1.0)] | None = _said(
        None,
        "upkeep",
        "The cosine from which the task `consolidation` takes memories to be alike; by default the"
        " embedding model's, 0.85 of the one that comes with Doxa.",
        work="manage",
    )
    consolidation_days: Annotated[float, Field(ge=0.0, le=365.0)] = _said(
        7.0,
        "upkeep",
        "Days between runs of the task `consolidation`; 0: only by hand.",
        work="manage",
    )

    similar_same: Share | None = _said(
        None,
        "upkeep",
        "The cosine from which on two memories may say the same; by default the embedding model's,"
        " 0.90 of the one that comes with Doxa.",
    )
    similar_related: Share | None = _said(
        None,
        "upkeep",
        "The cosine from which on two memories may speak about the same thing; likewise, 0.70.",
    )
    similar_minutes: Annotated[float, Field(ge=0.0, le=525_600.0)] = _said(
        15.0, "upkeep", "Minutes between runs of the task `similar_memories`; 0: only by hand."
    )
    audit_seal_s: Annotated[float, Field(ge=0.0, le=86_400.0)] = _said(
        5.0,
        "upkeep",
        "Seconds between runs of the task `audit_seal`, for which a record of the audit may stand"
        " outside the chain; 0: only by hand, and by commands.",
    )
    unsettled_days: Annotated[float, Field(ge=0.0, le=36_500.0)] = _said(
        30.0, "upkeep", "Days between runs of the task `unsettled`; 0: only by hand."
    )
    sample_days: Annotated[float, Field(ge=0.0, le=365.0)] = _said(
        7.0, "upkeep", "Days between runs of the task `samples`; 0: only by hand."
    )
    sample_size: Annotated[int, Field(ge=0, le=1_000)] = _said(
        20, "upkeep", "Claims that the task `samples` draws of a tenant, to be marked; 0: none."
    )
    calibration_weight: Annotated[int, Field(ge=1, le=1_000_000)] = _said(
        20,
        "pipeline",
        "As how many marks the confidence counts that an extractor states: the more, the less marks"
        " change it.",
    )


def load() -> Settings:
    """Return the settings of this process's environment.

    Raises:
        InvalidArgument: a variable has a value that is not possible.
    """
    try:
        return Settings()
    except SettingsError as error:
        named = [name for name in Settings.model_fields if f'"{name}"' in str(error)]
        raise InvalidArgument(
            "it is no JSON",
            field=f"DOXA_{named[0].upper()}" if named else None,
            hint="see docs/reference/settings.md",
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]).upper()
        raise InvalidArgument(
            first["msg"],
            field=f"DOXA_{name.removeprefix('DOXA_')}",
            hint="see docs/reference/settings.md",
        ) from error
