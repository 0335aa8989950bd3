"""Compilation of plain modules with Numba, with a cache on disk that can never serve stale rules.

Numba's own cache notices an edit in a function's own file, but not in another file, a constant or
a data file. The cache folder is therefore named by a digest of everything that it can depend on.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_DAYS = 30
LONG_TABLE = 16

SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")
"""Numba's variables that change compiled code, which Numba's cache does not notice."""

SHARED = ("core", "search", "games/defaults")
"""The layers that every game's compiled code depends on; editing a page or a command recompiles nothing."""

SHARED_MODULES = ("trackside.core.bits", "trackside.core.random")
"""The modules that every compiled module may use: sets as bits, and the random generator."""


def sources(game: Path) -> Iterator[tuple[str, Path]]:
    """Yield every file that the compiled code of a game's folder can depend on, by name, in a fixed order."""
    for root in (*(PACKAGE / layer for layer in SHARED), game):
        for path in sorted(root.rglob("*")):
            if path.suffix in {".py", ".toml"} and path.parent.name != "words" and path.is_file():
                yield path.relative_to(root.parent).as_posix(), path


@cache
def cache_folder(game: Path) -> Path:
    """Return the folder for the compiled code of exactly this version of a game."""
    digest = hashlib.sha256(" ".join([sys.version, *(os.environ.get(name, "") for name in SETTINGS)]).encode())
    for name, path in sources(game):
        digest.update(f"\0{name}\0".encode() + path.read_bytes())
    root = os.environ.get("TRACKSIDE_CACHE") or platformdirs.user_cache_dir("trackside", appauthor=False)
    return Path(root) / "compiled" / f"{game.name}-{digest.hexdigest()[:16]}"


def is_on_disk(game: Path, part: str) -> bool:
    """Return True if any part of a compiled namespace is cached, so that no one has to wait for it."""
    return any(cache_folder(game).glob(f"*/*{part}.*.nbi"))


def forget_old_versions(folder: Path) -> None:
    """Remove the compiled code of versions not started for KEPT_DAYS."""
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > KEPT_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


@cache
def prepare(game: Path) -> Path | None:
    """Create a game's cache folder; None if nothing can be written, in which case every start compiles again."""
    folder = cache_folder(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_old_versions(folder)
    except OSError:
        return None
    return folder


def compile_modules(game: Path, name: str, modules: list[ModuleType], **bindings: object) -> ModuleType:
    """Compile the functions of plain modules for the game in this folder, into one namespace called `name`.

    Later modules may use the functions of earlier ones, and all may use those of SHARED_MODULES.
    Bindings replace module globals of the same name; this is how code shared by all games is specialised
    for one. Functions are compiled when they are first called.

    A module lists in ENTRIES the functions that Python calls; the rest exist inside compiled code only.
    Everything is inlined into its callers (half again as fast), except what the module lists in CALLED.
    No function may call itself: Numba's cache crashes on recursion.
    """
    return _rebuild(name, modules, partial(_compiled, game), _table, bindings)


def bind_modules(name: str, modules: list[ModuleType], **bindings: object) -> ModuleType:
    """Bind modules in the same way without compiling: for tests, debuggers and coverage."""
    return _rebuild(name, modules, lambda function, module: function, lambda value: value, bindings)


def _rebuild(
    name: str,
    modules: list[ModuleType],
    wrap: Callable[[FunctionType, ModuleType], object],
    constant: Callable[[object], object],
    bindings: dict[str, object],
) -> ModuleType:
    result = ModuleType(f"trackside.compiled.{name}")
    replaced: dict[object, object] = {}
    for module in [*map(import_module, SHARED_MODULES), *modules]:
        namespace = {
            key: replaced.get(value, value) if callable(value) else constant(value)
            for key, value in vars(module).items()
        }
        namespace.update(bindings)
        for key, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                rebound = FunctionType(value.__code__, namespace, key, value.__defaults__)
                rebound.__doc__ = value.__doc__
                rebound.__module__ = module.__name__  # importable, or Numba's disk cache is never hit
                rebound.__qualname__ = f"{name}.{key}"
                namespace[key] = replaced[value] = wrap(rebound, module)
        for key, value in namespace.items():
            if not key.startswith("_"):
                setattr(result, key, value)
    return result


def _table(value: object) -> object:
    """Return a long tuple of integers as an array: Numba compiles tuple indexing to a switch over the entries."""
    if isinstance(value, tuple) and len(value) >= LONG_TABLE and all(isinstance(entry, int) for entry in value):
        return import_module("numpy").array(value, "int64")
    return value


def _compiled(game: Path, function: FunctionType, module: ModuleType) -> Any:
    numba: Any = import_module("numba")
    import_module("trackside.core.bit_methods")
    folder = prepare(game)
    entry = function.__name__ in getattr(module, "ENTRIES", ())
    inline = not entry and function.__name__ not in getattr(module, "CALLED", ())
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        return numba.njit(
            function,
            nogil=True,
            cache=folder is not None,
            error_model="numpy",  # no check for division by zero: the plain rules raise it in the tests
            forceinline=inline,
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=not entry,
            _nrt=False,  # rules allocate nothing, so no reference counting is needed
        )
    finally:
        numba.config.CACHE_DIR = before
