"""The folder of an arena: its settings, a line for each finished game, every record, and the summary."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from trackside.arena.game import Result
from trackside.core.errors import BadOption, ParseError, SaveFailed
from trackside.play.files import read_text, write_text


class Folder:
    """A folder of results that can be resumed after an interruption."""

    def __init__(self, path: str | Path, settings: dict[str, Any], resume: bool) -> None:
        self.path = Path(path)
        self.results: list[Result] = []
        marker = self.path / "arena.json"
        if marker.exists():
            if not resume:
                raise BadOption(f"{path} already holds an arena: continue it with --resume, or name another folder")
            kept = json.loads(read_text(marker))
            different = [key for key in settings if settings[key] != kept.get(key) and key != "games"]
            if different:
                raise BadOption(f"{path} holds a different arena, with {different[0]} {kept.get(different[0])!r}")
            self.results = list(self._read())
        elif resume:
            raise BadOption(f"{path} holds no arena to resume")
        write_text(marker, json.dumps(settings, indent=2) + "\n")

    def _read(self) -> list[Result]:
        path = self.path / "results.jsonl"
        if not path.exists():
            return []
        found = []
        lines = read_text(path).splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
            except ValueError as error:
                if number == len(lines) and not line.endswith("\n"):  # cut off by an interruption: replay this game
                    write_text(path, "".join(lines[:-1]))
                    break
                raise ParseError(f"{path}: not a line of JSON", number) from error
            found.append(Result.from_entry(entry))
        return found

    def add(self, result: Result) -> None:
        """Save a game: its record first, then its line."""
        write_text(self.path / "games" / f"{result.number:06}.txt", result.record)
        try:
            with (self.path / "results.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(result.as_entry()) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise SaveFailed(f"{self.path}: {error.strerror or error}") from error
        self.results.append(result)

    def summarise(self, summary: dict[str, Any], page: str) -> None:
        """Write the summary as JSON and as Markdown."""
        write_text(self.path / "summary.json", json.dumps(summary, indent=2) + "\n")
        write_text(self.path / "summary.md", page)
