"""Lexicon of the date grammar: words with their item kinds and values."""

from __future__ import annotations

import re

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?"
    r"|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
WEEKDAY = r"(?P<weekday>Mon|Tue(?:s)?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?P<full>day)?"

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_TEENS = "fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
CARDINALS = {word: n for n, word in enumerate(f"{_ONES} {_TEENS}".split())} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), 2)
}
_FIRST = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_NEXT = "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
ORDINALS = {word: n for n, word in enumerate(f"{_FIRST} {_NEXT}".split(), 1)} | {
    "twentieth": 20,
    "thirtieth": 30,
}
SCALES = {"hundred": 100, "thousand": 1_000}
NUMBERS = {word: n for word, n in CARDINALS.items() if n and (n <= 12 or n in (15, 20, 30, 40))} | {
    "a": 1,
    "an": 1,
    "couple": 2,
    "dozen": 12,
}
DECADE_WORDS = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
    "noughties": 0,
    "tens": 10,
}

MONTH_NAMES = {
    word: number
    for number, words in enumerate(
        (
            "january jan jan.",
            "february feb feb.",
            "march mar mar.",
            "april apr apr.",
            "may",
            "june jun jun.",
            "july jul jul.",
            "august aug aug.",
            "september sept sept. sep sep.",
            "october oct oct.",
            "november nov nov.",
            "december dec dec.",
        ),
        1,
    )
    for word in words.split()
}
WEEKDAY_NAMES = {
    word: number
    for number, words in enumerate(
        (
            "monday mon mon.",
            "tuesday tue tues tue. tues.",
            "wednesday wed weds wed.",
            "thursday thu thur thurs thu. thur. thurs.",
            "friday fri fri.",
            "saturday sat sat.",
            "sunday sun sun.",
        )
    )
    for word in words.split()
}
# Also a verb, a name of people or of something else: a date only in company.
AMBIGUOUS_MONTHS = frozenset(
    {"march", "mar", "may", "april", "june", "jan", "august", "dec", "jun"}
)
AMBIGUOUS_WEEKDAYS = frozenset({"mon", "wed", "sat", "sun", "fri", "weds", "thu", "tue"})
UNITS = {
    word: unit
    for unit, words in {
        "second": "second seconds sec secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs h",
        "day": "day days",
        "night": "night nights",
        "week": "week weeks wk wks",
        "weekend": "weekend weekends",
        "fortnight": "fortnight fortnights",
        "month": "month months mos",
        "quarter": "quarter quarters",
        "year": "year years yr yrs",
        "decade": "decade decades",
        "century": "century centuries",
    }.items()
    for word in words.split()
}
SEASONS = ("spring", "summer", "autumn", "fall", "winter")
# Which period of a unit: so many from the one there is.
WHICH = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "latest": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
}
DAY_WORDS = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1}
DAY_PARTS = ("morning", "afternoon", "evening", "night")
_COUNT = (
    r"(?:\d{1,3}(?:\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|fifteen|twenty|thirty|forty|(?:an? )?couple(?: of)?|a dozen|half an?)"
)
_UNIT = r"(?:hour|day|night|week|weekend|fortnight|month|year|yr|decade)s?"
VAGUE = re.compile(
    r"\b(?P<x>recently|lately|once|someday|one day|some day|soon|back then|growing up"
    r"|a while (?:ago|back)|some time (?:ago|back)|(?:long|ages|years|months|weeks|days) ago"
    r"|(?:(?:in|over|for|during) (?:the )?(?:past|last) )?(?:an? )?(?:few|several|many|some)"
    r" (?:hours|days|weeks|weekends|months|years|decades)"
    r"(?: (?:ago|back|later|earlier))?"
    r"|the other (?:day|night|week|weekend|month|year)|the (?:next|following|previous) (?:day|week)"
    rf"|{_COUNT} {_UNIT} (?:later|earlier|before|after)"
    r"|(?:since|when) (?:I|we|he|she|they)\b[^.,;!?]*|as an? (?:kid|child|teen|teenager|student)"
    r"|since (?:college|school|high school|university|childhood|birth|then|day one)"
    r"|for (?:a while|years|ages|months|weeks|a long time|so long|some time|long)"
    r"|in (?:my|his|her|their) (?:youth|childhood|teens|twenties|thirties|forties|\d0s))\b",
    re.IGNORECASE,
)
