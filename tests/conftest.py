"""Settings of all tests, and the order in which workers get them."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("trackside.laws")  # the values a law compared are shown where it is broken

MEMORY = Path("/dev/shm")
"""A file system in memory, if there is one: databases on it wait for no disk."""

if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; tested commands would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("trackside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trackside")  # no test depends on how fast the machine is

TOGETHER = {
    "both databases": (
        *("api/test_openapi", "reviews/test_training", "routes/test_errors", "server/test_hardening"),
        *("store/test_store", "system/test_durable", "system/test_fairness", "system/test_several_servers"),
        *("tables/test_bot_names", "tables/test_tables", "views/test_history", "views/test_lessons"),
        *("views/test_lists", "workers/test_background"),
    ),
    "bot processes": ("browser/test_hands", "browser/test_review", "reviews/test_reviews", "workers/test_processes"),
}
"""Files of tests/web whose servers are started once for all of them, by one worker."""

LONGEST = (
    "bot processes",
    "both databases",
    "web/browser/",
    "workers/test_pool",
    "web/system/",
    "web/routes/test_health",
    "test_reviewer.py",
    "train/",
    "test_batch.py",
    "cli/test_lines.py",
)
"""Parts of the names of what takes longest: begun first, so that no worker is left alone with it.

Files with a browser follow each other, because a worker starts it once for all of them.
"""


def unit_of(test: str) -> str:
    """Return the unit of a test, which goes to one worker as a whole: a file starts its servers only once.

    Laws share nothing: each is a unit, to fill the remaining time.
    """
    file = test.partition("::")[0]
    if file.startswith("tests/laws/"):
        return test
    name = file.removeprefix("tests/web/").removesuffix(".py")
    return next((together for together, names in TOGETHER.items() if name in names), file)


def begins(test: str) -> int:
    """Return its place in the queue: the longest units first, then other files, then single tests."""
    unit = unit_of(test)
    if unit == test:
        return len(LONGEST) + 1
    return next((place for place, name in enumerate(LONGEST) if name in unit), len(LONGEST))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by the order in which units are given out."""
    items.sort(key=lambda item: begins(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give out units in the order of the tests."""
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = unit_of
    return scheduler
