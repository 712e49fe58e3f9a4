"""What Doxa is made of: known vulnerabilities, licences, and a list of parts (SBOM).

Writes to ``build/supply``: ``requirements.txt`` (the lock with its hashes, extras included),
``audit.json``, ``licences.md``, and ``sbom.json`` (CycloneDX 1.5, with the jars of the server).

Ends with 0 if all is well; with 1 if there is a vulnerability or a licence that ``[tool.doxa]`` in
``pyproject.toml`` does not answer for; with 75 if the service that knows vulnerabilities could not
be asked, or does not know a package: then nothing, or not everything, was audited.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from graph.server.jars import locked  # noqa: E402 -- the path comes first

BUILD = ROOT / "build" / "supply"
FOUND, NOT_AUDITED = 1, 75
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
    """The default install as CycloneDX, with the server's jars."""
    document = json.loads(export("cyclonedx1.5"))
    for jar in locked().jars:
        group, name, version = jar.coordinate.split(":")[:3]
        document["components"].append(
            {
                "type": "library",
                "bom-ref": jar.coordinate,
                "group": group,
                "name": name,
                "version": version,
                "purl": f"pkg:maven/{group}/{name}@{version}",
                "hashes": [{"alg": "SHA-256", "content": jar.sha256}],
            }
        )
    return document


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
    return [part.strip() for word in words for part in _JOINTS.split(word)]


def licences(answered: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each package of the default install, its licences, and why it may be used."""
    allowed = set(answered["allow"])
    for package in sorted(set(installed())):
        found = declared(package)
        fits = set(found) <= allowed
        why = "on the list" if fits else answered["exceptions"].get(package, "")
        yield package, ", ".join(found), why


def write_licences(answered: dict[str, Any]) -> list[str]:
    """The report as ``licences.md``; gives what is neither on the list nor an exception."""
    rows = list(licences(answered))
    lines = ["| package | licence | allowed |", "| --- | --- | --- |"]
    lines += [f"| {name} | {found} | {why or '**no**'} |" for name, found, why in rows]
    (BUILD / "licences.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(rows)} packages -> build/supply/licences.md")
    return [f"{name}: {found}" for name, found, why in rows if not why]


def audit(answered: dict[str, str]) -> int:
    """Compare the lock with known vulnerabilities; 0, FOUND or NOT_AUDITED."""
    pinned = BUILD / "requirements.txt"
    pinned.write_text(export("requirements-txt", *EXTRAS), encoding="utf-8")
    ignored = [word for known in answered for word in ("--ignore-vuln", known)]
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(pinned)]
    command += ["--require-hashes", "--disable-pip", "--format", "json", *ignored]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        why = done.stderr.strip().rpartition("\n")[2]
        print(f"not audited: {why[:300]}")
        return NOT_AUDITED
    (BUILD / "audit.json").write_text(done.stdout, encoding="utf-8")
    return verdict(json.loads(done.stdout)["dependencies"])


def verdict(audited: list[dict[str, Any]]) -> int:
    """What an audit has found, printed; 0, FOUND or NOT_AUDITED."""
    unknown = [one["name"] for one in audited if "skip_reason" in one]
    found = [(one, bad) for one in audited for bad in one.get("vulns", ())]
    for one, bad in found:
        fixed = ", ".join(bad["fix_versions"]) or "none"
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
