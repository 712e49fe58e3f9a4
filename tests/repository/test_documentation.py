"""What the documentation says is there, and what is there is documented."""

import json
import re
from pathlib import Path

import graphql
import pytest
from doxa_client.errors import BY_CODE
from doxa_client.errors import DoxaError as ClientError
from typer.main import get_command

from api.cli.dispatch.program import app
from graph.database.driver import SERVER_MIN
from graph.database.server.jars import LOCK_FILE, read_lock
from graph.errors import DoxaError
from graph.vocabulary import SupersessionReason
from tools.reference import breaking, pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
}
GROUP = get_command(app)
SENTENCES = {name: command.help for name, command in GROUP.commands.items()}
for name in SENTENCES:
    GROUP.load(name)
COMMANDS = GROUP.commands
CODE = [
    path for top in ("graph", "extraction", "api", "cypher") for path in (ROOT / top).rglob("*")
]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
TARGETS = set(
    re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
)


def test_every_error_has_a_page_and_a_line_in_their_list():
    codes = {kind.code: kind.exit_code for kind in kinds_of(DoxaError)}
    listed = re.findall(
        r"^\| \[([A-Z_]+)\]\((\S+)\) \| \S.+ \| (\d+) \| `(\w+)` \|$",
        PAGES["docs/errors/README.md"],
        re.MULTILINE,
    )

    assert {code: int(exit_code) for code, _, exit_code, _ in listed} == codes
    assert len(listed) == len(codes)
    for code, path, exit_code, exception in listed:
        page = PAGES[f"docs/errors/{path}"]
        assert page.startswith(f"# {code}\n"), code
        assert f"Exit code {exit_code}; exception `{exception}`." in page, code
        assert BY_CODE.get(code, ClientError).__name__ == exception


def kinds_of(kind):
    return [kind, *(each for child in kind.__subclasses__() for each in kinds_of(child))]


def test_every_generated_page_is_current():
    """``make fix`` writes them."""
    old = [
        path
        for path, write in pages().items()
        if (ROOT / path).read_text(encoding="utf-8") != write()
    ]

    assert old == []


def test_the_overview_gives_the_first_line_of_every_command():
    """The overview is printed without loading a command."""
    assert {name: each.help.partition("\n")[0] for name, each in COMMANDS.items()} == SENTENCES


def test_every_command_and_option_says_what_it_does():
    silent = [
        f"{name} {option.name}"
        for name, command in COMMANDS.items()
        for option in command.params
        if not getattr(option, "help", None) and option.name != "help"
    ]

    assert silent == []
    assert [n for n, one in COMMANDS.items() if not (one.help or hasattr(one, "commands"))] == []


def test_every_command_that_is_named_exists():
    assert wrong_on_pages(r"\bdoxa ([a-z]+)\b(?!:)", lambda _, name: name in COMMANDS) == []


def test_the_oldest_server_is_stated_as_it_is_required_and_tested():
    required = "{}.{:02}".format(*SERVER_MIN)
    locks = (ROOT / "tests/support/servers/oldest.lock", LOCK_FILE)
    oldest, newest = (read_lock(one.read_text(encoding="utf-8")).version for one in locks)
    assert oldest.startswith(f"{required}.")
    for page in ("README.md", "docs/guides/run-the-service.md", "docs/compatibility.md"):
        stated = re.findall(r"Neo4j (?:\| )?([\d.]+) or newer", PAGES[page])
        assert stated == [required], page
    assert f"pass on {oldest} and {newest} " in PAGES["docs/compatibility.md"]


def test_every_target_that_is_named_exists():
    assert wrong_on_pages(r"\bmake ([a-z-]+)", lambda _, name: name in TARGETS) == []


def test_every_file_that_is_named_exists():
    named = r"`([\w./-]+/[\w./-]+\.(?:md|py|cypher|graphql|toml|lock|yml))`"

    assert wrong_on_pages(named, lambda _, name: (ROOT / name).exists()) == []


def test_every_link_between_documents_leads_somewhere():
    wrong = [
        f"{page}: {link}"
        for page, text in PAGES.items()
        for link in re.findall(
            r"\]\((?!https?:)([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        )
        if not _leads_somewhere(page, link)
    ]

    assert wrong == []


def wrong_on_pages(pattern, is_right):
    """What stands in the code of the pages, as the pattern names it, and is not right there."""
    seen = {
        (page, name)
        for page, text in PAGES.items()
        for name in re.findall(pattern, " ".join(_code(text)))
    }
    assert seen, pattern
    return sorted(f"{page}: {name}" for page, name in seen if not is_right(page, name))


def test_every_page_that_code_cites_is_there():
    cited = {
        link
        for path in CODE
        if path.suffix in (".py", ".cypher")
        for link in re.findall(r"docs/[\w/-]+\.md(?:#[\w-]+)?", path.read_text(encoding="utf-8"))
    }

    assert "docs/concepts/claims-and-beliefs.md" in {link.partition("#")[0] for link in cited}
    assert [link for link in cited if not _leads_somewhere("README.md", link)] == []


def test_every_query_of_the_documentation_is_valid():
    # The pages of errors have what is refused.
    text = "\n".join(page for path, page in PAGES.items() if not path.startswith("docs/errors/"))
    queries = re.findall(r"^```graphql\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    queries += [json.loads(body)["query"] for body in re.findall(r"-d '(.*?)'", text)]
    schema = graphql.build_schema(
        (ROOT / "api" / "graphql" / "schema.graphql").read_text(encoding="utf-8")
    )

    assert queries
    assert [
        error for each in queries for error in graphql.validate(schema, graphql.parse(each))
    ] == []


def test_the_readme_fits_on_two_screens():
    assert PAGES["README.md"].count("\n") < 100
    assert len(PAGES["README.md"].split()) <= 700


def test_the_glossary_has_the_words_of_the_store():
    glossary = PAGES["GLOSSARY.md"].lower()
    words = {"challenge", "loop", *(reason.value.lower() for reason in SupersessionReason)}

    assert {word for word in words - {"consolidation"} if word not in glossary} == set()


def test_decisions_are_numbered_in_order():
    numbers = [int(path.name[:4]) for path in DECISIONS]

    assert numbers == list(range(1, len(numbers) + 1))


def test_every_decision_has_a_status_and_its_sections():
    for path in DECISIONS:
        text = path.read_text(encoding="utf-8")
        status = re.match(r"---\nstatus: accepted\ndate: \d{4}-\d\d-\d\d\n---\n", text)

        assert status, path.name
        assert re.findall(r"^##? (\d+|\w+)", text, re.MULTILINE) == [
            str(int(path.name[:4])),
            "Context",
            "Decision",
            "Consequences",
        ], path.name


def _code(page: str) -> list[str]:
    """What stands in code spans and blocks."""
    return re.findall(r"```.*?```|`[^`\n]+`", page, re.DOTALL)


def _leads_somewhere(page: str, link: str) -> bool:
    """Whether a link of a page leads to a file that exists, and to an anchor in it."""
    path, _, anchor = link.partition("#")
    target = (ROOT / page).parent / path if path else ROOT / page
    if not target.exists():
        return False
    return not anchor or anchor in _anchors(target.read_text(encoding="utf-8"))


def _anchors(text: str) -> set[str]:
    """The anchors of a page: those it names, and its headings as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([\w-]+)"', text))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ("type Query { likes(of: String): String }", []),
        ("type Query { likes(of: String): String, more: Int }", []),
        ("type Query { likes(of: String, by: ID): String! }", []),
        ("type Query { more: String }", ["Field Query.likes was removed."]),
        ("type Query { likes: String }", ["Argument Query.likes(of:) was removed."]),
    ],
)
def test_a_schema_that_breaks_its_users_is_noticed(changed, told):
    assert breaking("type Query { likes(of: String): String }", changed) == told
