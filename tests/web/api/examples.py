"""Make the examples of the HTTP interface from the answers of a real server: `python -m tests.web.api.examples`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.web.api.visits import Checked, visit_every_route
from tests.web.serving import Server, sqlite
from trackside.web.api import openapi

FILE = Path(openapi.__file__).parent / "examples.json"
MOST, LONGEST = 2, 400
"""The entries of a list, and the characters of a string, that an example keeps."""

BY_HAND: dict[str, dict[str, Any]] = {
    "POST /api/tables": {
        "body": {
            "game": "whole-nine",
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "club"}, {"kind": "open"}],
            "options": {"segments": "6"},
            "watch": "link",
            "clock": 60,
        }
    },
    "POST /api/tables/{table_id}/moves": {"body": {"type": "move", "seat": 0, "move": "A: e5"}},
    "GET /api/tables/{table_id}/hint": {
        "answer": {
            "moves": [
                {"move": 14, "text": "2a-2e", "value": 0.61, "visits": 1120},
                {"move": 9, "text": "4a-4d", "value": 0.55, "visits": 530},
            ],
            "line": ["2a-2e"],
            "judged_by": "net",
        }
    },
    "POST /api/tables/{table_id}/review": {
        "body": {"effort": "normal"},
        "answer": {"effort": "normal", "status": "growing", "read": 40, "entries": 257, "ahead": 0},
    },
}
"""Bodies that say more than those of the visits, and routes that need processes in which bots search."""


def shortened(value: Any) -> Any:
    """Return a value with long lists, tables and strings cut."""
    if isinstance(value, dict):
        keys = list(value)[: MOST if len(value) > 40 else None]
        return {key: shortened(value[key]) for key in keys}
    if isinstance(value, list):
        return [shortened(one) for one in value[:MOST]]
    return value[:LONGEST] if isinstance(value, str) else value


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite(Path(folder)))
        try:
            checked = Checked(server)
            visit_every_route(server, checked)
        finally:
            server.kill()
    found = {route: shortened(example) for route, example in checked.examples.items() if example}
    for route, example in BY_HAND.items():
        found[route] = found.get(route, {}) | example
    text = json.dumps(dict(sorted(found.items())), ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")
    print(f"{len(found)} routes, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
