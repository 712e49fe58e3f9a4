"""A tenant in which much waits for a person: what the review desk and the operations show."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

from extraction.embedding.backfill import embed_waiting
from extraction.embedding.onnx_model import OnnxEmbedder
from graph.database.session import Session
from graph.model.records import DEFAULT_TENANT
from graph.vocabulary import Role
from tests.interfaces.conftest import Login, Serve
from tests.interfaces.explorer.conftest import SETTINGS, Explored

Ask = Callable[..., Awaitable[Any]]

SAY = """
mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome memory { id } } }
"""
RETRACT = "mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }"
CORRECT = """
mutation ($id: ID!, $value: String) {
  correctMemory(id: $id, value: $value, reason: "misheard") { outcome }
}
"""
REMEMBER = "mutation ($input: RememberInput!) { remember(input: $input) { id } }"
PROPOSE = "mutation { proposeMerges }"
COMPARE = """mutation { runTask(name: "similar_memories") { error } }"""
LONG = "a long way of saying little " * 70
MARKUP = '<script>document.title = "taken"</script><b>bold</b>'


@asynccontextmanager
async def desk(serve: Serve, login: Login, db: Session) -> AsyncIterator[Explored]:
    """The page on such a tenant, in which no worker reads what is remembered."""
    db.clock = partial(datetime.now, UTC)
    owner = login(actor="olga")
    tokens = {
        role.name: login(owner.tenant, role=role, actor=f"{role.value}@example.com").token
        for role in Role
    }
    tokens["STORE"] = login(DEFAULT_TENANT, actor="stef").token
    async with serve(SETTINGS) as url:
        yield Explored(url, tokens, await fill(owner), owner)


async def fill(ask: Ask) -> dict[str, str]:
    """Say all of it; gives the ids of memories by what they are."""
    found = {}
    for name, said in CLAIMS:
        answer = await ask(SAY, input=said)
        found[name] = answer["assertBelief"]["memory"]["id"]
    await ask(CORRECT, id=found["misheard"], value="Lisbon")
    await ask(RETRACT, input={"entityName": "Dee", "attribute": "employer", "at": _at("2024-06")})
    for number, messages in enumerate(SESSIONS):
        await ask(
            REMEMBER,
            input={"session": f"s{number}", "messages": [{"text": one} for one in messages]},
        )
    await ask(PROPOSE)
    return found


async def compare(of_store: Ask, db: Session) -> None:
    """Give all that was said its vector, and look for what is alike, as whoever runs the store."""
    await embed_waiting(db, OnnxEmbedder.default())
    compared = await of_store(COMPARE)

    assert compared["runTask"]["error"] is None


def _at(month: str) -> str:
    return f"{month}-01T09:00:00Z"


def _said(
    entity: str, attribute: str, value: str, month: str = "2025-01", **more: Any
) -> dict[str, Any]:
    words = attribute.replace("_", " ")
    return {
        "entityName": entity,
        "entityKind": "person",
        "attribute": attribute,
        "value": value,
        "validFrom": _at(month),
        "saidAt": _at(month),
        "text": f"The {words} of {entity} is {value}.",
        **more,
    }


CLAIMS: tuple[tuple[str, dict[str, Any]], ...] = (
    # Believed before anything else is said.
    ("employer", _said("Dee", "employer", "Acme", "2022-05", speaker="Dee")),
    ("misheard", _said("Dee", "city", "Leiden", "2023-02", speaker="Dee")),
    # Held: a document speaks against a person.
    ("vegetarian", _said("Ann", "diet", "vegetarian", "2023-01", speaker="Ann")),
    (
        "vegan",
        _said("Ann", "diet", "vegan", "2024-03", sourceKind="DOCUMENT", speaker="clinic form")
        | {"evidence": "Diet: vegan since spring"},
    ),
    # Held: it kept changing.
    *(
        (f"loop {day}", _said("Bo", "job_title", value, session=f"bo {day}", speaker="Bo")
        | {"validFrom": f"2025-05-{day}T09:00:00Z", "saidAt": f"2025-05-{day}T09:00:00Z"})
        for day, value in (("02", "baker"), ("06", "brewer"), ("11", "baker"), ("15", "brewer"),
                           ("19", "baker"))
    ),
    # In the queue: sources that do not speak for the user, and a category that takes consent.
    (
        "web",
        _said("Dee", "employer", "Umbra Corp", "2025-02", sourceKind="WEB", speaker="umbra.example")
        | {"evidence": "Dee has joined Umbra Corp as an engineer"},
    ),
    ("assistant", _said("Dee", "nickname", "Deedee", sourceKind="ASSISTANT")),
    ("markup", _said("Dee", "website", MARKUP, sourceKind="WEB", speaker="evil\u202egnp.exe")),
    ("tool", _said("Cy", "employer", "Northwind", "2025-03", sourceKind="TOOL", speaker="crm")),
    ("health", _said("Cy", "health_condition", "asthma", "2024-09", speaker="Cy")),
    ("arabic", _said("ليلى", "diet", "نباتية", sourceKind="WEB", speaker="موقع")),
    ("long", _said("Dee", "biography", LONG, sourceKind="WEB", speaker="wiki") | {"text": LONG}),
    # Two claims that vouch for one time.
    ("berlin", _said("Eve", "city", "Berlin", "2023-01", validTo=_at("2024-01"), speaker="Eve")),
    ("bonn", _said("Eve", "city", "Bonn", "2023-06", validTo=_at("2023-09"), speaker="Bo")),
    # Perhaps one person.
    ("maria", _said("María Núñez", "employer", "Contoso", "2023-01")),
    ("maria 2", _said("Maria Nunez", "employer", "Contoso", "2023-02")),
    ("maria 3", _said("Maria Nunez", "city", "Vigo", "2023-02")),
    ("jurgen", _said("Jürgen Groß", "employer", "Contoso", "2023-01")),
    ("jurgen 2", _said("Jurgen Gross", "employer", "Contoso", "2023-02")),
    # A preference of three sessions.
    *(
        (f"tea {number}", _said("Dee", "favourite_drink", "green tea", f"2025-0{number}",
                                type="PREFERENCE", session=f"tea {number}", speaker="Dee")
         | {"validFrom": _at("2025-01")})
        for number in (1, 2, 3)
    ),
    # Nearly the same, twice.
    ("habit", _said("Ada", "habit", "deploys on Fridays", "2025-03", topic="work")
     | {"text": "Ada deploys on Fridays."}),
    ("habit 2", _said("Ada", "habit", "deploys on Fridays at 5 pm", "2025-04", topic="work")
     | {"text": "Ada deploys on Fridays at 5 pm."}),
    ("birthday", _said("Ada", "birthday", "12 May", "2025-03")
     | {"text": "Ada's birthday is on 12 May."}),
    ("born", _said("Ada", "date_of_birth", "12 June", "2025-04")
     | {"text": "Ada's birthday is on 12 June."}),
)  # fmt: skip

SESSIONS = (
    ("I moved to Porto in March.", "My sister Inês works at Contoso."),
    ("I'm allergic to peanuts.",),
    ("What is the weather like?",),
)
