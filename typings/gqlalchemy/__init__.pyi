# What graph.ogm uses of GQLAlchemy 1.10, which is not in the environment that types are checked in.
from typing import Any, ClassVar

from gqlalchemy.connection import Connection
from pydantic import BaseModel

class _GraphObject(BaseModel):
    # The arguments that begin with an underscore are what the database calls it.
    def __init__(self, **data: Any) -> None: ...

class Node(_GraphObject):
    label: ClassVar[str]
    def __init_subclass__(cls, *, label: str = ...) -> None: ...

class Relationship(_GraphObject):
    type: ClassVar[str]
    def __init_subclass__(cls, *, type: str = ...) -> None: ...  # noqa: A002

class Path(_GraphObject): ...

class Neo4j:
    def __init__(
        self,
        host: str = ...,
        port: int = ...,
        username: str = ...,
        password: str = ...,
        encrypted: bool = ...,
        client_name: str = ...,
    ) -> None: ...
    def new_connection(self) -> Connection: ...
    def execute_and_fetch(self, query: str, parameters: dict[str, Any] = ...) -> Any: ...
