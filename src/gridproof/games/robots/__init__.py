"""robots: Robot Reboot and Ricochet Robots, fewest moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridproof.errors import UnknownName
from gridproof.files.boards import Block, headers_of, json_fields, read_boards
from gridproof.game import Game
from gridproof.games.robots import (
    design,
    exports,
    formats,
    generators,
    play,
    rules,
    scene,
    solvers,
)
from gridproof.games.robots.formats import drawings, facts
from gridproof.games.robots.formats.dumps import MARK
from gridproof.games.robots.level import OPTIONS, RobotsLevel, mirrored, turned
from gridproof.games.robots.rules import State
from gridproof.level import BoardFault

__all__ = ["GAME"]


class Robots(Game[RobotsLevel, State, int]):
    """Slide robots until the target robot stops on the target. The cursor is a robot's number."""

    id = "robots"
    title = "Robots (Robot Reboot, Ricochet Robots)"
    aliases = ("ricochet", "robot-reboot")
    objectives = (rules.MOVES,)
    options = OPTIONS
    certificates = solvers.CERTIFICATES
    solvers = solvers.SOLVERS
    generators = generators.GENERATORS
    exports = exports.EXPORTS
    measures = design.MEASURES
    measure = "gridproof.games.robots.design:measure"
    single_board_formats = ("asp",)

    recognises = staticmethod(formats.recognises)
    forms = formats.FORMS
    read_solution = staticmethod(formats.read_solution)
    write_solution = staticmethod(formats.write_solution)
    formats = ("text", "json", "game-id", "asp")  # from here on, this is what it means in the class
    validate = staticmethod(rules.validate)
    missing = staticmethod(rules.missing)
    initial = staticmethod(rules.initial)
    moves = staticmethod(rules.moves)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    complete = staticmethod(rules.complete)
    key = staticmethod(rules.key)
    actions = staticmethod(rules.actions)
    level_at = staticmethod(rules.level_at)
    turn = staticmethod(turned)
    mirror = staticmethod(mirrored)
    normalized = staticmethod(design.normalized)
    relaxed_variants = staticmethod(design.relaxed_variants)
    backdrop = staticmethod(scene.backdrop)
    scene = staticmethod(scene.scene)
    unseen = staticmethod(rules.unseen)
    kinds = ("target", "robot", "helper")
    keys = play.KEYS
    quit_keys = play.QUIT_KEYS
    cursor = staticmethod(play.active)
    interpret = staticmethod(play.interpret)
    point = staticmethod(play.point)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[RobotsLevel | BoardFault]:
        if not facts.is_facts(text):
            text = drawings.without_gaps(text)
            return read_boards(
                self,
                text,
                source,
                options,
                formats.parse_block,
                formats.parse_json,
                blocks=formats.dump_blocks if MARK in text else None,
            )

        # Facts are one program a file, whatever blank lines and comments stand between them.
        def parse_facts(block: Block, values: Mapping[str, Any]) -> Iterator[RobotsLevel]:
            yield from facts.parse_facts(text, values)

        return read_boards(self, "facts", source, options, parse_facts, formats.parse_json)

    def write(self, level: RobotsLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                robot_on_target = any(cell == level.target for _, cell in level.robots)
                drawn = () if robot_on_target else ("target",)
                lines = headers_of(self, level, drawn=drawn) + formats.write_unicode(level)
                return "\n".join(lines) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case "game-id":
                return formats.write_game_id(level) + "\n"
            case "asp":
                return facts.write_facts(level) + "\n"
            case other:
                raise UnknownName("format", other, self.formats, self.id)


GAME = Robots()
