"""The built-in attributes: what people say about themselves, their work, relations and projects.

A tenant's own definitions lie on top. What has a name of its own (a person, a place, an
organization, a project) is an entity, of the kind that the relation leads to. Elsewhere a tenant's
first claim decides whether the values are entities. Values that people word freely stay text, dates
and sums of money among them: a tenant that asserts them in a form defines them so.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graph.model.records import Attribute
from graph.vocabulary import Cardinality, ValueType

ONE, MANY = Cardinality.ONE, Cardinality.MANY
TEXT, ENTITY, NUMBER = ValueType.TEXT, ValueType.ENTITY, ValueType.NUMBER

# What a relation leads to.
PERSON, PLACE, ORGANIZATION, ANIMAL = "person", "place", "organization", "animal"
PROJECT, SOFTWARE = "project", "software"

# Days after which what is said of an attribute counts half, where it was not recalled since. What
# people are lasts, what they are about passes.
HALF_LIVES: Mapping[str, float] = MappingProxyType(
    {
        "identity": 3_650.0,
        "ethnicity": 3_650.0,
        "family": 3_650.0,
        "diet": 1_825.0,
        "health": 1_825.0,
        "politics": 1_825.0,
        "religion": 1_825.0,
        "sexuality": 1_825.0,
        "education": 1_825.0,
        "home": 730.0,
        "contact": 730.0,
        "work": 365.0,
        "finance": 365.0,
        "social": 365.0,
        "possessions": 365.0,
        "preference": 365.0,
        "leisure": 180.0,
        "events": 180.0,
        "project": 90.0,
        "plans": 60.0,
        "state": 2.0,
    }
)
# Of whatever category, what changes often passes soon.
VOLATILE_DAYS = 14.0

# Special categories of data protection law have categories of their own, which policy singles out.
HEALTH = "health"


def _one(name: str, category: str, *aliases: str, to: str | None = None, **more: Any) -> Attribute:
    return _attribute(name, ONE, category, aliases, to, more)


def _many(name: str, category: str, *aliases: str, to: str | None = None, **more: Any) -> Attribute:
    return _attribute(name, MANY, category, aliases, to, more)


def _attribute(
    name: str,
    cardinality: Cardinality,
    category: str,
    aliases: tuple[str, ...],
    to: str | None,
    more: dict[str, Any],
) -> Attribute:
    lasting = HALF_LIVES[category]
    given: dict[str, Any] = {
        "value_type": TEXT if to is None else ENTITY,
        "target_kind": to,
        "half_life_days": min(lasting, VOLATILE_DAYS) if more.get("volatile") else lasting,
    } | more
    return Attribute(name, cardinality, category=category, aliases=aliases, **given)


_SELF = (
    _one("name", "identity", "is_named"),
    _one("legal_name", "identity", "full_legal_name", high_stakes=True),
    _many("nickname", "identity", "moniker", "also_known_as", "goes_by", "known_as"),
    _one("pronouns", "identity", "preferred_pronouns"),
    _one("gender", "identity"),
    _one(
        "age", "identity", "how_old", "age_in_years", "years_old", value_type=NUMBER, ttl_days=365.0
    ),
    _many("birth_year", "identity", "year_born", "year_of_birth", "born_in_year"),
    _one("birthday", "identity", "dob", "born_on", "date_of_birth", "birth_date"),
    _one(
        "born_in",
        "identity",
        "birth_location",
        "birthplace",
        "place_of_birth",
        "birth_place",
        "was_born_in",
        to=PLACE,
    ),
    _many("nationality", "identity", "citizenship"),
    _many(
        "speaks",
        "identity",
        "speaks_language",
        "can_speak",
        "languages_spoken",
        "spoken_languages",
    ),
    _many("native_language", "identity", "mother_tongue", "native_tongue", "first_language"),
    _one("home_town", "home", "hails_from", "originally_from", "hometown", "grew_up_in", to=PLACE),
    _one(
        "lives_in",
        "home",
        "resides_in",
        "home_city",
        "city",
        "lives_at",
        "residence",
        "place_of_residence",
        "based_in",
        "dwells_in",
        to=PLACE,
    ),
    _one("address", "contact", "residential_address", "home_address"),
    _many("email", "contact", "email_addr", "email_address", "e_mail"),
    _many(
        "phone",
        "contact",
        "telephone_number",
        "phone_number",
        "mobile",
        "mobile_number",
        "telephone",
    ),
    _many("website", "contact", "homepage", "url"),
    _many("username", "contact", "screen_name", "handle", "account_name"),
    _many("ethnicity", "ethnicity", "ethnic_origin", "ethnic_background"),
    _one("religion", "religion", "religious_faith", "faith", "religious_affiliation"),
    _one(
        "politics",
        "politics",
        "political_view",
        "political_affiliation",
        "votes_for",
    ),
    _one("sexual_orientation", "sexuality", "orientation"),
    _one("mood", "state", "feels", volatile=True, ttl_days=3.0),
    _one("staying_in", "home", "visiting", volatile=True, to=PLACE),
    _one("current_location", "state", "is_in", volatile=True, ttl_days=2.0, to=PLACE),
)

_BODY = (
    _one("diet", "diet", "dietary_preference", "follows_diet"),
    _many("avoids_eating", "diet", "does_not_eat"),
    _many("allergic_to", HEALTH, "allergy", "allergies", "has_allergy"),
    _many(
        "has_condition",
        HEALTH,
        "medical_condition",
        "health_condition",
        "diagnosis",
        "diagnosed_with",
        "was_diagnosed_with",
        "suffers_from",
        "illness",
        "ailment",
    ),
    _many("takes_medication", HEALTH, "medication", "takes_medicine"),
    _many("disability", HEALTH),
    _one("blood_type", HEALTH, "blood_group", high_stakes=True),
)

_PEOPLE = (
    _one(
        "marital_status",
        "family",
        "civil_status",
        "marital_state",
        "relationship_status",
        resumes=False,
    ),
    _one("has_children", "family", "number_of_children"),
    _one(
        "spouse",
        "family",
        "wedded_to",
        "married_to",
        "husband",
        "wife",
        "is_married_to",
        to=PERSON,
        symmetric=True,
        resumes=False,
    ),
    _one(
        "partner",
        "family",
        "romantic_partner",
        "girlfriend",
        "boyfriend",
        "dating",
        "in_relationship_with",
        "engaged_to",
        to=PERSON,
        symmetric=True,
        resumes=False,
    ),
    _many(
        "child",
        "family",
        "offspring",
        "has_child",
        "son",
        "daughter",
        "has_son",
        "has_daughter",
        "parent_of",
        to=PERSON,
        inverse="parent",
    ),
    _many(
        "parent",
        "family",
        "offspring_of",
        "mother",
        "father",
        "has_parent",
        "child_of",
        "son_of",
        "daughter_of",
        to=PERSON,
        inverse="child",
    ),
    _many(
        "sibling",
        "family",
        "brother",
        "sister",
        "has_sister",
        "has_brother",
        "has_sibling",
        to=PERSON,
        symmetric=True,
    ),
    _many("grandchild", "family", "grandparent_of", to=PERSON, inverse="grandparent"),
    _many(
        "grandparent",
        "family",
        "grandmother",
        "grandfather",
        "grandchild_of",
        to=PERSON,
        inverse="grandchild",
    ),
    _many("relative", "family", "related_to", to=PERSON, symmetric=True),
    _many(
        "friend", "social", "pal", "friend_of", "friends_with", "buddy", to=PERSON, symmetric=True
    ),
    _many("roommate", "home", "flatmate", "housemate", to=PERSON, symmetric=True),
    _many("neighbor", "home", "neighbour", to=PERSON, symmetric=True),
    _many("emergency_contact", "contact", to=PERSON, high_stakes=True),
    _many("has_pet", "home", "pet", "owns_pet", to=ANIMAL),
    _many("member_of", "social", "is_member_of", to=ORGANIZATION),
    _many("volunteers_at", "social", "volunteers_for", to=ORGANIZATION),
)

_WORK = (
    _one(
        "works_at",
        "work",
        "employed_by",
        "employed_at",
        "employee_of",
        "place_of_employment",
        "has_job_at",
        "employer",
        "works_for",
        "company",
        resumes=False,
        to=ORGANIZATION,
    ),
    _one(
        "job_title",
        "work",
        "position_title",
        "employed_as",
        "occupation",
        "profession",
        "works_as",
        "job",
        "job_role",
        "vocation",
        resumes=False,
    ),
    _one("department", "work", "works_in_department", resumes=False),
    _many("team", "work", "works_in_team", "on_team"),
    _one("industry", "work", "works_in_industry", "field_of_work"),
    _one("workplace", "work", "place_of_work", "office", "works_from", "work_location"),
    _one("work_schedule", "work", "hours_of_work", "working_hours", "work_hours"),
    _one("salary", "finance", "income", "earns", "pay", "wage"),
    _many("bank_account", "finance", "iban", high_stakes=True),
    _many("runs_business", "work", "owns_business", "founder_of", to=ORGANIZATION),
    _many("skill", "work", "skills", "has_skill", "skilled_in", "expertise"),
    _many("certification", "work", "certified_in", "certificate"),
    _many("uses", "work", "uses_tool", to=SOFTWARE),
    _one(
        "manager",
        "work",
        "boss",
        "supervisor",
        "managed_by",
        "line_manager",
        "reports_to",
        "superior",
        to=PERSON,
        inverse="manages",
        resumes=False,
    ),
    _many(
        "manages",
        "work",
        "manager_of",
        "supervises",
        "direct_report",
        to=PERSON,
        inverse="manager",
    ),
    _many(
        "colleague",
        "work",
        "fellow_employee",
        "coworker",
        "workmate",
        "works_with",
        to=PERSON,
        symmetric=True,
    ),
    _many("mentor", "work", "mentored_by", to=PERSON, inverse="mentors"),
    _many("mentors", "work", "mentor_of", to=PERSON, inverse="mentor"),
    _one(
        "studies_at",
        "education",
        "attends_school",
        "attends_university",
        resumes=False,
        to=ORGANIZATION,
    ),
    _many("studies", "education", "majors_in", "major"),
    _many(
        "studied_at",
        "education",
        "educated_at",
        "was_educated_at",
        "graduated_from",
        "alma_mater",
        to=ORGANIZATION,
    ),
    _many("degree", "education", "academic_degree", "has_degree", "holds_degree"),
    _many("learning", "education", "is_learning"),
)

_PROJECTS = (
    _many("works_on", "work", "working_on", "contributes_to", to=PROJECT),
    _one("deadline", "project", "due_on"),
    _one("status", "project", volatile=True),
    _one("stage", "project", "phase"),
    _one("owner", "project", "owned_by"),
    _many("client", "project", "customer"),
    _many("stakeholder", "project"),
    _many("contributor", "project", "maintainer"),
    _many("repository", "project", "repo", "code_repository"),
    _one("budget", "project", "has_budget"),
    _many("goal", "project", "objective", "aim", "aims_to"),
    _many("milestone", "project"),
    _one("version", "project", "current_version"),
    _one("released_on", "project", "release_date", "launch_date"),
    _one("started_on", "project", "start_date"),
    _many("blocked_by", "project", "blocker", volatile=True),
    _many("depends_on", "project"),
    _many("programming_language", "project", "written_in", to=SOFTWARE),
    _many("framework", "project", "uses_framework", to=SOFTWARE),
    _one("license", "project", "licence", "licensed_under"),
    _many("hosted_on", "project", "deployed_on", "deployed_to"),
    _one("priority", "project", volatile=True),
)

_TASTES = (
    _many(
        "likes",
        "preference",
        "takes_pleasure_in",
        "loves",
        "enjoys",
        "fond_of",
        opposite="dislikes",
    ),
    _many(
        "dislikes",
        "preference",
        "has_aversion_to",
        "hates",
        "does_not_like",
        "cannot_stand",
        opposite="likes",
    ),
    _many("prefers", "preference", "preference"),
    _many("favorite", "preference", "favourite"),
    _one("preferred_language", "preference"),
    _one("preferred_meeting_time", "preference"),
    _one("timezone", "preference", "tz", "time_zone"),
    _many(
        "hobby",
        "leisure",
        "spare_time_activity",
        "hobbies",
        "interest",
        "pastime",
        "leisure_activity",
    ),
    _many("plays", "leisure", "plays_instrument", "plays_sport"),
    _many("fan_of", "leisure", "is_fan_of", "supports_team"),
    _many("reading", "leisure", "is_reading", volatile=True),
    _many("owns", "possessions", "possesses"),
    _one("drives", "possessions", "car"),
    _many("visited", "events", "has_been_to", "went_to", "travelled_to", "traveled_to", to=PLACE),
    _many("attended", "events"),
    _many("plans", "plans", "plans_to", "intends_to"),
    _many("considering", "plans", "thinking_about", volatile=True),
    _many("wants", "plans", "wishes", "wants_to", "desires"),
    _many("fears", "preference", "frightened_of", "afraid_of", "scared_of"),
)

_ENTRIES = (*_SELF, *_BODY, *_PEOPLE, *_WORK, *_PROJECTS, *_TASTES)

# The form these have is not fixed here: the first claim of a tenant decides.
FREE_FORM = frozenset(
    entry.name for entry in _ENTRIES if entry.value_type is TEXT and entry.category != "identity"
)

PACK: Mapping[str, Attribute] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
ALIASES: Mapping[str, str] = MappingProxyType(
    {alias: entry.name for entry in _ENTRIES for alias in entry.aliases}
)
