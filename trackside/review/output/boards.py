"""The positions of a review drawn in text, with the move that was made and the better one."""

from __future__ import annotations

from dataclasses import dataclass

from trackside.core.board import COLUMNS, make_picture
from trackside.core.canvas import Canvas
from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, AnyState
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.review.report import Option, Review, Step
from trackside.review.words.steps import option_text

LEAST = 24
"""Lines of a narrow drawing, at least."""


@dataclass(frozen=True)
class Drawing:
    """A position, and what is to be seen in it."""

    says: str
    canvas: Canvas


def draw_step(
    review: Review, match: Match, index: int, words: Words, *, width: int = COLUMNS, ascii_only: bool = False
) -> list[Drawing]:
    """The position of a step: one drawing with both moves in it, or one for each where they are whole turns."""
    step = review.steps[index]
    painter = _Painter(match, step, words, width, ascii_only)
    if step.kind != "decision" or not step.options:
        return [Drawing("", painter.after_step())]
    made, best = step.options[step.made], step.options[0]
    if len(made.moves) == len(best.moves) == 1:
        if not ascii_only or not step.made:
            return [Drawing(painter.legend(), painter.both(made, best))]
        pairs = (("made", made), ("better", best))  # the signs of both look alike there
        return [Drawing(words(f"review.{key}", line=option_text(one)), painter.both(one, one)) for key, one in pairs]
    drawings = [Drawing(words("review.made", line=option_text(made)), painter.after_turn(made))]
    if step.made and best.moves:
        drawings.append(Drawing(words("review.better", line=option_text(best)), painter.after_turn(best)))
    return drawings


class _Painter:
    """Draws a step; decisions as the one who decided saw them."""

    def __init__(self, match: Match, step: Step, words: Words, width: int, ascii_only: bool) -> None:
        self.match, self.step, self.game = match, step, match.game
        self.words, self.width, self.ascii_only = words.nameless, width, ascii_only
        self.said = words
        self.perspective = step.seat if step.kind == "decision" else REFEREE

    def legend(self) -> str:
        """Which sign means which move."""
        step = self.step
        made = self.said("review.sign_made", line=option_text(step.options[step.made]))
        if not step.made:
            return made
        return f"{made}   {self.said('review.sign_better', line=option_text(step.options[0]))}"

    def before(self) -> AnyState:
        """The position before the step, as seen from this perspective."""
        return view_state(self.game.plain, self.match.positions()[self.step.entries[0]], self.perspective)

    def both(self, made: Option, best: Option) -> Canvas:
        """The position before a decision: where the move made leads, and where the better one does."""
        view, seat = self.before(), self.step.seat
        codes = [made.moves[0]] + ([best.moves[0]] if best.moves != made.moves else [])
        offers = tuple(self.game.scenes.offer(view, seat, code, self.words) for code in codes)
        return self.paint(view, offers=offers, selected=0, after=self.moved(view, made))

    def after_turn(self, option: Option) -> Canvas:
        """The position after all moves of an option."""
        return self.paint(self.moved(self.before(), option))

    def moved(self, view: AnyState, option: Option) -> AnyState:
        """The position with the moves of an option made."""
        after = view.duplicate()
        for code in option.moves:
            self.game.plain.apply(after, self.step.seat, code)
        return after

    def after_step(self) -> Canvas:
        """The position after everything that the step holds."""
        return self.paint(
            view_state(self.game.plain, self.match.positions()[max(self.step.entries) + 1], self.perspective)
        )

    def paint(self, view: AnyState, **more: object) -> Canvas:
        """A drawing that is as high as it needs to be."""
        shown = max(self.step.seat, 0)
        picture = make_picture(self.game, view, self.perspective, self.words, shown=shown, **more)  # type: ignore[arg-type]  # its own
        height = self.game.board.lines(picture)
        height = height if self.width >= COLUMNS else max(LEAST, height)
        canvas = Canvas(self.width, height, ascii_only=self.ascii_only)
        self.game.board.paint(picture, canvas)
        return canvas
