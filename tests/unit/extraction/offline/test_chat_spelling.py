"""The offline extractor on how people type: contractions, no apostrophes, no capitals."""

import pytest

from extraction.language.parsing import parse
from tests.support.offline_claims import claims


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Tom's my flatmate.", ("I", "roommate", "Tom")),
        ("Mum's on blood thinners.", ("my mum", "takes_medication", "blood thinners")),
        ("My name's Nora but everyone calls me Nono.", ("I", "name", "Nora")),
        ("My brother's not married.", ("My brother", "not marital_status", "married")),
        ("My sister\u2019s a vet.", ("My sister", "job_title", "vet")),
        ("My dad's been a plumber since 1999.", ("My dad", "job_title", "plumber")),
        ("Dan's got a dog.", ("Dan", "has_pet", "dog")),
        ("My daughter's studying medicine.", ("My daughter", "studies", "medicine")),
    ],
)
def test_a_verb_written_like_a_genitive_is_read_as_a_verb(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text", ["I'm at my mum's on Sunday.", "My sister's husband is away.", "Let's a go."]
)
def test_a_genitive_stays_one(text):
    assert all(predicate == "sibling" for _, predicate, _ in claims(text))


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("im 27 and live in london", ("I", "age", "27")),
        ("im 27 and live in london", ("I", "lives_in", "london")),
        ("i dont eat meat", ("I", "avoids_eating", "meat")),
        ("ive got two cats", ("I", "has_pet", "two cats")),
        ("im a nurse", ("I", "job_title", "nurse")),
        ("im not married", ("I", "not marital_status", "married")),
        ("ive been a teacher since 2010", ("I", "job_title", "teacher")),
    ],
)
def test_people_who_leave_out_capitals_and_apostrophes_are_understood(text, claim):
    assert claim in [("I" if who == "i" else who, what, said) for who, what, said in claims(text)]


def test_what_is_spelled_in_full_is_parsed_as_ever():
    assert [said for _, _, said in claims("I've three cats and a tortoise")] == [
        "three cats",
        "tortoise",
    ]


@pytest.mark.parametrize("text", ["im sure tom's my boss", "Tom\u2019s the one. i dont  know!"])
def test_words_written_out_keep_their_places_in_the_message(text):
    for sentence in parse(text):
        assert text[sentence.start : sentence.end] == sentence.text
        for word in sentence.words:
            assert word.end > word.start
            assert text[word.start : word.end][:1].casefold() in (
                word.low[:1],
                "'",
                "\u2019",
                *"msn",
            )


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to shellfish, so no prawns please",
        "I'm allergic to shellfish.",
        "im allergic to shellfish",
    ],
)
def test_what_somebody_is_allergic_to_is_found_whatever_follows(text):
    assert [(what, said) for _, what, said in claims(text)] == [("allergic_to", "shellfish")]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("i live in hull now", ("I", "lives_in", "hull")),
        ("i work for asda", ("I", "works_at", "asda")),
        ("my gf works at boots", ("my gf", "works_at", "boots")),
        ("my bf is a chef", ("my bf", "job_title", "chef")),
        ("my sons name is leo", ("my son", "name", "leo")),
        ("my brother harry drives a van", ("I", "sibling", "harry")),
        ("we have a cat called pickle", ("I", "has_pet", "pickle")),
        ("he's vegan, my brother tom", ("I", "sibling", "tom")),
        ("cuz i hate olives", ("I", "dislikes", "olives")),
        ("mum lives in york", ("my mum", "lives_in", "york")),
        ("I live in Cork and dad takes ramipril", ("my dad", "takes_medication", "ramipril")),
        ("I have type 1 diabetes", ("I", "has_condition", "type 1 diabetes")),
        ("I can't eat gluten", ("I", "avoids_eating", "gluten")),
    ],
)
def test_what_chat_shortens_is_understood(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Allergic to penicillin.", ("I", "allergic_to", "penicillin")),
        ("Been vegetarian for six years", ("I", "diet", "vegetarian")),
        ("Also intolerant to lactose", ("I", "allergic_to", "lactose")),
        ("Living in Bath since 2016.", ("I", "lives_in", "Bath")),
        ("Got married last June.", ("I", "marital_status", "married")),
        ("quit smoking in january", ("I", "not hobby", "smoking")),
        ("Gonna start at Google next month", ("I", "works_at", "Google")),
    ],
)
def test_a_subject_that_is_left_out_is_the_speaker(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "i live in fear",
        "i work at home",
        "i live in a flat",
        "thanks mum",
        "Mum, can you call me?",
        "great stuff",
        "Looking forward to it!",
        "Allergic to nonsense?",
        "my dogs love it here",
        "my sons like swimming",
    ],
)
def test_what_is_no_name_and_no_genitive_is_none(text):
    found = claims(text)
    assert not any(what in ("lives_in", "works_at", "name", "allergic_to") for _, what, _ in found)


def test_what_was_left_out_covers_no_characters():
    text = "Allergic to cats. mum works at Tesco"
    words = [word for sentence in parse(text) for word in sentence.words]
    assert [w.text for w in words if w.start == w.end] == ["I", "am", "my"]
    assert all(text[w.start : w.end] for w in words if w.start != w.end)
