"""The commands webhooks list, add, remove and retry: who is sent what changes."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.render import table, time
from api.cli.run import Run, TenantCommand
from graph.governance.webhooks import webhooks
from graph.governance.webhooks.webhooks import Webhook
from graph.vocabulary import ChangeKind

app = typer.Typer(help="Webhooks: who is sent what changes; list, add, remove, send again.")

WebhookArgument = Annotated[str, typer.Argument(metavar="WEBHOOK", help="The id of a webhook.")]


@app.command("list", cls=TenantCommand, epilog="Example: doxa webhooks list")
async def list_webhooks(context: typer.Context) -> int:
    """List webhooks with how far they are, and with their dead letters."""
    run: Run = context.obj
    async with run.store() as db:
        listed = await webhooks.webhooks(db, run.tenant)
    run.result({"webhooks": [_document(each) for each in listed]})
    if not listed:
        run.out.print(f"tenant {run.tenant}: no webhooks")
        return 0
    shown = table(f"tenant {run.tenant}", "webhook", "url", "last taken", "failures", "dead")
    for each in listed:
        shown.add_row(
            each.id,
            escape(each.url),
            time(each.delivered_at) or "nothing yet",
            f"{each.failures:,}",
            f"{each.dead:,}",
        )
    run.out.print(shown)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa webhooks add https://example.com/doxa --kind inserted"
)
async def add(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="Where changes are sent to, by https.")],
    *,
    entity: Annotated[
        str | None,
        typer.Option("--entity", help="Only of this identity, by id.", show_default=False),
    ] = None,
    attribute: Annotated[
        str | None,
        typer.Option("--attribute", help="Only of this attribute.", show_default=False),
    ] = None,
    kind: Annotated[
        list[ChangeKind] | None,
        typer.Option(
            "--kind",
            case_sensitive=False,
            help="Only these kinds; may be repeated.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Register a webhook and print its secret, which is told this once."""
    run: Run = context.obj
    async with run.store() as db:
        made = await webhooks.create_webhook(
            db, run.caller, url, entity=entity, attribute=attribute, kinds=kind or None
        )
    run.result({"webhook": _document(made.webhook), "secret": made.secret})
    run.out.print(f"webhook {made.webhook.id}")
    run.out.print(f"its secret, told this once: {made.secret}", soft_wrap=True)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa webhooks remove w_5be2")
async def remove(context: typer.Context, webhook: WebhookArgument) -> int:
    """Send nothing more to a webhook; its dead letters go with it."""
    run: Run = context.obj
    async with run.store() as db:
        gone = await webhooks.delete_webhook(db, run.caller, webhook)
    run.result({"removed": gone.id})
    run.out.print(f"{gone.id} is sent nothing more")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa webhooks retry w_5be2")
async def retry(context: typer.Context, webhook: WebhookArgument) -> int:
    """Have the dead letters of a webhook sent again by the service, each once."""
    run: Run = context.obj
    async with run.store() as db:
        waiting = await webhooks.retry_webhook(db, run.caller, webhook)
    run.result({"webhook": _document(waiting)})
    run.out.print(f"{waiting.dead:,} dead letters of {waiting.id} are sent again")
    return 0


def _document(webhook: Webhook) -> dict[str, Any]:
    return {
        "id": webhook.id,
        "url": webhook.url,
        "entity": webhook.entity,
        "attribute": webhook.attribute,
        "kinds": [kind.value for kind in webhook.kinds],
        "createdAt": time(webhook.created_at),
        "lastDeliveredAt": time(webhook.delivered_at),
        "lastMessage": webhook.message,
        "attempts": webhook.attempts,
        "nextAttempt": time(webhook.due_at),
        "failures": webhook.failures,
        "lastError": webhook.error,
        "deadLetterCount": webhook.dead,
        "deadLetters": [
            {
                "message": each.message,
                "changedAt": time(each.changed_at),
                "failedAt": time(each.failed_at),
                "error": each.error,
                "waits": each.waits,
            }
            for each in webhook.letters
        ],
    }
