"""The command `trackside serve`."""

from __future__ import annotations

import argparse
import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from trackside.cli.folders import warn_of_problems
from trackside.core.errors import BadOption

if TYPE_CHECKING:
    from fastapi import FastAPI

HELP = "start the table in the browser"

MOST_PROCESSES, SLOWEST, WAITING = 64, 60, 2048


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8009, help="the port (default: 8009; 0 takes a free one)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--bot-processes",
        type=int,
        metavar="N",
        help="processes that think for the bots (default: one less than there are cores; 0: bots never look ahead)",
    )
    parser.add_argument("--no-limits", action="store_true", help="no limits on how often a client may ask")
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const="127.0.0.1,::1",
        metavar="ADDRESSES",
        help="believe what the proxy at these addresses (default: on this machine) says of who asks, and how",
    )
    parser.add_argument(
        "--metrics-for",
        metavar="ADDRESSES",
        help="who may see the figures at /metrics beside this machine: addresses or networks, with commas",
    )
    parser.add_argument("--pace", type=float, default=0.6, help="seconds a bot takes for each move (default: 0.6)")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if args.bot_processes is not None and not 0 <= args.bot_processes <= MOST_PROCESSES:
        raise BadOption(f"--bot-processes {args.bot_processes}: use 0 to {MOST_PROCESSES}")
    if not 0 <= args.pace <= SLOWEST:
        raise BadOption(f"--pace {args.pace}: use 0 to {SLOWEST} seconds")
    from trackside.web.app import make_app
    from trackside.web.health import read_networks

    if args.behind_proxy is not None:
        read_networks("--behind-proxy", args.behind_proxy)
    metrics_for = [] if args.metrics_for is None else read_networks("--metrics-for", args.metrics_for)
    warn_of_problems()
    local = args.host in ("127.0.0.1", "::1", "localhost")
    with listen(args.host, args.port) as listening:
        host, port = listening.getsockname()[:2]
        app = make_app(
            default_database() if args.database is None else args.database,
            local=local and args.behind_proxy is None,
            pace=args.pace,
            bot_processes=args.bot_processes,
            limited=not args.no_limits,
            behind_proxy=args.behind_proxy is not None,
            metrics_for=metrics_for,
        )
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'localhost' if local else shown}:{port}/"
        print(f"Trackside is at {address}", file=sys.stderr)
        print(
            "It listens on this machine only." if local else f"It listens on {host}: whoever reaches it can play.",
            file=sys.stderr,
            flush=True,
        )
        with contextlib.suppress(KeyboardInterrupt):
            serve(
                app,
                listening,
                None if args.no_browser else address,
                args.behind_proxy,
                limited=not args.no_limits,
            )
    print("Trackside has stopped. All games are kept.", file=sys.stderr)
    return 0


def default_database() -> str:
    """A file in the user's data folder."""
    from trackside.play.files import data_folder

    return f"sqlite:///{data_folder().resolve() / 'tables.db'}"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; BadOption in words if the address cannot be had."""
    if not host:
        raise BadOption("--host is empty: name an address of this machine, or 0.0.0.0 for all of them")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(WAITING)
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, UnicodeError | socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL:
            advice = "--host takes an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"
        else:
            advice = "try --port 0"
        raise BadOption(f"cannot listen on {host}, port {port}: {reason}; {advice}") from error
    return listening


def serve(
    app: FastAPI, listening: socket.socket, address: str | None, proxies: str | None = None, *, limited: bool = True
) -> None:
    """Run the server; open a browser on it once it answers. What proxies say of a request is believed."""
    import uvicorn

    from trackside.web import limits
    from trackside.web.http_protocol import http_protocol

    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=http_protocol(limits.SOCKETS if limited and proxies is None else None),
            log_level="warning",
            ws_max_size=4 * limits.MESSAGE,
            ws_per_message_deflate=False,
            server_header=False,
            proxy_headers=proxies is not None,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=2,
        )
    )
    if address is not None:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    server.run(sockets=[listening])
