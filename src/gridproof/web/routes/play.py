"""Routes of play-throughs: they are opened, changed, watched and kept as files."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridproof.files.shipped import collection
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal, rendered
from gridproof.web.flight import Heavy
from gridproof.web.handling import Body, Endpoint
from gridproof.web.play_requests import Act, GetFile, Watch
from gridproof.web.replies import is_quick, read_object
from gridproof.web.services import Services, Tell
from gridproof.web.work import Copying, Opened, Opening, Sibling, later

__all__ = ["ENDPOINTS"]

#: Actions of one request.
_MAX_ACTIONS: Final = 256
#: Cells of a shipped board up to which it is opened here in no time.
_QUICK_CELLS: Final = 8192


async def _open(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Open a play-through: of a shipped board or a text, of a save, or from another one.

    With ``later`` only its id is sent: another page will ask for a copy.
    """
    opened = await _opened(services, body, tell)
    answer = Heavy(services.flight, opened.body, 201)
    await services.keep(opened)
    return answer


async def _opened(services: Services, body: bytes, tell: Tell) -> Opened:
    opening = Opening(body, services.settings)
    if not is_quick(body):
        return await services.board_work(opening, len(body), tell)
    fields = await read_object(body)
    if (copied := fields.get("copy")) is not None:
        return await _copied(services, copied.text(), later(fields), tell)
    if (sibling := fields.get("of")) is not None:
        return await _sibling(services, sibling.text(), fields, tell)
    if _is_shipped(fields):
        return await services.here(opening)
    return await services.board_work(opening, len(body), tell)


async def _copied(services: Services, name: str, hidden: bool, tell: Tell) -> Opened:
    """Copy a play-through; ``hidden``: its page asks for it later."""
    other = services.plays.get(name)
    async with other.lock:
        packed = await services.quickly(other.packed)
        copying = Copying(packed, other.file.head(), services.settings, hidden)
        if other.copies_quickly:
            return (await services.here(copying)).beside(other.file)
    made = await services.board_work(copying, len(copying.play), tell)
    return made.beside(other.file)


async def _sibling(services: Services, name: str, fields: Field, tell: Tell) -> Opened:
    """Open another board of the file of a play-through."""
    file = services.plays.get(name).file
    number = fields["number"].whole(1, len(file.titles))
    if file.collection:
        shipped = {"collection": file.collection, "number": number, "later": later(fields)}
        return await _opened(services, rendered(shipped), tell)
    board = file.boards[number - 1]
    sibling = Sibling(board, file.head(), number, services.settings, later(fields))
    return (await services.board_work(sibling, len(board), tell)).beside(file)


def _is_shipped(fields: Field) -> bool:
    """Return True if a request opens a shipped board in no time, if it opens anything."""
    name, number = fields.get("collection"), fields.get("number")
    if name is None or number is None or {"save", "shared"} & fields.table().keys():
        return False
    levels = collection(name.text()).levels
    level = levels[number.whole(1, len(levels)) - 1]
    return level.width * level.height <= _QUICK_CELLS


async def _do(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Do actions, one after another; send the changes."""
    play = services.plays.get(request.path_params["play"])
    actions = (await read_object(body))["do"].entries()
    if len(actions) > _MAX_ACTIONS:
        raise Refusal(413, f"one request does up to {_MAX_ACTIONS} things")
    async with play.lock:
        services.flight.check()
        done = await services.ask(play, tell, Act(actions, services.settings.moves))
    return Heavy(services.flight, done.body, sure=True)


async def _watch(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the solutions of the board, or of a position (``here``), as a player's record."""
    play = services.plays.get(request.path_params["play"])
    here = (await read_object(body))["here"].flag()
    async with play.lock:
        record = await services.ask(play, tell, Watch(here))
    return Heavy(services.flight, record.body)


async def _file(services: Services, request: Request, body: bytes, tell: Tell) -> Response:
    """Send the board, solution, picture, page or play-through, to be kept."""
    play = services.plays.get(request.path_params["play"])
    async with play.lock:
        document = await services.ask(play, tell, GetFile(request.path_params["name"]))
    headers = {"content-disposition": f'attachment; filename="{document.name}"'}
    return Heavy(services.flight, document.body, kind=document.kind, headers=headers)


ENDPOINTS: Final = (
    Endpoint("/api/plays", _open, Body.BOARD),
    Endpoint("/api/plays/{play}/do", _do, Body.SMALL),
    Endpoint("/api/plays/{play}/watch", _watch, Body.SMALL),
    Endpoint("/api/plays/{play}/files/{name}", _file),
)
