"""The OpenAPI description: FastAPI's description of the routes, and the messages of the sockets."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from types import ModuleType
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from trackside.core import scene
from trackside.review import report
from trackside.review.words import figures
from trackside.web.api import commands, common, forms, learning, lessons, lobby, position, reviews, rules, table
from trackside.web.api.commands import Command
from trackside.web.api.common import ErrorBody
from trackside.web.api.table import Message, Snapshot, StateMessage, StateSnapshot

COMPONENTS = "#/components/schemas/"

MORE: dict[str, Any] = {
    "Command": Command,
    "Message": Message,
    "Snapshot": Snapshot,
    "StateMessage": StateMessage,
    "StateSnapshot": StateSnapshot,
    "ErrorBody": ErrorBody,
}
"""The types that no route declares: messages to and from a socket, its first message, and errors."""

DECLARED: tuple[ModuleType, ...] = (
    *(report, figures, commands, common, forms, learning, lessons),
    *(lobby, position, reviews, rules, scene, table),
)
"""The modules that declare the schemas, a base class before its subclasses."""


def describe(app: FastAPI, complete: Callable[[dict[str, Any], list[APIRoute]], None]) -> None:
    """Add the messages of sockets to the OpenAPI description of a server, and what `complete` adds to its routes."""
    describe_routes = app.openapi

    def describe_all() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = describe_routes()
            complete(described, [one for one in app.routes if isinstance(one, APIRoute) and one.include_in_schema])
            schemas = described["components"]["schemas"]
            schemas |= {name: schema for name, schema in more_schemas().items() if name not in schemas}
            add_docstrings(schemas)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = describe_all  # type: ignore[method-assign]  # as FastAPI's documentation says


def more_schemas() -> dict[str, Any]:
    """Return the schemas that routes do not declare, by name."""
    return schemas_of(MORE)


def schemas_of(kinds: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of some types and of all that they contain, by name."""
    schemas: dict[str, Any] = {}
    for name, kind in kinds.items():
        schema = TypeAdapter(kind).json_schema(ref_template=COMPONENTS + "{model}")
        schemas |= schema.pop("$defs", {})
        schemas[name] = schema
    return schemas


def add_docstrings(schemas: dict[str, Any], modules: Iterable[ModuleType] = DECLARED) -> None:
    """Describe properties without a description by the docstrings that follow their declarations.

    Pydantic can do that too, but it reads the module again for every class, each time a server starts.
    """
    declared = {one.name: one for module in modules for one in classes(module)}
    for name in declared.keys() & schemas.keys():
        properties = schemas[name].get("properties", {})
        for attribute, text in docstrings(name, declared):
            if attribute in properties:
                properties[attribute].setdefault("description", text)


def classes(module: ModuleType) -> Iterator[ast.ClassDef]:
    """Yield the declarations of a module's classes."""
    return (one for one in ast.parse(inspect.getsource(module)).body if isinstance(one, ast.ClassDef))


def docstrings(name: str, declared: dict[str, ast.ClassDef]) -> Iterator[tuple[str, str]]:
    """Yield the docstrings that follow the attributes of a class, then of those that it extends."""
    for attribute, then in pairwise(declared[name].body):
        match attribute, then:
            case ast.AnnAssign(target=ast.Name(id=attribute_name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield attribute_name, inspect.cleandoc(text)
    for base in declared[name].bases:
        if isinstance(base, ast.Name) and base.id in declared:
            yield from docstrings(base.id, declared)
