"""What a store of beliefs must withstand, tried against a running service as its callers see it.

Starts ``doxa serve`` on a store of its own and runs the whole matrix through GraphQL over HTTP, the
command line and files. Prints it as a table, and writes ``docs/measured/acceptance.md`` and
``build/acceptance.json``: a list of name, value, unit, target, holds, baseline.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tools.acceptance import capabilities, contradiction, deletion, twenty_tests
from tools.acceptance.client import Doxa
from tools.acceptance.report import Cell, Result, cells, figures, page, summary

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "measured" / "acceptance.md"
FIGURES = ROOT / "build" / "acceptance.json"

Part = Callable[[Doxa], Iterator[Result]]
# Deletion backs up and restores the whole store: it comes before what fills it with tenants.
PARTS: dict[str, Part] = {
    "capabilities": capabilities.run,
    "deletion": deletion.run,
    "contradiction": contradiction.run,
    "tests": twenty_tests.run,
}


def run(folder: Path, parts: Sequence[str] = tuple(PARTS), *, brief: bool = False) -> list[Cell]:
    """Run parts of the matrix on a store in the folder; return the cells.

    ``brief``: each shape of the contradiction test is told once.
    """
    runs = PARTS | ({"contradiction": partial(contradiction.run, brief=True)} if brief else {})
    with Doxa(folder).running() as doxa:
        return cells(list(_results(doxa, {name: runs[name] for name in parts})))


def _results(doxa: Doxa, parts: dict[str, Part]) -> Iterator[Result]:
    for name, part in parts.items():
        began = time.monotonic()
        for result in _guarded(doxa, name, part):
            mark = f"RED    {result.reason}" if result.reason else "green"
            print(f"{result.cell}, {result.part}: {mark}", file=sys.stderr, flush=True)
            yield result
        print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def _guarded(doxa: Doxa, name: str, part: Part) -> Iterator[Result]:
    """What a part finds; if it breaks off, that is red too, and the others go on."""
    try:
        yield from part(doxa)
    except Exception as error:
        yield Result(name, "the run of this part", "all", f"{type(error).__name__}: {error}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the matrix, print it, and write the page and the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", choices=PARTS, help="one part alone; no page is written")
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="doxa-acceptance-") as folder:
        found = run(Path(folder), [given.only] if given.only else tuple(PARTS))
    made = page(found, contradiction.COLUMNS)
    print(made)
    print(summary(found))
    if given.only:
        return
    PAGE.write_text(made, encoding="utf-8")
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(figures(found), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
