"""What the tests of every adapter may ask for, as a plugin of pytest: a running service, which
``make integrations`` starts, and the example of their README.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from pathlib import Path
from uuid import uuid4

import pytest
from doxa_client import MemoryClient

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture
def service():
    """The address of the service, and a token of the tenant of the tests."""
    url = os.environ.get("DOXA_URL")
    if not url:
        pytest.skip("no service to test against: `make integrations` starts one")
    return url, os.environ["DOXA_TOKEN"]


@pytest.fixture
def memory(service):
    with MemoryClient(*service) as client:
        yield client


@pytest.fixture
def name():
    """A name that nothing else has, of letters, so that no question takes it for a date."""
    return "Q" + "".join(chr(ord("a") + int(digit, 16)) for digit in uuid4().hex)


@pytest.fixture
def printed(request, service, name):
    """What the example of the README prints, about somebody who is not Ana."""

    async def run(**given):
        page = Path(request.path).parents[1] / "README.md"
        (block,) = re.findall(
            r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        url, token = service
        assert ADDRESS in block
        program = block.replace(ADDRESS, url).replace("Ana", name)
        code = compile(program, str(page), "exec", flags=PyCF_ALLOW_TOP_LEVEL_AWAIT)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            # As at a prompt, where a program may await.
            result = eval(code, {"token": token, **given})
            if inspect.isawaitable(result):
                await result
        return out.getvalue().replace(name, "Ana").splitlines()

    return run
