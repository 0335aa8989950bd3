"""The files of a game's folder, and the checks before a game is offered."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path

from trackside.core.board import draw_text
from trackside.core.errors import BadOption, TracksideError
from trackside.core.protocol import CHANCE, OVER
from trackside.core.random import WORDS, draw, seed_generator
from trackside.core.words import LANGUAGES, Words, catalogue
from trackside.games.game import Game


@dataclass(frozen=True)
class Part:
    """A file of a game's folder."""

    file: str
    what: str
    without: str = ""
    """The behaviour where the file is missing; empty for a required file."""

    @property
    def is_required(self) -> bool:
        """True if every game needs the file."""
        return not self.without


PARTS = (
    Part("game.toml", "the card: title, seats, options"),
    Part("rules.md", "the rules as players read them, numbered"),
    Part("rules.py", "the rules as code, and the State"),
    Part("words/en.toml", "what players read, in English"),
    Part("state.py", "the State and the constants", "they are in rules.py"),
    Part("hidden.py", "what a seat may know", "nothing is secret"),
    Part("policy.py", "what a sensible player does quickly", "any legal move"),
    Part("encoder.py", "what a seat may know, as named numbers for a judge", "positions are judged by play-outs"),
    Part("notation.py", "moves and positions as text", "names from rules.py, sentences from the words"),
    Part("scene.py", "a view as data", "the fields of the State"),
    Part("types.py", "the types of scenes, offers and effects", "the fields that page/board.js reads are not checked"),
    Part(
        "board.py", "the drawing in text", "the track if the scene has one, the seats and what the scene says of them"
    ),
    Part("page/board.js", "the drawing on the page", "the same on the page"),
    Part("page/board.css", "how that drawing looks", "the page's own colours"),
    Part("rules.de.md", "the rules in German", "players read them in English"),
    Part("words/de.toml", "what players read, in German", "players read it in English"),
    Part("data/judge.npz", "the weights of its judge", "positions are judged by play-outs"),
    Part("data/training.toml", "how they are learned", "there is nothing to learn"),
    Part("data/figures.toml", "pictures in the rules", "rules without pictures"),
    Part("lessons.toml", "positions that teach the game", "no lessons"),
)

FUNCTIONS = (
    *("setup", "to_move", "legal_moves", "chance_weights", "chance_stream", "apply", "scores", "returns"),
    *("hide", "guess", "quick_move"),
)
"""The functions of the rules, together with hidden.py and policy.py; see `trackside.core.protocol.Rules`."""

TRIED_MOVES = 50
"""The number of moves and outcomes that are tried before a game is offered."""

FIELDS = ("seats", "turns")
"""The fields of every State."""


def check_parts(game: Game) -> None:
    """Load a game and try it; raise BadOption, with an explanation, if it cannot be played."""
    for part in PARTS:
        if part.is_required and not game.has(part.file):
            raise BadOption(f"{game.path}: {part.file} is missing: {part.what}")
    try:
        check_rules(game)
        check_words(game)
        try_game(game)
        game.course  # noqa: B018 - lessons that cannot be read are detected now
    except TracksideError:
        raise
    except Exception as error:  # any fault in a game's code is reported in words
        raise BadOption(f"{game.path}: {explained(error, game.path)}") from error


def try_game(game: Game) -> None:
    """Play some moves with the quick player, and draw the resulting position."""
    rules, state, words = game.plain, game.opening(game.card.default_seats), Words(LANGUAGES[0], game.package)
    rng, moves, weights = [0] * WORDS, [0] * rules.MOVES, [0] * rules.OUTCOMES
    seed_generator(rng, TRIED_MOVES)
    for _ in range(TRIED_MOVES):
        seat = rules.to_move(state)
        if seat == OVER:
            break
        if seat == CHANCE:
            move = draw(rng, weights, rules.chance_weights(state, weights))
        else:
            move = rules.quick_move(state, seat, moves, rules.legal_moves(state, seat, moves), rng)
        game.notation.describe(state, seat, move, words)
        rules.apply(state, seat, move)
    game.notation.position_text(state)
    game.scenes.ending(state, words)
    draw_text(game, state, words)


def check_rules(game: Game) -> None:
    """Raise BadOption unless the rules have everything that the protocol requires."""
    rules = vars(game.plain)
    missing = [name for name in (*FUNCTIONS, "State", "MOVES", "OUTCOMES") if name not in rules]
    if missing:
        raise BadOption(f"{game.path / 'rules.py'} leaves out what every game has: {', '.join(missing)}")
    fields = getattr(rules["State"], "fields", {})
    if not set(FIELDS) <= set(fields):
        raise BadOption(f"{game.path / 'rules.py'}: State needs the fields {' and '.join(FIELDS)}")


def check_words(game: Game) -> None:
    """Raise BadOption unless the words describe the game and each of its options."""
    for language in LANGUAGES:
        catalogue(game.package, language)
    words = Words(LANGUAGES[0], game.package)
    options = [key for option in game.card.options for key in option_words(option.name, option.explained())]
    for key in ["about.pitch", *options]:
        if not words.has(key):
            raise BadOption(f"{game.path / 'words' / 'en.toml'}: {key} is missing")


def option_words(name: str, explained: list[tuple[str, str]]) -> list[str]:
    """Return the keys of the texts that explain an option and its values."""
    return [f"option.{name}.name", *(key for _, key in explained)]


def explained(error: BaseException, folder: Path) -> str:
    """Return an error of a game's code as one line, with the place in the game's folder where it was raised."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
    said = [line for line in str(error).splitlines() if line.strip() and not line.startswith("Failed in nopython mode")]
    if is_of_compiler(error):
        said = [compiler_says(str(error)) or said[0], *said[1:]]
    kind = "this cannot be compiled" if is_of_compiler(error) else type(error).__name__
    return ": ".join(filter(None, [place_in(error, folder), kind, *said[:1]]))


REJECTIONS = (
    (
        r"build_set|build_map|DictType|dict\[|function hash|literal arguments",
        "a dictionary or a set cannot be used here: compiled rules know integers, tuples of the module, and the fields "
        "of the State",
    ),
    (
        r"class 'str'|unicode_type|build_string",
        "a string cannot be used here: texts belong into notation.py or the words",
    ),
    (
        r"NRT required|build_list|list\(|reflected list|built-in function (?:zeros|empty|ones)|@overload",
        "a list or an array is made here, and compiled rules allocate no memory: use fields of the State, numbers, or "
        "a tuple of the module",
    ),
    (r"Cannot unify", "a variable is an integer on one way and something else on another: give it one type"),
    (
        r"NameError|Untyped global name|Unknown attribute",
        "a name is used that compiled rules do not know: they know integers, tuples of them, and functions of the "
        "game's modules",
    ),
    (r"recursi", "a function calls itself: compiled rules need a loop instead"),
)
"""The commonest reasons why Numba rejects rules, by what it says, with advice."""


def compiler_says(text: str) -> str | None:
    """Return why Numba has rejected some code in plain words, or None if the reason is not a common one."""
    return next((advice for pattern, advice in REJECTIONS if re.search(pattern, text)), None)


def advice(game: Game) -> list[str]:
    """Return what a game can be played without, but should have: texts that fit, a prompt, the rules' numbers."""
    found: list[str] = []
    words = Words(LANGUAGES[0], game.package)
    if not words.has("prompt") and not game.has("notation.py"):
        found.append("words/en.toml has no prompt: players are asked in general words")
    known = set(re.findall(r"\b([A-Z]{2,4}-\d+)\b", (game.path / "rules.md").read_text(encoding="utf-8")))
    prefixes = {name.partition("-")[0] for name in known}
    for path in sorted(game.path.glob("*.py")):
        named = set(re.findall(r"\b([A-Z]{2,4}-\d+)\b", path.read_text(encoding="utf-8")))
        unknown = sorted(name for name in named - known if name.partition("-")[0] in prefixes)
        if unknown:
            found.append(f"{path.name} refers to {', '.join(unknown)}, which rules.md does not have")
    return found


def place_in(error: BaseException, folder: Path) -> str | None:
    """Return the file and line in a folder where an error was raised; None if it was raised elsewhere."""
    if is_of_compiler(error):
        found = re.search(rf"{re.escape(str(folder))}/(\S+?)\"?(?:, line | \()(\d+)", str(error))
        return f"{found[1]}, line {found[2]}" if found else None
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(folder):
            return f"{file.relative_to(folder).as_posix()}, line {frame.lineno}"
    return None


def is_of_compiler(error: BaseException) -> bool:
    """Return True if the error comes from Numba."""
    return type(error).__module__.startswith("numba.")
