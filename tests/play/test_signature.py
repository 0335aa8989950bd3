"""Signed records: any change is found, and a signature that cannot be checked is never called valid."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.records import FINISHED, TEXT
from trackside.core.errors import ParseError, TracksideError
from trackside.play.record import read_record
from trackside.play.record_writer import write_record
from trackside.play.signature import NotInstalled, Signer, check_signature
from trackside.play.verification import verify_record

LIBRARY = "cryptography.hazmat.primitives.asymmetric.ed25519"

PRIVATE = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""The first keys of RFC 8032, section 7.1."""

FACTS = [("Table", "5f2c9a1b07"), ("Created", "2026-11-18T18:00:00Z"), ("Ended", "2026-11-18T18:20:00Z")]
SIGNED = Signer(PRIVATE).sign(write_record(FINISHED, reveal_seed=True, facts=FACTS))


def test_a_key_is_that_of_rfc_8032() -> None:
    assert Signer(PRIVATE).public_key == PUBLIC


def test_the_signature_covers_the_text_without_its_own_line() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    (line,) = [line for line in SIGNED.splitlines(keepends=True) if line.startswith("[Signature ")]
    signature = bytes.fromhex(line.split('"')[1])
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(PUBLIC)).verify(signature, SIGNED.replace(line, "").encode())


def test_a_signed_record_is_read_verified_and_written_again_without_the_signature() -> None:
    check_signature(SIGNED, PUBLIC)
    record = read_record(SIGNED)
    assert (record.signed_by, record.facts) == (PUBLIC, dict(FACTS))
    assert verify_record(record) == verify_record(read_record(TEXT))
    assert record.match().record() == TEXT
    assert re.sub(r"\[(Table|Created|Ended|SignedBy|Signature) .*\n", "", SIGNED) == TEXT


def test_a_record_that_is_not_signed_has_no_signer() -> None:
    assert read_record(TEXT).signed_by is None
    assert read_record(TEXT).facts == {}


@given(st.data())
def test_no_character_can_be_changed_inserted_or_taken_out(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SIGNED) - 1))
    new = data.draw(st.sampled_from(["", SIGNED[at] * 2, chr(ord(SIGNED[at]) ^ 1), SIGNED[at].swapcase(), " ", "\n"]))
    changed = SIGNED[:at] + new + SIGNED[at + 1 :]
    if changed != SIGNED:
        with pytest.raises(TracksideError, match="the signature is false"):
            check_signature(changed, PUBLIC)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"\[SignedBy .*\n", "", r"this one has no \[SignedBy\]"),
        (r"\[Signature .*\n", "", r"this one has no \[Signature\]"),
        (r"(\[SignedBy .*\n)", r"\1\1", "stands 2 times"),
        (r"(\[Signature .*\n)", r"\1\1", "stands 2 times"),
        (r"\[Signature (.*\n)", r"[Signature \1[ signature \1", "stands 2 times"),
        (r"(\[Table .*\n)", r"\1\1", "stands 2 times"),
        (r'(\[SignedBy ".*).("\]\n)', r"\1\2", r"\[SignedBy\] has 64 hexadecimal digits"),
        (r'(\[SignedBy ").', r"\1D", r"\[SignedBy\] has 64 hexadecimal digits"),
        (r'(\[Signature ").', r"\1g", r"\[Signature\] has 128 hexadecimal digits"),
        (r'\[Signature ".*"', '[Signature ""', r"\[Signature\] has 128 hexadecimal digits"),
    ],
)
def test_repeated_missing_and_malformed_headers_are_refused(old: str, new: str, reason: str) -> None:
    changed = re.sub(old, new, SIGNED)
    assert changed != SIGNED
    with pytest.raises(ParseError, match=reason):
        read_record(changed)


def test_a_signature_counts_only_where_it_was_written() -> None:
    line = next(line for line in SIGNED.splitlines(keepends=True) if line.startswith("[Signature "))
    for changed in (line + SIGNED.replace(line, ""), SIGNED.replace(line, line.replace("[", "[ "))):
        assert read_record(changed).signed_by == PUBLIC
        with pytest.raises(TracksideError, match="not the last header"):
            check_signature(changed, PUBLIC)


def test_without_the_library_nothing_is_signed_or_called_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, LIBRARY, None)
    with pytest.raises(NotInstalled, match=r"pip install 'cryptography"):
        Signer(PRIVATE)
    with pytest.raises(NotInstalled):
        check_signature(SIGNED, PUBLIC)
    assert read_record(SIGNED).signed_by == PUBLIC
