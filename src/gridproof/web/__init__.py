"""The local web app: boards to choose, play, solve and share, for browsers on this machine.

It works on sessions, scenes and ``solve`` alone, so that every game is served without a line of its
own. :mod:`gridproof.web.guard` refuses foreign requests, :mod:`gridproof.web.routes` answers the
others, with the :mod:`gridproof.web.services` that they share.
"""
