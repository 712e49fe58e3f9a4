"""A loopback server of the Messages API that answers each message as it was answered before.

Answers are found by who says what in the turn marked new, not by the prompt, so that the prompt may
change. An answer refers to what the prompt shows by name: ``@Aylin Demir`` is the entity of that
name, ``@lives_in = Ghent`` the memory that claims it; each becomes the id that the prompt shows for
it, or stays as the words are where it shows none.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, cast

from graph.kernel.registry.builtin import ALIASES
from tests.support.fake_messages_api import MessagesApi, Reply, speaking, turns_of

Answers = Mapping[tuple[str, str], dict[str, Any]]

# What English text has for each token of the models in question, as measured on the prompt.
CHARACTERS_A_TOKEN = 3.53
_TURN = re.compile(r"<turn (?P<mark>[^>]*)>(?P<text>.*?)</turn>", re.DOTALL)
_SPEAKER = re.compile(r'speaker="(?P<name>[^"]*)"')
_NOT_OWN = re.compile(r"</?not_own[^>]*>")
_ENTITY = re.compile(r"^(?P<id>e\d+) \| (?P<name>[^|]+?) \|", re.MULTILINE)
_CONTEXT = re.compile(r" \([^=]*\) = ")
_LEAD = re.compile(r"^(?:the|a|an|my|our)\s+|^[^=]*'s\s+(?=\w+(?:[ -]\w+)?$)")
_MEMORY = re.compile(r"^(?P<id>m\d+) \| [^|]+ \| (?P<claim>[^|]+?)(?: \|.*)?$", re.MULTILINE)


class RecordedAnswers(MessagesApi):
    """The server: what it was asked, and the messages of which no answer is known."""

    def __init__(self, url: str, answers: Answers) -> None:
        super().__init__(url)
        self.answers = answers
        self.unknown: list[tuple[str, str]] = []

    def reply_to(self, request: dict[str, Any]) -> Reply:
        """Answer the message that is marked new."""
        prompt = turns_of(request)
        key = _key_asked(prompt)
        answer = self.answers.get(key)
        if answer is None:
            self.unknown.append(key)
        return Reply(text=json.dumps(refer(answer or {"memories": []}, prompt), ensure_ascii=False))


def answering(answers: Answers) -> AbstractContextManager[RecordedAnswers]:
    """Serve answers by speaker and text during a block."""
    return speaking(lambda url: RecordedAnswers(url, answers))


def key_of(speaker: str, text: str) -> tuple[str, str]:
    """The key of a message: who says it, and its words without what a prompt changes of them."""
    words = html.unescape(_NOT_OWN.sub("", text)).replace("\u200b", "")
    return speaker, " ".join(words.split())


def refer(answer: dict[str, Any], prompt: str) -> dict[str, Any]:
    """Put the ids that a prompt shows in the places of an answer's references."""
    shown = {_plain(row["name"]): row["id"] for row in _ENTITY.finditer(prompt)}
    for row in _MEMORY.finditer(prompt):
        claim = _CONTEXT.sub(" = ", row["claim"])
        shown.setdefault(_claim_key(claim), row["id"])
    return cast("dict[str, Any]", _replace(answer, shown))


def _replace(given: Any, shown: Mapping[str, str]) -> Any:
    if isinstance(given, dict):
        return {
            name: _replace(value, shown) for name, value in cast("dict[str, Any]", given).items()
        }
    if isinstance(given, list):
        return [_replace(value, shown) for value in cast("list[Any]", given)]
    if isinstance(given, str) and given.startswith("@"):
        words = given[1:]
        if " = " in words:
            return shown.get(_claim_key(words), given)
        return shown.get(_plain(words), words)
    return given


def _claim_key(claim: str) -> str:
    predicate, _, value = claim.partition(" = ")
    return f"{ALIASES.get(predicate, predicate)} = {_plain(value)}"


def _plain(name: str) -> str:
    """A name as it is compared: without an article, and without whose it is."""
    return _LEAD.sub("", name.strip().casefold().replace("\u2019", "'"))


def _key_asked(prompt: str) -> tuple[str, str]:
    """The key of the turn, or of the parts of the turn, that is marked new."""
    new = [turn for turn in _TURN.finditer(prompt) if 'new="true"' in turn["mark"]]
    if not new:
        return "", ""
    speaker = _SPEAKER.search(new[0]["mark"])
    words = "".join(turn["text"] for turn in new)
    return key_of(html.unescape(speaker["name"]) if speaker else "", words)
