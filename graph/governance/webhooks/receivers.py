"""Where a webhook may be sent to: the form of its URL, and the addresses that its host has.

A name is looked up anew for every delivery, and what is connected to is an address that was checked
here: what a name says at another time opens nothing.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address
from typing import TypeAlias
from urllib.parse import urlsplit

from graph.errors import InvalidArgument
from graph.limits import WebhookLimits
from graph.validation import text

URL_MAX = 2_000
ADDRESSES_MAX = 4

_HINT = "give an https address that everybody can reach"
# Addresses of version 6 by which a gateway leads to one of version 4.
_GATEWAYS = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))

Address: TypeAlias = IPv4Address | IPv6Address


def receiver_url(url: str, limits: WebhookLimits, *, field: str) -> str:
    """Return the URL as it is, if something may be sent there as far as its text tells.

    Raises:
        Incorrect: it is no such URL, or too long.
    """
    text(url, URL_MAX, field=field)
    if not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise InvalidArgument("the URL has characters that none has", field=field, hint=_HINT)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise InvalidArgument("this is no URL", field=field, hint=_HINT) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and limits.loopback):
        raise InvalidArgument(
            f"the scheme is {parts.scheme[:20]!r}, and not https", field=field, hint=_HINT
        )
    if "@" in parts.netloc or parts.fragment or not host or port == 0:
        raise InvalidArgument(
            "a user, a password, a fragment or no host in the URL", field=field, hint=_HINT
        )
    literal = _literal(host)
    if literal is not None:
        receiver_addresses([literal], parts.scheme, host, limits, field=field)
    elif _is_this_machine(host) and not limits.loopback and host not in limits.hosts:
        raise InvalidArgument("the host is this machine", field=field, hint=_HINT)
    return url


def receiver_addresses(
    addresses: Iterable[Address], scheme: str, host: str, limits: WebhookLimits, *, field: str
) -> list[Address]:
    """Return the addresses of a host that may be connected to: all of them, or none.

    What goes by http goes to loopback alone, whatever hosts are allowed.

    Raises:
        InvalidArgument: one of them may not, or there is none.
    """
    addresses = list(addresses)[:ADDRESSES_MAX]
    if not addresses:
        raise InvalidArgument("the host has no address", field=field, hint=_HINT)
    for address in addresses:
        near = limits.loopback and address.is_loopback
        if scheme != "https" and not near:
            raise InvalidArgument("http goes to loopback only", field=field, hint=_HINT)
        if not (near or host in limits.hosts or is_public(address)):
            raise InvalidArgument(
                "the host has an address that is not public",
                field=field,
                hint="DOXA_WEBHOOK_HOSTS names hosts inside that may be sent to",
            )
    return addresses


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet, and none that leads elsewhere."""
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or any(address in one for one in _GATEWAYS):
            return False
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_this_machine(host: str) -> bool:
    name = host.rstrip(".").lower()
    return name == "localhost" or name.endswith(".localhost")
