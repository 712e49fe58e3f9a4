"""Write graph/database/server/jars.lock: every jar of one version of Neo4j, with size and SHA-256.

Run it when Neo4j is raised: ``python -m tools.lock_jars 2026.09.0``.
Resolving is left to jgo, a development dependency; the product itself only reads the lock.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import jgo

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from graph.database.server.jars import FETCHERS, LOCK_FILE, Jar, Lock, maven_url, write_lock

SERVER = "org.neo4j:neo4j"
# Test libraries that some POMs on the way forgot to scope as such.
UNUSED = {"mockito-core", "byte-buddy", "byte-buddy-agent", "objenesis", "junit", "hamcrest"}


def main() -> None:
    """Resolve, download, hash, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", help="of the server, as 2026.09.0")
    parser.add_argument("--to", type=Path, default=LOCK_FILE, help="the lock to write")
    given = parser.parse_args()
    version, file = cast("str", given.version), cast("Path", given.to)
    with ThreadPoolExecutor(FETCHERS) as pool:
        jars = sorted(pool.map(measure, coordinates(version)), key=lambda jar: jar.coordinate)
    file.write_text(write_lock(Lock(version, tuple(jars))), encoding="utf-8")
    size = sum(jar.size for jar in jars)
    print(f"{len(jars)} jars, {size / 1e6:.0f} MB -> {file}")


def coordinates(version: str) -> list[str]:
    """The server and all it needs at run time, as ``group:artifact:version[:classifier]``."""
    found = {
        ":".join(filter(None, (jar.groupId, jar.artifactId, jar.version, jar.classifier)))
        for jar in jgo.resolve(f"{SERVER}:{version}", repositories={"central": maven_url()})
        if jar.packaging == "jar" and jar.artifactId not in UNUSED
    }
    return sorted(found)


def measure(coordinate: str) -> Jar:
    """Download one jar and note what it is."""
    with urllib.request.urlopen(f"{maven_url()}/{Jar(coordinate, 0, '').path}", timeout=60) as body:
        content = body.read()
    return Jar(coordinate, len(content), hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    main()
