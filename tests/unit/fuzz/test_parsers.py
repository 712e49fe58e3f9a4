"""Any text, and any change of a good one, is read or refused by each parser: nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.support.mutations import places
from tests.support.profiles import examples
from tools.fuzz.targets import TARGETS

AWKWARD = [
    *"{}[]\":,\\\n\r\t\0\x1b\x85\u2028\u202e\ud800\U0001f600$;/-+.'`",
    *(
        "null",
        "true",
        "NaN",
        "-Infinity",
        "1e999",
        "1E-999",
        "1e" + "9" * 20,
        "-0",
        "0" * 400,
        "9" * 5_000,
    ),
    *(
        "[" * 3_000,
        '{"a":' * 3_000,
        "\\ud800",
        "\\u0000",
        "//",
        "/*",
        "```",
        "$tenant",
        "CYPHER 25",
    ),
    *("9999-12-31", "0001-01-01T00:00:00+14:00", "24:00", "+23:59:59.999999", "２０２４", "²", "½"),
]
JSON_TARGETS = sorted(name for name, one in TARGETS.items() if one.seeds[0].startswith("{"))
words = some.sampled_from(AWKWARD) | some.text(max_size=8)
values = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | words
    | some.text(alphabet=some.characters(), max_size=20),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@some.composite
def changed(draw: some.DrawFn, seeds: tuple[str, ...]) -> str:
    """A good text with some of it taken out, put in, or given twice."""
    text = draw(some.sampled_from(seeds))
    for _ in range(draw(some.integers(1, 4))):
        start = draw(some.integers(0, len(text)))
        end = draw(some.integers(start, min(len(text), start + 20)))
        new = draw(words | some.just(text[start:end] * 2))
        text = text[:start] + new + text[end:]
    return text


@some.composite
def other_values(draw: some.DrawFn, seeds: tuple[str, ...]) -> str:
    """A good JSON object with other values in some places, or other keys."""
    given_ = json.loads(draw(some.sampled_from([one for one in seeds if one.startswith("{")])))
    for _ in range(draw(some.integers(1, 3))):
        *way, last = draw(some.sampled_from([path for path in places(given_) if path]))
        within = given_
        for key in way:
            within = within[key]
        if isinstance(within, dict) and draw(some.integers(0, 4)) == 0:
            within[draw(words)] = within.pop(last)
        else:
            within[last] = draw(values)
    return json.dumps(given_, ensure_ascii=draw(some.booleans()))


@pytest.mark.parametrize("name", TARGETS)
def test_a_good_text_is_read(name):
    for seed in TARGETS[name].seeds:
        found = TARGETS[name].read(seed)
        if name in ("message", "record", "exported line"):
            assert found is not None, seed
        if name in ("answer", "summary"):
            assert found[1] == 0, "so many members do not fit"


@pytest.mark.parametrize("name", JSON_TARGETS)
@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, '{"points": ' + "[" * 100_000])
def test_a_text_that_nests_without_end_is_refused(name, deep):
    TARGETS[name](deep)


@pytest.mark.parametrize("name", TARGETS)
@given(data=some.data())
@examples(quick=60, long=1_000)
def test_a_changed_text_is_read_or_refused(name, data):
    TARGETS[name](data.draw(changed(TARGETS[name].seeds)))


@pytest.mark.parametrize("name", TARGETS)
@given(text=some.text(alphabet=some.characters(), max_size=80) | some.lists(words).map("".join))
@examples(quick=30, long=500)
def test_any_text_is_read_or_refused(name, text):
    TARGETS[name](text)


@pytest.mark.parametrize("name", JSON_TARGETS)
@given(data=some.data())
@examples(quick=60, long=1_000)
def test_other_values_are_read_or_refused(name, data):
    TARGETS[name](data.draw(other_values(TARGETS[name].seeds)))
