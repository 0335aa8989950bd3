"""The page's types, generated from the OpenAPI description: `python -m trackside.web.api.typescript FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trackside.web.api.openapi import COMPONENTS
from trackside.web.app import make_app
from trackside.web.modules import STATIC

FILE = STATIC / "api.d.ts"
HEAD = "// Every message between the page and the server. Made by `make types` from the server's models; do not edit.\n"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(openapi: dict[str, Any]) -> str:
    """Return all schemas of an OpenAPI description as TypeScript."""
    schemas = openapi["components"]["schemas"]
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
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " " in inner and not inner.endswith("[]") else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"{{ [name: string]: {type_of(values) if isinstance(values, dict) else 'any'} }}"
    return SIMPLE[schema["type"]]


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def main(given: Sequence[str]) -> None:
    """Write the types to the file given, or to api.d.ts."""
    file = Path(given[0]) if given else FILE
    file.write_text(declarations(make_app("sqlite://", bot_processes=0).openapi()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
