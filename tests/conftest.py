"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("trackside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trackside")  # no test depends on how fast the machine is
