"""Hostile campaigns: input, kills, bots, damage, keys and attacks on a server.

``make torture`` runs all of them for a given time; ``make test`` runs a short piece of each.
"""
