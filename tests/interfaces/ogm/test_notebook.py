"""The notebook runs from top to bottom, and prints what is kept with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("gqlalchemy", reason="the extra [ogm] is not installed; see test_environment")

import nbclient
import nbformat

DOCS = Path(__file__).resolve().parents[3] / "docs"
NOTEBOOKS = DOCS / "notebooks"


def printed(notebook):
    """What each cell printed, and what its last line gave; progress goes to standard error."""
    return [
        "".join(
            one["text"] if one.output_type == "stream" else one["data"]["text/plain"]
            for one in cell.outputs
            if one.get("name") != "stderr"
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.fixture
def team(doxa, server, monkeypatch):
    """A tenant with the history of the notebook, where the settings say that the store is."""
    loaded = doxa("load", str(NOTEBOOKS / "team.jsonl"), "--replay")
    assert loaded.code == 0, loaded.err
    monkeypatch.setenv("DOXA_NEO4J_URI", server.uri)
    monkeypatch.setenv("DOXA_NEO4J_USER", server.user)
    monkeypatch.setenv("DOXA_NEO4J_PASSWORD", server.password)
    return doxa.tenant


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
async def test_a_notebook_prints_what_is_kept_with_it(path, team, monkeypatch):
    kept = nbformat.read(path, as_version=4)
    ran = nbformat.read(path, as_version=4)
    (parameters,) = (cell for cell in ran.cells if "parameters" in cell.metadata.get("tags", ()))
    parameters.source = f'TENANT = "{team}"\nDATA = None'
    # Nothing that it prints rests on the zone of the machine.
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    place = {"metadata": {"path": str(path.parent)}}
    await nbclient.NotebookClient(ran, timeout=None, resources=place).async_execute()

    assert printed(ran) == printed(kept)
    assert len(list(filter(None, printed(ran)))) > 5


def test_the_examples_of_the_guide_run_as_they_are_written(team):
    page = (DOCS / "guides" / "notebooks.md").read_text(encoding="utf-8")
    code = "".join(re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    lines = code.replace('"team"', f'"{team}"').strip()
    names = {}
    exec(f"{lines.rpartition(chr(10))[0]}\nfound = {lines.rpartition(chr(10))[2]}", names)
    names["view"].close()

    assert names["title"].shown == "senior engineer"
    assert [(name, since.year) for name, since in names["found"]] == [("Bo", 2015)]
