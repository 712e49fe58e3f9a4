"""Tables fit a terminal of eighty columns, and no id is broken."""

from __future__ import annotations

import pytest
from rich.console import Console

from api.cli.render import table
from graph.ids import new_id

WORDS = "a sentence of many words that somebody has said about somebody else at length " * 3


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("columns", [4, 6, 8])
def test_a_table_fits_and_its_ids_are_whole(capsys, width, columns):
    names = [f"column{number}" for number in range(columns - 1)]
    shown = table("A title", *names, "memory")
    ids = [new_id("m") for _ in range(3)]
    for one in ids:
        shown.add_row(*[WORDS] * (columns - 1), one)
    Console(width=width, highlight=False).print(shown)
    lines = capsys.readouterr().out.splitlines()

    assert max(map(len, lines)) <= width
    assert [line.split()[-1] for line in lines if any(one in line for one in ids)] == ids
