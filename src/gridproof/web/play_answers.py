"""Answers about play-throughs: the data that pages show, and files to be kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridproof.design.level_id import read_id
from gridproof.level import Outcome
from gridproof.playing import messages as words
from gridproof.playing.cards import Card
from gridproof.playing.orders import order_like
from gridproof.render.about import goal_line, set_options
from gridproof.render.animation import file_name, record
from gridproof.render.html import facts, page
from gridproof.render.playable import playable_page
from gridproof.render.svg import svg
from gridproof.result import Progress, Result, Sense
from gridproof.tui.keys import KEYS, Action, shown
from gridproof.web.answers import Refusal
from gridproof.web.play import Done, Play, SearchStart

__all__ = [
    "Document", "describe_done", "describe_opened", "describe_progress", "describe_result",
    "describe_state", "solution_record", "write_file",
]  # fmt: skip

Json = dict[str, Any]

#: The actions for which pages have keys, as playing in a terminal has.
_ACTIONS: Final[tuple[Action, ...]] = (
    "undo", "redo", "restart", "next", "previous", "hint", "optimum", "warn", "another", "save",
    "help",
)  # fmt: skip
_TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Document:
    """The body of an answer.

    Attributes:
        body: JSON, or the text of a file.
        kind: its type.
        name: of the file to be kept; "" for JSON.
    """

    body: bytes
    kind: str = "application/json"
    name: str = ""


def describe_opened(play: Play, titles: Sequence[str | None]) -> Json:
    """Return all data with which a page shows a play-through.

    Args:
        play: the play-through.
        titles: of the boards of its file.
    """
    session, game = play.session, play.game
    title = session.level.title
    return {
        "play": play.id,
        "game": game.id,
        "game_title": game.title,
        "title": title,
        "keys": [name for keys in game.keys for name in keys.names],
        "help": [
            [shown(keys), keys.use] for keys in (*game.keys, *(KEYS[action] for action in _ACTIONS))
        ],
        "objective": session.objective.id,
        "usual": _usual_objective(play),
        "objectives": [[o.id, o.summary or o.id] for o in game.objectives],
        "source": play.source,
        "card": vars(Card.of(game, session.level)) if play.source else None,
        "order": play.order,
        "like": _repeatable_id(play),
        "kinship": play.symmetry_class,
        "number": play.number,
        "count": len(titles),
        "titles": list(titles),
        "save": json.loads(session.save()),
        "known": describe_result(play, *play.found[False]) if False in play.found else None,
        "options": set_options(game, session.level),
        "lists_all": any("all-solutions" in spec.supports for spec in game.solvers),
        "record": play.pictures.head() | {"game": game.id, "title": title},
        "state": describe_state(play),
    }


def _usual_objective(play: Play) -> str:
    """Return the objective that the page's address means where it names none."""
    objective = read_id(play.order)[0].objective if play.order else play.game.objective()
    return objective.id


def _repeatable_id(play: Play) -> str:
    """Return the ID of the board, if a generator made it, to have another one like it; else ""."""
    order = None if play.order else order_like(play.session.level)
    return play.order or (order.id if order else "")


def describe_state(play: Play) -> Json:
    """Return the data that change with each move, besides the picture."""
    session, outcome, dead_end = play.session, play.outcome, play.dead_end
    verdict = play.standing.verdict(session, outcome, dead_end, by_solver=play.by_solver)
    return {
        "at": session.made,
        "total": session.length,
        "solved": outcome is Outcome.SOLVED,
        "frozen": play.is_frozen(),
        "lost": outcome is Outcome.LOST or dead_end is not None,
        "dead": dead_end is not None,
        "own": _own_solution(play),
        "counter": play.standing.counter(session),
        "verdict": verdict,
        "caption": session.caption,
        "goal": goal_line(play.game, session.level, session.objective.id, play.standing.known),
    }


def _own_solution(play: Play) -> int | None:
    """Return the cost of the player's own solution, as cards show it; None: it is none.

    It is the first metric of the game's first objective, whatever is played for.
    """
    if play.outcome is not Outcome.SOLVED or not play.session.made or play.by_solver:
        return None
    return play.session.costs[play.game.objective().metrics[0]]


def describe_done(play: Play, done: Done) -> Json:
    """Return the data of some actions, with the state behind them."""
    return vars(done) | {"state": describe_state(play)}


def describe_result(play: Play, start: SearchStart, result: Result) -> Json:
    """Return the data of a solver's result."""
    objective = play.session.objective
    return {
        "here": start.here,
        "status": result.status,
        "stop_reason": result.stop_reason,
        "outlook": words.how_far(objective, result, result.cost, result.bound),
        "report": words.optimum(objective, result),
        "moves": None if result.moves is None else len(result.moves),
        "next": _next_move(play, start, result),
        "solutions": result.notes.get("solutions"),
        "listed": len(result.notes.get("listed", ())),
        "state": describe_state(play),
    }


def _next_move(play: Play, start: SearchStart, result: Result) -> str | None:
    """Return the first move of a solution in words; None if the play has gone on meanwhile."""
    session = play.session
    if not result.moves or session.moves != start.moves:
        return None
    frames = play.game.frames(session.level, session.state, result.moves[0])
    return f"{words.move_words(list(frames))} ({result.moves[0]})"


def describe_progress(sense: Sense, progress: Progress, *, here: bool) -> Json:
    """Return the data of a search that goes on: of a position (``here``), or of the board."""
    text = words.searching("From here" if here else "Optimum", progress, sense)
    return vars(progress) | {"text": text}


def solution_record(play: Play, here: bool) -> Json:
    """Return a player's record of the last solutions of the board, or of a position (``here``).

    Raises:
        Refusal: nothing was found.
    """
    start, solutions = play.solutions(here)
    if not solutions:
        raise Refusal(409, "there is no solution to be shown", hint="see what is proven of it")
    return record(
        play.session.level,
        solutions,
        game=play.game,
        before=start.moves,
        facts=facts(play.game, play.answer(here)[1]),
    )


def write_file(play: Play, name: str) -> Document:
    """Return a file of a play-through: its board, solution, picture, pages or save.

    Raises:
        Refusal: there is no such file, or none of this board.
    """
    session, level, game = play.session, play.session.level, play.game
    title = f"{game.id} {level.title or ''}"
    match name:
        case "board":
            text, file, kind = game.write(level, game.canonical_format), file_name(title), _TEXT
        case "solution":
            text = game.write_solution(level, _solution(play)) + "\n"
            file, kind = file_name(f"{title} solution"), _TEXT
        case "picture":
            text, file, kind = svg(session.picture), file_name(title, "svg"), "image/svg+xml"
        case "page":
            text, file, kind = _page(play), file_name(title, "html"), "text/html; charset=utf-8"
        case "playable":
            text, kind = _playable(play), "text/html; charset=utf-8"
            file = file_name(f"play {title}", "html")
        case "save":
            text, file, kind = session.save(), file_name(title, "json"), "application/json"
        case _:
            raise Refusal(404, "there is no such file")
    return Document(text.encode(), kind, file)


def _page(play: Play) -> str:
    """Write a page of its own: of the board's last result, or else of the player's own moves."""
    session = play.session
    if False in play.found:
        return page(session.level, play.found[False][1], game=play.game)
    moves = [session.moves] if session.moves else []
    goal = session.objective.id
    return page(session.level, game=play.game, solutions=moves, objective=goal)


def _playable(play: Play) -> str:
    """Write a page of its own on which the board is played.

    Raises:
        Refusal: the board is too large for that.
    """
    made = playable_page([play.session.level], game=play.game)
    if not all(made.playable):
        raise Refusal(
            409,
            "this board has too many positions for a page of its own",
            hint="share its address instead, or choose a smaller board",
        )
    return made.html


def _solution(play: Play) -> Sequence[str]:
    """Return the player's own moves if they are a solution, else one that was found, else these."""
    session = play.session
    if play.outcome is not Outcome.SOLVED and False in play.found:
        return play.found[False][1].moves or session.moves
    return session.moves
