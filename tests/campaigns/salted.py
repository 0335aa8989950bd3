"""A table whose people commit to salts and reveal them, honestly or not, and what its record has to prove."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import create_engine, select

from tests.campaigns.play import LATE, Game, check_stores, headers
from tests.campaigns.site import Site
from trackside.core.errors import TracksideError
from trackside.core.words import SEATS
from trackside.play.dice import commit_to, new_seed
from trackside.play.record import Record, read_record
from trackside.play.verification import missing_proof, verify_record
from trackside.web.store.schema import occupants, tables

KINDS = (
    ("whole-nine", ("me", "open")),
    ("traxx", ("me", "open")),
    ("skip-or-trip", ("me", "open", "greedy")),
    ("whole-nine", ("me", "open", "open")),
)

PROVED, UNPROVED = 0, 1
"""The exit statuses of `trackside verify`."""


@dataclass
class Person:
    """Someone who sits down, with a salt."""

    seat: int
    token: str
    salt: str = field(default_factory=new_seed)
    committed: bool = False
    """True if the server has accepted a commitment to the salt."""
    revealed: bool = False
    """True if the server has accepted the salt after that."""
    left: bool = False
    """True if a bot plays in their place."""

    @property
    def commitment(self) -> dict[str, str]:
        """The part of a form that commits to the salt."""
        return {"commitment": commit_to(self.salt)}


class SaltedGame(Game):
    """A table whose people add salts to the dice; it keeps what they sent and were shown."""

    def __init__(self, site: Site, kind: tuple[str, tuple[str, ...]], rng: random.Random, name: str = "") -> None:
        super().__init__(site, kind, rng)
        self.name = name
        """The behaviour that is tested."""
        self.people: list[Person] = []
        self.noted: dict[int, str] = {}
        """The commitments that everyone was shown before the first salt was revealed, by seat."""
        self.noted_secret: str | None = None
        """The commitment to the server's secret, shown at the same time."""
        self.closed = False
        """True if the table was closed before its game began."""

    @property
    def host(self) -> Person:
        """The person who made the table."""
        return self.people[0]

    @property
    def guest(self) -> Person:
        """The first of the others."""
        return self.people[1]

    @property
    def others(self) -> list[Person]:
        """Everyone but the first guest."""
        return [one for one in self.people if one is not self.guest]

    # What people send

    async def new_person(self, seat: int) -> Person:
        """Return someone new for a seat."""
        return Person(seat, (await self.site.post("/players", name=f"P{seat}"))["token"])

    def form(self) -> dict[str, Any]:
        """Return the form that makes this table, without the host's part of the dice."""
        seats = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in self.wanted]
        return {"game": self.game, "seats": seats, "watch": "anyone"}

    async def create(self, **part: Any) -> None:
        """Create the table as its host: with a commitment, or another part of the dice."""
        people = [seat for seat, one in enumerate(self.wanted) if one in ("me", "open")]
        self.people = [await self.new_person(seat) for seat in people]
        answer = await self.send(self.host, "/tables", **self.form(), **(part or self.host.commitment))
        self.id = answer.raise_for_status().json()["table"]
        self.site.tables.append(self.id)
        self.host.committed = "commitment" in (part or self.host.commitment)

    async def join(self, person: Person, **part: Any) -> None:
        """Take a seat: with a commitment, or another part of the dice."""
        part = part or person.commitment
        (await self.send(person, self.path(f"/seats/{person.seat}"), **part)).raise_for_status()
        person.committed = "commitment" in part

    async def seat_all(self) -> None:
        """Create the table, and have everyone commit to their salt."""
        await self.create()
        await self.seat_guests()

    async def seat_guests(self) -> None:
        """Have all guests commit to their salts; then everyone knows all commitments."""
        for person in self.people[1:]:
            await self.join(person)
        await self.note()

    async def note(self) -> None:
        """Note all commitments, as a careful player does before revealing a salt."""
        shown = await self.look(self.host)
        self.noted = {one["seat"]: one["commitment"] for one in shown["seats"] if one["commitment"]}
        self.noted_secret = shown["table"]["commitment"]
        sent = {one.seat: commit_to(one.salt) for one in self.people if one.committed}
        if self.noted != sent:
            self.fault(f"commitments {self.noted} are shown, {sent} were sent")

    async def reveal(self, *people: Person) -> None:
        """Reveal the salts of these people, or of all, when they are asked for."""
        for person in people or [one for one in self.people if one.committed]:
            await self.wait_until_asked(person, "salt")
            person.revealed = await self.accepted(person, self.path("/reveal"), seat=person.seat, salt=person.salt)

    async def accepted(self, person: Person, path: str, **body: Any) -> bool:
        """Send something that the server has to accept; return whether it did."""
        answer = await self.send(person, path, **body)
        if not answer.is_success:
            self.fault(f"{path} with {str(body)[:200]} was answered with {answer.status_code} {answer.text[:200]}")
        return answer.is_success

    async def wait_until_asked(self, person: Person, what: str, seconds: float = LATE) -> None:
        """Wait until a seat is asked for a salt or a commitment; another server may be a little late."""
        until = time.monotonic() + seconds
        while (await self.look(person))["seats"][person.seat]["asks"] != what:
            if time.monotonic() > until:
                self.fault(f"seat {person.seat} is never asked for its {what}")
                return
            await asyncio.sleep(0.1)

    async def wait_until_begun(self) -> None:
        """Wait until the game has begun."""
        while (await self.look(self.host))["table"]["status"] == "waiting":
            await asyncio.sleep(0.5)

    async def ask_for_rematch(self) -> None:
        """Play an honest game at another table, and take the place of its rematch: same people, old salts."""
        first = SaltedGame(self.site, (self.game, self.wanted), self.rng)
        await first.seat_all()
        await first.reveal()
        await first.finish()
        answer = await self.send(first.host, first.path("/rematch"))
        self.id = answer.raise_for_status().json()["table"]
        self.people = [Person(one.seat, one.token, one.salt) for one in first.people]
        self.site.tables.append(self.id)

    # What others try

    async def refused(self, person: Person, path: str, **body: Any) -> None:
        """Try something that the server has to refuse in words."""
        answer = await self.send(person, path, **body)
        self.site.figures["attempts refused"] += 1
        if not answer.is_client_error or not answer.json().get("error"):
            self.fault(f"{path} with {str(body)[:200]} was answered with {answer.status_code} {answer.text[:200]}")

    async def ignored(self, person: Person, path: str, **body: Any) -> None:
        """Try something that changes nothing, whether the server refuses it or not."""
        before = parts_of(await self.look(person))
        answer = await self.send(person, path, **body)
        self.site.figures["attempts ignored"] += 1
        after = parts_of(await self.look(person))
        if answer.is_server_error or before != after:
            self.fault(f"{path} with {str(body)[:200]}: {answer.status_code}, {before} became {after}")

    async def send(self, person: Person, path: str, **body: Any) -> httpx.Response:
        """Send a form as it is, also one that httpx would not encode; a busy server is asked again."""
        sent = {"content-type": "application/json", **headers(person.token)}
        while True:
            answer = await self.site.http.post(path, content=json.dumps(body), headers=sent)
            if answer.status_code not in (429, 503):
                return answer
            await asyncio.sleep(0.5)

    async def look(self, person: Person) -> dict[str, Any]:
        """Return the table as this person is shown it."""
        answer = await self.site.http.get(self.path(), headers=headers(person.token))
        shown: dict[str, Any] = answer.raise_for_status().json()
        return shown

    async def leave(self, person: Person) -> None:
        """Leave the table."""
        answer = await self.site.http.delete(self.path(), headers=headers(person.token))
        self.closed = answer.raise_for_status().json()["closed"]
        person.left = True

    def path(self, more: str = "") -> str:
        """Return the path of this table, or of something about it."""
        return f"/tables/{self.id}{more}"

    def fault(self, text: str) -> None:
        """Note that something is wrong."""
        self.site.faults.append(f"{self.id}: {self.name}: {text}")

    def read_secrets(self) -> tuple[str, dict[int, str]]:
        """Return the server's secret and the revealed salts, as an operator finds them in the database."""
        engine = create_engine(self.site.engine_url)
        with engine.connect() as connection:
            secret: str = connection.execute(select(tables.c.seed).where(tables.c.id == self.id)).scalar_one()
            query = select(occupants.c.seat, occupants.c.salt).where(occupants.c.table_id == self.id)
            found = {row.seat: row.salt for row in connection.execute(query) if row.salt is not None}
        engine.dispose()
        return secret, found

    # The end

    async def finish(self) -> None:
        """Play to the end; then check the table as after every campaign, and what its record proves."""
        for person in self.people:
            if not person.left:
                self.add_player(person.seat, person.token)
        await self.play_to_the_end()
        self.site.faults += await self.check() + check_stores(self.site, [self])
        await self.check_proof()

    async def check_proof(self) -> None:
        """Check that the record proves exactly what people did."""
        text = await self.site.get(self.path("/record"))
        hidden = {
            f"{SEATS[one.seat]} did not reveal its salt" for one in self.people if one.committed and not one.revealed
        }
        plain = {f"the salt of {SEATS[one.seat]} was not committed to" for one in self.people if not one.committed}
        status, verified = await self._verify(text)
        expected = UNPROVED if hidden or plain else PROVED
        self.site.figures["unproved records" if expected else "proved records"] += 1
        if status != expected or set(verified.get("missing", [])) != hidden | plain:
            self.fault(f"verify exits with {status} instead of {expected}: {verified}")
        record = read_record(text)
        known = {one.seat: one.salt for one in self.people if one.revealed}
        if known != {seat: salt for seat, salt in record.salts.items() if seat in record.salt_commitments}:
            self.fault(f"salts {known} were revealed, the record has {record.salts}")
        if self.noted and (record.salt_commitments, record.commitment) != (self.noted, self.noted_secret):
            self.fault("the record has other commitments than those that were shown before salts were revealed")
        if expected == PROVED:
            for spoilt in spoilt_records(text, record):
                if is_proved(spoilt):
                    self.fault(f"a changed record counts as proved: {spoilt[:2000]}")

    async def _verify(self, text: str) -> tuple[int, dict[str, Any]]:
        """Return the exit status and the findings of `trackside verify`."""
        file = self.site.folder / f"{self.id}.record"
        file.write_text(text, encoding="utf-8")
        command = (sys.executable, "-m", "trackside", "verify", "--json", str(file))
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        written, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, json.loads(written or "{}")


def parts_of(shown: dict[str, Any]) -> tuple[Any, ...]:
    """Return what a snapshot tells of the dice: nothing of it changes unless somebody's salt is accepted."""
    seats = [(one["commitment"], one["salt"], one["asks"]) for one in shown["seats"]]
    return shown["table"]["commitment"], shown["table"]["status"], seats


def spoilt_records(text: str, record: Record) -> list[str]:
    """Return a proved record with changes that its players would notice."""
    made = []
    for seat, digest in record.salt_commitments.items():
        other, header = new_seed(), f'[SaltCommitment "{SEATS[seat]} {digest}"]\n'
        made.append(text.replace(header, ""))
        made.append(text.replace(digest, commit_to(other)))
        lines = [line for line in text.splitlines() if not line.startswith(f'[Salt "{SEATS[seat]} ')]
        made.append("\n".join(lines))
        made.append("\n".join([f'[Salt "{SEATS[seat]} {other}"]', *lines]))
    return made


def is_proved(text: str) -> bool:
    """Return whether `trackside verify` would exit with 0."""
    try:
        record = read_record(text)
        verify_record(record)
        return not missing_proof(record)
    except TracksideError:
        return False
