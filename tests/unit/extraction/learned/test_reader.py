"""The reader that learned, as it comes with Doxa."""

import time
from datetime import UTC, datetime

import pytest

from extraction.embedding.embedder import digest
from extraction.learned import model_file
from extraction.learned.reader import LearnedReader
from extraction.model.candidates import Candidate, Turn, Window
from extraction.offline.extractor import extract, version
from graph.errors import Fault
from graph.vocabulary import SourceKind
from tests.support.offline_claims import value
from tools.eval import blind

SAID = datetime(2026, 11, 20, 10, tzinfo=UTC)
SIZE_MAX = 30_000_000
SECONDS_MAX = 20.0
FALSE_MAX, FURTHER_MAX = 22, 5


def window(text):
    kind = SourceKind.USER
    return Window(turn=Turn(id="t", speaker="Nora", source_kind=kind, text=text, occurred_at=SAID))


@pytest.fixture(scope="module")
def reader():
    return LearnedReader()


def test_the_model_is_the_one_whose_hash_is_known_and_is_small():
    assert digest(model_file.MODEL) == model_file.MODEL_SHA256
    assert model_file.MODEL.stat().st_size <= SIZE_MAX
    assert model_file.problem() == ""


def test_a_model_that_is_missing_or_another_is_told_and_never_loaded(tmp_path):
    absent, forged = tmp_path / "absent.onnx", tmp_path / "forged.onnx"
    forged.write_bytes(b"x")
    assert model_file.problem(absent) == "absent.onnx is missing"
    assert model_file.problem(forged) == "forged.onnx is not the pinned file"
    with pytest.raises(Fault, match="not the pinned file"):
        LearnedReader(forged).propose(window("sparky in Leeds"))


@pytest.fixture(scope="module")
def stored_of(reader):
    """How many claims of a set are right, and how many are stored: by the rules, and with it."""

    def count(name, proposer):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(blind.reader, "proposer", lambda: proposer)
            rows = [
                read
                for row in blind.conversations(blind.SETS / name)
                for read in blind.readings(row)
            ]
        pairs = sum(len(row.pairs(timed=False)) for row in rows)
        return pairs, sum(len(row.stored) for row in rows)

    return count


def test_of_a_set_that_nobody_tuned_on_it_finds_half_as_much_again_and_is_no_less_precise(
    reader, stored_of
):
    right, stored = stored_of("round-15.jsonl", None)
    more_right, more_stored = stored_of("round-15.jsonl", reader)

    assert more_right >= 1.5 * right > 0
    assert more_right / more_stored >= right / stored


def test_of_three_hundred_messages_that_state_nothing_it_makes_hardly_more_of_than_the_rules(
    reader, stored_of
):
    (_, alone), (_, stored) = stored_of("traps.jsonl", None), stored_of("traps.jsonl", reader)

    assert alone <= FALSE_MAX
    assert stored <= alone + FURTHER_MAX


def test_the_version_of_who_reads_names_the_model(reader):
    assert extract(window("Hello"), reader).extractor == version(reader)
    assert version(reader) == f"{version()} with {model_file.VERSION}"


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("sparky by trade, 22 years on the tools", ("I", "job_title", "sparky")),
        ("plumber here, mostly new builds round Derby", ("I", "job_title", "plumber")),
        ("retired postie, 66, Cork", ("I", "age", "66")),
    ],
)
def test_what_has_no_sentence_is_read(reader, text, claim):
    said = window(text)
    assert claim not in claims(extract(said).candidates)
    assert claim in claims(extract(said, reader).candidates)


@pytest.mark.parametrize(
    "text",
    [
        "If my brother gets the job he'll move to Berlin",
        "In Minecraft I have a farm and six wolves",
        "yes, say I love fishing and I live in Bergen",
        "What is the German for: I am allergic to nuts",
        "Back in 2010, skint, living in Leeds, single",
        "I never eat eggs unless they're free range",
        "My cat is a qualified accountant",
        "Fill the form like this, e.g. I live in Rome, I'm 45",
    ],
)
def test_what_is_not_meant_or_is_over_is_not_read(reader, text):
    said = window(text)
    assert claims(extract(said, reader).candidates) == claims(extract(said).candidates)


def claims(candidates):
    return [(c.subject, c.predicate, value(c)) for c in candidates if isinstance(c, Candidate)]


def test_what_is_said_is_proposed_where_it_stands(reader):
    text = "Right then. Plumber in Derby, allergic to penicillin."
    for fact in reader.propose(window(text)):
        assert text[fact.start : fact.end] == fact.value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "\ufeff\u200b\u202e",
        "!?…" * 300,
        "𝔦 𝔩𝔦𝔳𝔢 𝔦𝔫 ℌ𝔲𝔩𝔩 🏳️‍🌈 ﷽ \u0000 ا̷̛̗͓",
        "a" * 50_000,
        "word " * 10_000,
        "I live in Hull. " * 2_500,
    ],
    ids=["empty", "space", "unseen", "signs", "odd", "one", "words", "sentences"],
)
def test_hostile_text_ends_quickly(reader, text):
    began = time.monotonic()
    reader.propose(window(text))
    assert time.monotonic() - began < SECONDS_MAX
