"""How a turn is cut for the learned reader."""

from extraction.learned.words import (
    BEFORE_PIECES_MAX,
    VALUE_WORDS_MAX,
    Marks,
    before_words,
    encode,
    stretches,
    words_of,
)

MARKS = Marks(opening=1, closing=2, unknown=3)


def spell(text):
    return [text[start:end] for start, end in words_of(text)]


def test_words_keep_what_is_written_inside_them_and_signs_stand_alone():
    assert spell("I'm on £850, half-day a.m.!") == [
        "I'm", "on", "£", "850", ",", "half-day", "a.m", ".", "!",
    ]  # fmt: skip


def test_a_value_begins_and_ends_with_a_word_that_tells():
    words = ["a", "red", ",", "car", "and"]
    assert [words[start:end] for start, end in stretches(words)] == [
        ["red"], ["red", ",", "car"], ["car"],
    ]  # fmt: skip


def test_a_value_goes_over_no_stop_and_is_no_longer_than_eight_words():
    assert (0, 3) not in stretches(["Hull", ".", "Leeds"])
    assert max(end - start for start, end in stretches(["x"] * 20)) == VALUE_WORDS_MAX


def test_each_word_has_its_first_and_last_token():
    read = encode(["ab", "c"], [], lambda word: [ord(letter) for letter in word], MARKS)
    assert read.tokens == [1, 97, 98, 99, 2]
    assert (read.first, read.last) == ([1, 3], [2, 3])


def test_a_word_without_pieces_is_unknown():
    assert encode(["☃"], [], lambda _: [], MARKS).tokens == [1, 3, 2]


def test_what_was_said_before_stands_behind_in_a_segment_of_its_own_and_is_cut_in_front():
    read = encode(["a"], [str(n) for n in range(100)], lambda word: [int(word, 36)], MARKS)
    assert read.segments == [0, 0, 0] + [1] * (BEFORE_PIECES_MAX + 1)
    assert read.tokens[-2] == int("99", 36)


def test_the_speakers_own_words_of_before_are_marked_as_his():
    said = [("Tom", "Where to?"), ("Nora", "Hull")]
    assert before_words(said, "Nora") == ["Tom", ":", "Where", "to", "?", "me", ":", "Hull"]
