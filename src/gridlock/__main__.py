"""Entry point of ``gridlock`` and ``python -m gridlock``."""

import signal
import sys


def main() -> None:
    """Run the command line and exit; Ctrl-C during start-up exits quietly."""
    try:
        from gridlock.cli import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback for a second Ctrl-C during exit
    sys.exit(status)


if __name__ == "__main__":
    main()
