"""Bounds that nobody knows, over HTTP: said, shown, corrected."""

from __future__ import annotations

ASSERT = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) {
    outcome
    memory { id status negative validFrom startUnknown endUnknown }
    beliefs { value validFrom validTo startUnknown endUnknown }
  }
}"""
FORMERLY = """query ($id: ID!) {
  entity(id: $id) {
    timeline { value startUnknown endUnknown }
    formerly { value status endUnknown }
  }
}"""
CORRECT = """mutation ($id: ID!) {
  correctMemory(id: $id, startUnknown: true, endUnknown: true, reason: "no dates", reject: false) {
    memory { validFrom validTo startUnknown endUnknown }
  }
}"""


async def test_a_caller_says_which_bound_is_unknown_and_sees_it(ask):
    over = await ask(
        ASSERT,
        input={"entityName": "Ada", "attribute": "town", "value": "Turin", "endUnknown": True},
    )
    until = await ask(
        ASSERT,
        input={
            "entityName": "Ada",
            "attribute": "post",
            "value": "mayor",
            "validTo": "1990",
            "startUnknown": True,
        },
    )

    assert over["assertBelief"]["memory"] | {"id": ""} == {
        "id": "",
        "status": "ENDED",
        "negative": False,
        "validFrom": None,
        "startUnknown": True,
        "endUnknown": True,
    }
    assert until["assertBelief"]["beliefs"] == [
        {
            "value": "mayor",
            "validFrom": "1989-01-01T00:00:00Z",
            "validTo": "1990-01-01T00:00:00Z",
            "startUnknown": True,
            "endUnknown": False,
        }
    ]

    found = await ask("""{ entity(name: "Ada") { id } }""")
    shown = (await ask(FORMERLY, id=found["entity"]["id"]))["entity"]
    assert shown == {
        "timeline": [{"value": "mayor", "startUnknown": True, "endUnknown": False}],
        "formerly": [{"value": "Turin", "status": "ENDED", "endUnknown": True}],
    }

    corrected = await ask(CORRECT, id=until["assertBelief"]["memory"]["id"])
    assert corrected["correctMemory"]["memory"] == {
        "validFrom": None,
        "validTo": None,
        "startUnknown": True,
        "endUnknown": True,
    }
