"""Regenerate the golden files: `make golden`. Read the diff before committing it."""

from __future__ import annotations

import random
from pathlib import Path

from tests.laws.games import GOLDEN, Table, random_game
from tests.search.endings import ENDINGS, write_endings
from tests.terminal.screens import golden_screens
from trackside.core.board import draw_text
from trackside.core.words import LANGUAGES
from trackside.play.match import Match
from trackside.search.kernels.perft import perft

DATA = Path(__file__).parent / "data"
LARGEST = 200_000
"""Perft stops below this count, so that plain rules can count it too."""


def playthrough(table: Table, seed: int) -> str:
    """Return a whole random game: its record, then its events in words, its last position and its last board."""
    chooser = random.Random(seed)
    match = Match(table.game.name, table.seats, table.options, seed=seed)
    while not match.over:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    parts = [match.record()]
    for language in LANGUAGES:
        words = match.words(language)
        parts.append("\n".join(f"{event.number} {' '.join(event.said(words))}" for event in match.events()))
    parts.append(match.position())
    parts.append(draw_text(table.game, match.state, match.words("de")))
    return "\n\n".join(parts) + "\n"


def perft_lines(table: Table, seed: int) -> list[str]:
    """Return positions from a random game with their counts, one a line: depth, count, position."""
    states = [state for state, _, _, _ in random_game(table, seed)]
    lines = []
    for state in states[:: max(1, len(states) // 6)]:
        depth = 1
        while depth < 6 and perft(table.game, state, depth + 1) < LARGEST:
            depth += 1
        position = table.game.notation.position_text(state).replace("\n", " / ")
        lines.append(f"{depth} {perft(table.game, state, depth)} {position}")
    return lines


def file_name(table: Table) -> str:
    return str(table).replace("=", "-")


def main() -> None:
    for kind in ("playthroughs", "perft", "endings", "screens"):
        (DATA / kind).mkdir(parents=True, exist_ok=True)
        for path in (DATA / kind).iterdir():
            path.unlink()
    for table in GOLDEN:
        (DATA / "playthroughs" / f"{file_name(table)}.txt").write_text(playthrough(table, 1), encoding="utf-8")
        (DATA / "perft" / f"{file_name(table)}.txt").write_text(
            "\n".join(perft_lines(table, 1)) + "\n", encoding="utf-8"
        )
    for name in ENDINGS:
        (DATA / "endings" / f"{name}.txt").write_text(write_endings(name), encoding="utf-8")
    for name, screen in golden_screens():
        (DATA / "screens" / f"{name}.txt").write_text(screen, encoding="utf-8")


if __name__ == "__main__":
    main()
