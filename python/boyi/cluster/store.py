"""Where a job keeps what is done: a folder, an object store, or nothing but memory.

>>> from boyi.cluster.store import part, store
>>> kept = store(None)
>>> kept.write("pieces/00000.jsonl", b"{}")
>>> kept.read("pieces/00000.jsonl"), kept.read("pieces/00001.jsonl"), kept.names("pieces/")
(b'{}', None, {'pieces/00000.jsonl'})
>>> part(kept, "pieces").names("")
{'00000.jsonl'}
"""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, Protocol

from boyi.errors import ClusterError

__all__ = ["Store", "part", "store"]


class Store(Protocol):
    """Named bytes. A write is whole or has not been, and the last one counts."""

    def read(self, name: str) -> bytes | None:
        """What is kept under a name, or `None`."""

    def write(self, name: str, data: bytes) -> None:
        """Keeps `data` under a name, in place of what was there."""

    def names(self, prefix: str) -> set[str]:
        """The names that begin so."""


class _Memory:
    """What ends with the process."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self._kept.get(name)

    def write(self, name: str, data: bytes) -> None:
        self._kept[name] = data

    def names(self, prefix: str) -> set[str]:
        return {name for name in self._kept if name.startswith(prefix)}


class _Folder:
    """Files of this machine, or of one that is mounted."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = pathlib.Path(folder)

    def read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Beside it, so that both are of one file system and the last step cannot be half done.
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".new", delete=False) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)

    def names(self, prefix: str) -> set[str]:
        files = (path for path in self._folder.rglob("*") if path.is_file() and path.suffix != ".new")
        names = {path.relative_to(self._folder).as_posix() for path in files}
        return {name for name in names if name.startswith(prefix)}


class _Remote:
    """Objects that `fsspec` reaches: a write of one is whole there, or is not seen."""

    def __init__(self, url: str) -> None:
        try:
            import fsspec
        except ImportError as error:
            raise ClusterError(f"{url}: what is no folder needs fsspec: pip install 'boyi[cluster]'") from error
        self._system: Any
        self._system, root = fsspec.core.url_to_fs(url)
        self._root: str = root.rstrip("/")

    def read(self, name: str) -> bytes | None:
        try:
            data: bytes = self._system.cat_file(f"{self._root}/{name}")
        except FileNotFoundError:
            return None
        return data

    def write(self, name: str, data: bytes) -> None:
        path = f"{self._root}/{name}"
        self._system.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._system.pipe_file(path, data)

    def names(self, prefix: str) -> set[str]:
        # Others may have written there since the last look.
        self._system.invalidate_cache()
        begin = self._system._strip_protocol(self._root).rstrip("/") + "/"
        names = {path[len(begin) :] for path in self._system.find(self._root) if path.startswith(begin)}
        return {name for name in names if name.startswith(prefix)}


class _Part:
    """What is below one name of a store."""

    def __init__(self, whole: Store, name: str) -> None:
        self._whole, self._begin = whole, f"{name}/"

    def read(self, name: str) -> bytes | None:
        return self._whole.read(self._begin + name)

    def write(self, name: str, data: bytes) -> None:
        self._whole.write(self._begin + name, data)

    def names(self, prefix: str) -> set[str]:
        return {name[len(self._begin) :] for name in self._whole.names(self._begin + prefix)}


def store(state: str | os.PathLike[str] | None) -> Store:
    """The store of a folder, of any URL that `fsspec` knows (`s3://...`, `gs://...`), or of `None`."""
    if state is None:
        return _Memory()
    if isinstance(state, str) and "://" in state:
        return _Remote(state)
    return _Folder(state)


def part(whole: Store, name: str) -> Store:
    """A store within a store."""
    return _Part(whole, name)
