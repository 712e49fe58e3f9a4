"""A Docker engine that has two containers to give: a Neo4j that runs already, and a reaper.

It speaks the part of the Engine API that testcontainers asks. What is published as a container's
port is the port where that Neo4j listens, or where the reaper acknowledges what it is to reap.
"""

from __future__ import annotations

import json
import re
import socketserver
import struct
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
from urllib.parse import unquote, urlsplit

LOG = b"Remote interface available at http://localhost:7474/\n[reaper] Started!\n"
VERSION = {"Version": "28.0.0", "ApiVersion": "1.48", "MinAPIVersion": "1.24"}
ID = "a" * 60


@dataclass
class Engine:
    """What is asked of it, and the ports behind those of its containers."""

    neo4j_port: int
    reaper_port: int = 0
    url: str = ""
    created: list[dict[str, Any]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def described(self, number: int) -> dict[str, Any]:
        """A container as the engine shows it."""
        made = self.created[number]
        ports = {"7687/tcp": self.neo4j_port, "8080/tcp": self.reaper_port}
        published = {
            port: [{"HostIp": "127.0.0.1", "HostPort": str(ports[port])}]
            for port in made["ExposedPorts"]
        }
        return {
            "Id": f"{ID}{number:04}",
            "Name": "/stand-in",
            "State": {"Status": "running", "Running": True},
            "Config": {"Tty": False, "Image": made["Image"], "Labels": made.get("Labels")},
            "HostConfig": {"LogConfig": {"Type": "json-file"}, "NetworkMode": "bridge"},
            "NetworkSettings": {
                "Ports": published,
                "Networks": {"bridge": {"IPAddress": "127.0.0.1", "Gateway": "127.0.0.1"}},
            },
        }


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def engine(self) -> Engine:
        return cast("Any", self.server).engine

    def do_GET(self) -> None:
        path = self._path()
        if found := re.fullmatch(rf"/containers/{ID}(\d+)/(json|logs)", path):
            number = int(found[1])
            if found[2] == "logs":
                self._send(200, struct.pack(">BxxxL", 1, len(LOG)) + LOG)
            else:
                self._send(200, self.engine.described(number))
        elif path == "/containers/json":
            self._send(200, [self.engine.described(at) for at in range(len(self.engine.created))])
        elif path.startswith("/images/"):
            self._send(200, {"Id": "sha256:1", "RepoTags": [path.split("/")[2]]})
        elif path == "/_ping":
            self._send(200, b"OK")
        else:
            known = {"/version": VERSION, "/info": {"OperatingSystem": "stand-in"}, "/networks": []}
            self._send(200 if path in known else 404, known.get(path, {"message": path}))

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        path = self._path()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path == "/containers/create":
            self.engine.created.append(json.loads(body))
            self._send(201, {"Id": f"{ID}{len(self.engine.created) - 1:04}", "Warnings": []})
        elif path.endswith("/start"):
            self._send(204, b"")
        else:
            self._send(404, {"message": path})

    def do_DELETE(self) -> None:
        self.engine.removed.append(self._path())
        self._send(204, b"")

    def _path(self) -> str:
        return re.sub(r"^/v[\d.]+", "", unquote(urlsplit(self.path).path))

    def _send(self, status: int, body: Any) -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        self.send_header("Content-Type", kind)
        self.send_header("Api-Version", VERSION["ApiVersion"])
        if status != 204:
            self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        if status != 204 and self.command != "HEAD":
            self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        pass


class _Reaper(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        while self.rfile.readline():
            self.wfile.write(b"ACK\n")


@contextmanager
def docker_engine(neo4j_port: int) -> Generator[Engine]:
    """An engine at ``url`` on loopback, whose Neo4j is what listens at the port."""
    engine = Engine(neo4j_port)
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as server,
        socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Reaper) as reaper,
    ):
        server.daemon_threads = reaper.daemon_threads = True
        cast("Any", server).engine = engine
        engine.url = f"tcp://127.0.0.1:{server.server_port}"
        engine.reaper_port = reaper.server_address[1]
        threads = [threading.Thread(target=one.serve_forever) for one in (server, reaper)]
        for thread in threads:
            thread.start()
        try:
            yield engine
        finally:
            for one, thread in zip((server, reaper), threads, strict=True):
                one.shutdown()
                thread.join()
