"""The wheel holds what it should, and its names are nobody else's."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from hatchling import build as backend

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"graph", "extraction", "api", "cypher"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))


def environment():
    return {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "")}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("built")
    before = Path.cwd()
    try:
        os.chdir(ROOT)
        sdist = folder / backend.build_sdist(str(folder))
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        os.chdir(folder / sdist.name.removesuffix(".tar.gz"))
        wheel = folder / backend.build_wheel(str(folder))
    finally:
        os.chdir(before)
    return wheel


def test_nobody_else_owns_our_names():
    owners = importlib.metadata.packages_distributions()

    assert {
        name: owners.get(name, []) for name in NAMES if set(owners.get(name, [])) - {"doxa"}
    } == {}


@pytest.mark.long
def test_the_wheel_made_from_the_sdist_has_all_and_only_our_packages(built):
    with zipfile.ZipFile(built) as archive:
        files = set(archive.namelist())
    tops = {name.partition("/")[0] for name in files}
    ours = {
        path.relative_to(ROOT).as_posix()
        for top in NAMES
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    sources = {name for name in ours if name.startswith("api/explorer/")}

    assert {top for top in tops if not top.endswith(".dist-info")} == NAMES
    assert sources
    assert files & ours == ours - sources
    for name in ("LICENSE", "LICENSE-UNICODE"):
        assert any(file.endswith(f"/licenses/{name}") for file in files)


def test_the_command_is_not_misled_by_a_folder_of_the_same_name(built, tmp_path):
    """Flat packages have plain names; the console script must find its own all the same."""
    home = tmp_path / "home"
    venv.create(home, symlinks=True)
    site = next(home.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(built) as archive:
        archive.extractall(site)
    libraries = Path(importlib.metadata.distribution("typer").locate_file(""))
    (site / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
    decoy = tmp_path / "elsewhere" / "api"
    decoy.mkdir(parents=True)
    (decoy / "__init__.py").write_text("raise SystemExit('the decoy was imported')\n")
    module, _, function = PROJECT["project"]["scripts"]["doxa"].partition(":")
    script = home / "bin" / "doxa"
    script.write_text(f"import sys\nfrom {module} import {function}\nsys.exit({function}())\n")

    ran = subprocess.run(
        [home / "bin" / "python", script, "--help"],
        cwd=decoy.parent,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert "beliefs" in ran.stdout


def test_the_lock_names_public_places_only():
    places = set()
    for package in LOCK["package"]:
        source = package["source"]
        places.add(source.get("registry") or next(iter(source)))
        for file in [*package.get("wheels", []), package.get("sdist", {})]:
            if "url" in file:
                places.add(file["url"].split("/")[2])

    assert places == {"https://pypi.org/simple", "files.pythonhosted.org", "editable"}


def test_a_default_install_has_no_torch():
    """Walks the lock from our own dependencies, extras apart."""
    packages = {}
    for package in LOCK["package"]:
        packages.setdefault(package["name"], []).append(package)
    wanted, seen = ["doxa"], set()
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            for package in packages[name]:
                wanted += [needed["name"] for needed in package.get("dependencies", [])]

    assert "spacy" in seen
    assert not seen & {
        "torch",
        "sentence-transformers",
        "tensorflow",
        "gqlalchemy",
        "redis",
        "taskiq",
        "testcontainers",
    }


def test_what_is_imported_is_declared():
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    declared = {
        plain(one) for one in [*project["dependencies"], *(x for some in extras for x in some)]
    }
    owners = importlib.metadata.packages_distributions()

    undeclared = {
        name
        for name in imported() - NAMES - sys.stdlib_module_names
        if not {plain(owner) for owner in owners.get(name, [name])} & declared
    }
    assert undeclared == set()


def plain(requirement: str) -> str:
    """The normal form of a distribution's name."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def imported() -> set[str]:
    """The top-level name of everything that our modules import."""
    found = set()
    for top in NAMES - {"cypher"}:
        for path in (ROOT / top).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    found |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    found.add(node.module.partition(".")[0])
    return found
