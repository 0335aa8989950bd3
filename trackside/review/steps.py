"""What a step of a review says: luck or loss, the verdict only where it is clear, and the better move."""

from __future__ import annotations

from dataclasses import dataclass

from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.play.story import tell
from trackside.review.figures import SCALE, amount, capital, digits, shown, size, subject, whole
from trackside.review.report import Option, Review, Step, Unit


def step_does(match: Match, step: Step, words: Words) -> str:
    """What happened in a step, as the log says it."""
    events = [match.event(entry, REFEREE) for entry in step.entries]
    if len(events) == 1:
        said = events[0].said(words)
    else:
        said = tuple(line.says for line in tell(match.game, events, words) if line.says)
    return " ".join(said) or words.of(max(step.seat, 0), "default.move", text=step.text)


def turn_says(step: Step, words: Words) -> str:
    """Which turn it was."""
    return words("review.setup") if step.kind == "setup" else words("review.turn", turn=step.turn)


def step_at(review: Review, index: int, words: Words) -> str:
    """What kind of step it was, and when: mistake, turn 58."""
    step = review.steps[index]
    return words("review.at_turn", what=_kind(review, step, words), turn=step.turn)


def _kind(review: Review, step: Step, words: Words) -> str:
    if step.kind in ("chance", "setup"):
        return _luck_word(_step_figures(review, step, words).luck, words)
    if step.kind in ("forced", "time"):
        return words(f"review.word.{step.kind}")
    return (
        words(f"review.word.{step.word}")
        if step.word
        else words("review.word.hidden" if step.information else "review.word.none")
    )


def step_title(review: Review, index: int, words: Words) -> str:
    """The verdict of a step and its size."""
    step, unit = review.steps[index], review.unit
    figures = _step_figures(review, step, words)
    if step.kind in ("chance", "setup"):
        name = words("review.setup") if step.kind == "setup" else _luck_word(figures.luck, words)
        return f"{capital(name)}, {size(figures.luck, unit, words)}"
    if step.kind != "decision":
        return capital(words(f"review.word.{step.kind}"))
    if step.seat != figures.reader:
        what = words(f"review.word.{step.word or 'none'}")
        what = words.of(step.seat, "review.word.of", what=what) if step.word else what
        return f"{capital(what)}, {size(figures.gift, unit, words)}" if figures.gift else capital(what)
    return capital(_own_verdict(step, figures, unit, words))


def step_says(review: Review, match: Match, index: int, words: Words) -> str:
    """A step in words: who, what, luck or loss, the verdict only where it is clear, and the better move."""
    step, unit = review.steps[index], review.unit
    figures = _step_figures(review, step, words)
    parts = [part for part in (_verdict(review, step, figures, words), _way(figures, unit, words)) if part]
    said = [step_does(match, step, words), words("review.step.verdict", parts=capital(", ".join(parts)))]
    if step.word and step.made:
        said.append(_better(step, figures, unit, words))
    return " ".join(said)


def _better(step: Step, figures: _Figures, unit: Unit, words: Words) -> str:
    """The move that was better, with what it would have kept for the reader where that is known."""
    best = step.options[0]
    if step.seat != figures.reader:
        return words("review.step.better_other", line=option_text(best))
    kept = shown(best.chance, unit)
    if best.open is None and abs(kept - figures.before) <= 1:
        kept = figures.before  # the same figure rounded in another way would look like another one
    return words("review.step.better", line=option_text(best), n=amount(kept, unit, words))


def option_text(option: Option) -> str:
    """The moves of an option, without how play may go on."""
    return " ".join(option.line[: max(1, len(option.moves))])


@dataclass(frozen=True)
class _Figures:
    """A step as its reader sees it, in shown figures that add up."""

    reader: int
    after: int
    luck: int
    loss: int
    gift: int
    information: int

    @property
    def before(self) -> int:
        """Where the reader stood, so that what is printed adds up."""
        return self.after - self.luck - self.loss - self.gift - self.information


def _step_figures(review: Review, step: Step, words: Words) -> _Figures:
    """The figures of the reader, or without one of whoever the step is about."""
    reader = words.you if words.you is not None else step.seat if step.seat >= 0 else subject(review, words)
    own = step.seat == reader
    gift = step.gifts[reader] if step.gifts and not own else 0.0
    terms = (step.luck[reader], step.loss if own else 0.0, gift, step.information if own else 0.0)
    rounded = whole([term * SCALE[review.unit] for term in terms])
    return _Figures(reader, shown(step.after[reader], review.unit), *rounded)


def _luck_word(luck: int, words: Words) -> str:
    return words("review.word.bad_luck" if luck < 0 else "review.word.luck")


def _verdict(review: Review, step: Step, figures: _Figures, words: Words) -> str:
    """Luck or loss in a few words; nothing where nothing changed that would be shown."""
    unit, own = review.unit, step.seat == figures.reader or review.seats == 1
    if step.kind in ("chance", "setup"):
        if not figures.luck:
            return ""
        return _for(f"{_luck_word(figures.luck, words)} {size(figures.luck, unit, words)}", own, figures.reader, words)
    if step.kind != "decision":
        return words(f"review.word.{step.kind}")
    if own:
        return _own_verdict(step, figures, unit, words, quiet=True)
    gift = _for(size(figures.gift, unit, words), own, figures.reader, words) if figures.gift else ""
    return ", ".join(part for part in (words(f"review.word.{step.word}") if step.word else "", gift) if part)


def _for(text: str, own: bool, reader: int, words: Words) -> str:
    return text if own else words("review.for", size=text, whom=words.whom(reader))


def _own_verdict(step: Step, figures: _Figures, unit: Unit, words: Words, quiet: bool = False) -> str:
    """The verdict on a seat's own decision; quiet where there is nothing to say."""
    hidden = f"{words('review.word.hidden')} {size(figures.information, unit, words)}" if figures.information else ""
    if step.word:
        verdict = f"{words(f'review.word.{step.word}')}, {size(figures.loss, unit, words)}"
    elif figures.loss:
        verdict = f"{size(figures.loss, unit, words)}, {words('review.word.unclear')}"
    else:
        verdict = "" if quiet and not hidden else words("review.word.none")
    return "; ".join(part for part in (verdict, hidden) if part)


def _way(figures: _Figures, unit: Unit, words: Words) -> str:
    """From where to where the reader's chances went, or where they stayed."""
    if figures.before == figures.after:
        return amount(figures.after, unit, words)
    first, last = digits(figures.before, unit, words), digits(figures.after, unit, words)
    return words("review.from_to", first=first, last=last)
