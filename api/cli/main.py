"""The program ``doxa``: what needs no command is answered at once, the rest by the command.

Exit codes: 0 success, 1 a check failed, 2 bad input, 3 partly done, 70 internal error, 75 not
available now.
"""

from __future__ import annotations

import gc
import os
import resource
import sys

from api.cli.dispatch.arguments import help_asked

EXIT_STOPPED = 130

# Set by the shell that asks how a line may go on.
_COMPLETING = "_DOXA_COMPLETE"


def main() -> None:
    """Run the command that the arguments name, and end the process with its exit code."""
    # A core file would hold keys and passwords; what is started from here inherits it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # What is imported stays: to look through it for garbage takes a tenth of the time to start.
    gc.set_threshold(50_000)
    for stream in (sys.stdout, sys.stderr):
        # A lone surrogate, or a terminal of few letters, is no reason to fail.
        stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    sys.exit(_exit_code(sys.argv[1:]))


# What is imported here is imported by those who need it: typer takes longer than Python itself.
# ruff: noqa: PLC0415


def _exit_code(words: list[str]) -> int:
    try:
        if _COMPLETING not in os.environ and _answer_at_once(words):
            return 0
        from api.cli.dispatch.program import run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped; what was accepted is kept\n")
        return EXIT_STOPPED
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        from api.cli.failures import shown_failure

        return shown_failure(error, as_json="--json" in words, verbose="--verbose" in words)


def _answer_at_once(words: list[str]) -> bool:
    """Print the help or the version, if that is asked for.

    Raises:
        InvalidArgument: there is no such command, or it does not take the words.
    """
    if words[:1] == ["--version"]:
        from importlib import metadata

        told = f"doxa {metadata.version('doxa')}\n"
    else:
        told = help_asked(words)
    if told is None:
        return False
    sys.stdout.write(told)
    sys.stdout.flush()
    return True
