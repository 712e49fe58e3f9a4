"""Programs, their comments and what they print: nobody's words, with or without a fence.

A line of a program is told by its own form; a comment, a string of several lines and what is
indented below is a program's if it stands beside such a line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from extraction.structure.page import Label, Line, Page
from extraction.structure.regions import Kind, Whose

_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,})")
_CODE = Label(Kind.CODE, Whose.NOBODY)
_MARKUP = Label(Kind.MARKUP, Whose.NOBODY)
FORMS_FILE = Path(__file__).with_name("programs.toml")
_NAME = r"[A-Za-z_$][\w$]*"
_PATH = rf"(?:this\.|self\.|@|\$)?{_NAME}(?:\.{_NAME}|\[[^\]\n]{{0,40}}\]|->{_NAME})*"
_VALUE = (
    r"(?:[\"'`\[{(]|-?\d[\d_.]*\s*;"
    r"|(?:true|false|null|none|nil|new|await|lambda|function|async|not)\b)"
)


@cache
def _sure() -> re.Pattern[str]:
    """Return the form of a line that is a program's whatever stands beside it."""
    table: dict[str, list[str]] = tomllib.loads(FORMS_FILE.read_text(encoding="utf-8"))
    forms = "|".join(form for group in table.values() for form in group)
    return re.compile(forms.replace("{path}", _PATH).replace("{value}", _VALUE))


_TAG_LINE = re.compile(
    r"^<(?:!--|!DOCTYPE|\?xml|\?php|/?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>|[A-Za-z][\w:-]*\s*$)",
    re.IGNORECASE,
)
_TAG_END = re.compile(r"</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>\s*$")
_KEPT_TAGS = re.compile(
    r"^</?(?:memory|b|i|u|em|strong|br|s|sup|sub|code|kbd|small|mark|span|a)\b", re.IGNORECASE
)
_COMMENT = re.compile(r"^(?:#(?!#)|//|--(?!-)|/\*|\*/|\*\s|;+\s|%\s|'\s|REM\s|<!--|\"\"\"|''')")
_CERTAIN_COMMENT = re.compile(r"^(?://\s|/\*|\{-|<#)")
_OPENS = re.compile(r"[:{(\[,\\=]\s*(?:#.*|//.*)?$|(?:then|do)$")
_PROSE = re.compile(
    r"^\W{0,2}(?:[A-Za-z][\w'’,;-]*\W{1,3}){3,}.*[.!?…]\W?$|\b(?:I|I['’]m|I['’]ve|my)\b [a-z]"
)
_DENSE = re.compile(r"[{}()\[\];=<>|&$_\\/\"'`:+*#@]")
_LYRIC_TAG = re.compile(
    r"^\[(?:intro|verse|chorus|bridge|outro|hook|refrain|pre-chorus|strophe)\b[^\]]*\]",
    re.IGNORECASE,
)
_PATCH = re.compile(r"^(?:diff --git |@@ .*@@|--- (?:[ab]/|\S+\.\w+)|\+\+\+ )")
_STRINGS = ('"""', "'''")
_SPANS = (
    *(("/*", "*/"), ("<!--", "-->"), ("{-", "-}"), ("<#", "#>"), ('"""', '"""'), ("'''", "'''")),
    (r"\begin{document}", r"\end{document}"),
)
GAP_MAX = 2


def mark_fences(page: Page) -> None:
    """Label fenced code, to the end where the fence is never closed."""
    number = 0
    while number < len(page.lines):
        found = _FENCE.match(page.lines[number].head) if page.free(number) else None
        if found is None or found["fence"] in page.head(number)[len(found["fence"]) :]:
            number += 1
            continue
        end = number + 1
        while end < len(page.lines) and not page.head(end).startswith(found["fence"]):
            end += 1
        page.mark(number, end + 1 if end < len(page.lines) else end, _CODE)
        number = end + 1


def mark_programs(page: Page) -> None:
    """Label unfenced code, markup, logs and traces, with the comments in them."""
    _mark_patches(page)
    sure = [page.free(n) and _is_sure(page, n) for n in range(len(page.lines))]
    code = _with_neighbours(page, sure)
    for number, is_code in enumerate(code):
        if is_code and page.labels[number] is None:
            tag = _TAG_LINE.match(page.head(number)) is not None
            page.mark(number, number + 1, _MARKUP if tag else _CODE)


def _is_sure(page: Page, number: int) -> bool:
    head = page.lines[number].head
    if _LYRIC_TAG.match(head):
        return False
    if _DEF.fullmatch(head) and number + 1 < len(page.lines):
        return page.lines[number + 1].indent > page.lines[number].indent
    if _SECTION.fullmatch(head):
        return _SETTING.match(page.head(number + 1)) is not None
    if head[:7].casefold() == "select " and page.head(number + 1)[:5].casefold() == "from ":
        return True
    if _sure().fullmatch(head) is not None:
        return not _reads_as_prose(head)
    if _CERTAIN_COMMENT.match(head):
        return True
    tagged = _TAG_LINE.match(head) is not None and _KEPT_TAGS.match(head) is None
    return tagged and (
        _TAG_END.search(head) is not None or head.endswith((">", "-->")) or len(head) < 40
    )


def _reads_as_prose(head: str) -> bool:
    """Whether a line that could be a program's is a sentence: "Select me a gift for Ana."."""
    words = head.split()
    dense = len(_DENSE.findall(head)) / max(len(head), 1)
    spoken = words[0].casefold() in _ALSO_WORDS and _SPOKEN.search(head) is not None
    return len(words) > 5 and ((spoken and dense < 0.03) or (dense < 0.02 and head[-1] in ".!?"))


def _mark_patches(page: Page) -> None:
    """Label a patch with all its lines: added, removed and left ones."""
    inside = False
    for number, line in enumerate(page.lines):
        raw = page.text[line.start : line.start + 1]
        begins = page.free(number) and _PATCH.match(line.head) is not None
        inside = begins or (
            inside
            and (
                raw in ("+", "-", " ")
                or line.head.startswith(
                    ("index ", "new file", "deleted", "rename", "similarity", "\\ No")
                )
            )
        )
        if inside and not line.blank:
            page.mark(number, number + 1, _CODE)


def _with_neighbours(page: Page, sure: list[bool]) -> list[bool]:
    """Which lines are of programs: the sure ones, and those that only beside them can be none."""
    code = list(sure)
    _spread_spans(page, code)
    _spread(page, code, range(len(code)), 1)
    _spread(page, code, reversed(range(len(code))), -1)
    return code


_ALSO_WORDS = frozenset({"select", "return", "explain", "grant", "git", "echo", "print"})
_SPOKEN = re.compile(r"\b(?:I|I['’]m|my) [a-z]")
_HEREDOC = re.compile(r"<<-?\s*['\"]?(?P<word>[A-Z_]{2,20})['\"]?")
_DEF = re.compile(r"(?:def|class|module|begin|sub|function)\s+[\w.:<]+[?!=]?")
_SECTION = re.compile(r"\[[\w.\"' -]+\]")
_SETTING = re.compile(r"[\w.-]+\s*=\s*\S")
_CLAUSE = re.compile(
    r"^(?:(?:end|fi|done|esac|else|begin|then)[;)]?$|(?:WHERE|FROM|JOIN|(?:LEFT|RIGHT|INNER|OUTER"
    r"|CROSS)\s+JOIN|GROUP BY|ORDER BY|HAVING|LIMIT"
    r"|VALUES|SET|UNION|INTO|ON|AND|OR|AS|RUN|COPY|ENV|CMD|ARG|USER)\s"
    r"|(?i:from\s+\w+|where\s+\w+\s*[=<>]|order by|group by|values\s*\(|limit\s+\d))"
)


def _spread_spans(page: Page, code: list[bool]) -> None:
    """Add comments and strings of several lines, from where they open to where they close."""
    closing = ""
    for number, line in enumerate(page.lines):
        if closing:
            code[number] = True
            if closing in page.text[line.start : line.end]:
                closing = ""
        elif page.free(number):
            beside = code[number] or (number > 0 and code[number - 1])
            closing = _opened(page, number, beside=beside)
            code[number] = code[number] or bool(closing)


def _opened(page: Page, number: int, *, beside: bool) -> str:
    """Return what closes the comment or string that a line leaves open; empty for none."""
    line = page.lines[number]
    heredoc = _HEREDOC.search(line.head)
    if heredoc is not None and page.occurs(heredoc["word"], line.end):
        return heredoc["word"]
    text = page.text[line.start : line.end]
    for opened, closed in _SPANS:
        at = text.find(opened)
        if at < 0 or not (beside or opened not in _STRINGS):
            continue
        if closed not in text[at + len(opened) :] and page.occurs(closed, line.end):
            return closed
    return ""


def _spread(page: Page, code: list[bool], numbers: Iterable[int], step: int) -> None:
    """Add comments, indented lines and dense ones beside a line of a program."""
    gap, near = 0, -1
    for number in numbers:
        line = page.lines[number]
        if line.blank:
            gap += 1
            continue
        if code[number]:
            near, gap = number, 0
            continue
        if near < 0 or gap > GAP_MAX or page.labels[number] is not None:
            near, gap = -1, 0
            continue
        if _belongs(page, number, near, gap, step):
            code[number], near, gap = True, number, 0
        else:
            near, gap = -1, 0


def _follows(line: Line, before: Line) -> bool:
    """Whether a line is an interpreter's answer, or a setting below its section or another one."""
    below = _SECTION.fullmatch(before.head) or _SETTING.match(before.head)
    setting = below is not None and _SETTING.match(line.head) is not None
    return setting or before.head.startswith(">>>")


def _belongs(page: Page, number: int, near: int, gap: int, step: int) -> bool:
    """Whether a line goes with a line of a program near it."""
    line, beside = page.lines[number], page.lines[near]
    if _COMMENT.match(line.head):
        return gap <= 1
    if step > 0 and line.indent >= 2 and (line.indent > beside.indent or beside.indent >= 2):
        opened = _OPENS.search(beside.head) is not None or beside.indent >= 2
        return opened or not _PROSE.search(line.head)
    if gap == 0 and (_CLAUSE.match(line.head) or (step > 0 and _follows(line, beside))):
        return True
    if gap or _PROSE.search(line.head):
        return False
    if step > 0 and _OPENS.search(beside.head) and beside.head[-1:] in "(,[{\\=":
        return True
    dense = len(_DENSE.findall(line.head)) / max(len(line.head), 1)
    return dense > 0.08 and not line.head.endswith((".", "!", "?", ":"))
