"""Bearer tokens at every door: own ones, and those of an identity provider, less the revoked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime

from api.service import access_tokens
from api.service.access.claims import HOW_TO_ENTER, header_of
from api.service.access.identity_provider import IdentityProvider
from graph.errors import Unauthenticated
from graph.governance.access.access import Access
from graph.governance.access.revocations import Revocations


@dataclass(frozen=True, slots=True)
class BearerTokens:
    """The tokens that are taken: those of the keys, and those of a provider, if there is one."""

    keys: Sequence[bytes]
    provider: IdentityProvider | None = None

    def running(self) -> AbstractAsyncContextManager[None]:
        """Know the provider's keys for as long as the block lasts."""
        return nullcontext() if self.provider is None else self.provider.running()

    async def read(self, header: object, revoked: Revocations, *, at: datetime) -> Access:
        """Return what the token of an ``Authorization`` header gives.

        Raises:
            Unauthenticated: there is none, or it is malformed, forged, expired, revoked, of
                another algorithm or incomplete.
            ProviderUnavailable: it is the provider's, whose keys are not known.
        """
        scheme, _, token = header.partition(" ") if isinstance(header, str) else ("", "", "")
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated("no bearer token", hint=HOW_TO_ENTER)
        access = await self.verify(token.strip(), at=at)
        revoked.check(access)
        return access

    async def verify(self, token: str, *, at: datetime) -> Access:
        """Return what a token gives, revoked or not.

        Raises:
            Unauthenticated, ProviderUnavailable: as ``read`` does.
        """
        header = header_of(token)
        # Which of the two it can be of is the algorithm's to say, and each takes its own only.
        if self.provider is None or header.get("alg") == access_tokens.ALGORITHM:
            return access_tokens.verify(self.keys, token, at=at)
        return await self.provider.read(token, header, at)
