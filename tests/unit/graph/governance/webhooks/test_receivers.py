"""Where webhooks may be sent to."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from graph.errors import Incorrect, InvalidArgument
from graph.governance.webhooks.receivers import is_public, receiver_addresses, receiver_url
from graph.limits import WebhookLimits

DEFAULT = WebhookLimits()
LOOPBACK = WebhookLimits(loopback=True)
INSIDE = WebhookLimits(hosts=frozenset({"hooks.internal"}))
PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.3.4",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_everybodys_is_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111"])
def test_an_address_that_everybody_can_reach_is_public(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/hook",
        "https://example.com:8443/hook?of=doxa",
        "https://8.8.8.8/",
        "https://[2606:4700:4700::1111]/",
    ],
)
def test_a_url_of_a_public_receiver_is_taken(url):
    assert receiver_url(url, DEFAULT, field="url") == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com/hook",
        "http://example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://",
        "https:///hook",
        "https://ann@example.com/",
        "https://ann:pass@example.com/",
        "https://@example.com/",
        "https://example.com/#part",
        "https://example.com:0/",
        "https://example.com:port/",
        "https://exa mple.com/",
        "https://example.com\\@10.0.0.1/",
        "https://example.com/\r\nHost: other",
        "https://exämple.com/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://api.localhost/",
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://[::1/",
        "https://example.com/" + "x" * 2_000,
    ],
)
def test_any_other_url_is_refused_by_its_field(url):
    with pytest.raises(Incorrect) as refused:
        receiver_url(url, DEFAULT, field="url")
    assert refused.value.field == "url"


def test_this_machine_is_a_receiver_only_where_that_is_set():
    for url in ("http://127.0.0.1:9/", "http://localhost:9/", "https://[::1]/"):
        assert receiver_url(url, LOOPBACK, field="url") == url
    with pytest.raises(InvalidArgument):
        receiver_url("http://8.8.8.8/", LOOPBACK, field="url")


def test_a_host_is_refused_for_any_one_of_its_addresses():
    public, private = ip_address("8.8.8.8"), ip_address("10.0.0.1")
    assert receiver_addresses([public], "https", "a.example", DEFAULT, field="url") == [public]
    for addresses in ([public, private], [private], []):
        with pytest.raises(InvalidArgument):
            receiver_addresses(addresses, "https", "a.example", DEFAULT, field="url")


def test_a_host_that_is_allowed_may_have_private_addresses_by_https_alone():
    private = ip_address("10.0.0.1")
    host = "hooks.internal"
    assert receiver_addresses([private], "https", host, INSIDE, field="url") == [private]
    with pytest.raises(InvalidArgument):
        receiver_addresses([private], "http", host, INSIDE, field="url")
    with pytest.raises(InvalidArgument):
        receiver_addresses([private], "https", f"x.{host}", INSIDE, field="url")


def test_a_name_that_leads_to_this_machine_is_refused_by_http_beside_any_other_address():
    both = [ip_address("127.0.0.1"), ip_address("8.8.8.8")]
    with pytest.raises(InvalidArgument):
        receiver_addresses(both, "http", "a.example", LOOPBACK, field="url")
