"""Pages in a real browser: the player's and the web app's, in headless Chromium."""
