"""Programs from Python's packages, each in an environment of its own: they want other versions."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "build" / "conformance"
WAIT_S = 900


async def run(
    *words: object, wait_s: float | None = WAIT_S, **variables: object
) -> tuple[int | None, str]:
    """Run a program to its end; its exit code and all that it printed.

    Raises:
        TimeoutError: it takes longer than that, a quarter of an hour unless said otherwise.
    """
    process = await asyncio.create_subprocess_exec(
        *map(str, words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=os.environ | {name: str(value) for name, value in variables.items()},
    )
    async with asyncio.timeout(wait_s):
        told, _ = await process.communicate()
    return process.returncode, told.decode(errors="replace")


async def environment(name: str, *wanted: str) -> Path:
    """The programs of an environment with packages; the test is skipped where there is none."""
    home = FOLDER / name
    programs = home / "bin"
    made = home / "made"
    if not made.exists():
        python = programs / "python"
        for words in (("venv", "--clear", home), ("pip", "install", "--python", python, *wanted)):
            code, told = await run(sys.executable, "-m", "uv", *words)
            if code:
                pytest.skip(f"what the test runs cannot be installed here: {told[-300:]}")
        made.touch()
    return programs


async def locked_environment(name: str, *options: str) -> Path:
    """The programs of an environment as the lock has it, with these groups and extras.

    The test is skipped where it cannot be made.
    """
    home = ROOT / "build" / name
    words = ("sync", "--frozen", "--inexact", "--no-default-groups", *options)
    places = {"UV_PROJECT_ENVIRONMENT": home, "UV_PYTHON_DOWNLOADS": "never"}
    command = (sys.executable, "-m", "uv", *words, "--project", ROOT, "--python", sys.executable)
    code, told = await run(*command, **places)
    if code:
        pytest.skip(f"what the test runs cannot be installed here: {told[-300:]}")
    return home / "bin"
