"""How workers share the tests: a module at a time, in order, and what has to be together together.

Left to itself the scheduler would begin with the modules that have the most tests.
"""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling


class ModulesInTurn(LoadScopeScheduling):
    """Gives a worker a module at a time; the tests that a file names are one module.

    The workers have written the file when the first test is given away.
    """

    def __init__(self, config: pytest.Config, log: Any, together: Path) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self._file = together

    @cached_property
    def _together(self) -> frozenset[str]:
        # A worker that cannot collect says nothing of it: its own error is what has to be seen.
        if not self._file.exists():
            return frozenset()
        return frozenset(json.loads(self._file.read_text(encoding="utf-8")))

    def _split_scope(self, nodeid: str) -> str:
        return "together" if nodeid in self._together else nodeid.partition("::")[0]
