"""Excerpts: bounded, true to the text, cut where nothing is torn."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph.model.excerpt import EXCERPT_MAX, MARK, excerpt_window, make_excerpt, utf16_offset
from graph.model.records import Evidence
from graph.vocabulary import GroundingVerdict

LETTERS = "ab \n.é😀한👍"


def excerpt(text: str, start: int, end: int) -> str:
    evidence = Evidence("p_1", text[start:end], start, end, GroundingVerdict.SUPPORTED)
    first, length = excerpt_window(evidence)
    return make_excerpt(text[first : first + length], evidence, len(text))


def of(text: str, quoted: str) -> str:
    start = text.index(quoted)
    return excerpt(text, start, start + len(quoted))


@given(some.text(LETTERS, min_size=1, max_size=1_500), some.data())
def test_an_excerpt_is_a_part_of_the_text_that_holds_the_span(text: str, data: some.DataObject):
    start = data.draw(some.integers(0, len(text) - 1))
    end = data.draw(some.integers(start + 1, len(text)))
    shown = excerpt(text, start, end)
    bare = shown.removeprefix(MARK).removesuffix(MARK)

    assert len(shown) <= EXCERPT_MAX
    assert bare in text
    assert text[start:end] in bare or text[start:end].startswith(bare)
    assert text[start : min(end, start + EXCERPT_MAX // 2)] in bare
    assert shown.startswith(MARK) or bare.strip() == "" or text.lstrip().startswith(bare.lstrip())
    assert shown.endswith(MARK) or bare.strip() == "" or text.rstrip().endswith(bare.rstrip())


def test_a_short_text_is_shown_whole():
    assert of("I moved to Lisbon last year.", "Lisbon") == "I moved to Lisbon last year."


def test_the_words_around_a_span_are_whole():
    text = " ".join(f"word{number}" for number in range(400))
    shown = of(text, "word200")

    assert shown.startswith(MARK + "word")
    assert shown.endswith(MARK)
    assert set(shown.strip(MARK).split(" ")) < set(text.split(" "))
    assert EXCERPT_MAX - 20 < len(shown) <= EXCERPT_MAX


def test_room_that_one_side_does_not_need_goes_to_the_other():
    text = " ".join(f"word{number}" for number in range(400))

    assert of(text, "word0 ").startswith("word0 ")
    assert len(of(text, "word0 ")) > EXCERPT_MAX - 20
    assert of(text, "word399").endswith("word399")
    assert len(of(text, "word399")) > EXCERPT_MAX - 20


def test_what_surrounds_a_span_is_its_own_line():
    lines = "\n".join(f'{{"entity": "Person {number}", "value": 1}}' for number in range(1_000))

    assert of(lines, '"Person 500"') == f'{MARK}{{"entity": "Person 500", "value": 1}}{MARK}'
    assert of("one\ntwo\n", "one") == f"one{MARK}"
    assert of("one\n \n", "one") == "one"


def test_a_span_that_is_too_long_is_cut_at_its_end():
    text = "Listen: " + " ".join(f"word{number}" for number in range(400))
    shown = excerpt(text, 8, len(text))

    assert shown.startswith(f"{MARK}word0 word1")
    assert shown.endswith(MARK)
    assert text[8:].startswith(shown.strip(MARK) + " ")


@pytest.mark.parametrize(
    "grapheme",
    ["e\u0301", "👩‍👩‍👧‍👦", "👍🏽", "🇵🇹", "ᄒ\u1161\u11ab", "❤\ufe0f", "漢"],
    ids=["accent", "family", "skin", "flag", "jamo", "variation", "ideograph"],
)
@pytest.mark.parametrize("shift", range(11))
def test_no_grapheme_is_torn(grapheme: str, shift: int):
    # Apart from one another: flags in a row have no edges that two characters tell.
    unit = f"{grapheme}."
    text = unit * 150 + "x" * shift + "QUOTE" + "y" * shift + unit * 150
    before, _, after = of(text, "QUOTE").strip(MARK).partition("QUOTE")
    before, after = before.removesuffix("x" * shift), after.removeprefix("y" * shift)

    assert before.removeprefix(".").replace(unit, "") == ""
    assert after.removesuffix(grapheme).replace(unit, "") == ""
    assert len(before + after) > EXCERPT_MAX // 2


@given(some.text(LETTERS), some.integers(0, 20), some.integers(0, 20))
def test_a_place_in_utf_16_units_slices_the_same_words(text, start, length):
    start = min(start, len(text))
    end = min(start + length, len(text))
    units = text.encode("utf-16-le")
    first, last = utf16_offset(text, start), utf16_offset(text, end)

    assert units[2 * first : 2 * last].decode("utf-16-le") == text[start:end]
