"""PDF: the text of each page. A picture of a page has none, and is counted.

The reader is pypdf, of the extra ``[documents]``, which bounds what a stream unpacks to.
"""

from __future__ import annotations

import importlib
import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.files.imports.documents import Document, Form, Section, read_documents
from api.files.imports.items import ImportOptions, Item
from api.files.imports.members import Unreadable
from graph.errors import InvalidArgument
from graph.extras import install_line

PDF_BYTES_MAX = 128 << 20
PAGES_MAX = 5_000
_MARK = b"%PDF-"
# A line of at least so much of the longest one ends where the page does, not where words do.
_FULL = 0.7
_ENDS = (".", "!", "?", ":", ";", "。")
_HYPHENS = ("-", "\u2010")


def read_pdf(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the passages of PDF documents.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: there is none in it, a date needs a zone that nobody gave, or the extra is
            not installed.
    """
    library = _library()
    form = Form((".pdf",), PDF_BYTES_MAX, "PDF document", lambda raw: _parse(library, raw))
    yield from read_documents(path, given, form)


def parse_pdf(content: bytes) -> Document:
    """Return a PDF document as text, a section a page.

    Raises:
        Unreadable: it is none, is broken or encrypted, has too many pages, or has no text.
        InvalidArgument: the extra is not installed.
    """
    return _parse(_library(), content)


def _library() -> Any:
    try:
        library = importlib.import_module("pypdf")
    except ImportError as error:
        raise InvalidArgument(
            "reading PDF needs the extra documents", field="FORMAT", hint=install_line("documents")
        ) from error
    # It tells of each oddity that it reads over.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return library


def _parse(library: Any, content: bytes) -> Document:
    if _MARK not in content[:1024]:
        raise Unreadable("a file that is no PDF")
    try:
        reader = library.PdfReader(io.BytesIO(content))
        # Many are encrypted with an empty password, which hides nothing.
        locked = reader.is_encrypted and not reader.decrypt("")
        pages = 0 if locked else len(reader.pages)
    except Exception as error:
        # What is broken raises whatever the reader ran into.
        raise Unreadable("a PDF that cannot be read") from error
    if locked:
        raise Unreadable("an encrypted PDF")
    if pages > PAGES_MAX:
        raise Unreadable(f"a PDF of more than {PAGES_MAX:,} pages")
    return _document(reader, pages)


def _document(reader: Any, pages: int) -> Document:
    sections: list[Section] = []
    left_out: list[tuple[str, str]] = []
    for number in range(pages):
        place = f"page {number + 1}"
        try:
            text = str(reader.pages[number].extract_text())
        except Exception:
            # A page costs no other, whatever the reader ran into.
            left_out.append((place, "a page that cannot be read"))
            continue
        if blocks := tuple(paragraphs(text)):
            sections.append(Section((place,), blocks))
        else:
            left_out.append((place, "a page without text, such as a picture of one"))
    told = _read_metadata(reader)
    dates = (told.get("created"),)
    return Document(
        tuple(sections),
        told.get("title"),
        told.get("author"),
        tuple(filter(None, dates)),
        tuple(left_out),
    )


def _read_metadata(reader: Any) -> dict[str, str]:
    """Return what a document says of itself; what of it is broken is not said."""
    told: dict[str, str] = {}
    for name, key in (("title", "title"), ("author", "author"), ("creation_date", "created")):
        try:
            value = getattr(reader.metadata, name, None)
        except Exception:  # noqa: S112 - as of the document
            continue
        if value:
            told[key] = value.isoformat() if key == "created" else " ".join(str(value).split())
    return {key: value for key, value in told.items() if value}


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a page, whose lines end where there was no more room."""
    lines = [" ".join(line.replace("\xad", "").split()) for line in text.split("\n")]
    full = _FULL * max(map(len, lines), default=0)
    paragraph, before = "", ""
    for line in (*lines, ""):
        if not line and paragraph:
            yield paragraph
            paragraph = ""
        elif paragraph:
            goes_on = line[:1].islower() or len(before) >= full
            paragraph = _joined(paragraph, line, goes_on=goes_on)
        else:
            paragraph = line
        before = line


def _joined(paragraph: str, line: str, *, goes_on: bool) -> str:
    """Return a paragraph with its next line, which may go on with a sentence or with a word."""
    if not goes_on or paragraph.endswith(_ENDS):
        return f"{paragraph}\n{line}"
    if paragraph.endswith(_HYPHENS):
        return (paragraph[:-1] if line[:1].islower() else paragraph) + line
    return f"{paragraph} {line}"
