"""Special categories by the words of an attribute's name.

What is claimed under a name that nobody defined has no category, and would pass every rule that is
made for one: ``had_surgery`` is about health by whatever name.
"""

from __future__ import annotations

import re

# Beginnings of words, as a name in snake_case has them, by the category they tell of.
_STEMS = {
    "health": (
        "pregnan miscarri contracept surger operated_on illness disease disorder syndrome allerg"
        " intoleran medic prescri dosage diagnos symptom therap hospitali disab impair depress"
        " anxiety diabet cancer asthma epilep autis adhd dementia injur vaccin immuni pacemaker"
        " prosthe wheelchair hearing_aid insulin blood_ cholesterol cannot_eat can_not_eat"
        " must_not_eat cannot_tolerate chronic addict sober rehab psych mental_health hiv_ infect"
        " broke_ fractur transplant chemotherap"
    ),
    "religion": (
        "relig faith_ church mosque synagogue worship pray baptis baptiz muslim islam christian"
        " catholic protestant jewish judai hindu buddhis sikh atheis ramadan shabbat sabbath hajj"
    ),
    "politics": (
        "politic vote_ voted votes_ voting ideolog political_party party_member campaigned_for"
        " activis"
    ),
    "union": "trade_union labor_union labour_union union_ unioni unionist shop_steward",
    "ethnicity": "ethnic racial race_is indigenous skin_colo",
    "sexuality": "sexual sex_life gay_ lesbian bisexual asexual transgender queer came_out",
    "biometrics": "fingerprint biometric face_id iris_scan voiceprint dna_ genom genetic",
}
_PATTERNS = {
    category: re.compile("_(?:" + "|".join(stems.split()) + ")")
    for category, stems in _STEMS.items()
}


def special_category(attribute: str) -> str | None:
    """Return the special category that an attribute's name tells of, if it tells of one."""
    name = f"_{attribute}_"
    found = (category for category, stems in _PATTERNS.items() if stems.search(name))
    return next(found, None)
