"""`trackside verify` and signatures: what it prints, and its exit status."""

from __future__ import annotations

import copy
import json
import re
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import run
from tests.play.records import SHARED, SILENT_TEXT
from tests.play.test_signature import FACTS, LIBRARY, PRIVATE, PUBLIC
from trackside.play.record_writer import write_record
from trackside.play.signature import Signer

OTHER = Signer("00" * 32).public_key

PLAYED = copy.deepcopy(SHARED)
PLAYED.players = ("Ana", "", "")
TEXT = write_record(PLAYED, reveal_seed=True, facts=FACTS)
SIGNED = Signer(PRIVATE).sign(TEXT)
"""A record whose dice are proved."""

UNPROVED = Signer(PRIVATE).sign(SILENT_TEXT)


def verify(capsys: pytest.CaptureFixture[str], folder: Path, text: str, *options: str) -> tuple[int, str]:
    """Return the exit status for a record, and all that was printed."""
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, "verify", str(path), *options)
    return status, out + err


def test_a_valid_signature_is_reported_with_its_key_and_what_it_covers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in ([], ["--signed-by", PUBLIC], ["--signed-by", PUBLIC.upper()]):
        status, said = verify(capsys, tmp_path, SIGNED, *options)
        assert status == 0
        assert f"signed by {PUBLIC}, table '5f2c9a1b07', created '2026-11-18T18:00:00Z', ended '2026-11" in said
    answer = json.loads(verify(capsys, tmp_path, SIGNED, "--json")[1])
    assert (answer["valid"], answer["signature"], answer["signed_by"]) == (True, "valid", PUBLIC)
    answer = json.loads(verify(capsys, tmp_path, TEXT, "--json")[1])
    assert (answer["valid"], answer["signature"], answer["signed_by"]) == (True, None, None)


def test_a_file_with_line_ends_of_windows_is_the_same_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(SIGNED.replace("\n", "\r\n").encode())
    assert run(capsys, "verify", str(path), "--signed-by", PUBLIC)[0] == 0


def test_a_signature_does_not_make_up_for_dice_that_are_not_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = verify(capsys, tmp_path, UNPROVED, "--signed-by", PUBLIC)
    assert status == 1
    assert f"signed by {PUBLIC}: not changed since" in said
    assert "the dice are not proved: yellow did not reveal its salt" in said
    assert verify(capsys, tmp_path, UNPROVED, "--lenient")[0] == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("red Ana", "red Ben"),
        (r"\[Player .*\n", ""),
        (r"\[Result .*\n", ""),
        (r"(\[Table .)5", r"\g<1>6"),
        (r"(\[Created .)2026", r"\g<1>2025"),
        (r"(\[Ended .*)18:20", r"\g<1>18:21"),
        (r"(\[SignedBy .)d", r"\1e"),
        (r"(\[Signature .)\w", r"\g<1>x"),
        (r"(\[Signature .)(\w)(\w)", r"\1\3\2"),
        (r"\n\n0\. ", '\n[Hints "allowed"]\n\n0. '),
        (r"\n1\. ", "\n1.  "),
        (r"\n2\. ", "\n2. {a comment} "),
        (r"\Z", "\n"),
    ],
)
def test_whatever_is_changed_in_a_signed_record_is_found(
    old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = re.sub(old, new, SIGNED, count=1)
    assert changed != SIGNED
    for options in ([], ["--signed-by", PUBLIC], ["--lenient"]):
        assert verify(capsys, tmp_path, changed, *options)[0] == 2


def test_every_header_and_every_line_of_moves_is_covered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = SIGNED.splitlines(keepends=True)
    for at in range(len(lines)):
        changed = "".join([*lines[:at], *lines[at + 1 :]])
        assert verify(capsys, tmp_path, changed)[0] == 2, lines[at]


def test_a_record_that_another_key_signed_is_refused_if_a_key_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = Signer("00" * 32).sign(TEXT.replace("red Ana", "red Eve"))
    status, said = verify(capsys, tmp_path, forged)
    assert status == 0
    assert f"signed by {OTHER}" in said
    status, said = verify(capsys, tmp_path, forged, "--signed-by", PUBLIC)
    assert status == 2
    assert f"the record is not signed by {PUBLIC}: it names {OTHER}" in said
    status, said = verify(capsys, tmp_path, TEXT, "--signed-by", PUBLIC, "--json")
    assert status == 2
    assert json.loads(said)["error"] == f"the record is not signed by {PUBLIC}: it is not signed"
    claimed = forged.replace(f'[SignedBy "{OTHER}"]', f'[SignedBy "{PUBLIC}"]')
    status, said = verify(capsys, tmp_path, claimed, "--signed-by", PUBLIC)
    assert status == 2
    assert f"the signature is false: {PUBLIC} did not sign this text" in said


def test_headers_of_a_stranger_cannot_control_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    signed = Signer(PRIVATE).sign(write_record(PLAYED, reveal_seed=True, facts=[("Table", "\x1b[2K\nsigned by me")]))
    status, said = verify(capsys, tmp_path, signed)
    assert status == 0
    assert "\x1b" not in said
    assert "\nsigned by me" not in said


@pytest.mark.parametrize("key", ["", "d75a", PUBLIC + "00", "x" * 64])
def test_a_key_that_is_none_is_refused(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = verify(capsys, tmp_path, SIGNED, "--signed-by", key)
    assert (status, "a public key has 64 hexadecimal digits" in said) == (2, True)


def test_without_the_library_a_signature_is_not_checked_and_never_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, LIBRARY, None)
    for text in (SIGNED, SIGNED.replace("red Ana", "red Eve")):
        status, said = verify(capsys, tmp_path, text)
        assert status == 1
        assert "the signature is not checked: signatures need the library cryptography: pip install 'crypt" in said
        assert "signed by" not in said
        status, said = verify(capsys, tmp_path, text, "--json")
        assert (status, json.loads(said)["signature"]) == (1, "unchecked")
        assert verify(capsys, tmp_path, text, "--lenient")[0] == 0
        status, said = verify(capsys, tmp_path, text, "--signed-by", PUBLIC)
        assert (status, "pip install 'cryptography" in said) == (2, True)
    assert verify(capsys, tmp_path, SIGNED, "--signed-by", OTHER)[0] == 2
    assert verify(capsys, tmp_path, TEXT)[0] == 0
