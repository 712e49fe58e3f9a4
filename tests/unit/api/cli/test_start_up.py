"""The command line imports what a command needs when it is called, and not before."""

import subprocess
import sys

import pytest

HEAVY = ("asyncio", "neo4j", "strawberry", "spacy", "onnxruntime", "graph.settings", "api.cli.run")
RUN = """
import sys
sys.argv[0] = "doxa"
from api.cli.main import main
try:
    main()
finally:
    print([name for name in %r if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_no_command(option):
    done = subprocess.run(
        [sys.executable, "-c", RUN % (HEAVY,), option], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert "doxa" in done.stdout
