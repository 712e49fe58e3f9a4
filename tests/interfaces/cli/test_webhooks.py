"""The commands for webhooks."""

from __future__ import annotations

URL = "https://hooks.invalid/doxa"


def test_a_webhook_is_added_listed_retried_and_removed(doxa):
    assert "no webhooks" in doxa("webhooks", "list").out
    made = doxa.json("webhooks", "add", URL, "--kind", "retired")
    webhook = made["webhook"]["id"]
    listed = doxa.json("webhooks", "list")

    assert made["secret"].startswith("whsec_")
    assert [one["kinds"] for one in listed["webhooks"]] == [["RETIRED"]]
    assert made["secret"] not in str(listed) + doxa("webhooks", "list").out
    assert "0 dead letters" in doxa("webhooks", "retry", webhook).out
    assert doxa.json("webhooks", "remove", webhook) == {"removed": webhook}
    assert doxa("webhooks", "remove", webhook).code == 2


def test_a_url_inside_is_refused(doxa):
    refused = doxa("webhooks", "add", "https://169.254.169.254/latest")

    assert refused.code == 2
    assert "not public" in refused.err
