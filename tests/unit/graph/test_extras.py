"""The line that installs an extra names what this Doxa was installed from."""

import pytest

from graph.extras import install_line, line_from

CHECKOUT = "file:///home/ana/my%20code/doxa"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ({}, "pip install 'doxa[redis]'"),
        ({"url": CHECKOUT, "dir_info": {}}, "pip install '/home/ana/my code/doxa[redis]'"),
        (
            {"url": CHECKOUT, "dir_info": {"editable": True}},
            "pip install -e '/home/ana/my code/doxa[redis]'",
        ),
        (
            {"url": "file:///tmp/doxa-0.1.0-py3-none-any.whl", "archive_info": {}},
            "pip install '/tmp/doxa-0.1.0-py3-none-any.whl[redis]'",
        ),
        (
            {"url": "https://example.com/doxa-0.1.0-py3-none-any.whl", "archive_info": {}},
            "pip install 'doxa[redis] @ https://example.com/doxa-0.1.0-py3-none-any.whl'",
        ),
    ],
)
def test_an_extra_is_installed_from_where_doxa_was(source, line):
    assert line_from(source, "redis") == line


def test_a_checkout_names_itself():
    assert "[redis]'" in install_line("redis")
