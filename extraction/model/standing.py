"""How long an instruction is meant to hold, by its own words: for good, for a while, or once.

"From now on answer in German" asks for something for good; "don't include the tests in this pull
request" asks for it once, and is no rule; "avoid jargon" says neither, and holds for its session.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class Term(Enum):
    """How long an instruction holds."""

    FOR_GOOD = auto()
    FOR_A_WHILE = auto()
    ONCE = auto()


# These make a request one for good, whatever else stands beside them.
_FOR_GOOD = re.compile(
    r"\b(?:from (?:now|here|this (?:day|point|moment)) on(?:wards?)?|from here on out|from today"
    r"|from (?:mon|tues|wednes|thurs|fri|satur|sun)day|going forward|henceforth|in (?:the )?future"
    r"|as (?:a|my) (?:general )?rule|by default|per default|at all times|every (?:single )?time"
    r"|each time|any ?time|whenever(?! you(?:['’]re| are| can| have| get| want| like))"
    r"|(?:any|no) ?(?:more|longer)(?!\s+\w)|ever again|permanently"
    r"|for good"
    r"|for all (?:my |our |your |future )?\w+|standing (?:request|order|instruction)"
    r"|(?:general|house|golden|ground) rule|rules? for (?:you|all|every\w*)|(?:all|every) your"
    r"|in all (?:my |our |your |future )?\w+s|(?:until|unless) I (?:say|tell you) otherwise"
    r"|if I (?:ask|paste|send|say|write|share|mention|show)|when (?:you|I) (?!(?:\w+ ){0,2}(?:this"
    r"|today|tomorrow|next))\w+)\b"
    r"|^\W*(?:note|rule|policy|preference)\s*:",
    re.IGNORECASE,
)
# These do so unless the request is bound to what is at hand.
_LASTING = re.compile(
    r"\b(?:always|never|ever|every|each|all (?:of )?your|remember to|"
    r"(?:with|to|for) (?:me|us)\b(?!\s+(?:about|to|by|on|at|in)\b)"
    r"|call(?:ing|s)? (?:me|my|us|it)|address(?:ing)? me|refer(?:ring)? to me"
    r"|my (?:real|full|last|middle|actual|legal) name"
    r"|in (?:my|our|your|any) \w+s|on (?:week|(?:sun|mon|tues|wednes|thurs|fri|satur))days"
    r"|in (?:drafts|newsletters|tweets|minutes|invoices|mails|emails|e-mails|messages|replies"
    r"|answers"
    r"|responses|commits|reports|posts|summaries|letters|documents|reviews|recipes|examples))\b",
    re.IGNORECASE,
)
_THING = (
    r"(?:(?:first|last|next|single|short|long|new|old|current|particular|whole|pull|merge|one|blog"
    r"|job|cover|text|support|bug|status|sales|product|thank[- ]you|birthday|[\w-]+ing)\s+){0,2}"
    r"(?:time|once|one|text|request|pr|mr|commit|branch|diff|patch|ticket|issue|e-?mail|mail"
    r"|message|reply|answer|response|letter|note|draft|document|doc|page|paragraph|section"
    r"|sentence|chapter|summary|report|table|list|chart|slide|slides|deck|recipe|post|tweet"
    r"|article|essay|poem|story|translation|code|function|method|class|file|script|query|snippet"
    r"|test|build|release|deploy(?:ment)?|run|sprint|meeting|call|order|trip|invoice|form|version"
    r"|round|task|job|step|question|problem|review|picture|image|photo|plan|menu|presentation"
    r"|proposal|contract|quote|case|occasion|instance|morning|afternoon|evening|week|weekend"
    r"|month|minute|moment|second|exercise|refactor(?:ing)?|migration|change|edit|bit|part|thread)"
)
# What binds a request to what is at hand.
_BOUND = re.compile(
    rf"\b(?:(?:in|for|with|on|of|to|from|at|about|inside|into)?\s*(?:this|that|these|those)\s+"
    rf"{_THING}|(?:this|that)\s+(?:time|once)|just (?:this|for) (?:once|now|today|tonight)"
    r"|(?:for|just) (?:now|once|today|tonight)|for the (?:moment|time being)|right now|at once"
    r"|today(?!['’]s)|tonight|tomorrow|straight ?away|asap"
    r"|(?:by|before|until|till|on|next|this|coming) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|next (?:week|month|year|time)|(?:in|within) (?:an?|\d+|two|three|five|ten) "
    r"(?:minutes?|hours?|days?|weeks?)|(?:at|by|before) \d{1,2}(?::\d\d)?\s*(?:am|pm|o'clock)?"
    r"|before the \w+|until (?:the|then|I|we|he|she|it)\b|yet"
    rf"|(?:in|for|with|on|of|to) the\s+{_THING}|here(?=\W*$)|below|above|attached|the following)\b",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"\b(?:(?:in|for|during|throughout) (?:this|the rest of (?:this|the|our)|our) "
    r"(?:chat|conversation|session|discussion|dialogue|exchange)|while we(?:['’]re| are)"
    r"|today(?!['’]s)"
    r"|for (?:today|tonight|now|the (?:moment|time being))|this (?:week|month|afternoon"
    r"|evening))\b",
    re.IGNORECASE,
)
_TODAY_ONWARDS = re.compile(
    r"\bfrom (?:today|tonight|tomorrow)(?: on(?:wards?)?)?\b", re.IGNORECASE
)
# An errand or a reminder of one thing, or of what is so: no manner of doing things.
_ERRAND = re.compile(
    r"\b(?:do not|don['’]?t|please|must(?:n['’]t| not)?|not)\s+(?:let me |you )?"
    r"(?:forget|lose|miss)\b|^\W*(?:please |and |so |also )*(?:remind me|remember (?!to\b))",
    re.IGNORECASE,
)
_ALWAYS = re.compile(r"\balways\b", re.IGNORECASE)
# One definite thing is what is at hand: "don't touch the config", "don't do it".
_DEFINITE = re.compile(
    r"^\W*(?:(?:please|and|so|but|also|just|ok|okay|then)\W+)*"
    r"(?:(?:do not|don['’]?t|avoid|stop|make sure(?: to| you| that you)?|keep|make|be sure to)\s+)"
    r"(?:\w+\s+){0,2}?(?:the(?! (?:words?|phrases?|terms?|expressions?)\b)|it|its|this|that|these"
    r"|those|them|him|her|his|their)\b",
    re.IGNORECASE,
)


def term(text: str) -> Term:
    """How long an instruction holds that these words give; ``text`` is its sentence."""
    for_good = _FOR_GOOD.search(text) is not None
    now = _TODAY_ONWARDS.sub("", text)
    bound = _BOUND.search(now) is not None
    if _SESSION.search(now) is not None and (for_good or not bound):
        return Term.FOR_A_WHILE
    if for_good:
        return Term.FOR_GOOD
    if bound or (_ERRAND.search(text) is not None and _ALWAYS.search(text) is None):
        return Term.ONCE
    if _LASTING.search(text) is not None:
        return Term.FOR_GOOD
    return Term.ONCE if _DEFINITE.search(text) is not None else Term.FOR_A_WHILE
