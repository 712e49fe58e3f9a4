"""Build the pages that the service serves: ``python -m tools.pages [graphiql | explorer]``.

Each is made of its source and of locked packages, byte for byte the same wherever it is built, and
lies with the licences of all that is in it in the folder that it is served from.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.npm import GENERATED, ROOT, NpmProject

SERVICE = ROOT / "api" / "service"
OPTIONS = (
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--jsx=automatic",
    "--entry-names=[name]",
    "--asset-names=[name]",
    "--loader:.ttf=file",
    '--define:process.env.NODE_ENV="production"',
    "--legal-comments=none",
    "--log-level=error",
    "--metafile=made.json",
)
# What a package ships of other people's beside its own licence.
NOTICES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "ThirdPartyNotices.txt")


_TOLD = re.compile(r"^=== (\S+) (\S+): (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Bundled:
    """A package that is in a page that is served; ``integrity`` is its hash, as the lock has it."""

    name: str
    version: str
    licence: str
    integrity: str


@dataclass(frozen=True, slots=True)
class Page(NpmProject):
    """A page: its source, what of it is bundled, and where it is served from.

    ``vendored`` are files of packages in whose place files of the source are bundled.
    """

    entries: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    vendored: tuple[tuple[str, str], ...] = ()

    @property
    def files(self) -> Path:
        """The folder that it is served from."""
        return SERVICE / f"{self.name}_files"

    def build(self, folder: Path) -> None:
        """Write the page and its files to a folder.

        Raises:
            CalledProcessError: it cannot be built.
        """
        shutil.rmtree(folder, ignore_errors=True)
        for there, own in self.vendored:
            shutil.copy(self.place / own, self.place / "node_modules" / there)
        self.run(self.program("esbuild/bin/esbuild"), *self.entries, *OPTIONS, *self.options,
                  f"--outdir={folder}")  # fmt: skip
        shutil.copy(self.place / "index.html", folder)
        made = json.loads((self.place / "made.json").read_text(encoding="utf-8"))
        told = "\n\n".join(self._told(package) for package in packages(made["inputs"]))
        (folder / "LICENSES.txt").write_text(told + "\n", encoding="utf-8", newline="\n")
        if self.schema is not None:
            shutil.copy(self.place / GENERATED / "persisted-documents.json", folder / DOCUMENTS)

    def described(self, package: Path) -> dict[str, str]:
        """Name, version and licence, as a package says."""
        found = json.loads((self.place / package / "package.json").read_text(encoding="utf-8"))
        return {name: str(found[name]) for name in ("name", "version", "license")}

    def bundled(self) -> Iterator[Bundled]:
        """Yield the packages that are in the page as it is served."""
        lock = json.loads((self.source / "package-lock.json").read_text(encoding="utf-8"))
        hashes = {
            (path.rpartition("node_modules/")[2], one["version"]): one["integrity"]
            for path, one in lock["packages"].items()
            if path
        }
        told = (self.files / "LICENSES.txt").read_text(encoding="utf-8")
        for name, version, licence in _TOLD.findall(told):
            yield Bundled(name, version, licence, hashes[name, version])

    def _told(self, package: Path) -> str:
        said = self.described(package)
        lines = [f"=== {said['name']} {said['version']}: {said['license']}"]
        for name in NOTICES:
            notice = self.place / package / name
            if notice.is_file() and name in {one.name for one in notice.parent.iterdir()}:
                text = notice.read_text(encoding="utf-8").splitlines()
                lines += ["", *(line.rstrip() for line in text)]
        return "\n".join(lines).rstrip()


DOCUMENTS = "documents.json"
GRAPHIQL = Page(
    "graphiql",
    ROOT / "tools" / "graphiql",
    entries=(
        "main.jsx",
        "node_modules/monaco-editor/esm/vs/editor/editor.worker.js",
        "node_modules/monaco-editor/esm/vs/language/json/json.worker.js",
        "node_modules/monaco-graphql/esm/graphql.worker.js",
    ),
    # The editor brings a copy of its own, which is as old as the editor.
    vendored=(("monaco-editor/esm/vs/base/browser/dompurify/dompurify.js", "dompurify.js"),),
)
EXPLORER = Page(
    "explorer",
    ROOT / "api" / "explorer",
    entries=("source/main.tsx",),
    options=("--jsx-import-source=preact",),
    schema=ROOT / "api" / "graphql" / "schema.graphql",
)
PAGES = {page.name: page for page in (GRAPHIQL, EXPLORER)}


def packages(inputs: Iterable[str]) -> list[Path]:
    """The folders, below that of a page, of the packages that bundled files are from."""
    found: set[Path] = set()
    for name in inputs:
        before, at, after = name.rpartition("node_modules/")
        if at:
            parts = after.split("/")
            depth = 2 if after.startswith("@") else 1
            found.add(Path(before, "node_modules", *parts[:depth]))
    return sorted(found)


def make(page: Page) -> None:
    """Build a page where it is served from, and keep what is generated beside its source.

    Raises:
        CalledProcessError: it cannot be built.
    """
    page.install()
    if page.schema is not None:
        page.format()
        page.copy()
        page.generate()
        shutil.rmtree(page.source / GENERATED, ignore_errors=True)
        shutil.copytree(page.place / GENERATED, page.source / GENERATED)
        page.check()
    page.build(page.files)


def main() -> None:
    """Build the pages that are named, or all."""
    for name in sys.argv[1:] or PAGES:
        try:
            make(PAGES[name])
        except subprocess.CalledProcessError as error:
            sys.exit((error.stdout + error.stderr).decode(errors="replace"))


if __name__ == "__main__":
    main()
