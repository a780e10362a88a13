"""The built-in games, one folder each; :func:`gridproof.game.games` finds them."""
