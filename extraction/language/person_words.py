"""Lexicon of words for people: pronouns by person, number and sex, and nouns."""

from __future__ import annotations

from graph.kernel.entities.given_names import Sex

FIRST = frozenset({"i", "me", "my", "mine", "myself"})
FIRST_PLURAL = frozenset({"we", "us", "our", "ours", "ourselves"})
SECOND = frozenset({"you", "your", "yours", "yourself", "ya", "u", "ye"})
SECOND_PLURAL = frozenset({"yourselves", "y'all"})
FEMALE = frozenset({"she", "her", "hers", "herself"})
MALE = frozenset({"he", "him", "his", "himself"})
PLURAL = frozenset({"they", "them", "their", "theirs", "themselves", "'em"})
THING = frozenset({"it", "its", "itself"})
REFLEXIVE = frozenset(
    {"myself", "yourself", "himself", "herself", "ourselves", "yourselves", "themselves"}
)
POSSESSIVE = frozenset({"my", "our", "your", "his", "her", "their"})

FEMALE_NOUNS = frozenset(
    {"sister", "wife", "mother", "mom", "mum", "mommy", "mummy", "ma", "mama", "daughter", "aunt"}
    | {"auntie", "niece", "girlfriend", "grandmother", "grandma", "granny", "fiancée", "fiancee"}
    | {"woman", "girl", "lady", "queen", "actress", "waitress", "stepmother", "stepsister", "nun"}
    | {"stepmum", "stepmom", "goddaughter", "godmother", "nan", "nana", "gran", "missus", "sis"}
    | {"bride", "bridesmaid", "hostess", "princess", "widow", "madam", "ma'am", "chick", "gal"}
    | {"mother-in-law", "sister-in-law", "daughter-in-law", "duchess"}
    | {"landlady", "housewife", "saleswoman", "businesswoman", "heroine", "mistress", "empress"}
)
MALE_NOUNS = frozenset(
    {"brother", "husband", "father", "dad", "daddy", "pa", "papa", "son", "uncle", "nephew"}
    | {"boyfriend", "grandfather", "grandpa", "granddad", "fiancé", "fiance", "man", "boy", "guy"}
    | {"gentleman", "king", "actor", "waiter", "stepfather", "stepbrother", "monk", "groom", "lad"}
    | {"prince", "widower", "sir", "dude", "bloke", "fellow", "father-in-law", "brother-in-law"}
    | {"son-in-law", "duke", "landlord", "salesman", "policeman"}
    | {"businessman", "fireman", "priest", "hero", "emperor", "bro", "pal"}
    | {"stepdad", "godson", "godfather", "grandad"}
)
EITHER_NOUNS = frozenset(
    {"friend", "person", "baby", "child", "kid", "boss", "manager", "doctor", "nurse", "teacher"}
    | {"neighbor", "neighbour", "cousin", "partner", "spouse", "parent", "sibling", "colleague"}
    | {"coworker", "co-worker", "roommate", "flatmate", "housemate", "student", "professor"}
    | {"lawyer", "artist", "agent", "adult", "date", "ex", "lover", "stranger", "buddy", "honey"}
    | {"sweetheart", "sweetie", "darling", "dear", "babe", "baby", "love", "creep", "jerk", "idiot"}
    | {"loser", "genius", "dentist", "therapist", "mentor", "coach", "tutor", "assistant", "client"}
    | {"customer", "patient", "singer", "writer", "author", "player", "director", "president"}
    | {"leader", "officer", "captain", "driver", "founder", "engineer", "toddler", "teenager"}
)
KIN = frozenset(
    {"sister", "wife", "mother", "mom", "mum", "daughter", "aunt", "niece", "girlfriend", "brother"}
    | {"husband", "father", "dad", "son", "uncle", "nephew", "boyfriend", "grandmother", "grandma"}
    | {"grandfather", "grandpa", "cousin", "partner", "spouse", "boss", "manager", "roommate"}
)
# What somebody is called to the face; beside "guys" and kin.
TO_THE_FACE = frozenset(
    {"honey", "sweetheart", "sweetie", "darling", "dear", "babe", "baby", "love", "buddy", "pal"}
    | {"dude", "man", "sir", "madam", "ma'am", "bro", "mate", "mom", "mum", "dad", "daddy", "mommy"}
    | {"grandma", "grandpa", "doc", "doctor", "son", "kid", "girl", "boy", "mister", "lady", "boss"}
    | {"friend", "woman", "hon", "sis", "sweety", "cutie", "partner", "guy", "captain", "professor"}
)
GROUPS = frozenset({"guys", "everyone", "everybody", "folks", "people", "all", "ladies", "kids"})
FEMALE_TITLES = frozenset(
    {"mrs", "ms", "miss", "lady", "madam", "queen", "princess", "aunt", "sister"}
)
MALE_TITLES = frozenset({"mr", "sir", "lord", "king", "prince", "uncle", "father", "brother"})
TITLES = (
    FEMALE_TITLES
    | MALE_TITLES
    | {"dr", "doctor", "prof", "professor", "rev", "captain", "president", "judge", "senator"}
    | {"general", "colonel", "sergeant", "detective", "officer", "grandma", "grandpa", "coach"}
)


def noun_sex(noun: str) -> Sex | None:
    """Return the sex that a noun for a person implies."""
    if noun in FEMALE_NOUNS:
        return "female"
    return "male" if noun in MALE_NOUNS else None


def is_person_noun(noun: str) -> bool:
    """Check whether a noun, in lower case and singular, refers to a person."""
    return noun in FEMALE_NOUNS or noun in MALE_NOUNS or noun in EITHER_NOUNS


def pronoun_sex(word: str) -> Sex | None:
    """Return the sex that a pronoun implies."""
    if word in FEMALE:
        return "female"
    return "male" if word in MALE else None
