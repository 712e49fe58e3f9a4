"""Every number and address that can be set, each read from the environment once.

``DOXA_`` and the name in capitals sets it: ``DOXA_CONFIDENCE_FLOOR=0.5``.
``docs/settings.md`` is written from this file by ``python -m graph.settings``; a test compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from graph.errors import InvalidArgument

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Days = Annotated[float, Field(gt=0.0, le=36_500.0)]
Count = Annotated[int, Field(ge=1)]
Price = Annotated[float, Field(ge=0.0)]

DOCUMENTS = {
    "stack": "the trials of the libraries",
    "storage": "the decisions about storage",
    "model": "the temporal model",
    "pipeline": "the rules of the write path",
    "api": "the rules of the doors",
    "product": "the product's description",
}


def _said(default: Any, source: str, description: str, *others: str) -> Any:
    """A setting: its default, where that comes from, what it does, other names it answers to."""
    return Field(
        default=default,
        description=description,
        json_schema_extra={"source": source},
        validation_alias=AliasChoices(*others) if others else None,
    )


class ModelPrices(BaseModel):
    """US dollars for a million tokens of one model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Price
    output: Price
    cached: Price
    written: Price


class TenantBudget(BaseModel):
    """What models may consume for one tenant a day."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: Count | None = None
    usd: Annotated[float, Field(gt=0.0)] | None = None


# From memory of the price list of the models before these: not looked up, to be checked.
DEFAULT_PRICES = {
    "claude-haiku": ModelPrices(input=1.0, output=5.0, cached=0.1, written=1.25),
    "claude-sonnet": ModelPrices(input=3.0, output=15.0, cached=0.3, written=3.75),
}
_PRICES = {name: item.model_dump() for name, item in DEFAULT_PRICES.items()}


class Settings(BaseSettings):
    """The settings of one process."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_prefix="DOXA_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    neo4j_uri: str = _said(
        "", "product", "Any Neo4j or Aura to use, instead of the embedded server."
    )
    neo4j_user: str = _said("neo4j", "product", "Who to log on as, at `DOXA_NEO4J_URI`.")
    neo4j_password: SecretStr = _said(SecretStr(""), "product", "The password of that user.")
    neo4j_database: str = _said(
        "neo4j", "stack", "The database; naming it saves a round trip for each call."
    )
    neo4j_pool_max: int = _said(50, "stack", "Connections kept open at most.")

    data: Path | None = _said(
        None, "product", "The data folder; without it the user's own, as the platform has it."
    )
    cache: Path | None = _said(
        None, "product", "Where fetched jars are kept; without it the user's cache folder."
    )
    maven_url: str = _said("", "product", "A mirror of Maven Central, to fetch the jars from.")
    neo4j_port: int = _said(0, "product", "The embedded server's port; 0 takes a free one.")
    neo4j_heap_mb: int | None = _said(
        None, "product", "The embedded server's heap; without it a share of the memory."
    )
    neo4j_pagecache_mb: int | None = _said(
        None, "product", "Its page cache; without it a share of the memory."
    )
    java_options: str = _said("", "product", "More options for the embedded server's Java.")
    token_key: SecretStr = _said(
        SecretStr(""), "api", "Signs tokens; without it a key is kept in the data folder."
    )

    anthropic_key: SecretStr = _said(
        SecretStr(""),
        "pipeline",
        "With it Claude extracts; without it the offline extractor.",
        "DOXA_ANTHROPIC_KEY",
        "ANTHROPIC_API_KEY",
    )
    anthropic_url: str = _said(
        "",
        "pipeline",
        "Another server that speaks the Messages API, a local one too.",
        "DOXA_ANTHROPIC_URL",
        "ANTHROPIC_BASE_URL",
    )
    model: str = _said(
        "claude-haiku-5-5",
        "pipeline",
        "The model that extracts; `claude-sonnet-5-5` is slower, dearer, and trusted more.",
    )
    models: dict[str, str] = _said(
        {}, "pipeline", 'Another model for single tenants: `{"acme": "claude-sonnet-5-5"}`.'
    )
    provider: str = _said(
        "",
        "pipeline",
        "With the extra `models`, whose model that is: `openai`, `google`; keys as theirs are set.",
    )
    prices: dict[str, ModelPrices] = _said(
        DEFAULT_PRICES,
        "pipeline",
        "US dollars for a million tokens by beginning of a model's name; the defaults are those of"
        " the generation before, **check them against your bill**.",
    )
    budget_tokens: Count | None = _said(
        None, "pipeline", "Tokens that models may consume for a tenant a day (UTC); then jobs wait."
    )
    budget_usd: Annotated[float, Field(gt=0.0)] | None = _said(
        None, "pipeline", "The same in US dollars; needs the model's prices."
    )
    budgets: dict[str, TenantBudget] = _said(
        {}, "pipeline", 'Budgets of single tenants: `{"acme": {"tokens": 1000000, "usd": 2}}`.'
    )
    over_budget: Literal["wait", "offline"] = _said(
        "wait",
        "pipeline",
        "What becomes of jobs that begin when the budget is spent: they wait for the next day, or"
        " the offline extractor reads them.",
    )
    session_idle_hours: Annotated[float, Field(ge=0.0)] = _said(
        6.0,
        "pipeline",
        "A session closes, and is summed up, when nothing was read in it for so long; 0 never.",
    )
    batch_poll_s: Annotated[float, Field(gt=0.0)] = _said(
        30.0, "pipeline", "How often a message batch is asked whether it has ended."
    )

    embedding_model: str = _said(
        "",
        "stack",
        "The folder of another embedding model, ONNX or of sentence-transformers (with the extra"
        " `embeddings`); without it a small one that comes with Doxa. `none` makes no vectors.",
    )
    embedding_threads: Count = _said(1, "stack", "How many cores embedding may use.")

    confidence_floor: Share = _said(
        0.4, "model", "A claim under it is kept as PENDING and makes no belief."
    )
    high_stakes_floor: Share = _said(
        0.8, "pipeline", "The same for attributes where a mistake costs much: a person decides."
    )
    importance_floor: Share = _said(
        0.2, "pipeline", "What matters less than this is not worth keeping."
    )
    challenge_margin: Share = _said(
        0.25, "model", "A new claim weaker than the held one by more than this is held."
    )
    loop_window_days: Days = _said(
        30.0, "model", "How far back, in valid time, a loop is looked for."
    )
    loop_boundaries: Count = _said(
        3, "model", "So many changes between two values within the window make a loop."
    )


def load() -> Settings:
    """The settings of this process's environment.

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
            hint="see docs/settings.md",
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]).upper()
        raise InvalidArgument(
            first["msg"], field=f"DOXA_{name.removeprefix('DOXA_')}", hint="see docs/settings.md"
        ) from error


def reference() -> str:
    """The settings as a page of Markdown."""
    lines = [
        "# Settings",
        "",
        "Written from `graph/settings.py` by `make fix`; a test keeps it current.",
        "",
        "| variable | default | what it does | comes from |",
        "| --- | --- | --- | --- |",
    ]
    for name, field in Settings.model_fields.items():
        extra: Any = field.json_schema_extra
        default = field.default
        if isinstance(default, SecretStr):
            default = default.get_secret_value()
        shown = "none" if default in ("", None, {}) else f"`{_plain(default)}`"
        aliases = field.validation_alias
        named: list[Any] = aliases.choices if isinstance(aliases, AliasChoices) else []
        variables = ", ".join(f"`{known}`" for known in named or [f"DOXA_{name.upper()}"])
        lines.append(
            f"| {variables} | {shown} | {field.description} | {DOCUMENTS[extra['source']]} |"
        )
    return "\n".join([*lines, ""])


def _plain(default: Any) -> str:
    """The default as it would be written into the environment."""
    return str(default) if default is not DEFAULT_PRICES else json.dumps(_PRICES)


if __name__ == "__main__":
    print(reference(), end="")
