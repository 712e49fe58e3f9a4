"""A service that answers at an address already: whether there is one, and whether it is ours."""

from __future__ import annotations

import socket
import time
from typing import cast

import httpx

from graph.errors import InvalidArgument, Unavailable

ANSWER_S = 10.0
# A service that is starting may have to fetch and start a database.
READY_S = 300.0
BETWEEN_S = 0.5


def find_service(host: str, port: int, url: str, token: str | None) -> bool:
    """Whether a service answers at an address; it is waited for until it is ready.

    ``token`` is one that a service of this store takes, and that gives nothing; None if it takes
    none of its own.

    Raises:
        Unavailable: another program answers there, the service does not become ready, or it has no
            explorer.
        InvalidArgument: it is a service of another store.
    """
    try:
        socket.create_connection((host, port), ANSWER_S).close()
    except OSError:
        return False
    # What is set for the way to the world is not for this machine.
    with httpx.Client(base_url=url, timeout=ANSWER_S, trust_env=False) as client:
        _wait(client)
        try:
            _require_page(client)
            if token is not None:
                _require_store(client, token)
        except httpx.HTTPError as error:
            raise Unavailable(
                f"{url} has stopped answering ({type(error).__name__})", hint="try again"
            ) from error
    return True


def _is_ready(client: httpx.Client) -> bool:
    """Whether the service is ready.

    Raises:
        Unavailable: it is another program.
    """
    try:
        told: object = client.get("/ready").json()
    except (httpx.HTTPError, ValueError):
        told = None
    ready = cast("dict[str, object]", told).get("ready") if isinstance(told, dict) else None
    if not isinstance(ready, bool):
        raise Unavailable(
            f"another program answers at {client.base_url}",
            field="--port",
            hint="give another with --port",
        )
    return ready


def _wait(client: httpx.Client) -> None:
    give_up_at = time.monotonic() + READY_S
    while not _is_ready(client):
        if time.monotonic() > give_up_at:
            raise Unavailable(
                f"the service at {client.base_url} does not become ready",
                hint="its /health says why",
            )
        time.sleep(BETWEEN_S)


def _require_page(client: httpx.Client) -> None:
    if client.head("/").status_code != 200:
        raise Unavailable(
            f"the service at {client.base_url} has no explorer",
            hint="start it with DOXA_EXPLORER=true",
        )


def _require_store(client: httpx.Client, token: str) -> None:
    answer = client.post(
        "/graphql",
        json={"query": "{ __typename }"},
        headers={"Authorization": f"Bearer {token}"},
    )
    if answer.status_code == 401:
        raise InvalidArgument(
            f"the service at {client.base_url} is of another store, or signs with another key",
            field="--port",
            hint="name its folder with --data, or give another address with --port",
        )
