"""The built-in attributes: what people say about themselves, their work and their relations.

A tenant's own definitions lie on top. Whether a value is a literal or an entity is fixed here only
where nothing else makes sense; elsewhere a tenant's first claim fixes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graph.model import Attribute
from graph.vocabulary import Cardinality, ValueType

ONE, MANY = Cardinality.ONE, Cardinality.MANY
TEXT, ENTITY = ValueType.TEXT, ValueType.ENTITY

_ENTRIES = (
    Attribute("lives_in", ONE, TEXT, category="home", aliases=("resides_in", "home_city", "city")),
    Attribute("home_town", ONE, TEXT, category="home", aliases=("hometown", "grew_up_in")),
    Attribute("nationality", MANY, TEXT, category="identity", aliases=("citizenship",)),
    Attribute("born_in", ONE, TEXT, category="identity", aliases=("birthplace",)),
    Attribute("birthday", ONE, TEXT, category="identity", aliases=("born_on", "date_of_birth")),
    Attribute("age", ONE, ValueType.NUMBER, category="identity"),
    Attribute("name", ONE, TEXT, category="identity"),
    Attribute("marital_status", ONE, TEXT, category="family", resumes=False),
    Attribute("has_children", ONE, TEXT, category="family"),
    Attribute("roommate", MANY, ENTITY, category="home", symmetric=True),
    Attribute("neighbor", MANY, ENTITY, category="home", symmetric=True),
    Attribute("relative", MANY, ENTITY, category="family", symmetric=True),
    Attribute("runs_business", MANY, TEXT, category="work"),
    Attribute("learning", MANY, TEXT, category="education"),
    Attribute("avoids_eating", MANY, TEXT, category="health"),
    Attribute("plans", MANY, TEXT, category="plans"),
    Attribute("considering", MANY, TEXT, category="plans", volatile=True),
    Attribute("nickname", MANY, TEXT, category="identity"),
    Attribute(
        "works_at",
        ONE,
        TEXT,
        category="work",
        resumes=False,
        aliases=("employed_by", "has_job_at", "employer", "works_for"),
    ),
    Attribute(
        "job_title",
        ONE,
        TEXT,
        category="work",
        resumes=False,
        aliases=("occupation", "profession", "works_as", "job", "role"),
    ),
    Attribute("studies_at", ONE, TEXT, category="education", resumes=False),
    Attribute("studies", MANY, TEXT, category="education"),
    Attribute("studied_at", MANY, TEXT, category="education", aliases=("graduated_from",)),
    Attribute(
        "spouse",
        ONE,
        ENTITY,
        category="family",
        symmetric=True,
        resumes=False,
        aliases=("married_to", "husband", "wife"),
    ),
    Attribute("partner", ONE, ENTITY, category="family", symmetric=True, resumes=False),
    Attribute("child", MANY, ENTITY, category="family", inverse="parent"),
    Attribute("parent", MANY, ENTITY, category="family", inverse="child"),
    Attribute("sibling", MANY, ENTITY, category="family", symmetric=True),
    Attribute("friend", MANY, ENTITY, category="social", symmetric=True),
    Attribute("manager", ONE, ENTITY, category="work", resumes=False, aliases=("boss",)),
    Attribute("colleague", MANY, ENTITY, category="work", symmetric=True),
    Attribute("has_pet", MANY, TEXT, category="home", aliases=("pet",)),
    Attribute("likes", MANY, TEXT, category="preference", opposite="dislikes"),
    Attribute("dislikes", MANY, TEXT, category="preference", opposite="likes"),
    Attribute("prefers", MANY, TEXT, category="preference"),
    Attribute("preferred_language", ONE, TEXT, category="preference"),
    Attribute("preferred_meeting_time", ONE, TEXT, category="preference"),
    Attribute("timezone", ONE, TEXT, category="preference"),
    Attribute("hobby", MANY, TEXT, category="leisure"),
    Attribute("plays", MANY, TEXT, category="leisure"),
    Attribute("speaks", MANY, TEXT, category="identity"),
    Attribute("owns", MANY, TEXT, category="possessions"),
    Attribute("drives", ONE, TEXT, category="possessions"),
    Attribute("diet", ONE, TEXT, category="health", aliases=("eats",)),
    Attribute("allergic_to", MANY, TEXT, category="health", aliases=("allergy",)),
    Attribute("member_of", MANY, TEXT, category="social"),
    Attribute("volunteers_at", MANY, TEXT, category="social"),
    Attribute("visited", MANY, TEXT, category="events", aliases=("went_to", "travelled_to")),
    Attribute("attended", MANY, TEXT, category="events"),
    Attribute("uses", MANY, TEXT, category="work"),
    Attribute("works_on", MANY, TEXT, category="work"),
    Attribute("mood", ONE, TEXT, category="state", volatile=True, ttl_days=3.0),
)

# The form these have is not fixed here: the first claim of a tenant decides.
FREE_FORM = frozenset(
    entry.name for entry in _ENTRIES if entry.value_type is TEXT and entry.category != "identity"
)

PACK: Mapping[str, Attribute] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
ALIASES: Mapping[str, str] = MappingProxyType(
    {alias: entry.name for entry in _ENTRIES for alias in entry.aliases}
)
