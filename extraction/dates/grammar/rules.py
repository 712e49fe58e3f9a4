"""Rules of the date grammar: symbols and their semantic actions.

The notation is described in ``chart``. Where two rules build the same kind of item over the same
tokens, the first one wins. To support a new expression add a rule; to support a word add it to
``lexicon``.
"""

from __future__ import annotations

from functools import partial

from extraction.dates.grammar import calendar, lengths, relative, years
from extraction.dates.grammar import subperiods as parts
from extraction.dates.grammar.chart import Grammar, rule

_RANGE = "-|to|until|till|through|thru|and"
_DAYPART = "morning|afternoon|evening|night"
_OF = "of|in"
_WHOLE = "PERIOD|YEARLY"

GRAMMAR = Grammar(
    (
        # How many, how long.
        rule("NUM", lengths.number),
        rule("FEW of?", lengths.few),
        rule("FEW FEW of?", lengths.one_few),
        rule("half FEW?", lengths.half),
        rule("COUNT and a? half", lengths.and_half),
        rule("COUNT UNIT", lengths.of_units),
        rule("COUNT UNIT and a? half", lengths.of_units_and_half),
        rule("another|all|whole|full|entire UNIT", lengths.whole_unit),
        rule("LENGTH ,? and? LENGTH", lengths.combine),
        # Months, days of months, quarters, seasons, holidays: each comes once a year.
        rule("MONTH", calendar.month),
        rule("MONTH the? ORD|NUM", calendar.day_of_month),
        rule("ORD|NUM of? MONTH", calendar.day_before_month),
        rule("MONTH the? NUM|ORD -|to|until|till|through|thru the? NUM|ORD", calendar.days_after),
        rule("the? NUM|ORD of? MONTH -|to|until|till|through|thru the ORD|NUM", calendar.days_from),
        rule("MONTH between|from the? NUM|ORD -|to|until|and the? NUM|ORD", calendar.days_after),
        rule("NUM . MONTH ,? YEAR", calendar.dotted_day),
        rule(f"the? NUM|ORD {_RANGE} the? NUM|ORD {_OF}? the? {_WHOLE}", calendar.days_of),
        rule("NUM|ORD -|to|until|till|through YEARLY", calendar.days_up_to),
        rule("SEASON", years.season),
        rule("q NUM", years.numbered_quarter),
        rule("h NUM", years.numbered_half),
        rule("the? fiscal? ORD fiscal? quarter", years.spoken_quarter),
        rule("the? ORD half", years.spoken_half),
        rule("week NUM", years.iso_week),
        rule("HOLIDAY", years.on_holiday),
        rule("the? SEASON", years.season),
        rule("WEEKDAY ,? the? YEARLY|PERIOD", calendar.with_weekday),
        # Set into a year.
        rule(f"YEARLY ,? {_OF}? YEAR", calendar.in_year),
        rule("YEARLY ,? NUM", calendar.in_any_year),
        rule("YEARLY SHORT", calendar.in_short_year),
        rule("YEARLY NUM", calendar.in_bare_short_year),
        rule("WHICH year 's YEARLY", calendar.of_which_year),
        rule(f"YEARLY {_OF}? the? WHICH year", calendar.in_which_year),
        rule("YEAR ,? YEARLY", calendar.year_then),
        rule("the YEAR YEARLY", calendar.quarter_of_year),
        rule("WHICH YEARLY", calendar.which_yearly),
        rule("this WHICH YEARLY", calendar.which_yearly),
        rule("the YEARLY before last", calendar.before_last),
        rule("COUNT SEASON|SEASONS ago", relative.seasons_ago),
        rule("the? day before YEARLY|PERIOD", partial(calendar.day_beside, shift=-1)),
        rule("the? day after YEARLY|PERIOD", partial(calendar.day_beside, shift=1)),
        # Years, decades, centuries.
        rule("YEAR", years.whole_year),
        rule("fiscal|fy year? YEAR|NUM", years.fiscal_year),
        rule("the? fiscal year YEAR|NUM", years.fiscal_year),
        rule("the? year NUM|YEAR", years.named_year),
        rule("the? beginning|start of the year NUM|YEAR", partial(years.part, third=0)),
        rule("the? middle of the year NUM|YEAR", partial(years.part, third=1)),
        rule("the? end of the year NUM|YEAR", partial(years.part, third=2)),
        rule("SHORT", years.short),
        rule("NUM|SHORT s|'s", years.decade),
        rule("TENS", years.decade_in_words),
        rule("the NUM|SHORT s|'s", years.the_decade),
        rule("the TENS", years.the_decade),
        rule("the? ORD century", years.century),
        # Counted from the time of speaking.
        rule("TODAY", relative.named_day),
        rule(f"TODAY {_DAYPART}", relative.named_day),
        rule("the? day before|after TODAY", relative.beyond_day),
        rule("last night", relative.last_night),
        rule("this morning|afternoon|evening", relative.this_part),
        rule("WHICH UNIT", relative.which_unit),
        rule("the WHICH UNIT", relative.the_which_unit),
        rule("the? WHICH fiscal|calendar UNIT", relative.which_unit),
        rule("the full|fiscal|calendar UNIT", relative.this_unit),
        rule("this WHICH UNIT", relative.this_which_unit),
        rule("the UNIT before last", relative.before_last),
        rule("the? UNIT after the? next", relative.after_next),
        rule("earlier this UNIT", relative.early),
        rule("earlier in the|this UNIT", relative.early),
        rule("later this UNIT", relative.later),
        rule("later in the|this UNIT", relative.later),
        rule("the? beginning|start of the|this|my|our UNIT", partial(relative.part, third=0)),
        rule("the? middle of the|this|my|our UNIT", partial(relative.part, third=1)),
        rule("the? end of the|this|my|our UNIT", partial(relative.part, third=2)),
        rule("earlier|later TODAY", relative.named_day),
        rule("the? rest of? the|this|my|our UNIT", relative.rest),
        rule("the? rest of the? current? UNIT", relative.rest),
        rule("year 's? end", relative.year_end),
        rule("the|my|our UNIT", relative.the_weekend),
        # Weekdays.
        rule("WEEKDAY", relative.weekday),
        rule(f"earlier|later? WEEKDAY {_DAYPART}?", relative.weekday),
        rule(f"WHICH WEEKDAY {_DAYPART}?", relative.which_weekday),
        rule(f"this WHICH WEEKDAY {_DAYPART}?", relative.which_weekday),
        rule("WEEKDAY the ORD|NUM", calendar.weekday_and_number),
        rule("WEEKDAY ORD", calendar.weekday_and_number),
        rule("WEEKDAY of? WHICH week", relative.weekday_of_week),
        rule("WEEKDAY week", relative.weekday_week),
        rule("WHICH week 's? on? WEEKDAY", relative.week_weekday),
        rule("WHICH week between|from WEEKDAY and|to|through|- WEEKDAY", relative.weekdays_of_week),
        rule("COUNT WEEKDAY|WEEKDAYS later", partial(relative.weekdays_away, sign=1)),
        rule("COUNT WEEKDAY|WEEKDAYS from now", partial(relative.weekdays_away, sign=1)),
        rule("COUNT WEEKDAY|WEEKDAYS ago", partial(relative.weekdays_away, sign=-1)),
        # Parts of what is already a date.
        rule(f"the? ORD WEEKDAY {_OF}? {_WHOLE}", parts.nth_weekday),
        rule(f"the? last WEEKDAY {_OF} {_WHOLE}", parts.last_weekday),
        rule(f"the? ORD UNIT {_OF}? {_WHOLE}", parts.nth_unit),
        rule(f"the? last UNIT {_OF} {_WHOLE}", parts.last_unit),
        rule(f"the? ORD half {_OF} {_WHOLE}", parts.half_of),
        rule(f"the? last half {_OF} {_WHOLE}", parts.last_half_of),
        rule(f"the? ORD {_OF}? WHICH month", relative.nth_day),
        rule("the NUM of WHICH month", relative.nth_day),
        rule("WHICH month ,? on? the ORD", relative.month_nth),
        rule("the ORD|NUM", calendar.the_nth),
        rule(
            "the? week of|starting|beginning|commencing on? YEARLY|PERIOD|NTH|WEEKDATE",
            calendar.week_with,
        ),
        rule("the? weekend of YEARLY|PERIOD|NTH", calendar.weekend_with),
        rule("HOLIDAY weekend", calendar.weekend_with),
        rule("w / c YEARLY|PERIOD|NTH", calendar.week_with),
        # A length, and from when it counts.
        rule("LENGTH ago|back", lengths.ago),
        rule("LENGTH ago PERIOD", lengths.ago_to_the_day),
        rule("LENGTH or so ago|back", lengths.ago),
        rule("LENGTH since", lengths.since_then),
        rule("in LENGTH 's|'? time", lengths.in_time),
        rule("in LENGTH", lengths.hence),
        rule("LENGTH later|hence", lengths.hence),
        rule("LENGTH from now", lengths.from_now),
        rule("LENGTH from|after PERIOD|WEEKDATE|YEARLY", lengths.from_day),
        rule("LENGTH on WEEKDATE", lengths.weeks_on),
        rule("LENGTH TODAY", lengths.weeks_from_today),
        rule("LENGTH before PERIOD|YEARLY", lengths.before_day),
        rule("LENGTH ago in|, YEARLY", lengths.years_ago),
        rule("the|these? WHICH LENGTH", lengths.past),
        rule("the past UNIT", lengths.past_unit),
        rule("LENGTH in the future", lengths.coming),
        rule("within the? WHICH? LENGTH", lengths.within),
        rule("within the? WHICH? LENGTH from|of now|today", lengths.within),
        rule("LENGTH ,? starting|beginning on|from? PERIOD|YEARLY", lengths.from_date),
        rule("for LENGTH ,? from PERIOD|YEARLY", lengths.from_date),
        rule("in COUNT business|working|week days", lengths.workdays),
    )
)
