"""Verification of records: everything that a record proves about its moves, its dice and its result."""

from __future__ import annotations

from trackside.core.errors import TracksideError
from trackside.core.protocol import CHANCE, OVER
from trackside.core.words import SEATS
from trackside.play.dice import SHORTEST, Dice, commit_to, commitment
from trackside.play.draws import draws
from trackside.play.record import Record
from trackside.play.record_writer import result_text


def verify_record(record: Record) -> list[str]:
    """Return everything a record proves, as sentences; raise TracksideError if part of it proves false."""
    said = [f"{len(record.log)} moves and outcomes replayed: all legal", *_check_dice(record)]
    result = _check_result(record)
    if result is not None:
        said.append(f"result: {result}")
    return said


def missing_proof(record: Record) -> list[str]:
    """Return what the dice of a verified record lack to be proved fair; empty if they are."""
    dice, what = record.dice, "secret" if record.is_shared else "seed"
    found = []
    if dice is None:
        found.append(f"no {what} is revealed")
    elif len(dice.source) < SHORTEST:
        found.append(f"the {what} is short enough to be guessed")
    if record.commitment is None:
        found.append(f"there is no commitment to the {what}")
    found += [f"the salt of {SEATS[seat]} was not committed to" for seat in uncommitted(record)]
    found += [f"{SEATS[seat]} did not reveal its salt" for seat in unrevealed(record)]
    if dice is not None and _check_outcomes(record, dice) == 0:
        found.append("no outcome follows from these dice")
    early = sum(draw.number < record.dice_from for draw in draws(record.game.plain, record.start, record.log))
    if early:
        found.append(f"{_counted(early, 'outcome')} came before these dice")
    if _check_result(record) is None:
        found.append("the game is not over")
    return found


def _check_dice(record: Record) -> list[str]:
    """Return what the record proves about its dice, one sentence a step."""
    dice = record.dice
    what = "secret" if record.is_shared else "seed"
    committed = _check_salts(record)
    if dice is None:
        return [*committed, f"no {what} is revealed, so the outcomes cannot be checked"]
    said = [_check_commitment(record.commitment, dice.source, what), *committed]
    if record.is_shared:
        salts = ", ".join(f"{SEATS[seat]} {salt}" for seat, salt in dice.salts.items())
        counted = f"{_counted(len(dice.salts), 'salt')}: {salts}" if salts else "no salt"
        said.append(f"the seed is made of this secret and {counted}")
    if record.dice_from:
        said.append(f"the first {record.dice_from} were made before these dice were taken up: not checked against them")
    source = "this seed" if record.is_shared else "the revealed seed"
    said.append(f"{_counted(_check_outcomes(record, dice), 'outcome')} re-derived from {source}: all as drawn")
    return said


def _check_commitment(committed: str | None, revealed: str, what: str) -> str:
    """Return a sentence on the revealed secret or seed; raise TracksideError if it does not match its commitment."""
    if committed is None:
        return f"there is no commitment to the {what}: nothing shows that it was fixed before the game"
    if commitment(revealed) != committed:
        raise TracksideError(f"the revealed {what} is not the one that was committed to at the start")
    return f"the revealed {what} is the one that was committed to at the start"


def uncommitted(record: Record) -> list[int]:
    """Return the seats whose salt is not proved to have been fixed before the others were known."""
    return [seat for seat in record.salts if seat not in record.salt_commitments]


def unrevealed(record: Record) -> list[int]:
    """Return the seats that committed to a salt and did not reveal it: the dice were made without it."""
    return [seat for seat in record.salt_commitments if seat not in record.salts]


def _check_salts(record: Record) -> list[str]:
    """Return what the record proves about its salts; raise TracksideError if one does not match its commitment."""
    for seat, digest in record.salt_commitments.items():
        if seat in record.salts and commit_to(record.salts[seat]) != digest:
            raise TracksideError(f"the salt of {SEATS[seat]} is not the one that it committed to")
    said = [
        f"the salt of {SEATS[seat]} is the one that it committed to before any salt was revealed"
        for seat in record.salts
        if seat in record.salt_commitments
    ]
    said += [
        f"the salt of {SEATS[seat]} was not committed to: it may have been chosen when the others were known"
        for seat in uncommitted(record)
    ]
    said += [
        f"{SEATS[seat]} did not reveal the salt that it committed to: the dice were made without it"
        for seat in unrevealed(record)
    ]
    return said


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _check_result(record: Record) -> str | None:
    """Return the result of the moves, None if the game is not over; raise TracksideError if the record disagrees."""
    state = record.start.duplicate()
    for seat, move in record.log:
        record.game.plain.apply(state, seat, move)
    if record.game.plain.to_move(state) != OVER:
        if record.result not in (None, "*"):
            raise TracksideError(f"the record says {record.result!r}, but its moves end before the game is over")
        return None
    result = result_text(record.match())
    if record.result not in (None, result):
        raise TracksideError(f"the record says {record.result!r}, but the moves give {result!r}")
    return result


def _check_outcomes(record: Record, dice: Dice) -> int:
    checked = 0
    for draw in draws(record.game.plain, record.start, record.log):
        if draw.number < record.dice_from:
            continue
        checked += 1
        if dice.outcome(draw.stream, draw.index, draw.weights) != draw.outcome:
            text = record.game.notation.move_text(draw.state, CHANCE, draw.outcome)
            source = "this secret and these salts" if record.is_shared else "this seed"
            raise TracksideError(
                f"move {draw.number + 1} ({text}) is not the outcome that the seed gives: "
                f"the record was changed or not made with {source}"
            )
    return checked
