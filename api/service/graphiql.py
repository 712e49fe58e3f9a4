"""GraphiQL, a page to ask from, with all that it needs: it asks no other service for anything.

Its files are built from ``tools/graphiql``. What it asks, it asks as everybody does, with a token;
the page itself is the same for all and tells nothing.
"""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/graphiql"
FILES = Path(__file__).parent / "graphiql_files"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
}
# The editor writes its styles into the page; scripts come from files of the service alone.
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    # Asked for again each time, and sent only if it has changed.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class GraphiQLFiles(StaticFiles):
    """What the page needs, under media types that rest on no file of the system."""

    def __init__(self) -> None:
        super().__init__(directory=FILES)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        if "content-type" in response.headers:
            response.headers["Content-Type"] = MEDIA_TYPES.get(Path(path).suffix, "text/html")
        return response


class WithPage:
    """The application; a browser that comes with nothing to ask is given the page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give the page, or let the application answer."""
        if not _is_visit(Request(scope)):
            await self._app(scope, receive, send)
            return
        headers = {**HEADERS, "Vary": "Accept"}
        page = FileResponse(FILES / "index.html", media_type="text/html", headers=headers)
        await page(scope, receive, send)


def _is_visit(request: Request) -> bool:
    asked: QueryParams = request.query_params
    return (
        request.method in {"GET", "HEAD"}
        and "text/html" in request.headers.get("accept", "")
        and not {"query", "documentId", "extensions"} & set(asked)
    )
