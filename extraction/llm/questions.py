"""Put one question to a tenant's model: within the budget of the day, and counted in its usage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from extraction.model.capabilities import QuestionAnswerer, Task, is_metered
from graph.database.session import Session
from graph.errors import UnreadableAnswer
from graph.model.records import Usage
from graph.write.intake import usage as tallies

T = TypeVar("T")


async def ask(
    db: Session,
    tenant: str,
    model: QuestionAnswerer,
    task: Task,
    kind: str,
    prompt: str,
    parser: Callable[[str], T],
) -> T | None:
    """Ask one question; None if the answer is of no use, which has been paid for all the same.

    Usage is counted under ``kind``, such as ``identity``.

    Raises:
        BudgetSpent: the day's budget is spent.
        ModelUnavailable: the model cannot answer now.
    """
    if is_metered(model):
        await tallies.check_budget(db, tenant)
    answer, used, unreadable = None, None, 0
    try:
        answer, used = await model.answer(task, prompt, parser)
    except UnreadableAnswer as error:
        used, unreadable = error.consumed, 1
    await tallies.count_usage(
        db,
        tenant,
        job="",
        extractor=f"{model.version.rpartition(':')[0]}:{kind}-{task.version}",
        usage=used if isinstance(used, Usage) else None,
        unreadable=unreadable,
    )
    return answer
