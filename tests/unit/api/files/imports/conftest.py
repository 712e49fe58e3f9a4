"""Files of other programs, and what is read of them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from api.files.imports.formats import Imported, read_export
from api.files.imports.items import ImportOptions
from graph.errors import DoxaError
from tests.support.mutations import changes


@dataclass
class Exports:
    """Writes a file of a format and reads it."""

    folder: Path
    format: str = ""
    options: ImportOptions = field(default_factory=ImportOptions)

    def write(self, content, name="export.json"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
            return path
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    def read(self, content, name="export.json", **options) -> Imported:
        given = ImportOptions(**options) if options else self.options
        return read_export(self.format, self.write(content, name), given)

    def read_or_refuse(self, content, name="export.json"):
        """Read what may be refused, with an error of ours and no other."""
        with suppress(DoxaError):
            self.read(content, name)

    def read_each_change(self, document):
        """Read the document with each of its values put by something else."""
        for content in changes(document):
            self.read_or_refuse(content)

    def facts(self, content, *keys, name="export.json"):
        """The keys that are given of each line of a load, or all but those of every line."""
        read = [json.loads(line.raw) for line in self.read(content, name).fact_lines]
        if keys:
            return [tuple(line.get(key) for key in keys) for line in read]
        plain = ("key", "evidence", "source")
        return [{key: line[key] for key in line if key not in plain} for line in read]


@pytest.fixture
def exports(tmp_path, request):
    """Exports of the format that the module names in FORMAT."""
    return Exports(tmp_path, request.module.FORMAT)
