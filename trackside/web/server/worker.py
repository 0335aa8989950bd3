"""One of several server processes on a port: reads its settings from standard input and serves until that is closed.

So it never outlives the process that started it, however that process ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from trackside.core.errors import TracksideError
from trackside.web.server.log_format import configure
from trackside.web.server.run import WAITING, bind, make_server
from trackside.web.settings import Settings

READY = "ready"
"""The line that it prints once it answers."""


def main() -> None:
    """Serve until a signal arrives or standard input is closed."""
    settings = Settings.from_json(sys.stdin.readline())
    configure(settings.log_format)
    try:
        bound, settings = bind(settings, shared=True)
        server = make_server(settings, started=lambda: print(READY, flush=True))
    except TracksideError as error:
        sys.exit(f"trackside: {error}")
    bound.listen(WAITING)
    threading.Thread(target=_stop_with_input, daemon=True).start()
    server.run(sockets=[bound])


def _stop_with_input() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
