"""Many boards with many solvers, on one machine or on a cluster, with results that are kept.

A :class:`gridproof.batch.plan.Plan` says what is to be run, a :class:`gridproof.batch.store.Store`
keeps what came of it, and :func:`gridproof.batch.running.run` does what is missing.
"""

from gridproof.batch.plan import Drawn, FromFile, Plan, Setup
from gridproof.batch.plan_file import read_plan
from gridproof.batch.running import Standing, run
from gridproof.batch.store import Finished, Store, Tally
from gridproof.processes.supervise import Failure

__all__ = [
    "Drawn",
    "Failure",
    "Finished",
    "FromFile",
    "Plan",
    "Setup",
    "Standing",
    "Store",
    "Tally",
    "read_plan",
    "run",
]
