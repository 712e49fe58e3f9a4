"""A name or a code that is erased goes from everywhere, in every spelling that is the same to Doxa.

Whether something is left is told by a reader that shares nothing with the search of an erasure: it
reads every property of every node and edge, and compares letters and digits alone.
"""

from __future__ import annotations

import random
import unicodedata

import pytest

from graph.governance.erasure.erase import erase
from graph.history.integrity import check
from graph.model.commands import Message
from graph.vocabulary import Outcome
from graph.write.intake import jobs
from tests.support.story import Damage, Story

WHY = "asked for by the subject"
BLANKS = (" ", "  ", "\u00a0", "\u2009", "\u202f", "\u3000", " \u200b")
NAMES = (
    "Zoë Fünfkirchen",
    "Anna Kowalska",
    "Łukasz Żądło",
    "Никита Орлов",
    "山田 太郎",
    "Ioánna Ντάρα",
)
CODES = ("ZX-81-QT77", "anna.k@example.org", "351912345678")
TURNS = 12


class Spelling:
    """Spells names and codes by chance."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"spelled {seed}")

    def name(self, name: str) -> str:
        """A name: composed or not, at full width, in capitals, with any blank."""
        pick = self._chance
        cased = pick.choice([name, name.upper(), name.lower()])
        return pick.choice(BLANKS).join(self._letters(word) for word in cased.split())

    def code(self, code: str) -> str:
        """A code or an address, in any case and width."""
        return self._letters(self._chance.choice([code, code.lower(), code.upper()]))

    def _letters(self, word: str) -> str:
        form = self._chance.choice(["NFC", "NFD", "NFKC", "NFKD"])
        wide = self._chance.random() < 0.4
        spelled = "".join(chr(ord(c) + 0xFEE0) if wide and "!" <= c <= "~" else c for c in word)
        return unicodedata.normalize(form, spelled) if form in ("NFC", "NFD") else spelled


def bare(text: str) -> str:
    """Letters and digits alone, without marks, case and width."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LN")


async def everything(story) -> list[str]:
    """Every text of the tenant, wherever it is kept."""
    rows = await Damage(story.db, story.caller.tenant).run(
        """CALL () {
          MATCH (it) WHERE it.tenant = $tenant
          RETURN properties(it) AS found
          UNION ALL
          MATCH ()-[it]->() WHERE it.tenant = $tenant
          RETURN properties(it) AS found
        }
        UNWIND keys(found) AS key
        WITH found[key] AS text
        RETURN collect(CASE WHEN text IS :: STRING NOT NULL THEN [text]
                            WHEN text IS :: LIST<STRING NOT NULL> NOT NULL THEN text
                            ELSE [] END) AS texts"""
    )
    return [text for texts in rows[0]["texts"] for text in texts]


async def left(story, *words) -> list[str]:
    """The texts in which one of these words still is."""
    wanted = [bare(word) for word in words]
    return [one for one in await everything(story) if any(word in bare(one) for word in wanted)]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
async def test_a_name_goes_in_every_spelling(db, caller, name):
    story, spelled = Story(db, caller), Spelling(NAMES.index(name))
    await story.says(name, "lives_in", "Lisbon", evidence=f"{name} lives in Lisbon.")
    for number in range(TURNS):
        text = f"Number {number}: I met {spelled.name(name)}, and it rained."
        await story.says(f"Bob{chr(97 + number)}", "mood", "glad", evidence=text)
        told = [
            Message(f"What {spelled.name(name)} says is {number}.", speaker="Bob"),
            Message(f"It is {number} o'clock.", speaker=spelled.name(name)),
        ]
        await jobs.submit(db, caller, told, session=f"s{number}", topic=None)
        await story.says("Bob", "notes", f"{spelled.name(name)} owes me {number}")
    assert len(await left(story, name)) > 4 * TURNS

    receipt = await erase(db, caller, await story.id(name), WHY)

    assert receipt.complete
    assert await left(story, name) == []
    assert [one async for one in check.violations(db, caller.tenant)] == []


@pytest.mark.long
@pytest.mark.parametrize("code", CODES)
async def test_a_code_goes_in_every_spelling(db, caller, code):
    story, spelled = Story(db, caller), Spelling(CODES.index(code))
    secret = await story.says("Mike", "locker_code", code, evidence=f"It is {code}.")
    for number in range(TURNS):
        text = f"Number {number}: take （{spelled.code(code)}）, and go."
        message = Message(text, speaker="Bob")
        await jobs.submit(db, caller, [message], session=f"s{number}", topic=None)
    assert len(await left(story, code)) > TURNS

    receipt = await erase(db, caller, secret.memory, WHY)

    assert receipt.complete
    assert await left(story, code) == []
    again = Message(f"Once more: {spelled.code(code)}", speaker="Eve")
    await jobs.submit(db, caller, [again], session="later", topic=None)
    assert await left(story, code) == []


NAMED_PLACES = (
    {"session": "chat with Zarah Quillfeather"},
    {"topic": "about Zarah Quillfeather"},
    {"session": "Zarah Quillfeather", "topic": "Zarah Quillfeather"},
    {"id": "mail-from-Zarah-Quillfeather-1"},
    {"speaker": "Dr. Zarah Quillfeather (she/her)"},
    {"speaker": "Zarah Quillfeather's phone"},
)


async def test_a_name_goes_from_where_others_messages_were_kept(db, caller):
    story = Story(db, caller)
    await story.says("Zarah Quillfeather", "lives_in", "Lisbon")
    await story.says("Bob", "mood", "glad", topic="about Zarah Quillfeather")
    for number, place in enumerate(NAMED_PLACES):
        message = Message(f"It rains {number}.", speaker=place.get("speaker"), id=place.get("id"))
        session, topic = place.get("session", f"s{number}"), place.get("topic")
        await jobs.submit(db, caller, [message], session=session, topic=topic)
    assert len(await left(story, "Zarah Quillfeather")) > len(NAMED_PLACES)

    receipt = await erase(db, caller, await story.id("Zarah Quillfeather"), WHY)

    assert await left(story, "Quillfeather") == []
    assert (receipt.complete, receipt.residue) == (True, 0)
    said = {text for text in await everything(story) if text.startswith("It rains")}
    # What the doctor said herself goes; what Bob feels stays, whatever it was filed under.
    assert said == {f"It rains {number}." for number in range(len(NAMED_PLACES)) if number != 4}
    assert await story.value("Bob", "mood") == "glad"


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Sean O'Brien", "Sean O’Brien"),
        ("Ana-Maria Reis", "Ana‐Maria Reis"),
        ("İlker Işık", "ilker ışık"),
        ("Dr. Ana Silva", "Ana Silva"),
        ("Ana Silva", "#AnaSilva, ana.silva@example.org and Silva, Ana"),
    ],
)
async def test_a_name_goes_however_its_words_are_joined(db, caller, name, spelled):
    story = Story(db, caller)
    await story.says(name, "lives_in", "Lisbon")
    await story.says("Bob", "mood", "glad", evidence=f"After {spelled} came, Bob was glad.")

    receipt = await erase(db, caller, await story.id(name), WHY)

    assert receipt.complete
    words = [word for word in name.removeprefix("Dr. ").replace("'", " ").split() if len(word) > 3]
    assert await left(story, *words) == []


@pytest.mark.parametrize(
    ("erased", "others"),
    [
        ("Sam Fox", ["Sam Fox of Rome", "Sam Fox jr.", "sam fox ltd", "the Sam Fox band"]),
        ("Sam Fox", ["Sam Fox, Inc.", "Sam Fox & Sons", "Dr. Sam Fox Moor", "Sam Fox (Oslo)"]),
        ("Ann", ["Ann B. Fox", "St. Ann", "Ann & Bo Ltd"]),
        ("ann", ["ann fox", "ann-marie"]),
    ],
)
async def test_whose_name_is_longer_is_somebody_else(db, caller, erased, others):
    story = Story(db, caller)
    for name in (erased, *others):
        await story.says(name, "mood", "glad", evidence=f"{name} is glad.")

    receipt = await erase(db, caller, await story.id(erased), WHY)

    assert receipt.complete
    for name in others:
        assert await story.value(name, "mood") == "glad"
    told = [text for text in await everything(story) if text.endswith(" is glad.")]
    kept = {text for text in told if "mood" not in text}
    assert kept == {f"{name} is glad." for name in others}


async def test_another_spelling_of_the_name_shields_nobody(db, caller):
    story = Story(db, caller)
    for name in ("Ann Fox", "Ann-Fox!"):
        await story.says(name, "mood", "glad")
    await story.says("Bob", "mood", "glad", evidence="After Ann Fox came, Bob was glad.")

    receipt = await erase(db, caller, await story.id("Ann Fox"), WHY)

    assert receipt.complete
    assert [text for text in await everything(story) if text.startswith("After Ann Fox")] == []


async def test_what_a_namesake_with_another_suffix_has_said_stays(db, caller):
    story = Story(db, caller)
    namesakes = ("Omar Said", "Omar Said Jr.", "Omar Said III")
    for name in namesakes:
        await story.says(name, "mood", "glad")
        message = Message(f"It rains, says the {len(name)}th.", speaker=name)
        await jobs.submit(db, caller, [message], session=f"s{len(name)}", topic=None)

    await erase(db, caller, await story.id("Omar Said"), WHY)

    said = {text for text in await everything(story) if text.startswith("It rains")}
    assert said == {f"It rains, says the {len(name)}th." for name in namesakes[1:]}


@pytest.mark.parametrize(
    ("erased", "again"),
    [
        ("Zora Brand-Liss", "Zora Brand Liss"),
        ("Zora Brand-Liss", "Mrs. Zora Brand\u2011Liss"),
        ("Dr. Zora Liss", "Zora Liss"),
    ],
)
async def test_what_was_erased_is_not_believed_under_another_spelling(db, caller, erased, again):
    story = Story(db, caller)
    await story.says(erased, "lives_in", "Lisbon")
    await erase(db, caller, await story.id(erased), WHY)

    assert (await story.says(again, "lives_in", "Lisbon")).outcome is Outcome.REJECTED
    assert (await story.says(again, "lives_in", "Rome")).outcome is Outcome.STORED


async def test_every_kind_of_node_and_edge_is_looked_at(db, caller):
    story = Story(db, caller)
    secret = await story.says("Mike", "locker_code", CODES[0], evidence=f"It is {CODES[0]}.")
    rows = await Damage(db, caller.tenant).run(
        "MATCH (it) WHERE it.tenant = $tenant SET it.stray = $id RETURN count(it) AS count",
        id=secret.memory,
    )
    found = await db.read(
        "governance/erasure/deletion/mentions",
        tenant=caller.tenant,
        ids=[secret.memory],
        words=[],
        other=False,
    )
    assert len([one for one in found if one["property"] == "stray"]) == rows[0]["count"]
