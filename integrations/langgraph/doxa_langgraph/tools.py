"""Two tools for LangChain's agents: recall and remember."""

from __future__ import annotations

from doxa_client import DoxaError, MemoryClient, Message
from langchain_core.tools import BaseTool, StructuredTool, ToolException

NOTHING = "Nothing that is remembered matters to this."


def memory_tools(
    memory: MemoryClient,
    *,
    session: str | None = None,
    speaker: str | None = None,
    relay: bool = False,
) -> list[BaseTool]:
    """Return the tools recall and remember on a tenant.

    ``relay`` says that what the model passes on is the user's own word, said by ``speaker``;
    without it, it has the authority of a model, and waits for a person by the built-in policy.
    """

    def recall(question: str) -> str:
        """Recall what is remembered and matters to a question, in the question's own words."""
        try:
            return memory.recall(question).context or NOTHING
        except DoxaError as error:
            raise ToolException(f"{error.code}: {error}") from error

    def remember(text: str) -> str:
        """Keep something for later conversations, as it was said."""
        kind = "USER" if relay else "ASSISTANT"
        message = Message(text=text, speaker=speaker if relay else None, source_kind=kind)
        try:
            job = memory.remember(message, session=session)
        except DoxaError as error:
            raise ToolException(f"{error.code}: {error}") from error
        return f"It is kept, and read in the background (job {job.id})."

    # What was refused is told to the model, which may do better.
    return [
        StructuredTool.from_function(each, handle_tool_error=True) for each in (recall, remember)
    ]
