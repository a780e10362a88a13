"""Certificates: what proves that no solution is better, and a small independent checker of it.

A check rests on levels and rules alone: nothing here imports a solver, a bound that solvers use, or
native code. ``docs/explanation/certificates.md`` proves each rule.
"""
