"""GraphiQL, a page to ask from, with all that it needs: it asks no other service for anything.

Its files are built from ``tools/graphiql``. What it asks, it asks as everybody does, with a token;
the page itself is the same for all and tells nothing.
"""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.service.pages.files import PageFiles

PATH = "/graphiql"
FILES = Path(__file__).parents[1] / "graphiql_files"
# The editor writes its styles into the page; scripts come from files of the service alone.
POLICY = {
    "script-src": "'self'",
    "worker-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self' data:",
    "img-src": "'self' data:",
    "connect-src": "'self'",
}


def files() -> PageFiles:
    """Return the files of the page."""
    return PageFiles(FILES, POLICY)


class WithPage:
    """The application; a browser that comes with nothing to ask is given the page."""

    def __init__(self, app: ASGIApp, page: PageFiles) -> None:
        self._app = app
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give the page, or let the application answer."""
        if not _is_visit(Request(scope)):
            await self._app(scope, receive, send)
            return
        page = await self._page.index(scope)
        page.headers["Vary"] = "Accept"
        await page(scope, receive, send)


def _is_visit(request: Request) -> bool:
    asked: QueryParams = request.query_params
    return (
        request.method in {"GET", "HEAD"}
        and "text/html" in request.headers.get("accept", "")
        and not {"query", "documentId", "extensions"} & set(asked)
    )
