"""A bot that takes an open seat and plays: python bot.py http://localhost:8009 TABLE [INVITATION]."""

import json
import random
import sys
import time
import urllib.request

server, table, invite = [*sys.argv[1:], None][:3]
token = ""


def ask(path, body=None):
    """What the server answers."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"{server}/api{path}", json.dumps(body).encode() if body else None, headers)
    return json.load(urllib.request.urlopen(request))


token = ask("/players", {"name": "Twenty Lines"})["token"]
seat = next(seat["seat"] for seat in ask(f"/tables/{table}")["seats"] if seat["kind"] == "open")
view = ask(f"/tables/{table}/seats/{seat}", {"invite": invite})
while view["table"]["status"] != "over":
    if view["view"] and view["view"]["offers"]:
        move = random.choice(view["view"]["offers"])["move"]
        view = ask(f"/tables/{table}/moves", {"seat": seat, "move": move})
    else:
        time.sleep(0.2)
        view = ask(f"/tables/{table}")
print(view["result"]["says"])
