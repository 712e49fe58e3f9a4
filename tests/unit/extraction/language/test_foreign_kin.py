"""One's own kin in other languages."""

import pytest

from extraction.language.foreign_kin import foreign_kin


@pytest.mark.parametrize(
    ("mention", "role", "name"),
    [
        ("Meine Schwester Inês", "sister", "Inês"),
        ("mi hermana", "sister", None),
        ("Mon petit frère Ousmane", "brother", "Ousmane"),
        ("a mãe", "mother", None),
        ("O meu pai, o Armindo", "father", "Armindo"),
        ("母", "mother", None),
        ("أمي", "mother", None),
    ],
)
def test_own_kin_have_a_role_and_a_name_if_the_words_give_one(mention, role, name):
    found = foreign_kin(mention)

    assert (found.role, found.name) == (role, name)


@pytest.mark.parametrize("mention", ["Inês", "der Mann", "la femme", "hermana Ximena", "Mann", ""])
def test_what_may_be_anybodys_is_nobodys_kin(mention):
    assert foreign_kin(mention) is None
