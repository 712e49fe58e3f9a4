from collections.abc import Iterator
from typing import Any

class Connection:
    host: str
    port: int
    username: str
    password: str
    encrypted: bool
    client_name: str | None
    def __init__(
        self,
        host: str,
        port: int,
        username: str,
        password: str,
        encrypted: bool,
        client_name: str | None = ...,
    ) -> None: ...
    def execute(self, query: str, parameters: Any = ...) -> None: ...
    def execute_and_fetch(self, query: str, parameters: Any = ...) -> Iterator[dict[str, Any]]: ...
    def is_active(self) -> bool: ...
