"""The files of an export: one file, a folder, or a ZIP archive, which is never unpacked to disk."""

from __future__ import annotations

import json
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graph.errors import InvalidArgument, NotFound, TooLarge

# Of one file of an export, unpacked.
BYTES_MAX = 1 << 30
DIGITS_MAX = 40
_UNREADABLE = (
    *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
# What macOS puts beside each file of an archive.
_SHADOWS = "__MACOSX/"


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
