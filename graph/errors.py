"""Every error Doxa raises, as one tree.

::

    DoxaError                      code, message, field, hint
    ├─ Incorrect                   the caller can mend it; exit 2; never retried
    │  ├─ InvalidArgument          INVALID_ARGUMENT   an argument that makes no sense
    │  ├─ NaiveTime                NAIVE_TIME         a time without an offset
    │  ├─ InvertedInterval         INVERTED_INTERVAL  a start that is not before its end
    │  ├─ OutOfRange               OUT_OF_RANGE       a number or time outside its bounds
    │  ├─ TooLarge                 TOO_LARGE          more text or items than the limit
    │  ├─ Empty                    EMPTY              nothing where something is needed
    │  ├─ BadCharacters            BAD_CHARACTERS     control characters or lone surrogates
    │  ├─ BadId                    BAD_ID             a string that cannot be an id
    │  ├─ BadCursor                BAD_CURSOR         a cursor this service did not make
    │  ├─ NotFound                 NOT_FOUND          no such thing for this tenant
    │  ├─ Ambiguous                AMBIGUOUS          a name that several entities share
    │  ├─ IdConflict               ID_CONFLICT        one id, two contents
    │  ├─ Cycle                    CYCLE              a link that would close a circle
    │  ├─ Conflict                 CONFLICT           the state does not allow it
    │  ├─ OtherModel               OTHER_MODEL        the store's vectors are another model's
    │  ├─ Unauthenticated          UNAUTHENTICATED    no good token
    │  └─ Forbidden                FORBIDDEN          a role that may not do this
    ├─ Unavailable                 UNAVAILABLE        try again later; exit 75
    │  ├─ StoreUnavailable         Neo4j does not answer
    │  │  ├─ IndexUnavailable      an index is still being built
    │  │  └─ LedgerUnavailable     the ledger of erasures is missing, or not the store's
    │  ├─ ModelUnavailable         the language model does not answer, or is over its limit
    │  ├─ ReceiverUnavailable      a webhook's receiver does not take what it is sent
    │  ├─ BudgetSpent              the tenant's models have consumed what a day allows
    │  ├─ QuotaReached             QUOTA_REACHED      the tenant has as many as it may have
    │  └─ ServerDidNotStart        the embedded Neo4j could not be started
    └─ Fault                       INTERNAL           our mistake; exit 70
       ├─ StatementError           a .cypher file breaks its header
       ├─ SchemaMismatch           SCHEMA_MISMATCH    store or server of a version not known
       ├─ UnreadableAnswer         the model's answer does not fit, even after the retry
       └─ BadVector                an embedding of a wrong size or length, or with NaN in it
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # A command line that is refused imports this module and little else.
    from datetime import datetime
    from typing import ClassVar


class DoxaError(Exception):
    """Anything Doxa raises on purpose.

    Args:
        message: what is wrong, in one sentence.
        field: path of the argument at fault (``input.validFrom``), if there is one.
        hint: what to do about it.
    """

    code: ClassVar[str] = "INTERNAL"
    exit_code: ClassVar[int] = 70

    def __init__(self, message: str, *, field: str | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.hint = hint

    def within(self, prefix: str) -> DoxaError:
        """Return the same error, its field seen from one level further out."""
        self.field = f"{prefix}.{self.field}" if self.field else prefix
        return self


class Incorrect(DoxaError):
    """The caller can mend it."""

    code = "INVALID_ARGUMENT"
    exit_code = 2


class InvalidArgument(Incorrect):
    """An argument makes no sense."""


class NaiveTime(Incorrect):
    """A time came without an offset from UTC."""

    code = "NAIVE_TIME"


class InvertedInterval(Incorrect):
    """An interval's start is not before its end."""

    code = "INVERTED_INTERVAL"


class OutOfRange(Incorrect):
    """A number or a time lies outside its bounds."""

    code = "OUT_OF_RANGE"


class TooLarge(Incorrect):
    """There is more text, or there are more items, than the limit allows."""

    code = "TOO_LARGE"


class Empty(Incorrect):
    """Nothing stands where something is needed."""

    code = "EMPTY"


class BadCharacters(Incorrect):
    """Text holds control characters or lone surrogates."""

    code = "BAD_CHARACTERS"


class BadId(Incorrect):
    """A string cannot be an id."""

    code = "BAD_ID"


class BadCursor(Incorrect):
    """A cursor was not made by this service, or for another list."""

    code = "BAD_CURSOR"


class NotFound(Incorrect):
    """The tenant has no such thing."""

    code = "NOT_FOUND"


class Ambiguous(Incorrect):
    """Several entities share the name."""

    code = "AMBIGUOUS"


class IdConflict(Incorrect):
    """One id names two different contents."""

    code = "ID_CONFLICT"


class Cycle(Incorrect):
    """The link would close a circle."""

    code = "CYCLE"


class Conflict(Incorrect):
    """The present state does not allow the operation."""

    code = "CONFLICT"


class OtherModel(Incorrect):
    """The store's vectors are another embedding model's, and the two cannot be compared."""

    code = "OTHER_MODEL"


class Unauthenticated(Incorrect):
    """There is no good token."""

    code = "UNAUTHENTICATED"


class Forbidden(Incorrect):
    """The token's role may not do this."""

    code = "FORBIDDEN"


class Unavailable(DoxaError):
    """It may work later: in ``retry_after`` seconds, where that can be said."""

    code = "UNAVAILABLE"
    exit_code = 75
    retry_after: int | None = None


class StoreUnavailable(Unavailable):
    """Neo4j does not answer."""

    # An embedded server that has ended answers again after about as long.
    retry_after = 10


class IndexUnavailable(StoreUnavailable):
    """An index is still being built."""


class LedgerUnavailable(StoreUnavailable):
    """The ledger of erasures is missing, cannot be read or written, or is not the store's."""


class ModelUnavailable(Unavailable):
    """The language model does not answer, or is over its limit."""


class ReceiverUnavailable(Unavailable):
    """The receiver of a webhook does not take what it is sent."""


class BudgetSpent(Unavailable):
    """The tenant's models have consumed what a day allows; the next begins at ``until``."""

    def __init__(self, message: str, *, until: datetime) -> None:
        super().__init__(message, hint="the job waits until then; DOXA_BUDGET_ sets the budget")
        self.until = until


class QuotaReached(Unavailable):
    """The tenant has as many memories or open jobs as it may have."""

    code = "QUOTA_REACHED"


class ServerDidNotStart(Unavailable):
    """The embedded Neo4j could not be started."""


class Fault(DoxaError):
    """Our own mistake."""


class StatementError(Fault):
    """A .cypher file breaks the contract in its header."""


class SchemaMismatch(Fault):
    """The graph, or the server, is at a version this program does not know."""

    code = "SCHEMA_MISMATCH"


class UnreadableAnswer(Fault):
    """The model's answer does not fit the schema, even after the retry.

    ``consumed`` is what asking cost all the same: a ``Usage``, if anything was answered.
    """

    def __init__(self, message: str, *, consumed: object = None) -> None:
        super().__init__(message)
        self.consumed = consumed


class BadVector(Fault):
    """An embedding has a wrong size or length, or a component that is no number."""
