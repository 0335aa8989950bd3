"""The words for a step of a review: luck or loss, the verdict only where it is clear, and the better move."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.notation import view_state
from trackside.core.protocol import CHANCE, REFEREE, AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.match import Match
from trackside.review.report import Option, Review, Step, Unit
from trackside.review.words.figures import StepFigures, amount, capital, digits, shown, size, step_figures, subject

UNFINISHED = " …"
"""The end of a game's sentence about an unfinished turn."""


def step_does(match: Match, step: Step, words: Words) -> str:
    """Return what happened in a step, in the words of the table's log: without names of places."""
    events = [match.event(entry, REFEREE) for entry in step.entries]
    effects = [effect for event in events for effect in event.effects]
    seat = CHANCE if step.kind == "setup" else step.seat
    told = _tell(match.game, effects, seat, words)
    said = told or " ".join(sentence for event in events for sentence in event.said(words))
    return said or words.of(max(step.seat, 0), "default.move", text=step.text)


def _tell(game: Game, effects: list[Effect], seat: int, words: Words) -> str:
    """Return the log's sentence about some effects, as a complete one."""
    said = game.notation.tell(effects, seat, words, False)
    return f"{said.removesuffix(UNFINISHED)}." if said.endswith(UNFINISHED) else said


def outcome_says(game: Game, before: AnyState, step: Step, text: str, words: Words) -> str:
    """Return a possible outcome of chance in words; its notation if it cannot be found."""
    weights = [0] * game.plain.OUTCOMES
    for code in range(game.plain.chance_weights(before, weights)):
        if weights[code] and game.notation.move_text(before, CHANCE, code) == text:
            told = _tell(game, game.scenes.effects(before, CHANCE, code, REFEREE), step.seat, words)
            return (told or " ".join(game.notation.describe(before, CHANCE, code, words))).removesuffix(".")
    return text.removesuffix(":")


def decided_in(match: Match, step: Step) -> AnyState:
    """Return the position in which a step was decided, as its seat could see it."""
    return view_state(match.game.plain, match.positions()[min(step.entries)], step.seat)


def option_says(game: Game, view: AnyState, seat: int, option: Option, words: Words) -> str:
    """Return an option as the table offers it; a whole turn as the log tells it, then its moves."""
    does, way = option_label(game, view, seat, option.moves, words)
    return " ".join(part for part in (does, way) if part) or option_text(option)


def option_label(game: Game, view: AnyState, seat: int, moves: Sequence[int], words: Words) -> tuple[str, str]:
    """Return what an option does, in a sentence, and in another the moves of a whole turn."""
    offer = game.scenes.offer(view, seat, moves[0], words)
    if len(moves) == 1 and "short" not in offer:
        return str(offer["label"]), ""
    return turn_label(game, view, seat, moves, words)


def turn_label(game: Game, view: AnyState, seat: int, moves: Sequence[int], words: Words) -> tuple[str, str]:
    """Return what all moves of a turn do, in one sentence, and the moves themselves in another."""
    state, effects, way = view.duplicate(), list[Effect](), list[str]()
    for move in moves:
        way.append(game.scenes.offer(state, seat, move, words).get("short", ""))
        effects += game.scenes.effects(state, seat, move, seat)
        game.plain.apply(state, seat, move)
    says = ", ".join(part for part in way if part)
    return _tell(game, effects, seat, words), f"{capital(says)}." if says else ""


def turn_says(step: Step, words: Words) -> str:
    """Return the name of the turn, or of the set-up."""
    return words("review.setup") if step.kind == "setup" else words("review.turn", turn=step.turn)


def step_at(review: Review, index: int, words: Words, reader: int | None = None) -> str:
    """Return the kind of a step and its turn: mistake, turn 58."""
    step = review.steps[index]
    figures = step_figures(review, index, _reader(review, step, words, reader))
    return words("review.at_turn", what=_kind(step, figures, words), turn=step.turn)


def _reader(review: Review, step: Step, words: Words, reader: int | None) -> int:
    """Return the seat a step is told for: the one requested, the reader, or else the seat that it is about."""
    if reader is not None:
        return reader
    return words.you if words.you is not None else step.seat if step.seat >= 0 else subject(review, words)


def _kind(step: Step, figures: StepFigures, words: Words) -> str:
    if step.kind in ("chance", "setup"):
        return _luck_word(figures.luck, words)
    if step.kind in ("forced", "time"):
        return words(f"review.word.{step.kind}")
    if step.word:
        return words(f"review.word.{step.word}")
    if figures.information and abs(figures.information) >= abs(figures.loss):
        return words("review.word.hidden")
    return words("review.word.unclear" if figures.loss or figures.gift else "review.word.none")


def step_title(review: Review, index: int, words: Words, reader: int | None = None) -> str:
    """Return the verdict of a step and its size."""
    step, unit = review.steps[index], review.unit
    reader = _reader(review, step, words, reader)
    figures = step_figures(review, index, reader)
    if step.kind in ("chance", "setup"):
        name = words("review.setup") if step.kind == "setup" else _luck_word(figures.luck, words)
        return f"{capital(name)}, {size(figures.luck, unit, words)}"
    if step.kind != "decision":
        return capital(words(f"review.word.{step.kind}"))
    if step.seat != reader:
        what = words(f"review.word.{step.word or ('unclear' if figures.gift else 'none')}")
        what = words.of(step.seat, "review.word.of", what=what) if step.word else what
        if figures.gift:
            gift = size(figures.gift, unit, words)
            what = f"{what}, {gift}" if step.word else f"{gift}, {what}"
        return capital("; ".join(part for part in (what, _hidden(figures, unit, words)) if part))
    return capital(_own_verdict(step, figures, unit, words))


def step_says(review: Review, match: Match, index: int, words: Words, reader: int | None = None) -> str:
    """Return a step in words: what happened, luck or loss, the verdict only where it is clear, and the better move."""
    step, unit = review.steps[index], review.unit
    reader = _reader(review, step, words, reader)
    figures = step_figures(review, index, reader)
    verdict = _verdict(review, step, figures, reader, words)
    parts = [part for part in (verdict, _way(figures, unit, words)) if part]
    said = [step_does(match, step, words), words("review.step.verdict", parts=capital(", ".join(parts)))]
    if step.word and step.made:
        line = option_says(match.game, decided_in(match, step), step.seat, step.options[0], words)
        said.append(_better(step, figures, reader, line, unit, words))
        said.append(why_better(match.game, decided_in(match, step), step, words))
    return " ".join(part for part in said if part)


def why_better(game: Game, view: AnyState, step: Step, words: Words) -> str:
    """Return why the best move of a step is better than the one made, in a sentence; empty if it is not certain."""
    return game.why(view, step.seat, step.options[0].moves, step.options[step.made].moves, words)


def _better(step: Step, figures: StepFigures, reader: int, line: str, unit: Unit, words: Words) -> str:
    """Return the better move, with the chance it would have kept for the reader if that is known."""
    best = step.options[0]
    if step.seat != reader:
        return words.of(step.seat, "review.step.better_other", line=line)
    kept = shown(best.chance, unit)
    if best.open is None and abs(kept - figures.before) <= 1:
        kept = figures.before  # the same figure rounded differently would look like another one
    return words("review.step.better", line=line, n=amount(kept, unit, words))


def option_text(option: Option) -> str:
    """Return the moves of an option in notation, without a continuation."""
    return " ".join(option.line[: max(1, len(option.moves))])


def _luck_word(luck: int, words: Words) -> str:
    return words("review.word.bad_luck" if luck < 0 else "review.word.luck")


def _verdict(review: Review, step: Step, figures: StepFigures, reader: int, words: Words) -> str:
    """Return luck or loss in a few words; empty where no displayed figure changed."""
    unit, own = review.unit, step.seat == reader or review.seats == 1
    if step.kind in ("chance", "setup"):
        if not figures.luck:
            return ""
        return _for(f"{_luck_word(figures.luck, words)} {size(figures.luck, unit, words)}", own, reader, words)
    if step.kind != "decision":
        return words(f"review.word.{step.kind}")
    if own:
        return _own_verdict(step, figures, unit, words, quiet=True)
    gift = _for(size(figures.gift, unit, words), own, reader, words) if figures.gift else ""
    verdict = ", ".join(part for part in (words(f"review.word.{step.word}") if step.word else "", gift) if part)
    hidden = _hidden(figures, unit, words)
    return "; ".join(part for part in (verdict, _for(hidden, own, reader, words) if hidden else "") if part)


def _for(text: str, own: bool, reader: int, words: Words) -> str:
    return text if own else words("review.for", size=text, whom=words.whom(reader))


def _own_verdict(step: Step, figures: StepFigures, unit: Unit, words: Words, quiet: bool = False) -> str:
    """Return the verdict on a seat's own decision; with `quiet`, empty where there is nothing to say."""
    hidden = _hidden(figures, unit, words)
    if step.word:
        verdict = f"{words(f'review.word.{step.word}')}, {size(figures.loss, unit, words)}"
    elif figures.loss:
        verdict = f"{size(figures.loss, unit, words)}, {words('review.word.unclear')}"
    else:
        verdict = "" if quiet and not hidden else words("review.word.none")
    return "; ".join(part for part in (verdict, hidden) if part)


def _hidden(figures: StepFigures, unit: Unit, words: Words) -> str:
    """Return the effect of what could not be known; empty where it changed no displayed figure."""
    return f"{words('review.word.hidden')} {size(figures.information, unit, words)}" if figures.information else ""


def _way(figures: StepFigures, unit: Unit, words: Words) -> str:
    """Return the reader's chances before and after a step, or one figure if they did not change."""
    if figures.before == figures.after:
        return amount(figures.after, unit, words)
    first, last = digits(figures.before, unit, words), digits(figures.after, unit, words)
    return words("review.from_to", first=first, last=last)
