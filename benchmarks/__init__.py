"""Side-by-side timing: ``make bench``. Nothing here is asserted in a test."""
