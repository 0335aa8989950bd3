from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tests.review.made import reviews
from trackside.core.errors import BadOption
from trackside.review.output.json import from_json, to_json
from trackside.review.report import Option, Outcome, Review, Step

STEP = Step(
    entries=(0,),
    kind="decision",
    seat=0,
    turn=1,
    text="1a-1c",
    before=(0.5, 0.5),
    after=(0.4, 0.6),
    errors=(0.01, 0.01),
    residual=(0.0, 0.0),
    luck=(0.0, 0.0),
    gifts=(0.0, 0.1),
    options=(Option((3,), ("1a-1d", "4:"), 0.5, 0.01), Option((2,), ("1a-1c",), 0.4, 0.01, 0.3)),
    made=1,
    outcomes=(Outcome("4:", 1, (0.5, 0.5)),),
)
REVIEW = Review("whole-nine", 2, ("Ann", ""), "share", "quick", 0, "net", (0.5, 0.5), 3, (STEP,))


@given(reviews())
def test_what_is_written_is_read_back(review: Review) -> None:
    assert from_json(to_json(review)) == review


def changed(*path: str | int, to: Any) -> str:
    """The text of a review with another value somewhere."""
    value = json.loads(to_json(REVIEW))
    inner = value
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = to
    return json.dumps(value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "a review is written as JSON, and this is not"),
        ("[" * 100_000, "a review is written as JSON, and this is not"),
        ('{"seats": NaN}', "NaN is not a number"),
        ('{"seats": 2, "seats": 2}', "the field 'seats' is there twice"),
        ("[]", "the review: a review is an object, not []"),
        ("{}", "the review: a review needs game, seats, players"),
        (changed("stepz", to=[]), "there is no field 'stepz' in a review: did you mean steps?"),
        (
            changed("steps", 0, "luk", to=1),
            "the review, steps[0]: there is no field 'luk' in a step: did you mean luck",
        ),
        (changed("steps", to={}), "the review, steps: a list is expected, not {}"),
        (changed("seats", to=True), "the review, seats: an integer is expected, not true"),
        (changed("seats", to=2.0), "the review, seats: an integer is expected, not 2.0"),
        (changed("seats", to=7), "the review, seats: 1 to 6 are possible, not 7"),
        (changed("seats", to=3), "the review, players: 3 seats have 2 values"),
        (changed("seed", to=-1), "seed and entries are not negative"),
        (changed("game", to=3), "the review, game: a text is expected, not 3"),
        (changed("unit", to="euro"), "the review, unit: one of 'share', 'points' is expected, not \"euro\""),
        (changed("unit", to=[]), "the review, unit: one of 'share', 'points' is expected, not []"),
        (changed("start", 0, to="x"), 'the review, start[0]: a number is expected, not "x"'),
        (changed("start", 0, to=10**400), "the review, start[0]: a number is too large"),
        (changed("steps", 0, "sampled", to=0), "the review, steps[0].sampled: true or false is expected, not 0"),
        (changed("steps", 0, "gifts", to=[1]), "the review, steps[0].gifts: 2 seats have 1 values"),
        (changed("steps", 0, "seat", to=2), "the review, steps[0].seat: -1 to 1 are possible, not 2"),
        (changed("steps", 0, "entries", to=[3]), "the review, steps[0].entries: the log has only 3"),
        (changed("steps", 0, "made", to=2), "the review, steps[0].made: there is no option 2"),
        (changed("steps", 0, "options", 0, "line", to=[]), "steps[0].options: a line has a text for every move"),
        (changed("steps", 0, "options", 0, "open", to="?"), "steps[0].options[0].open: a number is expected"),
        (changed("steps", 0, "outcomes", 0, "chances", to=[]), "outcomes[0].chances: 2 seats have 0 values"),
        (changed("moments", to=[1]), "the review, moments: there are only 1 steps"),
    ],
)
def test_what_is_no_review_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(BadOption) as refused:
        from_json(text)
    assert says in str(refused.value)


def test_a_text_may_leave_out_what_has_a_default() -> None:
    value = json.loads(to_json(REVIEW))
    del value["moments"], value["steps"][0]["word"]
    assert from_json(json.dumps(value)) == REVIEW


def test_whole_numbers_are_numbers_too() -> None:
    assert from_json(changed("start", to=[1, 0])).start == (1.0, 0.0)
