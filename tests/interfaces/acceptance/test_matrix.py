"""The matrix against a service of its own, each shape told once: which parts are red, and why.

A part that turns green, or red, has to be noted here. `make acceptance` tells each shape twice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.acceptance.acceptance import run
from tools.acceptance.contradiction import COLUMNS, GROUP
from tools.acceptance.report import Cell

pytestmark = pytest.mark.nightly

# The parts that are known to be red, by group, cell and part, with the reason.
RED: dict[tuple[str, str, str], str] = {}


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> list[Cell]:
    folder: Path = tmp_path_factory.mktemp("acceptance")
    return run(folder, brief=True)


def test_the_red_parts_are_those_that_are_known(matrix):
    red = {(one.group, one.cell, one.part): one.reason for cell in matrix for one in cell.red}
    assert red.keys() == RED.keys(), red


def test_no_cell_is_missing(matrix):
    groups = [cell.group for cell in matrix]

    assert groups.count("capability") == 7
    assert groups.count(GROUP) == 5 * len(COLUMNS)
    assert sum(group.startswith("test: ") for group in groups) == 20
    assert groups.count("deletion") > 10
    assert all(cell.parts for cell in matrix)
