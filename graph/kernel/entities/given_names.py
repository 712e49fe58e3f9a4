"""Given names that are common in English text, with their sex and short forms.

The table is ``given_names.toml``; its header explains how to extend it. A name that is missing,
or listed under both sexes, has no sex.
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
    """Return the sex of a given name or short form; None if it is unknown or both."""
    sexes = _load_table()[0].get(given.casefold(), frozenset[Sex]())
    return next(iter(sexes)) if len(sexes) == 1 else None


def is_given(name: str) -> bool:
    """Whether the table has the name, in full or as a short form."""
    return name.casefold() in _load_table()[0]


def is_full_form(name: str) -> bool:
    """Whether the table has the name as a full form."""
    return name.casefold() in _load_table()[1].get(name.casefold(), ())


def full_forms(given: str) -> frozenset[str]:
    """Return the full forms that a name may be short for, with itself if it is one."""
    return _load_table()[1].get(given.casefold(), frozenset())


def short_forms(given: str) -> frozenset[str]:
    """Return the short and pet forms of a full name."""
    return _load_table()[2].get(given.casefold(), frozenset())


@lru_cache(maxsize=1)
def _load_table() -> tuple[
    dict[str, frozenset[Sex]], dict[str, frozenset[str]], dict[str, frozenset[str]]
]:
    """Load three maps by name: sexes, full forms, short forms."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    sexes: dict[str, set[Sex]] = {}
    full_names: dict[str, set[str]] = {}
    short_names: dict[str, set[str]] = {}
    both: tuple[Sex, Sex] = ("female", "male")
    for sex in both:
        for full, forms in table[sex].items():
            for form in (full, *forms.split()):
                sexes.setdefault(form, set()).add(sex)
                full_names.setdefault(form, set()).add(full)
            short_names.setdefault(full, set()).update(forms.split())
    return _freeze(sexes), _freeze(full_names), _freeze(short_names)


def _freeze(sets: dict[str, set[Key]]) -> dict[str, frozenset[Key]]:
    return {key: frozenset(value) for key, value in sets.items()}
