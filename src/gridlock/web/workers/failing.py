"""What a worker says when a function has failed in a way that it should not."""


class WorkerError(Exception):
    """A function has failed in a worker process: a mistake of ours. The text is the traceback there."""
