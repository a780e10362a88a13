"""Trees of cases as pseudo-Boolean refutations, for checkers that others have written."""
