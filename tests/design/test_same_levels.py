"""The ID of a level means the same level on every machine and in every version of what we use."""

from __future__ import annotations

import pytest

from gridproof.design.level_id import read_id
from gridproof.registry import digest

#: The digest's beginning. Whoever changes a level raises the version of its generator.
LEVELS = {
    "bombcover:random,width=7,height=9,radius=2,pierce=yes#1.0@g1": "ffc237b129acae05",
    "bombcover:traps,width=7,height=6,min-gap=2#1.0@g1": "ab44daf5a9551607",
    "bombcover:sat-to-bombcover,variables=2,clauses=3#1.0@g2": "d286c48f29046461",
    "bombcover:sat-to-bombcover-range,variables=3,radius=3#1.0@g2": "5ccc68a0b5f7018b",
    "bombcover:vc-to-bombcover,vertices=7#1.0@g1": "ad70585f1e4ed30c",
    "boxcover:random,points=40,density=3#1.0@g1": "d649adec01be5820",
    "boxcover:clustered,points=40,clusters=5,spread=6#1.0@g1": "91e815951eeb8b61",
    "boxcover:climb,points=15,min-gap=2#1.0@g1": "f768238164175890",
    "boxcover:sat-to-boxcover,variables=2#1.0@g2": "0153694c615e54d2",
    "boxcover:vc-to-boxcover,vertices=30,side=3#1.0@g1": "97f9fb538fd0837c",
    "merge:random,density=dense,types=2#1.0@g1": "466b9437bd014097",
    "merge:lines,hp=2#1.0@g1": "6a73195f66ccc030",
    "merge:two-lines,shape=II,stones=7#1.0@g1": "34202950b93aaea2",
    "merge:two-lines,shape=IV,hp=3#1.0@g1": "b86e8d25bb4fd4f7",
    "merge:climb,heroes=8,stones=8,hp=2,min-gap=1#1.0@g1": "e14678d9e418f82f",
    "merge:apart#1.0@g1": "be00907d0e749ba9",
    "merge:vc-to-merge,vertices=12,edges=14#1.0@g2": "adaf4adac97dadce",
    "onebomb:random,width=9,height=7,bombs=2,blast=classic#1.0@g1": "8dda56b1392bb33a",
    "onebomb:walled,width=9,height=7#1.0@g1": "ce9a21f918ac5b2d",
    "onebomb:snake,width=9,height=7#1.0@g1": "539f92c7a0ac895d",
    "onebomb:spiral,width=9,height=7,radius=3#1.0@g1": "aa045ca79c72728b",
    "onebomb:mazes,width=31,height=14,loops=20,min-cost=30,max-gap=12#1.1@g1": "b2ae64ed690b1240",
}


@pytest.mark.parametrize("name", LEVELS)
def test_the_level_of_an_id_stays_what_it_is(name: str) -> None:
    config, seed = read_id(name)
    assert seed is not None
    level = config.draw(seed)
    assert config.id(seed) == level.info["generator"] == name
    assert digest(config.game, level)[:16] == LEVELS[name]
