"""Tables in motion: copies that fly, and prompts while pieces still move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.people import Person

People = Callable[..., Person]

QUICK = "localStorage.setItem('trackside', JSON.stringify({ pace: 'quick' }))"

LAYERS = """() => {
  window.layers = [];
  const note = layer => {
    const copy = layer.firstElementChild;
    window.layers.push({
      html: copy instanceof HTMLElement,
      page: layer.querySelector('html, body, main') !== null,
      moves: layer.querySelectorAll('[data-move], [data-key], [id]').length,
      wide: Math.max(copy.offsetWidth ?? 0, layer.scrollWidth) - layer.offsetWidth,
      high: Math.max(copy.offsetHeight ?? 0, layer.scrollHeight) - layer.offsetHeight,
      face: getComputedStyle(layer.querySelector('.card-black') ?? layer).fill,
    });
  };
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.matches('.flying')) note(node);
  }).observe(document.querySelector('main'), { childList: true });
}"""

PROMPTS = """() => {
  window.prompts = new Set();
  const note = () => window.prompts.add(document.querySelector('.now-say')?.textContent ?? '');
  new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  note();
}"""


def test_what_flies_is_a_copy_of_the_card_alone(people: People) -> None:
    person = people(reduced_motion="no-preference")
    person.context.add_init_script(QUICK)
    page = person.visit(f"/table/{person.table('skip-or-trip', 'me', 'greedy', seed='slab')}")
    page.evaluate(LAYERS)
    chance = random.Random(3)
    flown: list[dict[str, Any]] = []
    while not any(layer["face"] == "rgb(34, 39, 45)" for layer in flown):
        person.step(person.state(), chance, leaves=0)
        flown = page.evaluate("window.layers")
    for layer in flown:
        assert not layer["page"], "a copy has brought the page along"
        assert layer["moves"] == 0, "a copy can be taken for the original"
        if layer["html"]:
            assert max(layer["wide"], layer["high"]) <= 1, layer


@pytest.mark.parametrize("steps", [8, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("game", "locale", "motion"),
    [
        ("whole-nine", "en-GB", "no-preference"),
        ("skip-or-trip", "de-DE", "reduce"),
        pytest.param("whole-nine", "en-GB", "reduce", marks=pytest.mark.long),
        pytest.param("skip-or-trip", "de-DE", "no-preference", marks=pytest.mark.long),
    ],
)
def test_no_prompt_speaks_of_a_shared_screen(people: People, game: str, locale: str, motion: str, steps: int) -> None:
    person = people(reduced_motion=motion, locale=locale)
    person.context.add_init_script(QUICK if motion == "no-preference" else "")
    options = {"first": "red"} if game == "whole-nine" else {}
    page = person.visit(f"/table/{person.table(game, 'me', 'greedy', options=options, seed='prompts')}")
    page.evaluate(PROMPTS)
    chance = random.Random(5)
    for _ in range(steps):
        if "over" in (state := person.state()):
            break
        person.step(state, chance, leaves=0)
    said = set(page.evaluate("[...window.prompts]"))
    words = page.evaluate("fetch(`/api/hello?language=${document.documentElement.lang}`).then(answer => answer.json())")
    assert len(said) > 3
    shared = words["words"]["table.your_move"].partition("{who}")[2]
    assert not [text for text in said if shared in text], said


ROLLS = """() => {
  const told = () => [...document.querySelectorAll('.log li')]
    .filter(line => /^(Purple|Yellow) rolls/.test(line.textContent.trim())).length;
  const before = told();
  window.rolls = { landed: 0, told: 0, ahead: [] };
  new MutationObserver(changes => {
    const { rolls } = window;
    for (const { removedNodes } of changes)
      for (const node of removedNodes)
        if (node instanceof Element && node.matches('.flying') && node.querySelector('.die')) rolls.landed += 1;
    rolls.told = told() - before;
    if (rolls.told > rolls.landed) rolls.ahead.push(document.querySelector('.log li').textContent);
  }).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true });
}"""


def test_a_roll_is_told_when_its_die_has_landed(people: People) -> None:
    person = people(reduced_motion="no-preference")
    person.context.add_init_script(QUICK)
    table = person.table("whole-nine", "me", "greedy", "greedy", options={"first": "red"}, seed="told")
    page = person.visit(f"/table/{table}")
    assert person.state() == {"roll": True}
    page.evaluate(ROLLS)
    while person.page.evaluate("window.rolls.told") < 4:
        assert person.play_on(1) == 1
    assert page.evaluate("window.rolls.ahead") == []


MOMENTS = """() => {
  window.moments = [];
  const points = () => [...document.querySelectorAll('.seat .points')].map(one => one.textContent.trim()).join();
  const onTurn = () => document.querySelector('.seat.turn')?.getAttribute('data-key');
  let now = null;
  const look = () => {
    const layer = document.querySelector('.gathering');
    if (layer && !now) window.moments.push((now = { points: new Set(), turn: new Set(), says: [] }));
    if (!layer) now = null;
    if (!now) return;
    now.points.add(points());
    now.turn.add(onTurn());
    if (layer.textContent && now.says.at(-1) !== layer.textContent) now.says.push(layer.textContent);
  };
  new MutationObserver(look).observe(document.querySelector('main'),
    { childList: true, characterData: true, subtree: true, attributes: true });
}"""
SEEN = """() => window.moments.map(({ points, turn, says }) => ({ points: points.size, turn: turn.size, says }))"""


@pytest.mark.parametrize(
    ("game", "counts"), [("whole-nine", "= 9"), pytest.param("skip-or-trip", "", marks=pytest.mark.long)]
)
def test_points_and_turn_wait_while_a_nine_or_a_trip_is_counted(people: People, game: str, counts: str) -> None:
    person = people(reduced_motion="no-preference")
    person.context.add_init_script(QUICK)
    page = person.visit(f"/table/{person.table(game, 'me', 'greedy', 'greedy', seed='s1')}")
    person.state()
    page.evaluate(MOMENTS)
    chance = random.Random(1)
    seen: list[dict[str, Any]] = []
    while not [one for one in seen[:-1] if len(one["says"]) > 1]:
        person.step(person.state(), chance, leaves=0)
        seen = page.evaluate(SEEN)
    for moment in seen[:-1]:  # the last one may still be running
        assert (moment["points"], moment["turn"]) == (1, 1), seen
        *counted, gain = moment["says"]
        assert counted == [] or counts in counted[-1]
        assert gain[0] == "+" if counts else "−" in gain


def test_nothing_is_counted_without_motion(person: Person) -> None:
    page = person.visit(f"/table/{person.table('whole-nine', 'me', 'greedy', seed='s1')}")
    person.state()
    page.evaluate(MOMENTS)
    while not any("nine" in line for line in page.locator(".log li").all_inner_texts()):
        assert person.play_on(1) == 1
    assert page.evaluate(SEEN) == []
