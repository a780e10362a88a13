"""Boards that somebody draws: drafts, what is done to them, and what is known of them."""
