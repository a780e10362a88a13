"""The local web app: boards to choose, play, solve and share, for browsers on this machine.

It works on sessions, scenes and ``solve`` alone, so that every game is served without a line of its
own. :mod:`gridproof.web.app` has the routes, :mod:`gridproof.web.guard` says who is answered.
"""
