"""Everything that can be asked of the store, in one place.

Each function takes the session and the caller first and answers for the caller's tenant only;
another tenant's id is an unknown id. Reading never writes.
"""

from graph.kernel.entities.entity_queries import entities, entities_by_id, entity
from graph.read.beliefs import (
    as_of,
    belief,
    belief_by_id,
    belief_key,
    beliefs,
    beliefs_by_id,
    history,
    slots,
    timeline,
)
from graph.read.contradicting_claims import contradicting_claims
from graph.read.contradiction_lists import (
    audit,
    audit_head,
    audit_record,
    contradictions,
    contradictions_by_id,
    open_challenges,
    rejections,
    rejections_by_id,
    review_queue,
)
from graph.read.conventions import convention_proposals
from graph.read.diff import diff
from graph.read.formerly import formerly
from graph.read.loops import loops
from graph.read.memories import (
    TURNS_MAX,
    TurnsAround,
    chain,
    episode_memories,
    episodes_by_id,
    excerpts,
    memories_by_id,
    turns_around,
)
from graph.read.memory_list import MemoryFilter, memories, memory_key
from graph.read.traversal import (
    Hop,
    Neighbourhood,
    count_related,
    follow,
    neighbourhood,
    path,
    related,
)
from graph.read.unsettled import unsettled

__all__ = [
    "TURNS_MAX",
    "Hop",
    "MemoryFilter",
    "Neighbourhood",
    "TurnsAround",
    "as_of",
    "audit",
    "audit_head",
    "audit_record",
    "belief",
    "belief_by_id",
    "belief_key",
    "beliefs",
    "beliefs_by_id",
    "chain",
    "contradicting_claims",
    "contradictions",
    "contradictions_by_id",
    "convention_proposals",
    "count_related",
    "diff",
    "entities",
    "entities_by_id",
    "entity",
    "episode_memories",
    "episodes_by_id",
    "excerpts",
    "follow",
    "formerly",
    "history",
    "loops",
    "memories",
    "memories_by_id",
    "memory_key",
    "neighbourhood",
    "open_challenges",
    "path",
    "rejections",
    "rejections_by_id",
    "related",
    "review_queue",
    "slots",
    "timeline",
    "turns_around",
    "unsettled",
]
