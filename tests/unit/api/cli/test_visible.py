"""What a terminal is shown of texts that others wrote."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.markup import escape
from rich.table import Table

from api.cli.failures import visible
from api.cli.render import in_words
from api.cli.run import Terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("abc\u202edef\u202c", r"abc\u202edef\u202c"),
        ("a\u200bb\u200cc\u200dd\u2060\ufeff", r"a\u200bb\u200cc\u200dd\u2060\ufeff"),
        ("\u2066x\u2069\u061c\u200e\u200f", r"\u2066x\u2069\u061c\u200e\u200f"),
        ("soft\u00adhyphen", r"soft\xadhyphen"),
        ("tag\U000e0041\U000e007f", r"tag\U000e0041\U000e007f"),
        ("\x1b[31m\x07\r\x9b", r"\x1b[31m\x07\r\x9b"),
        ("half \ud800", r"half \ud800"),
        ("two\nlines\tand “北京”, é, עברית", "two\nlines\tand “北京”, é, עברית"),
    ],
)
def test_what_acts_and_is_not_seen_is_escaped(text, shown):
    assert visible(text) == shown


def printed(*things: object) -> str:
    out = io.StringIO()
    terminal = Terminal(file=out, width=500, highlight=False)
    for one in things:
        terminal.print(one)
    return out.getvalue()


@given(some.text())
def test_no_text_in_a_table_acts_on_the_terminal(text):
    table = Table(title=escape(text))
    table.add_column(escape(text))
    table.add_row(escape(text))
    shown = printed(table, escape(text))

    assert shown == visible(shown)
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("excerpt", "shown"),
    [
        ('{"op":"assert","entity":"Ada","value":"tea"}', "op assert, entity Ada, value tea"),
        ('{"entity": {"name": "Bo"}, "confidence": 0.5}', "name Bo, confidence 0.5"),
        ('{"op":"assert","value":"a long te', "op assert, value a long te"),
        ('she wrote {"a": "b"}', 'she wrote {"a": "b"}'),
        ("", ""),
    ],
)
def test_a_loaded_line_reads_as_words(excerpt, shown):
    assert in_words(excerpt) == shown
