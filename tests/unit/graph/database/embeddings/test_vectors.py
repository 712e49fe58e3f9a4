"""What a vector must be: of its model's size, finite, of length 1."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graph.database.embeddings.vectors import check_vector, cosine, flaw
from graph.errors import BadVector

NUMBERS = st.floats(min_value=-1e6, max_value=1e6, allow_nan=False)
MANY = st.lists(NUMBERS, min_size=1, max_size=64)
BAD = st.sampled_from([math.nan, math.inf, -math.inf])


def brought_to_one(numbers):
    length = math.hypot(*numbers)
    assume(length > 1e-9)
    return [number / length for number in numbers]


@given(MANY)
def test_whatever_is_brought_to_length_one_is_accepted_as_it_is(numbers):
    vector = brought_to_one(numbers)

    assert flaw(vector, len(vector)) is None
    assert check_vector(vector, len(vector)) == vector


@given(MANY, BAD, st.data())
def test_one_component_that_is_no_finite_number_is_enough(numbers, bad, data):
    vector = brought_to_one(numbers)
    vector[data.draw(st.integers(0, len(vector) - 1))] = bad

    assert flaw(vector, len(vector)) == "a component is not a finite number"
    with pytest.raises(BadVector, match="finite"):
        check_vector(vector, len(vector))


@given(MANY, st.integers(0, 128))
def test_another_size_than_the_models_is_refused(numbers, dimension):
    vector = brought_to_one(numbers)
    assume(dimension != len(vector))

    assert flaw(vector, dimension) == f"it has {len(vector)} components, not {dimension}"


@given(MANY, st.floats(min_value=0.0, max_value=100.0))
def test_another_length_than_one_is_refused(numbers, length):
    assume(abs(length - 1.0) > 2e-3)
    vector = [number * length for number in brought_to_one(numbers)]

    with pytest.raises(BadVector, match="length"):
        check_vector(vector, len(vector))


@given(MANY)
def test_a_vector_is_like_itself_and_unlike_its_opposite(numbers):
    vector = brought_to_one(numbers)

    assert cosine(vector, vector) == pytest.approx(1.0)
    assert cosine(vector, [-number for number in vector]) == pytest.approx(-1.0)
