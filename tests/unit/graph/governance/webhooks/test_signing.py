"""Signatures of messages, against an implementation of others."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError

from graph.errors import InvalidArgument
from graph.governance.webhooks.signing import given_secret, secret_text, signed_headers

BODY = '{"type":"beliefChanges","data":"Zoë"}'.encode()


@given(key=st.binary(min_size=24, max_size=64), body=st.text(max_size=200))
def test_a_signature_is_verified_by_whoever_has_the_secret(key, body):
    secret = given_secret(secret_text(key), field="secret")
    content = json.dumps(body).encode()
    headers = signed_headers(secret, "msg_1", datetime.now(UTC), content)

    assert Webhook(secret).verify(content, dict(headers)) == body


def test_the_signature_is_that_of_the_conventions_own_example():
    headers = signed_headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        datetime.fromtimestamp(1_614_265_330, UTC),
        b'{"test": 2432232314}',
    )

    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


@pytest.mark.parametrize("changed", ["id", "timestamp", "body", "secret"])
def test_what_was_changed_on_the_way_is_not_verified(changed):
    secret, now = secret_text(b"k" * 32), datetime.now(UTC)
    headers = dict(signed_headers(secret, "msg_1", now, BODY))
    body = BODY
    match changed:
        case "body":
            body += b" "
        case "secret":
            secret = secret_text(b"l" * 32)
        case "timestamp":
            headers["webhook-timestamp"] = str(int(now.timestamp()) - 1)
        case _:
            headers["webhook-id"] = "msg_2"
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, headers)


@pytest.mark.parametrize(
    "secret",
    ["", "whsec_", "hunter2", secret_text(b"k" * 23), secret_text(b"k" * 65), "whsec_====", "ü"],
)
def test_what_is_no_secret_is_refused_and_not_repeated(secret):
    with pytest.raises(InvalidArgument) as refused:
        given_secret(secret, field="secret")
    assert refused.value.field == "secret"
    assert len(secret) < 7 or secret not in f"{refused.value} {refused.value.hint}"
