"""The command line imports what a command needs when it is called, and not before."""

import subprocess
import sys

import pytest

from api.graphql.schema import print_sdl

HEAVY = ("asyncio", "rich", "typer", "pydantic", "neo4j", "strawberry", "graph.settings")
RUN = """
import sys
sys.argv[0] = "doxa"
from api.cli.main import main
try:
    main()
finally:
    print([name for name in %r if name in sys.modules], file=sys.stderr)
"""


def loaded(names, *words):
    """How a command ends, and which of these modules it has loaded then."""
    done = subprocess.run(
        [sys.executable, "-c", RUN % (names,), *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["--version"]], ids=" ".join)
def test_help_and_version_load_nothing_of_doxa_or_of_others(words):
    code, out, err = loaded((*HEAVY, "graph"), *words)

    assert (code, err) == (0, "[]\n")
    assert "doxa" in out


@pytest.mark.parametrize(
    ("word", "hint"), [("belief", "did you mean beliefs"), ("shout", "doxa --help lists")]
)
def test_a_command_that_is_none_is_refused_before_anything_is_loaded(word, hint):
    code, out, err = loaded(HEAVY, word)

    assert (code, out) == (2, "")
    assert err.startswith(f"doxa: INVALID_ARGUMENT: there is no command '{word}'\n")
    assert hint in err
    assert err.endswith("\n[]\n")


def test_a_commands_help_is_not_set_by_what_takes_long_to_load():
    code, out, err = loaded(("typer.rich_utils", "rich.markdown"), "beliefs", "--help")

    assert (code, err) == (0, "[]\n")
    assert "Example: doxa beliefs" in out


def test_the_schema_is_printed_as_it_is_served_without_a_store_and_without_making_it(tmp_path):
    code, out, err = loaded(("strawberry", "graph.database.session"), "schema")
    loaded((), "schema", "-o", str(tmp_path / "written.graphql"))

    assert (code, err) == (0, "[]\n")
    assert out == print_sdl()
    assert (tmp_path / "written.graphql").read_text(encoding="utf-8") == out
