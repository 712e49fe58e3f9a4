"""What Doxa is made of: known vulnerabilities, licences, and a list of parts (SBOM).

Writes to ``build/supply``: ``requirements.txt`` (the lock with its hashes, extras included),
``audit.json``, ``licences.md``, and ``sbom.json`` (CycloneDX 1.5). Beside the packages of Python
they have the jars of the server, and the packages of JavaScript that are bundled in the pages.

Ends with 0 if all is well; with 1 if there is a vulnerability or a licence that ``[tool.doxa]`` in
``pyproject.toml`` does not answer for; with 75 if the service that knows vulnerabilities could not
be asked, or does not know a package: then nothing, or not everything, was audited.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import httpx
from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from graph.database.server.jars import Jar, load_lock  # noqa: E402 -- the path comes first
from tools.pages import PAGES, Bundled  # noqa: E402

BUILD = ROOT / "build" / "supply"
FOUND, NOT_AUDITED = 1, 75
# It knows the jars and the packages of JavaScript; those of Python are known where they are from.
VULNERABILITIES = "https://api.osv.dev/v1/querybatch"
ASKED_MAX = 500
ANSWER_S = 60.0
SERVER = "Neo4j Community"
# The extra `ogm` is installed without what it asks for, and triton never; see `[tool.uv]`.
EXTRAS = ("--all-extras", "--no-extra", "ogm", "--no-emit-package", "triton")
# What stands between the licences of an expression. All must be allowed, also where one would do.
_JOINTS = re.compile(r"\)?\s+(?:AND|OR)\s+\(?")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all three; the worst of them is the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--no-audit", action="store_true", help="ask no service on the network")
    given = options.parse_args(arguments)
    BUILD.mkdir(parents=True, exist_ok=True)
    answered = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["doxa"]
    refused = write_licences(answered["licences"])
    write_parts()
    for line in refused:
        print(f"licence not allowed: {line}")
    audited = 0 if given.no_audit else audit(answered["vulnerabilities"])
    return FOUND if refused else audited


def export(form: str, *options: str) -> str:
    """The lock in another form, without the groups of development."""
    command = ["uv", "export", "--quiet", "--frozen", "--no-emit-project", "--no-default-groups"]
    command[0] = str(Path(sys.executable).with_name("uv"))
    done = subprocess.run(
        [*command, "--preview-features", "sbom-export", "--format", form, *options],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return done.stdout


def parts() -> dict[str, Any]:
    """All that Doxa has in it as CycloneDX: the default install, jars, what is in the pages."""
    document = json.loads(export("cyclonedx1.5"))
    document["components"] += others()
    return document


def others() -> list[dict[str, Any]]:
    """The parts that are no packages of Python, each once."""
    jars = {jar.coordinate: jar for jar in load_lock().jars}
    packages = {(one.name, one.version): one for page in PAGES.values() for one in page.bundled()}
    return [*map(_jar_part, jars.values()), *map(_npm_part, packages.values())]


def _jar_part(jar: Jar) -> dict[str, Any]:
    group, name, version = jar.coordinate.split(":")[:3]
    return {
        "type": "library",
        "bom-ref": jar.coordinate,
        "group": group,
        "name": name,
        "version": version,
        "purl": f"pkg:maven/{group}/{name}@{version}",
        "hashes": [{"alg": "SHA-256", "content": jar.sha256}],
    }


def _npm_part(one: Bundled) -> dict[str, Any]:
    kind, _, content = one.integrity.partition("-")
    purl = f"pkg:npm/{one.name.replace('@', '%40')}@{one.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": one.name,
        "version": one.version,
        "purl": purl,
        "licenses": [{"expression": one.licence}],
        "hashes": [
            {"alg": kind.replace("sha", "SHA-"), "content": base64.b64decode(content).hex()}
        ],
    }


def write_parts() -> None:
    """The list of parts, as ``sbom.json``."""
    document = parts()
    (BUILD / "sbom.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"{len(document['components'])} parts -> build/supply/sbom.json")


def installed() -> Iterator[str]:
    """The packages of the default install that are for this machine."""
    for part in json.loads(export("cyclonedx1.5"))["components"]:
        told = {one["name"]: one["value"] for one in part.get("properties", ())}
        marker = told.get("uv:package:marker")
        if marker is None or Marker(marker).evaluate():
            yield part["name"]


def declared(package: str) -> list[str]:
    """The licences that a package declares: an expression, else classifiers, else a word."""
    about = metadata.metadata(package)
    classified = [
        one.rpartition(" :: ")[2]
        for one in about.get_all("Classifier") or ()
        if one.startswith("License ::")
    ]
    one = about.get("License-Expression")
    words = [one] if one else classified or [about.get("License") or "none declared"]
    return [part for word in words for part in named(word)]


def named(expression: str) -> list[str]:
    """The licences that an expression names."""
    whole = re.fullmatch(r"\((.*)\)", expression)
    return [part.strip() for part in _JOINTS.split(whole[1] if whole else expression)]


def licences(answered: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each package of the default install and of the pages, its licences, and why it may be used.

    The jars are one row: they are no part of Doxa, and passed on as what they are, a program.
    """
    allowed, exceptions = set(answered["allow"]), answered["exceptions"]
    found = {package: declared(package) for package in installed()}
    for page in PAGES.values():
        found |= {one.name: named(one.licence) for one in page.bundled()}
    for package in sorted(found):
        why = "on the list" if set(found[package]) <= allowed else exceptions.get(package, "")
        yield package, ", ".join(found[package]), why
    yield SERVER, f"GPL-3.0, {len(load_lock().jars)} jars of many", exceptions.get(SERVER, "")


def write_licences(answered: dict[str, Any]) -> list[str]:
    """The report as ``licences.md``; gives what is neither on the list nor an exception."""
    rows = list(licences(answered))
    lines = ["| package | licence | allowed |", "| --- | --- | --- |"]
    lines += [f"| {name} | {found} | {why or '**no**'} |" for name, found, why in rows]
    (BUILD / "licences.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(rows)} packages -> build/supply/licences.md")
    return [f"{name}: {found}" for name, found, why in rows if not why]


def audit(answered: dict[str, str]) -> int:
    """Compare everything with known vulnerabilities; 0, FOUND or NOT_AUDITED."""
    audited = [*audit_packages(answered), *audit_others(others(), answered)]
    (BUILD / "audit.json").write_text(json.dumps(audited, indent=1) + "\n", encoding="utf-8")
    return verdict(audited)


def audit_packages(answered: dict[str, str]) -> list[dict[str, Any]]:
    """Compare the lock with known vulnerabilities: the packages, with what was found of each."""
    pinned = BUILD / "requirements.txt"
    pinned.write_text(export("requirements-txt", *EXTRAS), encoding="utf-8")
    ignored = [word for known in answered for word in ("--ignore-vuln", known)]
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(pinned)]
    command += ["--require-hashes", "--disable-pip", "--format", "json", *ignored]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        why = done.stderr.strip().rpartition("\n")[2]
        return [{"name": pinned.name, "skip_reason": why[:300]}]
    return json.loads(done.stdout)["dependencies"]


def audit_others(
    found: Sequence[dict[str, Any]], answered: dict[str, str], url: str = VULNERABILITIES
) -> list[dict[str, Any]]:
    """Compare jars and what is in the pages likewise, by their purl."""
    audited: list[dict[str, Any]] = []
    for start in range(0, len(found), ASKED_MAX):
        page = found[start : start + ASKED_MAX]
        try:
            known = _known_vulnerabilities([one["purl"] for one in page], url)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            audited += [{"name": one["purl"], "skip_reason": str(error)} for one in page]
            continue
        for one, ids in zip(page, known, strict=True):
            bad = [{"id": each, "fix_versions": []} for each in ids if each not in answered]
            audited.append({"name": one["purl"], "version": one["version"], "vulns": bad})
    return audited


def _known_vulnerabilities(purls: Sequence[str], url: str) -> list[list[str]]:
    """The ids of what is known of each; raises what httpx does, ValueError and KeyError."""
    asked = {"queries": [{"package": {"purl": one}} for one in purls]}
    told = httpx.post(url, json=asked, timeout=ANSWER_S).raise_for_status().json()["results"]
    if len(told) != len(purls):
        raise ValueError(f"{len(told)} answers to {len(purls)} questions")
    return [[bad["id"] for bad in one.get("vulns", ())] for one in told]


def verdict(audited: list[dict[str, Any]]) -> int:
    """What an audit has found, printed; 0, FOUND or NOT_AUDITED."""
    unknown = [one["name"] for one in audited if "skip_reason" in one]
    found = [(one, bad) for one in audited for bad in one.get("vulns", ())]
    for one, bad in found:
        fixed = ", ".join(bad["fix_versions"]) or "see there"
        print(f"vulnerable: {one['name']} {one['version']}: {bad['id']}; fixed in: {fixed}")
    if found:
        return FOUND
    if unknown or not audited:
        print(
            f"not audited: {len(unknown)} of {len(audited)} packages, such as"
            f" {', '.join(unknown[:3])}: the service that knows vulnerabilities cannot be reached,"
            " or does not know them"
        )
        return NOT_AUDITED
    print(f"{len(audited)} packages without a known vulnerability -> build/supply/audit.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
