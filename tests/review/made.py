"""Reviews made by chance, for tests of what is done with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from trackside.review.report import Option, Outcome, Review, SeatSum, Step

numbers = st.floats(-1e6, 1e6)
texts = st.text(max_size=6)


def tuples(values: st.SearchStrategy[Any], n: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.tuples(*[values] * n)


@st.composite
def steps(draw: st.DrawFn, seats: int, entries: int) -> Step:
    each = tuples(numbers, seats)
    moves = st.lists(st.integers(0, 99), max_size=3).map(tuple)
    option = st.builds(
        lambda codes, more, chance, error, seen: Option(codes, tuple(map(str, codes)) + more, chance, error, seen),
        moves,
        st.lists(texts, max_size=2).map(tuple),
        numbers,
        numbers,
        st.none() | numbers,
    )
    options = tuple(draw(st.lists(option, max_size=3)))
    outcome = st.builds(Outcome, texts, st.integers(1, 9), each)
    return Step(
        entries=tuple(draw(st.lists(st.integers(0, entries - 1), max_size=3))),
        kind=draw(st.sampled_from(["setup", "chance", "decision", "forced", "time"])),
        seat=draw(st.integers(-1, seats - 1)),
        turn=draw(st.integers(0, 99)),
        text=draw(texts),
        before=draw(each),
        after=draw(each),
        errors=draw(each),
        residual=draw(each),
        luck=draw(each),
        loss=draw(numbers),
        loss_error=draw(numbers),
        gifts=draw(st.just(()) | each),
        information=draw(numbers),
        options=options,
        made=draw(st.integers(0, max(0, len(options) - 1))),
        word=draw(st.sampled_from(["", "slip", "mistake", "blunder"])),
        outcomes=tuple(draw(st.lists(outcome, max_size=2))),
        sampled=draw(st.booleans()),
    )


@st.composite
def reviews(draw: st.DrawFn) -> Review:
    seats, entries = draw(st.integers(1, 6)), draw(st.integers(1, 20))
    made = Review(
        game="whole-nine",
        seats=seats,
        players=draw(tuples(texts, seats)),
        unit=draw(st.sampled_from(["share", "points"])),
        effort=draw(st.sampled_from(["quick", "normal", "deep"])),
        seed=draw(st.integers(0, 99)),
        judged_by="net",
        start=draw(tuples(numbers, seats)),
        entries=entries,
        steps=tuple(draw(st.lists(steps(seats, entries), max_size=3))),
    )
    if not draw(st.booleans()):
        return made
    counts, sums = st.integers(0, 99), []
    for seat in range(seats):
        nine, four, two = draw(tuples(numbers, 9)), draw(tuples(counts, 4)), draw(tuples(numbers, 2))
        sums.append(replace(SeatSum(seat, *nine, *four, *two), level=draw(texts), small=draw(numbers)))
    moments = st.lists(st.integers(0, len(made.steps) - 1), max_size=3) if made.steps else st.just([])
    return replace(made, sums=tuple(sums), moments=tuple(draw(moments)))
