"""Texts at the command line: what no line may hold, what is shown, and the way there and back."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from tests.support.command_line import CommandLine
from tests.support.profiles import examples

BAD = ("a\x1b[31mb", "a\x9b31mb", "a\x00b", "a\ud800b")
LONG = "x" * 30_000
# A line of each operation that is good, or good enough to be read.
GOOD: dict[str, dict[str, Any]] = {
    "assert": {"entity": "Ada", "attribute": "motto", "value": "x"},
    "retract": {"entity": "Ada", "attribute": "motto", "value": "x"},
    "correct": {"of": "known", "to": "y"},
    "correct what is said": {"entity": "Ada", "attribute": "motto", "value": "x", "to": "y"},
    "revoke": {"of": "known"},
    "define": {"attribute": "colour"},
    "merge": {"keep": "Ada", "absorb": "Bob"},
    "split": {"absorbed": "Ada"},
}
# A definition names its attribute by either.
SAME = {"name": "attribute"}
KNOWN = {"key": "known", "entity": "Ada", "attribute": "motto", "value": "x"}


def shapes(text: str) -> Iterator[Any]:
    """The forms in which a key of a line may hold a text."""
    yield text
    yield [text]
    yield {"id": text}
    yield {"name": text}
    yield {"name": "Ada", "kind": text}
    yield {"quantity": 1, "unit": text}


def line(kind: str, **more: Any) -> dict[str, Any]:
    """A line of that kind with other keys; a target takes the place of a value."""
    good = dict(GOOD[kind])
    if "target" in more:
        good.pop("value", None)
    return {"op": kind.partition(" ")[0], **good, **more}


def keys_of(doxa: CommandLine) -> dict[str, list[str]]:
    """The keys that each operation knows, as its refusal of another lists them."""
    path = doxa.file("keys.jsonl", [line(op, surprise=1) for op in GOOD])
    refused = doxa.json("load", path, code=2)["refused"]
    assert [one["field"] for one in refused] == ["surprise"] * len(GOOD)
    return {
        op: one["hint"].removeprefix("keys: ").split(", ")
        for op, one in zip(GOOD, refused, strict=True)
    }


@pytest.mark.long
def test_every_key_of_a_line_refuses_a_bad_text_by_its_name(doxa):
    keys = keys_of(doxa)
    tried = [
        (op, key, line(op, **{key: value}))
        for op, known in keys.items()
        for key in known
        for value in (LONG, *(shape for text in BAD for shape in shapes(text)))
    ]
    path = doxa.file("bad.jsonl", [KNOWN, *(one for _, _, one in tried)])
    loaded = doxa.json("load", path, code=3)
    refused = {one["line"]: one for one in loaded["refused"]}

    assert sum(len(known) for known in keys.values()) > 50
    assert loaded["outcomes"] == {"STORED": 1}
    for number, (op, key, sent) in enumerate(tried, 2):
        found = refused[number]
        named = str(found["field"]).partition(".")[0]
        assert named in (key, SAME.get(key)), f"{op} {sent}: {found}"[:500]
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", found["message"])
        assert len(found["message"]) < 1_000
        assert found["hint"]


@pytest.mark.long
def test_what_cannot_be_seen_is_shown_escaped_to_people_and_kept_in_data(doxa):
    value = "a\u202eb\u200bc"
    doxa.json("load", doxa.file("one.jsonl", [{**KNOWN, "value": value, "entity": "A\u200bda"}]))
    shown = doxa("beliefs", "Ada")
    told = doxa.json("beliefs", "Ada")

    assert shown.code == 0
    assert r"a\u202eb\u200bc" in shown.out
    assert r"A\u200bda" in shown.out
    assert not set(shown.out) & set("\u202e\u200b\x1b")
    assert told["beliefs"][0]["value"] == value


@pytest.mark.long
def test_an_error_shows_what_cannot_be_seen_escaped(doxa):
    refused = doxa("beliefs", "\u202eAda\x1b[31m", "--tenant", "x\u202ey")

    assert refused.code == 2
    assert "\u202e" not in refused.err
    assert "\x1b" not in refused.err


letters = some.characters(exclude_categories=("Cs", "Cc"))
texts = some.text(letters | some.sampled_from('\t\n"\\\u202e\u200d'), min_size=1, max_size=60)
# What grows most on its way: escaped in JSON, decomposed, or of four bytes.
LONGEST = ("n" + "\\" * 149 + '"' * 149 + "x", "\ufdfa" * 212, "\U0001f600" * 20_000)


@pytest.mark.long
@example(*LONGEST)
@given(texts.map("n".__add__), texts.map("v".__add__), texts.map("t".__add__))
@examples(quick=1, long=8)
def test_an_export_of_whatever_was_taken_can_be_loaded(doxa, tmp_path, name, value, text):
    told, other = (replace(doxa, tenant=f"t{secrets.token_hex(8)}") for _ in range(2))
    names = dict.fromkeys(("source", "session", "topic"), name[:60])
    lines = [
        {"op": "define", "attribute": "motto", "category": name[:100], "unit": None},
        {"entity": {"id": name, "name": name, "kind": name[:60]}, "attribute": "motto"}
        | {"value": value, "text": text, "context": name[:200], "key": name[:200], **names},
        {"entity": name, "attribute": "motto", "value": value, "evidence": text, **names},
        {"entity": name, "attribute": "friend", "target": {"name": name[::-1]}},
        {"op": "revoke", "of": name[:200], "reason": text[:2_000], "reject": True},
    ]
    loaded = told.json("load", told.file("lines.jsonl", lines))
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    count = told.json("export", "-o", str(first))["lines"]
    again = other.json("load", str(first), "--replay")
    other.json("export", "-o", str(second))

    assert loaded["refused"] == []
    assert again["outcomes"] == {"RESTORED": count}
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.long
def test_a_value_that_no_index_can_hold_is_refused_by_its_key(doxa):
    lines = [{**KNOWN, "value": "\ufdfa" * 213}, {**KNOWN, "entity": "\ufdfa" * 299}]
    refused = doxa.json("load", doxa.file("wide.jsonl", lines), code=2)["refused"]

    assert [(one["code"], one["field"]) for one in refused] == [
        ("TOO_LARGE", "value"),
        ("TOO_LARGE", "entity"),
    ]


@pytest.mark.long
def test_a_line_that_is_its_own_evidence_is_bounded(doxa, tmp_path):
    bare, blank = json.dumps(KNOWN), "\t" * 299_000
    padded = [bare[:-1] + blank + "}", bare.replace("known", "next")[:-1] + blank * 3 + "}"]
    path = tmp_path / "padded.jsonl"
    path.write_text("\n".join(padded) + "\n")
    loaded = doxa.json("load", str(path), code=3)
    export = tmp_path / "export.jsonl"
    count = doxa.json("export", "-o", str(export))["lines"]
    other = replace(doxa, tenant=f"{doxa.tenant}b")

    assert [(one["line"], one["code"]) for one in loaded["refused"]] == [(2, "TOO_LARGE")]
    assert other.json("load", str(export), "--replay")["outcomes"] == {"RESTORED": count}
