"""Makers of boards that plain search solves at once, one module a game.

``MAKERS`` of a module has them by name: functions from a :class:`random.Random` to a level. A game
without a module is tried on boards of its own generators, see :func:`tests.samples.tiny_makers`.
"""
