"""A table where someone here may move: the position, the legal moves, their effects, and hints."""

from __future__ import annotations

from functools import partial

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker

from trackside.core.protocol import SPECTATOR
from trackside.core.scene import Offer
from trackside.core.words import Words
from trackside.play.bots import ADVISER, Players, Question, lacks_judge, must_compile
from trackside.play.events import Move, View
from trackside.search.agents import GLANCE
from trackside.search.choice import Choice
from trackside.terminal.background import run_in_background
from trackside.terminal.command import CommandLine
from trackside.terminal.screen import TableScreen
from trackside.terminal.styles import BRIGHT, FAINT
from trackside.terminal.table import GameTable

DESCRIBED = 44
"""Width in columns from which the list describes the effect of each move."""


class MovesScreen(TableScreen):
    """A table with a list of moves, one of them selected."""

    def __init__(self, table: GameTable) -> None:
        super().__init__(table.game, table.players, table.language)
        self.table = table
        self.view: View = table.view(SPECTATOR)
        self.offers: tuple[Offer, ...] = ()
        self.selected = 0
        self.on_board = False
        self.message = ""
        self.hint: Choice | None = None
        self.hinting: Worker[None] | None = None

    @property
    def words(self) -> Words:
        """The game's words, for the people at this screen."""
        return self.table.words

    def draw(self) -> None:
        """Redraw everything from the current state."""
        self.view = self.table.view(self.perspective)
        self.offers = tuple(
            self.game.scenes.offer(self.view.state, self.perspective, move.code, self.words) for move in self.view.moves
        )
        self.query_one(CommandLine).completion.texts = [move.text for move in self.view.moves]
        self.query_one(CommandLine).placeholder = self.say("keys.type")
        self.put("log_title", self.say("table.log"))
        self.put_keys(self.say("keys.sheets" if self.game.board.SHEETS else "keys.table"))
        self.show_story(self.table.story(self.perspective))
        self.list_moves()
        self.show_selected()
        self.evaluated = self.view.state
        self.estimate = None
        self.restart_search()

    def list_moves(self) -> None:
        """List the legal moves, numbered."""
        moves = self.view.moves
        key = "table.on_board" if self.on_board else "table.moves"
        if self.perspective == self.words.you:
            key += "_you"
        title = self.say(key, who=self.words.who(max(self.perspective, 0))) if moves else self.say("table.nothing")
        self.put("moves_title", title)
        entries = self.query_one("#moves", OptionList)
        width = max([5, *(len(move.text) for move in moves)])
        entries.clear_options()
        entries.add_options(Option(self.entry(number, move, width)) for number, move in enumerate(moves))
        entries.display = bool(moves)
        if moves:
            entries.highlighted = self.selected

    def entry(self, number: int, move: Move, width: int) -> Text:
        """Return a line of the list: number, move, its chance after a hint, and its effect if the list is wide."""
        text = Text(f"{number + 1:3} {move.text:{width}}", no_wrap=True)
        if self.hint is not None:
            value = next((candidate.value for candidate in self.hint.candidates if candidate.move == move.code), None)
            best = move.code == self.hint.move
            text.append(f" {'★' if best else ' '}{'' if value is None else format(value, '.0%'):>4}", "bold")
        if self.query_one("#side").size.width >= DESCRIBED:
            text.append("  " + self.described(number))
        return text

    def described(self, number: int) -> str:
        """Return a description of a move's effect."""
        move = self.view.moves[number]
        return " ".join(
            self.game.notation.describe(self.view.state, self.perspective, move.code, self.words, self.perspective)
        )

    def chosen(self) -> Move | None:
        """Return the selected move."""
        moves = self.view.moves
        return moves[self.selected] if self.selected < len(moves) else None

    def show_selected(self) -> None:
        """Show the board with the selected move, and describe its effect."""
        move = self.chosen()
        after = None
        if move is not None:
            after = self.view.state.duplicate()
            self.game.plain.apply(after, self.perspective, move.code)
        selected = self.selected if move is not None else None
        self.board.show(self.picture(self.view.state, self.offers, selected, after))
        self.put("prompt", self.prompt())
        if self.message:
            self.put("news", Text(self.message, BRIGHT))
        elif move is not None:
            self.put("news", Text.assemble((move.text, "bold"), "  ", self.described(self.selected)))
        else:
            self.put("news", Text(self.waiting(), FAINT))

    def prompt(self) -> str:
        """Return the prompt: whose turn it is and what they must decide."""
        turn = self.say("table.turn", turn=self.view.state.turns)
        if self.view.moves:
            asked = self.game.notation.prompt(self.view.state, self.perspective, self.words)
            text = asked if self.perspective == self.words.you else f"{self.words.who(self.perspective)}: {asked}"
        else:
            text = self.words("play.over") if self.table.over else self.waiting()
        if self.size.width < 110:
            return text
        return f"{self.game.title(self.language)}, {turn}   {text}"

    def waiting(self) -> str:
        """Return the seat that the table waits for, as a sentence."""
        seat = self.table.awaited_seat()
        if seat is None or self.table.over:
            return ""
        key = "table.compiling" if self.table.must_compile_first() else "table.thinking"
        return self.say(key, who=self.introduced(seat))

    def show_message(self, message: str) -> None:
        """Show a message in the news line until the next key."""
        self.message = message
        self.show_selected()

    def select(self, index: int) -> None:
        """Select another move."""
        self.message = ""
        self.selected = index
        if self.view.moves:
            self.query_one("#moves", OptionList).highlighted = index
        self.show_selected()

    # Hints

    def action_hint(self) -> None:
        """Ask for the chances of the legal moves."""
        if not self.view.moves:
            self.show_message(self.say("table.no_hint"))
            return
        self.cancel_hint()
        self.show_message(self.say("table.compiling_search" if must_compile(self.game) else "table.asking"))
        self.hinting = self.run_worker(self.ask_advisers(), group="hint")

    async def ask_advisers(self) -> None:
        """Show a quick hint from this seat's view, then a deeper one."""
        view, before = self.view, None
        for adviser in (GLANCE, ADVISER) if len(view.moves) > 1 else (ADVISER,):
            question = Question(self.game, adviser, "hint", view.state.duplicate(), view.seat, view.state.turns)
            choice = await run_in_background(partial(Players().choose, question))
            self.show_hint(choice, before)
            before = choice
        self.hinting = None

    def show_hint(self, choice: Choice, before: Choice | None) -> None:
        """Select the best move and show its chance, unless the player has since selected another or read on."""
        chosen = self.chosen()
        if before is None or (chosen is not None and chosen.code == before.move):
            self.selected = [move.code for move in self.view.moves].index(choice.move)
        if before is None or self.message == self.hint_says(before):
            self.message = self.hint_says(choice)
        self.hint = choice
        self.list_moves()
        self.show_selected()

    def hint_says(self, choice: Choice) -> str:
        """Return the best move as a sentence."""
        best = choice.candidates[0]
        if best.value is None:
            return self.say("table.hint_plain", text=best.text)
        key = "table.hint_played_out" if lacks_judge(self.game, choice) else "table.hint"
        if choice.judged_by == "exact":
            key = "table.hint_solved"
        return self.say(key, text=best.text, chance=f"{best.value:.0%}", n=choice.simulations)

    def cancel_hint(self) -> bool:
        """Stop waiting for a hint; return True if one was pending."""
        if self.hinting is None:
            return False
        self.hinting.cancel()
        self.hinting = None
        return True

    def stop(self) -> None:
        """Stop looking for a hint, or clear the message."""
        self.message = self.say("table.hint_stopped") if self.cancel_hint() else ""
        self.show_selected()
