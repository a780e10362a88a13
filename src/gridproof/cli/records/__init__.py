"""The JSON that verbs print, as types: each field with its type and meaning.

The reference is made of these classes; a test compares them with what each verb prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gridproof.cli.records.boards import Checked, Curated, LeftOut, Rated, Shown, Solved, Verified
from gridproof.cli.records.design import (
    AnsweredBoard,
    AnsweredInstance,
    Audited,
    ExportedBoard,
    ExportedInstance,
    Generated,
    ListedGame,
    ListedReduction,
    Mapped,
    Reduced,
)
from gridproof.cli.records.results import Compared, Doctor, ExperimentRow, Exported, Run, Standing

__all__ = ["OPEN", "RECORDS"]

#: Verb → the objects that it prints.
RECORDS: Final[Mapping[str, tuple[type, ...]]] = {
    "list": (ListedGame, ListedReduction),
    "show": (Shown,),
    "solve": (Solved,),
    "verify": (Verified,),
    "certify": (Solved,),
    "check": (Checked,),
    "generate": (Generated,),
    "rate": (Rated,),
    "curate": (Curated, LeftOut),
    "reduce": (Reduced,),
    "reduce lift": (Mapped,),
    "reduce lower": (Mapped,),
    "reduce audit": (Audited,),
    "export": (ExportedBoard, AnsweredBoard, ExportedInstance, AnsweredInstance),
    "batch run": (Run,),
    "batch status": (Standing,),
    "batch export": (Exported,),
    "batch compare": (Compared,),
    "experiment": (ExperimentRow,),
    "doctor": (Doctor,),
}
#: Objects with further fields, which differ from one to the next.
OPEN: Final = frozenset({ExperimentRow})
