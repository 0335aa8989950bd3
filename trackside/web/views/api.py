"""The page of the HTTP interface: every route with its parameters, a request and an answer, without any script."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from html import escape
from typing import Any

HEAD = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API of Trackside</title>
    <link rel="icon" href="/static/icons/icon.svg" />
    <link rel="stylesheet" href="/static/tokens.css" />
    <link rel="stylesheet" href="/static/ui/ui.css" />
    <link rel="stylesheet" href="/static/api.css" />
  </head>
  <body>
    <main>
"""
FOOT = "    </main>\n  </body>\n</html>\n"


def draw_api(openapi: dict[str, Any], server: str) -> str:
    """Return the page of an OpenAPI description, with the commands for a server at this address."""
    described = list(_operations(openapi))
    parts = [
        f"<h1>API of {escape(openapi['info']['title'])} {escape(openapi['info']['version'])}</h1>",
        f"<p>{escape(openapi['info']['description'])} Send the token of <code>POST /api/players</code> as "
        "<code>Authorization: Bearer TOKEN</code> where a route needs a player.</p>",
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>, which also has the messages of sockets.</p>',
    ]
    for tag in (one["name"] for one in openapi["tags"]):
        parts.append(f"<h2>{escape(tag)}</h2>")
        parts += [_operation(*one, server) for one in described if tag in one[2]["tags"]]
    return HEAD + "\n".join(parts) + "\n" + FOOT


def _operations(openapi: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the method, the path and the description of every route."""
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def _operation(method: str, path: str, operation: dict[str, Any], server: str) -> str:
    """Return a route as HTML, closed until it is pressed."""
    body = _example(operation.get("requestBody", {}))
    answer = next((_example(one) for status, one in operation["responses"].items() if status.startswith("2")), None)
    parts = [
        f'<details id="{escape(operation["operationId"])}">',
        f"<summary><code><b>{method}</b> {escape(path)}</code> {escape(operation['summary'])}</summary>",
        f"<p>{_who(operation)}</p>",
        _parameters(operation),
        f"<pre>{escape(_command(method, path, operation, body, server))}</pre>",
    ]
    if answer is not None:
        parts += ["<p>Answer, with long lists cut:</p>", f"<pre>{escape(_text(answer))}</pre>"]
    refusals = [
        f"<tr><td>{status}</td><td>{escape(one['description'])}</td></tr>"
        for status, one in operation["responses"].items()
        if not status.startswith("2")
    ]
    parts += ["<details><summary>Refusals</summary><table>", *refusals, "</table></details>", "</details>"]
    return "\n".join(filter(None, parts))


def _who(operation: dict[str, Any]) -> str:
    """Return who may use a route."""
    if not operation["security"]:
        return "Anyone may ask."
    if {} in operation["security"]:
        return "Anyone may ask; with a token the answer is for that player."
    return "Needs the token of a player."


def _parameters(operation: dict[str, Any]) -> str:
    """Return the parameters of a route as a table; an empty string if there are none."""
    rows = [
        f"<tr><td><code>{escape(one['name'])}</code></td><td>{one['in']}{', required' if one['required'] else ''}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for one in operation.get("parameters", ())
    ]
    return f"<table>{''.join(rows)}</table>" if rows else ""


def _example(message: dict[str, Any]) -> Any:
    """Return the example of a body; None if there is none."""
    return next((one["example"] for one in message.get("content", {}).values() if "example" in one), None)


def _command(method: str, path: str, operation: dict[str, Any], body: Any, server: str) -> str:
    """Return the request as a command of curl."""
    words = ["curl", *(["-X", method] if method != "GET" else []), f"{server}{path}".replace("{", "$").replace("}", "")]
    lines = [" ".join([*words[:-1], f'"{words[-1]}"'])]
    if operation["security"]:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if body is not None:
        lines += ['-H "Content-Type: application/json"', f"-d {shlex.quote(json.dumps(body, ensure_ascii=False))}"]
    return " \\\n  ".join(lines)


def _text(answer: Any) -> str:
    """Return an answer as it is shown."""
    return answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False)
