"""The command `boyi`, for what this package has not in itself: shards and their merging, tuning by
rounds, files of self-play, training, finding puzzles.

It is the program that is asked for, the one that the variable `BOYI` names, or the first on the path.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from boyi.errors import ClusterError, OptionError

__all__ = ["Command", "chosen", "rows", "run", "stream"]

Command = str | None
"""A program, or `None` for the usual one."""


def chosen(options: Mapping[str, object]) -> list[str]:
    """Options as words of the command; those that are `None` or `False` are not asked for.

    >>> from boyi.cluster.command import chosen
    >>> chosen({"max_plies": 60, "nodes": None, "gauntlet": True, "sprt": (0, 5)})
    ['--max-plies', '60', '--gauntlet', '--sprt', '0,5']
    """
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append(f"--{name.replace('_', '-')}")
        if isinstance(value, (tuple, list)):
            words.append(",".join(map(str, value)))
        elif value is not True:
            words.append(str(value))
    return words


def _begun(command: Command, words: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    program = command or os.environ.get("BOYI") or "boyi"
    if os.path.dirname(program):
        # It is run in another folder.
        program = os.path.abspath(program)
    try:
        return subprocess.Popen([program, *words], text=True, encoding="utf-8", stdin=subprocess.DEVNULL, **options)
    except OSError as error:
        raise ClusterError(f"the command boyi cannot be run as {program}: {error.strerror}") from error


def _failed(status: int, said: str) -> Exception:
    text = said.strip().removeprefix("boyi: ") or f"the command ended with {status}"
    # What it was asked is wrong, and would be wrong again.
    return OptionError(text) if status == 2 else ClusterError(text)


def stream(
    command: Command, words: Sequence[str], folder: str, meanwhile: Callable[[], None] | None = None
) -> Iterator[str]:
    """The lines that the command prints in `folder`, as they come."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as problems:
        process = _begun(command, words, cwd=folder, stdout=subprocess.PIPE, stderr=problems)
        assert process.stdout
        try:
            for line in process.stdout:
                yield line.rstrip("\n")
            status = process.wait()
            if status:
                problems.seek(0)
                raise _failed(status, problems.read())
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def run(command: Command, words: Sequence[str], folder: str, allowed: int = 0) -> str | None:
    """What the command prints in `folder`; `None` where it ends with `allowed` instead of 0."""
    process = _begun(command, words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said, problem = process.communicate()
    if process.returncode == 0:
        return said
    if process.returncode == allowed:
        return None
    raise _failed(process.returncode, problem)


def rows(said: str) -> list[dict[str, Any]]:
    """The objects that a command has printed with `--json`."""
    return [json.loads(line) for line in said.splitlines()]
