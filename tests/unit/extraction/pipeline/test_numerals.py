"""Numbers as people say them."""

import pytest

from extraction.pipeline.numerals import has_number, numeral


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        *(("34", "34"), ("1,000.5", "1,000.5"), ("nine", "9"), ("twenty-five", "25")),
        *(("7 years", "7"), ("34 years old", "34"), ("a hundred and two", "102")),
        *(("over 70", None), ("about 5", None), ("3 or 4", None), ("a secret", None)),
    ],
)
def test_one_exact_number_comes_in_digits_and_nothing_else(words, digits):
    assert numeral(words) == digits


def test_a_number_may_be_said_without_being_exact():
    assert has_number("over 70")
    assert has_number("about nine")
    assert not has_number("a secret")
