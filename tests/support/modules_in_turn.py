"""How workers share the tests: a module at a time, and what has to be together together."""

from __future__ import annotations

from xdist.scheduler.loadgroup import LoadGroupScheduling


class ModulesInTurn(LoadGroupScheduling):
    """Groups by ``xdist_group``, and what has none by its module."""

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group
