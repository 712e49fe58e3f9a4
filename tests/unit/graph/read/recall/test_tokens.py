"""The words of questions and memories, as recall compares them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.database.lucene import of_tenant
from graph.read.recall.tokens import coverage, phrases, spellings, terms, words_query

TERMS = st.frozensets(st.sampled_from("abcdef"), max_size=4)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Where does Ana live?", {"ana", "live"}),
        ("She lives, and lived, in Lisbon", {"live", "lisbon"}),
        ("What is my sister's name?", {"sister", "name"}),
        ("\uff2d\uff41\uff52\uff43\u2019s café", {"marc", "café"}),
        ("Who am I?", set()),
        ("", set()),
    ],
)
def test_terms_are_stems_of_content_words(text, found):
    assert terms(text) == found


@given(TERMS, st.dictionaries(st.sampled_from("xyz"), TERMS, max_size=3))
def test_coverage_is_a_share_and_whole_only_with_every_term(asked, texts):
    found = coverage(asked, texts)

    assert found.keys() == texts.keys()
    for key, held in texts.items():
        assert 0 <= found[key] <= 1 + 1e-9
        assert (found[key] > 1 - 1e-9) == (bool(asked) and asked <= held)
        assert (found[key] == 0) == (not asked & held)


def test_a_term_that_is_nowhere_counts_most():
    texts = {str(number): frozenset({"cat", "name"}) for number in range(9)}
    found = coverage(frozenset({"name", "dinosaur"}), texts)

    assert set(found.values()) == {found["0"]}
    assert found["0"] < 0.05


def test_a_text_has_as_much_of_a_term_as_of_what_stands_for_it():
    alike = {"instrument": {"clarinet": 0.5, "cello": 0.25}}
    texts = {"a": frozenset({"clarinet", "cello"}), "b": frozenset({"tea"})}

    assert coverage(frozenset({"instrument"}), texts, alike) == {"a": 0.5, "b": 0}


def test_words_are_spelled_as_they_come_first():
    assert spellings("She plays", "and played the violins") == {
        "plai": "plays",
        "violin": "violins",
    }


def test_a_query_requires_the_tenant_and_some_word():
    asked = "Where does Ana live?"

    assert words_query("acme", asked, "text") == '+tenant:"acme"^0 +(text:(ana live))'
    assert words_query("acme", asked, "text", "speaker") == (
        '+tenant:"acme"^0 +(text:(ana live) speaker:(ana live))'
    )
    assert words_query("acme", "Where was it?", "text") is None


def test_what_has_a_meaning_in_the_index_is_no_word():
    asked = words_query("acme", 'ana* OR text:x) AND (tenant:"other" ~2 \\" +evil', "text")

    assert asked == '+tenant:"acme"^0 +(text:(ana text x tenant other 2 evil))'


def test_a_tenant_whose_name_the_index_leaves_out_is_not_required():
    assert of_tenant("it", "+text:(ana)") == "+text:(ana)"
    assert of_tenant('a"b', "+text:(ana)") == '+tenant:"a\\"b"^0 +text:(ana)'


def test_phrases_are_what_may_be_a_name():
    found = set(phrases("Does Dr. Ana Lima's dog like J. R. Ewing?"))

    assert {"Ana Lima", "Dr. Ana Lima", "J. R. Ewing", "dog"} <= found


@given(st.text(max_size=200))
def test_any_text_has_words_or_none(text):
    assert all(word.isprintable() or word for word in terms(text))
    list(phrases(text))
    words_query("acme", text, "text", "speaker")
