"""Secrets that would go to other machines in the clear."""

import pytest

from api.cleartext import exposed_secrets
from graph.settings import Settings

HERE = "127.0.0.1"
THERE = "db.example.com"
PASSWORD = {"neo4j_password": "p"}
TRACES = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
HEADERS = {"OTEL_EXPORTER_OTLP_HEADERS": "authorization=x"}
KEY = {"OPENAI_API_KEY": "k"}


def exposed(given=None, environment=None):
    settings = Settings(**(given or {}))
    return [(one.setting, one.host) for one in exposed_secrets(settings, environment or {})]


@pytest.mark.parametrize(
    ("setting", "url", "more"),
    [
        ("neo4j_uri", "bolt://{}:7687", PASSWORD),
        ("neo4j_uri", "neo4j://{}", PASSWORD),
        ("anthropic_url", "http://{}/v1", {"anthropic_key": "k"}),
        ("local_url", "http://{}:11434/v1", {"local_key": "k"}),
        ("redis_url", "redis://:p@{}:6379", {}),
    ],
)
def test_a_secret_for_another_machine_is_exposed_without_encryption(setting, url, more):
    def found(host, scheme=None, **others):
        at = url.format(host)
        return exposed({setting: at.replace("://", f"{scheme}://") if scheme else at, **others})

    name = f"DOXA_{setting.upper()}"
    assert found(THERE, **more) == [(name, THERE)]
    assert found(THERE, "+s" if setting == "neo4j_uri" else "s", **more) == []
    for here in (HERE, "localhost", "[::1]"):
        assert found(here, **more) == []
    assert found(THERE, **more, cleartext_hosts=[THERE]) == []
    if more:
        assert found(THERE) == []


@pytest.mark.parametrize(
    ("name", "secret"),
    [("OPENAI_BASE_URL", KEY), (TRACES, HEADERS), ("OTEL_EXPORTER_OTLP_ENDPOINT", HEADERS)],
)
def test_addresses_that_only_the_environment_has_are_looked_at_too(name, secret):
    there = {name: f"http://{THERE}:4318"}
    assert exposed(environment=there | secret) == [(name, THERE)]
    assert exposed(environment=there) == []
    assert exposed(environment={name: f"https://{THERE}"} | secret) == []


def test_the_secret_itself_is_not_told():
    (one,) = exposed_secrets(Settings(redis_url="redis://u:hush@cache:6379"), {})
    assert "hush" not in f"{one} {one.hint}"
    assert (one.host, "DOXA_REDIS_URL" in str(one)) == ("cache", True)


def test_what_is_no_address_exposes_nothing():
    assert exposed({"local_url": "http://[::1", "local_key": "k"}) == []
