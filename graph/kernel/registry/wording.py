"""Claims as English sentences: for those that came without words of their own.

One function for every door. What a built-in attribute says is in a table; any other attribute is
told by its name. A sentence names its subject, so that it can be read alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from graph.kernel.registry.builtin import (
    ANIMAL,
    ORGANIZATION,
    PACK,
    PERSON,
    PLACE,
    PROJECT,
    SOFTWARE,
)

# What a sentence without a value speaks of, by what the attribute leads to.
_ANY: Mapping[str | None, str] = MappingProxyType(
    {
        None: "anything",
        PERSON: "anyone",
        PLACE: "any place",
        ORGANIZATION: "any organization",
        ANIMAL: "any animal",
        PROJECT: "any project",
        SOFTWARE: "any software",
    }
)


@dataclass(frozen=True, slots=True)
class Wording:
    """How one attribute is told, after the name of its subject; ``{}`` is the value.

    ``says`` is what holds, ``over`` what held and ``ended`` what holds no longer, or never did.
    ``none`` is what is told when whatever held is taken back. ``any`` stands for a value in it.
    """

    says: str
    over: str
    ended: str
    none: str


# Verbs whose past is not made by a rule.
_PAST = (
    {"is": "was", "was": "was", "are": "were", "has": "had", "does": "did", "goes": "went"}
    | {"makes": "made", "knows": "knew", "speaks": "spoke", "takes": "took", "meets": "met"}
    | {"wins": "won", "loses": "lost", "gives": "gave", "buys": "bought", "reads": "read"}
    | {"holds": "held", "drives": "drove", "comes": "came", "runs": "ran", "thinks": "thought"}
    | {"prefers": "preferred", "plans": "planned", "stops": "stopped", "feels": "felt"}
)
_POSSESSED = re.compile(r"('s [\w -]+?) (is|are) \{\}")
_NOUN = re.compile(r"(?:has|uses) (?:the|this) ([\w -]+?):? \{\}")


def past_of(text: str) -> str:
    """Return a text about what holds as one about what held: "lives in" becomes "lived in"."""
    verb, space, rest = text.partition(" ")
    known = _PAST.get(verb)
    if known is None and not verb.endswith("s"):
        # It tells of the past already.
        return text
    stem = verb.removesuffix("s")
    regular = f"{stem[:-2]}ied" if stem.endswith("ie") else f"{stem.removesuffix('e')}ed"
    return f"{known or regular}{space}{rest}"


def _wording(attribute: str, says: str, *, fixed: bool = False, none: str | None = None) -> Wording:
    """Derive from what holds what held, what holds no longer, and what is not so of anything.

    What is ``fixed`` does not end: where it is denied it was never so.
    """
    own = _POSSESSED.fullmatch(says)
    no_longer = "not" if fixed else "no longer"
    if own is not None:
        noun, verb = own[1], own[2]
        over = f"{noun} {past_of(verb)} {{}}"
        ended = f"{noun} {verb} {no_longer} {{}}"
        absent = f"{noun} {verb} {'not' if fixed else 'no longer'} known"
        return Wording(says, over, ended, none or absent)
    verb, _, rest = says.partition(" ")
    if verb in ("is", "was"):
        ended = f"{verb} {no_longer} {rest}"
    elif not fixed:
        ended = f"no longer {says}"
    elif verb in ("has", "speaks", "comes"):
        ended = f"does not {says.replace('has', 'have', 1).replace(verb, verb.rstrip('s'), 1)}"
    else:
        ended = f"did not {_ROOT[verb]} {rest}"
    found = _NOUN.fullmatch(says)
    if none is None and found is not None:
        plain = f"{says.split(maxsplit=1)[0]} {_article(found[1])} {found[1]}"
        none = f"no longer {plain}" if not fixed else f"has no {found[1]}"
    entry = PACK.get(attribute)
    kind = None if entry is None else entry.target_kind
    return Wording(says, past_of(says), ended, none or ended.replace("{}", _ANY[kind]))


_ROOT = {"visited": "visit", "attended": "attend", "studied": "study"}


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeio" else "a"


def _fixed(attribute: str, says: str, none: str | None = None) -> tuple[str, Wording]:
    return attribute, _wording(attribute, says, fixed=True, none=none)


def _passing(attribute: str, says: str, none: str | None = None) -> tuple[str, Wording]:
    return attribute, _wording(attribute, says, none=none)


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    dict(
        (
            _passing("name", "'s name is {}"),
            _passing("legal_name", "'s legal name is {}"),
            _passing("nickname", "goes by {}", "no longer goes by any nickname"),
            _passing("pronouns", "'s pronouns are {}"),
            _passing("gender", "'s gender is {}"),
            _passing("age", "'s age is {}"),
            _fixed("birthday", "'s birthday is {}"),
            _fixed("birth_year", "'s year of birth is {}"),
            _fixed("born_in", "was born in {}", "'s place of birth is not known"),
            _passing("nationality", "'s nationality is {}"),
            _passing("speaks", "speaks {}", "no longer speaks any language"),
            _fixed(
                "native_language",
                "speaks {} as a first language",
                "'s first language is not known",
            ),
            _fixed("home_town", "comes from {}", "'s home town is not known"),
            _passing("lives_in", "lives in {}", "'s home is no longer known"),
            _passing("staying_in", "is staying in {}", "is no longer staying anywhere else"),
            _passing("address", "'s address is {}"),
            _passing("email", "has the e-mail address {}"),
            _passing("phone", "has the phone number {}"),
            _passing("website", "has the website {}"),
            _passing("username", "has the user name {}", "no longer has a user name"),
            _fixed("ethnicity", "'s ethnicity is {}"),
            _passing("religion", "'s religion is {}"),
            _passing("politics", "'s political view is {}"),
            _passing("sexual_orientation", "'s sexual orientation is {}"),
            _passing("mood", "'s mood is {}"),
            _passing("current_location", "is in {}", "'s present whereabouts are no longer known"),
            _passing("diet", "'s diet is {}"),
            _passing("avoids_eating", "avoids eating {}"),
            _passing("allergic_to", "is allergic to {}"),
            _passing("has_condition", "has the condition {}"),
            _passing("takes_medication", "takes {}", "no longer takes any medication"),
            _passing("disability", "has the disability {}"),
            _fixed("blood_type", "'s blood type is {}"),
            _passing("marital_status", "'s marital status is {}"),
            _passing("has_children", "'s number of children is {}"),
            _passing("spouse", "is married to {}"),
            _passing("partner", "is together with {}"),
            _fixed("child", "is a parent of {}"),
            _fixed("parent", "is a child of {}"),
            _fixed("sibling", "is a sibling of {}"),
            _fixed("grandchild", "is a grandparent of {}"),
            _fixed("grandparent", "is a grandchild of {}"),
            _fixed("relative", "is related to {}"),
            _passing("friend", "is a friend of {}"),
            _passing("roommate", "shares a home with {}"),
            _passing("neighbor", "is a neighbour of {}"),
            _passing("emergency_contact", "has {} as an emergency contact"),
            _passing("has_pet", "has {} as a pet"),
            _passing("member_of", "is a member of {}"),
            _passing("volunteers_at", "volunteers at {}"),
            _passing("works_at", "works at {}"),
            _passing("job_title", "'s job title is {}"),
            _passing("department", "'s department is {}"),
            _passing("team", "belongs to the team {}", "no longer belongs to any team"),
            _passing("industry", "'s industry is {}"),
            _passing("workplace", "'s workplace is {}"),
            _passing("work_schedule", "'s work schedule is {}"),
            _passing("salary", "'s salary is {}"),
            _passing("bank_account", "has the bank account {}"),
            _passing("runs_business", "runs {}", "no longer runs any business"),
            _passing("skill", "has the skill {}"),
            _passing("certification", "has the certificate {}"),
            _passing("uses", "uses {}"),
            _passing("manager", "reports to {}"),
            _passing("manages", "manages {}"),
            _passing("colleague", "works with {}"),
            _passing("mentor", "is mentored by {}"),
            _passing("mentors", "mentors {}"),
            _passing("studies_at", "studies at {}"),
            _passing("studies", "studies {}"),
            _fixed("studied_at", "studied at {}"),
            _fixed("degree", "has the degree {}"),
            _passing("learning", "is learning {}"),
            _passing("works_on", "works on {}"),
            _passing("deadline", "'s deadline is {}"),
            _passing("status", "'s status is {}"),
            _passing("stage", "'s stage is {}"),
            _passing("owner", "'s owner is {}"),
            _passing("client", "has {} as a client", "no longer has any client"),
            _passing("stakeholder", "has {} as a stakeholder", "no longer has any stakeholder"),
            _passing("contributor", "has {} as a contributor", "no longer has any contributor"),
            _passing("repository", "has the repository {}"),
            _passing("budget", "'s budget is {}"),
            _passing("goal", "has this goal: {}"),
            _passing("milestone", "has the milestone {}"),
            _passing("version", "'s version is {}"),
            _fixed("released_on", "'s release date is {}"),
            _fixed("started_on", "'s start date is {}"),
            _passing("blocked_by", "is blocked by {}"),
            _passing("depends_on", "depends on {}"),
            _passing("programming_language", "is written in {}", "'s language is no longer known"),
            _passing("framework", "uses the framework {}"),
            _passing("license", "'s licence is {}"),
            _passing("hosted_on", "is hosted on {}"),
            _passing("priority", "'s priority is {}"),
            _passing("likes", "likes {}"),
            _passing("dislikes", "dislikes {}"),
            _passing("prefers", "prefers {}"),
            _passing("favorite", "has {} as a favourite", "no longer has any favourite"),
            _passing("preferred_language", "'s preferred language is {}"),
            _passing("preferred_meeting_time", "'s preferred meeting time is {}"),
            _passing("timezone", "'s time zone is {}"),
            _passing("hobby", "has {} as a hobby", "no longer has any hobby"),
            _passing("plays", "plays {}"),
            _passing("fan_of", "is a fan of {}"),
            _passing("reading", "is reading {}"),
            _passing("owns", "owns {}"),
            _passing("drives", "drives {}"),
            _fixed("visited", "visited {}"),
            _fixed("attended", "attended {}"),
            _passing("plans", "has this plan: {}"),
            _passing("considering", "is considering {}"),
            _passing("wants", "has this wish: {}"),
            _passing("fears", "fears {}"),
        )
    )
)

_PREPOSITIONS = frozenset(
    ["about", "as", "at", "by", "for", "from", "in", "into", "of", "on", "to", "with"]
)
_VERBS = frozenset(["is", "was", "can", "does", "will"])
_NUMBER = re.compile(r"[+-]?\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class Said:
    """What a claim says: of whom, by which attribute, and the value as it was said.

    Without a ``value`` whatever held is taken back. ``over``: it held, and was over when it was
    said. ``unit`` is that of the attribute, for a bare number.
    """

    subject: str
    attribute: str
    value: str | None
    negative: bool = False
    over: bool = False
    context: str | None = None
    unit: str | None = None


def sentence(statement: Said) -> str:
    """Return a claim as an English sentence that can be read alone."""
    wording = WORDINGS.get(statement.attribute) or _custom(statement.attribute)
    value = " ".join((statement.value or "").split())
    if not value:
        form = wording.none
    elif statement.negative:
        form = wording.ended
    else:
        form = wording.over if statement.over else wording.says
    if statement.unit and _NUMBER.fullmatch(value):
        value = f"{value} {statement.unit}"
    told = form.replace("{}", value)
    if told.startswith("'s "):
        told = possessive(statement.subject) + told.removeprefix("'s")
    else:
        told = f"{statement.subject}{'' if told.startswith(':') else ' '}{told}"
    context = "" if statement.context is None else f" ({statement.context})"
    # What is quoted may bring its own full stop.
    return told + context if not context and told[-1] in ".!?…。" else f"{told}{context}."


def possessive(name: str) -> str:
    """Return a name with what makes it an owner: "Ana's", "James's", "Nora's parents'"."""
    plural = re.search(r"['\u2019]s [a-z]+s$", name) is not None
    return f"{name}'" if plural else f"{name}'s"


def _custom(attribute: str) -> Wording:
    """Return how an attribute without a wording is told, by what it is called."""
    words = attribute.replace("_", " ").split() or [attribute]
    if words[0] == "has" and len(words) > 1:
        words = words[1:]
    called = " ".join(words)
    verbal = len(words) > 1 and words[0] in _VERBS
    if len(words) > 1 and words[-1] in _PREPOSITIONS:
        if verbal or words[0].endswith("s"):
            return _wording(attribute, f"{called} {{}}")
        return Wording(
            f": {called} {{}}",
            f": formerly {called} {{}}",
            f": no longer {called} {{}}",
            f": no longer {called} anything",
        )
    whose = called if verbal else f"'s {called}"
    return Wording(
        f"{whose}: {{}}",
        f"{whose}, formerly: {{}}",
        f"{whose}: no longer {{}}",
        f"{whose}: no longer known",
    )
