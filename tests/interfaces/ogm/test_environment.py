"""The extra ``[ogm]``, tested in an environment of its own: the others have no GQLAlchemy."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from tests.interfaces.conformance.environments import ROOT, locked_environment, run

pytestmark = pytest.mark.skipif(
    find_spec("gqlalchemy") is not None, reason="this is the environment with GQLAlchemy"
)


def test_without_the_extra_its_import_says_how_to_get_it():
    done = subprocess.run(
        [sys.executable, "-c", "import graph.ogm"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert done.returncode == 1
    assert "ImportError: graph.ogm needs the extra [ogm]" in done.stderr
    assert "docs/guides/notebooks.md" in done.stderr


@pytest.mark.nightly
async def test_views_and_the_notebook_do_what_they_say_on_the_store_of_this_run(server):
    programs = await locked_environment(
        "ogm", "--group", "test", "--group", "notebook", "--extra", "ogm"
    )
    profile = settings.get_current_profile_name()
    code, told = await run(
        *(programs / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *(f"--hypothesis-profile={profile}", f"--rootdir={ROOT}", Path(__file__).parent),
        wait_s=None,
        DOXA_NEO4J_URI=server.uri,
        DOXA_NEO4J_USER=server.user,
        DOXA_NEO4J_PASSWORD=server.password,
    )

    assert code == 0, told[-5000:]
    assert " passed" in told
    assert " failed" not in told
