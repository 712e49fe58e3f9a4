"""Rules of the house that no linter knows."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from graph.database.statements import CYPHER_DIR, statements
from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("graph", "extraction", "api")
MODULES = sorted(path for top in PACKAGES for path in (ROOT / top).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
CODE = {path: path.read_text(encoding="utf-8") for path in MODULES}

FOLDER_FILES_MAX = 16
# Migrations that were applied do not change, so that there are ever more of them.
GROWING = ROOT / "cypher" / "migrations"
MODULE_LINES_MAX = 500
FUNCTION_LINES_MAX = 40
UNWANTED_NAMES = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common)(_|$)", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
OWNERS = {path.name for path in CYPHER_DIR.iterdir()} - {"migrations"}
EACH_MODULE = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
EACH_TEST = pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))


def functions(source: str):
    """Each function of a module, with the lines of its body after the docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node) and node.body[1:] else node.body
            yield node, node.end_lineno - body[0].lineno + 1


@EACH_MODULE
def test_a_module_fits_in_the_head(path):
    source = CODE[path]

    assert source.startswith('"""'), "its first line says what it is for"
    assert source.count("\n") <= MODULE_LINES_MAX


@EACH_MODULE
def test_a_function_fits_on_a_screen(path):
    long = {node.name: lines for node, lines in functions(CODE[path]) if lines > FUNCTION_LINES_MAX}

    assert not long


@EACH_MODULE
def test_names_say_what_things_are(path):
    defined = {path.stem}
    for node in ast.walk(ast.parse(CODE[path])):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            defined.add(node.name)

    assert not [name for name in defined if UNWANTED_NAMES.search(name)]


@pytest.mark.parametrize(
    "path",
    [*MODULES, *sorted(CYPHER_DIR.rglob("*.cypher")), *TESTS],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_nothing_is_left_unfinished(path):
    if path != Path(__file__):
        assert not UNFINISHED.search(path.read_text(encoding="utf-8"))


@EACH_TEST
def test_a_test_is_a_sentence(path):
    names = [
        node.name
        for node, _ in functions(path.read_text(encoding="utf-8"))
        if node.name.startswith("test_")
    ]

    assert [name for name in names if name.count("_") < 3] == []
    assert [name for name, count in Counter(names).items() if count > 1] == []


def folders():
    """Each folder of code with its files; what is written by tools does not count."""
    for top in (*PACKAGES, "cypher", "tests", "tools"):
        for folder in (ROOT / top, *sorted((ROOT / top).rglob("*"))):
            if folder.is_dir() and "__pycache__" not in folder.parts:
                yield folder


@pytest.mark.parametrize("folder", list(folders()), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_is_seen_at_a_glance(folder):
    files = [path for path in folder.iterdir() if path.is_file() and path.name != "__init__.py"]

    assert folder == GROWING or len(files) <= FOLDER_FILES_MAX


def statements_named():
    """Each statement that a module names, with the module."""
    named = re.compile(rf'"((?:{"|".join(sorted(OWNERS))})(?:/\w+)+)"')
    return [(name, path) for path, source in CODE.items() for name in named.findall(source)]


def test_every_statement_is_named_somewhere_and_every_named_one_exists():
    known = {name for name in statements() if not name.startswith("migrations/")}

    assert {name for name, _ in statements_named()} == known


def test_a_statement_is_named_only_inside_the_package_that_owns_it():
    strangers = [
        f"{path.relative_to(ROOT)}: {name}"
        for name, path in statements_named()
        if not path.is_relative_to(ROOT / "graph" / name.partition("/")[0])
    ]

    assert strangers == []


def test_cypher_is_nowhere_but_in_its_files():
    clause = re.compile(r'"(?:[^"\n]*\s)?(?:MATCH \(|MERGE \(|CREATE \(|UNWIND \$|RETURN \w+\.)')

    assert [str(path) for path, source in CODE.items() if clause.search(source)] == []


def test_the_clock_is_read_in_one_place():
    read = re.compile(r"datetime\.(now|utcnow|today)\(|date\.today\(")
    elsewhere = [path.name for path, source in CODE.items() if read.search(source)]

    assert elsewhere == ["clock.py"]


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_setting_changes_something(name):
    others = [source for path, source in CODE.items() if path.name != "settings.py"]
    use = re.compile(rf"\.{name}\b|DOXA_{name.upper()}\b")

    assert any(use.search(source) for source in others)
