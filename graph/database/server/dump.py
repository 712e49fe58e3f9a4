"""Dump the embedded database while its server is stopped, and load such a dump.

Neo4j's own administration tool does both; it is among the server's jars. A dump has everything in
the database, so it needs no export, but it can only be read by this version of Neo4j or a newer
one.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from graph.database.server import data_dir, embedded, jars, java
from graph.database.server.process import bare_environ
from graph.errors import Conflict, ServerDidNotStart
from graph.progress import Say

FILE = "neo4j.dump"

_TOOL = "org.neo4j.cli.AdminTool"
_HEAP_MB = 512
_SAID_MAX = 500
_DUMPS = "end what uses it, or leave --dump out: a backup is made while it runs"


def dump(data: Path, folder: Path, say: Say) -> Path:
    """Dump the database of a data directory to ``neo4j.dump`` in a folder; return the file.

    Raises:
        Conflict: a server runs on the directory, or there is no database in it.
        ServerDidNotStart: Neo4j's tool failed.
    """
    data = data.expanduser().resolve()
    data_dir.require_database(data)
    with embedded.hold_start_lock(data, say):
        embedded.require_stopped(data, _DUMPS)
        _run(data, ["dump", "neo4j", f"--to-path={folder}"], say)
    file = folder / FILE
    file.chmod(0o600)
    return file


def load(data: Path, folder: Path, version: str, say: Say) -> None:
    """Load ``neo4j.dump`` from a folder as the database of a data directory that has none.

    Raises:
        SchemaMismatch: a newer Neo4j than this program's has written it.
        Conflict: there is a database already.
        ServerDidNotStart: Neo4j's tool failed, or the directory cannot be written.
    """
    data = data.expanduser().resolve()
    own = jars.load_lock().version
    data_dir.require_not_newer(version, own, str(folder))
    data_dir.create(data)
    with embedded.hold_start_lock(data, say):
        embedded.require_stopped(data, _DUMPS)
        if data_dir.has_database(data):
            raise Conflict(
                f"there is a database in {data} already",
                hint="name an empty folder with --data, or move that one away",
            )
        data_dir.prepare(data, own)
        data_dir.write_settings(data, 0)
        _run(data, ["load", "neo4j", f"--from-path={folder}"], say)


def _run(data: Path, arguments: list[str], say: Say) -> None:
    paths = jars.fetch(say)
    home = data / "neo4j"
    say(f"database {arguments[0]}")
    done = subprocess.run(  # noqa: S603 -- no argument comes from outside
        [
            str(java.find().executable),
            f"-Xmx{_HEAP_MB}m",
            *embedded.OPENED,
            "-cp",
            os.pathsep.join(map(str, paths)),
            _TOOL,
            "database",
            *arguments,
        ],
        env=bare_environ() | {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = next((line for line in said if "rror" in line or "ailed" in line), " ".join(said))
        raise ServerDidNotStart(
            f"Neo4j's tool could not {arguments[0]} the database: {why[:_SAID_MAX]}",
            hint="see that there is space, and that the folder can be written",
        )
