"""The games as environments for learning programs: JAX, PettingZoo, Gymnasium and OpenSpiel.

Each module needs packages that gridlock doesn't install on its own: the extra ``jax`` for
:mod:`gridlock.envs.jax`, the extra ``rl`` for the others.
"""
