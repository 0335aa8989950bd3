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


def interpreter(python: str) -> Path:
    """Return a Python of this version that runs, also one that pyenv has and does not use here; skip without one."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    first = shutil.which(f"python{python}")
    for place in [*([Path(first)] if first else []), *sorted(versions.glob(f"{python}.*/bin/python"))]:
        if subprocess.run([place, "--version"], capture_output=True, timeout=60).returncode == 0:
            return place
    pytest.skip(f"there is no Python {python}")


def libraries_for(python: str, programs: Path, wheel: Path) -> None:
    """Install the libraries: those of the tests for this Python, for another those of the package index."""
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        place = next(programs.parent.glob("lib/python*/site-packages"))
        libraries = sysconfig.get_path("purelib")
        (place / "libraries.pth").write_text(f"import site; site.addsitedir({libraries!r})\n", encoding="utf-8")
        return
    command: list[str | Path] = [
        programs / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        wheel,
        "editables",
        "hatchling",
    ]
    done = subprocess.run(command, cwd=wheel.parent, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        pytest.skip(f"the libraries for Python {python} cannot be installed: {done.stderr[-200:]}")


@pytest.mark.parametrize("python", PYTHONS)
def test_packages_run_outside_the_clone(python: str, built: Path, tmp_path: Path) -> None:
    run(interpreter(python), "-m", "venv", tmp_path / "env", cwd=tmp_path)
    programs = tmp_path / "env" / "bin"
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    libraries_for(python, programs, wheel)
    pip: list[str | Path] = [programs / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    for package in (wheel, source):
        run(*pip, "--no-deps", "--no-build-isolation", "--ignore-installed", package, cwd=tmp_path)
        place = run(programs / "python", "-c", "import trackside; print(trackside.__file__)", cwd=tmp_path)
        assert str(tmp_path) in place
        use(programs, tmp_path)


def use(programs: Path, folder: Path) -> None:
    """Use the commands, the interface of Python and that of the server."""
    variables = {"TRACKSIDE_DATA": str(folder / "data"), "TRACKSIDE_CACHE": str(folder / "cache")}
    trackside = programs / "trackside"
    assert "Träxx" in run(trackside, "games", cwd=folder, **variables)
    assert "mean score" in run(trackside, "simulate", "whole-nine", "--games", "5", cwd=folder, **variables)
    assert "Lesson" in run(trackside, "learn", "traxx", "--language", "en", cwd=folder, **variables)
    program = "from trackside import Match; print(Match('skip-or-trip', seats=2, seed=1))"
    assert "Skip or Trip, turn" in run(programs / "python", "-c", program, cwd=folder, **variables)
    page = "from trackside.web.app import make_app; from trackside.web.settings import Settings\n"
    page += "print(len(make_app(Settings(database='sqlite://')).openapi()['paths']))"
    assert int(run(programs / "python", "-c", page, cwd=folder, **variables)) > 20
