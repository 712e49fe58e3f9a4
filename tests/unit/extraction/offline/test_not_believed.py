"""The offline extractor on what must not be believed, though it has the form of a statement."""

import pytest

from tests.support.offline_claims import claims, proposed

KIN = frozenset({"sibling", "spouse", "parent", "child", "relative", "grandparent", "colleague"})


def believed(text):
    """What is claimed as meant, but for relations that are only mentioned."""
    acts = {(c.predicate, c.speech_act.value) for c in proposed(text)}
    supposed = {name for name, act in acts if act not in ("ASSERTION", "PLAN")}
    return [c for c in claims(text) if c[1] not in KIN | supposed]


@pytest.mark.parametrize(
    "text",
    [
        "If my brother gets the job he'll move to Berlin",
        "There's no way my dad is 70",
        "According to my horoscope I'm getting married this year",
        "My sister told me she's pregnant but she was joking",
        "My brother told me he's gay as a joke",
        "Rumour has it my boss is leaving and my colleague is pregnant",
        "I'd rather die than live in London",
        "My grandad's kicked the bucket, bless him",
        "My sister has a heart of gold and my brother has two left feet",
        "I'm on cloud nine and my wife's over the hill, she says",
        "My wife's deaf as a post without her aids",
        "In Friends, Ross is a palaeontologist and his sister Monica is a chef",
        "In Minecraft I have a farm and six wolves",
        "I'm reading a book called My Brother Is a Superhero",
        "yes, say I love fishing and I live in Bergen",
        "We were going to call our son Atticus but he's Ben",
        "I'm hopeless at maths",
        "Never learned to swim, my grandkids want me at the lake",
        "My menu board is a disgrace",
        "she has sold lace at the market for over twenty years",
        "I gave up dairy for Lent but I'm back on it",
        "I gave up my seat to an old man",
        "My wife looks after the pennies",
        "I look after number one, always have",
        "I would have called my son Felix but my wife hated it",
        "The wife says I'm a hoarder",
        "My cat is a qualified accountant",
        "My toddler is the CEO of this house",
        "I'm watching My Neighbour Totoro with the kids",
        "You are a pirate. My name is Jack and I have a parrot",
        "Be my interviewer. My name's Tunde and I work at Shell",
        "How do I say in Spanish: I am a doctor and my wife is from Peru",
        "What is the German for: I am allergic to nuts",
        "Fill the form like this, e.g. I live in Rome, I'm 45",
        "For instance: I work at IBM and my son is 4",
        "Say something like, I am a carpenter and I live in Kent",
        "My daughter is a size 3 in shoes",
    ],
)
def test_what_only_has_the_form_of_a_statement_is_not_believed(text):
    assert [c for c in believed(text) if c[1] != "reading"] == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I have a dog, so no cats", ("I", "has_pet", "dog")),
        ("I'm afraid of heights, so no rooftop bars", ("I", "fears", "heights")),
        ("I'm vegan, so please don't suggest cheese", ("I", "diet", "vegan")),
    ],
)
def test_what_follows_from_a_statement_does_not_deny_it(text, claim):
    assert claims(text)[:1] == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I study at Durham, my flatmate Jo is doing law", ("my flatmate Jo", "studies", "law")),
        ("I'm in my second year of law at York", ("I", "studies_at", "York")),
        ("I gave up coffee last year", ("I", "avoids_eating", "coffee")),
        ("My eldest is doing her A levels", ("My eldest", "studies", "A levels")),
        ("My gallery's in Margate", ("I", "gallery_is_in", "Margate")),
        ("My daughter-in-law is Japanese", ("My daughter-in-law", "nationality", "Japanese")),
        ("I weigh a hundred and ninety pounds", ("I", "weight", "a hundred and ninety pounds")),
    ],
)
def test_whose_it_is_and_the_whole_value_are_kept(text, claim):
    assert claim in claims(text)


def test_a_name_is_of_nobody_who_only_follows_it():
    (found,) = (c for c in proposed("I gave up in May, my dad likes gin") if c.predicate == "likes")
    assert found.text == "Nora's father likes gin."


def test_who_divorced_has_no_husband_any_more():
    found = claims("Me and my husband separated in January")
    assert found == [("I", "not spouse", "my husband")]


def test_the_last_day_is_told_where_the_first_moment_after_it_is_kept():
    (found,) = proposed("I work at Acme until 13 September 2024")
    assert found.text == "Nora works at Acme until 13 September 2024."
    assert found.end.at.date().isoformat() == "2024-09-14"


def test_what_is_booked_is_to_come():
    (found,) = proposed("I've booked a week in Tenerife from the 7th of November")
    assert found.start.at.date().isoformat() == "2024-11-07"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "mum lives in Kent, dad in Spain",
            [("my mum", "lives_in", "Kent"), ("I", "parent", "my mum")],
        ),
        ("My best friend lives with HIV", [("My best friend", "has_condition", "HIV")]),
        ("I'm widowed", [("I", "marital_status", "widowed"), ("I", "not spouse", None)]),
        ("I take a size 10 in trainers", [("I", "shoe_size", "10")]),
    ],
)
def test_a_place_an_illness_and_the_dead_are_nobody_one_has(text, found):
    assert claims(text) == found


def test_who_died_is_no_husband_one_has():
    assert ("I", "spouse", "my husband") not in claims("I'm widowed, my husband died in 2020")
