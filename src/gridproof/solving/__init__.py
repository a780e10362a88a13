"""The one way to an answer: solve, search, task, portfolio, certify."""
