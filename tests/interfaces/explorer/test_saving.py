"""The first page of the explorer, a search that becomes a question, and views saved as files."""

from __future__ import annotations

import csv
import io

from tests.interfaces.explorer.conftest import marks

pytestmark = marks
FORMULA = '=HYPERLINK("https://evil.example","Ana")'
SAY = """mutation ($value: String!) { assertBelief(input: {
  entityName: "Ana Maria Sousa", attribute: "likes", value: $value
}) { outcome } }"""


async def test_what_is_shown_is_saved_and_a_search_goes_on_to_a_question(visit, explored):
    await explored.ask(SAY, value=FORMULA)
    found = await visit("saving.mjs")

    assert found["counts"][0].endswith("entities")
    assert any("open contradiction" in line for line in found["counts"])
    assert found["last"] == 6
    assert found["contradictions"].startswith("#/review/contradictions")
    assert any("memories" in line for line in found["readers"])
    assert found["asked"] == "Where does Ana live?"

    name, text = found["beliefs"]["name"], found["beliefs"]["text"]
    head, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert name.startswith("Doxa Ana")
    assert name.endswith("What is believed.csv")
    assert head[:4] == ["Attribute", "Value", "True", "True (UTC)"]
    assert len(rows) == found["shown"]
    assert all(len(row) == len(head) for row in rows)
    assert all("/" in row[3] and row[3].partition("/")[0].endswith("Z") for row in rows)
    # What a spreadsheet would calculate is text.
    assert [row[1] for row in rows if "HYPERLINK" in row[1]] == [f"'{FORMULA}"]

    for view in ("timeline", "versions", "graph"):
        drawing = found[view]
        assert drawing["error"] is None
        assert drawing["name"].endswith(".svg")
        assert drawing["marks"] > 5
        assert drawing["rows"] > 0
        assert drawing["live"] == 0
    assert any("vegetarian" in words for words in found["timeline"]["words"])
    assert any("2026" in words for words in found["versions"]["words"])
    assert any("Rui" in words for words in found["graph"]["words"])
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}
