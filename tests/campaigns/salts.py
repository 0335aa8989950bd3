"""Hostile salts: people who break the protocol of the dice in every way, while honest pairs play.

Nobody can choose a salt after others are known, not even an operator who reads the database. A record is proved only
if everyone revealed the salt that they had committed to.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from tests.campaigns import withheld
from tests.campaigns.salted import KINDS, Person, SaltedGame
from tests.campaigns.site import Site
from trackside.play.dice import Dice, commit_to, new_seed

LANES = 3
"""Tables of quick behaviours at a time."""

RARELY = 0.2
"""The share of batches in which someone never commits in a rematch; the server waits two minutes for them."""

STUCK = 600.0
"""Seconds after which a table should have been played to its end, whatever the server waited for."""

TOGETHER = 4
"""Requests that are sent simultaneously."""

TRIED = 3
"""Salts that an operator tries who has found them to bring sixes."""

BAD_TEXTS: tuple[Any, ...] = (
    "", "x" * 81, "x" * 5000, "x" * 100_000, "\0" * 16, "\x1f" * 20, "\u202e" * 20, "\ud800" * 16, "two lines of\ntext",
    7, 1e308, True, [], ["0" * 32], {}, {"salt": "0" * 32},
)  # fmt: skip
BAD_SALTS = (*BAD_TEXTS, "x" * 15, "x" * 65, "0123456789abcdef\0")
BAD_COMMITMENTS = (
    *BAD_TEXTS, "0" * 63, "0" * 65, "A" * 64, "g" * 64, "\uff10" * 64, "0" * 63 + "\n", "0" * 63 + "\0", " " + "0" * 63,
)  # fmt: skip
ODD_SALTS = (
    '" ] [Salt "red 0', "\\" * 16, "\\\" \\\\\" \\' '' \"\" \"", "  two  spaces, twice  ", " " * 16, "\u00e9" * 64,
    "\U0001f3b2" * 64, "e\u0301" * 20, "red 0123456789abcdef", "%s %n {0} {{}} %00", "'; DROP TABLE salts; --",
    "0:16:0123456789abcdef", "{a comment} 1. x", "<script>alert(1)</script>", "[Secret \"00\"] *    ",
)  # fmt: skip
"""Salts that are allowed, and that a record must keep character for character."""


# Behaviours


async def honest(game: SaltedGame) -> None:
    """Everyone commits, then everyone reveals."""
    await game.seat_all()
    await game.reveal()


async def other_salt(game: SaltedGame) -> None:
    """A guest reveals other salts than the one committed to, then that one."""
    await game.seat_all()
    for salt in (new_seed(), game.host.salt, commit_to(game.guest.salt), game.guest.salt.upper() + "x"):
        await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=salt)
    await game.reveal()


async def reveals_twice(game: SaltedGame) -> None:
    """A guest reveals the same salt several times, and another one afterwards."""
    await game.seat_all()
    await game.reveal(game.guest)
    right = {"seat": game.guest.seat, "salt": game.guest.salt}
    await game.ignored(game.guest, game.path("/reveal"), **right)
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=new_seed())
    await game.reveal(*game.others)
    await game.ignored(game.guest, game.path("/reveal"), **right)
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=new_seed())


async def reveals_together(game: SaltedGame) -> None:
    """Several tabs of one guest reveal simultaneously, some of them another salt."""
    await game.seat_all()
    await game.wait_until_asked(game.guest, "salt")
    path, seat = game.path("/reveal"), game.guest.seat
    tabs: list[Awaitable[Any]] = [game.refused(game.guest, path, seat=seat, salt=new_seed()) for _ in range(TOGETHER)]
    tabs += [game.accepted(game.guest, path, seat=seat, salt=game.guest.salt) for _ in range(TOGETHER)]
    game.rng.shuffle(tabs)
    await asyncio.gather(*tabs)
    game.guest.revealed = True
    await game.reveal(*game.others)


async def reveals_early(game: SaltedGame) -> None:
    """The host reveals while seats are open."""
    await game.create()
    await game.refused(game.host, game.path("/reveal"), seat=0, salt=game.host.salt)
    await game.seat_guests()
    await game.reveal()


async def commits_twice(game: SaltedGame) -> None:
    """A guest commits to other salts before and after the table is sealed; the first commitment counts."""
    await game.create()
    await game.refused(game.guest, game.path("/commit"), seat=game.guest.seat, commitment=commit_to(new_seed()))
    for person in game.people[1:]:
        await game.join(person)
        await _commit_again(game, person)
    await game.note()
    await _commit_again(game, game.host)
    await game.reveal(game.guest)
    await _commit_again(game, game.guest)
    await _commit_again(game, game.host)
    await game.reveal(*game.others)
    await _commit_again(game, game.guest)


async def _commit_again(game: SaltedGame, person: Person) -> None:
    """Try to commit to another salt, at the seat's own path as well."""
    other = commit_to(new_seed())
    await game.ignored(person, game.path("/commit"), seat=person.seat, commitment=other)
    await game.ignored(person, game.path(f"/seats/{person.seat}"), commitment=other)
    await game.ignored(person, game.path(f"/seats/{person.seat}"), salt=new_seed())


async def commits_late(game: SaltedGame) -> None:
    """A guest adds a plain salt, or lets the server make one, and commits to it when it is known."""
    await game.create()
    await game.join(game.guest, **game.rng.choice(({"salt": game.guest.salt}, {"by_hand": False})))
    for person in game.people[2:]:
        await game.join(person)
    await game.note()
    path, seat = game.path("/commit"), game.guest.seat
    await game.refused(game.guest, path, seat=seat, commitment=commit_to(game.guest.salt))
    await game.refused(game.guest, game.path("/reveal"), seat=seat, salt=new_seed())
    await game.reveal()
    await game.refused(game.guest, path, seat=seat, commitment=commit_to(game.guest.salt))


async def for_others(game: SaltedGame) -> None:
    """Guests and strangers commit and reveal for seats that are not theirs, or that do not exist."""
    await game.seat_all()
    stranger = await game.new_person(0)
    nobody = Person(0, "")
    for seat in (0, -1, 7, 2**31 - 1, 2**40, "0", None, 0.5):
        for person in (game.guest, stranger, nobody):
            await game.refused(person, game.path("/reveal"), seat=seat, salt=game.host.salt)
            await game.refused(person, game.path("/commit"), seat=seat, commitment=commit_to(new_seed()))
    await game.reveal()


async def malformed(game: SaltedGame) -> None:
    """Salts and commitments that are none, on every path that takes them."""
    await game.create()
    sits = game.path(f"/seats/{game.guest.seat}")
    both = {"salt": game.guest.salt, **game.guest.commitment}
    for commitment in game.rng.sample(BAD_COMMITMENTS, 8):
        await game.refused(game.host, "/tables", **game.form(), commitment=commitment)
        await game.refused(game.guest, sits, commitment=commitment)
        await game.ignored(game.host, game.path("/commit"), seat=0, commitment=commitment)
    for salt in game.rng.sample(BAD_SALTS, 8):
        await game.refused(game.host, "/tables", **game.form(), salt=salt)
        await game.refused(game.guest, sits, salt=salt)
    await game.refused(game.guest, sits, **both)
    await game.refused(game.host, "/tables", **game.form(), **both)
    await game.seat_guests()
    for salt in game.rng.sample(BAD_SALTS, 8):
        await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=salt)
    await game.reveal()


async def odd(game: SaltedGame) -> None:
    """Salts that are allowed, and that look like something else."""
    await game.create()
    for person, salt in zip(game.people[1:], game.rng.sample(ODD_SALTS, len(game.people) - 1), strict=True):
        person.salt = salt
        await game.join(person)
    await game.note()
    await game.reveal()


async def same_salt(game: SaltedGame) -> None:
    """Guests who know the host's salt add the same one."""
    await game.create()
    for person in game.people[1:]:
        person.salt = game.host.salt
        await game.join(person)
    await game.note()
    await game.reveal()


async def races_for_a_seat(game: SaltedGame) -> None:
    """Several newcomers sit down on the same seat simultaneously, each with a commitment: one of them gets it."""
    await game.create()
    for person in game.people[2:]:
        await game.join(person)
    rivals = [await game.new_person(1) for _ in range(TOGETHER)]
    path = game.path("/seats/1")
    answers = await asyncio.gather(*(game.send(one, path, **one.commitment) for one in rivals))
    seated = [one for one, answer in zip(rivals, answers, strict=True) if answer.is_success]
    if len(seated) != 1:
        game.fault(f"{len(seated)} people sat down on one seat")
    game.people[1] = seated[0]
    game.guest.committed = True
    for person in rivals:
        if person is not game.guest:
            await game.refused(person, game.path("/reveal"), seat=1, salt=person.salt)
    await game.note()
    await game.reveal()


async def leaves_before(game: SaltedGame) -> None:
    """A guest commits and leaves while another seat is open, or is removed; someone else takes the seat."""
    game.wanted = ("me", "open", "open")
    await game.create()
    await game.join(game.guest)
    if game.rng.random() < 0.5:
        await game.leave(game.guest)
    else:
        answer = await game.site.http.delete(
            game.path("/seats/1"), headers={"authorization": f"Bearer {game.host.token}"}
        )
        answer.raise_for_status()
    gone, game.people[1] = game.guest, await game.new_person(1)
    await game.seat_guests()
    await game.refused(gone, game.path("/reveal"), seat=1, salt=gone.salt)
    await game.refused(gone, game.path("/seats/1"), **gone.commitment)
    await game.reveal()


async def leaves_and_returns(game: SaltedGame) -> None:
    """A guest leaves between committing and revealing, and comes back with another salt: the old one counts."""
    await game.seat_all()
    if game.rng.random() < 0.5:
        await game.reveal(game.host)
    await game.leave(game.guest)
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=game.guest.salt)
    stranger = await game.new_person(game.guest.seat)
    await game.refused(stranger, game.path(f"/seats/{game.guest.seat}"), **stranger.commitment)
    other = new_seed()
    back = await game.send(game.guest, game.path(f"/seats/{game.guest.seat}"), commitment=commit_to(other))
    back.raise_for_status()
    game.guest.left = False
    await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=other)
    await game.reveal(*(one for one in game.people if not one.revealed))


async def host_leaves(game: SaltedGame) -> None:
    """The host leaves when a guest has revealed: the table is closed, and no game begins."""
    await game.seat_all()
    await game.reveal(game.guest)
    await game.leave(game.host)
    if not game.closed:
        game.fault("its host has left, and it is not closed")
    await game.ignored(game.guest, game.path("/commit"), seat=game.guest.seat, commitment=commit_to(new_seed()))
    for path in ("", "/record", "/dice", "/replay"):
        answer = await game.site.http.get(game.path(path))
        if answer.is_server_error:
            game.fault(f"closed before it began: {path} was answered with {answer.status_code}")


async def operator(game: SaltedGame) -> None:
    """An operator who sits at the table reads the secret and all other salts, and tries to choose the last one."""
    await game.seat_all()
    secret, known = await asyncio.to_thread(game.read_secrets)
    if known:
        game.fault(f"salts {known} are stored before they were revealed")
    await game.reveal(*game.others)
    secret, known = await asyncio.to_thread(game.read_secrets)
    for salt in _lucky_salts(game, secret, known):
        await game.refused(game.guest, game.path("/reveal"), seat=game.guest.seat, salt=salt)
        await game.ignored(game.guest, game.path("/commit"), seat=game.guest.seat, commitment=commit_to(salt))
        await game.ignored(game.guest, game.path(f"/seats/{game.guest.seat}"), commitment=commit_to(salt))
        await game.ignored(game.guest, game.path(f"/seats/{game.guest.seat}"), salt=salt)
    await game.reveal(game.guest)


def _lucky_salts(game: SaltedGame, secret: str, known: dict[int, str]) -> list[str]:
    """Return salts for the guest that would bring sixes."""
    seat = game.guest.seat
    found: list[str] = []
    while len(found) < TRIED:
        salt = new_seed()
        dice = Dice.shared(secret, known | {seat: salt}, game.noted)
        if all(dice.outcome(seat, index, [1] * 6) == 5 for index in range(2)):
            found.append(salt)
    return found


async def rematch(game: SaltedGame) -> None:
    """In a rematch several tabs commit to different salts simultaneously: one of them counts."""
    await game.ask_for_rematch()
    for person in game.people:
        tried = {commit_to(salt): salt for salt in (new_seed() for _ in range(TOGETHER))}
        path, seat = game.path("/commit"), person.seat
        await game.refused(person, game.path("/reveal"), seat=seat, salt=person.salt)
        await asyncio.gather(*(game.send(person, path, seat=seat, commitment=one) for one in tried))
        shown = (await game.look(person))["seats"][seat]["commitment"]
        if shown not in tried:
            game.fault(f"seat {seat} has the commitment {shown} that nobody sent")
        else:
            person.salt, person.committed = tried[shown], True
    await game.note()
    await game.reveal()


# The campaign

Behaviour = Callable[[SaltedGame], Awaitable[None]]
"""Seats people at a table, until its game has begun or is about to."""

QUICK: tuple[Behaviour, ...] = (
    honest,
    other_salt,
    reveals_twice,
    reveals_together,
    reveals_early,
    commits_twice,
    commits_late,
    for_others,
    malformed,
    odd,
    same_salt,
    races_for_a_seat,
    leaves_before,
    leaves_and_returns,
    host_leaves,
    operator,
    rematch,
)
SLOW: tuple[Behaviour, ...] = (
    withheld.never_reveals,
    withheld.nobody_reveals,
    withheld.copies,
    withheld.leaves_for_good,
    withheld.reveals_and_leaves,
)


async def hostile(site: Site, rng: random.Random) -> None:
    """Play at a table of each kind; the quick ones are repeated while the server waits for salts at the others."""
    slow = [*SLOW, withheld.never_commits] if rng.random() < RARELY else [*SLOW]
    waiting = [asyncio.create_task(_play(site, behaviour, random.Random(rng.random()))) for behaviour in slow]
    quick = rng.sample(QUICK, len(QUICK))
    try:
        while quick or not all(task.done() for task in waiting):
            chosen = [quick.pop() if quick else rng.choice(QUICK) for _ in range(LANES)]
            await asyncio.gather(*(_play(site, one, random.Random(rng.random())) for one in chosen))
        await asyncio.gather(*waiting)
    finally:
        for task in waiting:
            task.cancel()


async def _play(site: Site, behaviour: Behaviour, rng: random.Random) -> None:
    """Play one game after some behaviour, unless its table was closed."""
    game = SaltedGame(site, rng.choice(KINDS), rng, behaviour.__name__)
    site.figures["hostile tables"] += 1
    try:
        async with asyncio.timeout(STUCK):
            await behaviour(game)
            if not game.closed:
                await game.finish()
    except Exception as error:
        error.add_note(f"{behaviour.__name__} at table {game.id}: {game.game} with {', '.join(game.wanted)}")
        raise
