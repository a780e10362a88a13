"""The static site that is the web app without a server: ``make web`` writes it to ``build/web``."""
