"""The screen on which people play."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.games.traxx.table import PRACTICE
from tests.games.whole_nine.test_board import NEAR_THE_GOAL
from tests.play.test_match import TAKING
from tests.terminal.driver import LARGE, keys, line, lines_of, playing, run, screen_of, table, until
from trackside import Match
from trackside.core.errors import TracksideError
from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.games.defaults import board as default_board
from trackside.play.bots import ADVISER, Players, Question
from trackside.play.story import Line
from trackside.search.agents import GLANCE
from trackside.search.choice import Candidate, Choice
from trackside.terminal.app import TracksideApp
from trackside.terminal.background import FIRST_SLICE, Estimate, Search
from trackside.terminal.command import CommandLine
from trackside.terminal.dialogs import ChoiceDialog
from trackside.terminal.play import PlayScreen
from trackside.terminal.start import StartScreen
from trackside.terminal.table import LocalTable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def taking(path: Path, *players: str) -> LocalTable:
    return LocalTable(Match.from_position("whole-nine", TAKING, seed=1, players=players), str(path))


def saved(path: Path) -> Match:
    return Match.from_record(path.read_text(encoding="utf-8"))


def spot(screen: PlayScreen, name: str) -> tuple[int, int]:
    """Return the cell of a place of the track on the board."""
    assert screen.board.picture is not None
    scene = screen.board.picture.scene
    tiles = (tile.split(":") for tile in scene["track"].split())
    places = {"goal": str(scene["goal"])} | {tile[1]: tile[0] for tile in tiles}
    return screen.board.canvas.spots[places[name]][0]


def news(app: TracksideApp) -> str:
    """The two lines above the line to type in."""
    return " ".join(" ".join(lines_of(app)[-4:-2]).split())


def test_what_the_selected_move_would_bring_is_shown_before_it_is_made(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "down")
        assert news(app) == "1g-2a You move from 1g to 2a. You take one of these: 2, 3, 4, 6, an animal."
        assert "►" in screen_of(app)
        assert saved(path).log == []
        await keys(pilot, "enter")
        assert len(saved(path).log) == 1
        assert screen_of(app).startswith(" Take a tile of the segment you left.")

    run(script, taking(path, "", "greedy"))


def test_moves_are_typed_by_number_by_text_and_several_at_once(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await line(pilot, "2")
        assert len(saved(path).log) == 1
        await keys(pilot, "f3")
        assert news(app) == "Taken back: 1g-2a."
        await line(pilot, "1g-2a x1g")
        assert saved(path).state.plus[0] == 1

    run(script, taking(path, "", "greedy"))


def test_what_is_typed_is_completed(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        typed = app.screen.query_one(CommandLine)
        await keys(pilot, "1", "g", "minus")
        await until(pilot, lambda: typed._suggestion == "1g-2a")
        await keys(pilot, "tab")
        assert typed.value == "1g-2a"
        await keys(pilot, "escape")
        assert typed.value == ""
        await keys(pilot, "h", "i")
        await until(pilot, lambda: typed._suggestion == "hint")
        await keys(pilot, "right")
        assert typed.value == "hint"

    run(script, taking(path, "", "greedy"))


def test_wrong_lines_are_answered_in_words_and_change_nothing(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        for typed, answer in (
            ("99", "There is no move 99: choose 1 to 2."),
            ("nonsense", "You cannot play nonsense"),
            ("rules 99", "There is no rule 99."),
            ("undo", "You have made no move that could be taken back."),
            ("save /dev/full/x", "/dev/full/x: "),
        ):
            await line(pilot, typed)
            assert answer in news(app), typed
        assert saved(path).log == []

    run(script, taking(path, "", "greedy"))


def test_the_commands_of_plain_play_work_here_too(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        for typed, shown in (
            ("rules 9", "Any number of pawns may share a space."),
            ("position", "turn 9: red rolled 2"),
            ("record", '[Game "whole-nine"]'),
            ("help", "take back your last move"),
            ("log", "Log"),
        ):
            await line(pilot, typed)
            assert shown in screen_of(app), typed
            await keys(pilot, "escape")
        await keys(pilot, "question_mark")
        assert "Keys, commands and rules" in screen_of(app)
        await keys(pilot, "escape")
        await line(pilot, f"save {copy}")
        await line(pilot, "menu")
        assert isinstance(app.screen, StartScreen)

    run(script, taking(path, "", "greedy"))
    assert saved(copy).position() == saved(path).position()


def test_arrows_choose_on_the_board_after_tab(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "tab")
        assert "On the board" in screen_of(app)
        first = playing(app).chosen()
        await keys(pilot, "right")
        second = playing(app).chosen()
        assert first is not None
        assert second is not None
        assert second != first
        await keys(pilot, "left", "enter")
        assert playing(app).table.story(0)[-1].says
        assert (0, first.code) in saved(path).log

    run(script, table(path, "traxx", ("you", "greedy"), options={"sheet": PRACTICE}))


def test_the_mouse_selects_and_then_plays_in_the_list_and_on_the_board(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = playing(app)
        await pilot.click("#moves", offset=(2, 1))
        await pilot.pause()
        assert screen.selected == 1
        assert saved(path).log == []
        target, origin = spot(screen, "1g"), spot(screen, "2a")
        await pilot.click("BoardView", offset=target)
        await pilot.pause()
        await pilot.click("BoardView", offset=origin)
        await pilot.pause()
        assert len(saved(path).log) in (0, 1)
        if not saved(path).log:
            await pilot.click("BoardView", offset=origin)
            await pilot.pause()
        assert saved(path).events(0)[0].text == "1g-2a"

    run(script, taking(path, "", "greedy"))


def test_a_move_into_the_goal_is_seen_and_made_by_the_mouse(path: Path) -> None:
    match = Match.from_position("whole-nine", NEAR_THE_GOAL, seed=1, players=("", "greedy"))

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert "›goal‹" in screen_of(app)
        for _ in range(2):
            await pilot.click("BoardView", offset=spot(playing(app), "goal"))
            await pilot.pause()

    run(script, LocalTable(match, str(path)))
    assert saved(path).events(0)[0].text == "6g-goal"


def test_undo_says_why_it_cannot_be(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "f3")
        assert news(app) == "Red cannot undo: something new has been shown"

    run(script, table(path, players=("you", "you"), moves=6))


def test_undo_goes_back_to_my_last_decision_against_bots(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        before = saved(path)
        await keys(pilot, "enter")
        await until(pilot, lambda: saved(path).turn >= before.turn + 2 and saved(path).to_move == 0)
        while len(saved(path).log) > len(before.log):
            await keys(pilot, "f3")
        assert saved(path).log == before.log
        assert saved(path).undone > 0
        assert news(app).startswith("Taken back: ")

    run(script, table(path))


def test_a_pass_that_may_lose_the_game_is_made_the_second_time_only(path: Path) -> None:
    behind = "turn 6: red to act / deck: top 1 / red: on 0; hand 7[3] / purple: on 8; hand 1[2]"

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await line(pilot, "pass")
        assert news(app).startswith("If Purple also passes, the game ends and you lose 0 to 8.")
        assert not saved(path).log
        await line(pilot, "pass")
        await until(pilot, lambda: len(saved(path).log) > 0)

    run(script, LocalTable(Match.from_position("skip-or-trip", behind, seed=1, bots=("", "greedy")), str(path)))


def test_the_language_can_be_changed_in_mid_game(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "f6")
        assert screen_of(app).startswith(" Zieh mit einer Figur 2 Felder weit.")
        assert "Hilfe" in lines_of(app)[-1]
        await line(pilot, "99")
        assert news(app) == "Es gibt keinen Zug 99: Wähle 1 bis 2."
        await keys(pilot, "f6")
        assert screen_of(app).startswith(" Move a pawn 2 spaces.")

    run(script, taking(path, "", "greedy"))


def test_the_window_can_be_resized_in_mid_game(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        before = playing(app).view
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: "You move from" in lines_of(app)[3])
        assert lines_of(app)[0].startswith(" The Whole Nine, turn")
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: len(lines_of(app)) == 24)
        assert playing(app).view == before
        await keys(pilot, "enter")
        assert playing(app).view != before

    run(script, table(path, moves=8))


def test_a_game_that_cannot_be_saved_goes_on(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "enter")
        assert "The game could not be saved: /dev/full/game.txt" in news(app)
        assert playing(app).table.story(0)

    run(script, taking(Path("/dev/full/game.txt"), "", "greedy"))


def test_other_sheets_can_be_looked_at_and_own_moves_are_not_in_them(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert "►" in "".join(lines_of(app)[5:19])
        await keys(pilot, "f7")
        assert "sheet of Purple" in screen_of(app)
        assert "►" not in "".join(lines_of(app)[5:19])
        await keys(pilot, "f7")
        assert "sheet of" not in lines_of(app)[1]

    run(script, table(path, "traxx", moves=20))


def test_a_hint_tells_the_chances_of_all_moves_and_can_be_stopped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table(path, options={"segments": 5}, moves=60)
    monkeypatch.setitem(seat.game.card.levels, "master", "mcts:140")
    monkeypatch.setattr(Game, "has_judge", False)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = playing(app)
        assert len(screen.view.moves) > 1
        await keys(pilot, "f2")
        await until(pilot, lambda: "140 simulations; the list" in news(app))
        shown = [line for line in lines_of(app)[2 : 2 + len(screen.view.moves)] if line.count("%") == 1]
        assert len(shown) == len(screen.view.moves)
        assert sum("★" in line[54:] for line in shown) == 1
        gate = threading.Event()

        class Late(Players):
            def choose(self, question: Question) -> Choice:
                gate.wait(300)
                raise AssertionError("nobody waits for this any more")

        monkeypatch.setattr("trackside.terminal.moves.Players", Late)
        await line(pilot, "hint")
        assert "Looking for a hint" in news(app)
        await keys(pilot, "escape")
        assert "The search for a hint was stopped." in news(app)
        gate.set()
        await line(pilot, "chances")
        await until(pilot, lambda: lines_of(app)[1].count("%") == 2)
        assert "You" in lines_of(app)[1]
        await keys(pilot, "f4")
        assert "%" not in lines_of(app)[1]

    run(script, seat)


def test_a_hint_comes_at_once_and_becomes_sharper_without_taking_the_selection(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = table(path, options={"segments": 5}, moves=60)
    gate = threading.Event()

    class Opinion(Players):
        """The glance prefers the first move, the closer look the last."""

        def choose(self, question: Question) -> Choice:
            moves = choices_for(question.game.plain, question.view, question.seat)
            if question.player == ADVISER:
                gate.wait(300)
                moves.reverse()
            chances = (Candidate(move, str(move), 9, 0.9 - 0.01 * number) for number, move in enumerate(moves))
            n = {GLANCE: 100, ADVISER: 2000}[question.player]
            return Choice(moves[0], tuple(chances), simulations=n, judged_by="playouts")

    monkeypatch.setattr("trackside.terminal.moves.Players", Opinion)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = playing(app)
        last = len(screen.view.moves) - 1
        assert last > 1
        monkeypatch.setattr(Game, "has_judge", False)
        await keys(pilot, "f2")
        await until(pilot, lambda: "100 simulations; the list" in news(app))
        assert screen.selected == 0
        gate.set()
        await until(pilot, lambda: "2000 simulations; the list" in news(app))
        assert screen.selected == last
        gate.clear()
        monkeypatch.setattr(Game, "has_judge", True)
        await keys(pilot, "f2")
        await until(pilot, lambda: "from 100 games played on to their end" in news(app))
        await keys(pilot, "down")
        gate.set()
        await until(pilot, lambda: screen.hinting is None)
        assert screen.selected == 1, "somebody has chosen meanwhile"
        assert "games played on" not in news(app)
        assert screen.hint is not None
        assert screen.hint.move == screen.view.moves[last].code

    run(script, seat)


def test_live_chances_ask_the_judge_from_the_first_slice_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, asked, found = table(path, moves=60), list[AnyState](), list[Estimate]()

    def find_net(game: Game, view: AnyState) -> None:
        asked.append(view)

    monkeypatch.setattr("trackside.search.tree_search.find_net", find_net)
    view = seat.view(0).state
    asyncio.run(Search(seat.game, view, 0, most=2 * FIRST_SLICE).run(found.append))
    assert asked == [view]
    assert [estimate.simulations for estimate in found] == [FIRST_SLICE, 2 * FIRST_SLICE]


def test_the_screen_answers_while_a_bot_thinks_and_says_whom_it_waits_for(path: Path) -> None:
    go = threading.Event()

    class Slow(Players):
        def choose(self, question: Question) -> Choice:
            go.wait(300)
            raise TracksideError("it has fallen asleep")

    seat = table(path, options={"first": "red"})
    seat.bots = Slow()

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "enter")
        assert lines_of(app)[0].strip() == "Purple (Quick) is thinking …"
        await keys(pilot, "f6")
        assert "denkt nach" in lines_of(app)[0]
        await keys(pilot, "f6")
        go.set()
        await until(pilot, lambda: "cannot continue: it has fallen asleep" in news(app))

    run(script, seat)


def test_what_is_selected_stays_while_others_act_in_secret(path: Path) -> None:
    seat = table(path, "traxx", ("you", "greedy"))
    gate = threading.Event()

    class Late(Players):
        def choose(self, question: Question) -> Choice:
            gate.wait(300)
            return super().choose(question)

    seat.bots = Late()

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "down")
        gate.set()
        await until(pilot, lambda: seat.awaited_seat() is None)
        assert any(actor == 1 for actor, _ in seat.match.log)
        assert playing(app).selected == 1
        assert "Purple goes on" not in screen_of(app)

    run(script, seat)


def test_the_first_compiling_is_announced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.terminal.table.must_compile", lambda game: True)
    assert table(path, players=("you", "club")).must_compile_first()
    assert not table(path, players=("you", "greedy")).must_compile_first()

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = playing(app)
        monkeypatch.setattr(LocalTable, "awaited_seat", lambda self: 1)
        assert "is getting ready, once on this machine" in screen.waiting()

    run(script, table(path, players=("you", "club"), options={"first": "red"}))


@pytest.mark.parametrize(("game", "compiled"), [("traxx", "traxx.points"), ("whole-nine", "whole_nine.turn_tree")])
def test_nothing_is_announced_once_the_search_that_the_game_uses_is_there(
    game: str, compiled: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def is_on_disk(folder: Path, part: str) -> bool:
        asked.append(part)
        return part == compiled

    monkeypatch.setattr("trackside.play.bots.is_on_disk", is_on_disk)
    assert not table(path, game, ("you", "master")).must_compile_first()
    assert asked == [compiled]


def test_a_window_that_is_too_small_is_told_so(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        shown = " ".join(screen_of(app).split())
        assert "too small for the board: it has 70 x 20 characters, 80 x 24 are needed." in shown
        assert "goal" not in shown
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        shown = screen_of(app)
        assert "too small" not in shown
        assert "goal" in shown

    run(script, table(path), size=(70, 20))


def test_an_error_in_a_drawing_ends_the_program_instead_of_hanging(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table(path, "traxx")

    def broken(perspective: int) -> list[Line]:
        raise KeyError("broken")

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        monkeypatch.setattr(seat, "story", broken)
        await keys(pilot, "enter")
        await until(pilot, lambda: False)

    with pytest.raises(KeyError, match="broken"):
        run(script, seat)


def test_a_game_without_a_drawing_of_its_own_is_played_on_the_whole_screen_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = table(path, options={"first": "red"}, moves=6)
    monkeypatch.setitem(seat.game.__dict__, "board", default_board)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert "row: " in screen_of(app)
        n = len(saved(path).log)
        await keys(pilot, "tab", "down")
        assert playing(app).selected == 1  # no move lies on this board, so arrows go through the list
        await keys(pilot, "enter")
        assert len(saved(path).log) > n

    run(script, seat)


def test_after_the_end_points_are_explained_and_the_same_players_can_play_again(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    seat = table(path, "traxx", options={"deck": "ybgr-ybbgp"}, moves=1000)
    assert seat.over

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        shown = screen_of(app)
        assert seat.result_says in shown
        assert "fields" in shown
        await keys(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)
        app.screen.finish(seat)
        await pilot.pause()
        await keys(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.table.over
        assert app.screen.table.players == seat.players

    run(script, seat)
    assert (tmp_path / "saves" / "traxx-1.txt").is_file()


def test_leaving_says_how_to_come_back(path: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "ctrl+c")

    app = run(script, taking(path, "", "greedy"))
    assert app.table is not None
    assert app.table.resume_command == f"trackside play --resume {path}"
    assert app.return_code == 0
