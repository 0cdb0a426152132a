"""The processes of this machine, as Linux tells them in `/proc`."""

import os


def status(pid: int) -> list[str]:
    """The fields of `/proc/PID/stat` from the state on; none if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def is_alive(pid: int) -> bool:
    fields = status(pid)
    return bool(fields) and fields[0] != "Z"


def parent(pid: int) -> int:
    """The process that began `pid`; 0 if there is none."""
    fields = status(pid)
    return int(fields[1]) if fields else 0


def running() -> list[int]:
    """Every process id there is."""
    return [int(pid) for pid in os.listdir("/proc") if pid.isdigit()]
