"""What every test of the embedded server has."""

from tests.support.servers.small_server import small_and_quick

__all__ = ["small_and_quick"]
