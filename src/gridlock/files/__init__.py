"""Files and folders: size-limited reads, atomic writes, and locks between programs."""

from gridlock.files.folders import cache_folder, data_folder, secure_dir, user_path
from gridlock.files.json_file import JsonFile
from gridlock.files.locks import Lock, Locked
from gridlock.files.reading import MOST_BYTES, read_bytes, read_text
from gridlock.files.writing import draft_of, sweep, write_whole

__all__ = [
    "MOST_BYTES",
    "JsonFile",
    "Lock",
    "Locked",
    "cache_folder",
    "data_folder",
    "draft_of",
    "read_bytes",
    "read_text",
    "secure_dir",
    "sweep",
    "user_path",
    "write_whole",
]
