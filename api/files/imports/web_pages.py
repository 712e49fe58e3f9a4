"""Web pages in HTML: the text of their main content, without scripts and what is hidden.

The parser is Lexbor's, of the extra ``[documents]``: it reads what is broken as browsers do.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from api.files.imports.documents import Document, Form, SectionBuilder, decode, read_documents
from api.files.imports.items import ImportOptions, Item
from api.files.imports.members import Unreadable
from graph.errors import InvalidArgument
from graph.extras import install_line

HTML_BYTES_MAX = 16 << 20
# The parser's work grows with the square of this.
NESTING_MAX = 2_000
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
# How a tag begins; whether it ends itself is looked for up to the next one, and never beyond.
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)(?:[^<>]*(/)>)?")
_UNCLOSED = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"),
        *("param", "source", "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th"),
        *("thead", "tbody", "tfoot", "option", "colgroup"),
    }
)
_DROPPED = frozenset(
    {
        *("script", "style", "noscript", "template", "nav", "aside", "footer", "form"),
        *("button", "select", "textarea", "svg", "math", "iframe", "object", "canvas"),
        *("audio", "video", "del", "s", "strike", "head"),
    }
)
_CODE = frozenset({"pre", "samp", "xmp"})
_HEADINGS: Mapping[str, int] = MappingProxyType({f"h{level}": level for level in range(1, 7)})
_BLOCKS = frozenset(
    {
        *("address", "article", "body", "blockquote", "caption", "dd", "details", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "header", "hr", "html", "li"),
        *("main", "ol", "p", "section", "summary", "table", "tbody", "tfoot", "thead"),
        *("tr", "ul"),
    }
)
_CONTAINERS = frozenset({"ul", "ol", "table", "blockquote", "dl"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary", "menu"})
_DATES = (
    *("article:published_time", "datepublished", "date", "dc.date", "dcterms.created"),
    *("dcterms.date", "dc.date.issued", "pubdate"),
)


def read_html(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the passages of web pages.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: there is none in it, a date needs a zone that nobody gave, or the extra is
            not installed.
    """
    library = _library()
    endings = (".html", ".htm", ".xhtml")
    form = Form(endings, HTML_BYTES_MAX, "page in HTML", lambda raw: _parse(library, raw))
    yield from read_documents(path, given, form)


def parse_html(content: bytes) -> Document:
    """Return a web page as text.

    Raises:
        Unreadable: it is no text, or nests too deeply.
        InvalidArgument: the extra is not installed.
    """
    return _parse(_library(), content)


def _library() -> Any:
    try:
        return importlib.import_module("selectolax.lexbor").LexborHTMLParser
    except ImportError as error:
        raise InvalidArgument(
            "reading HTML needs the extra documents", field="FORMAT", hint=install_line("documents")
        ) from error


def _parse(library: Any, content: bytes) -> Document:
    charset = _CHARSET.search(content[:4096])
    text = decode(content, charset[1].decode("ascii", "replace") if charset else None)
    if _nesting(text) > NESTING_MAX:
        raise Unreadable("a page that nests too deeply")
    tree = library(text)
    built = SectionBuilder()
    root = _main(tree)
    if root is not None:
        _PageReading(built, whole=root.tag == "body").read(root)
    built.end()
    named = _named(tree)
    title = tree.css_first("title")
    return Document(
        tuple(built.sections),
        built.first_heading or (title.text() if title is not None else None) or None,
        named.get("author") or named.get("article:author"),
        tuple(named[name] for name in _DATES if name in named),
        tuple(built.left_out),
    )


def _nesting(text: str) -> int:
    """Return about how deeply a page nests, without parsing it."""
    depth = deepest = drawings = 0
    for tag in _TAG.finditer(text):
        name, step = tag[2].lower(), -1 if tag[1] else 1
        if name in _UNCLOSED or (tag[3] and drawings):
            continue
        # Only in drawings does a tag end itself; elsewhere it opens an element all the same.
        drawings = max(0, drawings + step) if name == "svg" else drawings
        depth = max(0, depth + step)
        deepest = max(deepest, depth)
    return deepest


def _main(tree: Any) -> Any:
    """Return the element that has the main content: the one that says so, else the whole page."""
    for selector in ("main, [role=main]", "article"):
        marked = tree.css(selector)
        if len(marked) == 1:
            return marked[0]
    return tree.body


def _named(tree: Any) -> dict[str, str]:
    """Return what a page says of itself, the first of each name, in small letters."""
    named: dict[str, str] = {}
    for meta in tree.css("meta[content]"):
        attributes = meta.attributes
        for key in ("name", "property", "itemprop"):
            name, content = attributes.get(key), attributes.get("content")
            if name and content and content.strip():
                named.setdefault(name.strip().lower(), content.strip())
    return named


class _PageReading:
    """The main content of a page, read from its beginning to its end without recursion."""

    def __init__(self, built: SectionBuilder, *, whole: bool) -> None:
        self._built = built
        self._whole = whole
        self._words: list[str] = []
        self._open: list[str] = []
        self._marker = ""
        self._row: list[str] | None = None

    def read(self, root: Any) -> None:
        """Read an element with all that is in it."""
        # Each element comes twice: when it begins, and, without its node, when it has ended.
        steps: list[tuple[Any, str]] = [(root, "")]
        while steps:
            node, ended = steps.pop()
            if node is None:
                self._end(ended)
                continue
            tag = node.tag or ""
            if tag == "-text":
                self._words.append(node.text_content or "")
            elif tag in _CODE and not self._dropped(node, tag):
                self._built.leave_out("a block of code")
            elif not tag.startswith("-") and not self._dropped(node, tag):
                self._begin(tag)
                steps.append((None, tag))
                steps += reversed([(child, "") for child in node.iter(include_text=True)])

    def _dropped(self, node: Any, tag: str) -> bool:
        attributes = node.attributes
        hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
        unseen = _HIDDEN.search(attributes.get("style") or "") is not None
        aside = tag in _DROPPED or attributes.get("role") in _ROLES
        return hidden or unseen or aside or (tag == "header" and self._whole)

    def _begin(self, tag: str) -> None:
        if tag == "br":
            self._words.append("\n")
        elif tag in _BLOCKS or tag in _HEADINGS:
            if tag == "tr" and self._row is not None:
                # A table within a cell: what the cell and its row have before it comes first.
                self._end("tr")
            self._flush()
            if tag in _CONTAINERS:
                self._open.append(tag)
            elif tag == "li":
                self._marker = "- "
            elif tag == "tr":
                self._row = []

    def _end(self, tag: str) -> None:
        if tag in ("td", "th"):
            if self._row is not None:
                self._row.append(self._taken())
        elif tag == "tr":
            row, self._row = self._row or [], None
            cells = filter(None, (*row, self._taken()))
            self._built.add_line(self._quoted(" | ".join(cells)))
        elif tag in _HEADINGS and not self._open:
            self._built.add_heading(_HEADINGS[tag], self._taken())
        elif tag in _BLOCKS or tag in _HEADINGS:
            self._flush()
            if tag in _CONTAINERS and self._open:
                self._open.pop()
                self._marker = ""
            if not self._open:
                self._built.end_block()

    def _taken(self) -> str:
        words, self._words = " ".join("".join(self._words).split()), []
        return words

    def _flush(self) -> None:
        """Add what was read since the last block began, unless it belongs to a cell."""
        if self._row is not None:
            self._words.append(" ")
            return
        lines, self._words = "".join(self._words), []
        for line in _lines(lines):
            depth = sum(one in ("ul", "ol") for one in self._open)
            before = "  " * max(0, depth - 1) + self._marker if depth else ""
            self._built.add_line(self._quoted(before + line))
            self._marker = " " * len(self._marker)
        if not self._open:
            self._built.end_block()

    def _quoted(self, line: str) -> str:
        return "> " * self._open.count("blockquote") + line


def _lines(words: str) -> Iterator[str]:
    """Yield the lines that a page shows; where its source ends a line tells nothing."""
    yield from filter(None, (" ".join(line.split()) for line in words.split("\n")))
