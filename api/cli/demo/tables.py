"""What the demo shows: the state, a timeline, a chain, and one question at four points."""

from __future__ import annotations

from datetime import UTC, datetime

from rich.markup import escape
from rich.table import Table

from api.cli.demo.questions import Asker, Question
from api.cli.render import Shown, beliefs_table, chain_table
from api.cli.run import Run

TIMELINE = "lives_in"
CHAIN = "Leipzig"
GRID = "works_at"
GRID_DATES = (datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 7, 15, tzinfo=UTC))
GRID_KNOWN = "m33"


async def tables(run: Run, asker: Asker, name: str) -> None:
    """Print them all."""
    entity = await asker.ask.entity(name)
    await _state(run, asker, entity)
    await _timeline(run, asker, entity)
    await _chain(run, asker, entity)
    await _grid(run, asker, entity)


async def _state(run: Run, asker: Asker, entity: Shown) -> None:
    found = await asker.ask.entity(entity["id"], "beliefs", "beliefs", asOf=asker.as_of(None, None))
    run.out.print()
    title = f"What is believed of {escape(entity['name'])} today"
    run.out.print(beliefs_table(found["beliefs"], title))


async def _timeline(run: Run, asker: Asker, entity: Shown) -> None:
    asked = Question("timeline", entity["name"], TIMELINE, None, None, None, None, "")
    held = await asker.over_time(asked, entity["id"])
    run.out.print()
    run.out.print(beliefs_table(held, f"Where {escape(entity['name'])} lived, and when"))


async def _chain(run: Run, asker: Asker, entity: Shown) -> None:
    members = await asker.chain_of(entity["id"], TIMELINE, CHAIN)
    run.out.print()
    run.out.print(chain_table(members, f"How {CHAIN} gave way"))


async def _grid(run: Run, asker: Asker, entity: Shown) -> None:
    """One question as of two dates and two states of knowledge."""
    table = Table(
        title=f"Where did {escape(entity['name'])} work? Two dates, as known at two times",
        title_justify="left",
        title_style="bold",
    )
    table.add_column("as known")
    for at in GRID_DATES:
        table.add_column(f"on {at.date().isoformat()}")
    early = asker.marks[GRID_KNOWN].date().isoformat()
    for mark, words in ((GRID_KNOWN, f"on {early}, before she told"), (None, "today")):
        row = [await asker.value_at(entity["id"], GRID, at, mark) for at in GRID_DATES]
        table.add_row(words, *(escape(value) if value else "nowhere" for value in row))
    run.out.print()
    run.out.print(table)
