"""Doxa for notebooks: the stored graph as typed objects of GQLAlchemy, to read and never to write.

It needs the extra ``[ogm]``, and no other module imports it; see docs/guides/notebooks.md.
"""

from importlib.util import find_spec

if find_spec("gqlalchemy") is None:
    raise ImportError(
        "graph.ogm needs the extra [ogm]; docs/guides/notebooks.md says how to install it"
    )

from graph.ogm.connecting import connect
from graph.ogm.mirror import (
    Belief,
    Contradiction,
    Entity,
    Episode,
    EvidencedBy,
    Memory,
    Name,
    Names,
    Related,
    SameAs,
    SupersededBy,
    Value,
    rows,
)
from graph.ogm.query import Query
from graph.ogm.view import View

__all__ = [
    "Belief",
    "Contradiction",
    "Entity",
    "Episode",
    "EvidencedBy",
    "Memory",
    "Name",
    "Names",
    "Query",
    "Related",
    "SameAs",
    "SupersededBy",
    "Value",
    "View",
    "connect",
    "rows",
]
