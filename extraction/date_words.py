"""The words of dates, as fragments of patterns: months, weekdays, counts, and what stays vague."""

from __future__ import annotations

import re

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            *("", "a an one", "two couple", "three", "four", "five", "six", "seven", "eight"),
            *("nine", "ten", "eleven", "twelve dozen"),
        )
    )
    for word in words.split()
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40}
HOLIDAYS = {
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "new year's eve": (12, 31),
    "new year's": (1, 1),
    "halloween": (10, 31),
    "valentine's": (2, 14),
}

MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?"
    r"|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)(?![\d:])"
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
WEEKDAY = r"(?P<weekday>Mon|Tue(?:s)?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?P<full>day)?"
COUNT = (
    r"(?P<count>\d{1,3}(?:\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|fifteen|twenty|thirty|forty|(?:an? )?couple(?: of)?|a dozen|half an?)"
)
UNIT = r"(?P<unit>hour|day|night|week|weekend|fortnight|month|year|yr|decade)s?"
HALF = r"(?P<half> and a half)?"
WHICH = (
    r"(?P<which>last|this past|this last|past|previous|this coming|coming|next|this|earlier this"
    r"|later this)"
)
LINK = (
    r"(?:in|since|until|till|'til|through|thru|by|from|to|during|before|after|around|and|of|about"
    r"|between|early|mid|late|back in|as of)"
)
HOLIDAY = (
    r"(?P<holiday>Christmas Eve|Christmas|New Year's Eve|New Year's|Halloween"
    r"|Valentine's|Thanksgiving)"
)
NOT_A_COUNT = (
    r"(?!\s*(?:people|persons|words|dollars|euros|pounds|km|kilomet|miles|steps|calories|users"
    r"|members|rows|files|square|%|m\b|kg\b|,\d))"
)


def count_of(words: str) -> float:
    """The number that words such as "two", "a couple of" or "half a" stand for."""
    last = words.casefold().removesuffix(" of").split()
    if last[0] == "half":
        return 0.5
    return NUMBERS.get(last[-1]) or float(last[-1])


DURATION = re.compile(
    r"\b(?P<x>(?:for\s+|over\s+|in\s+|during\s+|within\s+)?"
    r"(?:about\s+|around\s+|over\s+|almost\s+|nearly\s+|roughly\s+|more than\s+|at least\s+)?"
    rf"(?:(?P<past>(?:the|these)\s+(?:past|last))\s+)?(?:{COUNT}\s+)?{UNIT}{HALF}(?P<now>\s+now)?)\b"
    r"(?!\s+(?:ago|back|old|later|from|of age|before|after|earlier|since|straight|in a row))(?!-)",
    re.IGNORECASE,
)
VAGUE = re.compile(
    r"\b(?P<x>recently|lately|once|someday|one day|some day|soon|back then|growing up"
    r"|a while (?:ago|back)|some time (?:ago|back)|(?:long|ages|years|months|weeks|days) ago"
    r"|(?:(?:in|over|for|during) (?:the )?(?:past|last) )?(?:an? )?(?:few|several|many|some)"
    r" (?:hours|days|weeks|weekends|months|years|decades)"
    r"(?: (?:ago|back|later|earlier))?"
    r"|the other (?:day|night|week|weekend|month|year)|the (?:next|following|previous) (?:day|week)"
    rf"|{COUNT} {UNIT} (?:later|earlier|before|after)"
    r"|(?:since|when) (?:I|we|he|she|they)\b[^.,;!?]*|as an? (?:kid|child|teen|teenager|student)"
    r"|since (?:college|school|high school|university|childhood|birth|then|day one)"
    r"|for (?:a while|years|ages|months|weeks|a long time|so long|some time|long)"
    r"|in (?:my|his|her|their) (?:youth|childhood|teens|twenties|thirties|forties|\d0s))\b",
    re.IGNORECASE,
)
