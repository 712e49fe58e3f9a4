"""demo placeholder to be written."""
from __future__ import annotations
import secrets
from api.cli_run import Run
def fresh_tenant() -> str:
    """A tenant."""
    return f"demo-{secrets.token_hex(3)}"
async def show(run: Run) -> int:
    """x."""
    return 0
