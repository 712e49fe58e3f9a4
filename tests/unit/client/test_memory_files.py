"""The files of the memory tool: paths, lines, and what an edit says."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from anthropic.lib.tools import ToolError
from doxa_client import AsyncMemoryClient
from doxa_client.memory_tool import AsyncDoxaMemoryTool
from doxa_client.memory_tool.answers import format_size
from doxa_client.memory_tool.edits import replace_text
from doxa_client.memory_tool.lines import File, line_of, read_statement
from doxa_client.memory_tool.paths import NAME_MAX, path_of, read_entity_name
from doxa_client.models import Belief, Entity
from hypothesis import given
from hypothesis import strategies as st

PATH = "/memories/Ana.md"
PRINTED = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=NAME_MAX
)


def belief(attribute, value, since, handle, **more):
    return Belief(
        id=f"b_{handle * 26}",
        attribute=attribute,
        value=value,
        valid_from=datetime(2020, 1, 1, tzinfo=UTC),
        valid_from_text=since,
        system_from=datetime(2020, 1, 1, tzinfo=UTC),
        confidence=0.9,
        contested=False,
        **more,
    )


LINES = [
    belief("job_title", "nurse", "2024-05-01 09:30Z", "a", valid_from_basis="OBSERVED"),
    belief("likes", "tea", "2020", "b"),
    belief("likes", "milk", "2021-05", "c", valid_to_text="2030"),
]
FILE = File(Entity(id="e_1", name="Ana", kind="person"), tuple(line_of(one) for one in LINES))


def parts_of(edit):
    pairs = [(one.words, old and old.belief.value) for one, old in edit.statements]
    return pairs, edit.prose, [line.belief.value for line in edit.removals]


def test_a_line_has_its_period_and_a_handle():
    assert FILE.texts == [
        "# Ana (person)",
        "job_title: nurse (noted 2024-05-01) [b_aaaaaaaa]",
        "likes: tea (since 2020) [b_bbbbbbbb]",
        "likes: milk (since 2021-05 until 2030) [b_cccccccc]",
    ]


@given(st.text(min_size=1).filter(str.strip), st.sampled_from(LINES))
def test_any_value_is_one_line_that_says_it_again(value, one):
    line = line_of(one.model_copy(update={"value": value, "context": "at work"}))
    statement = read_statement(line.text)

    assert len(line.text.splitlines()) == 1
    assert line.says(statement)
    assert statement.handle == line.handle


@pytest.mark.parametrize(
    "text", ["Ana likes tea.", "Note: call Bob", "likes:tea", "see https://a.org/b", "- ", "# Ana"]
)
def test_what_is_not_written_as_a_line_is_prose(text):
    assert read_statement(text) is None


@given(PRINTED)
def test_every_name_has_a_path_that_leads_back(name):
    assert read_entity_name(path_of(name)) == name or name in (".", "..")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/etc/passwd", "Path must start with /memories, got: /etc/passwd"),
        ("/memoriesX.md", "Path must start with /memories"),
        ("/memories/../secret.md", "would escape /memories directory"),
        ("/memories/%2e%2e%2fsecret.md", "would escape /memories directory"),
        ("/memories/..\\secret.md", "would escape /memories directory"),
        ("/memories/notes/Ana.md", "there are no directories in /memories"),
        ("/memories/Ana.txt", "each entity has one file, /memories/NAME.md"),
        ("/memories/.md", "is no file"),
        ("/memories/a\x00b.md", "has characters that no path has"),
        ("/memories/a%00b.md", "has characters that no path has"),
        ("/memories/\ud800.md", "has characters that no path has"),
        (f"/memories/{'a' * 301}.md", "at most 300 characters"),
        (f"/memories/{'a' * 5000}.md", "at most 1000 characters"),
    ],
)
def test_a_path_of_no_file_is_refused(path, words):
    with pytest.raises(ToolError) as refused:
        read_entity_name(path)

    assert words in str(refused.value)
    str(refused.value).encode()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # The edit leaves the period alone, and says nothing of it.
        ("tea", "coffee", ([("likes: coffee", "tea")], [], [])),
        (
            "tea (since 2020)",
            "coffee (since 2020)",
            ([("likes: coffee (since 2020) [b_bbbbbbbb]", "tea")], [], []),
        ),
        ("likes: tea (since 2020) [b_bbbbbbbb]\n", "", ([], [], ["tea"])),
        (FILE.lines[1].text, "Ana drinks coffee now.", ([], ["Ana drinks coffee now."], ["tea"])),
        ("\nlikes: tea", "\ndiet: vegan\nlikes: tea", ([("diet: vegan", None)], [], [])),
    ],
)
def test_an_edit_says_what_its_lines_say_otherwise(old, new, expected):
    assert parts_of(replace_text(FILE, PATH, old, new)) == expected


@pytest.mark.parametrize(
    ("old", "words"),
    [
        ("coffee", "old_str `coffee` did not appear verbatim in /memories/Ana.md."),
        ("", "did not appear verbatim"),
        ("likes", "Multiple occurrences of old_str `likes` in lines: 3, 4. Please ensure it is"),
        ("# Ana", "The first line is the name of the entity"),
    ],
)
def test_a_text_that_is_not_there_once_is_not_replaced(old, words):
    with pytest.raises(ToolError) as refused:
        replace_text(FILE, PATH, old, "x")

    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({}, "Unknown command: None"),
        ({"command": "format"}, "Unknown command: 'format'"),
        ({"command": "view"}, "Invalid `path` parameter: view needs a text there."),
        ({"command": "view", "path": PATH, "view_range": ["1", 2]}, "Invalid `view_range`"),
        (
            {"command": "insert", "path": PATH, "insert_line": "1", "insert_text": "x"},
            "Invalid `insert_line` parameter: insert needs a number there.",
        ),
        (
            {"command": "create", "path": PATH, "file_text": "\udc80"},
            "Invalid `file_text` parameter",
        ),
        ({"command": "delete", "path": "/memories"}, "Cannot delete the /memories directory"),
    ],
)
def test_a_command_without_what_it_needs_is_refused_before_anything_is_sent(command, words):
    async def run():
        async with AsyncMemoryClient("http://127.0.0.1:9", "a token") as client:
            await AsyncDoxaMemoryTool(client).call(command)

    with pytest.raises(ToolError) as refused:
        asyncio.run(run())

    assert words in str(refused.value)


def test_sizes_are_written_as_the_protocol_has_them():
    assert [format_size(size) for size in (0, 512, 1024, 1536, 3 << 20)] == [
        "0B",
        "512B",
        "1K",
        "1.5K",
        "3M",
    ]
