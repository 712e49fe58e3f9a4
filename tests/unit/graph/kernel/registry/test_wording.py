"""Sentences of claims that came without words: each names its subject and reads as English."""

from __future__ import annotations

import re

from graph.kernel.registry.builtin import PACK
from graph.kernel.registry.wording import WORDINGS, Said, possessive, sentence

NAMES = ("Ana Silva", "James", "O'Brien", "Nora's parents", "Acme Inc.", "山田 太郎")


def told(
    attribute: str, value: str | None = "X", subject: str = "Ana Silva", **more: object
) -> str:
    return sentence(Said(subject, attribute, value, **more))  # type: ignore[arg-type]


def test_every_built_in_attribute_has_words_of_its_own():
    assert set(WORDINGS) == set(PACK)


def test_whatever_is_said_names_its_subject_and_its_value_once_and_ends_with_a_stop():
    for attribute in [*PACK, "favourite_color", "interested_in", "is_vegan", "has_boat"]:
        for subject in NAMES:
            for negative in (False, True):
                for over in (False, True):
                    text = told(attribute, "quince", subject, negative=negative, over=over)
                    assert text.startswith(subject), text
                    assert text.count("quince") == 1, text
                    assert text.endswith("."), text
                    assert not re.search(r"[{}_]|  | \.|\bIt\b", text), text


def test_what_is_denied_says_so_and_what_is_over_is_told_in_the_past():
    for attribute in PACK:
        held, over = told(attribute), told(attribute, over=True)
        denied, nothing = told(attribute, negative=True), told(attribute, None, negative=True)
        for text in (denied, nothing):
            assert re.search(r"\b(no longer|not|no)\b", text), text
        assert "X" not in nothing
        assert len({held, denied, nothing}) == 3
        assert over == held or re.search(
            r"\b(was|were|had|\w+ed|spoke|took|went|came|ran|drove)\b", over
        )


def test_claims_read_as_english():
    """A few of each kind, word for word; each row of the table was read when it was written."""
    for text, said in {
        "Ana Silva's job title is manager.": told("job_title", "manager"),
        "Ana Silva's job title is no longer manager.": told("job_title", "manager", negative=True),
        "Ana Silva no longer works at St Mary's.": told("works_at", "St Mary's", negative=True),
        "Ana Silva no longer works at any organization.": told("works_at", None, negative=True),
        "Ana Silva worked at Acme.": told("works_at", "Acme", over=True),
        "Ana Silva was born in Porto.": told("born_in", "Porto"),
        "Ana Silva was not born in Porto.": told("born_in", "Porto", negative=True),
        "Ana Silva is a parent of Tom.": told("child", "Tom"),
        "Ana Silva is not a sibling of anyone.": told("sibling", None, negative=True),
        "Ana Silva did not visit Kyoto.": told("visited", "Kyoto", negative=True),
        "Ana Silva has the e-mail address a@b.c.": told("email", "a@b.c"),
        "Ana Silva no longer has an e-mail address.": told("email", None, negative=True),
        "Ana Silva prefers tabs (work).": told("prefers", "tabs", context="work"),
        "Ana Silva takes metformin 500 mg.": told("takes_medication", "metformin 500 mg"),
        "Ana Silva has this goal: reach 1,000 users.": told("goal", "reach 1,000 users"),
        "Ana Silva's favourite color: blue.": told("favourite_color", "blue"),
        "Ana Silva's favourite color: no longer blue.": told(
            "favourite_color", "blue", negative=True
        ),
        "Ana Silva's favourite color: no longer known.": told(
            "favourite_color", None, negative=True
        ),
        "Ana Silva: interested in chess.": told("interested_in", "chess"),
        "Ana Silva is afraid of spiders.": told("is_afraid_of", "spiders"),
        "Ana Silva is no longer afraid of spiders.": told("is_afraid_of", "spiders", negative=True),
        "Ana Silva subscribes to the Gazette.": told("subscribes_to", "the Gazette"),
        "Ana Silva is vegan: true.": told("is_vegan", "true"),
        "Ana Silva's boat: Mistral.": told("has_boat", "Mistral"),
        "Ana Silva's height: 180 cm.": told("height", "180", unit="cm"),
        "Ana Silva's height: 1.8 m.": told("height", "1.8 m", unit="cm"),
        "James's time zone is Europe/Lisbon.": told("timezone", "Europe/Lisbon", "James"),
        "Nora's parents' address is 1 High St.": told("address", "1 High St.", "Nora's parents"),
    }.items():
        assert said == text


def test_a_value_of_several_lines_is_told_in_one():
    assert told("address", "1 High St\nLeeds") == "Ana Silva's address is 1 High St Leeds."


def test_an_owner_has_an_apostrophe():
    assert [possessive(name) for name in ("Ana", "James", "The user", "Nora's parents")] == [
        "Ana's",
        "James's",
        "The user's",
        "Nora's parents'",
    ]
