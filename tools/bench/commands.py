"""What the command line costs: to Python that does nothing, and a read while a service runs."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from graph.database.server.embedded import Address
from graph.model.records import Caller
from tools.bench.timing import Work, at_most, in_turn

START = "python -c pass, in the same run"
BIN = Path(sys.executable).parent

# Words that need no store, with the exit code that they end with.
AT_ONCE = {
    "doxa --help": (0, ("--help",)),
    "the help of a command": (0, ("beliefs", "--help")),
    "a missing argument": (2, ("beliefs",)),
    "an unknown option": (2, ("beliefs", "Ana", "--nope")),
    "a bad number": (2, ("recall", "tea", "-k", "many")),
    "an unknown command": (2, ("belief",)),
}


async def figures(
    address: Address, caller: Caller, entity: str, rounds: int
) -> AsyncIterator[dict[str, Any]]:
    """Measure, on a store that is being served; the figures."""
    environment = os.environ | {
        "DOXA_NEO4J_URI": address.uri,
        "DOXA_NEO4J_USER": address.user,
        "DOXA_NEO4J_PASSWORD": address.password,
    }

    def run(program: str, *words: str, code: int = 0) -> Work:
        async def once(_: int) -> None:
            process = await asyncio.create_subprocess_exec(
                *(BIN / program, *words),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=environment,
            )
            if await process.wait() != code:
                raise RuntimeError(f"{program} {' '.join(words)} ended with {process.returncode}")

        return once

    works = [run("doxa", *words, code=code) for code, words in AT_ONCE.values()]
    bare, *own = await in_turn([run("python", "-c", "pass"), *works], rounds)
    start = statistics.median(bare)
    for name, times in zip(AT_ONCE, own, strict=True):
        ratio = statistics.median(times) / start
        print(f"  {name:28} {ratio:5.2f} x   {statistics.median(times):7.2f} ms", flush=True)
        yield at_most(name, ratio, 3.0, "x python", START)
    read = run("doxa", "beliefs", entity, "--tenant", caller.tenant, "--json")
    (times,) = await in_turn([read], rounds)
    print(f"  {'doxa beliefs, served':28} {statistics.median(times) / 1_000:5.2f} s", flush=True)
    yield at_most("doxa beliefs while a service runs", max(times) / 1_000, 1.5, "s", "none")
