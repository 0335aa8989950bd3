"""What people do at a table: sit down, move, take back, ask for a bot or a hint."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from trackside.core.errors import IllegalMove
from trackside.search.agents import LEVELS
from trackside.web.audience import Audience
from trackside.web.chairs import BOT, HERE, OPEN, PERSON, clean_name
from trackside.web.house import House
from trackside.web.refusal import Refusal
from trackside.web.table import PLAYING, WAITING, LiveTable, Row


async def sit(house: House, table: LiveTable, seat: int, player: str, name: str, invite: str | None) -> None:
    """Somebody takes an open seat, or comes back to one that a bot kept warm."""

    async def sit_down() -> None:
        if not 0 <= seat < table.seats:
            raise Refusal("house.no_seat", seat=seat, last=table.seats - 1)
        chair = table.chairs[seat]
        if chair.belongs_to(player):
            return
        if chair.kind == BOT and chair.player == player:
            new = chair.taken(player, chair.name)
        elif chair.kind == OPEN and (table.watch == "anyone" or invite == chair.invite):
            new = chair.taken(player, clean_name(name))
        elif chair.kind == OPEN:
            raise Refusal("house.invited_only")
        else:
            raise Refusal("house.taken")
        before, rows = table.chairs[seat], list[Row]()
        table.chairs[seat] = new
        if table.status == WAITING and not any(other.kind == OPEN for other in table.chairs):
            rows = table.start()
        await house.commit(table, rows, chair=new, undo=partial(table.chairs.__setitem__, seat, before))

    await house.alone(table, sit_down)


async def move(
    house: House,
    table: LiveTable,
    seat: int,
    player: str | None,
    move: int | str,
    number: int | None,
    message: str | None,
    audience: Audience | None = None,
    agree: Callable[[], None] | None = None,
) -> None:
    """A move of somebody who sits there; sent twice, it counts once."""
    act = partial(table.play, seat, move)
    await _once(house, table, seat, player, number, message, audience, act, agree)


async def undo(
    house: House,
    table: LiveTable,
    seat: int,
    player: str | None,
    number: int | None,
    message: str | None,
    audience: Audience | None = None,
    agree: Callable[[], None] | None = None,
) -> None:
    """A seat takes back its last move; asked twice with the same message, it is one."""
    await _once(house, table, seat, player, number, message, audience, partial(table.undo, seat), agree)


async def _once(
    house: House,
    table: LiveTable,
    seat: int,
    player: str | None,
    number: int | None,
    message: str | None,
    audience: Audience | None,
    act: Callable[[str | None], list[Row]],
    agree: Callable[[], None] | None,
) -> None:
    """Let the owner of a seat act on what they have seen; a message that was obeyed before is only answered.

    `agree` is called when everybody has been told.
    """
    kept = f"{seat} {message}" if message else None

    async def step() -> None:
        table.check_owner(seat, player)
        if kept not in table.messages:
            if number is not None and audience is not None and number != audience.number:
                raise Refusal("house.moved_on")
            try:
                rows = act(kept)
            except IllegalMove as error:
                raise IllegalMove(error.say(table.words(audience.language if audience else "en"))) from error
            await house.commit(table, rows)
        if agree is not None:
            agree()

    await house.alone(table, step)


async def take_over(house: House, table: LiveTable, seat: int, player: str | None, level: str) -> None:
    """A bot plays for somebody who has left, at the wish of one who remains."""

    async def replace() -> None:
        if not table.chairs_of(player):
            raise Refusal("house.not_seated")
        if level not in LEVELS:
            raise Refusal("house.no_level", level=level[:40], levels=", ".join(LEVELS))
        if not 0 <= seat < table.seats or table.chairs[seat].kind not in (PERSON, HERE):
            raise Refusal("house.no_person")
        if seat in table.online and not table.chairs[seat].belongs_to(player):
            raise Refusal("house.still_here")
        before = table.chairs[seat]
        table.chairs[seat] = before.replaced(level)
        await house.commit(table, [], chair=table.chairs[seat], undo=partial(table.chairs.__setitem__, seat, before))

    await house.alone(table, replace)


async def hint(house: House, table: LiveTable, seat: int, player: str | None) -> dict[str, Any]:
    """What a strong player would do on this seat, from what the seat may know."""
    table.check_owner(seat, player)
    if table.match is None or not table.match.moves(seat):
        raise Refusal("house.nothing_to_decide")
    if table.game.name not in house.thinking.ready:
        raise Refusal("house.warming_up")
    view = table.match.view_state(seat)
    return await house.thinking.choose(table.game, "expert", f"{table.id} hint {seat}", view, seat, table.count)


async def to_move(house: House, table_id: str) -> list[int]:
    """The seats that have something to do at a table."""
    table = await house.find(table_id)
    if table.match is None or table.status != PLAYING:
        return []
    return [seat for seat in range(table.seats) if table.match.moves(seat)]
