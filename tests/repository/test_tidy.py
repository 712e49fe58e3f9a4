"""Rules of the house that no linter knows."""

import ast
import re
from collections import Counter
from pathlib import Path

from graph.database.statements import CYPHER_DIR, statements
from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("graph", "extraction", "api")
MODULES = sorted(path for top in PACKAGES for path in (ROOT / top).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
CODE = {path: path.read_text(encoding="utf-8") for path in MODULES}

MODULE_LINES_MAX = 700
FUNCTION_LINES_MAX = 40
UNWANTED_NAMES = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common)(_|$)", re.IGNORECASE)
# Participles and pronouns say nothing of what a value is.
SAYS_NOTHING = {"found", "known", "one", "told", "said", "held"}
PARTICIPLES = re.compile(
    r"(?:[a-z]+ed|told|said|held|known|found|made|given|kept|shown|left|written|seen|sent|gone|drawn"
    r"|put|met|bound|sought)"
)
# What the interface's contract, a file or a model's answer calls so, a command, and whole words.
OF_THE_CONTRACT = {"held", "one", "related", "unsettled"}
KEYS_OF_ANSWERS = {"extraction/llm/answer_schema.py: said"}
NO_PARTICIPLES = {"deed", "embed", "reembed"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
OWNERS = {path.name for path in CYPHER_DIR.iterdir()} - {"migrations"}


def functions(source: str):
    """Each function of a module, with the lines of its body after the docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node) and node.body[1:] else node.body
            yield node, node.end_lineno - body[0].lineno + 1


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_module_says_what_it_is_for_and_has_a_bounded_length():
    silent = [place(path) for path, source in CODE.items() if not source.startswith('"""')]
    lengths = {place(path): source.count("\n") for path, source in CODE.items()}

    assert len(CODE) > 300
    assert silent == []
    assert {name: lines for name, lines in lengths.items() if lines > MODULE_LINES_MAX} == {}


def test_a_function_fits_on_a_screen():
    long = {
        f"{place(path)}: {node.name}": lines
        for path, source in CODE.items()
        for node, lines in functions(source)
        if lines > FUNCTION_LINES_MAX
    }

    assert long == {}


def test_names_say_what_things_are():
    defined = {(place(path), path.stem) for path in CODE}
    for path, source in CODE.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                defined.add((place(path), node.name))

    assert [each for each in defined if UNWANTED_NAMES.search(each[1])] == []


def test_a_parameter_says_what_it_is():
    vague = [
        f"{place(path)}: {node.name}({each.arg})"
        for path, source in CODE.items()
        for node, _ in functions(source)
        for each in ast.walk(node.args)
        if isinstance(each, ast.arg) and each.arg in SAYS_NOTHING
    ]

    assert vague == []


def attributes(node: ast.ClassDef):
    """The names that a class gives its instances."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id
        elif isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield each.name


def test_an_attribute_says_what_it_is():
    vague = {
        f"{place(path)}: {name}"
        for path, source in CODE.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for name in attributes(node)
        if name in SAYS_NOTHING - OF_THE_CONTRACT
    }

    assert vague - KEYS_OF_ANSWERS == set()


def test_a_public_function_is_no_lone_participle():
    lone = [
        f"{place(path)}: {node.name}"
        for path, source in CODE.items()
        for node in ast.parse(source).body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and PARTICIPLES.fullmatch(node.name)
        and node.name not in OF_THE_CONTRACT | NO_PARTICIPLES
    ]

    assert lone == []


def test_the_classes_of_a_package_have_names_of_their_own():
    bearers = Counter(
        f"{place(path.parent)}: {node.name}"
        for path, source in CODE.items()
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    )

    assert [name for name, count in bearers.items() if count > 1] == []


def test_a_name_of_a_module_is_borne_by_two_at_most():
    # A command and a GraphQL type have the name of what they are about.
    faces = (ROOT / "api" / "cli", ROOT / "api" / "graphql" / "types")
    bearers = Counter(
        path.stem
        for path in CODE
        if path.name != "__init__.py" and not any(map(path.is_relative_to, faces))
    )

    assert {stem: count for stem, count in bearers.items() if count > 2} == {}


def test_nothing_is_left_unfinished():
    paths = [*MODULES, *CYPHER_DIR.rglob("*.cypher"), *TESTS]
    found = [
        place(path)
        for path in paths
        if path != Path(__file__) and UNFINISHED.search(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def test_a_test_is_a_sentence_and_is_told_once_in_its_module():
    short, twice = [], []
    for path in TESTS:
        names = [
            node.name
            for node, _ in functions(path.read_text(encoding="utf-8"))
            if node.name.startswith("test_")
        ]
        short += [f"{place(path)}: {name}" for name in names if name.count("_") < 3]
        twice += [f"{place(path)}: {name}" for name, count in Counter(names).items() if count > 1]

    assert short == []
    assert twice == []


def statements_named():
    """Each statement that a module names, with the module."""
    named = re.compile(rf'"((?:{"|".join(sorted(OWNERS))})(?:/\w+)+)"')
    return [(name, path) for path, source in CODE.items() for name in named.findall(source)]


def test_every_statement_is_named_somewhere_and_every_named_one_exists():
    known = {name for name in statements() if not name.startswith("migrations/")}

    assert {name for name, _ in statements_named()} == known


def owner(statement):
    """The innermost package of `graph` whose path a statement's path begins with."""
    package = ROOT / "graph"
    for folder in statement.split("/")[:-1]:
        if not (package / folder).is_dir():
            break
        package /= folder
    return package


def test_a_statement_is_named_only_inside_the_package_that_owns_it():
    strangers = [
        f"{path.relative_to(ROOT)}: {name}"
        for name, path in statements_named()
        if not path.is_relative_to(owner(name))
    ]

    assert strangers == []


def test_cypher_is_nowhere_but_in_its_files():
    clause = re.compile(r'"(?:[^"\n]*\s)?(?:MATCH \(|MERGE \(|CREATE \(|UNWIND \$|RETURN \w+\.)')

    assert [str(path) for path, source in CODE.items() if clause.search(source)] == []


def test_the_clock_is_read_in_one_place():
    read = re.compile(r"datetime\.(now|utcnow|today)\(|date\.today\(")
    elsewhere = [path.name for path, source in CODE.items() if read.search(source)]

    assert elsewhere == ["clock.py"]


def test_every_setting_changes_something():
    others = "\n".join(source for path, source in CODE.items() if path.name != "settings.py")
    used = {
        name
        for name in Settings.model_fields
        if re.search(rf"\.{name}\b|DOXA_{name.upper()}\b", others)
    }

    assert used == set(Settings.model_fields)
