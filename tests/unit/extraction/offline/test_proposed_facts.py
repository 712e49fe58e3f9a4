"""What a model proposes is judged by the grammar: whose it is, whether it is meant, and when."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.language.parsing import parse
from extraction.model.candidates import Candidate, SourceConfidence, Turn, Window
from extraction.model.facts import Fact
from extraction.offline.extractor import extract, extract_further
from extraction.offline.relation_names import Attribute, attribute_of
from extraction.offline.turn import units
from graph.vocabulary import SourceKind, SpeechAct, TimeBasis
from tests.support.offline_claims import value

SAID = datetime(2026, 11, 20, 10, tzinfo=UTC)


def turn(text: str, speaker: str = "Nora", number: int = 0) -> Turn:
    kind = SourceKind.ASSISTANT if speaker == "assistant" else SourceKind.USER
    return Turn(id=f"t{number}", speaker=speaker, source_kind=kind, text=text, occurred_at=SAID)


def read(
    text: str,
    *lines: str,
    likelihood: float | None = 0.8,
    denied: float | None = None,
    before: str = "",
) -> list[Candidate]:
    """What a turn claims further, where a model proposes these facts of its first unit."""
    previous = (turn(before, "assistant", 1),) if before else ()
    window = Window(turn=turn(text), previous=previous)
    asked = units(window, parse)
    if not asked:
        return []
    unit = asked[0]
    facts = [
        Fact(*(part.strip() for part in line.split("|")), unit.start, unit.end, likelihood, denied)
        for line in lines
    ]
    found = extract_further(window, {unit.sentence: facts}).candidates
    return [one for one in found if isinstance(one, Candidate)]


def told(text: str, *lines: str, **how) -> list[tuple[str, str, str, bool]]:
    return [(c.subject, c.predicate, value(c), c.negative) for c in read(text, *lines, **how)]


def test_a_fact_becomes_a_claim_of_a_declared_attribute_where_its_relation_names_one():
    assert told("plumber here, mostly new builds round Derby", "I | job | plumber") == [
        ("I", "job_title", "plumber", False)
    ]


def test_other_relations_become_attributes_of_their_own():
    found = read("got the mortgage done at uni, Skipton", "I | lender | Skipton")
    assert [(c.predicate, c.text) for c in found] == [("lender", "Nora has the lender Skipton.")]


def test_a_value_that_was_not_said_is_dropped():
    assert told("got the mortgage done at uni, Skipton", "I | lender | Barclays") == []


def test_what_the_rules_have_found_is_not_claimed_again():
    text = "I live in Leeds, near the old mill."
    assert [value(c) for c in extract(Window(turn=turn(text))).candidates] == ["Leeds"]
    assert told(text, "I | home | Leeds") == []


def test_what_the_model_itself_doubts_is_dropped():
    text, fact = "got the mortgage done at uni, Skipton", "I | lender | Skipton"
    assert told(text, fact, likelihood=0.49) == []
    assert told(text, fact, likelihood=0.5) != []


def test_the_likelihood_raises_and_lowers_confidence_within_its_bounds():
    found = {
        sure: read("got the mortgage done at uni, Skipton", "I | lender | Skipton", likelihood=sure)
        for sure in (0.5, 0.6, 1.0, None)
    }
    assert [one[0].adjustment for one in found.values()] == [-0.04, 0.0, 0.16, 0.0]


@pytest.mark.parametrize(
    "text",
    [
        "if I ever win I'd open an account at Monzo in Split",
        "suppose my bank is Monzo and I get paid monthly",
    ],
)
def test_what_is_only_supposed_is_no_claim(text):
    assert told(text, "I | bank | Monzo") == []


def test_what_the_speaker_only_guesses_counts_as_a_guess():
    (claim,) = read("I reckon the lender was Skipton back then", "I | lender | Skipton")
    assert claim.source_confidence is SourceConfidence.SPECULATED


@pytest.mark.parametrize(
    "text", ["Which bank is it, Monzo?", "user = {'name': 'Ines', 'city': 'Lima'};", "thanks!"]
)
def test_questions_code_and_thanks_are_not_worth_asking_about(text):
    assert units(Window(turn=turn(text)), parse) == []


def test_whose_it_is_the_clause_says_and_not_the_model():
    text = "yesterday Annegret got bad headaches from the screen"
    assert told(text, "I | health | bad headaches") == [
        ("Annegret", "health", "bad headaches", False)
    ]


def test_a_model_that_is_sure_of_all_it_says_also_says_whose_it_is():
    text = "yesterday Annegret got bad headaches from the screen"
    fact = "I | health | bad headaches"
    whose = [told(text, fact, likelihood=sure, denied=0.1)[0][0] for sure in (0.51, 0.9)]
    assert whose == ["Annegret", "I"]


def test_what_a_model_hears_over_is_over_if_it_is_told_of_the_past_and_else_nothing():
    (over,) = read("worked the bins round Hull with my uncle", "I | job | the bins", denied=0.9)
    assert (over.negative, over.end_unknown) == (False, True)
    assert (
        read("plumber here, mostly new builds round Derby", "I | job | plumber", denied=0.9) == []
    )


def test_what_the_rules_hear_denied_is_left_to_them():
    text, fact = "no dairy for Teo, he's eleven", "Teo | drinks | dairy"
    assert [bool(told(text, fact, denied=sure)) for sure in (None, 0.05, 0.9)] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The car is a Toyota, the one that hit me", "I | drives | Toyota"),
        ("Back in 2010, skint, living in Leeds, single", "I | lives in | Leeds"),
        ("Allergies: none", "I | allergic to | none"),
    ],
)
def test_what_is_of_nobodys_thing_of_another_time_or_nothing_is_dropped(text, fact):
    assert told(text, fact, likelihood=0.9, denied=0.05) == []


def test_an_entry_of_a_list_is_about_whom_it_begins_with():
    assert told("- Matilda, year 4, cashew allergy", "I | allergy | cashew allergy") == [
        ("Matilda", "allergic_to", "cashew allergy", False)
    ]


def test_a_denied_relation_is_a_denied_claim_of_the_plain_one():
    assert told("no dairy for Teo, he's eleven", "Teo | does not drink | dairy") == [
        ("Teo", "drink", "dairy", True)
    ]


def test_what_ended_it_says_that_the_attribute_holds_no_longer():
    (claim,) = read("got shot of the caravan on Saturday", "I | sold | caravan")
    assert (claim.predicate, claim.negative) == ("owns", True)


def test_times_are_those_of_the_clause():
    (claim,) = read("we got our boiler replaced, Worcester, in May 2024", "I | boiler | Worcester")
    assert claim.start is not None
    assert claim.start.at is not None
    assert claim.start.at.isoformat().startswith("2024-05-01")


def test_a_time_alone_is_no_value():
    assert told("hip scan at St Anne's on Wednesday", "I | scan | on Wednesday") == []


def test_a_relation_between_people_wants_a_person():
    assert told("the wife's the gardener at ours", "I | wife | gardener") == []


def test_a_command_to_the_assistant_states_nothing():
    assert told("Explain torque with the example of a door", "I | explains | door") == []


def test_plans_are_marked_as_plans():
    (claim,) = read("I'm flying to Oslo with Gus in March 2027", "I | flies with | Gus")
    assert claim.speech_act is SpeechAct.PLAN


def test_the_question_before_is_shown_with_the_first_unit_of_an_answer_only():
    window = Window(
        turn=turn("Rescue whippet, three in May. She is scared of thunder."),
        previous=(turn("What breed is it?", "assistant", 1),),
    )
    assert [(u.text, u.asked) for u in units(window, parse)] == [
        ("Rescue whippet, three in May.", "What breed is it?"),
        ("She is scared of thunder.", ""),
    ]


def test_what_a_model_proposes_comes_after_what_the_rules_have_read():
    text = "I live in Leeds. rings: ruby, opal, topaz, jade, onyx, pearl"
    window = Window(turn=turn(text))
    unit = units(window, parse)[-1]
    stones = ("ruby", "opal", "topaz", "jade", "onyx", "pearl")
    facts = [Fact("I", "ring", stone, unit.start, unit.end, 0.9) for stone in stones]
    further = extract_further(window, {unit.sentence: facts}).candidates

    assert [each.predicate for each in extract(window).candidates] == ["lives_in"]
    assert {each.predicate for each in further} == {"ring"}
    assert len(further) <= len(stones)


@pytest.mark.parametrize(
    ("relation", "attribute"),
    [
        ("works at", Attribute("works_at")),
        ("worked at", Attribute("works_at")),
        ("can't stand", Attribute("dislikes")),
        ("does not drink", Attribute("drink", negative=True)),
        ("no longer plays", Attribute("plays", negative=True)),
        ("cancelled", Attribute("subscribed_to", ended=True)),
        ("gave up", Attribute("does", ended=True)),
        ("pension with", Attribute("pension_with")),
        ("have no", Attribute("has", negative=True)),
    ],
)
def test_relations_are_attributes(relation, attribute):
    assert attribute_of(relation) == attribute


@pytest.mark.parametrize(
    "text",
    [
        "so brahms never married, he had a cat",
        "im literally 400 years old when i open the mortgage portal",
        "aye, and obviously the mortgage is with the king himself",
    ],
)
def test_what_may_be_a_joke_or_is_said_of_somebody_else_is_no_claim_about_the_speaker(text):
    proposed = ("I | married | brahms", "I | has | cat", "I | age | 400", "I | mortgage | king")
    assert [one for one in told(text, *proposed) if one[0] == "I"] == []


@pytest.mark.parametrize(
    "text",
    [
        "how many grams in a stick of butter",
        "whats the postcode of the mill again",
        "can you word this for the landlord",
    ],
)
def test_a_question_without_a_mark_is_not_worth_asking_about(text):
    assert units(Window(turn=turn(text)), parse) == []


def test_a_question_that_states_something_after_it_is():
    assert units(Window(turn=turn("which lens for gigs, i shoot on an old Fuji")), parse) != []


def test_a_program_without_a_fence_and_its_comments_are_not_the_speakers_words():
    text = "why does this fail\nuser = {'city': 'Cork'}\n# I live in Cork\nprint(user['x'])"
    window = Window(turn=turn(text))
    assert extract(window).candidates == ()
    assert all("Cork" not in unit.text for unit in units(window, parse))


def test_a_list_under_a_heading_with_a_name_is_about_whom_it_names():
    window = Window(turn=turn("Sitter's sheet for Biscuit:\nFood: kangaroo mince"))
    unit = units(window, parse)[-1]
    fact = Fact("I", "eats", "kangaroo mince", unit.start, unit.end, 0.9)
    found = extract_further(window, {unit.sentence: [fact]}).candidates
    assert [(one.subject, value(one)) for one in found] == [("Biscuit", "kangaroo mince")]


def test_a_verb_of_the_third_person_without_a_subject_is_not_the_speakers():
    text = "Drives a Hilux now and keeps bees"
    assert told(text, "I | keeps | bees") == []
    assert told(text, "Gus | keeps | bees") == [("Gus", "keeps", "bees", False)]


def test_a_relation_is_told_in_the_third_person():
    (claim,) = read("at weddings I recite Ghalib and then some Faiz", "I | recite | Faiz")
    assert (claim.predicate, claim.text) == ("recites", "Nora recites Faiz.")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("we split the bills, Farah handles tax", "I | with | Farah"),
        ("there's a Yamaha upright in the hall", "I | bought a piano in | hall"),
        ("there's a Yamaha upright in the hall", "I | can play in | hall"),
    ],
)
def test_a_relation_that_is_a_preposition_or_a_clause_of_its_own_is_none(text, fact):
    assert told(text, fact) == []


def test_who_only_stands_in_one_list_with_the_value_is_not_whom_it_is_said_of():
    text = "tools so far: Python, Go and some Haskell"
    assert told(text, "Python | knows | Go") == []


def test_a_title_alone_is_nobody_and_we_are_the_speaker():
    text = "got the mortgage sorted, Skipton"
    assert told(text, "Mr | lender | Skipton") == []
    assert [one[0] for one in told(text, "we're | lender | Skipton")] == ["I"]


def test_a_value_ends_before_its_time():
    assert told("vicar here at Ludham since 1996", "I | parish | Ludham since 1996") == [
        ("I", "parish", "Ludham", False)
    ]


def test_what_another_thing_does_is_not_what_the_speaker_does():
    assert told("the belt on the sidecar hits fifteen", "I | hits | fifteen") == []


def test_a_date_of_another_clause_is_not_taken():
    text = "got the truck sorted, Progressive, though it renews on 3 November 2026"
    (claim,) = read(text, "I | insurer | Progressive")
    assert claim.basis is TimeBasis.OBSERVED


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("just read about a woman in Ohio", "I | read about | woman"),
        ("Yep, she is a data analyst at Infosys", "Yep | works at | Infosys"),
        ("I moved to Perth, it has good coffee", "Perth | has | coffee"),
        ("we are 5 in a two bed flat", "I | age | 5"),
        ("No pets, just me in a flat in Cardiff", "I | age | Cardiff"),
        ("My daughter-in-law is from Hanoi", "my daughter-in-law | name | Hanoi"),
        ("We had to have Tilly put down", "I | had to have | Tilly"),
        ("The dust off MDF wrecks my chest", "I | dust off | MDF wrecks my chest"),
    ],
)
def test_a_fact_of_nobody_or_without_the_form_of_its_attribute_is_dropped(text, line):
    assert told(text, line) == []


def test_a_relation_that_is_only_a_preposition_takes_the_word_that_it_hangs_on():
    found = told("I run a provisions shop in Surulere", "I | in | Surulere")

    assert found == [("I", "runs_in", "Surulere", False)]


def test_a_quality_is_told_with_its_verb():
    assert told("Rufus, our collie, is deaf in one ear", "Rufus | deaf in | one ear") == [
        ("Rufus", "is_deaf_in", "one ear", False)
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a Buick with 140,000 miles on it", "I | miles on | 140,000"),
        ("mostly domestic rewires round here", "I | rewires | domestic"),
        ("besties since 6th class", "my besties | since | 6th class"),
        ("my grandson gave me a tablet", "my grandson | gave me | tablet"),
        ("the 13 year old is allergic to shellfish", "I | allergic to | shellfish"),
        ("Respected sir, we closed our shop", "I | respected | sir"),
    ],
)
def test_what_is_no_relation_of_somebody_is_dropped(text, line):
    assert told(text, line) == []


def test_what_has_a_no_before_it_is_denied_unless_the_relation_denies_it():
    assert told("so no kids yet, sadly", "I | have | kids") == [("I", "has", "kids", True)]
    assert told("so no onion for my husband", "my husband | dislikes | onion") == [
        ("my husband", "dislikes", "onion", False)
    ]
