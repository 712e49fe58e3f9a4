"""Secrets that would go to other machines in the clear: to which, and by which setting."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from graph.settings import Settings

_CLEAR = frozenset({"bolt", "http", "neo4j", "redis"})
_TRACES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_TRACE_HEADERS = ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")


@dataclass(frozen=True, slots=True)
class ExposedSecret:
    """A secret that whoever is between here and a host can read; ``setting`` names that host."""

    setting: str
    secret: str
    host: str

    def __str__(self) -> str:
        return f"{self.setting}: {self.secret} goes to {self.host} unencrypted"

    @property
    def hint(self) -> str:
        """What to do about it."""
        return (
            "use bolt+s, neo4j+s, https or rediss there; if nobody else is on the way, as between"
            f' containers of one machine, DOXA_CLEARTEXT_HOSTS=["{self.host}"]'
        )


def exposed_secrets(settings: Settings, environment: Mapping[str, str]) -> Iterator[ExposedSecret]:
    """Yield the secrets that go unencrypted to a host other than this machine.

    Not those to hosts that ``DOXA_CLEARTEXT_HOSTS`` names.
    """
    for setting, url, secret in _destinations(settings, environment):
        host = _clear_host(url)
        if secret and host and not is_loopback(host) and host not in settings.cleartext_hosts:
            yield ExposedSecret(setting, secret, host)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _destinations(
    settings: Settings, environment: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that is an address, with it, and what secret goes there; '' for none."""
    yield "DOXA_NEO4J_URI", settings.neo4j_uri, "the password" if settings.neo4j_password else ""
    yield "DOXA_ANTHROPIC_URL", settings.anthropic_url, "the key" if settings.anthropic_key else ""
    yield "DOXA_LOCAL_URL", settings.local_url, "the key" if settings.local_key else ""
    redis = settings.redis_url.get_secret_value()
    yield "DOXA_REDIS_URL", redis, "the password" if "@" in redis else ""
    key = "the key" if environment.get("OPENAI_API_KEY") else ""
    yield "OPENAI_BASE_URL", environment.get("OPENAI_BASE_URL", ""), key
    headers = "what is in the headers" if any(map(environment.get, _TRACE_HEADERS)) else ""
    for name in _TRACES:
        yield name, environment.get(name, ""), headers


def _clear_host(url: str) -> str | None:
    """Return the host of an address that is reached unencrypted; None of any other, or of no
    address.
    """
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.scheme in _CLEAR else None
    except ValueError:
        return None
