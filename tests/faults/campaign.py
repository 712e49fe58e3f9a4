"""Make every fault many times to a store under load, and write what came of it as a table.

``python -m tests.faults.campaign --rounds 200``: writes ``docs/measured/faults.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from extraction.llm.claude import ClaudeExtractor
from extraction.model.candidates import Extractor
from graph.database import migrations
from graph.database.server import embedded
from graph.database.server.disk import MB
from graph.database.server.supervision import Supervisor
from graph.database.session import Session
from tests.faults.bolt_proxy import BoltProxy
from tests.faults.conversation import model_at
from tests.faults.faults import FAULTS, NEED_OWN_DISK
from tests.faults.load import Load
from tests.faults.subject import Subject
from tests.support.fake_messages_api import MessagesApi, serving

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measured" / "faults.md"
ROUNDS = 20

_DISK = "size=1500m"
_FREE_MIN = 128 * MB
# It is killed on purpose, more often than a service would put up with.
_ENDS_MAX = 10_000
# Short, so that half-open connections are noticed within a round.
_LIMIT_S = 4.0
_WAIT_S = 2.0
_HEAD = """# Faults

Written by `make faults`.
Six writers and a reader work on one tenant of an embedded database, through a proxy; messages are told, and a model on this machine is asked what they say.
Each write is repeated with its idempotency key until it is acknowledged, while a fault is made.
Workers and the service are killed as processes of their own, with requests of their own callers over HTTP.
Afterwards every acknowledged write and what every accepted message says must be there once, nothing else may be there, and the invariants must hold. Every job must be done, each candidate of its messages decided once, and each operation must have its receipt. Nobody helps.

*Healed* is how long after the end of a fault the last request failed.
A transaction may take four seconds here instead of two minutes, requests wait two seconds for the database, and readers two for the model; what a killed reader held is free after five.

"""  # noqa: E501


@dataclass
class Outcome:
    """What came of the rounds of one fault."""

    rounds: int = 0
    writes: int = 0
    failed: int = 0
    healed_s: float = 0.0
    kills: int = 0
    kills_at_work: int = 0
    wrong: list[str] = field(default_factory=list)
    skipped: str = ""


async def run(rounds: int, seed: int, *, say: bool = False) -> dict[str, Outcome]:
    """Make so many faults in turn; return what came of each kind."""
    outcomes = {name: Outcome() for name in FAULTS}
    with _folder() as (folder, limited):
        async with _subject(folder / "data", seed, limited=limited) as it:
            for number in range(rounds):
                name = list(FAULTS)[number % len(FAULTS)]
                outcome = outcomes[name]
                if name in NEED_OWN_DISK and not limited:
                    outcome.skipped = "file systems may not be mounted here"
                    continue
                await _round(it, name, seed + number, outcome)
                if say:
                    sys.stderr.write(f"{number + 1}: {name}: {outcome}\n")
    return outcomes


async def _round(it: Subject, name: str, seed: int, outcome: Outcome) -> None:
    load = it.load = Load(it.db, seed, it.extractor, it.api)
    healed = await load.run(lambda: FAULTS[name](it))
    outcome.rounds += 1
    outcome.writes += load.done
    outcome.healed_s = max(outcome.healed_s, healed)
    outcome.wrong += await load.again(load.lost_or_twice)
    outcome.failed += load.failures.total()
    outcome.kills += load.kills
    outcome.kills_at_work += load.kills_at_work


def table(outcomes: dict[str, Outcome]) -> str:
    """The outcomes as a page."""
    lines = [
        "| fault | what happens | rounds | writes | failed requests | healed, s | wrong |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    for name, one in outcomes.items():
        said = (FAULTS[name].__doc__ or "").rstrip(".")
        if one.skipped:
            lines.append(f"| {name} | {said} | 0 | skipped: {one.skipped} | | | |")
            continue
        lines.append(
            f"| {name} | {said} | {one.rounds} | {one.writes:,} | {one.failed:,}"
            f" | {one.healed_s:.1f} | {len(one.wrong)} |"
        )
    kills = [
        f"*{name}*: {one.kills} kills, {one.kills_at_work} of them in the middle of a job."
        for name, one in outcomes.items()
        if one.kills
    ]
    return _HEAD + "\n".join([*lines, *([""] if kills else []), *kills]) + "\n"


@asynccontextmanager
async def _subject(data: Path, seed: int, *, limited: bool) -> AsyncGenerator[Subject]:
    running = embedded.running(data)
    address = await asyncio.to_thread(running.__enter__)
    port = int(address.uri.rpartition(":")[2])
    try:
        async with (
            Supervisor.watching(data, _FREE_MIN, _ENDS_MAX) as supervisor,
            BoltProxy.running(port) as proxy,
            Session.open(
                proxy.uri,
                address.user,
                address.password,
                wait_s=_WAIT_S,
                limit_s=30.0,
                supervisor=supervisor,
            ) as making,
        ):
            await migrations.ensure(making)
            async with (
                Session.open(
                    proxy.uri,
                    address.user,
                    address.password,
                    wait_s=_WAIT_S,
                    limit_s=_LIMIT_S,
                    supervisor=supervisor,
                ) as db,
                _model() as (api, extractor),
            ):
                yield Subject(
                    data, address, proxy, db, api, extractor, random.Random(seed), limited
                )
    finally:
        await asyncio.to_thread(running.__exit__, None, None, None)


@asynccontextmanager
async def _model() -> AsyncGenerator[tuple[MessagesApi, Extractor]]:
    with serving() as api:
        api.by_words = True
        async with ClaudeExtractor.open(model_at(api.url)) as extractor:
            yield api, extractor


@contextmanager
def _folder() -> Generator[tuple[Path, bool]]:
    """A folder, and whether it is a small file system of its own."""
    with tempfile.TemporaryDirectory(prefix="doxa-faults-") as name:
        folder = Path(name)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", _DISK, "none", name],
            check=False,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield folder, mounted.returncode == 0
        finally:
            if mounted.returncode == 0:
                subprocess.run(["umount", "--lazy", name], check=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign of the command line; exit 1 if anything was lost, twice or wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--page", type=Path, default=PAGE, help="where the table is written")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args(arguments)
    sys.stderr.write(f"seed {options.seed}\n")
    outcomes = asyncio.run(run(options.rounds, options.seed, say=True))
    page = table(outcomes)
    options.page.write_text(page, encoding="utf-8")
    sys.stdout.write(page)
    wrong = Counter(text for one in outcomes.values() for text in one.wrong)
    for text, times in wrong.items():
        sys.stderr.write(f"{times} times: {text}\n")
    return 1 if wrong else 0


def _prepare_process() -> None:
    """Log errors only, and keep servers small: for a process that does nothing else."""
    logging.getLogger("doxa").setLevel(logging.ERROR)
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    os.environ.setdefault("DOXA_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    os.environ.setdefault("DOXA_NEO4J_HEAP_MB", "400")
    os.environ.setdefault("DOXA_NEO4J_PAGECACHE_MB", "64")


if __name__ == "__main__":
    _prepare_process()
    sys.exit(main())
