"""What a receiver is sent of a change: JSON in the words of the subscription to changes.

It is made by the schema, as somebody sees it who has no scope of his own: what a subject keeps to
itself is in no message.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from api.graphql.request.context import RequestContext, Services
from api.graphql.request.cursors import Cursors, Place
from api.graphql.schema import SCHEMA
from api.graphql.types.changes import BeliefChange, BeliefChangeEvent
from api.graphql.types.wanted_beliefs import WantedBeliefs
from graph.errors import ReceiverUnavailable, StoreUnavailable
from graph.governance.webhooks.webhooks import Webhook
from graph.model.records import Caller
from graph.read.change_feed.belief_changes import Numbered
from graph.vocabulary import ChangeKind, Role

TYPE = "beliefChanges"
DOCUMENT = """subscription Webhook {
  beliefChanges { cursor change { at inserted { ...told } retired { ...told } } }
}
fragment told on Belief {
  id attribute context value typedValue
  entity { id name kind }
  target { id name kind }
  validFrom validTo validFromText validToText systemFrom systemTo confidence memoryId
}"""


@dataclass(frozen=True, slots=True)
class Messages:
    """Makes the messages of one webhook."""

    services: Services
    tenant: str
    webhook: Webhook

    async def body(self, numbered: Numbered) -> bytes | None:
        """Return the message of a change; None if nothing in it is asked for.

        Raises:
            NotFound: the entity that is asked for is not there any more.
            Unavailable: the store does not answer, or the message would be too large.
        """
        context = RequestContext(self.services, Caller(self.tenant, "webhook", Role.READER))
        context.see_as_nobody()
        wanted = await WantedBeliefs.resolve(context, self.webhook.entity, self.webhook.attribute)
        shown = await wanted.select(context, numbered)
        kinds = self.webhook.kinds
        change = replace(
            shown,
            inserted=shown.inserted if ChangeKind.INSERTED in kinds else (),
            retired=shown.retired if ChangeKind.RETIRED in kinds else (),
        )
        if not (change.inserted or change.retired):
            return None
        cursors = Cursors.of(self.services.secret, self.tenant, TYPE)
        event = BeliefChangeEvent(
            cursor=cursors.write(Place(numbered.place, None)), change=BeliefChange.of(change)
        )
        told = await _execute(context, event)
        message = {"type": TYPE, "timestamp": told["change"]["at"], "data": told}
        return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


async def _execute(context: RequestContext, event: BeliefChangeEvent) -> Any:
    try:
        result = await SCHEMA.execute(DOCUMENT, None, context, root_value=event)
    finally:
        context.release()
    if result.errors or result.data is None:
        code = (result.errors[0].extensions or {}).get("code") if result.errors else None
        if code == StoreUnavailable.code:
            raise StoreUnavailable("the store does not answer")
        raise ReceiverUnavailable(f"the message cannot be made: {code}")
    return result.data[TYPE]
