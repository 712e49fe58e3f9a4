"""The execution of one operation, whose answer is measured while it is built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphql import GraphQLError
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.graphql.request.context import AnswerTooLarge, RequestContext, TooManyAnswers

# The name of a field, with its quotes and separators.
FIELD_BYTES = 16


class MeasuredExecution(StrawberryGraphQLCoreExecutionContext):
    """Counts what each value adds to the answer, and refuses those beyond the limit."""

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
    """The error of an answer that became too large, alone or with others, if it did."""
    large = (AnswerTooLarge, TooManyAnswers)
    return next((one for one in errors if isinstance(one.original_error, large)), None)
