"""A message in regions: each with what it is, whose words it has, and from where to where."""

import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as some

from extraction.structure.regions import Kind, Whose
from extraction.structure.split import split

by_mike = partial(split, speaker="Mike")


def parts(text):
    """The kind, owner and author of each region but for those of prose, with its stripped words."""
    regions = by_mike(text).regions
    return [
        (r.kind.value, r.whose.value, r.author, text[r.start : r.end].strip())
        for r in regions
        if (r.kind, r.whose) != (Kind.PROSE, Whose.SPEAKER)
    ]


def own(text, speaker="Mike"):
    return " ".join(split(text, speaker).own_text().split())


def test_a_forwarded_mail_is_its_authors_with_its_own_date():
    text = (
        "FYI\n---------- Forwarded message ---------\nFrom: Eva Lind <eva@example.com>\n"
        "Date: Tue, 3 Mar 2026 at 10:00\nSubject: news\nTo: Mike\n\nI moved to Porto yesterday."
    )
    header, body = by_mike(text).regions[1:]

    assert (header.kind, header.whose) == (Kind.REPLY_HEADER, Whose.NOBODY)
    assert (body.kind, body.whose, body.author) == (Kind.FORWARDED, Whose.OTHER, "Eva Lind")
    assert body.date == "Tue, 3 Mar 2026 at 10:00"
    assert own(text) == "FYI"


@pytest.mark.parametrize(
    "header",
    [
        "-----Original Message-----\nFrom: Eva\nSent: Monday\nTo: Mike\nSubject: hi",
        "-----Ursprüngliche Nachricht-----\nVon: Eva\nGesendet: Montag\nAn: Mike\nBetreff: hi",
        "-----Message d'origine-----\nDe : Eva\nEnvoyé : lundi\nÀ : Mike\nObjet : salut",
        "Begin forwarded message:\n\nFrom: Eva <eva@example.com>\nSubject: hi\nDate: 3 March",
        "De: Eva <eva@example.es>\nEnviado: lunes\nPara: Mike\nAsunto: hola",
        "*From:* Eva\n*Sent:* Monday\n*To:* Mike\n*Subject:* hi",
        "От: Eva <eva@example.com>\nДата: 3 марта\nКому: Mike\nТема: привет",
    ],
)
def test_a_mails_headers_are_known_in_many_languages(header):
    text = f"I live in Leeds.\n\n{header}\n\nI work at Nordlys and I live in Bergen."

    assert own(text) == "I live in Leeds."
    assert by_mike(text).regions[-1].author == "Eva"


def test_replies_between_quoted_lines_are_the_speakers():
    text = (
        "On 3 Mar 2026 at 9:00, Eva wrote:\n> Where do you live?\nIn Leeds.\n> And work?\nAt Asda."
    )

    assert own(text) == "In Leeds. At Asda."


def test_after_a_forwarded_mail_is_signed_the_speaker_may_go_on():
    text = (
        "From: Eva\nSent: Monday\nTo: Mike\nSubject: hi\n\nI live in Bergen.\n\nBest,\nEva\n\n"
        "I live in Leeds myself."
    )

    assert own(text) == "I live in Leeds myself."


@pytest.mark.parametrize(
    "text",
    [
        "[07.03.26, 21:22:40] Chris: I live in Berlin.\n[07.03.26, 21:23:01] Chris: alone",
        "07/03/2026, 21:22 - Chris: I live in Berlin.",
        "Chris, [07.03.26 21:22]\nI live in Berlin.",
        "Chris  9:22 PM\nI live in Berlin.",
        "Chris — Today at 9:22 PM\nI live in Berlin.",
        "[Yesterday 21:22] Chris\nI live in Berlin.",
        "[21:22] <Chris> I live in Berlin.",
        "21:22:40 From Chris to Everyone: I live in Berlin.",
        "Chris (21:22): I live in Berlin.",
    ],
)
def test_a_stamped_line_of_a_chat_is_of_whom_it_names(text):
    assert own(f"{text}\n\nI live in Leeds.") == "I live in Leeds."
    assert {author for _, _, author, _ in parts(text)} == {"Chris"}


def test_of_a_chat_the_speakers_own_lines_are_his():
    text = "[07.03.26, 21:22:40] Mike: I live in Leeds.\n[07.03.26, 21:23:01] Eva: I live in Oslo."

    assert own(text) == "I live in Leeds."
    assert own("Mike: I live in Leeds.") == "I live in Leeds."
    assert own("Mike: I live in Leeds.", speaker="Eva") == ""


def test_of_a_transcript_with_an_assistant_only_what_the_user_says_may_be_the_speakers():
    assert own("User: I live in Oslo.\nAssistant: I love helping.") == "I live in Oslo."
    shown = "Look at this customer's log:\nUser: I live in Oslo.\nAssistant: I love helping."
    assert "Oslo" not in own(shown)


@pytest.mark.parametrize(
    "program",
    [
        "def f(me):\n    return 'Rome'  # I live in Rome",
        "-- I live in Rome\nSELECT 1;",
        "select name\nfrom people\nwhere city = 'I live in Rome';",
        "/* I live in Rome,\n   my name is Bob. */",
        "const me = {\n  city: 'Rome',\n};",
        "$ echo 'I live in Rome'",
        "cat <<EOF\nI live in Rome\nEOF",
        "```\nI live in Rome\n```",
        "<p>I live in Rome</p>",
        '{"city": "Rome"}',
        "diff --git a/x b/x\n@@ -1 +1 @@\n-I live in Oslo\n+I live in Rome",
        'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: I live in Rome',
        "2026-03-07 12:00:01 INFO I live in Rome",
        ">>> me()\nI live in Rome",
    ],
)
def test_a_program_its_comments_and_its_output_are_nobodys(program):
    text = f"I work at Asda.\n\n{program}\n\nI live in Leeds."

    assert own(text) == "I work at Asda. I live in Leeds."
    assert {whose for _, whose, _, _ in parts(text)} == {"nobody"}


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("My details:\nPhone: +351 555 0101\nTimezone: Europe/Lisbon", Whose.SPEAKER),
        ("Quick facts about me:\nJob: nurse\nCity: Leeds", Whose.SPEAKER),
        ("Allergies: nuts\nDiet: vegan", Whose.SPEAKER),
        ("My sister's details:\nPhone: 555\nCity: Exeter", Whose.OTHER),
        ("app.yaml:\nname: billing\ncity: Rome", Whose.NOBODY),
        ("What do you think of this job ad?\n\nTitle: Baker\nCompany: Crumb Ltd", Whose.NOBODY),
        ("Rent: 900\nBedrooms: 2\nAvailable from: May", Whose.NOBODY),
        ("owner:\n  name: Pavel\n  city: Brno", Whose.NOBODY),
    ],
)
def test_headed_lines_are_of_whom_their_lead_or_their_keys_tell(text, whose):
    found = [r.whose for r in by_mike(text).regions if r.kind is Kind.KEY_VALUE]

    assert set(found) == {whose}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('She said "I live in Rome" to me.', "She said to me."),
        ('I love "I Will Survive" and "The Wire".', 'I love "I Will Survive" and "The Wire".'),
        ('I have a 27" screen and I live in Bow.', 'I have a 27" screen and I live in Bow.'),
        ("The students' union in 'my' town, I'm there.",) * 2,
        ("«I live in Nice», she said.", ", she said."),
        ("[Reply to Bob: I live in Rome [EU]] same here", "same here"),
        ("Anna wrote: I moved to Porto", "Anna wrote:"),
        ("As I said: I work at Lidl.", "As I said: I work at Lidl."),
        ("I live in <b>Leeds</b>", "I live in Leeds"),
    ],
)
def test_of_a_sentence_only_a_quotation_with_a_first_person_of_its_own_is_anothers(text, kept):
    assert own(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Seller: I want 300. Buyer: I have 200. Who is right?", ""),
        ("Dad: he lives in Rome. Mum: she moved. I live in Bari.",) * 2,
        ("Update: I moved to Porto. Work: I teach maths there.",) * 2,
        ("Punctuate: i live in rome i have a dog", "Punctuate:"),
        ("Put this into Polish: I have a cat.", "Put this into Polish:"),
        ("Put it on the list: I eat no nuts.",) * 2,
        ("Testing the mic: I am sixty.", "Testing the mic:"),
        ("Worksheet 4, past tense: I worked in Rome.", "Worksheet 4, past tense:"),
        ("Exercise plan: I run on Mondays.",) * 2,
        ("The poster at the gym claims: I lost 30 kilos!", "The poster at the gym claims:"),
        ("fw fw: I have a rare disease", ""),
        ("[11:20] lupo: im in Graz\n[11:21] kiki: why", ""),
        ("[11:20] Shop: bread\n[11:40] Gym: closed",) * 2,
    ],
)
def test_what_a_label_within_a_line_shows_is_not_the_speakers(text, kept):
    assert own(text) == kept.replace("\n", " ")


def test_a_signature_is_the_speakers_and_no_sentence():
    text = "I live in Leeds.\n\nBest,\nMike\nPlanner, Wexley Ltd\n\nPS: I moved."

    assert ("signature", "speaker", None, "Best,\nMike\nPlanner, Wexley Ltd") in parts(text)
    assert own(text) == "I live in Leeds. PS: I moved."


def test_a_span_is_foreign_if_any_of_it_is_of_another_block():
    text = 'She said "I live in Rome" once.\n> I live in Oslo\nI live in Leeds.'
    found = by_mike(text)

    def foreign(words):
        at = text.index(words)
        region = found.foreign(at, at + len(words))
        return region and region.kind

    assert foreign("I live in Leeds.") is None
    assert foreign("I live in Oslo") is Kind.QUOTATION
    assert foreign("Oslo\nI live in Leeds") is Kind.QUOTATION
    assert foreign("I live in Rome") is Kind.QUOTATION
    assert foreign('She said "I live in Rome"') is None


_PIECES = some.sampled_from(
    [
        *(
            "I live in Leeds.",
            "\n",
            "\n\n",
            "\r\n",
            "\u2028",
            "> ",
            "From: a@b.c\n",
            "Subject: x\n",
        ),
        *(
            '"',
            "'",
            "“",
            "”",
            "«",
            "[Reply to Bob: ",
            "]",
            "(re: ",
            "```\n",
            "/*",
            "*/",
            "- ",
            "a,b,c\n",
        ),
        *(
            "Key: value\n",
            "Anna: I am\n",
            "[21:22] <x> I\n",
            "def f():\n",
            "    ",
            "\t",
            "😀",
            "e\u0301",
        ),
        *(
            "|a|b|\n",
            "Best,\nMike\n",
            "Translate this: ",
            "[quote=x]",
            "[/quote]",
            "<p>",
            "-- \n",
            "`",
        ),
    ]
)


@given(some.lists(_PIECES | some.text(max_size=8), max_size=30).map("".join))
def test_the_regions_cover_every_text_exactly_once_and_in_order(text):
    found = by_mike(text)

    assert "".join(text[r.start : r.end] for r in found.regions) == text
    assert all(r.start < r.end for r in found.regions)
    assert [r.start for r in found.regions] == [0, *(r.end for r in found.regions)][
        : len(found.regions)
    ]
    shown = found.own_text()
    assert len(shown) == len(text)
    assert all(a in (b, " ") for a, b in zip(shown, text, strict=True))


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        '"I ',
        "'I ",
        "[Reply to ",
        "(re: ",
        "> a\n",
        "`a ",
        "/*\n",
        "a: ",
        "From: ",
        "<b ",
        "x=",
        "A. Dad: I ",
        "Fw ",
        "exercise, ",
    ],
)
def test_the_time_grows_with_the_length_of_a_hostile_text_and_no_faster(piece):
    def seconds(length):
        text = piece * (length // len(piece))
        began = time.process_time()
        by_mike(text)
        return time.process_time() - began

    seconds(500)
    assert seconds(16_000) < 1 + 8 * 4 * seconds(4_000)


def test_a_long_message_is_split_in_less_than_a_second():
    text = "I live in Leeds and I work at Asda, as you know. " * 4_000
    began = time.process_time()
    by_mike(text)

    assert time.process_time() - began < 1
