"""Keys and what they do; the screens list them in the player's own language."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def keys(*pairs: tuple[str, str], priority: bool = False) -> list[BindingType]:
    """Bindings of keys, several with commas between them, to actions."""
    return [Binding(key, action, show=False, priority=priority) for key, action in pairs]
