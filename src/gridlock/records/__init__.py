"""Match records in a PGN-like text format."""

from gridlock.records.files import RecordFile, read_records, record_file
from gridlock.records.reader import InvalidRecord, parse_records
from gridlock.records.record import PLAYED_OUT, Ending, Record

__all__ = [
    "PLAYED_OUT",
    "Ending",
    "InvalidRecord",
    "Record",
    "RecordFile",
    "parse_records",
    "read_records",
    "record_file",
]
