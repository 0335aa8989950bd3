"""The page's types: `python -m trackside.web.api.typescript`.

Those of all messages are generated from the OpenAPI description; those of a game's scenes, offers and effects from
its `types.py`, if it has one.
"""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

from trackside.core import scene
from trackside.games import GAMES
from trackside.web.api import position
from trackside.web.api.openapi import COMPONENTS, add_docstrings, schemas_of
from trackside.web.app import make_app
from trackside.web.modules import STATIC
from trackside.web.settings import Settings

FILE = STATIC / "api.d.ts"
GAME_FILE = "page/api.d.ts"
HEAD = "// Made by `make types` from the server's models; do not edit.\n"
DRAWN = {"Scene", "Offer", "Effect"}
"""The types that the `types.py` of a game declares."""

SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(openapi: dict[str, Any]) -> str:
    """Return all schemas of an OpenAPI description as TypeScript."""
    return all_declarations(openapi["components"]["schemas"])


def game_declarations(types: ModuleType) -> str:
    """Return a game's scenes, offers and effects as TypeScript, with what every game sends besides."""
    schemas = schemas_of({name: getattr(types, name) for name in sorted(DRAWN)})
    sent = schemas_of({"Scene": position.Scene, "Offer": position.Offer})
    add_docstrings(sent, (position, scene))
    for name in DRAWN & sent.keys():
        schemas[name]["properties"] = sent[name]["properties"] | schemas[name]["properties"]
        schemas[name]["required"] += sent[name]["required"]
    add_docstrings(schemas, (types, scene))
    return all_declarations(schemas)


def all_declarations(schemas: dict[str, Any]) -> str:
    """Return schemas as TypeScript, sorted by name."""
    return "\n".join([HEAD, *(declaration(name, schemas[name]) for name in sorted(schemas))])


WIDTH = 90
"""The maximum length of a union of types on one line, in characters."""


def declaration(name: str, schema: dict[str, Any]) -> str:
    """Return a schema as an interface, or as a type alias."""
    about = _comment(schema, "")
    if "properties" not in schema:
        kinds = type_of(schema)
        kinds = f" {kinds}" if len(kinds) < WIDTH else "".join(f"\n  | {kind}" for kind in kinds.split(" | "))
        return f"{about}export type {name} ={kinds};\n"
    lines = [_property(key, one, schema) for key, one in schema["properties"].items()]
    if schema.get("additionalProperties") is True:
        lines.append("  [name: string]: any;\n")
    return f"{about}export interface {name} {{\n{''.join(lines)}}}\n"


def _property(name: str, schema: dict[str, Any], parent: dict[str, Any]) -> str:
    """Return a property; one with a constant value, which identifies a message, is never optional."""
    always = name in parent.get("required", ()) or "const" in schema
    return f"{_comment(schema, '  ')}  {name}{'' if always else '?'}: {type_of(schema)};\n"


def _comment(schema: dict[str, Any], indent: str) -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""


def type_of(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(COMPONENTS)
    if "const" in schema or "enum" in schema:
        return " | ".join(_literal(value) for value in schema.get("enum", [schema.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[key]))
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"{{ [name: string]: {type_of(values) if isinstance(values, dict) else 'any'} }}"
    return SIMPLE[schema["type"]]


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def main() -> None:
    """Write the types of all messages, and those of every game that declares them."""
    openapi = make_app(Settings("sqlite://", bot_processes=0)).openapi()
    FILE.write_text(declarations(openapi), encoding="utf-8")
    for game in GAMES.values():
        types = game.part("types")
        if types is not None and game.has("page/board.js"):
            (game.path / GAME_FILE).write_text(game_declarations(types), encoding="utf-8")


if __name__ == "__main__":
    main()
