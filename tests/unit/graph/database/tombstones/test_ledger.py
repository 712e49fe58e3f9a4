"""The ledger of erasures: what it keeps away, and that it tells nothing."""

from __future__ import annotations

import pytest

from graph.database.tombstones.ledger import (
    Erased,
    Ledger,
    PassageTombstone,
    copy_ledger,
    fact_parts,
    given_key,
)
from graph.errors import InvalidArgument, LedgerUnavailable

FACT = ("name:mike", "code", "value:zx-81")
SAID = "my code is zx 81"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "deep" / "erasures.jsonl"


def erased(number=1, tenant="t", **more):
    return Erased(f"x_{number}", tenant, "2026-01-01", **more)


def test_a_fact_stays_away_from_its_tenant_only(file):
    ledger = Ledger(file)
    ledger.append(erased(facts=[FACT]))
    assert ledger.forbids("t", [FACT])
    assert not ledger.forbids("t", [("name:mike", "code", "value:zx-82")])
    assert not ledger.forbids("u", [FACT])


def test_a_passage_is_masked_for_who_said_it_or_for_everybody(file):
    ledger = Ledger(file)
    ledger.append(erased(passages=[PassageTombstone(SAID, "mike", None)]))
    assert ledger.masked("t", "Mike", "Hi. My code is ZX-81. Bye.") == "Hi. ██ ████ ██ ██████ Bye."
    assert ledger.masked("t", "Anna", "My code is ZX-81.") == "My code is ZX-81."
    ledger.append(erased(2, passages=[PassageTombstone(SAID, None, (3, 4))]))
    assert ledger.masked("t", "Anna", "My code is ZX-81.") == "My code is ██-██."
    assert ledger.masked("t", "Mike", "My code is ZX-81.") == "██ ████ ██ ██████"


def test_masks_of_one_passage_add_up(file):
    ledger = Ledger(file)
    for number, word in enumerate((0, 2)):
        ledger.append(erased(number, passages=[PassageTombstone("a b c", None, (word,))]))
    assert ledger.masked("t", None, "a b c") == "█ b █"


def test_an_identifier_is_masked_wherever_it_stands(file):
    ledger = Ledger(file)
    ledger.append(erased(identifiers=["zx-81-qt77"]))
    assert ledger.masked("t", None, "It was (ZX-81-QT77) then") == "It was (██████████) then"


def test_nothing_that_was_said_is_in_the_file(file):
    Ledger(file).append(
        erased(
            facts=[FACT], passages=[PassageTombstone(SAID, "mike", None)], identifiers=["zx-81-q"]
        )
    )
    text = file.read_text()
    assert not [word for word in ("mike", "code", "zx", "81-q") if word in text]
    assert file.stat().st_mode & 0o077 == 0
    assert file.with_name("erasures.jsonl.key").stat().st_mode & 0o077 == 0


def test_one_process_reads_what_another_has_appended(file):
    one, other = Ledger(file), Ledger(file)
    assert not other.forbids("t", [FACT])
    one.append(erased(facts=[FACT], ids=["m_1"]))
    assert other.forbids("t", [FACT])
    other.append(erased(2, ids=["m_2"]))
    assert one.erased_ids("t") == ["m_1", "m_2"]
    assert one.erased_ids("t", "x_2") == ["m_2"]
    assert one.tenants() == ["t"]


def test_a_line_that_was_cut_off_is_not_read_and_not_kept(file):
    Ledger(file).append(erased(ids=["m_1"]))
    with file.open("ab") as stream:
        stream.write(b'{"v":1,"erasure":"x_2","ten')
    assert Ledger(file).erased_ids("t") == ["m_1"]
    ledger = Ledger(file)
    ledger.append(erased(3, ids=["m_3"]))
    assert ledger.erased_ids("t") == ["m_1", "m_3"]


def test_a_ledger_without_its_key_is_not_taken_for_an_empty_one(file):
    Ledger(file).append(erased(facts=[FACT]))
    file.with_name("erasures.jsonl.key").unlink()
    with pytest.raises(LedgerUnavailable, match="cannot be read"):
        Ledger(file).forbids("t", [FACT])


def test_what_is_known_is_not_written_again(file):
    ledger = Ledger(file)
    stones = [PassageTombstone(SAID, "mike", (0,)), PassageTombstone(SAID, None, None)]
    once = erased(ids=["m_1"], facts=[FACT], passages=stones, identifiers=["zx-81-q"])
    for _ in range(2):
        ledger.append(once)
        ledger.append(erased())
    assert len(file.read_text().splitlines()) == 1
    ledger.append(erased(passages=[PassageTombstone(SAID, "mike", (1,))]))
    ledger.append(erased(2, ids=["m_1"]))
    assert len(file.read_text().splitlines()) == 3


def test_with_a_damaged_key_nothing_is_written(file):
    Ledger(file).append(erased(facts=[FACT]))
    before = file.read_bytes()
    file.with_name("erasures.jsonl.key").write_text("no key")
    with pytest.raises(LedgerUnavailable, match="cannot be written"):
        Ledger(file).append(erased(2))
    assert file.read_bytes() == before


def test_a_damaged_ledger_is_not_taken_for_an_empty_one(file):
    Ledger(file).append(erased(facts=[FACT]))
    file.write_text("nothing\n")
    with pytest.raises(LedgerUnavailable, match="cannot be read"):
        Ledger(file).forbids("t", [FACT])


def test_without_a_file_nothing_is_erased_and_nothing_is_kept_away():
    ledger = Ledger()
    assert not ledger.forbids("t", [FACT])
    assert ledger.masked("t", None, "a text") == "a text"
    with pytest.raises(InvalidArgument, match="no ledger"):
        ledger.append(erased())


def test_a_copy_knows_the_same_and_replaces_nothing(file, tmp_path):
    Ledger(file).append(erased(facts=[FACT]))
    target = tmp_path / "other" / "erasures.jsonl"
    assert copy_ledger(file, target)
    assert Ledger(target).forbids("t", [FACT])
    Ledger(target).append(erased(2, ids=["m_2"]))
    assert not copy_ledger(file, target)
    assert Ledger(target).erased_ids("t") == ["m_2"]
    assert not copy_ledger(tmp_path / "none", tmp_path / "nothing")


def test_a_fact_is_known_by_ids_and_by_names():
    assert set(fact_parts({"e_1"}, ["Mike  S."], "code", ["value:a"], "")) == {
        ("id:e_1", "code", "value:a"),
        ("name:mike s.", "code", "value:a"),
        ("name:mike s", "code", "value:a"),
    }


def carried(source, target, tenant):
    fingerprint = source.fingerprint()
    return [target.accept(tenant, fingerprint, one) for one in source.tombstones("t")]


def test_what_was_erased_is_kept_away_from_another_tenant_that_it_was_carried_to(file):
    ledger = Ledger(file)
    ledger.append(erased(facts=[FACT], passages=[PassageTombstone(SAID, "mike", (3, 4))]))
    ledger.append(erased(2, identifiers=["zx-81-qt77"]))

    assert carried(ledger, ledger, "u") == [True, True]
    assert carried(ledger, ledger, "u") == [False, False]
    ledger.append(erased(3, facts=[("name:anna", "code", "value:1")]))

    for again in (ledger, Ledger(file)):
        assert again.forbids("u", [FACT])
        assert again.masked("u", "Mike", "My code is ZX-81.") == "My code is ██-██."
        assert again.masked("u", None, "(ZX-81-QT77)") == "(██████████)"
        # What the first tenant erases later is no matter of the other.
        assert not again.forbids("u", [("name:anna", "code", "value:1")])
        assert not again.forbids("v", [FACT])
    assert [one.name for one in ledger.tombstones("u")] == ["t", "t"]


def test_another_ledger_keeps_it_away_once_it_has_the_same_key(file, tmp_path):
    ledger, there = Ledger(file), tmp_path / "there.jsonl"
    ledger.append(erased(facts=[FACT]))
    with pytest.raises(InvalidArgument, match="key of another ledger") as refused:
        carried(ledger, Ledger(there), "t")
    assert str(tmp_path / "there.jsonl.key") in (refused.value.hint or "")
    assert Ledger(there).fingerprint() is None
    assert not there.exists()

    (tmp_path / "there.jsonl.key").write_bytes(file.with_name("erasures.jsonl.key").read_bytes())
    assert carried(ledger, Ledger(there), "t") == [True]
    assert Ledger(there).forbids("t", [FACT])


def test_what_was_made_by_another_key_is_refused(file, tmp_path):
    ledger, other = Ledger(file), Ledger(tmp_path / "other.jsonl")
    ledger.append(erased(facts=[FACT]))
    other.append(erased(ids=["m_1"]))
    with pytest.raises(InvalidArgument, match="key of another ledger"):
        carried(ledger, other, "t")
    assert not other.forbids("t", [FACT])


def test_without_a_ledger_nothing_can_be_accepted(file):
    ledger = Ledger(file)
    ledger.append(erased(facts=[FACT]))
    with pytest.raises(InvalidArgument, match="no ledger"):
        carried(ledger, Ledger(), "t")


def test_a_ledger_that_is_lost_while_a_process_uses_it_is_missed(file):
    ledger = Ledger(file)
    ledger.append(erased(facts=[FACT]))
    older = file.read_bytes()
    ledger.append(erased(2, ids=["m_2"]))
    for lost in (older, b""):
        file.write_bytes(lost)
        with pytest.raises(LedgerUnavailable, match="has lost"):
            ledger.forbids("t", [FACT])
    file.unlink()
    for use in (
        lambda: ledger.forbids("t", [FACT]),
        lambda: ledger.append(erased(3)),
        ledger.begin,
    ):
        with pytest.raises(LedgerUnavailable):
            use()
    assert not file.exists()


def test_a_copy_that_was_cut_off_is_made_anew_and_another_key_is_left(file, tmp_path):
    Ledger(file).append(erased(facts=[FACT]))
    target = tmp_path / "other" / "erasures.jsonl"
    target.parent.mkdir()
    key = target.with_name("erasures.jsonl.key")
    key.write_bytes(file.with_name("erasures.jsonl.key").read_bytes())
    target.with_name("erasures.jsonl.part").write_bytes(b"{")
    assert copy_ledger(file, target)
    assert Ledger(target).forbids("t", [FACT])
    target.unlink()
    key.write_text("another")
    with pytest.raises(LedgerUnavailable, match="cannot be copied"):
        copy_ledger(file, target)
    assert key.read_text() == "another"


KEY = bytes(range(32))


def test_a_key_that_is_given_is_kept_in_no_file_and_makes_the_same_hashes_everywhere(
    file, tmp_path
):
    ledger, there = Ledger(file, KEY), Ledger(tmp_path / "there.jsonl", KEY)
    ledger.append(erased(facts=[FACT]))
    assert not file.with_name("erasures.jsonl.key").exists()
    assert ledger.fingerprint() == there.fingerprint()

    there.copy("t", [line for _, _, line in ledger.entries("t", ledger.digests("t"))])
    assert there.forbids("t", [FACT])
    assert (tmp_path / "there.jsonl").read_bytes() == file.read_bytes()


def test_lines_are_copied_once_and_told_with_their_digest_and_erasure(file, tmp_path):
    ledger, there = Ledger(file, KEY), Ledger(tmp_path / "there.jsonl", KEY)
    for number in (1, 2):
        ledger.append(erased(number, ids=[f"m_{number}"]))
    ledger.append(erased(3, tenant="u", ids=["m_3"]))
    entries = list(ledger.entries("t", ledger.digests("t")))

    assert [erasure for _, erasure, _ in entries] == ["x_1", "x_2"]
    assert {digest for digest, _, _ in entries} == ledger.digests("t")
    for _ in range(2):
        there.copy("t", [line for _, _, line in entries])
    assert there.erased_ids("t") == ["m_1", "m_2"]
    assert there.digests("t") == ledger.digests("t")
    assert there.digests("u") == set()


@pytest.mark.parametrize("line", ["nothing", "{}", '{"tenant": "t"}', "[]"])
def test_what_is_no_line_of_the_tenant_is_not_copied(file, line):
    ledger = Ledger(file, KEY)
    with pytest.raises(LedgerUnavailable):
        ledger.copy("t", [line])
    assert ledger.tenants() == []


def test_a_line_of_another_tenant_is_not_copied(file, tmp_path):
    ledger, there = Ledger(file, KEY), Ledger(tmp_path / "there.jsonl", KEY)
    ledger.append(erased(tenant="u", facts=[FACT]))
    lines = [line for _, _, line in ledger.entries("u", ledger.digests("u"))]
    with pytest.raises(LedgerUnavailable, match="not its own"):
        there.copy("t", lines)
    assert not there.forbids("t", [FACT])


def test_only_who_is_given_the_key_and_has_no_file_yet_may_copy_one(file, tmp_path):
    own = Ledger(file)
    fingerprint = own.begin()
    key = bytes.fromhex(file.with_name("erasures.jsonl.key").read_text())

    assert Ledger(tmp_path / "new.jsonl", key).may_copy(fingerprint)
    assert not Ledger(tmp_path / "new.jsonl", KEY).may_copy(fingerprint)
    assert not Ledger(tmp_path / "new.jsonl").may_copy(fingerprint)
    assert not Ledger(file, key).may_copy(fingerprint)
    assert not Ledger(None, key).may_copy(fingerprint)


def test_a_key_that_differs_from_the_one_beside_the_file_is_refused(file):
    Ledger(file).append(erased(facts=[FACT]))
    with pytest.raises(LedgerUnavailable):
        Ledger(file, KEY).forbids("t", [FACT])


def test_a_key_is_given_as_its_file_has_it():
    assert given_key("") is None
    assert given_key(KEY.hex()) == KEY
    for wrong in ("k" * 64, KEY.hex()[:-2], "secret"):
        with pytest.raises(InvalidArgument) as refused:
            given_key(wrong)
        assert refused.value.field == "DOXA_LEDGER_KEY"
        assert wrong not in str(refused.value)
