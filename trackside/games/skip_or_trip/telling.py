"""A turn of Skip or Trip in one sentence, made from its effects; draws and deck tops are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trackside.core.scene import Effect
from trackside.core.words import Words


def tell(effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
    """Describe the set-up, a seat's turn so far, or the call that the time is up."""
    said = [_tell_turn(effects, seat, words, done)] if seat >= 0 else []
    for effect in effects:
        if effect["kind"] in ("begins", "empty", "time_up"):
            said.append(words.of(effect["seat"], f"tell.{effect['kind']}"))
        elif effect["kind"] == "over":
            said.append(words("tell.goal" if effect["why"] == "goal" else f"over.{effect['why']}"))
    return " ".join(filter(None, said))


def _tell_turn(effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
    by_kind = {effect["kind"]: effect for effect in effects}
    if "pass" in by_kind:
        return words.of(seat, "tell.pass")
    trips = _trips(effects)
    parts = [_tell_trip(trip, seat, words) for trip in trips]
    end = by_kind.get("walk") or by_kind.get("stay")
    if "black" in by_kind:
        number = by_kind["black"]["number"]
        is_skip = not trips and (not end or end["kind"] == "walk")
        key = "tell.play" if not is_skip else "tell.skip_one" if number == 1 else "tell.skip"
        parts.append(words.of(seat, key, number=number))
    if not parts:
        return ""
    did = words("tell.joined").join(parts)
    if end:
        did += _tell_end(end, seat, bool(trips), words)
    return words.of(seat, "tell.turn", did=did) + ("." if end or done else " …")


def _tell_end(end: Effect, seat: int, summed: bool, words: Words) -> str:
    """Describe the end of a turn's walk; after a trip with the sum of its cards."""
    if end["kind"] == "stay":
        return words.of(seat, "tell.stay" if summed else "tell.stay_one", steps=end["steps"])
    key = "tell.on" if summed else "tell.to"
    key += "_from" if end["meeples"] > 1 else ""
    return words(key, steps=end["steps"], origin=end["from"], end=end["to"])


def _trips(effects: Sequence[Effect]) -> list[list[Effect]]:
    """Return the effects of each trip: the square named, the cards laid for it, those who fell."""
    found: list[list[Effect]] = []
    for effect in effects:
        if effect["kind"] in ("named", "lay", "fall"):
            if effect["kind"] == "named" or not found:
                found.append([])
            found[-1].append(effect)
    return found


def _tell_trip(trip: list[Effect], seat: int, words: Words) -> str:
    cards = [str(effect["number"]) for effect in trip if effect["kind"] == "lay"]
    fallen = [effect for effect in trip if effect["kind"] == "fall"]
    whom = say_all([words.whom(other) for other in trip[0]["seats"]], words)
    sides = {effect["side"] for effect in fallen}
    if len(fallen) > len(sides):
        whom = words("tell.meeples", whom=whom, n=len(fallen))
    elif len(fallen) == 1 and len(fallen[0]["seats"]) > 1:
        whom = words("tell.meeple", whom=whom)
    values = {"whom": whom, "square": trip[0]["square"], "cards": say_all(cards, words)}
    if fallen:
        return words.of(seat, "tell.trip", end=fallen[0]["to"], **values)
    return words.of(seat, "tell.trip_with" if cards else "tell.trip_open", **values)


def say_all(names: Iterable[str], words: Words) -> str:
    """Join names as in a sentence, with an "and" before the last."""
    *others, last = [*names] or [""]
    return words("team", first=", ".join(others), second=last) if others else last
