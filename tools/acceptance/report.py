"""What was tried and what came of it: results, the table, the page and the figures. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tools.results import figure

REASON_MAX = 300
_HEAD = """# Acceptance

Written by `make acceptance`.
The matrix is that of the *Agent Memory Atlas* (neoneye/agent-memory-atlas): seven capabilities, a contradiction test, a deletion sequence and twenty tests, in our words.
It runs against `doxa serve` on a store of its own, through GraphQL over HTTP, the command line, the Model Context Protocol, and files that are loaded, exported, backed up and restored; texts are read by the offline extractor.
Each cell has a positive control, something that must still come back, so that an empty store fails. A cell is green if all its parts hold.
There is no model in it: sessions have no summaries, and whether a model follows instructions that stand in a text is not measured.

The contradiction test tells five shapes twice: *said*, as texts of a conversation, and *claimed*, as structured claims; minutes and months apart.
**A** the answer is current · **B** what is recalled holds no unqualified stale statement · **C** A and B hold after every background job · **C′** and after the first text came in again in another session, as a document and in a file · **D** the past is still answerable · **E** timelines, edges, chains, summaries, vectors and exports agree.

"""  # noqa: E501


class Failed(Exception):
    """What was seen instead of what must hold."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one part of a cell; ``reason`` is why it does not hold, empty if it does."""

    group: str
    cell: str
    part: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix, with all its parts."""

    group: str
    name: str
    parts: tuple[Result, ...]

    @property
    def red(self) -> list[Result]:
        """The parts that do not hold."""
        return [one for one in self.parts if one.reason]

    @property
    def green(self) -> bool:
        """Whether all parts hold."""
        return not self.red


def must(holds: object, seen: str) -> None:
    """Go on if it holds.

    Raises:
        Failed: it does not; ``seen`` is what was seen instead.
    """
    if not holds:
        raise Failed(seen)


def control(holds: object, missing: str) -> None:
    """Go on if what must still come back is there.

    Raises:
        Failed: the control did not come back.
    """
    must(holds, f"the control did not come back: {missing}")


def tried(group: str, cell: str, part: str, check: Callable[[], object]) -> Result:
    """Try one part; whatever it raises is the reason why it does not hold."""
    try:
        check()
    except Exception as error:
        name = type(error).__name__
        said = " ".join(str(error).split())
        if said and not isinstance(error, Failed):
            said = f"{name}: {said}"
        return Result(group, cell, part, said[:REASON_MAX] or name)
    return Result(group, cell, part)


def cells(results: Iterable[Result]) -> list[Cell]:
    """Return the cells in the order in which they were first tried."""
    found: dict[tuple[str, str], list[Result]] = {}
    for one in results:
        found.setdefault((one.group, one.cell), []).append(one)
    return [Cell(group, name, tuple(parts)) for (group, name), parts in found.items()]


def figures(found: Sequence[Cell]) -> list[dict[str, Any]]:
    """Return the share of its parts that hold for each cell, and how many cells are green."""
    lines = [
        figure(
            f"acceptance, {cell.group}, {cell.name}",
            1 - len(cell.red) / len(cell.parts),
            "of its parts",
            1.0,
            None,
        )
        for cell in found
    ]
    green = sum(cell.green for cell in found)
    return [*lines, figure("acceptance, green cells", green, "", len(found), None)]


def summary(found: Sequence[Cell]) -> str:
    """Return how many cells are green and red."""
    green = sum(cell.green for cell in found)
    return f"{green} of {len(found)} cells are green, {len(found) - green} red"


def page(found: Sequence[Cell], columns: Sequence[str]) -> str:
    """Return the cells as a page; those of the group ``contradiction`` as a matrix."""
    parts = [f"{_HEAD}{summary(found)}.\n"]
    for group in dict.fromkeys(cell.group for cell in found):
        mine = [cell for cell in found if cell.group == group]
        made = _matrix(mine, columns) if group == "contradiction" else _list(mine)
        parts.append(f"## {group.capitalize()}\n\n{made}\n")
    red = [result for cell in found for result in cell.red]
    if red:
        rows = [
            f"| {one.group} | {one.cell} | {one.part} | {_in_table(one.reason)} |" for one in red
        ]
        head = "| | cell | part | what was seen |\n| --- | --- | --- | --- |\n"
        parts.append("## Why not\n\n" + head + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _list(found: Sequence[Cell]) -> str:
    rows = [
        f"| {cell.name} | {', '.join(part.part for part in cell.parts)} | {_mark(cell)} |"
        for cell in found
    ]
    return "\n".join(["| must hold | parts | |", "| --- | --- | --- |", *rows])


def _matrix(found: Sequence[Cell], columns: Sequence[str]) -> str:
    by_shape: dict[str, dict[str, str]] = {}
    for cell in found:
        shape, _, column = cell.name.rpartition(" ")
        by_shape.setdefault(shape, {})[column] = _mark(cell)
    rows = [
        f"| {shape} | {' | '.join(marks[column] for column in columns)} |"
        for shape, marks in by_shape.items()
    ]
    head = [f"| shape | {' | '.join(columns)} |", f"| --- {'| --- ' * len(columns)}|"]
    return "\n".join([*head, *rows])


def _mark(cell: Cell) -> str:
    if cell.green:
        return "green"
    held = len(cell.parts) - len(cell.red)
    return f"**red** ({held} of {len(cell.parts)})" if held else "**red**"


def _in_table(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
