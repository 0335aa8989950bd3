"""Checks JSON against the part of JSON Schema that the server's description uses."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, Any] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
UNDERSTOOD = {
    *("$ref", "type", "const", "enum", "anyOf", "oneOf", "items", "properties", "required", "additionalProperties"),
    *("title", "description", "default", "discriminator", "minLength", "maxLength", "pattern", "minItems", "maxItems"),
    *("minimum", "maximum", "exclusiveMaximum", "patternProperties", "propertyNames"),
}


def fault(value: Any, schema: dict[str, Any], schemas: dict[str, Any], place: str = "$") -> str | None:
    """Return the fault of a value and its place; None if it matches the schema."""
    assert set(schema) <= UNDERSTOOD, f"{place}: {set(schema) - UNDERSTOOD}"
    if "$ref" in schema:
        return fault(value, schemas[schema["$ref"].rpartition("/")[2]], schemas, place)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            faults = [fault(value, one, schemas, place) for one in schema[key]]
            return None if None in faults else f"{place}: {faults}"
    if "const" in schema or "enum" in schema:
        return None if value in schema.get("enum", [schema.get("const")]) else f"{place}: {value!r} is none of them"
    kind = schema.get("type")
    if kind is None:
        return None
    if not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{place}: {value!r} is no {kind}"
    if kind == "array":
        parts = [(one, schema["items"], f"{place}[{i}]") for i, one in enumerate(value)]
    elif kind == "object":
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        missing = [name for name in schema.get("required", ()) if name not in value]
        closed = others is False and "patternProperties" not in schema
        extra = [name for name in value if name not in known] if closed else []
        if missing or extra:
            return f"{place}: {missing} missing, {extra} too much"
        rest = others if isinstance(others, dict) else {}
        rest = next(iter(schema.get("patternProperties", {}).values()), rest)
        parts = [(one, known.get(name, rest), f"{place}.{name}") for name, one in value.items()]
    else:
        return None
    return next((found for part in parts if (found := fault(part[0], part[1], schemas, part[2]))), None)
