"""The execution of one operation, whose answer is measured while it is built.

The answer to an event of a subscription is built once for all who ask the same of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import Any, cast

from graphql import ExecutionResult, GraphQLError, OperationType
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.request.context import AnswerTooLarge, RequestContext, TooManyAnswers
from api.graphql.request.shared_results import Answer, Once, SharedData
from api.graphql.types.changes import BeliefChangeEvent
from graph.errors import Unavailable

# The name of a field, with its quotes and separators.
FIELD_BYTES = 16


class MeasuredExecution(StrawberryGraphQLCoreExecutionContext):
    """Counts what each value adds to the answer, and refuses those beyond the limit."""

    def execute_operation(self, serially: bool | None = None) -> Any:  # noqa: FBT001 -- GraphQL's
        """As GraphQL does it, or as it was done for another who was given the same event."""
        event: object = self.root_value
        if isinstance(event, BeliefChangeEvent) and event.answer is not None:
            return self._shared(event.answer)
        return super().execute_operation(serially)

    async def _shared(self, shared: Once[Answer]) -> ExecutionResult:
        own: Answer | None = None

        async def make() -> Answer | None:
            nonlocal own
            own = await self.execute_event()
            return own if own.may_be_shared else None

        found = await shared.get(make)
        if own is None and found is not None and self._spend(found.size):
            return found.result
        return (own or await self.execute_event()).result

    async def execute_event(self) -> Answer:
        """Execute the operation for an event, for whoever it was made."""
        context = cast(RequestContext, self.context_value)
        before = context.answer_bytes
        result = cast(object, super().execute_operation(serially=False))
        if self.is_awaitable(result):
            result = await cast(Awaitable[object], result)
        made = cast(ExecutionResult, result)
        if made.data is not None:
            made.data = SharedData(made.data)
        return Answer(made, context.answer_bytes - before)

    def _spend(self, size: int) -> bool:
        """Count an answer that another has made; False if it may not be given, as it is now."""
        try:
            cast(RequestContext, self.context_value).spend(size)
        except (AnswerTooLarge, TooManyAnswers):
            return False
        return True

    def build_response(self, data: dict[str, Any] | None) -> Any:
        """As GraphQL does it; but a query of which something could not be read has no data.

        Else that would read as if it were not there. A mutation's answers tell of what was done.
        """
        # Nothing is answered in increments here.
        result = cast(ExecutionResult, super().build_response(data))
        if self.operation.operation is not OperationType.MUTATION and any(
            isinstance(error.original_error, Unavailable) for error in result.errors or ()
        ):
            result.data = None
        return result

    def complete_leaf_value(self, return_type: Any, result: Any) -> Any:  # type: ignore[override]
        """As GraphQL does it.

        Raises:
            AnswerTooLarge: the answer would be larger than it may be.
            TooManyAnswers: all that are being made or read would be.
        """
        value = super().complete_leaf_value(return_type, result)
        context = self.context_value
        if isinstance(context, RequestContext):
            size = len(value.encode()) if isinstance(value, str) else 0
            context.spend(FIELD_BYTES + size)
        return value


def find_too_large(errors: Iterable[GraphQLError]) -> GraphQLError | None:
    """Return the error of an answer that became too large, alone or with others, if it did."""
    large = (AnswerTooLarge, TooManyAnswers)
    return next((one for one in errors if isinstance(one.original_error, large)), None)
