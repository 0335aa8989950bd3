"""The bot of bot.py at a table: python examples/server_bot.py http://localhost:8009 TABLE [INVITATION]."""

import json
import sys
import time
import urllib.error
import urllib.request

from bot import choose


def ask(address, token="", body=None):
    """Send a request and return the answer; exit with the reason if the server refuses it."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(address, json.dumps(body).encode() if body else None, headers)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["error"])
    except urllib.error.URLError as error:
        sys.exit(f"{address}: {error.reason}")


def play(server, table, invite=None):
    """Take the first open seat and play to the end."""
    token = ask(f"{server}/api/players", body={"name": "Twenty Lines"})["token"]
    address = f"{server}/api/tables/{table}"
    seat = next((seat["seat"] for seat in ask(address, token)["seats"] if seat["kind"] == "open"), None)
    if seat is None:
        sys.exit("no seat is open at this table")
    view = ask(f"{address}/seats/{seat}", token, {"invite": invite})
    while view["table"]["status"] != "over":
        if view["view"] and view["view"]["offers"]:
            move = choose([offer["text"] for offer in view["view"]["offers"]])
            view = ask(f"{address}/moves", token, {"seat": seat, "move": move})
        else:
            time.sleep(0.2)
            view = ask(address, token)
    print(view["result"]["says"] if view["result"] else "the table was closed")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    play(*sys.argv[1:])
