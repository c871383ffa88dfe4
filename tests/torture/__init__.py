"""Hostile campaigns: input, kills, bots, damage and keys that nobody would wish on a program.

``make torture`` runs all of them for as long as it is told; ``make test`` runs a short piece of each.
"""
