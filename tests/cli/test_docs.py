"""The documentation knows every command."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest

from trackside.cli import COMMANDS, make_parser
from trackside.games import GAMES

ROOT = Path(__file__).parent.parent.parent
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def actions_of(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the commands or actions that a parser knows; argparse has no public way."""
    groups = [] if parser._subparsers is None else parser._subparsers._group_actions
    return {name: found for group in groups for name, found in dict(group.choices or {}).items()}


def all_parsers(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    """Return a parser and those of its actions."""
    yield parser
    for action in actions_of(parser).values():
        yield from all_parsers(action)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented_with_its_options(command: str) -> None:
    assert f"## trackside {command}\n" in CLI
    section = CLI.partition(f"## trackside {command}\n")[2].partition("\n## ")[0]
    common = {"--help", "--json", "--language", "-h"}
    for parser in all_parsers(actions_of(make_parser())[command]):
        for option in parser._option_string_actions.keys() - common:
            assert option in section, option
        for action in actions_of(parser):
            assert re.search(rf"[` ]{action}[` ]", section), action


def test_every_package_and_game_has_a_page() -> None:
    import trackside

    packages = [path.parent.name for path in Path(trackside.__file__).parent.glob("*/__init__.py")]
    pages = ["training" if name == "train" else name for name in [*packages, *GAMES]]
    for name in pages:
        assert (ROOT / "docs" / f"{name}.md").is_file(), name
