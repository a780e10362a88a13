"""The checker extracted from the formal proofs, beside the one in Python: `make formal-test`."""
