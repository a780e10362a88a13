"""A clock that tests turn."""

from __future__ import annotations


class FakeClock:
    """Advances by ``step`` seconds each time it is read, and counts the readings."""

    def __init__(self, step: float) -> None:
        self.now, self.step, self.reads = 0.0, step, 0

    def __call__(self) -> float:
        self.now += self.step
        self.reads += 1
        return self.now
