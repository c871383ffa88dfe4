"""Files and folders: read with a limit, written in one step, locked while they are changed."""

from gridlock.files.aside import NewerFile, read_or_set_aside
from gridlock.files.folders import cache_folder, data_folder, user_path
from gridlock.files.locks import Lock, Locked
from gridlock.files.own import check_own, write_own
from gridlock.files.reading import MOST_BYTES, read_bytes, read_text
from gridlock.files.writing import draft_of, sweep, write_whole

__all__ = [
    "MOST_BYTES",
    "Lock",
    "Locked",
    "NewerFile",
    "cache_folder",
    "check_own",
    "data_folder",
    "draft_of",
    "read_bytes",
    "read_or_set_aside",
    "read_text",
    "sweep",
    "user_path",
    "write_own",
    "write_whole",
]
