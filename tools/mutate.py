"""Whether the tests notice faults: each is put into a copy of the code, and must turn one red.

``python -m tools.mutate [--only WORD] [--whole]``: a table of the faults, with the first test that
noticed each, on the server at ``DOXA_NEO4J_URI`` or one of its own. Of what ``make test`` runs, the
modules where a fault should show run first; what they do not notice, all others try with
``--whole``. Exits with 1 if a fault was not noticed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from graph.database.server.embedded import running

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", "node_modules")
SELECTED = ("-m", "not long and not nightly")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A fault: in a file, the first place of a text becomes another; where it should show."""

    what: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def apply(self, root: Path) -> str:
        """Put it into a copy; return what the file was.

        Raises:
            ValueError: the code has changed, and the text is not there.
        """
        path = root / self.file
        whole = path.read_text(encoding="utf-8")
        if self.before not in whole:
            raise ValueError(f"{self.file} has no {self.before!r}: the table is out of date")
        path.write_text(whole.replace(self.before, self.after, 1), encoding="utf-8")
        return whole


MUTATIONS = (
    Mutation(
        "temporal: beliefs that only touch are rivals",
        "graph/kernel/temporal/rivals.py",
        "belief.valid_to > claim.start and",
        "belief.valid_to >= claim.start and",
        ("tests/unit/graph/kernel/temporal/test_rivals.py",),
    ),
    Mutation(
        "temporal: the earliest correction of a date wins",
        "graph/kernel/temporal/rules.py",
        "last = max(group, key=_order)",
        "last = min(group, key=_order)",
        ("tests/unit/graph/kernel/temporal",),
    ),
    Mutation(
        "temporal: a later denial takes nothing back",
        "graph/kernel/temporal/rules.py",
        "    _void(left, starts)\n",
        "",
        ("tests/unit/graph/kernel/temporal",),
    ),
    Mutation(
        "slots: what is replaced is dropped from the history",
        "graph/kernel/slots/difference.py",
        "(self.dropped if belief.system_from >= now else self.closed)",
        "(self.dropped if belief.system_from <= now else self.closed)",
        ("tests/store/write/test_temporal_model.py", "tests/store/read/test_beliefs.py"),
    ),
    Mutation(
        "slots: a belief has the confidence of its weakest memory",
        "graph/kernel/slots/difference.py",
        "confidence=max(item.confidence",
        "confidence=min(item.confidence",
        ("tests/unit/graph/kernel/slots", "tests/store/write/test_temporal_model.py"),
    ),
    Mutation(
        "reads: a belief that has just ended is still shown",
        "cypher/read/beliefs/of_entity.cypher",
        "found.valid_to > $valid_first",
        "found.valid_to >= $valid_first",
        ("tests/store/read/test_beliefs.py", "tests/interfaces/graphql/test_beliefs.py"),
    ),
    Mutation(
        "gate: what the conversation does not support passes",
        "graph/model/gate/gate.py",
        "reading.grounding is not GroundingVerdict.NOT_SUPPORTED",
        "reading.grounding is GroundingVerdict.NOT_SUPPORTED",
        ("tests/unit/graph/model/gate",),
    ),
    Mutation(
        "gate: a confidence just high enough waits",
        "graph/model/gate/gate.py",
        "    if sure >= needed:",
        "    if sure > needed:",
        (
            "tests/unit/graph/model/gate",
            "tests/unit/extraction/pipeline",
            "tests/store/write/intake",
        ),
    ),
    Mutation(
        "grounding: a quotation may begin within a word",
        "extraction/model/grounding.py",
        "if _is_word_aligned(folded, offset, offset + len(needle)):",
        "if offset >= 0:",
        ("tests/unit/extraction/model",),
    ),
    Mutation(
        "grounding: the better of two verdicts wins",
        "extraction/model/grounding.py",
        "return max(own, candidate.grounding",
        "return min(own, candidate.grounding",
        ("tests/unit/extraction/model", "tests/unit/extraction/pipeline"),
    ),
    Mutation(
        "GraphQL: a reader may write",
        "api/graphql/request/permissions.py",
        "Role.READER: frozenset({Right.READ})",
        "Role.READER: frozenset({Right.READ, Right.WRITE})",
        ("tests/repository/test_documentation.py", "tests/interfaces/access/test_roles.py"),
    ),
    Mutation(
        "MCP: no right is asked for",
        "api/mcp_server/server.py",
        "asking_of(context).require(context, RIGHTS[name])",
        "asking_of(context)",
        ("tests/interfaces/access/test_roles.py", "tests/interfaces/mcp_server"),
    ),
    Mutation(
        "command line: every error ends with 1",
        "api/cli/failures.py",
        "return error.exit_code",
        "return 1",
        ("tests/interfaces/cli/shell/test_commands.py", "tests/unit/api/cli"),
    ),
    Mutation(
        "load: lines of a replay may go back in time",
        "api/files/load/load.py",
        "if at < self._last:",
        "if at > at:",
        ("tests/interfaces/cli/test_load.py", "tests/store/history/bulk"),
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try each fault, and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="faults with this in their name")
    options.add_argument("--whole", action="store_true", help="then all that `make test` runs")
    given = options.parse_args(arguments)
    chosen = [one for one in MUTATIONS if given.only in one.what]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="doxa-mutated-")))
        if "DOXA_NEO4J_URI" not in os.environ:
            own = stack.enter_context(running(folder / "data"))
            os.environ |= {
                "DOXA_NEO4J_URI": own.uri,
                "DOXA_NEO4J_USER": own.user,
                "DOXA_NEO4J_PASSWORD": own.password,
            }
        copy = folder / "code"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        found = {one: noticed(one, copy, whole=given.whole) for one in chosen}
    print("| fault | noticed by |\n| --- | --- |")
    for one, by in found.items():
        print(f"| {one.what} | {f'`{by}`' if by else '**nothing**'} |")
    return 0 if all(found.values()) else 1


def noticed(mutation: Mutation, copy: Path, *, whole: bool) -> str:
    """The first test that a fault turns red; nothing if all are green."""
    before = mutation.apply(copy)
    try:
        by = _first_red(copy, mutation.tests)
        if not by and whole:
            by = _first_red(copy, ("tests",))
    finally:
        (copy / mutation.file).write_text(before, encoding="utf-8")
    print(f"{mutation.what}: {by or 'not noticed'}", file=sys.stderr, flush=True)
    return by


def _first_red(copy: Path, tests: Sequence[str]) -> str:
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider"]
    # In the order of the table: those where the fault should show come first.
    command += ["-p", "no:randomly"]
    done = subprocess.run(
        [*command, *SELECTED, *tests],
        cwd=copy,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout[-2_000:] + done.stderr[-2_000:])
    red = _FAILED.search(done.stdout)
    return red[1] if red else ""


if __name__ == "__main__":
    sys.exit(main())
