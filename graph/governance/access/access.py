"""What a token that was verified gives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.model.records import Caller


@dataclass(frozen=True, slots=True)
class Access:
    """A caller, and the token by which it came; ``token`` is a digest, never the token itself."""

    caller: Caller
    issued: datetime
    expires: datetime
    token: str
