"""What an edit of a memory file says: which lines it takes out, and what it says instead. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from anthropic.lib.tools import ToolError

from doxa_client.memory_tool.lines import File, Line, Statement, read_statement, tail_of


@dataclass(slots=True)
class Edit:
    """What is said: statements, each with the line it replaces, prose, and lines taken out."""

    statements: list[tuple[Statement, Line | None]] = field(
        default_factory=list[tuple[Statement, Line | None]]
    )
    prose: list[str] = field(default_factory=list[str])
    removals: list[Line] = field(default_factory=list[Line])

    @property
    def attributes(self) -> set[str]:
        """The attributes of which it says something."""
        replaced = {line.belief.attribute for _, line in self.statements if line is not None}
        removed = {line.belief.attribute for line in self.removals}
        return removed | replaced | {statement.attribute for statement, _ in self.statements}

    @property
    def size(self) -> int:
        """How many claims it may make."""
        return len(self.statements) + len(self.prose) + len(self.removals)


def add_lines(texts: list[str]) -> Edit:
    """Return the edit that adds lines."""
    return _edit([], texts)


def remove_lines(file: File) -> Edit:
    """Return the edit that takes out all lines of a file."""
    return Edit(removals=list(file.lines))


def replace_text(file: File, path: str, old: str, new: str) -> Edit:
    """Return the edit that replaces a text of a file, which must stand there once.

    Raises:
        ToolError: it stands there never or more than once, or it is the title's.
    """
    content, begin = file.content, _place(file.content, path, old)
    first, last = content.count("\n", 0, begin), content.count("\n", 0, begin + len(old))
    edited = (content[:begin] + new + content[begin + len(old) :]).split("\n")
    after = len(file.texts) - last - 1
    texts = edited[first : len(edited) - after]
    if first == 0:
        if texts[:1] != [file.title]:
            raise ToolError(
                "No replacement was performed. The first line is the name of the entity, which no"
                " edit of its file changes."
            )
        first, texts = 1, texts[1:]
    lines = list(file.lines[first - 1 : last])
    edit = _edit(lines, texts)
    rest = len("\n".join(file.texts[: last + 1])) - begin - len(old)
    if lines and rest >= len(tail_of(lines[-1].belief)):
        _forget_period(edit, lines[-1])
    return edit


def _place(content: str, path: str, old: str) -> int:
    count = content.count(old) if old else 0
    if count == 0:
        raise ToolError(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    begin = content.find(old)
    if count > 1:
        places = [begin]
        while (place := content.find(old, places[-1] + 1)) != -1:
            places.append(place)
        numbers = ", ".join(str(content.count("\n", 0, place) + 1) for place in places)
        raise ToolError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines:"
            f" {numbers}. Please ensure it is unique"
        )
    return begin


def _edit(lines: list[Line], texts: list[str]) -> Edit:
    """Return what is said where texts stand in the place of lines."""
    same = {line.text for line in lines} & set(texts)
    edit = Edit(removals=[line for line in lines if line.text not in same])
    for text in texts:
        if text in same or not text.strip():
            continue
        statement = read_statement(text)
        if statement is None:
            edit.prose.append(text)
        else:
            edit.statements.append((statement, _take_replaced(edit.removals, statement)))
    if all(text.lstrip().startswith("#") for text in edit.prose):
        # Headings alone say nothing.
        edit.prose.clear()
    return edit


def _take_replaced(removals: list[Line], statement: Statement) -> Line | None:
    """Take the line that a statement replaces from those that are taken out."""
    slot = (statement.attribute, statement.context)
    handles = (line for line in removals if line.handle == statement.handle)
    slots = (line for line in removals if (line.belief.attribute, line.belief.context) == slot)
    line = next(handles, None) or next(slots, None)
    if line is not None:
        removals.remove(line)
    return line


def _forget_period(edit: Edit, line: Line) -> None:
    """Take the period from the statement in a line whose end was left as it stood.

    Whoever writes another value before it has said nothing of since when that holds.
    """
    edit.statements = [
        (statement.without_period() if old is line else statement, old)
        for statement, old in edit.statements
    ]
