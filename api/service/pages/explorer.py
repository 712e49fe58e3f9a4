"""The explorer, a page that shows what is believed, since when and why, at ``/``.

Its files are built from ``api/explorer``. It asks by the ids of the documents that it was built
with, with a token, as any application may; the page itself is the same for all and tells nothing.
"""

from __future__ import annotations

import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from api.graphql.trusted_documents import SHA256
from api.service.pages.files import PageFiles

PATH = "/explorer"
FILES = Path(__file__).parents[1] / "explorer_files"
MANIFEST = FILES / "documents.json"
POLICY = {
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
}


class Explorer:
    """The page at ``/``, and its files."""

    def __init__(self) -> None:
        self.files = PageFiles(FILES, POLICY)

    async def page(self, request: Request) -> Response:
        """Return the page itself, or that it has not changed."""
        return await self.files.index(request.scope)


def documents() -> dict[str, str]:
    """Return the documents that the page asks by, by the SHA-256 of each, plain or after
    ``sha256:``.

    A test holds them against the schema, so that no start has to.
    """
    found: dict[str, str] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found | {name.removeprefix(SHA256): text for name, text in found.items()}
