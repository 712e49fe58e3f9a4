"""Given names that are common in English text: what sex they tell, and their short forms.

Read from ``given_names.toml``, whose head says how to extend it. A name that is not there tells
nothing, and a form that stands under both sexes tells neither.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

TABLE = Path(__file__).with_name("given_names.toml")

Sex: TypeAlias = Literal["female", "male"]

Key = TypeVar("Key", bound=str)


def sex_of(given: str) -> Sex | None:
    """The sex that a given name or its short form tells; none where it is unknown or both."""
    sexes = _read()[0].get(given.casefold(), frozenset[Sex]())
    return next(iter(sexes)) if len(sexes) == 1 else None


def is_given(name: str) -> bool:
    """Whether the table has the name, whole or short."""
    return name.casefold() in _read()[0]


def is_whole(name: str) -> bool:
    """Whether the table has it as a whole name."""
    return name.casefold() in _read()[1].get(name.casefold(), ())


def full_forms(given: str) -> frozenset[str]:
    """The whole names that a name may be short for, itself among them if it is a whole name."""
    return _read()[1].get(given.casefold(), frozenset())


def short_forms(given: str) -> frozenset[str]:
    """The short and pet forms of a whole name."""
    return _read()[2].get(given.casefold(), frozenset())


@lru_cache(maxsize=1)
def _read() -> tuple[
    dict[str, frozenset[Sex]], dict[str, frozenset[str]], dict[str, frozenset[str]]
]:
    """Sexes, whole names and short forms, by name; checked only in that the file is what it is."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    sexes: dict[str, set[Sex]] = {}
    wholes: dict[str, set[str]] = {}
    shorts: dict[str, set[str]] = {}
    both: tuple[Sex, Sex] = ("female", "male")
    for sex in both:
        for whole, forms in table[sex].items():
            for form in (whole, *forms.split()):
                sexes.setdefault(form, set()).add(sex)
                wholes.setdefault(form, set()).add(whole)
            shorts.setdefault(whole, set()).update(forms.split())
    return _frozen(sexes), _frozen(wholes), _frozen(shorts)


def _frozen(sets: dict[str, set[Key]]) -> dict[str, frozenset[Key]]:
    return {key: frozenset(value) for key, value in sets.items()}
