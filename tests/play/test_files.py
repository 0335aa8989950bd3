from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from trackside.core.errors import SaveFailed, TracksideError
from trackside.play import files


def test_text_is_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "game.txt"
    files.write_text(path, "Träxx\n")
    assert files.read_text(path) == "Träxx\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["game.txt"]


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    files.write_text(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveFailed, match=r"game\.txt: No space left on device"):
        files.write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.skipif(os.name != "posix", reason="there is no umask")
def test_a_new_file_has_the_permissions_of_the_umask_and_another_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    before = os.umask(0o027)
    try:
        files.write_text(path, "one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o600)
        files.write_text(path, "two")
    finally:
        os.umask(before)
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("two", 0o600)


def test_a_really_full_device_is_reported() -> None:
    with pytest.raises(SaveFailed):
        files.write_text("/dev/full/game.txt", "text")


def test_missing_and_binary_files_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(TracksideError, match="No such file or directory"):
        files.read_text(tmp_path / "none.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TracksideError, match="not a text file in UTF-8"):
        files.read_text(tmp_path / "binary")


def test_the_newest_save_is_found_and_new_names_are_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    with pytest.raises(TracksideError, match="there is no saved game"):
        files.newest_save()
    first = files.new_save("whole-nine")
    files.write_text(first, "one")
    second = files.new_save("whole-nine")
    files.write_text(second, "two")
    os.utime(first, (1, 1))
    assert first != second
    assert files.newest_save() == second
