"""Matches that are saved during play and can be resumed."""

from gridlock.saves.autosave import Autosave, Draft, NotOurFile, Resumed, resume_match
from gridlock.saves.matches import SavedMatch, is_saved, saved_matches, unfinished
from gridlock.saves.seats import can_be_confirmed, programs_of, specs_of

__all__ = [
    "Autosave",
    "Draft",
    "NotOurFile",
    "Resumed",
    "SavedMatch",
    "can_be_confirmed",
    "is_saved",
    "programs_of",
    "resume_match",
    "saved_matches",
    "specs_of",
    "unfinished",
]
