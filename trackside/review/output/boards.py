"""The positions of a review drawn as text, with the move that was made and the better one."""

from __future__ import annotations

from dataclasses import dataclass

from trackside.core.board import COLUMNS, make_picture
from trackside.core.canvas import Canvas
from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, AnyState
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.review.report import Option, Review, Step
from trackside.review.words.steps import decided_in, option_says


@dataclass(frozen=True)
class Drawing:
    """A drawn position and its caption."""

    says: tuple[str, ...]
    """Lines, to be wrapped."""
    canvas: Canvas


def draw_step(review: Review, match: Match, index: int, words: Words, *, ascii_only: bool = False) -> list[Drawing]:
    """Return the drawings of a step: one with both moves in it, or one for each if they are whole turns or in ASCII."""
    step = review.steps[index]
    painter = _Painter(match, step, words, ascii_only)
    if step.kind != "decision" or not step.options:
        return [Drawing((), painter.after_step())]
    made, best = step.options[step.made], step.options[0]
    if len(made.moves) == len(best.moves) == 1:
        if not ascii_only or not step.made:
            return [Drawing(painter.legend(), painter.both(made, best))]
        pairs = (("made", made), ("better", best))  # their markers look alike in ASCII
        return [Drawing((painter.says(key, one),), painter.both(one, one)) for key, one in pairs]
    drawings = [Drawing((painter.says("made", made),), painter.after_turn(made))]
    if step.made and best.moves:
        drawings.append(Drawing((painter.says("better", best),), painter.after_turn(best)))
    return drawings


class _Painter:
    """A painter of a step; it shows a decision as its seat saw it."""

    def __init__(self, match: Match, step: Step, words: Words, ascii_only: bool) -> None:
        self.match, self.step, self.game = match, step, match.game
        self.words, self.ascii_only = words.nameless, ascii_only
        self.said = words
        self.perspective = step.seat if step.kind == "decision" else REFEREE

    def legend(self) -> tuple[str, ...]:
        """Return the key to the markers of the moves."""
        step = self.step
        made = self.says("sign_made", step.options[step.made])
        return (made, self.says("sign_better", step.options[0])) if step.made else (made,)

    def says(self, key: str, option: Option) -> str:
        """Return a move as the table offers it, with its part in the review."""
        line = option_says(self.game, decided_in(self.match, self.step), self.step.seat, option, self.said)
        return self.said(f"review.{key}", line=line)

    def before(self) -> AnyState:
        """Return the position before the step, as seen from this perspective."""
        return view_state(self.game.plain, self.match.positions()[self.step.entries[0]], self.perspective)

    def both(self, made: Option, best: Option) -> Canvas:
        """Draw the position before a decision, with the places where the move made and the better one lead."""
        view, seat = self.before(), self.step.seat
        codes = [made.moves[0]] + ([best.moves[0]] if best.moves != made.moves else [])
        offers = tuple(self.game.scenes.offer(view, seat, code, self.words) for code in codes)
        return self.paint(view, offers=offers, selected=0, after=self.moved(view, made))

    def after_turn(self, option: Option) -> Canvas:
        """Draw the position after all moves of an option."""
        return self.paint(self.moved(self.before(), option))

    def moved(self, view: AnyState, option: Option) -> AnyState:
        """Return the position after the moves of an option."""
        after = view.duplicate()
        for code in option.moves:
            self.game.plain.apply(after, self.step.seat, code)
        return after

    def after_step(self) -> Canvas:
        """Draw the position after the whole step."""
        return self.paint(
            view_state(self.game.plain, self.match.positions()[max(self.step.entries) + 1], self.perspective)
        )

    def paint(self, view: AnyState, **more: object) -> Canvas:
        """Draw a position, as high as it needs to be."""
        shown = max(self.step.seat, 0)
        picture = make_picture(self.game, view, self.perspective, self.words, shown=shown, **more)  # type: ignore[arg-type]  # forwarded as given
        canvas = Canvas(COLUMNS, self.game.board.lines(picture), ascii_only=self.ascii_only)
        self.game.board.paint(picture, canvas)
        return canvas
