"""``doxa demo``: real messages, real answers, and no pretending when one is wrong."""

import json

import pytest

from tests.support.command_line import CommandLine

ONE_MESSAGE = {"id": "m1", "speaker": "Ana", "text": "I live in Lisbon."}
ONE_QUESTION = {"ask": "belief", "entity": "Ana", "attribute": "lives_in", "why": "She says so."}


@pytest.mark.long
def test_every_answer_of_the_demo_is_as_worked_out_by_hand(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    ended = doxa("demo")

    assert ended.code == 0, ended.err
    assert "✓ 21 of 21" in ended.out
    assert "What is believed of Nora today" in ended.out
    assert "Kestrel Analytics" in ended.out
    assert f"doxa serve --tenant {doxa.tenant}" in ended.out
    # It says how, and asks only where somebody sits there.
    assert f"doxa explore --tenant {doxa.tenant}" in ended.out
    assert "[y/N]" not in ended.out
    assert doxa.json("check")["holds"]


@pytest.mark.long
def test_a_wrong_answer_fails_the_demo_and_is_shown(tmp_path, server):
    message = ONE_MESSAGE | {"occurred_at": "2024-01-01T09:00:00Z"}
    questions = [ONE_QUESTION | {"answer": answer} for answer in ("LISBON", "Rome")]
    (tmp_path / "conversation.jsonl").write_text(json.dumps(message))
    (tmp_path / "expected.json").write_text(json.dumps({"entity": "Ana", "questions": questions}))
    elsewhere = (
        f"import pathlib, api.cli.demo.show as d; d.FOLDER = pathlib.Path({str(tmp_path)!r}); "
    )
    ended = CommandLine(tmp_path, server, before=elsewhere)("demo", "--json")

    assert ended.code == 1
    assert [answer["right"] for answer in ended.document["answers"]] == [True, False]
    assert not ended.document["right"]
    assert 'expected "Rome"' in ended.err
    assert 'answered "Lisbon"' in ended.err
