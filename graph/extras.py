"""How an extra of Doxa is installed, where one is missing."""

from __future__ import annotations

import json
from importlib import metadata
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

DISTRIBUTION = "doxa"


def install_line(extra: str) -> str:
    """Return the line that installs an extra beside this Doxa, from where it was installed itself.

    A name alone would be looked for in an index, where Doxa need not be.
    """
    try:
        told = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        told = None
    return line_from(json.loads(told) if told else {}, extra)


def line_from(source: dict[str, Any], extra: str) -> str:
    """Return that line for a recorded origin of the distribution, empty for one from an index."""
    url = str(source.get("url", ""))
    if not url:
        return f"pip install '{DISTRIBUTION}[{extra}]'"
    path = url2pathname(urlsplit(url).path) if url.startswith("file:") else url
    editable = "-e " if source.get("dir_info", {}).get("editable") else ""
    if url.startswith("file:"):
        return f"pip install {editable}'{path}[{extra}]'"
    return f"pip install '{DISTRIBUTION}[{extra}] @ {path}'"
