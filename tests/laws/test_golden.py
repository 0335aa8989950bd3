"""Golden files: whole games and counts as data, so that no rule changes unseen. `make golden` regenerates them."""

from __future__ import annotations

import pytest

from tests.laws.games import GOLDEN, Table
from tests.regenerate import DATA, file_name, playthrough
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, AnyState
from trackside.games import Game
from trackside.search.kernels.perft import perft

every_golden_table = pytest.mark.parametrize("table", GOLDEN, ids=str)


@every_golden_table
def test_playthroughs_are_as_written(table: Table) -> None:
    expected = (DATA / "playthroughs" / f"{file_name(table)}.txt").read_text(encoding="utf-8")
    assert playthrough(table, 1) == expected


@every_golden_table
def test_perft_counts_are_as_written_plain_and_compiled(table: Table) -> None:
    for line in (DATA / "perft" / f"{file_name(table)}.txt").read_text(encoding="utf-8").splitlines():
        depth, count, position = line.split(" ", 2)
        state = table.game.notation.parse_position(position)
        assert perft(table.game, state, int(depth)) == int(count)
        assert counted(table.game, state, min(int(depth), 3)) == perft(table.game, state, min(int(depth), 3))


def counted(game: Game, state: AnyState, depth: int) -> int:
    """Return the same count by plain rules and recursion."""
    if depth == 0:
        return 1
    seat = game.plain.to_move(state)
    if seat == OVER:
        return 0
    total = 0
    for move in choices_for(game.plain, state, seat):
        following = state.duplicate()
        game.plain.apply(following, seat, move)
        total += counted(game, following, depth - 1)
    return total


def test_every_golden_table_has_its_files_and_there_are_no_others() -> None:
    for kind in ("playthroughs", "perft"):
        assert {path.stem for path in (DATA / kind).iterdir()} == {file_name(table) for table in GOLDEN}
