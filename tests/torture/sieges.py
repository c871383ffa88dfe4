"""Attacks on a live server, and what they cost everyone else: prints seconds and megabytes."""

from __future__ import annotations

from torture.campaign import Campaign
from torture.soak import soak
from torture.solver_siege import SOLVER_SIEGES
from torture.wall import WALL_SIEGES

SIEGES = Campaign("sieges", {"soak": soak, **SOLVER_SIEGES, **WALL_SIEGES})
