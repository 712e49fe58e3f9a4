"""The files of an export: one file, a folder, or a ZIP archive, which is never unpacked to disk."""

from __future__ import annotations

import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from graph.errors import InvalidArgument, NotFound, TooLarge

# Of one file of an export, unpacked.
BYTES_MAX = 1 << 30
DIGITS_MAX = 40
TOO_LARGE = "a file that is too large"
_UNREADABLE = (
    *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
# What macOS puts beside each file of an archive.
_SHADOWS = "__MACOSX/"
_ARCHIVE = b"PK"
# What an archive says of a file whose time it does not have.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an export that is not read yet.

    ``written_at`` is when it was last written, by a clock without a zone if it is in an archive.
    ``read`` gives its bytes, of which there are at most so many, and raises ``Unreadable``.
    """

    name: str
    size: int
    written_at: datetime | None
    read: Callable[[int], bytes]


class Unreadable(Exception):
    """One file of several cannot be read; the message is why."""


def list_members(path: Path, endings: tuple[str, ...]) -> Iterator[Member]:
    """Yield the files whose names end so, in small or capital letters, in the order of names.

    A path that is neither a folder nor an archive is such a file, whatever it is called. What of
    an archive is read is a gigabyte at most in all, whatever it says of its sizes.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: it cannot be read.
    """
    try:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                if file.name.lower().endswith(endings) and file.is_file():
                    yield _member(file.relative_to(path).as_posix(), file)
        elif _is_archive(path):
            yield from _list_archive(path, endings)
        else:
            yield _member(path.name, path)
    except FileNotFoundError as error:
        raise NotFound(f"there is no {path}", field="PATH", hint="name the export") from error
    except _UNREADABLE as error:
        raise InvalidArgument(
            f"{path} cannot be read", field="PATH", hint="unpack it, and name the folder"
        ) from error


def _member(name: str, file: Path) -> Member:
    status = file.stat()
    written_at = datetime.fromtimestamp(status.st_mtime, UTC)
    return Member(name, status.st_size, written_at, partial(_read_beginning, file))


def _read_beginning(file: Path, most: int) -> bytes:
    try:
        with file.open("rb") as stream:
            return _checked(stream.read(most + 1), most)
    except OSError as error:
        raise Unreadable("a file that cannot be read") from error


def _is_archive(path: Path) -> bool:
    # A document may end with what an archive ends with.
    with path.open("rb") as stream:
        return stream.read(len(_ARCHIVE)) == _ARCHIVE and zipfile.is_zipfile(path)


def _list_archive(path: Path, endings: tuple[str, ...]) -> Iterator[Member]:
    left = [BYTES_MAX]
    with zipfile.ZipFile(path) as archive:
        for info in sorted(archive.infolist(), key=lambda one: one.filename):
            shadow = info.filename.startswith(_SHADOWS)
            if info.filename.lower().endswith(endings) and not info.is_dir() and not shadow:
                yield Member(
                    info.filename,
                    info.file_size,
                    _archived_at(info),
                    partial(_read_archived, archive, info, left),
                )


def _archived_at(info: zipfile.ZipInfo) -> datetime | None:
    try:
        return None if info.date_time == _NO_TIME else datetime(*info.date_time)  # noqa: DTZ001 - it has no zone
    except ValueError:
        return None


def _read_archived(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: list[int], most: int
) -> bytes:
    most = min(most, left[0])
    try:
        with archive.open(info) as stream:
            content = stream.read(most + 1)
    except _UNREADABLE as error:
        raise Unreadable("a file that cannot be unpacked") from error
    left[0] -= min(len(content), most)
    return _checked(content, most)


def _checked(content: bytes, most: int) -> bytes:
    if len(content) > most:
        raise Unreadable(TOO_LARGE)
    return content


def read_members(path: Path, ending: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file whose name ends so, in the order of names.

    A path that is neither a folder nor an archive is such a file, whatever it is called.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: it cannot be read, or is no archive after all.
        TooLarge: a file of more than a gigabyte.
    """
    try:
        if path.is_dir():
            yield from _in_folder(path, ending)
        elif zipfile.is_zipfile(path):
            yield from _in_archive(path, ending)
        else:
            yield path.name, _read_file(path)
    except FileNotFoundError as error:
        raise NotFound(f"there is no {path}", field="PATH", hint="name the export") from error
    except _UNREADABLE as error:
        raise InvalidArgument(
            f"{path} cannot be read", field="PATH", hint="unpack it, and name the folder"
        ) from error


def _in_folder(folder: Path, ending: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob(f"*{ending}")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), _read_file(file)


def _in_archive(path: Path, ending: str) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for info in sorted(archive.infolist(), key=lambda one: one.filename):
            shadow = info.filename.startswith(_SHADOWS)
            if info.filename.endswith(ending) and not info.is_dir() and not shadow:
                yield info.filename, _read_packed(archive, info)


def read_json(name: str, content: bytes) -> Any:
    """Return the JSON of a file.

    Raises:
        InvalidArgument: it is none.
    """
    try:
        return _parse_json(content)
    except (ValueError, RecursionError) as error:
        raise InvalidArgument(
            f"{name} is no JSON", field="PATH", hint="name the export as it was downloaded"
        ) from error


def read_json_values(name: str, content: bytes) -> Iterator[tuple[str, Any]]:
    """Yield the JSON values of a file with their places: the one that it is, or one a line.

    A line that is none is yielded as None. An array with a member a line may be longer than what
    nests, or broken somewhere, so that it is read by its lines too.
    """
    try:
        yield name, _parse_json(content)
    except (ValueError, RecursionError):
        for number, raw in enumerate(content.split(b"\n"), start=1):
            line = raw.strip().removesuffix(b",")
            if line not in (b"", b"[", b"]"):
                yield f"{name}, line {number}", _parse_line(line)


def _parse_line(line: bytes) -> Any:
    try:
        return _parse_json(line)
    except (ValueError, RecursionError):
        return None


def _parse_json(content: bytes) -> Any:
    return json.loads(content, parse_int=_parse_number, parse_constant=_parse_nothing)


def _parse_number(digits: str) -> int | str:
    # A number that no format has is a value of another form, and costs its neighbours nothing.
    return int(digits) if len(digits) <= DIGITS_MAX else digits


def _parse_nothing(constant: str) -> None:
    del constant


def _read_file(file: Path) -> bytes:
    _refuse_over(file.name, file.stat().st_size)
    return file.read_bytes()


def _read_packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    _refuse_over(info.filename, info.file_size)
    with archive.open(info) as stream:
        content = stream.read(BYTES_MAX + 1)
    # What the archive says of its sizes need not be so.
    _refuse_over(info.filename, len(content))
    return content


def _refuse_over(name: str, size: int) -> None:
    if size > BYTES_MAX:
        raise TooLarge(
            f"{name} has {size:,} bytes", field="PATH", hint="import it in parts of a gigabyte"
        )
