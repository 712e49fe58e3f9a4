"""Programs from Python's packages, each in an environment of its own: they want other versions."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "build" / "conformance"
WAIT_S = 900


async def run(*words: object, **variables: object) -> tuple[int | None, str]:
    """Run a program to its end; its exit code and all that it printed.

    Raises:
        TimeoutError: it takes a quarter of an hour.
    """
    process = await asyncio.create_subprocess_exec(
        *map(str, words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=os.environ | {name: str(value) for name, value in variables.items()},
    )
    async with asyncio.timeout(WAIT_S):
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
