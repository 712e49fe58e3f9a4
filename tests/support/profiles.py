"""How much random tests try: little in ``quick``, more in ``long``, and at night in ``deep``."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# CI tries so many times as many as `make test`; what takes thousands is tried at night.
MORE = 3
DEEPER = 5


def register() -> None:
    """Make all profiles known and choose ``quick``; ``--hypothesis-profile`` chooses otherwise.

    The quick one tries the same examples on every run, so it is red only where code changed.
    """
    common = settings(
        deadline=None,
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
            HealthCheck.large_base_example,
        ],
    )
    settings.register_profile("quick", common, max_examples=40, derandomize=True, database=None)
    settings.register_profile("long", common, max_examples=60, print_blob=True)
    settings.register_profile("deep", common, max_examples=100 * DEEPER, print_blob=True)
    settings.load_profile("quick")


def count(*, quick: int, long: int) -> int:
    """How many there are in the profile of this run."""
    more = {"long": min(long, quick * MORE), "deep": long * DEEPER}
    return more.get(settings.get_current_profile_name(), quick)


def examples(*, quick: int, long: int) -> settings:
    """A decorator: how many examples the profile of this run tries."""
    return settings(max_examples=count(quick=quick, long=long))
