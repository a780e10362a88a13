"""boxcover: cover points in the plane with as few squares of one size as possible."""
