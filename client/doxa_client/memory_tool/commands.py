"""The commands of the memory tool: each yields what is to be sent, and returns its answer.

A step is a call of the client, or a job to wait for; whoever runs the commands sends it, awaited or
not, and sends back what came of it. What is written is an agent's word (`ASSISTANT`), whatever the
token allows: the gate and the authority of sources decide what is believed of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from anthropic.lib.tools import ToolError

from doxa_client.memory_tool.answers import format_size
from doxa_client.memory_tool.edits import Edit, add_lines, remove_lines, replace_text
from doxa_client.memory_tool.lines import File
from doxa_client.memory_tool.paths import ROOT, path_of, read_entity_name
from doxa_client.memory_tool.reading import EntityPage, Steps, entity_page, read_file
from doxa_client.memory_tool.writing import Writer

# Of a directory; a file beyond them is viewed by its name.
FILES_MAX = 100
ENTITIES_MAX = 300


def view(path: str, view_range: Sequence[int] | None = None) -> Steps[str]:
    """Show a file with line numbers, or the directory with sizes."""
    name = read_entity_name(path)
    if name is None:
        return (yield from _view_directory())
    file = yield from _load(path, name)
    first, last = view_range or (1, -1)
    begin = max(1, first) - 1
    lines = file.numbered_texts()[begin : None if last == -1 else max(last, 0)]
    return "\n".join([f"Here's the content of {path} with line numbers:", *lines])


def create(path: str, text: str, session: str) -> Steps[str]:
    """Say the lines of a new file."""
    name = _file_name(path, "create")
    if (yield from read_file(name)) is not None:
        raise ToolError(f"File {path} already exists")
    report = yield from Writer(name, session, text).write(add_lines(text.splitlines()))
    if (yield from read_file(name)) is None:
        return (
            f"Nothing is believed that would stand in {path}, so there is no such file.\n{report}"
        )
    return f"File created successfully at: {path}\n{report}"


def str_replace(path: str, old: str, new: str, session: str) -> Steps[str]:
    """Say what stands in the place of a text, and retract what it replaces."""
    file = yield from _load(path, _file_name(path, "edit"))
    edit = replace_text(file, path, old, new)
    report = yield from Writer(file.entity.id, session, f"{old} -> {new}").write(edit)
    return (yield from _show_edited(path, file, edit, report, "The memory file has been edited."))


def insert(path: str, line: int, text: str, session: str) -> Steps[str]:
    """Say the lines; each stands where its attribute does."""
    file = yield from _load(path, _file_name(path, "edit"))
    lines = len(file.texts)
    if not 0 <= line <= lines:
        raise ToolError(
            f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {lines}]."
        )
    edit = add_lines(text.splitlines())
    report = yield from Writer(file.entity.id, session, text).write(edit)
    return (yield from _show_edited(path, file, edit, report, f"The file {path} has been edited."))


def delete(path: str, session: str) -> Steps[str]:
    """Retract every line of a file; what was believed stays known as of before."""
    file = yield from _load(path, _file_name(path, "delete"))
    report = yield from Writer(file.entity.id, session, f"delete {path}").write(remove_lines(file))
    rest = yield from read_file(file.entity.id)
    if rest is not None:
        return f"{path} still has {len(rest.lines)} of its {len(file.lines)} lines.\n{report}"
    return f"Successfully deleted {path}: nothing was erased, it is believed no more.\n{report}"


def rename(old_path: str, new_path: str) -> Steps[str]:
    """Refuse, and say what can be done: a file is an entity, and no command renames one."""
    file = yield from _load(old_path, _file_name(old_path, "rename"))
    new_name = _file_name(new_path, "rename")
    other = yield from read_file(new_name)
    if other is not None:
        raise ToolError(
            f"The destination {new_path} already exists. Nothing was changed: that"
            f" {file.entity.name} and {other.entity.name} are one is for a person to decide."
        )
    raise ToolError(
        f"Cannot rename {old_path}: a file is an entity, and has its name. Nothing was changed. If"
        f" {file.entity.name} goes by {new_name} too, insert the line `nickname: {new_name}`."
    )


def _file_name(path: str, verb: str) -> str:
    name = read_entity_name(path)
    if name is None:
        raise ToolError(f"Cannot {verb} the {ROOT} directory itself")
    return name


def _load(path: str, name: str) -> Steps[File]:
    file = yield from read_file(name)
    if file is None:
        raise ToolError(f"The path {path} does not exist. Please provide a valid path.")
    return file


def _show_edited(path: str, file: File, edit: Edit, report: str, head: str) -> Steps[str]:
    """Say what became of an edit, and show the lines that its attributes have now."""
    now = yield from read_file(file.entity.id)
    if now is not None and now.content == file.content:
        return f"{path} stays as it was.\n{report}"
    snippet = [] if now is None else now.numbered_texts(edit.attributes)
    if snippet:
        head += " Here is the snippet showing the change (with line numbers):"
    return "\n".join([head, *snippet, report])


def _view_directory() -> Steps[str]:
    files, more = yield from _list_files()
    names = [file.entity.name for file in files]
    sizes = [
        # Namesakes have their ids for names.
        (len(file.content.encode()), path_of(name if names.count(name) == 1 else file.entity.id))
        for file, name in zip(files, names, strict=True)
    ]
    entries = [(sum(size for size, _ in sizes), ROOT), *sizes]
    head = (
        f"Here're the files and directories up to 2 levels deep in {ROOT}, excluding hidden items:"
    )
    lines = [head, *(f"{format_size(size)}\t{path}" for size, path in entries)]
    if more:
        lines.append(f"There are more. A file is viewed by its entity's name: {path_of('NAME')}")
    return "\n".join(lines)


def _list_files() -> Steps[tuple[list[File], bool]]:
    """List files by name, and whether there may be more."""
    files: list[File] = []
    count, after = 0, None
    while True:
        page: EntityPage = yield entity_page(after)
        for first in page.files:
            lines = first.lines
            if first.after is not None:
                whole = yield from read_file(first.entity.id)
                lines = () if whole is None else whole.lines
            if lines:
                files.append(File(first.entity, tuple(lines)))
        count, after = count + len(page.files), page.after
        if after is None or len(files) >= FILES_MAX or count >= ENTITIES_MAX:
            return files, after is not None
