"""What calls cost: by the kind of token, by the longest name that fits, by half in a batch."""

import pytest

from extraction.llm.prices import Prices, TokenCounts, find_prices, usage
from graph.settings import DEFAULT_PRICES

HAIKU = Prices(input=1.0, output=5.0, cached=0.1, written=1.25)
OTHER = Prices(input=2.0, output=2.0, cached=2.0, written=2.0)


@pytest.mark.parametrize(
    ("model", "found"),
    [
        ("claude-haiku-5-5", HAIKU),
        ("claude-haiku-9", OTHER),
        ("claude-sonnet-5-5", None),
        ("llama", None),
    ],
)
def test_the_longest_name_that_the_model_begins_with_gives_the_prices(model, found):
    assert find_prices(model, {"claude-haiku": HAIKU, "claude-haiku-9": OTHER}) == found


def test_every_kind_of_token_has_its_price_and_a_batch_costs_half():
    session = [
        TokenCounts(sent=1_000_000, answered=200_000, cached=10_000_000, written=400_000),
        TokenCounts(sent=0, answered=0),
    ]
    single, batched = (usage("m", session, HAIKU, batched=many) for many in (False, True))

    assert single.cost_usd == pytest.approx(1.0 + 1.0 + 1.0 + 0.5)
    assert batched.cost_usd == pytest.approx(single.cost_usd / 2)
    assert (single.input_tokens, single.output_tokens) == (11_400_000, 200_000)
    assert (single.cached_tokens, single.calls) == (10_000_000, 2)


def test_what_is_kept_for_an_hour_costs_twice_the_input_and_thinking_is_answered():
    told = TokenCounts(
        sent=0, answered=400_000, written=1_000_000, written_hour=600_000, thinking=300_000
    )
    found = usage("m", [told, told], HAIKU)

    assert found.cost_usd == pytest.approx(2 * (2.0 + 0.4 * 1.25 + 0.6 * 2.0))
    assert (found.written_tokens, found.thinking_tokens) == (2_000_000, 600_000)


def test_without_prices_the_cost_is_unknown_and_not_nothing():
    assert usage("m", [TokenCounts(1, 1)], None).cost_usd is None


def test_the_models_that_extract_by_default_and_as_upgrade_have_a_price():
    assert {"claude-haiku", "claude-sonnet"} <= set(DEFAULT_PRICES)
