"""The laws, with the values they compared shown where one is broken."""

import pytest

pytest.register_assert_rewrite("trackside.laws")
