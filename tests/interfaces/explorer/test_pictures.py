"""The pictures of the explorer in README.md: made by a browser, and those that are committed."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest_asyncio

from api.service.worker import drain
from graph.vocabulary import Role
from tests.interfaces.explorer.conftest import SETTINGS, Explored, marks
from tests.interfaces.explorer.story import Teller

pytestmark = marks
ROOT = Path(__file__).resolve().parents[3]
COMMITTED = ROOT / "docs" / "pictures"
NAMES = ("versions", "why")
FOUND = """{ entity(name: "Mike") { id
  beliefs(attribute: "lives_in", asOf: {validAt: "2026-10-01T00:00:00Z"}) {
    edges { node { memoryId } } } } }"""

LISBON = (
    ("Mike", "USER", "I have lived in Lisbon since 2019."),
    ("Mike", "USER", "I'm vegetarian."),
)
BERLIN = (
    ("assistant", "ASSISTANT", "How did the interview go?"),
    ("Mike", "USER", "I'm moving to Berlin on September 1."),
    ("assistant", "ASSISTANT", "Congratulations! Shall I look for a place to stay?"),
)


@pytest_asyncio.fixture
async def explored(serve, login, db, clock, offline):
    """The page on README's example of two times, as it is on the first of October 2026."""
    owner = login(actor="olga")
    reader = login(owner.tenant, role=Role.READER, actor="rita")
    teller = Teller(owner, clock)
    async with serve(SETTINGS) as url:
        for (month, day), session, messages in (
            ((5, 5), "chat 1", LISBON), ((8, 13), "chat 2", BERLIN)
        ):  # fmt: skip
            teller.on(month, day)
            await teller.remembers(*messages, session=session)
            await drain(db, offline, owner.tenant)
        teller.on(10)
        mike = (await owner(FOUND))["entity"]
        ids = {
            "Mike": mike["id"],
            "Berlin": mike["beliefs"]["edges"][0]["node"]["memoryId"],
            "now": clock().isoformat(),
        }
        yield Explored(url, {"OWNER": owner.token, "READER": reader.token}, ids, owner)


async def test_readme_shows_pictures_as_large_as_they_are_made_anew(visit, pictures):
    await visit("pictures.mjs")

    made = {name: size(pictures / f"{name}.png") for name in NAMES}
    assert made == {name: size(COMMITTED / f"{name}.png") for name in NAMES}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"!\[([^]]+)\]\(docs/pictures/(\w+)\.png\)", readme))
    assert set(shown.values()) == set(NAMES)


def size(picture: Path) -> tuple[int, int]:
    """How wide and high a PNG is."""
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", picture
    return struct.unpack(">II", head[16:])
