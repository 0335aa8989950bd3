"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("trackside.laws")  # the values a law compared are shown where it is broken

settings.register_profile("trackside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trackside")  # no test depends on how fast the machine is
