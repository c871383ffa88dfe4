"""The command ``gridlock``, which is also ``python -m gridlock``.

Everything else is loaded by :func:`main`, so that Ctrl-C ends the program quietly from its first line on.
"""

# What the module signal is made of; loading that one takes long enough for somebody to press Ctrl-C.
import _signal  # type: ignore[import-not-found]
import sys


def main() -> None:
    """Run the program with the arguments of this process."""
    usual = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler  # not so under nohup
    if usual:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    try:
        from gridlock.cli import run

        if usual:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # once more, while we were leaving
        status = 130
    if usual:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    sys.exit(status)


if __name__ == "__main__":
    main()
