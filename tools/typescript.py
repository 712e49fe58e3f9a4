"""Write what the client for TypeScript asks, with its types: ``python -m tools.typescript``.

The generated file is kept beside the source, so that whoever builds the package needs no generator,
and a change of the schema shows as a change of types.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.npm import GENERATED, ROOT, NpmProject

CLIENT = NpmProject(
    "typescript",
    ROOT / "client" / "typescript",
    schema=ROOT / "api" / "graphql" / "schema.graphql",
)
TYPES = GENERATED / "graphql.ts"
# One type of a package that would bring all of graphql-js to whoever installs the client.
_FOREIGN = "import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';\n"
_OWN = "import type { TypedDocument as DocumentTypeDecoration } from '../documents.js';\n"


def generate() -> Path:
    """Write the documents with their types where the client is built, and return the file.

    Raises:
        CalledProcessError: one of them is no document of the schema.
        ValueError: the generator writes something else than it did.
    """
    CLIENT.generate()
    path = CLIENT.place / TYPES
    text = path.read_text(encoding="utf-8")
    if text.count(_FOREIGN) != 1:
        raise ValueError("the generated file does not import what it did")
    # The preset writes a look-up of documents by their text too, which nobody here makes.
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    path.write_text(text.replace(_FOREIGN, _OWN), encoding="utf-8", newline="\n")
    return path


def build() -> None:
    """Build the package, as ``npm pack`` would have it, where the client is built.

    Raises:
        CalledProcessError: its types do not fit.
    """
    CLIENT.run(CLIENT.program("typescript/bin/tsc"))


def main() -> None:
    """Format the source, and keep what is generated beside it."""
    try:
        CLIENT.install()
        CLIENT.format()
        CLIENT.copy()
        written = generate()
        (CLIENT.source / GENERATED).mkdir(exist_ok=True)
        shutil.copy(written, CLIENT.source / TYPES)
        CLIENT.check()
    except subprocess.CalledProcessError as error:
        sys.exit((error.stdout + error.stderr).decode(errors="replace"))


if __name__ == "__main__":
    main()
