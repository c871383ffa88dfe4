"""What a worker says when a function has failed in a way that it should not."""

__all__ = ["WorkerError"]


class WorkerError(Exception):
    """A function has failed in a worker process: a mistake of ours. The text is the traceback there."""
