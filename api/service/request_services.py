"""What the requests of a process share, put together from its settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from api import extractors, wiring
from api.graphql.request.context import HeldAnswers, Services
from api.graphql.request.heavy_reads import Turns
from api.graphql.request.open_streams import OpenStreams
from api.graphql.request.query_limits import Bounds
from api.graphql.request.rate_limits import Shares, TenantShare
from graph.database.server.disk import MB
from graph.database.session import Session
from graph.governance.access.revocations import Revocations
from graph.read.change_feed.feed import ChangeFeed
from graph.settings import Settings


def services(settings: Settings, db: Session, secret: bytes, wake: Callable[[], None]) -> Services:
    """Return what requests share, by the settings."""
    feed = ChangeFeed(db)
    db.system_time.listeners.append(feed.nudge)
    return Services(
        db=db,
        secret=secret,
        wake=wake,
        comparing=partial(wiring.comparing, settings, db),
        merging=partial(wiring.merging, settings, db),
        tasks=wiring.tasks(settings, db),
        answer_max=settings.answer_mb * MB,
        import_max=settings.import_mb * MB,
        held_answers=HeldAnswers(settings.answers_mb * MB),
        share=Shares(
            settings.requests_max,
            TenantShare(settings.requests_tenant, settings.requests_minute),
            TenantShare(settings.requests_subject, settings.requests_subject_minute, of="subject"),
        ),
        streams=OpenStreams(
            settings.streams_max, settings.streams_tenant, settings.streams_address
        ),
        turns=Turns(),
        revoked=Revocations(db),
        questions=wiring.questions(settings),
        changes=feed,
        bounds=Bounds.of(settings),
        job_age_max_s=settings.job_age_s,
        reader=extractors.describe(settings),
    )
