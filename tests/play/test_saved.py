from __future__ import annotations

from pathlib import Path

import pytest

from trackside import Match
from trackside.core.errors import TracksideError
from trackside.core.words import Words
from trackside.play.files import new_save, write_text
from trackside.play.saved import GameInUse, SavedGame, resume


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))


def kept(game: str = "traxx") -> Path:
    path = new_save(game)
    write_text(path, Match(game, seed=1).record(reveal_seed=True))
    return path


def test_a_game_is_held_until_it_is_closed() -> None:
    path = kept()
    match, saved = resume(path)
    with pytest.raises(GameInUse, match="is being played in another window"):
        resume(path)
    saved.close()
    again, saved = resume(path)
    assert again.log == match.log
    saved.close()
    assert [other.name for other in path.parent.iterdir()] == [path.name]


def test_another_game_is_offered_only_if_nobody_plays_it() -> None:
    first, second = kept(), kept("whole-nine")
    held = [SavedGame(first), SavedGame(second)]
    with pytest.raises(GameInUse) as refused:
        resume(first)
    assert "--resume" not in refused.value.say(Words("en"))
    held[1].close()
    assert refused.value.say(Words("de")).endswith(f"trackside play --resume {second}")
    held[0].close()


def test_a_file_that_is_not_there_or_no_record_leaves_no_lock_behind(tmp_path: Path) -> None:
    with pytest.raises(TracksideError, match="No such file"):
        resume(tmp_path / "none" / "game.txt")
    assert not (tmp_path / "none").exists()
    write_text(tmp_path / "text.txt", "no record")
    with pytest.raises(TracksideError):
        resume(tmp_path / "text.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]
