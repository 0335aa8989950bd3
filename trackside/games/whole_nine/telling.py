"""A turn of The Whole Nine in one sentence: the die, what was crossed, reached and taken, the sum, the gain."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.scene import Effect
from trackside.core.words import Words


def tell(effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
    """Describe a turn so far; for the set-up only who begins, once it is known."""
    if seat < 0:
        begins = [effect["seat"] for effect in effects if effect["kind"] == "begins"]
        return words.of(begins[0], "told.begins") if begins else ""
    if not effects:
        return ""
    rolls = [effect["n"] for effect in effects if effect["kind"] == "roll"]
    deeds = _deeds(effects, seat, words)
    if rolls:
        said = listed([words.of(seat, "told.roll", n=rolls[0]), *deeds], words)
    else:
        said = " ".join(filter(None, [words.of(seat, "told.who"), listed(deeds, words)]))
    if done and (segments := _left_without(effects)):
        said += words("told.none_free" if segments == 1 else "told.none_free_many")
    sums = _sums(effects, words)
    gains = [effect["points"] for effect in effects if effect.get("points")]
    if gains:
        gain = signed(sum(gains))
        sums.append(gain if len(gains) == 1 else words("told.in_all", gain=gain))
    return said + (f": {', '.join(sums)}" if sums else "") + ("." if done else " …")


def _deeds(effects: Sequence[Effect], seat: int, words: Words) -> list[str]:
    """Return what the pawn did and what was taken, each beginning with its verb."""
    taken = [effect for effect in effects if effect["kind"] == "take"]
    walks = [effect for effect in effects if effect["kind"] == "walk"]
    deeds = [deed for walk in walks for deed in _walked(walk, effects, seat, words)]
    if taken:
        is_alone = sum(len(walk["across"]) for walk in walks) == 1
        items = [_item(effect, words, is_alone=is_alone) for effect in taken]
        deeds.append(words.of(seat, "told.take", what=listed(items, words)))
    return deeds


def _walked(walk: Effect, effects: Sequence[Effect], seat: int, words: Words) -> list[str]:
    """Describe a pawn's walk, without the first cactus if it sets out and takes nothing.

    The last of all pawns to cross a cactus was also the last across those before it, so the cacti taken come first.
    """
    across = walk["across"]
    if walk["start"] and walk["left"] == 0 and not any(effect["kind"] == "take" for effect in effects):
        across = []
    deeds = [words.of(seat, "told.jump")] if walk["jump"] else []
    taken = sum(effect["kind"] == "take" and effect["last"] for effect in effects)
    for key, cacti in (("told.last_across", across[:taken]), ("told.across", across[taken:])):
        if cacti:
            number = "one" if len(cacti) == 1 else "many"
            deeds.append(words.of(seat, f"{key}_{number}", cacti=listed(cacti, words)))
    if walk["tile"] == "goal":
        is_last = any(effect["kind"] == "home" for effect in effects)
        deeds.append(words.of(seat, "told.home_last" if is_last else "told.home"))
    elif not deeds and walk["start"]:
        deeds += [words.of(seat, "told.set_out"), words.of(seat, "told.arrive", what=_item(walk, words))]
    elif not deeds:
        deeds.append(words.of(seat, f"told.reach_{walk['tile']}", **_face(walk, words)))
    return deeds


def _left_without(effects: Sequence[Effect]) -> int:
    """Return the number of segments that were left in a turn that took no tile (WN-12)."""
    if any(effect["kind"] == "take" for effect in effects):
        return 0
    return sum(effect["left"] for effect in effects if effect["kind"] == "walk")


def _item(tile: Effect, words: Words, *, is_alone: bool = False) -> str:
    """Return a tile as an object; if only one cactus was crossed, it needs no number."""
    kind = "cactus_only" if tile["tile"] == "cactus" and is_alone else tile["tile"]
    return words(f"told.{kind}", **_face(tile, words))


def _face(tile: Effect, words: Words) -> dict[str, object]:
    if tile["tile"] == "animal":
        return {"animal": words(f"animals.{tile['animal']}")}
    return {"face": tile["face"]}


def _sums(effects: Sequence[Effect], words: Words) -> list[str]:
    """Describe the changes of the row in order; numbers laid aside one after the other are grouped."""
    said: list[str] = []
    aside: list[str] = []
    for effect in effects:
        if effect["kind"] == "nine":
            said.append(f"{' + '.join(map(str, effect['numbers']))} = 9")
        elif effect["kind"] == "keep":
            said.append(words("told.keep", numbers=listed(effect["numbers"], words)))
        elif effect["kind"] == "aside":
            aside.append(words("end.number", face=effect["face"]))
            if len(aside) > 1:
                said.pop()
            said.append(words(f"told.aside_{'one' if len(aside) == 1 else 'many'}", faces=listed(aside, words)))
            continue
        elif effect["kind"] == "row_left":
            number = "one" if len(effect["faces"]) == 1 else "many"
            said.append(words(f"told.left_{number}", faces=listed(effect["faces"], words)))
        else:
            continue
        aside = []
    return said


def listed(items: Sequence[object], words: Words) -> str:
    """Join items as in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = map(str, items or [""])
    return f"{', '.join(most)} {words('play.and')} {last}" if most else last


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(15), signed(-2), signed(0)
    ('+15', '−2', '0')
    """
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"
