"""Tokens of an identity provider: what its keys have signed for this service, and nothing else."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from api.service import access_tokens
from api.service.access.bearer import BearerTokens
from api.service.access.claims import digest_of, header_of
from api.service.access.identity_provider import Expected, IdentityProvider, read_signed, role_of
from api.service.access.key_set import KEYS_MAX, KeySet, check_url, parse_keys
from graph.errors import InvalidArgument, Unauthenticated, Unavailable
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from tests.support.servers.identity_provider import (
    AUDIENCE,
    ISSUER,
    claims,
    ec_key,
    published,
    rsa_key,
    sign,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
RSA, EC = rsa_key(), ec_key()
OWN = b"k" * 40
EXPECTED = Expected(ISSUER, AUDIENCE, "tenant", "role")
KEYS = [published("one", RSA), published("two", EC)]
NAMED = {
    "jwks_url": "https://login.example.com/jwks",
    "token_issuer": ISSUER,
    "token_audience": AUDIENCE,
}


def known(*keys):
    return parse_keys(json.dumps({"keys": keys or KEYS}).encode())


def bearer():
    """A service that knows both keys already."""
    key_set = KeySet("https://login.example.com/jwks")
    key_set._keys, key_set._fetched, key_set._tried = known(), float("inf"), float("inf")
    return BearerTokens((OWN,), IdentityProvider(key_set, EXPECTED))


async def caller(token):
    return (await bearer().verify(token, at=NOON)).caller


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def hmac_signed(header, secret):
    """A token that a public key, taken for a secret, has signed; no library makes one."""
    signed = f"{part(header)}.{part(claims(NOON))}"
    digest = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def pem(key):
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def der(key):
    return key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


@pytest.mark.parametrize(("key", "kid"), [(RSA, "one"), (EC, "two")], ids=["RS256", "ES256"])
async def test_what_a_published_key_has_signed_stands_for_its_caller(key, kid):
    assert await caller(sign(claims(NOON), key, kid)) == Caller("acme", "ada", Role.OWNER)


async def test_own_tokens_are_taken_beside_them_unless_they_are_not_to_be():
    own = access_tokens.issue(OWN, tenant="acme", actor="bo", role=Role.WRITER, at=NOON)
    alone = BearerTokens((), bearer().provider)

    assert await caller(own) == Caller("acme", "bo", Role.WRITER)
    assert (await alone.verify(sign(claims(NOON), RSA), at=NOON)).caller.actor == "ada"
    with pytest.raises(Unauthenticated):
        await alone.verify(own, at=NOON)


FORGED = {
    "none": f"{part({'alg': 'none', 'kid': 'one'})}.{part(claims(NOON))}.",
    "no algorithm": f"{part({'kid': 'one'})}.{part(claims(NOON))}.AAAA",
    "HS256 by the public key": hmac_signed({"alg": "HS256", "kid": "one"}, pem(RSA)),
    "HS256 by its bytes": hmac_signed({"alg": "HS256", "kid": "one"}, der(RSA)),
    "HS256 by the curve's key": hmac_signed({"alg": "HS256", "kid": "two"}, pem(EC)),
    "RS256 by the public key": hmac_signed({"alg": "RS256", "kid": "one"}, pem(RSA)),
    "an RSA key as ES256": hmac_signed({"alg": "ES256", "kid": "one"}, pem(RSA)),
    "a key of a curve for RS256": jwt.encode(
        claims(NOON), RSA, algorithm="RS256", headers={"kid": "two"}
    ),
    "RS512": jwt.encode(claims(NOON), RSA, algorithm="RS512", headers={"kid": "one"}),
    "PS256": jwt.encode(claims(NOON), RSA, algorithm="PS256", headers={"kid": "one"}),
    "ES384": jwt.encode(
        claims(NOON), ec_key(ec.SECP384R1()), algorithm="ES384", headers={"kid": "two"}
    ),
    "another's key": sign(claims(NOON), rsa_key()),
    "no kid": sign(claims(NOON), RSA, None),
    "an unknown kid": sign(claims(NOON), RSA, "other"),
    "a long kid": sign(claims(NOON), RSA, "x" * 201),
    "a key of its own": sign(claims(NOON), EC, "none", jwk=published("none", EC)),
    "a place of its own": sign(claims(NOON), RSA, "other", jku="https://evil.example/jwks"),
    "something critical": sign(claims(NOON), RSA, crit=["exp"], exp=1),
    "b64": sign(claims(NOON), RSA, crit=["b64"], b64=True),
    "a logout": sign(claims(NOON), RSA, typ="logout+jwt"),
    "proof of possession": sign(claims(NOON), RSA, typ="dpop+jwt"),
    "no parts": "a.b.c",
    "cut": sign(claims(NOON), RSA)[:-6],
    "nothing": "",
}


@pytest.mark.parametrize("token", FORGED.values(), ids=FORGED)
async def test_nothing_else_does_however_it_is_made(token):
    with pytest.raises(Unauthenticated):
        await caller(token)


@pytest.mark.parametrize("kind", ["JWT", "jwt", "at+jwt", "application/at+jwt", None])
def test_an_access_token_may_call_itself_one(kind):
    assert header_of(sign(claims(NOON), RSA, typ=kind))["alg"] == "RS256"


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://login.example.com/other"},
        {"iss": ISSUER + "/"},
        {"iss": None},
        {"aud": "another"},
        {"aud": ["another", "third"]},
        {"aud": None},
        {"aud": 7},
        {"sub": None},
        {"sub": 7},
        {"sub": " "},
        {"tenant": None},
        {"tenant": ["acme"]},
        {"tenant": "a/b"},
        {"role": None},
        {"role": "admin"},
        {"role": []},
        {"role": ["admin", 7, None]},
        {"role": ["reader", "owner"]},
        {"role": {"owner": True}},
        {"exp": None},
        {"exp": "soon"},
        {"exp": True},
        {"exp": int(NOON.timestamp())},
        {"exp": int((NOON + timedelta(days=4_000)).timestamp())},
        {"exp": float("inf")},
        {"iat": None},
        {"iat": int(NOON.timestamp()) + 61},
        {"nbf": int(NOON.timestamp()) + 61},
        {"nbf": "later"},
    ],
)
async def test_a_token_for_others_or_of_another_time_or_incomplete_is_none(changes):
    with pytest.raises(Unauthenticated):
        await caller(sign(claims(NOON, **changes), RSA))


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": ["another", AUDIENCE]},
        {"role": ["admin", "owner", 7]},
        {"iat": int(NOON.timestamp()) + 60, "nbf": int(NOON.timestamp()) + 60},
        {"iat": NOON.timestamp() - 0.5},
    ],
)
async def test_what_is_beside_the_point_does_not_matter(changes):
    assert (await caller(sign(claims(NOON, **changes), RSA))).role is Role.OWNER


def test_the_claims_of_tenant_and_role_have_the_names_that_are_set():
    (key,) = known(KEYS[0]).values()
    given = claims(NOON, tenant=None, role=None, org="acme", groups=["x", "reader"])
    expected = Expected(ISSUER, AUDIENCE, "org", "groups")

    assert read_signed(key, sign(given, RSA), expected, NOON).caller == Caller(
        "acme", "ada", Role.READER
    )
    assert role_of("model") == "model"


@pytest.mark.parametrize(
    "key",
    [
        published("one", rsa_key(1_024)),
        published("one", RSA, use="enc"),
        published("one", RSA, key_ops=["encrypt"]),
        published("one", RSA, alg="RS512"),
        published("one", RSA, alg="HS256"),
        published("one", RSA, n=7),
        published("one", RSA, n="A" * 1_401),
        published("one", RSA, e=""),
        published(7, RSA),
        published(None, RSA),
        published("one", EC, crv="P-384"),
        published("one", EC, alg="RS256"),
        published("one", EC, x="AAAA"),
        published("one", ec_key(ec.SECP384R1())),
        {"kty": "oct", "kid": "one", "k": "a" * 60, "alg": "HS256"},
        {"kty": "OKP", "crv": "Ed25519", "kid": "one", "x": "a" * 43},
        {"kid": "one"},
        "no key",
        None,
    ],
)
def test_a_key_that_is_too_weak_or_for_something_else_is_passed_over(key):
    assert set(known(key, published("two", EC))) == {("two", "ES256")}
    with pytest.raises(Unavailable):
        known(key)


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"[]",
        b"{}",
        b'{"keys": {}}',
        b'{"keys": []}',
        b"\xff",
        b"[" * 100_000,
        json.dumps({"keys": [KEYS[0]] * (KEYS_MAX + 1)}).encode(),
    ],
)
def test_what_is_no_set_of_keys_is_refused(document):
    with pytest.raises(Unavailable):
        parse_keys(document)


@pytest.mark.parametrize(
    "url",
    [
        "https://login.example.com/jwks",
        "http://127.0.0.1:8080/jwks",
        "http://[::1]/jwks",
        "http://localhost/jwks",
    ],
)
def test_keys_come_by_https_or_from_this_machine(url):
    check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://login.example.com/jwks",
        "http://127.0.0.1.example.com/jwks",
        "http://localhost.example.com/jwks",
        "http://10.0.0.1/jwks",
        "ftp://127.0.0.1/jwks",
        "file:///etc/passwd",
        "https://user:secret@login.example.com/jwks",
        "https://login.example.com/jwks#keys",
        "https://",
        "https://[::1",
        "https://host:port/",
        "jwks",
    ],
)
def test_no_other_address_is_trusted(url):
    with pytest.raises(InvalidArgument) as refused:
        check_url(url)
    assert refused.value.field == "DOXA_JWKS_URL"
    assert "secret" not in refused.value.message


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"token_issuer": ""}, "DOXA_TOKEN_ISSUER"),
        ({"token_audience": " "}, "DOXA_TOKEN_AUDIENCE"),
        ({"tenant_claim": ""}, "DOXA_TENANT_CLAIM"),
        ({"role_claim": ""}, "DOXA_ROLE_CLAIM"),
        ({"jwks_url": "http://login.example.com/"}, "DOXA_JWKS_URL"),
        ({"jwks_url": ""}, "DOXA_JWKS_URL"),
        ({"jwks_url": "", "token_issuer": ""}, "DOXA_JWKS_URL"),
        (
            {"jwks_url": "", "token_issuer": "", "token_audience": "", "own_tokens": False},
            "DOXA_OWN_TOKENS",
        ),
    ],
)
def test_half_a_provider_is_refused(changes, field):
    with pytest.raises(InvalidArgument) as refused:
        IdentityProvider.of(Settings(**{**NAMED, **changes}))
    assert refused.value.field == field
    assert refused.value.hint


def test_without_settings_there_is_none():
    assert IdentityProvider.of(Settings()) is None
    assert IdentityProvider.of(Settings(**NAMED)) is not None


def test_a_signature_that_is_written_in_another_way_is_of_the_same_token():
    token = sign(claims(NOON), EC, "two")
    head, _, signature = token.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    other = raw[:32] + (order - int.from_bytes(raw[32:])).to_bytes(32)
    again = f"{head}.{base64.urlsafe_b64encode(other).decode().rstrip('=')}"
    key = known(KEYS[1])["two", "ES256"]

    assert again != token
    assert read_signed(key, again, EXPECTED, NOON).caller.actor == "ada"
    assert digest_of(again) == digest_of(token)
