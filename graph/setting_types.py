"""What settings are made of: the kinds of their values, and what is said of each."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Days = Annotated[float, Field(gt=0.0, le=36_500.0)]
Count = Annotated[int, Field(ge=1)]
Origin = Annotated[str, Field(pattern=r"^https?://[^/\s*?#]+$")]
Price = Annotated[float, Field(ge=0.0)]


def setting(default: Any, source: str, description: str, *others: str, work: str = "") -> Any:
    """Return a setting: its default, area, what it does, other names, the work that it is from."""
    return Field(
        default=default,
        description=description,
        json_schema_extra={"source": source, "work": work},
        validation_alias=AliasChoices(*others) if others else None,
    )


class ModelPrices(BaseModel):
    """US dollars for a million tokens of one model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Price
    output: Price
    cached: Price
    written: Price


class TenantQuota(BaseModel):
    """How many memories one tenant may have, and how many of its jobs may be open."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    memories: Count | None = None
    jobs: Count | None = None


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
