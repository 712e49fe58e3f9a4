"""Two function tools: recall and remember."""

from __future__ import annotations

from agents import FunctionTool, function_tool
from doxa_client import AsyncMemoryClient, DoxaError, Message

NOTHING = "Nothing that is remembered matters to this."


def memory_tools(
    memory: AsyncMemoryClient,
    *,
    session: str | None = None,
    speaker: str | None = None,
    relay: bool = False,
) -> list[FunctionTool]:
    """Return the tools recall and remember on a tenant.

    ``relay`` says that what the model passes on is the user's own word, said by ``speaker``;
    without it, it has the authority of a model, and waits for a person by the built-in policy.
    """

    @function_tool
    async def recall(question: str) -> str:
        """Recall what is remembered and matters to a question.

        Args:
            question: What you want to know, in plain words, with the names of whom it is about.
        """
        try:
            return (await memory.recall(question)).context or NOTHING
        except DoxaError as error:
            return _refusal(error)

    @function_tool
    async def remember(text: str) -> str:
        """Keep something for later conversations.

        Args:
            text: What was said, in the words in which it was said.
        """
        kind = "USER" if relay else "ASSISTANT"
        message = Message(text=text, speaker=speaker if relay else None, source_kind=kind)
        try:
            job = await memory.remember(message, session=session)
        except DoxaError as error:
            return _refusal(error)
        return f"It is kept, and read in the background (job {job.id})."

    return [recall, remember]


def _refusal(error: DoxaError) -> str:
    return f"Refused. {error.code}: {error}"
