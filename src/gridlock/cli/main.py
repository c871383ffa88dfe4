"""The program: one place where every error becomes one sentence and an exit status."""

import os
import sys
from collections.abc import Sequence

import typer

from gridlock.cli.app import app
from gridlock.errors import EndOfInput, GridlockError, problem_text

__all__ = ["main", "run"]

_INTERRUPTED = 130  # what typer makes of Ctrl-C


def main() -> None:
    """Run the program with the arguments of this process."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the program; the exit status is 0, or 2 after an error, 1 if the input ended, 130 after Ctrl-C."""
    try:
        status = app(list(arguments), prog_name="gridlock", standalone_mode=False)
        if status == _INTERRUPTED:
            print()
            return _complain("Interrupted.", _INTERRUPTED)
        sys.stdout.flush()
    except EndOfInput:
        return _complain("The input ended before the game did.", 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its exit
        return 1
    except typer.TyperException as error:
        return _complain(_sentence(error), 2)
    except GridlockError as error:
        return _complain(str(error), 2)
    except OSError as error:
        return _complain(problem_text(error), 2)
    return status if isinstance(status, int) else 0


def _complain(sentence: str, status: int) -> int:
    print(f"gridlock: {sentence}", file=sys.stderr)
    return status


def _sentence(error: Exception) -> str:
    """What is wrong with the arguments, in one line."""
    describe = getattr(error, "format_message", None)
    words = " ".join(str(describe() if describe else error).split())
    return words if words.endswith((".", "?")) else words + "."
