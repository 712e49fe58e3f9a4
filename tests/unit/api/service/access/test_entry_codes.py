"""Codes to sign in with: who they are of, how long they are good, and what is none."""

from datetime import UTC, datetime, timedelta

import jwt
import pytest

from api.service import access_tokens
from api.service.access.entry_codes import LIFETIME, issue_code, read_code
from graph.errors import Unauthenticated
from graph.model.records import Caller
from graph.vocabulary import Role

KEY, OTHER = b"k" * 32, b"o" * 32
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ADA = Caller("acme", "ada", Role.REVIEWER)
TTL = timedelta(hours=8)


def issue(at=NOON, key=KEY):
    return issue_code(key, ADA, ttl=TTL, at=at)


def test_a_code_says_whom_the_token_is_of_and_how_long_it_lives():
    found = read_code(KEY, issue(), at=NOON)

    assert (found.caller, found.ttl, found.expires) == (ADA, TTL, NOON + LIFETIME)


def test_no_two_codes_are_one():
    assert read_code(KEY, issue(), at=NOON).id != read_code(KEY, issue(), at=NOON).id


@pytest.mark.parametrize("seconds", [0, 30, 59])
def test_a_code_is_good_for_a_minute(seconds):
    read_code(KEY, issue(), at=NOON + timedelta(seconds=seconds))


@pytest.mark.parametrize("at", [NOON + LIFETIME, NOON + timedelta(days=1), NOON - 2 * LIFETIME])
def test_a_code_is_good_no_longer_and_not_before(at):
    with pytest.raises(Unauthenticated, match="expired"):
        read_code(KEY, issue(), at=at)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "x",
        "a.b.c",
        "\udcff",
        issue(key=OTHER),
        issue()[:-2],
        jwt.encode({"sub": "ada"}, "", algorithm="none"),
        access_tokens.issue(KEY, tenant="acme", actor="ada", role=Role.OWNER, at=NOON),
    ],
)
def test_what_the_key_has_not_signed_for_this_is_no_code(code):
    with pytest.raises(Unauthenticated, match="none of this service"):
        read_code(KEY, code, at=NOON)


def test_a_code_is_no_token():
    with pytest.raises(Unauthenticated):
        access_tokens.verify((KEY,), issue(), at=NOON)
