"""Many boards with many solvers, on one machine or on a cluster, with results that are kept.

A :class:`gridproof.batch.plan.Plan` says what is to be run, a :class:`gridproof.batch.store.Store`
keeps what came of it, and :func:`gridproof.batch.running.run` does what is missing.
"""
