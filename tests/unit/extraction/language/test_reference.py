"""Whom a mention means."""

from datetime import UTC, datetime

import pytest

from extraction.language.reference import Unresolved, resolve_mention
from extraction.model.candidates import ActiveEntity, Turn, Window
from graph.model.commands import EntityRef
from graph.vocabulary import SourceKind

NOW = datetime(2025, 5, 1, tzinfo=UTC)


def turn(speaker, text, source_kind=SourceKind.USER):
    return Turn(id="p_1", speaker=speaker, source_kind=source_kind, text=text, occurred_at=NOW)


def resolve(mention, text, *previous, speaker="Ana", entities=(), kind=None):
    window = Window(turn=turn(speaker, text), previous=previous, entities=entities)
    position = max(text.rfind(mention), 0)
    found = resolve_mention(mention, kind, window, position)
    return found if isinstance(found, Unresolved) else found.id or found.name


@pytest.mark.parametrize("mention", ["I", "me", "my", "We", "user", "the user"])
def test_first_person_is_the_speaker(mention):
    assert resolve(mention, "I live in Lisbon") == "Ana"
    assert resolve(mention, "I live in Lisbon", speaker=None) == "user"


def test_an_assistant_without_a_name_is_not_the_user():
    window = Window(turn=turn(None, "I think so", SourceKind.ASSISTANT))

    assert resolve_mention("I", None, window, 0) == EntityRef(name="assistant", kind="agent")


def test_second_person_is_the_other_speaker():
    assert resolve("you", "you live in Rome", turn("Bob", "hi")) == "Bob"
    assert resolve("your", "your dog", turn("Bob", "hi"), turn("Ana", "yes")) == "Bob"
    assert isinstance(resolve("you", "you live in Rome"), Unresolved)
    assert isinstance(resolve("you", "you live in Rome", turn("Ana", "hm")), Unresolved)


def test_an_assistant_speaks_to_the_user():
    window = Window(
        turn=turn(None, "you live in Rome", SourceKind.ASSISTANT), previous=(turn(None, "hi"),)
    )

    assert resolve_mention("you", None, window, 0) == EntityRef(name="user", kind="person")


@pytest.mark.parametrize(
    ("mention", "text", "who"),
    [
        ("She", "I met Clara last week. She lives in Rome", "Clara"),
        ("She", "Clara moved to Lisbon. She loves it", "Clara"),
        ("He", "My sister Clara knows Bob. He is a doctor", "Bob"),
        ("She", "My sister Clara knows Bob. She is a doctor", "Clara"),
        ("he", "I met Clara and Bob. Bob is my brother; he is a doctor", "Bob"),
        ("her", "I saw Clara Smith, so I gave her a book", "Clara Smith"),
        ("They", "Tom moved in. They cook well", "Tom"),
    ],
)
def test_a_pronoun_means_the_last_who_fits(mention, text, who):
    assert resolve(mention, text) == who


def test_a_pronoun_looks_back_into_earlier_turns():
    assert resolve("She", "She is thirty", turn("Ana", "I called my sister Clara")) == "Clara"


@pytest.mark.parametrize(
    ("mention", "text"),
    [
        ("She", "She is thirty"),
        ("They", "I met Clara and Tom. They cook well"),
        ("it", "it rains"),
        ("He", "My sister Clara called. He is late"),
        ("someone", "someone told me"),
        ("that", "that is so"),
        ("a friend", "a friend told me"),
        ("the meeting", "the meeting is long"),
        ("...", "..."),
        ("e_00000000", "an id"),
    ],
)
def test_who_cannot_be_told_is_nobody(mention, text):
    assert isinstance(resolve(mention, text), Unresolved)


def test_the_speaker_is_not_he_or_she():
    assert isinstance(resolve("She", "Ana here. She is thirty"), Unresolved)


def test_it_is_the_one_thing_that_is_known():
    beta = ActiveEntity(id="e_1", name="Beta", kind="organization")

    assert resolve("it", "I joined Beta; it is in Rome", entities=(beta,)) == "Beta"
    assert isinstance(resolve("She", "I joined Beta. She", entities=(beta,)), Unresolved)


@pytest.mark.parametrize(
    ("mention", "text", "who"),
    [
        ("my manager", "my manager is from Spain", "Ana's manager"),
        ("my manager", "my manager Priya is kind", "Priya"),
        ("my manager", "Priya, my manager, is kind", "Priya"),
        ("my manager", "my manager, Priya Sharma, is kind", "Priya Sharma"),
        ("my manager", "Priya is my manager", "Priya"),
        ("my manager Priya", "my manager Priya is kind", "Priya"),
        ("my sister's husband", "my sister's husband is ill", "Ana's sister's husband"),
        ("her husband", "I know Clara. I like her husband", "Clara's husband"),
        ("our dog", "our dog is old", "Ana's dog"),
    ],
)
def test_a_role_goes_by_its_owner_unless_its_bearer_is_named_beside_it(mention, text, who):
    assert resolve(mention, text) == who


@pytest.mark.parametrize(
    ("mention", "text", "who"),
    [
        ("my mum", "my mum is ill", "Ana's mother"),
        ("my lovely mom", "my lovely mom is ill", "Ana's mother"),
        ("my mum's mum", "my mum's mum is ill", "Ana's mother's mother"),
        ("Bob's dad", "Bob's dad is ill", "Bob's father"),
        ("my step-mum", "my step-mum is ill", "Ana's stepmother"),
        ("my nan", "my nan is ill", "Ana's grandmother"),
        ("my mother", "my mum Carol is ill, my mother", "Carol"),
        ("my mum", "my mother's name is Carol; my mum", "Carol"),
        # What tells people apart is kept.
        ("my other grandmother", "my other grandmother is ill", "Ana's other grandmother"),
        ("my nan", "my granny is 80, my nan is 75", "Ana's nan"),
        ("my nanny", "my nanny is ill", "Ana's nanny"),
        ("my little sister", "my little sister is ill", "Ana's little sister"),
        ("my mother-in-law", "my mother-in-law is ill", "Ana's mother-in-law"),
        ("Mother's Pride", "I like Mother's Pride", "Mother's Pride"),
    ],
)
def test_kin_go_by_one_word_whichever_is_said(mention, text, who):
    assert resolve(mention, text, kind="person") == who


def test_kin_are_the_ones_the_store_knows_under_another_word():
    mum = ActiveEntity(id="e_1", name="Ana's mum", kind="person", role="Ana's parent")
    tom = ActiveEntity(id="e_2", name="Tom", kind="person", role="Ana's spouse")

    assert resolve("my mother", "my mother is ill", entities=(mum, tom)) == "e_1"
    assert resolve("my hubby", "my hubby is ill", entities=(mum, tom)) == "e_2"
    assert resolve("my stepmother", "my stepmother is ill", entities=(mum, tom)) != "e_1"


def test_a_role_without_a_speaker_is_the_users():
    assert resolve("my manager", "my manager is kind", speaker=None) == "user's manager"


def test_a_role_whose_owner_is_unknown_is_nobody():
    assert isinstance(resolve("her husband", "her husband is ill"), Unresolved)


def test_a_role_that_the_store_knows_is_its_bearer():
    priya = ActiveEntity(id="e_7", name="Priya", kind="person", role="Ana's manager")

    assert resolve("my manager", "my manager is kind", entities=(priya,)) == "e_7"


def test_another_speakers_apposition_is_not_mine():
    said = turn("Bob", "my manager Priya is kind")

    assert resolve("my manager", "my manager is not", said) == "Ana's manager"


def test_names_and_ids_are_taken_as_they_are():
    clara = ActiveEntity(id="e_1", name="Clara", kind="person")

    assert resolve("e_1", "x", entities=(clara,)) == "e_1"
    assert resolve("clara", "x", entities=(clara,)) == "Clara"
    assert resolve("Clara\u2019s", "x") == "Clara"
    assert resolve("the Beatles", "x") == "the Beatles"
    assert resolve("the ledger service", "x") == "ledger service"


def test_a_genitive_is_taken_off_people_and_off_what_was_named_before():
    acme = ActiveEntity(id="e_1", name="Acme", kind="organization", role="")

    assert resolve("Bea's", "I know Bea's son", kind="person") == "Bea"
    assert resolve("Acme's", "I like Acme's", kind="organization", entities=(acme,)) == "Acme"
    for name in ("St Mary's", "Sainsbury’s", "Lloyd's"):
        assert resolve(name, f"I work at {name} in Leeds", kind="organization") == name
