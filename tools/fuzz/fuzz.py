"""Fuzz each parser by coverage, for some seconds each: `make fuzz ARGS="30 answer record"`.

Without arguments, 10 seconds for every target of `tools/fuzz/targets.py`, in a process each, as
libFuzzer ends its process. Texts that lead somewhere new are kept in ``build/fuzz``, and serve the
next run; a text that fails is kept there too, and the exit code is 1. Where atheris cannot be
installed, hypothesis alone tries the parsers (`tests/unit/fuzz`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

BUILD = ROOT / "build" / "fuzz"
SECONDS = "10"
TEXT_MAX = 4_096


def main(words: list[str]) -> int:
    """Fuzz the targets that are named, or all."""
    from tools.fuzz.targets import TARGETS  # noqa: PLC0415 -- not where atheris instruments it

    seconds = words.pop(0) if words and words[0].isdigit() else SECONDS
    failed = [name for name in words or TARGETS if not _tried(name, seconds)]
    print(f"failed: {', '.join(failed)}" if failed else "no parser failed")
    return 1 if failed else 0


def _tried(name: str, seconds: str) -> bool:
    folder = BUILD / name.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{name}: {seconds} s", flush=True)
    command = [sys.executable, __file__, "--one", name, str(folder), f"-max_total_time={seconds}"]
    command += [f"-artifact_prefix={folder}-", f"-max_len={TEXT_MAX}", "-verbosity=0"]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True)
    if done.returncode:
        print((done.stdout + done.stderr).decode(errors="replace"))
    return done.returncode == 0


def fuzz_one(name: str, folder: Path, options: list[str]) -> None:
    """Fuzz one target in this process; it ends with it."""
    import atheris  # noqa: PLC0415 -- a group of its own

    with atheris.instrument_imports(include=["api", "extraction", "graph"]):
        from tools.fuzz.targets import TARGETS  # noqa: PLC0415
    target = TARGETS[name]
    for number, seed in enumerate(target.seeds):
        (folder / f"seed-{number}").write_bytes(seed.encode())

    def run(data: bytes) -> None:
        target(data.decode("utf-8", "surrogateescape"))

    atheris.Setup([sys.argv[0], str(folder), *options], run)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz_one(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
    else:
        sys.exit(main(sys.argv[1:]))
