"""Who may do what: the rights of each role, and the right that each root field takes.

``FIELDS`` names every field of the three roots. The schema refuses to be built with one that is
missing or of no field, and asks for the right before it asks the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from graph.errors import Forbidden
from graph.model.records import DEFAULT_TENANT, Caller
from graph.vocabulary import Role


class Right(Enum):
    """What a role may allow."""

    READ = auto()
    WRITE = auto()  # say something: it stands with the authority of its source
    DECIDE = auto()  # a person's word on what is stored: correct, revoke, confirm
    DEFINE = auto()  # change the registry of attributes
    DISTRUST = auto()  # take back everything that came from a source
    GOVERN = auto()  # say what the gate lets through, and who is sent what changes
    OPERATE = auto()  # start work on the whole store, and learn what it did
    ERASE = auto()  # have nothing left of what was said


RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Right),
        Role.WRITER: frozenset({Right.READ, Right.WRITE, Right.DECIDE, Right.DEFINE}),
        Role.REVIEWER: frozenset({Right.READ, Right.DECIDE, Right.DISTRUST}),
        Role.READER: frozenset({Right.READ}),
        Role.MODEL: frozenset({Right.READ, Right.WRITE}),
    }
)

FIELDS: Mapping[str, Mapping[str, Right]] = MappingProxyType(
    {
        "Query": {
            "attribute": Right.READ,
            "attributes": Right.READ,
            "audit": Right.READ,
            "auditHead": Right.READ,
            "belief": Right.READ,
            "beliefs": Right.READ,
            "calibration": Right.READ,
            "check": Right.READ,
            "consents": Right.READ,
            "contradictingClaims": Right.READ,
            "contradictions": Right.READ,
            "conventionProposals": Right.READ,
            "diff": Right.READ,
            "entities": Right.READ,
            "entity": Right.READ,
            "erasure": Right.ERASE,
            "erasurePreview": Right.ERASE,
            "job": Right.READ,
            "jobs": Right.READ,
            "loops": Right.READ,
            "memories": Right.READ,
            "memory": Right.READ,
            "mergeProposals": Right.READ,
            "node": Right.READ,
            "path": Right.READ,
            "policy": Right.READ,
            "recall": Right.READ,
            "recalls": Right.READ,
            "rejections": Right.READ,
            "reviewQueue": Right.READ,
            "sheets": Right.READ,
            "similarMemories": Right.READ,
            "stats": Right.READ,
            "supersessionChain": Right.READ,
            "tasks": Right.READ,
            "unsettled": Right.READ,
            "viewer": Right.READ,
            "webhooks": Right.GOVERN,
            "why": Right.READ,
        },
        "Mutation": {
            "acceptConvention": Right.DECIDE,
            "acceptMerge": Right.DECIDE,
            "applyCalibration": Right.GOVERN,
            "applyPolicy": Right.GOVERN,
            "assertBelief": Right.WRITE,
            "cancelJob": Right.DECIDE,
            "confirmMemory": Right.DECIDE,
            "consolidate": Right.DECIDE,
            "correctMemory": Right.DECIDE,
            "createWebhook": Right.GOVERN,
            "defineAttribute": Right.DEFINE,
            "deleteWebhook": Right.GOVERN,
            "dismissConvention": Right.DECIDE,
            "dismissMerge": Right.DECIDE,
            "dismissSimilar": Right.DECIDE,
            "distrust": Right.DISTRUST,
            "erase": Right.ERASE,
            "eraseSession": Right.ERASE,
            "importConversation": Right.WRITE,
            "liftRejection": Right.DECIDE,
            "markMemories": Right.DECIDE,
            "mergeEntities": Right.DECIDE,
            "proposeMerges": Right.DECIDE,
            "remember": Right.WRITE,
            "resolveContradiction": Right.DECIDE,
            "retractBelief": Right.WRITE,
            "retryJob": Right.DECIDE,
            "retryWebhook": Right.GOVERN,
            "review": Right.DECIDE,
            "reviewMany": Right.DECIDE,
            "revokeMemory": Right.DECIDE,
            "runTask": Right.OPERATE,
            "scheduleConsolidation": Right.DECIDE,
            "setConsent": Right.DECIDE,
            "splitEntity": Right.DECIDE,
        },
        "Subscription": {
            "beliefChanges": Right.READ,
            "jobProgress": Right.READ,
        },
    }
)


def fields_of(caller: Caller) -> list[str]:
    """Return the root fields that a caller may use, by name; no two roots have a field of one
    name.
    """
    return sorted(
        name
        for rights in FIELDS.values()
        for name, right in rights.items()
        if has_right(caller, right)
    )


def has_right(caller: Caller, right: Right) -> bool:
    """Whether a caller's role has a right.

    What is of the whole store, OPERATE, belongs to the tenant ``default`` alone: it is the tenant
    of a store that has one, and of whoever runs the store where there are several.
    """
    is_within_reach = right is not Right.OPERATE or caller.tenant == DEFAULT_TENANT
    return is_within_reach and right in RIGHTS[caller.role]


def require(caller: Caller, right: Right) -> None:
    """Go on only if a caller has a right.

    Raises:
        Forbidden: they do not.
    """
    if right not in RIGHTS[caller.role]:
        raise Forbidden(
            f"the role {caller.role.value} may not do this",
            hint=f"it takes a token of a role that may {right.name.lower()}",
        )
    if not has_right(caller, right):
        raise Forbidden(
            "this is work on the whole store, and not on one tenant",
            hint=f"it takes an owner's token of the tenant {DEFAULT_TENANT},"
            " or `doxa` where the store is",
        )
