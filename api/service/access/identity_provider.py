"""Tokens of an identity provider: RS256 and ES256, by the keys that it publishes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

import jwt

from api.service.access.claims import UNTIMED, caller_of, digest_of, in_force
from api.service.access.key_set import ALGORITHMS, KeySet, check_url
from graph.errors import InvalidArgument, Unauthenticated
from graph.governance.access.access import Access
from graph.settings import Settings
from graph.vocabulary import Role

KID_MAX = 200
HOW_TO_ENTER = "get a token of the identity provider for this service"

_ROLES = frozenset(Role)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a token of the provider has to say, and the claims that have the tenant and the role."""

    issuer: str
    audience: str
    tenant_claim: str
    role_claim: str


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """Who else signs tokens for this service."""

    keys: KeySet
    expected: Expected

    @classmethod
    def of(cls, settings: Settings) -> IdentityProvider | None:
        """Return the provider of the settings, if they name one.

        Raises:
            InvalidArgument: they name one without what its tokens have to say, or by an address
                that is not to be trusted; or the reverse.
        """
        if not settings.jwks_url:
            _refuse_halves(settings)
            return None
        for name in ("token_issuer", "token_audience", "tenant_claim", "role_claim"):
            if not getattr(settings, name).strip():
                raise InvalidArgument(
                    f"DOXA_JWKS_URL needs DOXA_{name.upper()}",
                    field=f"DOXA_{name.upper()}",
                    hint="without it tokens that are for others would be taken",
                )
        check_url(settings.jwks_url)
        expected = Expected(
            settings.token_issuer,
            settings.token_audience,
            settings.tenant_claim,
            settings.role_claim,
        )
        return cls(KeySet(settings.jwks_url), expected)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Know its keys for as long as the block lasts."""
        return self.keys.running()

    async def read(self, token: str, header: Mapping[str, Any], at: datetime) -> Access:
        """Return what a token gives that the provider has signed.

        Raises:
            Unauthenticated: it is forged, expired, for somebody else or incomplete.
            ProviderUnavailable: the provider's keys are not known.
        """
        kid, algorithm = header.get("kid"), header.get("alg")
        if algorithm not in ALGORITHMS or not isinstance(kid, str) or len(kid) > KID_MAX:
            raise Unauthenticated("the token names no key", hint=HOW_TO_ENTER)
        key = await self.keys.find(kid, algorithm)
        return read_signed(key, token, self.expected, at)


def read_signed(key: jwt.PyJWK, token: str, expected: Expected, at: datetime) -> Access:
    """Return what a token gives that a key has signed.

    Raises:
        Unauthenticated: the key did not, or the token is expired, for somebody else or incomplete.
    """
    try:
        claims = _signed_claims(key, token, expected.issuer, expected.audience)
    except (jwt.PyJWTError, UnicodeEncodeError) as error:
        raise Unauthenticated("the token is not one for this service", hint=HOW_TO_ENTER) from error
    issued, expires = in_force(claims, at)
    caller = caller_of(
        claims.get(expected.tenant_claim),
        claims.get("sub"),
        role_of(claims.get(expected.role_claim)),
    )
    return Access(caller, issued, expires, digest_of(token))


def role_of(claim: object) -> str:
    """Return the one role of Doxa that a claim names, as text or in a list beside those of others.

    Raises:
        Unauthenticated: it names none, or several.
    """
    named = cast(list[Any], claim) if isinstance(claim, list) else [claim]
    found = {one for one in named if isinstance(one, str) and one in _ROLES}
    if len(found) != 1:
        told = "several roles" if found else "no role"
        raise Unauthenticated(
            f"the token has {told} of this service", hint="the identity provider gives one"
        )
    return found.pop()


# One caller sends one token many times, and the signature of what was read once still holds. A
# key that is fetched anew is another one, so what a withdrawn key has signed is not found here.
@lru_cache(maxsize=1_024)
def _signed_claims(key: jwt.PyJWK, token: str, issuer: str, audience: str) -> dict[str, Any]:
    return jwt.decode(
        token,
        key,
        # That of the key alone: no token chooses how it is verified.
        algorithms=[key.algorithm_name],
        issuer=issuer,
        audience=audience,
        options={
            "require": ["sub", "iss", "aud", "iat", "exp"],
            "enforce_minimum_key_length": True,
            **UNTIMED,
        },
    )


def _refuse_halves(settings: Settings) -> None:
    for name in ("token_issuer", "token_audience"):
        if getattr(settings, name):
            raise InvalidArgument(
                f"DOXA_{name.upper()} is of an identity provider that is not named",
                field="DOXA_JWKS_URL",
                hint="name the address of its keys",
            )
    if not settings.own_tokens:
        raise InvalidArgument(
            "without own tokens and without an identity provider nobody could come in",
            field="DOXA_OWN_TOKENS",
            hint="name the address of the provider's keys in DOXA_JWKS_URL",
        )
