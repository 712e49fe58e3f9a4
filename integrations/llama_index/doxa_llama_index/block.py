"""A memory block: what is remembered and matters to the last message of the user."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from doxa_client import AsyncMemoryClient, Message
from doxa_client.calls import Call
from llama_index.core.bridge.pydantic import Field
from llama_index.core.llms import ChatMessage, MessageRole, TextBlock
from llama_index.core.memory import BaseMemoryBlock

QUESTION_MAX = 2_000
# As much as one message has for the service.
TEXT_MAX = 20_000
_RECALL = """
query ($query: String!, $speaker: String, $k: Int) {
  recall(query: $query, speaker: $speaker, k: $k) { context }
}
"""


class DoxaMemoryBlock(BaseMemoryBlock[str]):
    """A block that recalls what matters to the last thing the user said.

    What leaves the short-term memory is remembered as far as the user said it, as ``speaker``.
    """

    name: str = Field(default="Doxa", description="What the block is called in the prompt.")
    client: AsyncMemoryClient = Field(exclude=True, description="A client of the service.")
    speaker: str | None = Field(default=None, description="Who the user is, by name.")
    k: int = Field(default=5, ge=1, le=50, description="How many memories at most.")

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:  # noqa: ARG002 -- what a caller of the memory gives to all blocks
        """Return the block for a prompt, or nothing.

        Raises:
            DoxaError: the service refused it, or cannot be reached.
        """
        said = [text for text in map(_message_text, messages or []) if text]
        if not said:
            return ""
        # Of a long message the end, where people ask.
        variables = {"query": said[-1][-QUESTION_MAX:], "speaker": self.speaker, "k": self.k}
        return await self.client.run(
            Call(_RECALL, variables, lambda data: data["recall"]["context"])
        )

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Remember what the user said.

        Raises:
            DoxaError: the service refused it, or cannot be reached.
        """
        for session, group in groupby(
            messages, lambda one: one.additional_kwargs.get("session_id")
        ):
            await self._remember([text for text in map(_message_text, group) if text], session)

    async def _remember(self, texts: Sequence[str], session: str | None) -> None:
        if texts:
            said = [Message(text=text[:TEXT_MAX], speaker=self.speaker) for text in texts]
            await self.client.remember(said, session=session)


def _message_text(message: ChatMessage) -> str:
    """Return what a message has of the user's words."""
    if message.role != MessageRole.USER:
        return ""
    texts = [block.text for block in message.blocks if isinstance(block, TextBlock)]
    return "\n".join(texts).strip()
