"""Key bindings; the screens list them in the player's language."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def keys(*pairs: tuple[str, str], priority: bool = False) -> list[BindingType]:
    """Return bindings from keys, separated by commas, to actions."""
    return [Binding(key, action, show=False, priority=priority) for key, action in pairs]
