from __future__ import annotations

import pytest

from trackside.core.errors import BadOption
from trackside.web.limits import Limits
from trackside.web.settings import Settings, read_networks


@pytest.mark.parametrize("text", ["", "*", "10.0.0.1/8", "games.example", "10.0.0.1,"])
def test_addresses_that_are_none_are_named(text: str) -> None:
    with pytest.raises(BadOption, match="--behind-proxy"):
        read_networks("--behind-proxy", text)


def test_another_process_gets_the_same_settings() -> None:
    settings = Settings("sqlite://", host_names="nas", password="secret", limits=Limits(jobs=None, work=7))
    assert Settings.from_json(settings.to_json()) == settings
