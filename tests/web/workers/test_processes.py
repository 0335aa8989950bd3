"""A server whose bot processes are killed, flooded and left behind: its tables go on, and none outlives it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable

import pytest

from tests.processes import descendants, living, wait_for
from tests.web.serving import Player, Server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no signals to kill with")

TABLES = 30

Starter = Callable[..., Server]


def warm(server: Server, player: Player) -> None:
    """Wait until the bots of all games look ahead."""
    wait_for(lambda: player.get("/hello")["ready"], pause=1)


def entries(player: Player, table: str) -> int:
    """Return the number of entries shown of a table's log."""
    return len(player.get(f"/tables/{table}")["log"])


def choosing(player: Player, bot: str) -> str:
    """A table where this player has several moves to choose from."""
    table = player.table("traxx", "me", bot)
    assert len(player.get(f"/tables/{table}")["view"]["offers"]) > 1
    return table


@pytest.mark.parametrize("ending", [pytest.param("stop", marks=pytest.mark.long), "kill"])
def test_a_killed_process_is_replaced_by_one_while_thirty_bots_wait_for_it(thinking: Server, ending: str) -> None:
    server, player = thinking, thinking.player()
    warm(server, player)
    tables = [player.table("whole-nine", "expert", "expert") for _ in range(TABLES)]
    (killed,) = descendants(server.process.pid)
    os.kill(killed, signal.SIGKILL)
    before = {table: entries(player, table) for table in tables}

    def all_go_on() -> bool:
        for table in tables:
            snapshot = player.get(f"/tables/{table}")
            if snapshot["result"] is None and len(snapshot["log"]) <= before[table]:
                return False
        return True

    wait_for(all_go_on, pause=1)
    wait_for(lambda: len(descendants(server.process.pid)) == 1)
    after = descendants(server.process.pid)
    assert after != {killed}
    getattr(server, ending)()
    wait_for(lambda: not after & living().keys())


@pytest.mark.long
def test_a_process_that_is_killed_while_it_warms_up_comes_back(started: Starter) -> None:
    server = started("--bot-processes", "2")
    player = server.player()
    wait_for(lambda: len(descendants(server.process.pid)) > 0)
    killed = descendants(server.process.pid)
    for process in killed:
        os.kill(process, signal.SIGKILL)
    wait_for(lambda: len(descendants(server.process.pid) - killed) == 2)
    warm(server, player)
    for game in ("whole-nine", "skip-or-trip", "traxx"):
        with player.at(player.table(game, "me", "greedy")) as line:
            while not line.view["offers"]:
                line.wait()
            assert line.say("hint", seat=0)["moves"]
    assert len(descendants(server.process.pid)) == 2


def test_many_hints_of_one_player_do_not_keep_another_players_bot_from_moving(thinking: Server) -> None:
    greedy, patient = thinking.player(), thinking.player()
    warm(thinking, patient)
    flooded, quiet = choosing(greedy, "greedy"), choosing(patient, "expert")
    with greedy.at(flooded) as flood, patient.at(quiet) as line:
        for number in range(300):
            flood.socket.send(json.dumps({"type": "hint", "id": f"hint {number}", "seat": 0}))
        while line.view["turn"] < 2:  # the bot has drawn its line of a whole round since
            if line.view["offers"]:
                assert line.move()["ok"]
            else:
                line.wait()
        flood.say("perspective", seat=0)
        heard = [json.loads(text) for text in flood.heard]
    answered = [message for message in heard if message["type"] == "hint" and message["final"]]
    assert len(answered) < 5
