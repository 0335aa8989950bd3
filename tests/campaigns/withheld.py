"""Salts and commitments that are withheld: the server waits for them for a while, and then begins without them."""

from __future__ import annotations

import asyncio

from tests.campaigns.play import LATE
from tests.campaigns.salted import SaltedGame
from trackside.play.dice import new_seed
from trackside.web.tables.salts import COMMITTING


async def never_reveals(game: SaltedGame) -> None:
    """A guest commits, sees that others reveal, and never reveals; when the game has begun it is too late."""
    await game.seat_all()
    await game.reveal(*game.others)
    await game.wait_until_begun()
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=game.guest.salt)


async def nobody_reveals(game: SaltedGame) -> None:
    """Nobody reveals a salt."""
    await game.seat_all()
    await game.wait_until_begun()


async def copies(game: SaltedGame) -> None:
    """A guest copies the host's commitment, and can reveal its salt only when the game has begun with it."""
    await game.create()
    game.guest.salt = game.host.salt  # known to the guest only at the end
    await game.join(game.guest, commitment=(await game.look(game.guest))["seats"][0]["commitment"])
    for person in game.people[2:]:
        await game.join(person)
    await game.note()
    await game.reveal(*game.others)
    if (await game.look(game.guest))["seats"][0]["salt"] is not None:
        game.fault("the host's salt is shown before the game has begun")
    await game.wait_until_begun()
    salt = (await game.look(game.guest))["seats"][0]["salt"]
    if salt != game.host.salt:
        game.fault("the host's salt is not shown when the game has begun")
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=salt)


async def leaves_for_good(game: SaltedGame) -> None:
    """A guest leaves between committing and revealing, and a bot plays in their place."""
    await game.seat_all()
    await game.leave(game.guest)
    await game.reveal(*game.others)
    await game.wait_until_begun()


async def reveals_and_leaves(game: SaltedGame) -> None:
    """A guest reveals and leaves at the same moment: the salt counts if it was acknowledged."""
    await game.seat_all()
    await game.wait_until_asked(game.guest, "salt")
    sent = game.send(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=game.guest.salt)
    answer, _ = await asyncio.gather(sent, game.leave(game.guest))
    game.guest.revealed = answer.is_success
    await game.reveal(*game.others)


async def never_commits(game: SaltedGame) -> None:
    """A guest does not commit in a rematch: the server makes a salt in its place."""
    await game.ask_for_rematch()
    for person in game.people:
        if person is not game.guest:
            person.salt, person.committed = new_seed(), True
            await game.send(person, game.path("/commit"), seat=person.seat, **person.commitment)
    await game.wait_until_asked(game.host, "salt", COMMITTING + LATE)
    await game.note()
    await game.refused(game.guest, game.path("/commit"), seat=game.guest.seat, **game.guest.commitment)
    await game.reveal()
