"""The words of chat English: what is short for what, what is talk, and what is whose."""

from __future__ import annotations

import re

# What never follows a genitive: "Tom's my flatmate", "Mum's not well".
NO_GENITIVE = re.compile(
    r"\w['’]s (?:my|your|his|our|their|an?|the|not|called|named|been|got|on|in|from|allergic|\d+"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= (?:now|and|but)\b|[,.]|$)"
    r"|coeliac|celiac|vegan|vegetarian|diabetic|pregnant|retired|deaf|blind|asthmatic|autistic)\b"
    r"|\bname['’]s (?=[A-Z])",
    re.IGNORECASE,
)
APOSTROPHES = {"m": "'m", "ve": "'ve", "re": "'re", "s": "'s", "nt": "n't"}
ESSES = ("'s", "’s", "s")
AUXILIARIES = {"been": "has", "got": "has"}
# "I'm at my mum's on Sunday" is a genitive; what opens a sentence is none.
LOCATIVE = frozenset({"on", "in", "from"})
OPENING = 3
IN_LAW = 5
# Whole tokens; the tokenizer parts "gonna" and "wanna".
SHORT = {
    "i": "I",
    "u": "you",
    "ur": "your",
    "w": "with",
    "w/": "with",
    "bc": "because",
    "cuz": "because",
    "coz": "because",
    "gf": "girlfriend",
    "bf": "boyfriend",
    "hubby": "husband",
    "bro": "brother",
    "sis": "sister",
    "bday": "birthday",
    "abt": "about",
    # Unknown to the parser, which takes them for verbs.
    "gluten": "wheat",
    "mum": "mom",
    "mam": "mom",
    "mummy": "mommy",
    "nan": "grandma",
    "gran": "grandma",
    "grandad": "grandpa",
    "maths": "math",
    "tho": "though",
    "gon": "going",
    "wan": "want",
    "r": "are",
    "n": "and",
    "em": "them",
    "amma": "mom",
    "da": "dad",
    "ma": "mom",
    "appa": "dad",
}
# Short only in small letters: else "R", "Em" and "Amma" are names.
ALSO_NAMES = frozenset({"r", "n", "em", "amma", "appa", "ma", "da"})
SEVERAL = frozenset({"we", "they", "you", "u", "who", "these", "those"})
PARTED = frozenset({"gon", "wan"})
# After these "'s" is a verb: "she's vegan", which the parser takes for a genitive.
PRONOUNS = frozenset({"he", "she", "it", "that", "there", "who", "what", "where", "here"})
PARTICIPLE = re.compile(
    r"(?:\w+ed|gone|done|lost|left|moved|become|taken|made|seen"
    r"|met|bought|sold|given|had|found|grown|come|kept|won|put|quit)",
    re.IGNORECASE,
)
ADVERBS = frozenset({"always", "just", "never", "already", "recently"})
TYPED = re.compile(r"(?:1|2|one|two|i|ii)", re.IGNORECASE)
OWNERS = frozenset({"my", "our", "his", "her"})
BEARER = re.compile(
    r"(?:daughter|son|wife|husband|mum|mom|dad|sister|brother|girlfriend|boyfriend|partner"
    r"|boss|dog|cat|friend|mate|flatmate|baby|gran|grandma|grandad|nan|cousin|niece|nephew|uncle"
    r"|van|laptop|phone|bike|house|flat|school|office|shop|boiler|bro|sis|lad|hubby|missus"
    r"|aunt|auntie|granddad|grandpa|kid|neighbour|neighbor|landlord|teacher|nana|mam)s",
    re.IGNORECASE,
)
OWNED = frozenset(
    {
        "name",
        "names",
        "birthday",
        "house",
        "place",
        "car",
        "job",
        "school",
        "side",
        "wedding",
        "dog",
    }
    | {
        "cat",
        "flat",
        "room",
        "number",
        "phone",
        "email",
        "address",
        "husband",
        "wife",
        "mum",
        "dad",
    }
    | {"partner", "boyfriend", "girlfriend", "kids", "son", "daughter", "surgery", "operation"}
    | {"funeral", "graduation", "team", "favourite", "favorite", "brother", "sister", "boss"}
    | {"family", "parents", "bike", "van", "laptop", "shop", "allergies", "meds", "insulin"}
)
# Two words that are one: the parser takes "I'm left handed" for something left.
PAIRS = frozenset(
    {("left", "handed"), ("right", "handed"), ("colour", "blind"), ("color", "blind")}
    | {("short", "sighted"), ("long", "sighted"), ("part", "time"), ("full", "time")}
    | {("self", "employed"), ("semi", "retired"), ("gluten", "free"), ("dairy", "free")}
    | {("plant", "based"), ("lactose", "intolerant"), ("home", "schooled")}
)
# What the speaker's "me" is one's own before: "got me own van".
MINE = frozenset(
    {
        "own",
        "mum",
        "mam",
        "dad",
        "nan",
        "mate",
        "mates",
        "missus",
        "job",
        "van",
        "car",
        "house",
        "back",
    }
    | {"knee", "wife", "husband", "brother", "sister", "son", "daughter", "kids", "boss", "flat"}
)
# Talk, which the parser takes for nouns.
TALK = re.compile(r"(?:lo+l|(?:ha){2,}h?|lmf?ao|tbh|ngl|rofl|btw|fyi|imho|x{1,3})", re.IGNORECASE)
# Whom one calls by what they are to one, and what may stand before.
ELDERS = frozenset(
    {"mum", "mom", "mam", "mummy", "dad", "daddy", "gran", "granny", "grandma", "nan", "nana"}
    | {"nanny", "grandad", "granddad", "grandpa", "amma", "appa", "papa", "mama"}
)
LEADING = frozenset(
    {
        "and",
        "but",
        "so",
        "because",
        "when",
        "if",
        "that",
        "since",
        "for",
        "with",
        "to",
        "from",
        "as",
    }
)
CALLED = frozenset({"called", "named"})
PEOPLE = frozenset(
    {"daughter", "son", "wife", "husband", "sister", "brother", "girlfriend", "boyfriend", "gf"}
    | {"bf", "partner", "boss", "manager", "friend", "mate", "flatmate", "roommate", "dog", "cat"}
    | {"cousin", "niece", "nephew", "uncle", "aunt", "auntie", "colleague", "fiance", "hubby"}
)
# Given names that the parser takes for helping verbs, months or nouns, with others of their sex
# that it knows for names.
MISTAKEN = {"Will": "Tom", "Mark": "Tom", "Chip": "Tom", "Drew": "Tom", "Chase": "Tom"} | {
    "May": "Anna",
    "June": "Anna",
    "April": "Anna",
    "August": "Tom",
    "Dawn": "Anna",
    "Sue": "Anna",
    "Grace": "Anna",
    "Joy": "Anna",
}
MONTHS = frozenset({"May", "June", "April", "August"})
# What only somebody does, and a month never; others may be "cold" or "brings rain".
OF_PEOPLE = re.compile(
    r"(?:live|work|move|stud(?:y|ie)|teache?|join|marr(?:y|ie)|like|love|hate|enjoy|prefer|play"
    r"|drive|speak|own|use|eat|drink|graduate|retire|turn)(?:s|d|ed)?"
    r"|got|quit|bought|sold|said|told|thinks?|wants?|taught|spoke|drove|knows?|went",
    re.IGNORECASE,
)
FINITE = re.compile(
    r"is|was|has|had|does|did|got|went|took|left|came|began|quit|bought|sold|made|said|told|met"
    r"|won|ran|gave|saw|built|taught|spoke|drove|knows?|thinks?|wants?|will|would|can|could"
    r"|[a-z]{2,}(?:ed|[^su]s)",
)
STOPPED = re.compile(r"(?:\w+(?:&\w+)+|\d+[A-Z]\w*)\.")
IS = re.compile(
    r"(?:into|in|on|off|at|broken|dead|an?|the|not|just|been|got|pregnant|vegan|vegetarian|allergic|\d+|\w{2,}ing)"
)
# What opens a sentence that leaves out "I am".
BEING = frozenset(
    {"allergic", "intolerant", "vegan", "vegetarian", "coeliac", "celiac", "diabetic", "married"}
    | {"single", "divorced", "widowed", "engaged", "pregnant", "retired", "unemployed", "based"}
)
# Past forms that a parser takes for commands at the head of a sentence.
PASTS = frozenset(
    {"lost", "got", "went", "took", "left", "met", "bought", "made", "won", "ran", "began", "sold"}
    | {"became", "gave", "saw", "built", "quit", "broke", "split", "hurt", "cut", "had", "grew"}
)
# What nobody orders another to do.
TASTES = frozenset({"love", "hate", "prefer", "adore", "loathe", "dislike"})
NOT = frozenset({"n't", "nt", "n’t"})
ONLY = frozenset({"also", "btw", "oh", "well", "currently", "still", "just", "now", "and", "ps"})
