"""The command line, run as people and programs run it."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.play.records import SHARED_TEXT, SILENT_TEXT
from trackside.cli import COMMANDS, main
from trackside.cli.common import compiling
from trackside.cli.parser import GROUPS
from trackside.core.compile import cache_folder, is_on_disk
from trackside.games import GAMES
from trackside.play.bots import is_compiled


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game in a file."""
    path = tmp_path / "game.txt"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 500))
    assert run(capsys, "play", "whole-nine", "--seed", "3", "--save", str(path))[0] == 0
    return path


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"] if command else ["--help"])
    assert stop.value.code == 0
    assert "usage: trackside" in capsys.readouterr().out


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "games")
    assert status == 0
    assert all(game.card.title in out for game in GAMES.values())
    status, out, _ = run(capsys, "games", "--json", "--language", "de")
    assert [game["name"] for game in json.loads(out)] == list(GAMES)


def test_one_game_is_listed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "games", "Träxx")
    assert status == 0
    assert out.startswith("traxx ")
    assert "The Whole Nine" not in out
    assert json.loads(run(capsys, "games", "traxx", "--json")[1])["name"] == "traxx"


def test_the_help_lists_every_command_in_a_group_and_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    for title, names in GROUPS.items():
        section = out.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  ([a-z][a-z-]*)", section, re.MULTILINE) == [*names]
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    assert "examples:\n  trackside simulate whole-nine\n" in capsys.readouterr().out


def test_a_dash_is_standard_input_and_output(
    saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = saved.read_text(encoding="utf-8")
    for command in ("verify", "replay"):
        expected = run(capsys, command, str(saved))
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert run(capsys, command, "-") == expected
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    status, out, _ = run(capsys, "review", "-", "--effort", "quick", "--record", "-")
    assert status == 0
    assert out.startswith("[Game ")
    made = run(capsys, "sheet", "make", "--seed", "7", "-o", "-")[1]
    assert made == run(capsys, "sheet", "make", "--seed", "7")[1]
    assert "[sheet]" in made


def test_a_closed_output_is_no_error() -> None:
    command = f"{sys.executable} -m trackside games >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_control_c_in_a_benchmark_prints_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "bench", "playouts", "whole-nine", "--seconds", "0.1")
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        status, out, err = run(capsys, "bench", "playouts", "whole-nine", "--seconds", "600", "--json")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert status == 130
    assert json.loads(out)["playouts_per_second"] > 0
    assert re.fullmatch(r"trackside: interrupted after \d+\.\d of 600 s\n", err)


def test_reasons_of_failed_games_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    failing = f"program:{sys.executable} -c pass"
    status, _, err = run(capsys, "arena", "whole-nine", "greedy", failing, "--games", "2", "--jobs", "1")
    assert status == 0
    assert re.search(r"^trackside: game \d: program:.* ended with exit code 0$", err, re.MULTILINE)


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("kernel", [None, "playouts", "perft"])
def test_compiling_is_announced_with_its_time_where_it_is_needed(
    kernel: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, shown = GAMES["whole-nine"], Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with compiling(game, kernel):
        pass
    known = shown.getvalue()
    monkeypatch.setenv("TRACKSIDE_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    try:
        with compiling(game, kernel):
            said = shown.getvalue().removeprefix(known)
            assert re.search(r"compiling The Whole Nine, once on this machine, about \d+ s \.\.\.$", said)
    finally:
        cache_folder.cache_clear()


def test_warm_up_compiles_what_a_simulation_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, _ = run(capsys, "warm-up", "whole-nine")
    assert status == 0
    assert re.fullmatch(r"The Whole Nine: ready after \d+\.\d s\n", out)
    assert is_compiled(GAMES["whole-nine"])
    assert is_on_disk(GAMES["whole-nine"].path, "whole_nine.playouts")
    monkeypatch.setattr("trackside.play.bots.can_be_stored", lambda game: False)
    status, _, err = run(capsys, "warm-up", "traxx")
    assert status == 2
    assert "name another folder in TRACKSIDE_CACHE" in err


def test_learn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("B: e5\n"))
    status, out, _ = run(capsys, "learn", "träxx", "--lesson", "3", "--language", "de")
    assert status == 0
    assert "Lektion 3 von 6: Zwei Enden" in out
    assert "Richtig: vom Start auf die 3." in out
    status, out, _ = run(capsys, "learn", "skip-or-trip", "--list")
    assert [line.split(maxsplit=1)[0] for line in out.splitlines()] == list("12345678")
    assert run(capsys, "learn", "traxx", "--lesson", "7")[::2] == (
        2,
        "trackside: --lesson 7: Träxx has the lessons 1 to 6\n",
    )


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "whole-nine", "--seats", "3", "--option", "segments=5", "--agents", "greedy,random"]
    status, out, _ = run(capsys, *arguments, "--games", "100", "--seed", "2", "--json")
    assert status == 0
    figures = json.loads(out)
    assert figures["games"] == 100
    assert len(figures["mean_scores"]) == len(figures["win_shares"]) == 3
    assert figures["mean_moves"] > 0
    assert figures["games_per_second"] > 0
    status, out, _ = run(capsys, *arguments, "--games", "100", "--seed", "2")
    assert "100 games of whole-nine, 3 seats" in out
    assert "±" in out
    assert re.search(r"greedy .* 0\.\d{3} \(0\.\d{3} to [01]\.\d{3}\)\n", out)


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "perft", "whole-nine", "--depth", "3")
    assert out.split() == ["0", "1", "1", "2", "2", "12", "3", "72"]
    position = "turn 1: red to roll / track: [1]123456* [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*"
    position += " / red: row 1 / purple: row 2"
    _, out, _ = run(capsys, "perft", "whole-nine", "--position", position, "--depth", "2", "--json")
    assert json.loads(out) == {"game": "whole-nine", "counts": [1, 6, 6]}


def test_verify_and_replay(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "verify", str(saved), "--lenient")
    assert status == 0
    assert "all as drawn" in out
    status, out, _ = run(capsys, "verify", str(saved), "--json")
    answer = json.loads(out)
    assert (status, answer["valid"], answer["proved"]) == (1, True, False)
    assert "the seed is short enough to be guessed" in answer["missing"]
    status, out, _ = run(capsys, "replay", str(saved))
    assert status == 0
    assert "--- 0 ---" in out
    assert "rolls" in out
    status, out, _ = run(capsys, "replay", str(saved), "--turn", "1", "--language", "de")
    assert "würfelt" in out


def test_verify_shows_every_step_of_dice_that_several_people_had_a_part_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(SHARED_TEXT, encoding="utf-8")
    status, out, _ = run(capsys, "verify", str(path))
    assert status == 0
    assert "the revealed secret is the one that was committed to at the start\n" in out
    assert "the seed is made of this secret and 2 salts: red " in out
    assert "outcomes re-derived from this seed: all as drawn\n" in out
    path.write_text(SHARED_TEXT.replace("yellow Salz", "yellow Sulz"), encoding="utf-8")
    status, _, err = run(capsys, "verify", str(path))
    assert status == 2
    assert "the salt of yellow is not the one that it committed to" in err


@pytest.mark.parametrize(
    ("changed", "status", "reason"),
    [
        (lambda text: text, 0, ""),
        (lambda text: re.sub(r"\[Secret .*\n", "", text), 1, "no secret is revealed"),
        (lambda text: re.sub(r"\[Commitment .*\n", "", text), 1, "there is no commitment to the secret"),
        (lambda text: re.sub(r"\[(Secret|Salt|SaltCommitment|Commitment) .*\n", "", text), 1, "no seed is revealed"),
        (lambda text: '[DiceFrom "999999"]\n' + text, 2, "[DiceFrom] is 999999"),
        (lambda text: f'[Commitment "{"0" * 64}"]\n' + text, 2, "[Commitment] stands 2 times"),
        (lambda text: '[DiceFrom "60"]\n' + text, 1, "came before these dice"),
        (lambda text: text[: text.index("\n40.")] + "\n", 2, "end before the game is over"),
        (lambda text: re.sub(r"\[SaltCommitment .red.*\n", "", text), 1, "the salt of red was not committed to"),
        (lambda text: re.sub(r"\[SaltCommitment .*\n", "", text), 1, "the salt of yellow was not committed to"),
        (lambda text: re.sub(r"\[Salt .red.*\n", "", text), 2, "is not the outcome that the seed gives"),
        (lambda text: re.sub(r"\[Salt(Commitment)? .red.*\n", "", text), 2, "is not the outcome that the seed"),
        (lambda text: re.sub(r"(\[SaltCommitment .red) \w+", rf"\1 {'0' * 64}", text), 2, "the salt of red is not the"),
        (lambda text: re.sub(r"(\[SaltCommitment .*\n)", r"\1\1", text), 2, "each once"),
        (lambda text: SILENT_TEXT, 1, "yellow did not reveal its salt"),
        (lambda text: re.sub(r"\[SaltCommitment .yellow.*\n", "", SILENT_TEXT), 2, "not the outcome that the seed"),
    ],
)
def test_verify_exits_with_what_is_proved(
    changed: Callable[[str], str], status: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(changed(SHARED_TEXT), encoding="utf-8")
    found, out, err = run(capsys, "verify", str(path))
    assert (found, reason in out + err) == (status, True)


def test_verify_prints_json_on_failure_too(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text[: len(text) // 2].rpartition("\n")[0], encoding="utf-8")
    for path, reason in ((str(saved), "before the game is over"), ("/nowhere", "No such file or directory")):
        status, out, err = run(capsys, "verify", path, "--json")
        answer = json.loads(out)
        assert (status, err) == (2, "")
        assert (answer["file"], answer["valid"]) == (path, False)
        assert reason in answer["error"]


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "bench", "playouts", "whole-nine", "--seconds", "0.1", "--threads", "2", "--json")
    assert status == 0
    figures = json.loads(out)
    assert figures["playouts_per_second"] > 0
    assert figures["moves_per_second"] > figures["playouts_per_second"]


@pytest.mark.parametrize(("game", "agents"), [("whole-nine", "random"), ("traxx", "greedy")])
def test_bench_of_a_search(game: str, agents: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "bench", "search", game, "--seats", "2", "--agents", agents, "--seconds", "0.1", "--json"
    )
    assert status == 0
    assert json.loads(out)["simulations_per_second"] > 0


def test_resume_takes_the_last_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert run(capsys, "play", "whole-nine", "--seats", "you,random,greedy")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, out, _ = run(capsys, "play", "--resume")
    assert status == 0
    assert "Red: you, Purple: Random, Yellow: Quick" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["fly"], "trackside: there is no command 'fly' (see trackside --help)"),
        (["simulat", "whole-nine"], "there is no command 'simulat': did you mean simulate?"),
        (["--foo"], "trackside serve: there is no option --foo (see trackside serve --help)"),
        (["--prot", "8080"], "there is no option --prot: did you mean --port?"),
        (["simulate", "whole-nine", "--agnets=greedy"], "there is no option --agnets: did you mean --agents?"),
        (["--json", "games"], "trackside games: --json goes after the command"),
        (["verify", "one", "twice"], "'twice' is one word too many"),
        (["play", "whole-nine", "--seats", ""], "--seats '': name a player for every seat"),
        (["play", "whole-nine", "--seats", "you,"], "--seats 'you,': name a player for every seat"),
        (["play", "whole-nine", "--save", ""], "--save is empty: name a file"),
        (["perft", "whole-nine", "--seats", "0", "--depth", "1"], "is for 2 to 5 players, not for 0"),
        (["serve", "--host", "", "--port", "0"], "--host is empty: name an address of this machine"),
        (["serve", "--host", "192.0.2.1", "--port", "0"], "; --host takes an address of this machine"),
        (["serve", "--host", "x" * 64, "--port", "0"], "; --host takes an address of this machine"),
        (["serve", "--port", "99999"], "try --port 0"),
        (["serve", "--database", "", "--port", "0"], "use sqlite:///FILE"),
        (["play"], "which game? One of whole-nine"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "whole-nine", "--seats", "you"], "is for 2 to 5 players, not for 1"),
        (["play", "whole-nine", "--seats", "you,genius"], "there is no player 'genius'"),
        (["play", "whole-nine", "--option", "segments"], "write it as NAME=VALUE"),
        (["play", "--resume", "/nowhere/game.txt"], "No such file or directory"),
        (["simulate", "whole-nine", "--seats", "many"], "invalid int value: 'many'"),
        (["simulate", "whole-nine", "--games", "0"], "at least 1 is needed"),
        (["simulate", "whole-nine", "--agents", "genius"], "there is no player 'genius'"),
        (["simulate", "whole-nine", "--seats", "4", "--option", "segments=5"], "goes with 2 or 3 players"),
        (["perft", "whole-nine", "--depth", "999"], "--depth 999: use 0 to 64"),
        (["perft", "whole-nine", "--depth", "1", "--position", "nonsense"], "a position has a line for the turn"),
        (["verify", "/nowhere"], "No such file or directory"),
        (["bench", "playouts", "whole-nine", "--seconds", "0"], "--seconds must be above 0"),
        (["bench", "playouts", "whole-nine", "--agents", "club"], "only random or greedy can play these games"),
        (["bench", "search", "whole-nine", "--agents", "club"], "only random or greedy can play these games"),
        (["games", "chess"], "there is no game 'chess': the games are whole-nine"),
        (["games", "check"], "games check: which game? Give its name or its folder"),
        (["games", "traxx", "traxx"], "name one game, or 'check' and one game"),
        (["simulate", "whole-nine", "--games", "1e4"], "argument --games: invalid int value: '1e4'"),
        (["simulate", "whole-nine", "--games", "1.5"], "argument --games: invalid int value: '1.5'"),
        (["simulate", "whole-nine", "--seats", "0"], "is for 2 to 5 players, not for 0"),
        (["arena", "whole-nine", "greedy", "program:/nonexistent"], "no program '/nonexistent' that can be run"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    assert status == 2
    assert reason in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_replay_of_a_turn_that_is_not_there_is_refused(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "replay", str(saved), "--turn", "9999")
    assert status == 2
    assert "the record has the turns 0 to" in err


def test_control_c_in_a_long_simulation_prints_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "simulate", "whole-nine", "--games", "1")
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        status, out, err = run(capsys, "simulate", "whole-nine", "--games", "100000000", "--json")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert status == 130
    figures = json.loads(out)
    assert figures["complete"] is False
    assert err == f"trackside: interrupted after {figures['games']} of 100000000 games\n"


def test_output_into_a_closed_pipe_is_no_error() -> None:
    result = subprocess.run(
        f"{sys.executable} -m trackside games | head -c 1", shell=True, capture_output=True, text=True, check=True
    )
    assert result.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device to write to")
@pytest.mark.parametrize("arguments", ["games", "--help", "perft whole-nine --depth 1"])
def test_output_to_a_full_device_is_an_error_in_one_line(arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "trackside", *arguments.split()]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert result.returncode == 2
    assert result.stderr == "trackside: No space left on device\n"


def test_without_a_command_the_table_in_the_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    from trackside.cli import serve

    asked: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        asked.append(args)
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert main([]) == 0
    assert (asked[0].host, asked[0].no_browser) == ("127.0.0.1", False)
    assert main(["--port", "0", "--no-browser"]) == 0
    assert (asked[1].port, asked[1].no_browser) == (0, True)
