"""Words in a message that are not the speaker's own: quotations, and text he only hands over.

"He said, 'I live in Paris'", "Translate this: I have a brother in Boston", a pasted mail: what
stands there is material. It is blanked out before the message is read, with its length kept.
"""

from __future__ import annotations

import re

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
# A line of a program without a fence: a value in brackets or quotes, a call, a closing bracket.
_PROGRAM = re.compile(
    r"^\s*(?:[\w.\[\]'\"]+\s*=\s*[\[{('\"].*|[\w.]+\(.*\)\s*;?|[}\])]+[;,]?)\s*$", re.MULTILINE
)
_COMMENT = re.compile(r"^\s*(?:#|//).*$", re.MULTILINE)
# A quotation that speaks of its own first person.
_QUOTED = re.compile(
    r"\"(?=[^\"]*\b(?:I|I'm|I've|me|my|we|our)\b)[^\"]{4,}?(?:\"|\Z)", re.IGNORECASE
)
# In single quotes, which may have apostrophes in them; three words at least.
_SINGLE = re.compile(
    r"(?<!\w)['‘](?=[^\n]*\b(?:I|I'm|I've|me|my|we|our)\b)"
    r"(?:[^'’\n]|(?<=\w)['’](?=\w)){8,}?['’](?!\w)",
    re.IGNORECASE,
)
_ASKED = r"(?:^|[.!?;\n]\s*|\b(?:please|can you|could you|would you|help me(?: to)?|and|then)\s+)"
_HANDED_OVER = re.compile(
    _ASKED
    + r"(?:translate|summari[sz]e|rewrite|rephrase|paraphrase|proofread|correct|fix|edit|improve"
    r"|shorten|repeat|say|type|print|write|draft|compose|analy[sz]e|classify|parse|convert|read"
    r"|check|review|explain|format|continue|complete|finish"
    r"|tell me what)\b[^.!?\n]{0,80}?:\s*(?=\S)",
    re.IGNORECASE,
)
_BEGINS_WITH = re.compile(
    _ASKED
    + r"(?:write|compose|draft|create|generate|make up|invent|tell me|give me)\b[^.!?\n]{0,30}?"
    r"\b(?:poem|story|song|letter|essay|joke|speech|script|dialogue|scene|novel|mail|email|e-mail"
    r"|tale|rap|sketch|bio|profile|post|tweet|message)\b[^\n]*",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^(?:>.*|(?:from|to|subject|sent):\s.*|-{2,}\s*(?:forwarded|original) message.*)$",
    re.IGNORECASE | re.MULTILINE,
)


def own_words(text: str) -> str:
    """The text with everything blanked out that is not the speaker's own statement."""
    if _PROGRAM.search(text) is not None:
        text = _COMMENT.sub(_blank, _PROGRAM.sub(_blank, text))
    for material in (_CODE, _FORWARDED, _QUOTED, _SINGLE, _BEGINS_WITH):
        text = material.sub(_blank, text)
    handed = _HANDED_OVER.search(text)
    return text if handed is None else text[: handed.start()] + " " * (len(text) - handed.start())


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
