"""Speakers' labels that name nobody, such as "Speaker 1", and how their bearers give their names.

A label says who speaks within one recording. In the next one the same label is somebody else.
"""

from __future__ import annotations

import re

from graph.ids import digest
from graph.kernel.entities.given_names import is_given
from graph.kernel.entities.name_parts import fold
from graph.model.commands import NAME_MAX
from graph.validation import text_form

# What the tenant's own entity is called; who is labelled so is that one, until a name is given.
_OWN = "user"
_LABELS = frozenset(
    {"speaker", "spk", "participant", "user", "guest", "interviewer", "interviewee"}
    | {"unknown", "caller", "callee", "agent", "person", "host", "cohost", "respondent"}
    | {"moderator", "attendee", "anonymous", "anon", "narrator", "presenter"}
    | {"panelist", "panellist", "facilitator", "voice", "operator"}
    | {"representative", "rep", "customer", "client", "patient", "doctor", "nurse"}
    | {"therapist", "teacher", "student", "candidate", "recruiter", "witness"}
    | {"subject", "audience", "listener", "visitor", "male", "female", "man", "woman"}
    | {"unidentified", "undefined", "channel", "sprecher", "sprecherin"}
    | {"teilnehmer", "teilnehmerin", "gast", "anrufer", "anruferin", "unbekannt"}
    | {"locuteur", "locutrice", "intervenant", "intervenante", "invité", "invitée"}
    | {"inconnu", "hablante", "participante", "invitado", "invitada"}
    | {"desconocido", "orador", "oradora", "locutor", "locutora", "convidado"}
    | {"convidada", "interlocutor", "parlante", "relatore", "ospite"}
    | {"sconosciuto"}
)
# What stands beside such a word, and tells one from another.
_COUNTED = frozenset(
    {"co", "the", "no", "nr", "number", "new", "first", "second", "third", "main", "member", "one"}
    | {"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d+")
_SYLLABLES_BEGIN = "\u3040"
# A longer number is no count of people, but the id of an account.
_DIGITS_MAX = 3
_LABEL_MAX = 100

_WORD = r"[^\W\d_][\w'\u2019-]*"
_WHOLE = rf"(?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?{_WORD}(?:\s+{_WORD}){{0,3}})"
_GIVES = re.compile(
    rf"(?<![\"\u201c\u2018])\b(?:[Mm]y name(?:['\u2019]s| is)|[Cc]all me"
    rf"|I(?:['\u2019]m| am) called|[Tt]he name(?:['\u2019]s| is))\s+{_WHOLE}"
)
_IS = re.compile(rf"(?<![\"\u201c\u2018])\bI(?:['\u2019]m| am)\s+{_WHOLE}")
_SPEAKS = re.compile(
    rf"(?:^|[.!?,]\s+)(?:[Tt]his is\s+|[Ii]t['\u2019]s\s+)?{_WHOLE}(?=\s+(?:here|speaking)\b)"
)
_ENDS = re.compile(
    r"\s*(?:[,.!;:)\u2013\u2014-]|$)|\s+(?:and|from|but|here|speaking|with|calling)\b"
)
_TITLE = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof)\.?")
_TITLED = re.compile(rf"{_TITLE.pattern}\s")
_PEOPLES = re.compile(r"(?:ian|ese|ish|ic|ist|an|im)$")
# Given names that, said of oneself, are more often something else.
_NO_NAMES = frozenset({"christian", "roman", "sunny", "happy", "frank", "grant", "angel"})


def is_label(speaker: str) -> bool:
    """Whether a speaker is called by a label, which says who speaks in this recording alone.

    Every word of a label is one of those that name nobody, a letter, a count, or a number of three
    digits at most. "Guest" and "Agent 2" are labels; "Christopher Guest", "Agent Smith" and "Mike"
    are names, and a longer number is an id.
    """
    tokens = _TOKEN.findall(text_form(speaker))
    if any(token.isdigit() and len(token) > _DIGITS_MAX for token in tokens):
        return False
    # A character of a script that writes syllables or words is more than a letter: "翔" is a name.
    words = [
        token
        for token in tokens
        if not token.isdigit() and (len(token) > 1 or token >= _SYLLABLES_BEGIN)
    ]
    if not words:
        # "A", "1", "S1"; but not "J. R."
        return 0 < len(tokens) <= 2 and sum(token.isalpha() for token in tokens) < 2
    labels = [word for word in words if word in _LABELS]
    return bool(labels) and all(word in _LABELS or word in _COUNTED for word in words)


def name_of_label(label: str, recording: str) -> str:
    """Return the name of whom a label means in one recording, while no other is known."""
    words = " ".join(label.split())
    if text_form(words) == _OWN:
        return words
    name = f"{words} ({recording})"
    if len(name) <= NAME_MAX:
        return name
    return f"{words[:_LABEL_MAX]} ({digest('recording', recording)})"


def given_name(text: str) -> str | None:
    """Return the name that somebody gives as the own one: "I'm Anna", "my name is Anna Weber".

    After "I'm" alone it must be known as a given name, or be of two words: "I'm Vegan" gives none.
    """
    for pattern, sure in ((_GIVES, True), (_IS, False), (_SPEAKS, False)):
        for found in pattern.finditer(text):
            name = _capitalised(found["name"])
            rest = text[found.start("name") + len(name) :]
            if name and _ENDS.match(rest) and (sure or _is_name(name)):
                return " ".join(name.split())
    return None


def _capitalised(words: str) -> str:
    """Return the beginning of some words up to the first that has no capital."""
    end = 0
    for word in re.finditer(r"\S+", words):
        if not word[0][0].isupper():
            break
        end = word.end()
    name = words[:end]
    return "" if _TITLE.fullmatch(name) else name


def _is_name(name: str) -> bool:
    if _TITLED.match(name):
        return True
    first, *others = name.split()
    known = any(map(is_given, (first, fold(first), fold(first).partition("-")[0])))
    if known and first.casefold() not in _NO_NAMES:
        return True
    return bool(others) and not any(_PEOPLES.search(word) for word in name.split())
