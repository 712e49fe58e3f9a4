"""Every built-in attribute can be said, and the offline extractor hears it."""

from datetime import UTC, datetime

import pytest

from extraction.model.candidates import Turn, Window
from extraction.offline.extractor import extract
from graph.kernel.registry.builtin import PACK
from graph.vocabulary import SourceKind

# What speech says only for the moment: the patterns leave it alone on purpose.
MOMENTARY = {"mood"}
SAID = {
    "name": "My name is Nora Lind.",
    "legal_name": "My legal name is Honora Lind.",
    "nickname": "I go by Nono.",
    "pronouns": "My pronouns are she/her.",
    "gender": "I'm a trans woman.",
    "age": "I'm 34 years old.",
    "birth_year": "I turned 34 in May.",
    "staying_in": "I'm staying in Madrid for two weeks.",
    "current_location": "I'm staying in Madrid.",
    "birthday": "I was born on 3 May 1990.",
    "born_in": "I was born in Turin.",
    "nationality": "I'm Portuguese.",
    "speaks": "I speak Dutch.",
    "native_language": "My native language is Czech.",
    "home_town": "I grew up in Leeds.",
    "lives_in": "I live in Graz.",
    "address": "My address is 12 Elm Street.",
    "email": "My e-mail is nora@lind.example.",
    "phone": "My phone number is +43 660 1234567.",
    "website": "My website is lind.example.org.",
    "username": "My username is nlind.",
    "ethnicity": "I'm Latina.",
    "religion": "I'm Catholic.",
    "politics": "I vote for the Greens.",
    "sexual_orientation": "I'm bisexual.",
    "diet": "I'm vegan.",
    "avoids_eating": "I don't eat pork.",
    "allergic_to": "I'm allergic to nuts.",
    "has_condition": "I have asthma.",
    "takes_medication": "I take insulin.",
    "disability": "I'm deaf.",
    "blood_type": "My blood type is AB negative.",
    "marital_status": "I'm divorced.",
    "has_children": "I have two kids.",
    "spouse": "I'm married to Eva.",
    "partner": "I'm engaged to Tom.",
    "child": "My son Max called.",
    "parent": "My mother Ida called.",
    "sibling": "My sister Ana called.",
    "grandchild": "My granddaughter Lea called.",
    "grandparent": "My grandmother Rosa called.",
    "relative": "My cousin Teo called.",
    "friend": "My friend Rob called.",
    "roommate": "Ben is my roommate.",
    "neighbor": "My neighbour Carla called.",
    "emergency_contact": "My emergency contact is my brother Luca.",
    "has_pet": "I have a cat named Miso.",
    "member_of": "I'm a member of a rowing club.",
    "volunteers_at": "I volunteer at a dog shelter.",
    "works_at": "I work at Lumen Health.",
    "job_title": "I'm a nurse.",
    "department": "I work in the marketing department.",
    "team": "I'm on the payments team.",
    "industry": "I work in logistics.",
    "workplace": "I work from the Graz office.",
    "work_schedule": "I work night shifts.",
    "salary": "I earn 40,000 euros a year.",
    "bank_account": "My IBAN is AT61 1904 3002 3457 3201.",
    "runs_business": "I run a bakery.",
    "skill": "I know Python and SQL.",
    "certification": "I'm a certified scrum master.",
    "uses": "I use Emacs.",
    "manager": "I report to Helena.",
    "manages": "I manage Petra.",
    "colleague": "My colleague Rob called.",
    "mentor": "Kenji is my mentor.",
    "mentors": "I mentor Sami.",
    "studies_at": "I study at Uppsala University.",
    "studies": "I study chemistry.",
    "studied_at": "I graduated from Aalto University.",
    "degree": "I have a master's degree in physics.",
    "learning": "I'm learning Swedish.",
    "works_on": "I'm working on the Atlas project.",
    "deadline": "The deadline of the Atlas project is 14 March.",
    "status": "The Atlas project is on hold.",
    "stage": "The Atlas project is in beta.",
    "owner": "Priya leads the Atlas project.",
    "client": "The client of the Atlas project is Falck.",
    "stakeholder": "The sponsor of the Atlas project is Olaf.",
    "contributor": "The maintainer of the Atlas library is Priya.",
    "repository": "Our repository is git.example.org/atlas.",
    "budget": "The budget of the Atlas project is 50,000 euros.",
    "goal": "My goal is to finish the thesis.",
    "milestone": "The milestone of the Atlas project is the pilot release.",
    "version": "The current version of the Atlas library is 2.4.",
    "released_on": "The Atlas project was released on 3 May 2023.",
    "started_on": "The Atlas project started on 3 May 2023.",
    "blocked_by": "The Atlas project is blocked by the legal review.",
    "depends_on": "The Atlas service depends on Kafka.",
    "programming_language": "The Atlas project is written in Rust.",
    "framework": "The Atlas website is built with Django.",
    "license": "The Atlas library is licensed under Apache.",
    "hosted_on": "The Atlas service is hosted on Hetzner.",
    "priority": "The Atlas project is top priority.",
    "likes": "I love hiking.",
    "dislikes": "I hate mushrooms.",
    "prefers": "I prefer tea to coffee.",
    "favorite": "My favourite is Malta.",
    "preferred_language": "My preferred language is French.",
    "preferred_meeting_time": "I prefer meetings in the morning.",
    "timezone": "My time zone is Europe/Lisbon.",
    "hobby": "My hobby is pottery.",
    "plays": "I play the cello.",
    "fan_of": "I'm an Arsenal fan.",
    "reading": "I'm reading Middlemarch.",
    "owns": "I own a boat.",
    "drives": "I drive a Saab.",
    "visited": "I visited Lisbon in May.",
    "attended": "I went to a concert last Friday.",
    "plans": "We plan to adopt a dog.",
    "considering": "I'm considering a sabbatical.",
    "wants": "I want to learn Icelandic.",
    "fears": "I'm afraid of spiders.",
}


def test_the_examples_walk_the_whole_pack():
    assert SAID.keys() | MOMENTARY == PACK.keys()


@pytest.mark.parametrize(("attribute", "text"), SAID.items())
def test_an_attribute_is_heard_where_it_is_said(attribute, text):
    turn = Turn(
        id="t",
        speaker="Nora",
        source_kind=SourceKind.USER,
        text=text,
        occurred_at=datetime(2024, 6, 19, 15, 0, tzinfo=UTC),
    )

    found = extract(Window(turn=turn)).candidates

    assert attribute in {each.predicate for each in found}
    assert all(each.span in text for each in found)
