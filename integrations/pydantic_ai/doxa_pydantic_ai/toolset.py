"""Three tools over a client of Doxa: recall, remember, correct."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec

from doxa_client import AsyncMemoryClient, Belief, Claim, DoxaError, InvalidArgument, Message
from doxa_client.calls import Call
from pydantic_ai import FunctionToolset, ModelRetry
from pydantic_ai.exceptions import ToolFailed

P = ParamSpec("P")

NOTHING = "Nothing that is remembered matters to this."
# As many values as a model is shown to choose from.
SHOWN_MAX = 20
_CORRECT = """
mutation ($id: ID!, $value: String!, $reason: String!) {
  correctMemory(id: $id, value: $value, reason: $reason) {
    outcome believed warnings memory { id text status }
  }
}
"""


def memory_toolset(
    memory: AsyncMemoryClient,
    *,
    session: str | None = None,
    speaker: str | None = None,
    relay: bool = False,
) -> FunctionToolset[Any]:
    """Return the tools recall, remember and correct on a tenant.

    ``relay`` says that what the model passes on is the user's own word, said by ``speaker``;
    without it, it has the authority of a model, and waits for a person by the built-in policy.
    A correction is a person's decision, so it is called only once somebody has approved it.
    """
    toolset: FunctionToolset[Any] = FunctionToolset(id="doxa", require_parameter_descriptions=True)

    @toolset.tool_plain
    @_told_to_the_model
    async def recall(question: str) -> str:
        """Recall what is remembered and matters to a question.

        Args:
            question: What you want to know, in plain words, with the names of whom it is about.
        """
        return (await memory.recall(question)).context or NOTHING

    @toolset.tool_plain
    @_told_to_the_model
    async def remember(text: str) -> str:
        """Keep something for later conversations.

        Args:
            text: What was said, in the words in which it was said.
        """
        kind = "USER" if relay else "ASSISTANT"
        message = Message(text=text, speaker=speaker if relay else None, source_kind=kind)
        job = await memory.remember(message, session=session)
        return f"It is kept, and read in the background (job {job.id})."

    @toolset.tool_plain(requires_approval=True)
    @_told_to_the_model
    async def correct(
        entity: str, attribute: str, value: str, reason: str, instead_of: str | None = None
    ) -> str:
        """Put right what was never true; what has merely changed is remembered instead.

        Args:
            entity: Whom it is about, by name.
            attribute: What of them is wrong, such as job_title or lives_in.
            value: What is right.
            reason: Why, in a sentence.
            instead_of: The value that is wrong; needed where there are several.
        """
        beliefs = await memory.beliefs(entity, attribute=attribute)
        wrong = _choose(beliefs, instead_of, f"{attribute} of {entity}")
        variables = {"id": wrong, "value": value, "reason": reason}
        claim = await memory.run(Call(_CORRECT, variables, _read_claim))
        text = claim.memory.text if claim.memory else value
        return f"{'Believed now' if claim.believed else 'Recorded, not believed'}: {text}"

    return toolset


def _told_to_the_model(tool: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    """Tell the model what the service refuses: to try again where its arguments are at fault."""

    @wraps(tool)
    async def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await tool(*args, **kwargs)
        except InvalidArgument as error:
            raise ModelRetry(f"{error.code}: {error}") from error
        except DoxaError as error:
            raise ToolFailed(f"{error.code}: {error}") from error

    return call


def _choose(beliefs: list[Belief], value: str | None, what: str) -> str:
    """Return the memory of the one belief that is meant.

    Raises:
        ModelRetry: several are, or none of several.
        ToolFailed: nothing is believed.
    """
    values = {
        belief.target.name if belief.target else str(belief.value): belief.memory.id
        for belief in beliefs
        if belief.memory
    }
    meant = [
        memory
        for known, memory in values.items()
        if value is None or known.casefold() == value.casefold()
    ]
    if len(meant) == 1:
        return meant[0]
    if not values:
        raise ToolFailed(f"Nothing is believed of the {what}; there is nothing to correct.")
    listed = "; ".join(list(values)[:SHOWN_MAX])
    raise ModelRetry(f"Say by instead_of which value of the {what} is wrong: {listed}.")


def _read_claim(data: Any) -> Claim:
    return Claim.model_validate(data["correctMemory"])
