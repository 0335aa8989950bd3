"""The files of deploy/ do what their page says: a real proxy before a real server."""

from __future__ import annotations

import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.web.serving import PATIENCE, Line, Server, free_port, sqlite
from tests.web.system.test_durable import again

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "games.example"
WHOLE = (
    "daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary} include {site}; }}"
)
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx here")
needs_caddy = pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here")
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")


class Proxy:
    """nginx as deploy/nginx.conf has it, with other ports and a certificate of its own."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.port, certificate = free_port(), folder / "cert.pem"
        made = f"-subj /CN={NAME} -addext subjectAltName=DNS:{NAME} -keyout {folder}/key.pem -out {certificate}"
        command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 {made}"
        subprocess.run(command.split(), check=True, capture_output=True)
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for found, instead in (
            ("127.0.0.1:8009", f"127.0.0.1:{server.port}"),
            ("listen 443", f"listen 127.0.0.1:{self.port}"),
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem")),
        ):
            assert found in site
            site = site.replace(found, instead)
        (folder / "site.conf").write_text(site, encoding="utf-8")
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY)
        whole = WHOLE.format(folder=folder, temporary=temporary, site=folder / "site.conf")
        (folder / "nginx.conf").write_text(whole, encoding="utf-8")
        self.context = ssl.create_default_context(cafile=str(certificate))
        self.process = subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)])
        transport = httpx.HTTPTransport(verify=self.context, retries=5)
        self.http = httpx.Client(transport=transport, base_url=f"https://127.0.0.1:{self.port}", timeout=PATIENCE)
        self.http.headers["host"] = NAME

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers, extensions={"sni_hostname": NAME})

    def post(self, path: str, token: str | None = None, **body: object) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.http.post(path, json=body, headers=headers, extensions={"sni_hostname": NAME})

    def close(self) -> None:
        self.http.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)


@pytest.fixture
def proxy(tmp_path: Path, started: Callable[..., Server]) -> Iterator[Proxy]:
    running = Proxy(tmp_path, started("--behind-proxy"))
    yield running
    running.close()


@needs_nginx
def test_a_game_over_a_socket_through_nginx_with_tls(proxy: Proxy) -> None:
    token = proxy.post("/api/players", name="Ana").raise_for_status().json()["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    table = proxy.post("/api/tables", token, game="whole-nine", seats=seats).raise_for_status().json()["table"]
    address = f"wss://{NAME}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {token}"}
    reached = socket.create_connection(("127.0.0.1", proxy.port))
    with connect(address, ssl=proxy.context, additional_headers=headers, sock=reached) as opened:
        line = Line(opened)
        line.play_on()
        assert line.table["result"]


@needs_nginx
def test_through_nginx_the_page_is_secure_and_figures_stay_inside(proxy: Proxy) -> None:
    assert proxy.get("/").status_code == 200
    assert "; Secure" in proxy.get("/api/hello").headers["set-cookie"]
    assert proxy.get("/healthz").json()["status"] == "ok"
    assert proxy.get("/metrics").status_code == 404
    own = {"origin": f"https://{NAME}"}
    assert (
        proxy.http.post("/api/players", json={"name": ""}, headers=own, extensions={"sni_hostname": NAME}).status_code
        == 201
    )


@needs_caddy
def test_the_caddyfile_is_one(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/usr/local/bin"}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    subprocess.run(command, check=True, capture_output=True, env=environment)


@needs_systemd
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (DEPLOY / "trackside.service").read_text(encoding="utf-8")
    (tmp_path / "trackside.service").write_text(unit.replace("/opt/trackside/.venv/bin/trackside", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "trackside.service")], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_options_of_the_unit_and_the_container_are_there() -> None:
    from trackside.cli import make_parser

    options = make_parser()._subparsers._group_actions[0].choices["serve"]._option_string_actions  # type: ignore[union-attr, index]  # argparse has no public way
    for file in ("trackside.service", "Containerfile"):
        text = (DEPLOY / file).read_text(encoding="utf-8")
        line = next(line for line in text.splitlines() if "ExecStart" in line or "ENTRYPOINT" in line)
        for word in line.replace('"', " ").replace(",", " ").split():
            assert not word.startswith("--") or word in options, word


@pytest.mark.long
def test_a_backup_made_under_way_is_a_whole_game_up_to_then(started: Callable[..., Server], tmp_path: Path) -> None:
    server, backup = started(), tmp_path / "backup"
    backup.mkdir()
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy")
    with ana.at(table) as line:
        made = line.play_on(7)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
            connection.execute("VACUUM INTO ?", (str(backup / "tables.db"),))
        line.play_on(3)
    other = Server(sqlite(backup))
    try:
        with again(other, ana).at(table) as line:
            assert len([entry for entry in line.log if entry["seat"] == 0]) == made
            line.play_on()
            assert line.table["result"]
    finally:
        other.kill()
