"""The command ``gridlock``, which is also ``python -m gridlock``."""

import signal
import sys


def main() -> None:
    """Run the program with the arguments of this process; Ctrl-C while it loads ends it quietly."""
    try:
        from gridlock.cli import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback if Ctrl-C comes again on the way out
    sys.exit(status)


if __name__ == "__main__":
    main()
