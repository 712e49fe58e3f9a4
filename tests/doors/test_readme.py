"""The README's example, done as it says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOXA = Path(sys.executable).with_name("doxa")
ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MESSAGES = re.search(r"```json\n(.*?)```", README, re.DOTALL)[1]
COMMANDS = re.findall(r"^doxa (.+)$", README, re.MULTILINE)


@pytest.fixture
def doxa(server, caller, tmp_path):
    """Runs a command of the README for a tenant of its own; what it prints, as JSON."""
    (tmp_path / "messages.jsonl").write_text(MESSAGES, encoding="utf-8")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC_")
    } | {
        "DOXA_NEO4J_URI": server.uri,
        "DOXA_NEO4J_USER": server.user,
        "DOXA_NEO4J_PASSWORD": server.password,
        "DOXA_DATA": str(tmp_path / "data"),
    }

    def run(command: str):
        ran = subprocess.run(
            [DOXA, *command.split(), "--tenant", caller.tenant, "--json"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return run


def test_the_example_gives_what_the_readme_says(doxa):
    said, now, earlier, over_time = (doxa(command) for command in COMMANDS)

    assert said
    assert values(now) == ["Berlin"]
    assert values(earlier) == ["Lisbon"]
    assert values(over_time) == ["Lisbon", "Berlin"]


def values(answer) -> list[str]:
    return [belief["value"] for belief in answer["beliefs"]]
