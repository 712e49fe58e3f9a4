"""Documents in Markdown, HTML and PDF: which of their words are read, in what passages."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from api.files.imports import members
from api.files.imports.documents import PASSAGE_MAX, pack
from api.files.imports.formats import read_export
from api.files.imports.items import ImportOptions
from graph.errors import InvalidArgument, NotFound
from graph.vocabulary import SourceKind

BERLIN = ImportOptions(zone=ZoneInfo("Europe/Berlin"))
NOBODY = ImportOptions()
HANDBOOK = """---
title: Handbook
author: Ana Silva
date: 2024-05-01 10:00:00 +0200
---
# Home

I live in
Lisbon &amp; love it. ~~I live in Rome.~~

- one
  1. two

```sh
rm -rf /
```

> I live in Oslo.

| City | Since |
|------|-------|
| Porto | 2019 |

## Work
I work at *Acme*.
"""


def written(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def told(imported):
    return [(one.topic, one.message.text) for one in imported.messages]


def ids(imported):
    return [(one.session, one.message.id) for one in imported.messages]


def pdf(*pages, password=None, **info):
    """A PDF with lines of text on each page; a page of None is a picture."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): font})
    for lines in pages:
        page = writer.add_blank_page(600, 800)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        drawn = " ".join(f"({line}) Tj 0 -20 Td" for line in lines or ())
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 50 700 Td {drawn} ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
    writer.add_metadata({f"/{key}": value for key, value in info.items()})
    if password is not None:
        writer.encrypt(password, algorithm="AES-256")
    whole = io.BytesIO()
    writer.write(whole)
    return whole.getvalue()


def test_a_document_in_markdown_is_read_under_its_headings_without_code_and_what_is_struck(
    tmp_path,
):
    imported = read_export("markdown", written(tmp_path, "handbook.md", HANDBOOK), NOBODY)

    home, work = imported.messages
    assert home.topic == "Handbook › Home"
    assert home.message.text == (
        "Home\n\nI live in Lisbon & love it.\n\n- one\n  1. two\n\n> I live in Oslo.\n\n"
        "City | Since\nPorto | 2019"
    )
    assert (work.topic, work.message.text) == (
        "Handbook › Home › Work",
        "Work\n\nI work at Acme.",
    )
    assert {one.message.speaker for one in imported.messages} == {"Ana Silva"}
    assert {one.message.source_kind for one in imported.messages} == {SourceKind.DOCUMENT}
    assert {one.session for one in imported.messages} == {"document:handbook.md"}
    assert home.message.occurred_at.isoformat() == "2024-05-01T10:00:00+02:00"
    assert imported.left_out == {"a block of code": 1}
    assert not imported.notes


def test_the_line_ends_of_windows_and_a_mark_at_the_beginning_change_nothing(tmp_path):
    plain = read_export("markdown", written(tmp_path, "handbook.md", HANDBOOK), NOBODY)
    windows = "\ufeff" + HANDBOOK.replace("\n", "\r\n")
    again = read_export("markdown", written(tmp_path, "handbook.md", windows), NOBODY)

    assert (told(again), ids(again)) == (told(plain), ids(plain))


def test_of_an_edited_document_only_the_passage_that_was_edited_is_new(tmp_path):
    before = read_export("markdown", written(tmp_path, "handbook.md", HANDBOOK), NOBODY)
    edited = HANDBOOK.replace("Acme", "Initech").replace("2024-05-01", "2024-06-01")
    after = read_export("markdown", written(tmp_path, "handbook.md", edited), NOBODY)

    assert ids(after)[0] == ids(before)[0]
    assert ids(after)[1] != ids(before)[1]
    repeated = read_export("markdown", written(tmp_path, "a.md", "# A\nx\n# A\nx\n"), NOBODY)
    assert len(set(ids(repeated))) == 2


PAGE = """<!doctype html><html><head><meta charset="{charset}"><title>Site</title>
<meta name="author" content="Ana Silva"><meta property="article:published_time"
 content="2024-05-01T08:00:00Z"><script>let x = "I live in Rome."</script></head><body>
<nav>Home | About</nav><main><h1>Ana&rsquo;s home</h1><p>I live in&nbsp;L&iacute;sbon.<br>Really
<p>In a café <span hidden>I live in Rome.</span><span style="display: none">I live in Oslo.</span>
<ul><li>one<ul><li>two</ul></ul><blockquote>I live in Oslo.</blockquote>
<table><tr><th>City<th>Since<tr><td>Porto<td><p>2019</table><pre>rm -rf /</pre>
<h2>Work</h2>I work at <b>Acme</b>.</main><footer>I live in Rome.</footer></body></html>"""


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
def test_of_a_page_the_main_content_is_read_as_it_is_seen(tmp_path, charset):
    content = PAGE.format(charset=charset).encode(charset)
    imported = read_export("html", written(tmp_path, "ana.html", content), NOBODY)

    assert told(imported) == [
        (
            "Ana’s home",
            (
                "Ana’s home\n\nI live in Lísbon.\nReally\n\nIn a café\n\n- one\n  - two\n\n"
                "> I live in Oslo.\n\nCity | Since\nPorto | 2019"
            ),
        ),
        ("Ana’s home › Work", "Work\n\nI work at Acme."),
    ]
    assert {one.message.speaker for one in imported.messages} == {"Ana Silva"}
    assert imported.messages[0].message.occurred_at == datetime(2024, 5, 1, 8, tzinfo=UTC)
    assert imported.left_out == {"a block of code": 1}


def test_a_table_in_a_cell_loses_nothing_of_the_cell(tmp_path):
    page = "<table><tr><td>Left<td>before<table><tr><td>inner</table>after</table>"
    imported = read_export("html", written(tmp_path, "a.html", page), NOBODY)
    assert told(imported) == [("a", "Left | before\ninner\nafter")]


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 100_000,
        "<b><i>" * 50_000,
        "<a " * 300_000,
        "<div/>" * 100_000,
        '<p><b a="<">' * 9_000,
    ],
)
def test_a_page_that_nests_too_deeply_is_left_out_before_it_is_parsed(tmp_path, page):
    imported = read_export("html", written(tmp_path, "a.html", page), NOBODY)
    assert imported.left_out == {"a page that nests too deeply": 1}
    drawn = "<svg>" + "<path/>" * 9_000 + "</svg><br/>" * 9_000 + "<p>I live in Rome."
    read = read_export("html", written(tmp_path, "b.html", drawn), NOBODY)
    assert [text for _, text in told(read)] == ["I live in Rome."]


def test_a_pdf_is_read_page_by_page_with_lines_that_the_page_has_broken(tmp_path):
    content = pdf(
        ["Contact", "Ana lives in the beautiful city of", "Amster-", "dam and works at Acme."],
        None,
        ["Bo lives in Porto."],
        Title="Staff",
        Author="Ana Silva",
        CreationDate="D:20240501100000+02'00'",
    )
    imported = read_export("pdf", written(tmp_path, "staff.pdf", content), NOBODY)

    assert told(imported) == [
        (
            "Staff › page 1",
            "Contact\nAna lives in the beautiful city of Amsterdam and works at Acme.",
        ),
        ("Staff › page 3", "Bo lives in Porto."),
    ]
    first = imported.messages[0].message
    assert (first.speaker, first.source_kind) == ("Ana Silva", SourceKind.DOCUMENT)
    assert first.occurred_at.isoformat() == "2024-05-01T10:00:00+02:00"
    assert imported.left_out == {"a page without text, such as a picture of one": 1}


GOOD = "---\ndate: 2024-05-01T08:00:00Z\n---\nI live in Lisbon.\n"
DATED = {"CreationDate": "D:20240501100000Z"}


def test_what_cannot_be_read_costs_no_neighbour_and_is_counted_by_its_reason(tmp_path):
    good = pdf(["I live in Lisbon."], **DATED)
    for name, content in {
        "good.pdf": good,
        "empty.PDF": b"",
        "locked.pdf": pdf(["I live in Rome."], password="secret", **DATED),
        "open.pdf": pdf(["I live in Porto."], password="", **DATED),
        "scan.pdf": pdf(None, **DATED),
        "cut.pdf": good[: len(good) // 3],
        "junk.pdf": b"%PDF-1.7\n" + bytes(range(256)) * 20,
        ".hidden.pdf": good,
        "notes.txt": b"I live in Rome.",
    }.items():
        written(tmp_path, name, content)
    imported = read_export("pdf", tmp_path, NOBODY)

    assert told(imported) == [
        ("good › page 1", "I live in Lisbon."),
        ("open › page 1", "I live in Porto."),
    ]
    assert imported.left_out == {
        "a file that is no PDF": 1,
        "an encrypted PDF": 1,
        "a document without text": 1,
        "a page without text, such as a picture of one": 1,
        "a PDF that cannot be read": 2,
        "a hidden file": 1,
    }


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "a document without text"),
        (b"\x00\x01\x02", "a file that is no text"),
        (b"caf\xe9", "a file that is no text"),
        ("Ana".encode("utf-16-le"), "a file that is no text"),
        (b"# Alone\n", "a heading with nothing below it"),
        (b"<div>\nI live in Rome.\n</div>\n", "a block of HTML in Markdown"),
        (b"---\ntitle: [\n---\n", "what stands before a document, and is broken"),
    ],
)
def test_of_a_text_that_says_nothing_the_reason_is_counted(tmp_path, content, why):
    written(tmp_path, "a.md", content)
    written(tmp_path, "b.md", GOOD)
    imported = read_export("markdown", tmp_path, NOBODY)

    assert [text for _, text in told(imported)] == ["I live in Lisbon."]
    assert imported.left_out[why] == 1


def test_prose_between_two_lines_is_no_front_matter_and_no_alias_of_it_grows(tmp_path):
    read = read_export(
        "markdown", written(tmp_path, "a.md", "---\n\nI live in Rome.\n\n---\n"), NOBODY
    )
    assert [text for _, text in told(read)] == ["I live in Rome."]
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for number in range(1, 30):
        many = ", ".join([f"*a{number - 1}"] * 10)
        lines.append(f"a{number}: &a{number} [{many}]")
    bomb = "\n".join(["---", *lines, "title: *a29", "author: [*a29]", "---", "I live in Oslo."])
    (line,) = read_export("markdown", written(tmp_path, "b.md", bomb), NOBODY).messages
    assert (line.topic, line.message.speaker) == ("b", "b.md")


def test_an_archive_is_read_in_memory_whatever_its_names_say(tmp_path):
    archive = tmp_path / "in" / "notes.zip"
    archive.parent.mkdir()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("../../outside.md", GOOD)
        file.writestr("/etc/passwd.md", GOOD)
        file.writestr("__MACOSX/._a.md", b"\x00")
    imported = read_export("markdown", archive, NOBODY)

    # Names that lead out of the archive are names of sessions, or left out as hidden.
    assert [one.session for one in imported.messages] == ["document:/etc/passwd.md"]
    assert imported.left_out == {"a hidden file": 1}
    assert [one.name for one in tmp_path.rglob("*")] == ["in", "notes.zip"]


def test_a_file_that_unpacks_to_too_much_costs_no_neighbour(tmp_path, monkeypatch):
    archive = tmp_path / "notes.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.md", GOOD)
        file.writestr("b.md", " " * (17 << 20))
        file.writestr("c.md", GOOD.replace("Lisbon", "Porto"))
    imported = read_export("markdown", archive, NOBODY)
    assert [text for _, text in told(imported)] == ["I live in Lisbon.", "I live in Porto."]
    assert imported.left_out == {"a file that is too large": 1}

    monkeypatch.setattr(members, "BYTES_MAX", len(GOOD) + 10)
    bounded = read_export("markdown", archive, NOBODY)
    assert [text for _, text in told(bounded)] == ["I live in Lisbon."]
    assert bounded.left_out == {"a file that is too large": 2}


def test_a_part_of_an_archive_that_cannot_be_unpacked_costs_no_neighbour(tmp_path):
    archive = tmp_path / "notes.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.md", "I live in Rome. " * 50)
        file.writestr("b.md", GOOD)
    raw = bytearray(archive.read_bytes())
    raw[40:60] = b"\xff" * 20
    archive.write_bytes(raw)
    imported = read_export("markdown", archive, NOBODY)

    assert [text for _, text in told(imported)] == ["I live in Lisbon."]
    assert imported.left_out == {"a file that cannot be unpacked": 1}


def test_a_date_without_a_zone_asks_for_one_and_is_of_the_zone_that_is_given(tmp_path):
    path = written(tmp_path, "a.md", "---\ndate: 2024-07-01\n---\nI live in Rome.\n")
    with pytest.raises(InvalidArgument) as refused:
        read_export("markdown", path, NOBODY)
    assert (refused.value.field, "a.md" in refused.value.message) == ("--time-zone", True)

    (line,) = read_export("markdown", path, BERLIN).messages
    assert line.message.occurred_at.isoformat() == "2024-07-01T00:00:00+02:00"


@pytest.mark.parametrize(
    ("date", "note"),
    [
        ("", "dated by when the file was written: the document has no date"),
        ("date: soon\n", "dated by when the file was written: the document's date is no day"),
        ("date: 2024\n", "dated by when the file was written: the document's date is no day"),
        ("date: 2024-02-31\n", "dated by when the file was written: the document's date is no day"),
    ],
)
def test_a_document_without_a_day_is_dated_by_its_file_and_that_is_told(tmp_path, date, note):
    path = written(tmp_path, "a.md", f"---\ntitle: A\n{date}---\nI live in Rome.\n")
    os.utime(path, (1714550400, 1714550400))
    imported = read_export("markdown", path, NOBODY)

    (line,) = imported.messages
    assert line.message.occurred_at == datetime(2024, 5, 1, 8, tzinfo=UTC)
    assert imported.notes == {note: 1}
    assert imported.places[note] == "a.md"


def test_a_file_of_an_archive_that_has_no_time_is_left_out_and_never_dated_today(tmp_path):
    archive = tmp_path / "notes.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(zipfile.ZipInfo("a.md"), "I live in Rome.")
        file.writestr(zipfile.ZipInfo("b.md", (2024, 7, 1, 12, 0, 0)), "I live in Oslo.")
    imported = read_export("markdown", archive, BERLIN)

    (line,) = imported.messages
    assert line.message.occurred_at.isoformat() == "2024-07-01T12:00:00+02:00"
    assert imported.left_out == {"a document whose date nobody tells": 1}


def test_long_texts_are_split_at_the_ends_of_sentences_and_lose_no_word():
    sentences = [f"Sentence number {number} says something." for number in range(1_000)]
    passages = list(pack([" ".join(sentences), "x" * (2 * PASSAGE_MAX), "Short.", "Shorter."]))

    assert max(map(len, passages)) <= PASSAGE_MAX
    assert all(one.endswith(".") for one in passages if "x" * 100 not in one)
    assert passages[-1].endswith("Short.\n\nShorter.")
    assert "".join("".join(passages).split()) == "".join(
        "".join([*sentences, "x" * (2 * PASSAGE_MAX), "Short.", "Shorter."]).split()
    )


def test_a_topic_keeps_the_place_however_long_the_title_is(tmp_path):
    content = pdf(["I live in Rome."], Title="T" * 500, **DATED)
    name = "n" * 240 + ".pdf"
    (line,) = read_export("pdf", written(tmp_path, name, content), NOBODY).messages
    assert line.topic.endswith(" › page 1")
    assert len(line.topic) == 200


@pytest.mark.parametrize(("name", "module"), [("html", "selectolax.lexbor"), ("pdf", "pypdf")])
def test_where_the_extra_is_missing_the_error_names_it(tmp_path, monkeypatch, name, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InvalidArgument) as refused:
        read_export(name, tmp_path, NOBODY)
    assert (refused.value.field, "documents" in refused.value.hint) == ("FORMAT", True)


@pytest.mark.parametrize("name", ["html", "markdown", "pdf"])
def test_a_folder_without_such_documents_and_a_path_to_nothing_are_refused(tmp_path, name):
    with pytest.raises(InvalidArgument):
        read_export(name, tmp_path, NOBODY)
    with pytest.raises(NotFound):
        read_export(name, tmp_path / "absent", NOBODY)
