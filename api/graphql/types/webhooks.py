"""GraphQL: the receivers of what changes, and how their deliveries fare."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from graph.governance.webhooks import webhooks as stored
from graph.vocabulary import ChangeKind


@strawberry.input(description="A receiver to send changes to, and which.")
class WebhookInput:
    url: str = field(
        description="Where to: https, without a user; an address that everybody can reach."
    )
    entity: strawberry.ID | None = field(
        default=None,
        description="Only changes of this identity, by id, relations to it included. Absent: all.",
    )
    attribute: str | None = field(
        default=None, description="Only those of this attribute, by name or alias. Absent: all."
    )
    kinds: list[ChangeKind] | None = field(
        default=None, description="Only these kinds; what a change has of others is left out."
    )
    secret: str | None = field(
        default=None,
        description="What messages are signed with: `whsec_` and 24 to 64 bytes in Base64. Absent:"
        " one is made, and given out once.",
    )


@strawberry.type(description="A change that a receiver did not take. What it says is not kept.")
class DeadLetter:
    message: str = field(description="The id of its delivery: the header `webhook-id`.")
    changed_at: datetime = field(description="The system time of the change.")
    failed_at: datetime = field(description="When it was last tried.")
    error: str | None = field(description="Why that failed.")
    waits: bool = field(description="Whether it is about to be tried again.")


@strawberry.type(
    description="A receiver that is sent what changes, in order: what the whole tenant sees, and"
    " nothing that a subject keeps to itself."
)
class Webhook:
    id: strawberry.ID = field(description="Its id.")
    url: str = field(description="Where it is sent to.")
    entity: strawberry.ID | None = field(description="Of which identity; null: of all.")
    attribute: str | None = field(description="Of which attribute; null: of all.")
    kinds: list[ChangeKind] = field(description="Which kinds of changes.")
    created_at: datetime = field(description="When it was registered.")
    last_delivered_at: datetime | None = field(description="When something was last taken.")
    last_message: str | None = field(
        description="The id of the last delivery that was taken: the header `webhook-id`."
    )
    attempts: int = field(description="How often the next change has been tried; 0: not yet.")
    next_attempt: datetime | None = field(
        description="When it is tried again; null unless an attempt has failed."
    )
    failures: int = field(description="How many attempts have failed in all.")
    last_error: str | None = field(
        description="Why the last one failed; null once something was taken since."
    )
    dead_letter_count: int = field(description="How many dead letters it has.")
    dead_letters: list[DeadLetter] = field(description="The first 100 of them, in order.")

    @classmethod
    def of(cls, webhook: stored.Webhook) -> Webhook:
        """Return the webhook as shown; its secret is never."""
        return cls(
            id=strawberry.ID(webhook.id),
            url=webhook.url,
            entity=None if webhook.entity is None else strawberry.ID(webhook.entity),
            attribute=webhook.attribute,
            kinds=list(webhook.kinds),
            created_at=webhook.created_at,
            last_delivered_at=webhook.delivered_at,
            last_message=webhook.message,
            attempts=webhook.attempts,
            next_attempt=webhook.due_at,
            failures=webhook.failures,
            last_error=webhook.error,
            dead_letter_count=webhook.dead,
            dead_letters=[
                DeadLetter(
                    message=each.message,
                    changed_at=each.changed_at,
                    failed_at=each.failed_at,
                    error=each.error,
                    waits=each.waits,
                )
                for each in webhook.letters
            ],
        )


@strawberry.type(description="A webhook that was registered.")
class CreatedWebhook:
    webhook: Webhook = field(description="The webhook.")
    secret: str | None = field(
        description="What its messages are signed with, told now and never again; null if it was"
        " given."
    )
