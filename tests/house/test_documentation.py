"""What the documentation says is there, and what is there is documented."""

import json
import re
from pathlib import Path

import graphql
import pytest
from typer.main import get_command

from api.cli import app
from graph.vocabulary import ContradictionKind, SupersessionReason

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
}
README = PAGES["README.md"]
COMMANDS = get_command(app).commands
TARGETS = set(
    re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    assert f"`doxa {name}`" in README
    assert COMMANDS[name].help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name):
    silent = [
        option.name
        for option in COMMANDS[name].params
        if not getattr(option, "help", None) and option.name != "help"
    ]

    assert silent == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_is_named_exists(page):
    named = set(re.findall(r"\bdoxa ([a-z]+)\b(?!:)", " ".join(_code(PAGES[page]))))

    assert named - set(COMMANDS) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_target_that_is_named_exists(page):
    assert set(re.findall(r"\bmake ([a-z]+)", " ".join(_code(PAGES[page])))) - TARGETS == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_exists(page):
    named = re.findall(r"`([\w./-]+\.(?:md|py|cypher|graphql|toml|lock|yml))`", PAGES[page])
    missing = [name for name in named if not (ROOT / name).exists()]

    assert missing == []


def test_every_query_of_the_readme_is_one():
    queries = blocks("graphql") + [
        json.loads(body)["query"] for body in re.findall(r"-d '(.*?)'", README)
    ]

    schema = graphql.build_schema((ROOT / "api" / "schema.graphql").read_text(encoding="utf-8"))

    assert queries
    for query in queries:
        document = graphql.parse(query)
        assert graphql.validate(schema, document) == []


def test_every_message_of_the_readme_is_one():
    for line in "".join(blocks("json")).splitlines():
        assert json.loads(line)["occurred_at"].endswith("Z")


def test_the_glossary_has_the_words_of_the_store():
    glossary = PAGES["GLOSSARY.md"].lower()
    words = {"challenge", "loop", *(reason.value.lower() for reason in SupersessionReason)}
    later = {"consolidation", "merge"}

    assert {word for word in words - later if word not in glossary} == set()
    assert {kind.value for kind in ContradictionKind}


def test_decisions_are_numbered_in_order():
    numbers = [int(n) for n in re.findall(r"^## (\d+)\.", PAGES["DECISIONS.md"], re.MULTILINE)]

    assert numbers == list(range(1, len(numbers) + 1))


def _code(page: str) -> list[str]:
    """What stands in code spans and blocks."""
    return re.findall(r"```.*?```|`[^`\n]+`", page, re.DOTALL)
