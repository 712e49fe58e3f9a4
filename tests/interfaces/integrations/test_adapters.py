"""Each adapter of ``integrations`` with its framework, in an environment of its own."""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from tests.interfaces.conformance.environments import ROOT, run
from tests.support.servers.serving import serving

FOLDER = ROOT / "integrations"
ADAPTERS = sorted(path.parent.name for path in FOLDER.glob("*/pyproject.toml"))
# Nothing that a framework has to say of this run goes anywhere.
QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "DO_NOT_TRACK": "1",
    "LANGSMITH_TRACING": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OTEL_SDK_DISABLED": "true",
}


def project(adapter: str) -> dict:
    """What an adapter's ``pyproject.toml`` says."""
    return tomllib.loads((FOLDER / adapter / "pyproject.toml").read_text(encoding="utf-8"))


async def install(adapter: str) -> Path:
    """The Python of an environment with an adapter, its framework and its tests' packages.

    The test is skipped where it cannot be made.
    """
    home = ROOT / "build" / "integrations" / adapter
    python = home / "bin" / "python"
    wanted = ("-e", ROOT / "client", "-e", FOLDER / adapter)
    group = ("--group", f"{FOLDER / adapter / 'pyproject.toml'}:test")
    steps = [] if python.exists() else [("venv", "--python", sys.executable, home)]
    for words in (*steps, ("pip", "install", "--python", python, *wanted, *group)):
        code, told = await run(sys.executable, "-m", "uv", *words)
        if code:
            pytest.skip(f"{adapter} cannot be installed here: {told[-300:]}")
    return python


@pytest.mark.nightly
@pytest.mark.serves
@pytest.mark.parametrize("adapter", ADAPTERS)
async def test_an_adapter_does_what_its_own_tests_say(doxa, adapter):
    python = await install(adapter)
    with serving(doxa) as found:
        code, told = await run(
            *(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "running_service"),
            FOLDER / adapter,
            PYTHONPATH=FOLDER / "support",
            DOXA_URL=found.url,
            DOXA_TOKEN=found.token,
            **QUIET,
        )

    assert code == 0, told[-6_000:]
    assert " passed" in told
    assert " skipped" not in told


def test_every_adapter_pins_what_it_is_tested_with_and_has_a_page_and_tests():
    for adapter in ADAPTERS:
        described = project(adapter)
        assert described["project"]["name"] == f"doxa-{adapter.replace('_', '-')}"
        assert "doxa-client>=0.1,<0.2" in described["project"]["dependencies"]
        assert [one for one in described["dependency-groups"]["test"] if "==" not in one] == []
        assert list((FOLDER / adapter / "tests").glob("test_*.py")), adapter
        assert "```python\n" in (FOLDER / adapter / "README.md").read_text(encoding="utf-8")


def test_the_examples_of_the_guide_are_those_that_the_adapters_run():
    guide = (ROOT / "docs" / "guides" / "frameworks.md").read_text(encoding="utf-8")
    pages = [(FOLDER / adapter / "README.md").read_text(encoding="utf-8") for adapter in ADAPTERS]
    examples = re.findall(r"^```python\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)

    assert len(examples) == len(ADAPTERS)
    for example in examples:
        indented = (example, textwrap.indent(example, "    "))
        assert [page for page in pages for block in indented if block in page], example
