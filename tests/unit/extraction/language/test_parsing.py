"""The parser: it is the pinned one, or it is not run."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from extraction.language.parsing import MODEL, require_pinned
from graph.errors import Fault


def test_a_model_of_which_a_file_was_changed_added_or_removed_is_not_used(tmp_path):
    installed = Path(find_spec(MODEL).origin).parent
    require_pinned(installed)
    folder = tmp_path / MODEL
    shutil.copytree(installed, folder, ignore=shutil.ignore_patterns("__pycache__"))
    require_pinned(folder)

    init = folder / "__init__.py"
    written = init.read_bytes()
    init.write_bytes(written + b"\n")
    with pytest.raises(Fault, match="not the pinned model"):
        require_pinned(folder)
    init.write_bytes(written)
    (folder / "more.py").touch()
    with pytest.raises(Fault):
        require_pinned(folder)
    (folder / "more.py").unlink()
    next(folder.rglob("tokenizer")).unlink()
    with pytest.raises(Fault):
        require_pinned(folder)
