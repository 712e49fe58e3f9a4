"""The TOML file that says what another program's columns and properties are to Doxa."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from api.files.imports.json_values import as_record
from graph.errors import InvalidArgument, NotFound

FIELD = "--map"
_BYTES_MAX = 1_000_000


def read_layout(path: Path, keys: Collection[str]) -> Mapping[str, Any]:
    """Return what the file says under these keys.

    Raises:
        NotFound: there is no such file.
        InvalidArgument: it is no TOML, or has another key.
    """
    try:
        with path.expanduser().open("rb") as file:
            layout = tomllib.loads(file.read(_BYTES_MAX).decode())
    except FileNotFoundError as error:
        raise NotFound(f"there is no {path}", field=FIELD, hint="name a TOML file") from error
    except (OSError, RuntimeError) as error:
        raise InvalidArgument(f"{path} cannot be read", field=FIELD, hint="name a file") from error
    except (ValueError, RecursionError) as error:
        raise InvalidArgument(
            f"{path} is no TOML: {str(error)[:200]}", field=FIELD, hint="see doxa import --help"
        ) from error
    for key in layout:
        if key not in keys:
            raise InvalidArgument(
                f"the key {key[:80]!r} of {path.name} means nothing here",
                field=FIELD,
                hint=f"keys: {', '.join(keys)}",
            )
    return layout


def texts_under(layout: Mapping[str, Any], key: str) -> dict[str, str]:
    """Return the texts of a table of the file; an empty one if it is not there.

    Raises:
        InvalidArgument: it is something else.
    """
    table = as_record(layout.get(key, {}))
    if table != layout.get(key, {}):
        raise refuse_key(key, f"[{key}] is a table")
    for name, value in table.items():
        if not isinstance(value, str):
            raise refuse_key(f"{key}.{name}", "it is a text")
    return dict(table)


def refuse_key(key: str, hint: str) -> InvalidArgument:
    """Return the error of a key of the file that has a value of another form."""
    return InvalidArgument(f"{key[:80]!r} of the map has another form", field=FIELD, hint=hint)
