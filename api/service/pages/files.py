"""The files of a page, with what a browser is told of them: what it may load, and from where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
}
INDEX = "index.html"


class PageFiles(StaticFiles):
    """The files in a folder, under media types that rest on no file of the system.

    ``policy`` is the page's Content-Security-Policy, by directive; what it does not name is not
    loaded, and no page is a frame of another.
    """

    def __init__(self, folder: Path, policy: Mapping[str, str]) -> None:
        super().__init__(directory=folder)
        self._folder = folder
        rules = {
            "default-src": "'none'",
            **policy,
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        self._headers = {
            # Asked for again each time, and sent only if it has changed.
            "Cache-Control": "no-cache",
            "Content-Security-Policy": "; ".join(map(" ".join, rules.items())),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers.update(self._headers)
        if "content-type" in response.headers:
            # What has another ending is no script, whatever it is.
            media_type = MEDIA_TYPES.get(Path(path).suffix, MEDIA_TYPES[".txt"])
            response.headers["Content-Type"] = media_type
        return response

    async def index(self, scope: Scope) -> Response:
        """Return the page itself, or that it has not changed."""
        return await self.get_response(INDEX, scope)
