"""Signed records: an Ed25519 signature (RFC 8032) over the text of a record without its signature line.

The last two headers of a signed record are `[SignedBy "key"]` and `[Signature "signature"]`, in hexadecimal. The
signature covers every other byte of the file as it was written, so nothing has to be normalised before checking it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trackside.core.errors import ParseError, TracksideError
from trackside.core.extras import how_to_install

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_DIGITS, SIGNATURE_DIGITS = 64, 128
"""Hexadecimal digits of a key, private or public, and of a signature."""

LAST_HEADER = re.compile(rf'\n\[Signature "([0-9a-f]{{{SIGNATURE_DIGITS}}})"\]\Z')


class NotInstalled(TracksideError):
    """The error for a missing signature library."""


def load_library() -> tuple[type[Ed25519PrivateKey], type[Ed25519PublicKey]]:
    """Return the classes of private and public keys; raise NotInstalled if the library is missing."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    except ImportError as error:
        raise NotInstalled(f"signatures need the library cryptography: {how_to_install('signing')}") from error
    return Ed25519PrivateKey, Ed25519PublicKey


class Signer:
    """A signer of records, with a private key: 32 random bytes in hexadecimal."""

    def __init__(self, private_key: str) -> None:
        self._key = load_library()[0].from_private_bytes(bytes.fromhex(private_key))
        self.public_key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        """Return a record, as `write_record` wrote it, with its signature."""
        headers, end, moves = text.partition("\n\n")
        headers += f'\n[SignedBy "{self.public_key}"]'
        signature = self._key.sign(f"{headers}{end}{moves}".encode()).hex()
        return f'{headers}\n[Signature "{signature}"]{end}{moves}'


def is_key(text: str) -> bool:
    """Return True if a string has the form of a public key."""
    return re.fullmatch(rf"[0-9a-f]{{{KEY_DIGITS}}}", text) is not None


def read_signer(headers: Mapping[str, Sequence[str]]) -> str | None:
    """Return the public key in the headers of a record, None if it is unsigned; raise ParseError if malformed."""
    found = {name: headers[name.lower()][-1] for name in ("SignedBy", "Signature") if name.lower() in headers}
    for name, digits in (("SignedBy", KEY_DIGITS), ("Signature", SIGNATURE_DIGITS)):
        if found and name not in found:
            raise ParseError(f"a signed record has [SignedBy] and [Signature]: this one has no [{name}]")
        if found and not re.fullmatch(rf"[0-9a-f]{{{digits}}}", found[name]):
            raise ParseError(f"[{name}] has {digits} hexadecimal digits, in lower case")
    return found.get("SignedBy")


def check_signature(text: str, public_key: str) -> None:
    """Raise TracksideError if the signature is false, or NotInstalled if the library to check it is missing."""
    headers, end, moves = text.partition("\n\n")
    line = LAST_HEADER.search(headers)
    if line is None:
        raise TracksideError("the signature is false: [Signature] is not the last header, on a line of its own")
    signed = headers[: line.start()] + end + moves
    verifier = load_library()[1].from_public_bytes(bytes.fromhex(public_key))
    from cryptography.exceptions import InvalidSignature

    try:
        verifier.verify(bytes.fromhex(line[1]), signed.encode())
    except InvalidSignature as error:
        raise TracksideError(f"the signature is false: {public_key} did not sign this text") from error
