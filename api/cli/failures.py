"""How the command line ends and says why: exit codes, errors, text that a terminal may show.

Refused arguments need no more than this, so that it imports next to nothing.
"""

from __future__ import annotations

import json
import re
import sys

from graph.errors import DoxaError, Fault

EXIT_FAILED_CHECK = 1
EXIT_PARTLY = 3

# Characters that act on a terminal, or on how the text around them is read, instead of being seen:
# controls, the marks and overrides of direction, what has no width, tags. Joiners are among them,
# though they have their place in Persian and in emoji: what is printed is to be told apart.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """Return the text with what cannot be seen as Python escapes it, such as U+202E by backslash
    u202e.
    """
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def shown_error(error: DoxaError, *, as_json: bool) -> None:
    """Print an error to standard error: code, message, field, hint."""
    if as_json:
        document = {
            "code": error.code,
            "message": error.message,
            "field": error.field,
            "hint": error.hint,
        }
        sys.stderr.write(json.dumps(document, ensure_ascii=False) + "\n")
        return
    lines = [f"doxa: {error.code}: {error.message}"]
    lines += [f"  field  {error.field}"] if error.field else []
    lines += [f"  hint   {error.hint}"] if error.hint else []
    sys.stderr.write("\n".join(map(visible, lines)) + "\n")


def shown_failure(error: Exception, *, as_json: bool, verbose: bool) -> int:
    """Print why a command failed; the exit code."""
    if isinstance(error, DoxaError):
        shown_error(error, as_json=as_json)
        return error.exit_code
    fault = Fault(
        f"{type(error).__name__}: {error}".splitlines()[0][:500],
        hint="internal error; run again with --verbose for a traceback",
    )
    shown_error(fault, as_json=as_json)
    if verbose:
        import traceback  # noqa: PLC0415 -- seldom needed, and slow to load

        traceback.print_exception(error)
    return fault.exit_code
