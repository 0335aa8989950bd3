"""A seat's round of Träxx in one sentence, from the effects of its entries."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.protocol import CHANCE
from trackside.core.scene import Effect
from trackside.core.words import Words

Reached = tuple[str, tuple[int, ...], list[Effect]]
"""The way in which some numbers were reached, the other seats that shared them, and their effects."""


def tell(effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
    """Describe a seat's use of the card; empty for the card itself."""
    kinds = {effect["kind"] for effect in effects}
    if seat == CHANCE:
        return words("tell.starts") if "start" in kinds else ""
    drawn = [effect for effect in effects if effect["kind"] == "draw"]
    if not drawn:
        cannot = any(effect.get("cannot") for effect in effects)
        return words.of(seat, "tell.cannot" if cannot else "tell.pass") if "pass" in kinds else ""
    shared = {effect["value"]: effect["seats"] for effect in effects if effect["kind"] == "shared"}
    groups = _groups([effect for effect in drawn if effect["value"]], seat, shared, done)
    fields = words("tell.field" if len(drawn) == 1 else "tell.fields", n=len(drawn))
    parts = [words.of(seat, "tell.draw", fields=fields)]
    before = ""
    for kind, others, numbers in groups:
        key = f"tell.{kind}_after_{before}" if before else f"tell.{kind}"
        parts.append(words.of(seat, key, numbers=_numbers(numbers, words), others=_partners(others, words)))
        before = kind
    gains = ", ".join(f"+{effect['points']}" for _, _, numbers in groups for effect in numbers)
    ended = done or drawn[-1]["last"] or "stop" in kinds
    return joined(parts, words) + (f": {gains}" if gains else "") + ("." if ended else " …")


def joined(parts: Sequence[str], words: Words) -> str:
    """Join items as in a sentence: "Red, Blue and Green"."""
    return parts[0] if len(parts) == 1 else words("and", first=", ".join(parts[:-1]), last=parts[-1])


def _groups(reached: list[Effect], seat: int, shared: dict[int, list[int]], done: bool) -> list[Reached]:
    """Group numbers: those reached first, those shared with the same others, those at half value, in this order."""
    found: dict[tuple[str, tuple[int, ...]], list[Effect]] = {}
    for effect in reached:
        others = tuple(other for other in shared.get(effect["value"], ()) if other != seat)
        if effect["state"] == "half":
            kind = "half"
        elif others:
            kind = "together"
        else:  # others in the same round are revealed when it is over
            kind = "first" if done and not effect["alone"] else "full"
        found.setdefault((kind, others), []).append(effect)
    order = ("full", "first", "together", "half")
    return [(*key, found[key]) for key in sorted(found, key=lambda key: (order.index(key[0]), key[1]))]


def _numbers(effects: list[Effect], words: Words) -> str:
    return joined([words("tell.number", n=effect["value"]) for effect in effects], words)


def _partners(seats: tuple[int, ...], words: Words) -> str:
    """Return the names of the others, the reader last."""
    others = sorted(seats, key=lambda seat: seat == words.you)
    names = [words("tell.with_you") if seat == words.you else words.who(seat) for seat in others]
    return joined(names, words) if names else ""
