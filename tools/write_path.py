"""How long the way of one assertion is: the functions and files that it runs through.

``python -m tools.write_path`` starts a store of its own, asserts a belief about an entity by its id
twice, and counts the second: distinct functions and files of this program, and statements sent.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from graph.database import migrations
from graph.database.server.embedded import running
from graph.database.session import Session
from graph.kernel.entities.entity_queries import ids_by_name
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(str(ROOT / top) for top in ("graph", "extraction", "api"))


@dataclass
class Way:
    """What ran while it was watched, and how many statements were sent."""

    functions: set[CodeType] = field(default_factory=set)
    statements: int = 0

    @property
    def files(self) -> int:
        """The number of files that the functions are in."""
        return len({code.co_filename for code in self.functions})

    def watch(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call, as ``sys.setprofile`` tells it."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_name[:1] != "<":
            self.functions.add(code)


async def walk(db: Session, caller: Caller) -> Way:
    """Assert a belief about an entity by its id; the way of the second, when all is known."""
    about = Assertion(entity=EntityRef(name="Ana"), attribute="title", value="baker")
    await define_attribute(db, caller, AttributeDefinition(name="title"))
    await assert_belief(db, caller, about)
    entity = EntityRef(id=(await ids_by_name(db, caller, "Ana"))[0])
    await assert_belief(db, caller, Assertion(entity=entity, attribute="title", value="cook"))
    way, before = Way(), db.executed
    sys.setprofile(way.watch)
    try:
        await assert_belief(db, caller, Assertion(entity=entity, attribute="title", value="vet"))
    finally:
        sys.setprofile(None)
    way.statements = db.executed - before
    return way


async def main() -> None:
    """Print the counts of one assertion."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as at:
        async with Session.open(at.uri, at.user, at.password) as db:
            await migrations.ensure(db)
            way = await walk(db, Caller("way", "tester", Role.OWNER))
    print(f"{len(way.functions)} functions in {way.files} files, {way.statements} statements")


if __name__ == "__main__":
    asyncio.run(main())
