"""The ledger of erasures of a Neo4j under test: one for all that use it, as of any store."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from graph.database.server.embedded import Address


def ledger_file(server: Address) -> Path:
    """Where all processes that use a server have its ledger; the folder is there."""
    name = re.sub(r"\W+", "-", server.uri)
    folder = Path(tempfile.gettempdir()) / "doxa-ledgers-of-tests" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "erasures.jsonl"
