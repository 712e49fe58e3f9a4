"""Markdown: prose, lists, quotations and tables as plain text. Code and markup are nobody's words.

What stands before the text between two lines of ``---`` (YAML) or ``+++`` (TOML) gives the title,
the author and the date.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from api.files.imports.documents import Document, Form, SectionBuilder, decode, read_documents
from api.files.imports.items import ImportOptions, Item

MARKDOWN_BYTES_MAX = 16 << 20
_FRONT_MATTER = re.compile(
    r"(?P<mark>---|\+\+\+)[ \t]*\n(?P<text>.{0,65536}?)^(?P=mark)[ \t]*(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "fence": "a block of code",
        "code_block": "a block of code",
        "html_block": "a block of HTML in Markdown",
    }
)
# A list may refer to itself, and to what is long many times.
_PLAIN_VALUES = (str, int, float, date)
_DATES = ("date", "created", "created_at", "published")


def read_markdown(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the passages of documents in Markdown.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: there is none in it, or a date needs a zone that nobody gave.
    """
    endings = (".md", ".markdown", ".mdown", ".mkd")
    form = Form(endings, MARKDOWN_BYTES_MAX, "document in Markdown", parse_markdown)
    yield from read_documents(path, given, form)


def parse_markdown(content: bytes) -> Document:
    """Return a document in Markdown as text.

    Raises:
        Unreadable: it is no text.
    """
    text = decode(content)
    before: Mapping[str, Any] = {}
    reading = _MarkdownReading(SectionBuilder())
    if front := _FRONT_MATTER.match(text):
        read = _front_matter(front["mark"], front["text"])
        if read is None:
            reading.built.leave_out("what stands before a document, and is broken")
        else:
            before = read
        # Prose between two lines is none.
        text = text[front.end() :] if read is None or read else text
    for token in _PARSER.parse(text):
        reading.take(token)
    reading.built.end()
    return Document(
        tuple(reading.built.sections),
        _first_text(before.get("title")) or reading.built.first_heading,
        _first_text(before.get("author")),
        tuple(filter(None, (_first_text(before.get(key)) for key in _DATES))),
        tuple(reading.built.left_out),
    )


_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _front_matter(mark: str, text: str) -> Mapping[str, Any] | None:
    """Return what stands before a document, by keys in small letters; None if it is broken."""
    try:
        # Only texts, lists and maps: a date stays as it was written, and no tag makes an object.
        read = tomllib.loads(text) if mark == "+++" else yaml.load(text, yaml.BaseLoader)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not isinstance(read, dict):
        return {}
    return {str(key).lower(): value for key, value in cast("dict[object, Any]", read).items()}


def _first_text(value: Any) -> str | None:
    """Return a text, or the only one of a list; of several authors none is meant alone."""
    if isinstance(value, list):
        several = cast("list[Any]", value)
        value = several[0] if len(several) == 1 else None
    return str(value).strip() or None if isinstance(value, _PLAIN_VALUES) else None


class _MarkdownReading:
    """The tokens of a document, one after the other."""

    def __init__(self, built: SectionBuilder) -> None:
        self.built = built
        self._quotations = 0
        self._items: list[str] = []
        self._row: list[str] | None = None
        self._heading: int | None = None

    def take(self, token: Token) -> None:
        """Take in the next token."""
        kind, opens = token.type, token.nesting > 0
        if kind in _LEFT_OUT:
            self.built.leave_out(_LEFT_OUT[kind])
        elif kind == "inline":
            self._add(_plain(token.children or ()))
        elif kind in ("heading_open", "heading_close"):
            self._heading = int(token.tag[1:]) if opens else None
        elif kind in ("blockquote_open", "blockquote_close"):
            self._quotations += token.nesting
        elif kind == "list_item_open":
            self._items.append(f"{token.info}{token.markup} ")
        elif kind == "list_item_close":
            self._items.pop()
        elif kind == "tr_open":
            self._row = []
        elif kind == "tr_close" and self._row is not None:
            self._line(" | ".join(self._row))
            self._row = None
        if token.level == 0 and not opens:
            self.built.end_block()

    def _add(self, text: str) -> None:
        if self._row is not None:
            self._row.append(" ".join(text.split()))
        elif self._heading is not None and not (self._items or self._quotations):
            self.built.add_heading(self._heading, text)
        else:
            for line in text.split("\n"):
                self._line(line)

    def _line(self, line: str) -> None:
        """Add a line with the marks of the quotation and the list that it stands in."""
        if not line.strip():
            return
        before = "> " * self._quotations
        if self._items:
            before += "  " * (len(self._items) - 1) + self._items[-1]
            self._items[-1] = " " * len(self._items[-1])
        self.built.add_line(before + line)


def _plain(children: Sequence[Token]) -> str:
    """Return the words of a paragraph without its marks; what is struck out is not said."""
    words: list[str] = []
    struck = 0
    for child in children:
        if child.type in ("s_open", "s_close"):
            struck += child.nesting
        elif struck:
            continue
        elif child.type == "softbreak":
            words.append(" ")
        elif child.type == "hardbreak":
            words.append("\n")
        elif child.type in ("text", "code_inline", "text_special"):
            words.append(child.content)
    return "".join(words)
