"""A session that also remembers what the user said in it."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable

from agents.items import TResponseInputItem
from agents.memory import Session, SessionSettings
from doxa_client import AsyncMemoryClient, DoxaError, Message

# As much as one message has for the service.
TEXT_MAX = 20_000
_LOG = logging.getLogger(__name__)


class RememberingSession:
    """A session whose history another one keeps, and of which Doxa remembers what the user said.

    A history is a list of items that is read and cut as it was written, which beliefs are not. So
    ``history`` keeps it, and each message of the user is passed on once, as said by ``speaker``.
    """

    def __init__(
        self, history: Session, memory: AsyncMemoryClient, *, speaker: str | None = None
    ) -> None:
        self._history = history
        self._memory = memory
        self._speaker = speaker
        self.session_id = history.session_id
        self.session_settings: SessionSettings | None = history.session_settings

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the latest items of the history."""
        return await self._history.get_items(limit)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Add items to the history, and remember the user's; one not kept is logged as such."""
        place = len(await self._history.get_items()) if any(map(_user_text, items)) else 0
        await self._history.add_items(items)
        if messages := list(self._messages(items, place)):
            try:
                await self._memory.remember(messages, session=self.session_id)
            except DoxaError as error:
                # The run goes on: its history is kept.
                _LOG.warning("%d messages are not remembered: %s", len(messages), error.code)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item from the history; what is remembered stays."""
        return await self._history.pop_item()

    async def clear_session(self) -> None:
        """Empty the history; what is remembered stays."""
        await self._history.clear_session()

    def _messages(self, items: Iterable[TResponseInputItem], place: int) -> Iterable[Message]:
        for number, item in enumerate(items, place):
            if text := _user_text(item):
                # Taken out and put back, as the SDK does before it tries again, it is the same.
                words = json.dumps([self.session_id, self._speaker, number, text])
                key = hashlib.sha256(words.encode()).hexdigest()
                yield Message(text=text[:TEXT_MAX], id=key, speaker=self._speaker)


def _user_text(item: TResponseInputItem) -> str:
    """Return what an item has of the user's words."""
    if item.get("role") != "user":
        return ""
    content = item.get("content")
    parts = [content] if isinstance(content, str) else _texts(content)
    return "\n".join(parts).strip()


def _texts(content: object) -> list[str]:
    parts = content if isinstance(content, list) else []
    return [str(part["text"]) for part in parts if part.get("type") == "input_text"]
