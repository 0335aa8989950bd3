"""Players from outside: good ones play, broken ones are refused with the reason."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from trackside import Match
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.search.agents import make_agent
from trackside.search.external import AgentFailed, ProgramAgent

GAME = GAMES["whole-nine"]


def first_move(view: dict[str, Any]) -> str:
    move: str = view["moves"][0]
    return move


def crash(view: dict[str, Any]) -> str:
    raise RuntimeError("no idea")


def nonsense(view: dict[str, Any]) -> object:
    return 17


def illegal(view: dict[str, Any]) -> dict[str, str]:
    return {"move": "6g-goal"}


GOOD = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)
    print(json.dumps({"move": view["moves"][-1]}), flush=True)
"""


SCRIPT = """
import sys
from trackside.cli import main
if __name__ == "__main__":
    sys.exit(main())
"""
"""The script that an installer writes for the entry point `trackside`."""


def program(tmp_path: Path, text: str, patience: float = 30) -> ProgramAgent:
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    return ProgramAgent(GAME, f"{sys.executable} {path}", patience)


def test_a_callable_plays_a_whole_game() -> None:
    match = Match("whole-nine", seats=2, seed=1)
    agent = make_agent("tests.search.test_external:first_move", GAME)
    while not match.over:
        match.play(match.to_move, agent.choose(match.view(match.to_move).state, match.to_move).move)
    assert match.winners


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    match = Match("whole-nine", seats=2, seed=1)
    agent = program(tmp_path, GOOD)
    while not match.over:
        match.play(match.to_move, agent.choose(match.view(match.to_move).state, match.to_move).move)
    agent.close()
    assert match.winners


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crash", "raised RuntimeError: no idea"),
        ("nonsense", r'answered 17, not \{"move": "..."\}'),
        ("illegal", "answered with an illegal move: Red cannot play 6g-goal"),
    ],
)
def test_a_broken_callable_fails_with_the_reason(name: str, reason: str) -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    agent = make_agent(f"tests.search.test_external:{name}", GAME)
    with pytest.raises(AgentFailed, match=reason):
        agent.choose(match.view(0).state, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import sys; sys.exit(3)", "ended with exit code 3"),
        ("input(); print('hello', flush=True); input()", "answered 'hello', which is not JSON"),
        ("input(); print('[1]', flush=True); input()", r"answered \[1\], not"),
        ('input(); print(\'{"move": "x"}\', flush=True); input()', "illegal move"),
        ("import time; time.sleep(100)", "gave no answer within 0.5 s"),
    ],
)
def test_a_broken_program_fails_with_the_reason(text: str, reason: str, tmp_path: Path) -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    agent = program(tmp_path, text, patience=0.5 if "sleep" in text else 30)
    with pytest.raises(AgentFailed, match=reason):
        agent.choose(match.view(0).state, 0)
    agent.close()


@pytest.mark.parametrize("name", ["no.such.module:play", "tests.search.test_external:missing"])
def test_a_callable_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match=f"player {name}"):
        make_agent(name, GAME)


def test_a_callable_is_found_in_the_current_folder_by_the_script_and_its_processes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text('def play(view):\n    return view["moves"][0]\n', encoding="utf-8")
    script = tmp_path / "bin" / "trackside"
    script.parent.mkdir()
    script.write_text(SCRIPT, encoding="utf-8")
    arguments = ["arena", "whole-nine", "mine:play", "random", "--games", "2", "--jobs", "2", "--json"]
    result = subprocess.run([sys.executable, script, *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert result.stderr == ""
    assert json.loads(result.stdout)["forfeits"] == []


@pytest.mark.parametrize(
    ("text", "reason"), [("def play(:", "SyntaxError: "), ("1 / 0", "ZeroDivisionError: division by zero")]
)
def test_a_module_that_cannot_be_imported_is_refused(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"broken_{len(text)}.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    with pytest.raises(BadOption, match=f"player broken_{len(text)}:play: {reason}"):
        make_agent(f"broken_{len(text)}:play", GAME)


def test_a_program_that_cannot_be_started_fails() -> None:
    with pytest.raises(AgentFailed, match="could not be started"):
        make_agent("program:/no/such/program", GAME)
