"""The wheel and the sdist, installed outside the clone and used by every Python there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
PATIENCE = 900

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source distribution."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    return folder


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Return the output of a command; it must succeed."""
    others = ("PYTHON", "TRACKSIDE_GAMES")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=inherited | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(python: str, folder: Path, package: Path) -> Path:
    """Return the folder of the programs of a fresh environment in which a package is installed.

    The libraries of this Python are those of the tests; those of another come from the package index.
    """
    interpreter = shutil.which(f"python{python}")
    if interpreter is None:
        pytest.skip(f"there is no Python {python}")
    run(interpreter, "-m", "venv", folder / "env", cwd=folder)
    programs = folder / "env" / "bin"
    pip: list[str | Path] = [programs / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        place = next((folder / "env").glob("lib/python*/site-packages"))
        libraries = sysconfig.get_path("purelib")
        (place / "libraries.pth").write_text(f"import site; site.addsitedir({libraries!r})\n", encoding="utf-8")
        run(*pip, "--no-deps", "--no-build-isolation", "--ignore-installed", package, cwd=folder)
    else:
        done = subprocess.run([*pip, package], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            pytest.skip(f"the libraries for Python {python} cannot be installed: {done.stderr[-200:]}")
    return programs


@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
@pytest.mark.parametrize("python", PYTHONS)
def test_a_package_runs_outside_the_clone(python: str, kind: str, built: Path, tmp_path: Path) -> None:
    (package,) = built.glob(kind)
    programs = environment(python, tmp_path, package)
    place = run(programs / "python", "-c", "import trackside; print(trackside.__file__)", cwd=tmp_path)
    assert str(tmp_path) in place
    variables = {"TRACKSIDE_DATA": str(tmp_path / "data"), "TRACKSIDE_CACHE": str(tmp_path / "cache")}
    trackside = programs / "trackside"
    assert "Träxx" in run(trackside, "games", cwd=tmp_path, **variables)
    assert "mean score" in run(trackside, "simulate", "whole-nine", "--games", "5", cwd=tmp_path, **variables)
    assert "Lesson" in run(trackside, "learn", "traxx", "--language", "en", cwd=tmp_path, **variables)
    program = "from trackside import Match; print(Match('skip-or-trip', seats=2, seed=1))"
    assert "Skip or Trip, turn" in run(programs / "python", "-c", program, cwd=tmp_path, **variables)
    page = "from trackside.web.app import make_app; from trackside.web.settings import Settings\n"
    page += "print(len(make_app(Settings(database='sqlite://')).openapi()['paths']))"
    assert int(run(programs / "python", "-c", page, cwd=tmp_path, **variables)) > 20
