"""Words that may be names, as far as their spelling tells."""

import pytest

from graph.write.intake.context_window import possible_names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the ledger runs on Cockroach", "ledger"),
        ("we ship v2 in May", "v2"),
        ("my dad is in São Paulo", "São Paulo"),
        ("my mother-in-law called", "Ana's mother-in-law"),
        ("and yes uncle Alec is still in Perth", "uncle Alec"),
        ("来月から大阪に引っ越します", "大阪"),
        ("서울에 살아요", "서울"),
        ("وسلمى في البيت", "سلمى"),
    ],
)
def test_a_name_is_found_however_its_script_writes_it(text, name):
    assert name in set(possible_names(text, "Ana"))


def test_a_bare_word_for_ones_own_kin_names_them():
    assert set(possible_names("dad can't do the 31st", "Ana", {"dad"}.__contains__)) == {
        "Ana's dad",
        "31st",
    }


def test_small_words_are_no_names():
    assert set(possible_names("so we went home and slept", "Ana")) == set()
