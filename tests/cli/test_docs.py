"""The documentation knows every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from trackside.cli import COMMANDS, make_parser
from trackside.games import GAMES

ROOT = Path(__file__).parent.parent.parent
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented_with_its_options(command: str) -> None:
    assert f"## trackside {command}\n" in CLI
    section = CLI.partition(f"## trackside {command}\n")[2].partition("\n## ")[0]
    options = make_parser()._subparsers._group_actions[0].choices[command]._option_string_actions  # type: ignore[union-attr, index]  # argparse has no public way
    common = {"--help", "--json", "--language", "-h"}
    for option in options.keys() - common:
        assert option in section, option


def test_every_package_and_game_has_a_page() -> None:
    import trackside

    packages = [path.parent.name for path in Path(trackside.__file__).parent.glob("*/__init__.py")]
    pages = ["training" if name == "train" else name for name in [*packages, *GAMES]]
    for name in pages:
        assert (ROOT / "docs" / f"{name}.md").is_file(), name
