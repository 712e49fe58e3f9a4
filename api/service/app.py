"""The service over HTTP: ``/graphql``, ``/mcp``, ``/health``, pages, and the workers beside it."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from api import wiring
from api.graphql.request.context import Services
from api.graphql.request.conversation_imports import Importer
from api.graphql.trusted_documents import TrustedDocuments
from api.service import embedding_worker, host_clock, scheduler, wake_ups
from api.service.access.bearer import BearerTokens
from api.service.access.identity_provider import IdentityProvider
from api.service.access_tokens import key_before, token_key
from api.service.connections import IDLE_WAIT_S, TimedConnection
from api.service.endpoint import GraphQLDoor
from api.service.mcp_endpoint import PATH as MCP_PATH
from api.service.mcp_endpoint import McpDoor
from api.service.metrics import Metrics, age_s
from api.service.nightly_backup import NightlyBackup
from api.service.pages import entrance, explorer, graphiql
from api.service.request_services import services
from api.service.traced import Traced
from api.service.webhooks import delivery as webhook_delivery
from api.service.worker import Worker
from graph.database.server import embedded
from graph.database.session import Session
from graph.errors import DoxaError, InvalidArgument
from graph.governance.erasure.erase import erase_again
from graph.history.integrity.erasure_ledger import require_ledger
from graph.settings import Settings
from graph.write.intake import jobs
from graph.write.intake.jobs import Backlog

HEALTH_WAIT_S = 5.0
WS_MESSAGE_BYTES = 1024 * 1024
# Seconds in which requests end once the service is told to.
REQUESTS_END_S = 8

_log = logging.getLogger("doxa.api")

Open = Callable[[], AbstractAsyncContextManager[Services]]


@dataclass(slots=True)
class Readiness:
    """What is open by now: nothing while the service starts, and after it has stopped or failed."""

    services: Services | None = None
    failed: Exception | None = None
    on_failure: Callable[[], None] | None = None
    on_ready: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Doors:
    """What is open, and to whom: names by which agents reach `/mcp`, origins, `/metrics`.

    ``keys_before`` are those whose tokens are taken beside the present one's, unless only those of
    the identity provider are; ``documents`` those that may be asked for, any without them.
    """

    mcp_hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    metrics: bool = False
    keys_before: tuple[bytes, ...] = ()
    documents: TrustedDocuments | None = None
    graphiql: bool = False
    explorer: bool = False
    provider: IdentityProvider | None = None
    own_tokens: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Doors:
        """Return what the settings open.

        Raises:
            Incorrect: a key is too short, an identity provider is half named, or trusted documents
                are not what they should be, or stand beside GraphiQL.
        """
        documents = None
        if settings.trusted_documents is not None:
            documents = TrustedDocuments.load(settings.trusted_documents)
        if documents is not None and settings.graphiql:
            raise InvalidArgument(
                "GraphiQL asks what no manifest has",
                field="DOXA_GRAPHIQL",
                hint="serve it by another process, without DOXA_TRUSTED_DOCUMENTS",
            )
        return cls(
            mcp_hosts=tuple(settings.mcp_hosts),
            origins=tuple(settings.origins),
            metrics=settings.metrics,
            keys_before=key_before(settings.token_key_before.get_secret_value()),
            documents=documents,
            graphiql=settings.graphiql,
            explorer=settings.explorer,
            provider=IdentityProvider.of(settings),
            own_tokens=settings.own_tokens,
        )

    def tokens(self, key: bytes) -> BearerTokens:
        """Return the tokens that they take; ``key`` is the one that signs own ones."""
        return BearerTokens((key, *self.keys_before) if self.own_tokens else (), self.provider)


DEFAULT_DOORS = Doors()


def create_app(settings: Settings, importer: Importer | None = None) -> Starlette:
    """Return the service that the settings describe; ``importer`` imports conversations.

    Raises:
        InvalidArgument: a token key is too short, an identity provider is half named, or wake-ups
            cannot be exchanged as is set.
    """
    wake_ups.check(settings)
    key = token_key(
        settings.data or embedded.default_data_dir(), settings.token_key.get_secret_value()
    )
    return build(key, lambda: running(settings, key, importer), Doors.of(settings))


async def serve(
    settings: Settings,
    listening: socket.socket,
    on_ready: Callable[[], None] | None = None,
    importer: Importer | None = None,
) -> None:
    """Serve on a listening socket until a signal ends it; ``on_ready`` is called once it answers.

    Raises:
        DoxaError: it could not be started.
    """
    app = create_app(settings, importer)
    send_at_once(listening)
    readiness: Readiness = app.state.readiness
    listener = listener_of(app, readiness)
    readiness.on_failure = lambda: setattr(listener, "should_exit", True)
    readiness.on_ready = on_ready
    await listener.serve([listening])
    if readiness.failed is not None:
        raise readiness.failed


class Listener(uvicorn.Server):
    """What listens for an application; when it ends, so does all that would stay open."""

    def __init__(self, config: uvicorn.Config, readiness: Readiness) -> None:
        super().__init__(config)
        self._readiness = readiness

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: streams at once, requests within ``REQUESTS_END_S`` seconds."""
        if self._readiness.services is not None:
            self._readiness.services.streams.end()
        await super().shutdown(sockets)


def listener_of(app: ASGIApp, readiness: Readiness) -> Listener:
    """Return what listens for an application; what it has open ends with it."""
    return Listener(
        uvicorn.Config(
            app,
            lifespan="on",
            http=TimedConnection,
            ws="websockets-sansio",
            ws_max_size=WS_MESSAGE_BYTES,
            timeout_keep_alive=IDLE_WAIT_S,
            timeout_graceful_shutdown=REQUESTS_END_S,
            access_log=False,
            # Its lines are written as all others are.
            log_config=None,
            # Whoever asks says nothing of itself that would be believed.
            proxy_headers=False,
            log_level="warning",
        ),
        readiness,
    )


def send_at_once(listening: socket.socket) -> None:
    """Answer without waiting for the caller's acknowledgements, 40 ms each.

    asyncio does so by itself only where a socket was made with its protocol named.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@asynccontextmanager
async def running(
    settings: Settings, secret: bytes, importer: Importer | None = None
) -> AsyncGenerator[Services]:
    """Provide the store open and the workers at work, for as long as the block lasts."""
    async with wiring.store(settings) as db:
        # Before anybody asks: a store that was restored may have brought it back.
        await require_ledger(db)
        async with host_clock.watching(db, settings):
            await erase_again(db)
            async with _at_work(settings, secret, db) as found:
                yield replace(found, importer=importer)


@asynccontextmanager
async def _at_work(settings: Settings, secret: bytes, db: Session) -> AsyncGenerator[Services]:
    async with (
        Worker.running(db, settings) as worker,
        embedding_worker.running(db, settings),
        scheduler.running(db, settings),
        NightlyBackup.running(settings, db) as backup,
    ):
        shared = services(settings, db, secret, worker.announce)
        async with webhook_delivery.running(shared):
            yield replace(shared, newest_backup=lambda: backup.newest)


def build(key: bytes, open_services: Open, doors: Doors = DEFAULT_DOORS) -> Starlette:
    """Yield the application; what it needs is opened when it starts and closed when it stops.

    It listens at once and answers 503 until everything is open, so that a slow start is seen as
    one. ``app.state.readiness`` says how far it is, and what a failed start failed of.
    """
    readiness = Readiness()

    tokens = doors.tokens(key)
    asking = explorer.documents() if doors.explorer else {}
    door = GraphQLDoor(tokens, lambda: readiness.services, doors.origins, doors.documents, asking)
    agents = McpDoor(tokens, lambda: readiness.services, doors.mcp_hosts, (key, *doors.keys_before))
    metrics = Metrics(lambda: readiness.services)
    answering = _for_pages(Traced(metrics.watch("graphql", door), "/graphql"), doors.origins)
    if doors.graphiql:
        answering = graphiql.WithPage(answering, graphiql.files())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        stopping = asyncio.Event()
        opening = asyncio.create_task(_keep_open(readiness, open_services, stopping))
        try:
            async with tokens.running(), agents.running():
                yield
        finally:
            stopping.set()
            await opening

    app = Starlette(
        routes=[
            Route("/graphql", answering),
            WebSocketRoute("/graphql", Traced(door, "/graphql")),
            Route(MCP_PATH, Traced(metrics.watch("mcp", agents), MCP_PATH)),
            *([Route("/metrics", metrics.answer, methods=["GET"])] if doors.metrics else []),
            *_pages(doors, key, lambda: readiness.services),
            Route("/live", _live, methods=["GET"]),
            Route("/ready", _ready(readiness), methods=["GET"]),
            Route("/health", _health(readiness), methods=["GET"]),
        ],
        lifespan=lifespan,
    )
    app.state.readiness = readiness
    return app


def _pages(
    doors: Doors, key: bytes, services: Callable[[], Services | None]
) -> Iterator[Mount | Route]:
    """Where the pages that are open lie, with their files."""
    if doors.graphiql:
        yield Mount(graphiql.PATH, graphiql.files())
    if doors.explorer:
        found = explorer.Explorer()
        signing = entrance.Entrance(key if doors.own_tokens else None, services, doors.mcp_hosts)
        yield Route("/", found.page, methods=["GET"])
        yield Route(entrance.PATH, signing.answer, methods=["POST"])
        yield Mount(explorer.PATH, found.files)


def _for_pages(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Return the application, whose answers browsers give to the pages of some other origins
    too.
    """
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=("GET", "POST"),
        allow_headers=("authorization", "content-type"),
        expose_headers=("retry-after",),
    )


async def _keep_open(readiness: Readiness, open_services: Open, stopping: asyncio.Event) -> None:
    try:
        async with open_services() as services, services.revoked.kept_up():
            readiness.services = services
            if readiness.on_ready:
                readiness.on_ready()
            await stopping.wait()
            readiness.services = None
    except Exception as error:
        # Whoever waits for the start is told, and says it in the form that was asked for.
        if readiness.services is not None or readiness.on_failure is None:
            _log.exception("the service stopped")
        readiness.services, readiness.failed = None, error
        if readiness.on_failure:
            readiness.on_failure()


async def _live(_: Request) -> Response:
    """Say that the process answers, whatever the store does."""
    return JSONResponse({"live": True})


def _ready(readiness: Readiness) -> Callable[[Request], Awaitable[Response]]:
    async def ready(_: Request) -> Response:
        """Say whether requests are answered: the store is open and answers, and nothing is in its
        way.
        """
        services = readiness.services
        good = (
            services is not None
            and not _trouble(services)
            and not isinstance(await _backlog(services), str)
        )
        return JSONResponse({"ready": good}, status_code=200 if good else 503)

    return ready


def _trouble(services: Services) -> str | None:
    """Return what is in the way of the store, where it is supervised."""
    supervisor = services.db.supervisor
    return None if supervisor is None else supervisor.failure or supervisor.trouble


async def _backlog(services: Services) -> Backlog | str:
    """Return what waits to be read; or why the store does not say it."""
    try:
        async with asyncio.timeout(HEALTH_WAIT_S):
            return await jobs.oldest_unprocessed(services.db)
    except (DoxaError, TimeoutError) as error:
        # A timeout says nothing of itself.
        silent = f"Neo4j has not answered within {HEALTH_WAIT_S:.0f} s"
        return _trouble(services) or str(error) or silent


def _health(readiness: Readiness) -> Callable[[Request], Awaitable[Response]]:
    async def health(_: Request) -> Response:
        services = readiness.services
        if services is None:
            status = "failed" if readiness.failed else "starting"
            return JSONResponse({"status": status}, status_code=503)
        backlog = await _backlog(services)
        if isinstance(backlog, str):
            return JSONResponse({"status": "unavailable", "reason": backlog}, status_code=503)
        now = services.db.clock()
        age = age_s(backlog.since, now)
        late = age is not None and age > services.job_age_max_s
        late = late or services.db.host_clock.trouble is not None
        return JSONResponse(
            {
                "status": "degraded" if late else "ready",
                "oldest_job_age_s": age,
                "jobs_waiting": backlog.waits,
                "writes_refused": services.db.trouble,
                "clock_offset_s": services.db.host_clock.offset_s,
                "reader": services.reader,
                "newest_backup_age_s": age_s(services.newest_backup(), now),
            }
        )

    return health
