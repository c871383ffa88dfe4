"""The command that tells how a person has done against the bots."""

from __future__ import annotations

import json

from gridlock.cli.options import Json, tell


def stats(as_json: Json = False) -> None:
    """Tell what you have won and lost against the bots, how strong that makes you, and whom to play next."""
    from gridlock.stats import Results, results_file
    from gridlock.text.results import results_text, results_to_json

    results = Results.load()
    if results.remark:
        tell(results.remark)
    if as_json:
        print(json.dumps({"file": str(results_file()), **results_to_json(results)}))
        return
    print(results_text(results))
    if results.all:
        print(f"\nThe results are in {results_file()}\nDelete that file, and they are forgotten.")
