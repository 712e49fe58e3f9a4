"""Write graph/model/look_alikes.txt: which characters look like which, whatever their case.

Run it when Unicode is raised: ``python -m tools.look_alikes confusables.txt``, with the file
of that name which goes with Unicode's Technical Standard 39
(https://www.unicode.org/Public/security/latest/confusables.txt).

Values are compared with their case folded, but capitals may look like other letters than small
ones: the Cyrillic в is no b, and its capital is a B. So a character counts for what its capital
looks like, if only that is ASCII. Where both are and differ, as of the Greek ν (v, or N), it looks
like the small one, and the line of the capital begins with ^: a claim is read in both ways.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from graph.model.rejection_form import TABLE, without_marks

_LINE = re.compile(r"([0-9A-F]+)\s*;\s*([0-9A-F]+(?: [0-9A-F]+)*)\s*;")
_VERSION = re.compile(r"# Version: ([0-9.]+)")
_ROUNDS_MAX = 10
_HEADER = """\
# Written by tools/look_alikes.py; do not edit. Unicode {version}, Technical Standard 39.
# What characters look like, then those that do, as code points. Case is folded. After a ^: what
# their capitals look like, where that is another look.
# From data (c) Unicode, Inc., under the Unicode License v3: see LICENSE-UNICODE.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, close under case, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="Unicode's confusables.txt")
    source: str = parser.parse_args(arguments).file.read_text(encoding="utf-8-sig")
    version = _VERSION.search(source)
    if version is None:
        sys.exit("that is no confusables.txt: it does not say of which version it is")
    looks = prototypes(source)
    table = closed(looks)
    capitals = capital_looks(looks, table)
    lines = written(table) + written(capitals, "^")
    TABLE.write_text(_HEADER.format(version=version[1]) + lines, encoding="ascii")
    print(f"{len(table)} characters, {len(capitals)} of them with other capitals -> {TABLE}")


def prototypes(source: str) -> dict[str, str]:
    """What each character looks like, as the file has it."""
    found = (_LINE.match(line) for line in source.splitlines())
    return {_text(match[1]): _text(match[2]) for match in found if match is not None}


def closed(looks: Mapping[str, str]) -> dict[str, str]:
    """The same for characters whose case is folded; what they look like looks like itself."""
    lower = [c for c in map(chr, range(sys.maxunicode + 1)) if _may_look(c)]
    small = {c: _settled(c, looks) for c in lower}
    capital = {small[c]: seen for c in lower if (seen := _capital(c, small[c], looks))}
    table = {c: capital.get(seen, seen) for c, seen in small.items()}
    for _ in range(_ROUNDS_MAX):
        table = {c: "".join(table.get(one, one) for one in seen) for c, seen in table.items()}
    return {c: seen for c, seen in table.items() if seen != c}


def capital_looks(looks: Mapping[str, str], table: Mapping[str, str]) -> dict[str, str]:
    """What capitals look like, of characters that themselves look like something else of ASCII."""
    found: dict[str, str] = {}
    for character in filter(_may_look, map(chr, range(sys.maxunicode + 1))):
        capital = character.upper()
        if character.isascii() or len(capital) != 1 or capital == character:
            continue
        seen = "".join(table.get(one, one) for one in _settled(capital, looks))
        own = table.get(character, character)
        if seen.isascii() and own.isascii() and seen != own:
            found[character] = seen
    return found


def _capital(character: str, small: str, looks: Mapping[str, str]) -> str | None:
    """What its capital looks like, if that counts."""
    capital = character.upper()
    if len(capital) != 1 or (small.isascii() and character != "i"):
        return None
    seen = _settled(capital, looks)
    return seen if seen.isascii() else None


def written(table: Mapping[str, str], mark: str = "") -> str:
    """The table as text, a line for each look, with a mark before it."""
    alike: dict[str, list[str]] = {}
    for character, seen in table.items():
        alike.setdefault(seen, []).append(character)
    return "".join(
        f"{mark}{_codes(seen)}: {_codes(''.join(those))}\n" for seen, those in sorted(alike.items())
    )


def _may_look(character: str) -> bool:
    """Whether a canonical value, taken apart, may have the character."""
    if unicodedata.category(character) in ("Cs", "Cn", "Co", "Cc", "Cf"):
        return False
    return _folded(character) == character == unicodedata.normalize("NFD", character)


def _settled(text: str, looks: Mapping[str, str]) -> str:
    """What a text looks like when nothing of that looks like anything else."""
    for _ in range(_ROUNDS_MAX):
        text = _folded("".join(looks.get(c, c) for c in unicodedata.normalize("NFD", text)))
    return without_marks(text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _codes(text: str) -> str:
    return " ".join(f"{ord(character):X}" for character in text)


if __name__ == "__main__":
    main()
