"""How workers share the tests: a module at a time, in order, and what has to be together together.

Left to itself the scheduler would begin with the modules that have the most tests.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler.loadgroup import LoadGroupScheduling


class ModulesInTurn(LoadGroupScheduling):
    """Groups by ``xdist_group``, and what has none by its module."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group
