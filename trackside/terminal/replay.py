"""The replay of a record: by step or turn, from any perspective, with the option to continue from any position."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from trackside.core.protocol import CHANCE, OVER, REFEREE, AnyState
from trackside.core.words import Words
from trackside.play.bots import must_compile
from trackside.play.dice import Dice
from trackside.play.files import new_save
from trackside.play.match import Match
from trackside.play.names import PERSON, seating
from trackside.play.replay import frame, frames
from trackside.play.story import Line, story_of
from trackside.review import Review
from trackside.review.output.text import table
from trackside.review.words.figures import subject
from trackside.review.words.headline import headline, summary
from trackside.review.words.steps import step_says
from trackside.search.agents import LEVELS, QUICK
from trackside.terminal.dialogs import ChoiceDialog, InputDialog, TextDialog
from trackside.terminal.keys import keys
from trackside.terminal.reviewing import (
    BackgroundReview,
    chances_say,
    find_step,
    place_of,
    small_curve,
    step_before,
)
from trackside.terminal.styles import BRIGHT
from trackside.terminal.table import LocalTable
from trackside.terminal.watch import PacedScreen

OPPONENTS = (*LEVELS, *QUICK)


class ReplayScreen(PacedScreen):
    """A record with a current place."""

    BINDINGS = keys(
        ("right", "step(1)"),
        ("left", "step(-1)"),
        ("down,pagedown", "turn(1)"),
        ("up,pageup", "turn(-1)"),
        ("home", "go(0)"),
        ("end", "end"),
        ("j", "jump"),
        ("c", "play_on"),
        ("r", "review"),
        ("m", "find('mistake', 1)"),
        ("M", "find('mistake', -1)"),
        ("l", "find('luck', 1)"),
        ("L", "find('luck', -1)"),
        ("f1,question_mark", "help"),
        ("f5", "log"),
    )

    def __init__(self, match: Match, language: str, you: int | None = None, review: Review | None = None) -> None:
        players = tuple(name or bot for name, bot in zip(match.players, match.bots, strict=True))
        super().__init__(match.game, players, language)
        self.match, self.you = match, you
        self.review = review
        self.reviewing: BackgroundReview | None = None
        self.step: int | None = None
        """The index of the selected step of the review."""
        self.frames = list(frames(match))
        self.first = next(one.number for one in self.frames if one.to_move != CHANCE or one.number == self.last)
        self.index = self.first
        self.perspective, self.paused = REFEREE, True

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players; the player who has just played is `you`."""
        return self.match.words(self.language, self.you)

    @property
    def last(self) -> int:
        """The number of entries in the log."""
        return len(self.match.log)

    def compose(self) -> ComposeResult:
        """Compose the table and the keys."""
        yield from super().compose()
        yield Static(id="keys", markup=False)

    def on_unmount(self) -> None:
        """Stop a running review."""
        self.stop_review()

    def on_mount(self) -> None:
        """Show the first position."""
        self.query_one("#moves").display = self.query_one("#moves_title").display = False
        self.draw()
        self.run_worker(self.run_on(), group="play", exclusive=True)

    async def run_on(self) -> None:
        """Step forward automatically while not paused."""
        while True:
            await self.wait_for_pace()
            if self.index < self.last:
                self.action_step(1)
            if self.index == self.last:
                self.paused = True

    def draw(self) -> None:
        """Redraw everything for the current place."""
        seen = frame(self.match, self.index, self.perspective)
        place = self.say("replay.at", index=self.index, last=self.last, turn=seen.turn)
        perspective = self.say("table.perspective", who=self.name_of(self.perspective))
        self.put("prompt", f"{self.game.title(self.language)}   {place}   {perspective}")
        self.put("log_title", self.say("table.log"))
        self.put_keys(self.say("keys.replay" if self.review is None else "keys.reviewed"))
        story = self.story()
        self.show_story(story)
        if self.perspective < 0:
            self.shown = max(0, seen.event.seat) if seen.event is not None else 0
        self.draw_board(seen.state)
        told = [line.says for line in story if line.says]
        said = self.step_says() or (told[-1] if told else self.say("replay.start"))
        self.put("news", Text(self.message, BRIGHT) if self.message else Text(said))
        self.draw_review(seen.turn)
        self.evaluated = seen.state
        self.restart_search()

    def draw_board(self, state: AnyState) -> None:
        """Show the position; for a selected decision, add the move made and the better one."""
        step = None if self.review is None or self.step is None else self.review.steps[self.step]
        if step is None or step.kind != "decision" or self.perspective not in (REFEREE, step.seat):
            self.board.show(self.picture(state))
            return
        self.shown = step.seat
        made = self.match.log[self.index][1]
        codes = list(dict.fromkeys([made, *(option.moves[0] for option in step.options[:1] if option.moves)]))
        offers = tuple(self.game.scenes.offer(state, step.seat, code, self.words) for code in codes)
        after = state.duplicate()
        self.game.plain.apply(after, step.seat, made)
        picture = self.picture(state, offers, 0, after)
        self.board.show(replace(picture, perspective=step.seat) if self.game.board.SHEETS else picture)

    def action_go(self, index: int) -> None:
        """Go to a place in the log."""
        self.message, self.step = "", None
        self.index = max(self.first if index == 0 else 0, min(self.last, index))
        self.draw()

    def action_end(self) -> None:
        """Go to the last entry."""
        self.action_go(self.last)

    def action_step(self, change: int) -> None:
        """Step one entry forward or back."""
        self.message, self.step = "", None
        self.index = max(0, min(self.last, self.index + change))
        self.draw()

    def action_turn(self, change: int) -> None:
        """Go to the start of the next turn, or of this turn or the one before."""
        turn = self.frames[self.index].turn
        if change < 0 and self.index and self.frames[self.index - 1].turn < turn:
            turn -= 1
        self.action_go(self.begin_of(turn + 1 if change > 0 else turn))

    def begin_of(self, turn: int) -> int:
        """Return the first place of a turn."""
        return next((one.number for one in self.frames if one.turn >= turn), self.last)

    def action_jump(self) -> None:
        """Ask for a turn to go to."""
        self.app.push_screen(InputDialog(self.say, self.say("replay.jump")), self.jump)

    def jump(self, answer: str | None) -> None:
        """Go to the turn that was typed."""
        if not answer:
            return
        last = self.frames[-1].turn
        if not answer.isdecimal() or int(answer) > last:
            self.show_message(self.say("replay.no_turn", turn=answer, last=last))
            return
        self.action_go(self.begin_of(int(answer)))

    def action_log(self) -> None:
        """Show the log up to this place."""
        self.read_log(self.story())

    def story(self) -> list[Line]:
        """Return the history up to this place from this perspective, turn by turn."""
        return story_of(self.match, self.perspective, self.words, self.index)

    def action_help(self) -> None:
        """Show keys and rules."""
        self.read_help("help.replay")

    # The review

    @property
    def reader(self) -> int | None:
        """The seat whose game is reviewed: the perspective, or the player who has just played."""
        return self.perspective if self.perspective >= 0 else self.you

    @property
    def read_words(self) -> Words:
        """The game's words, addressed to the reader."""
        return self.match.words(self.language, self.reader)

    def step_says(self) -> str:
        """Return the review's sentence on the selected step, or on the last one made."""
        if self.review is None:
            return ""
        step = self.step if self.step is not None else step_before(self.review, self.index)
        if step is None or (self.step is None and max(self.review.steps[step].entries) != self.index - 1):
            return ""
        return step_says(self.review, self.match, step, self.read_words)

    def draw_review(self, turn: int) -> None:
        """Show chances and curve, as far as the game has been reviewed."""
        self.set_class(self.review is not None, "reviewed")
        if self.review is None:
            return
        title = chances_say(self.review, self.index, self.read_words)
        if not self.review.complete:
            read = sum(len(step.entries) for step in self.review.steps)
            title = self.say("replay.reading", n=read, last=self.review.entries)
        self.put("curve_title", title)
        width = self.query_one("#side").content_size.width
        self.put("curve", small_curve(self.review, self.read_words, turn, width, unicode=self.app.unicode))

    def action_review(self) -> None:
        """Start the review, or stop it; finished steps are kept."""
        if self.reviewing is not None:
            self.stop_review()
            self.show_message(self.say("replay.stopped"))
        elif self.review is not None and self.review.complete:
            self.show_sums(self.review)
        elif not self.match.over:
            self.show_message(self.say("replay.not_over"))
        else:
            self.reviewing = BackgroundReview(self.match, self.review)
            self.show_message(self.say("table.compiling_search" if must_compile(self.game) else "replay.begun"))
            self.run_worker(self.read_on(self.reviewing), group="review")

    async def read_on(self, reviewing: BackgroundReview) -> None:
        """Run the review and show it as it grows."""
        await reviewing.run(self.show_review)
        if self.reviewing is reviewing:
            self.reviewing = None

    def show_review(self, review: Review) -> None:
        """Show the review so far."""
        self.review = review
        if review.complete:
            self.show_message(self.verdict(review))
        else:
            self.draw_review(self.frames[self.index].turn)

    def show_sums(self, review: Review) -> None:
        """Show what decided the game, and the parts of every seat's result."""
        words = self.read_words
        lines = [headline(review, subject(review, words), words), summary(review, words), "", *table(review, words)]
        self.app.push_screen(TextDialog(self.say, self.say("replay.sums"), "\n".join(lines)))

    def verdict(self, review: Review) -> str:
        """Return what decided the game, and the summary."""
        words = self.read_words
        return f"{headline(review, subject(review, words), words)} {summary(review, words)}"

    def stop_review(self) -> None:
        """Stop the review."""
        if self.reviewing is not None:
            self.reviewing.cancel()
            self.reviewing = None

    def action_find(self, kind: str, change: int) -> None:
        """Go to the next or previous mistake or stroke of luck."""
        if self.review is None:
            self.show_message(self.say("replay.begun" if self.reviewing is not None else "replay.no_review"))
            return
        found = find_step(self.review, kind, self.reader, self.index, self.step, change)
        if found is None and not self.review.complete and self.reviewing is not None:
            done = sum(len(step.entries) for step in self.review.steps)
            self.show_message(self.say("replay.reviewing", n=done, last=self.review.entries))
            return
        if found is None:
            self.show_message(self.say(f"replay.no_{kind}" if change > 0 else f"replay.no_{kind}_before"))
            return
        self.message, self.step = "", found
        self.index = place_of(self.review.steps[found])
        self.draw()

    # Continuing from a position

    def action_play_on(self) -> None:
        """Ask for a seat and opponents, then play from this position."""
        if self.frames[self.index].to_move == OVER:
            self.show_message(self.say("replay.over"))
            return
        seats = [(str(seat), self.words.who(seat)) for seat in range(len(self.players))]
        self.app.push_screen(ChoiceDialog(self.say, self.say("replay.play_on"), seats), self.choose_opponents)

    def choose_opponents(self, seat: str | None) -> None:
        """Ask for the level of the other seats."""
        if seat is None:
            return
        if len(self.players) == 1:
            self.take_over(int(seat), "")
            return
        levels = [(name, self.say(f"level.{name}")) for name in OPPONENTS]

        def go_on(level: str | None) -> None:
            if level is not None:
                self.take_over(int(seat), level)

        self.app.push_screen(ChoiceDialog(self.say, self.say("replay.against"), levels), go_on)

    def take_over(self, seat: int, level: str) -> None:
        """Play from this position with new dice, in a new file."""
        old = self.match
        players, bots = seating([PERSON if other == seat else level for other in range(len(self.players))])
        match = Match.from_log(
            self.game,
            old.start,
            old.log[: self.index],
            options=old.options,
            dice=Dice(),
            players=players,
            bots=bots,
            position=old.start_position,
            dice_from=self.index,
        )
        self.app.open_table(LocalTable(match, str(new_save(self.game.name))))
