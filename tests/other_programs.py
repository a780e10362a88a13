"""Other programs that read exports: what they answer, and what they say is the optimum."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gridproof.export.export import Exported

__all__ = ["ANSWERERS", "Answered", "fast_downward", "highs"]

#: What Fast Downward's exit code says (its driver's returncodes.py).
_PLAN_FOUND, _UNSOLVABLE, _EXHAUSTED = 0, (10, 11), 12


@dataclass(frozen=True)
class Answered:
    """An answer as a text, and the optimum that the other program proves."""

    text: str
    optimum: int


def fast_downward(
    exported: Exported, folder: Path, search: str = "astar(blind())"
) -> Answered | None:
    """The optimal plan of Fast Downward, run as a program of its own; None: there is no plan."""
    found = importlib.util.find_spec("up_fast_downward")
    assert found is not None, "install the test dependencies: make setup"
    assert found.origin is not None
    driver = Path(found.origin).parent / "downward" / "fast-downward.py"
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    (folder / "problem.pddl").write_text(exported.text, encoding="ascii")
    for name, text in exported.beside.items():
        (folder / name).write_text(text, encoding="ascii")
    done = subprocess.run(
        [sys.executable, driver, "--plan-file", plan, "problem.pddl", "--search", search],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    said = f"{done.stdout}\n{done.stderr}"
    if done.returncode == _PLAN_FOUND:
        cost = re.search(r"^\[.*\] Plan cost: (\d+)$", said, re.MULTILINE)
        assert cost is not None, said
        return Answered(plan.read_text(encoding="ascii"), int(cost[1]))
    exhausted = "Completely explored state space -- no solution!" in said
    unsolvable = done.returncode == _EXHAUSTED and exhausted
    assert done.returncode in _UNSOLVABLE or unsolvable, said
    return None


def highs(exported: Exported, folder: Path) -> Answered | None:
    """The best solution of HiGHS, which reads the file itself; None: there is none."""
    import highspy

    file, answer = folder / "program.mps", folder / "answer.sol"
    file.write_text(exported.text, encoding="ascii")
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("threads", 1)  # as ours: a process has one number of threads for all
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("mip_rel_gap", 0.0)
    assert solver.readModel(str(file)) == highspy.HighsStatus.kOk
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty)
    solver.writeSolution(str(answer), 0)
    value = solver.getObjectiveValue()
    assert abs(value - round(value)) < 1e-6
    return Answered(answer.read_text(encoding="ascii"), round(value))


#: By the id of an export.
ANSWERERS: Mapping[str, Callable[[Exported, Path], Answered | None]] = {
    "pddl": fast_downward,
    "mps": highs,
}
