"""What lines of a task carry that is no text."""

from __future__ import annotations

import base64
import hashlib
import pathlib
import re
from collections.abc import Iterable

__all__ = ["as_bytes", "as_line", "carried", "fingerprint"]


def as_line(data: bytes) -> str:
    """Bytes as a line.

    >>> from boyi.cluster.data import as_bytes, as_line
    >>> as_bytes([as_line(b"one"), as_line(b"two")])
    b'onetwo'
    """
    return base64.b64encode(data).decode()


def as_bytes(lines: Iterable[str]) -> bytes:
    """The bytes of lines, one after another."""
    return b"".join(base64.b64decode(line) for line in lines)


def fingerprint(data: bytes) -> str:
    """A name that bytes give themselves.

    >>> from boyi.cluster.data import fingerprint
    >>> fingerprint(b"boyi")
    '240adc6aad71aa8c'
    """
    return hashlib.sha256(data).hexdigest()[:16]


def carried(spec: str) -> tuple[str, dict[str, bytes]]:
    """A player whose network is a file of this machine, with the name that the file has on its way; and the file.

    >>> from boyi.cluster.data import carried
    >>> carried("pvs,depth=4")
    ('pvs,depth=4', {})
    """
    files = {}

    def name(found: re.Match[str]) -> str:
        path = pathlib.Path(found[1])
        if not path.is_file():
            return found[0]
        data = path.read_bytes()
        files[f"{fingerprint(data)}.network"] = data
        return f"network={fingerprint(data)}.network"

    # What follows the colon of a program is its own.
    return (spec, {}) if spec.startswith("cmd") else (re.sub(r"\bnetwork=([^,]+)", name, spec), files)
