"""The tools that the SDK runs: what each command does over a client of Doxa, awaited or not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast
from uuid import uuid4

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from doxa_client.clients import AsyncMemoryClient, MemoryClient
from doxa_client.errors import DoxaError
from doxa_client.memory_tool import commands
from doxa_client.memory_tool.reading import Steps
from doxa_client.models import Job

READ_S = 30.0
_ARGUMENTS: Mapping[str, Mapping[str, type]] = MappingProxyType(
    {
        "view": {"path": str},
        "create": {"path": str, "file_text": str},
        "str_replace": {"path": str, "old_str": str, "new_str": str},
        "insert": {"path": str, "insert_line": int, "insert_text": str},
        "delete": {"path": str},
        "rename": {"old_path": str, "new_path": str},
    }
)


class DoxaMemoryTool(BetaAbstractMemoryTool):
    """Claude's memory tool on what a tenant of Doxa believes.

    ``session`` is the conversation to which what is written belongs; a new one by default. Prose is
    waited for as long as ``read_timeout_s``, until a worker of the service has read it.
    """

    def __init__(
        self,
        client: MemoryClient,
        *,
        session: str | None = None,
        read_timeout_s: float = READ_S,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._client = client
        self._session = session or _new_session()
        self._read_timeout_s = read_timeout_s

    def call(self, input: object) -> str:  # noqa: A002 -- the SDK's name
        """Run a command as the model gave it."""
        return cast(str, super().call(_check_command(input)))

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Show a file or the directory."""
        return self._run(commands.view(command.path, command.view_range))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Say the lines of a new file."""
        return self._run(commands.create(command.path, command.file_text, self._session))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Say something else than a file does."""
        old, new = command.old_str, command.new_str
        return self._run(commands.str_replace(command.path, old, new, self._session))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Say more than a file does."""
        line, text = command.insert_line, command.insert_text
        return self._run(commands.insert(command.path, line, text, self._session))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Retract what a file says."""
        return self._run(commands.delete(command.path, self._session))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Say why a file is not renamed."""
        return self._run(commands.rename(command.old_path, command.new_path))

    def _run(self, steps: Steps[str]) -> str:
        """Send what a command yields, and return its answer.

        Raises:
            ToolError: it was refused, by the command or by the service.
        """
        try:
            step = next(steps)
            while True:
                try:
                    result = self._send(step)
                except (DoxaError, TimeoutError) as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast(str, end.value)
        except DoxaError as error:
            raise _refusal(error) from error

    def _send(self, step: Any) -> Any:
        if isinstance(step, Job):
            return self._client.wait(step, timeout_s=self._read_timeout_s)
        return self._client.run(step)


class AsyncDoxaMemoryTool(BetaAsyncAbstractMemoryTool):
    """As ``DoxaMemoryTool``, for an ``AsyncMemoryClient`` and the SDK's client that is awaited."""

    def __init__(
        self,
        client: AsyncMemoryClient,
        *,
        session: str | None = None,
        read_timeout_s: float = READ_S,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._client = client
        self._session = session or _new_session()
        self._read_timeout_s = read_timeout_s

    async def call(self, input: object) -> str:  # noqa: A002 -- the SDK's name
        """As ``DoxaMemoryTool.call``."""
        return cast(str, await super().call(_check_command(input)))

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """As ``DoxaMemoryTool.view``."""
        return await self._run(commands.view(command.path, command.view_range))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """As ``DoxaMemoryTool.create``."""
        return await self._run(commands.create(command.path, command.file_text, self._session))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """As ``DoxaMemoryTool.str_replace``."""
        old, new = command.old_str, command.new_str
        return await self._run(commands.str_replace(command.path, old, new, self._session))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """As ``DoxaMemoryTool.insert``."""
        line, text = command.insert_line, command.insert_text
        return await self._run(commands.insert(command.path, line, text, self._session))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """As ``DoxaMemoryTool.delete``."""
        return await self._run(commands.delete(command.path, self._session))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """As ``DoxaMemoryTool.rename``."""
        return await self._run(commands.rename(command.old_path, command.new_path))

    async def _run(self, steps: Steps[str]) -> str:
        """As ``DoxaMemoryTool._run``."""
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._send(step)
                except (DoxaError, TimeoutError) as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast(str, end.value)
        except DoxaError as error:
            raise _refusal(error) from error

    async def _send(self, step: Any) -> Any:
        if isinstance(step, Job):
            return await self._client.wait(step, timeout_s=self._read_timeout_s)
        return await self._client.run(step)


def _new_session() -> str:
    return f"memory-tool-{uuid4().hex}"


def _refusal(error: DoxaError) -> ToolError:
    return ToolError(f"{error.code}: {error}")


def _check_command(given: object) -> dict[str, object]:
    """Return a command, if it has what it needs: the SDK looks at none of it.

    Raises:
        ToolError: an argument is missing, is of another kind, or is no text.
    """
    arguments = cast(dict[str, object], given if isinstance(given, dict) else {})
    command = arguments.get("command")
    if not isinstance(command, str) or command not in _ARGUMENTS:
        raise ToolError(f"Unknown command: {command!a}. There are {', '.join(_ARGUMENTS)}.")
    for name, kind in _ARGUMENTS[command].items():
        value = arguments.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            kind_name = "a number" if kind is int else "a text"
            raise ToolError(f"Invalid `{name}` parameter: {command} needs {kind_name} there.")
        if isinstance(value, str) and not value.isascii() and not _is_text(value):
            raise ToolError(f"Invalid `{name}` parameter: it has halves of characters.")
    _check_range(arguments.get("view_range"))
    return arguments


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_range(given: object) -> None:
    """Refuse what is no range of lines.

    Raises:
        ToolError: it is neither null nor two numbers.
    """
    if given is None:
        return
    numbers = cast(list[object], given) if isinstance(given, list) else []
    if len(numbers) != 2 or not all(type(number) is int for number in numbers):
        raise ToolError(f"Invalid `view_range` parameter: {given!a}. It should be [FIRST, LAST].")
